# Makes C out of SQL files, so that the SQL is read, prepared and explained as SQL.
#
#   awk -v part=h|c -v name=lite_sql -f sql2c.awk FILE...
#
# Rows are described in src/domain/row/NAME.def; those files come first. In SQL, before anything else
# reads it,
#
#   {columns sale s}   becomes s.id, s.version, s.code ...     (without the s: id, version, code ...)
#   {values sale}      becomes ?1, ?2, ?3 ...                  SQLite's parameters, one a column
#   {changes sale r}   becomes version = r.version, status = r.status ...   of all that is not FIXED
#                      ({changes sale ?}: version = ?2, status = ?5 ...)
#   {types sale}       becomes id uuid, version bigint ...     of PostgreSQL
#
# and each may end with `but A; B = EXPRESSION`: without the column A, and with the expression for B.
#
# Numbers that C has an enum for are written with its name, :SEAT_HELD or :ACT_SELL; the headers with
# those enums come before the SQL as well.
#
# A file verb_noun.sql becomes `const char lite_sql_verb_noun[]`; numbered files (0001_first.sql)
# become rows of `struct sql_migration lite_sql_migrations[]`. All files are also listed by name in
# `struct sql_file lite_sql_files[]`, for the test that prepares every one of them.

function base(path, parts, n) {
    n = split(path, parts, "/")
    sub(/[.](sql|def)$/, "", parts[n])
    return parts[n]
}

function quoted(line) {
    gsub(/\\/, "&&", line)
    gsub(/"/, "\\\"", line)
    return "    \"" line "\\n\"\n"
}

# ---- the rows -------------------------------------------------------------------------------------

function type_of(kind) {
    if (kind ~ /^(SEEN|WORD|LONG|MONEY|PART_MONEY|TIME)$/)
        return "bigint"
    if (kind ~ /^INT/)
        return "integer"
    if (kind ~ /^(CHOICE|BYTE)$/)
        return "smallint"
    if (kind == "ID")
        return "uuid"
    if (kind == "TEXT")
        return "text"
    if (kind == "FLAG")
        return "boolean"
    if (kind == "BYTES")
        return "bytea"
    complain("no kind of field: " kind)
}

function describe(line, row, kind, words, is_fixed) {
    is_fixed = sub(/^FIXED /, "", line)
    kind = substr(line, 1, index(line, "(") - 1)
    if (kind !~ /^[A-Z_]+$/ || kind ~ /^JOURNAL_/)
        return
    row = base(FILENAME)
    split(substr(line, length(kind) + 2), words, /, |\)/)
    column[row, ++columns[row]] = words[2]
    type[row, columns[row]] = type_of(kind)
    fixed[row, columns[row]] = is_fixed
}

function complain(what) {
    print FILENAME ": " what > "/dev/stderr"
    exit wrong = 1
}

function trimmed(text) {
    gsub(/^[ \n]+|[ \n]+$/, "", text)
    return text
}

# `but` of a placeholder, into omitted[] and instead[]. A column that the row lacks is a mistake.
function read_but(row, text, parts, n, i, at, name, known, c) {
    split("", omitted)
    split("", instead)
    n = split(text, parts, ";")
    for (i = 1; i <= n; i++) {
        at = index(parts[i], "=")
        name = trimmed(at ? substr(parts[i], 1, at - 1) : parts[i])
        known = 0
        for (c = 1; c <= columns[row]; c++)
            known += column[row, c] == name
        if (!known)
            complain("the row " row " has no column " name)
        if (at)
            instead[name] = trimmed(substr(parts[i], at + 1))
        else
            omitted[name] = 1
    }
}

# How a column is written.
function written(what, row, c, from, name, value) {
    name = column[row, c]
    if (what == "types")
        return name " " type[row, c]
    value = what == "values" || from == "?" ? "?" c : from ? from "." name : name
    if (name in instead)
        value = instead[name] (what == "columns" ? " AS " name : "")
    return what == "changes" ? name " = " value : value
}

# "columns sale s but email = ''"
function expanded(text, words, n, at, but, out, c) {
    at = match(text, /[ \n]but[ \n]/)
    but = at ? substr(text, at + 5) : ""
    n = split(at ? substr(text, 1, at - 1) : text, words, /[ \n]+/)
    if (!(words[2] in columns))
        complain("no row is called " words[2])
    read_but(words[2], but)
    for (c = 1; c <= columns[words[2]]; c++)
        if (!(column[words[2], c] in omitted) && !(words[1] == "changes" && fixed[words[2], c]))
            out = out (out == "" ? "" : ", ") written(words[1], words[2], c, n > 2 ? words[3] : "")
    return out
}

function with_rows(text, out, at, size) {
    while (at = match(text, /[{](columns|values|changes|types) [^}]*[}]/)) {
        size = RLENGTH
        out = out substr(text, 1, at - 1) expanded(substr(text, at + 1, size - 2))
        text = substr(text, at + size)
    }
    return out text
}

# ---- the names of numbers -------------------------------------------------------------------------

# A number, an earlier name, or a bit (1 << 3); "" for what takes more arithmetic, and then the values
# after it have no number either.
function number_of(text) {
    if (text in value_of)
        return value_of[text]
    if (text ~ /^1 << [0-9]+$/)
        return 2 ^ substr(text, 6)
    return text ~ /^-?[0-9]+$/ ? text + 0 : ""
}

# A line of a header, inside an enum or where one begins.
function enumerate(line, parts, n, i, words) {
    gsub(/[/][*].*[*][/]|[/][*].*$|^ \*.*$/, "", line)
    if (line ~ /^enum [a-z_]* *[{]/) {
        in_enum = 1
        next_value = 0
        sub(/^[^{]*[{]/, "", line)
    }
    if (!in_enum)
        return
    n = split(line, parts, ",")
    for (i = 1; i <= n; i++) {
        sub(/[}].*/, "", parts[i])
        split(trimmed(parts[i]), words, / *= */)
        if (words[1] !~ /^[A-Z][A-Z0-9_]*$/)
            continue
        if (parts[i] ~ /=/)
            next_value = number_of(words[2])
        if (next_value == "")
            continue
        value_of[words[1]] = next_value++
    }
    if (line ~ /[}]/)
        in_enum = 0
}

function with_numbers(text, out, at, size, name) {
    while (at = match(text, /[^:A-Za-z0-9_']:[A-Z][A-Z0-9_]+/)) {
        size = RLENGTH
        name = substr(text, at + 2, size - 2)
        if (!(name in value_of))
            complain("no enum has a value called " name)
        out = out substr(text, 1, at) value_of[name]
        text = substr(text, at + size)
    }
    return out text
}

# ---- the files ------------------------------------------------------------------------------------

FILENAME ~ /[.]def$/ {
    describe($0)
    next
}

FILENAME ~ /[.]h$/ {
    enumerate($0)
    next
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

{ body[label] = body[label] $0 "\n" }

function in_c(text, lines, n, i, out) {
    n = split(with_numbers(with_rows(text)), lines, "\n")
    for (i = 1; i < n; i++)
        out = out quoted(lines[i])
    return out
}

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
            printf "const char %s_%s[] =\n%s;\n\n", name, label, in_c(body[label])
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
            printf "    {%d, \"%s\",\n%s    },\n", order[i] + 0, order[i], in_c(body[order[i]])
    printf "    {0, 0, 0},\n};\n"
}
