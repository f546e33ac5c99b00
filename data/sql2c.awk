# Makes C out of SQL files, so that the SQL is read, prepared and explained as SQL.
#
#   awk -v part=h|c -v name=lite_sql -f sql2c.awk FILE...
#
# A file verb_noun.sql becomes `const char lite_sql_verb_noun[]`; numbered files (0001_first.sql)
# become rows of `struct sql_migration lite_sql_migrations[]`. All files are also listed by name in
# `struct sql_file lite_sql_files[]`, for the test that prepares every one of them.

function base(path, parts, n) {
    n = split(path, parts, "/")
    sub(/\.sql$/, "", parts[n])
    return parts[n]
}

function quoted(line) {
    gsub(/\\/, "&&", line)
    gsub(/"/, "\\\"", line)
    return "    \"" line "\\n\"\n"
}

FNR == 1 {
    label = base(FILENAME)
    order[++count] = label
    if (label ~ /^[0-9]/ && label + 0 <= newest) {
        print label " is listed behind a newer one" > "/dev/stderr"
        exit wrong = 1
    }
    if (label ~ /^[0-9]/)
        newest = label + 0
}

{ body[label] = body[label] quoted($0) }

END {
    if (wrong)
        exit 1
    if (part == "h") {
        printf "/* Generated from SQL files; edit those. */\n"
        printf "#ifndef GEN_%s_H\n#define GEN_%s_H\n\n", toupper(name), toupper(name)
        printf "#include \"src/base/sql_text.h\"\n\n"
    } else {
        printf "/* Generated from SQL files; edit those. */\n#include \"config.h\"\n\n"
        printf "#include \"gen/%s.h\"\n\n", name
    }
    for (i = 1; i <= count; i++) {
        label = order[i]
        if (label ~ /^[0-9]/)
            continue
        if (part == "h")
            printf "extern const char %s_%s[];\n", name, label
        else
            printf "const char %s_%s[] =\n%s;\n\n", name, label, body[label]
    }
    if (part == "h") {
        printf "extern const struct sql_file %s_files[]; /* ends with a NULL name */\n", name
        printf "extern const struct sql_migration %s_migrations[]; /* ends with number 0 */\n", name
        printf "\n#endif\n"
        exit
    }
    printf "const struct sql_file %s_files[] = {\n", name
    for (i = 1; i <= count; i++)
        if (order[i] !~ /^[0-9]/)
            printf "    {\"%s\", %s_%s},\n", order[i], name, order[i]
    printf "    {0, 0},\n};\n\n"
    printf "const struct sql_migration %s_migrations[] = {\n", name
    for (i = 1; i <= count; i++)
        if (order[i] ~ /^[0-9]/)
            printf "    {%d, \"%s\",\n%s    },\n", order[i] + 0, order[i], body[order[i]]
    printf "    {0, 0, 0},\n};\n"
}
