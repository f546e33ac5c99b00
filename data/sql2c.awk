# Makes C out of SQL files, so that the SQL is read, prepared and explained as SQL.
#
#   awk -v part=h|c -v name=lite_sql -f sql2c.awk FILE...
#   awk -v part=names -f sql2c.awk FILE...
#   awk -v part=sql -v name=lite_sql -v folder=DIR -f sql2c.awk FILE...
#   awk -v part=json -f sql2c.awk FILE.def... openapi.json
#
# The fourth writes the schema as databases read it: DIR/0001_house.sql, DIR/code/journal.sql ... The last
# writes the document of the service, with what answers tell of rows (SHOWS). In it, alone on a line,
#
#   "{members sale id code}": {}   becomes "id": {"type": "string"}, "code": ...
#   "{names sale id code}"         becomes "id", "code"
#
# `{members sale rest version}` are all that were not named since the list began ("properties", "required"),
# and version behind them; `{members sale left status due}` is nothing: these stand beside it.
#
# Rows are described in src/domain/row/NAME.def; those files come first. In SQL, before anything else
# reads it,
#
#   {columns sale s}   becomes s.id, s.version, s.code ...     (without the s: id, version, code ...)
#   {values sale}      becomes $1, $2, $3 ...                  parameters, one a column
#   {changes sale r}   becomes version = r.version, status = r.status ...   of all that is not FIXED
#                      ({changes sale $}: version = $2, status = $5 ...)
#   {types sale}       becomes id uuid, version bigint ...     of PostgreSQL
#   {values of sale but code = 'S-1'; version = 1}   becomes NULL, 1, 'S-1', 0 ...   a row of which only this is said
#   {blanks sale}      becomes id uuid DEFAULT NULL, version bigint DEFAULT 0 ...   parameters
#   {owned sale r o}   becomes (r.name, r.email) IS DISTINCT FROM (o.name, o.email)   of all that is OWNED
#   {ranges sale}      becomes octet_length(code) < 16 AND status BETWEEN 0 AND 4 ...   of PostgreSQL
#   {makes sale r}     becomes id => r.id, version => r.version ...                 arguments for them
#   {bytes sale r from code to show_no}   becomes loge.journal_text(r.code) || ...   these columns, one after
#                      the other, as a journal's entry has them
#   {kinds sale}       becomes inntn...   of each field in a journal: an id, a number, a text
#   {kinds sale to code}                  of the first, up to this column
#
# and each may end with `but A; B = EXPRESSION`: without the column A, and with the expression for B.
#
# What is always so of rows stands in src/domain/row/truths.def, and {truth order} becomes CASE WHEN s.total <>
# t.total THEN 'sale.total' ... END.
#
# How a row may move stands in src/domain/row/NAME.steps.def; those come behind the enums.
#
#   {steps sale A; B; C}   becomes ((A) * 10000 + (B) * 100 + (C)) IN (...)   is from A by act B to C one?
#                          ($status is the parameter of that column, and $act the one behind all)
#
# Numbers that C has an enum for are written with its name, :SEAT_HELD or :ACT_SELL; the headers with
# those enums come before the SQL as well. {words seat_status s.status} becomes CASE s.status WHEN 0
# THEN 'available' WHEN 1 THEN 'held' ... END; not for migrations, which do not grow with an enum.
#
# Statements stand in data/sql/NOUN.sql, each under its name and a comment that says what it is for:
#
#   -- name: read_sale              for both stores
#   -- name: take_sale store: lite  for one; another of this name may be for the other store
#
# and read_sale becomes `const char pg_sql_read_sale[]` and `lite_sql_read_sale[]`. What both stores
# have is written as PostgreSQL reads it; for SQLite `loge.sale` becomes sale, `$1` becomes ?1, and
# casts (`$1::bigint`) are left out.
#
# Each name has a number as well (part=names: `enum statement { SQL_READ_SALE ...`), and each store a
# table of its texts by these, `lite_sql_texts[]`, for what is written once for both (src/port/ask.h).
#
# Numbered files (0001_first.sql) become rows of `struct sql_migration lite_sql_migrations[]`, and files
# in a folder code/ rows of `struct sql_file lite_sql_code[]`, in the order in which they are given. Of
# data/schema/frozen.txt the newest edition of a store's code becomes `struct sql_frozen lite_sql_frozen`. All
# statements are also listed by name in `struct sql_file lite_sql_files[]`, for the test that prepares
# every one of them.

BEGIN {
    value_of["UINT8_MAX"] = 255
    value_of["INT32_MAX"] = 2147483647
}

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
    if (kind ~ /^INT(_|$)/)
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
    if (kind ~ /^(INTS|LONGS|IDS)$/)
        return type_of(substr(kind, 1, length(kind) - 1)) "[]"
    complain("no kind of field: " kind)
}

# What a value keeps to, besides its type; %s is the column.
function range_of(kind, low, high) {
    if (kind ~ /^(SEEN|WORD)$/)
        return "%s BETWEEN 0 AND 4294967295"
    if (kind == "TEXT")
        return "octet_length(%s) < " named_number(low)
    if (kind == "BYTES")
        return "octet_length(%s) = " named_number(low)
    if (kind == "CHOICE")
        return "%s BETWEEN 0 AND " named_number(high)
    if (kind == "BYTE")
        return "%s BETWEEN 0 AND " named_number(low)
    if (kind == "INT_WITHIN")
        return "%s BETWEEN " named_number(low) " AND " named_number(high)
    return ""
}

function named_number(text) {
    return text ~ /^[A-Z]/ ? ":" text : text
}

# What a field is of which nothing is said.
function blank_of(kind) {
    if (kind ~ /_OR_NULL$|^(ID|INTS|LONGS|IDS)$/)
        return "NULL"
    if (kind == "TEXT" || kind == "BYTES")
        return "''"
    return kind == "FLAG" ? "false" : 0
}

function describe(line, row, kind, words, before) {
    while (match(line, /^(FIXED|OWNED|ASKED|SHOWS|OR_NULL|AS\([a-z_]+\)) /)) {
        before = before " " substr(line, 1, RLENGTH)
        line = substr(line, RLENGTH + 1)
    }
    kind = substr(line, 1, index(line, "(") - 1)
    if (kind !~ /^[A-Z_]+$/)
        return
    row = base(FILENAME)
    kinds[row] = kinds[row] (kind == "ID" ? "i" : kind ~ /TEXT$/ ? "t" : "n")
    if (kind ~ /^JOURNAL_/) {
        ends[row, columns[row]] # what follows stands behind something that has no column
        return
    }
    split(substr(line, length(kind) + 2), words, /, |\)/)
    column[row, ++columns[row]] = words[2]
    fields_to[row, words[2]] = length(kinds[row])
    type[row, columns[row]] = type_of(kind)
    range[row, columns[row]] = range_of(kind, words[3], words[4])
    blank[row, columns[row]] = blank_of(kind)
    fixed[row, columns[row]] = before ~ / FIXED /
    owned[row, columns[row]] = before ~ / OWNED /
    if (before ~ / SHOWS /)
        describe_member(row, columns[row], kind, before)
}

# What answers tell of a field (SHOWS), as data/openapi.json says it.
function describe_member(row, c, kind, before, name) {
    name = column[row, c]
    if (match(before, /AS\([a-z_]+\)/))
        name = substr(before, RSTART + 3, RLENGTH - 4)
    member[row, ++members[row]] = name
    member_type[row, name] = kind ~ /^(ID|TEXT|TIME|CHOICE)$/ ? "string" : kind == "FLAG" ? "boolean" : "integer"
    member_format[row, name] = kind == "TIME" ? "date-time" : ""
    member_nullable[row, name] = before ~ / OR_NULL /
}

# A line STEP(FROM, ACT, TO).
function describe_step(line, row, words) {
    if (line !~ /^STEP\(/)
        return
    row = base(FILENAME)
    sub(/[.]steps$/, "", row)
    split(substr(line, 6), words, /, |\)/)
    if (!(words[1] in value_of) || !(words[2] in value_of) || !(words[3] in value_of))
        complain("a step that no enum knows: " line)
    steps[row] = steps[row] (steps[row] == "" ? "" : ", ") \
        value_of[words[1]] * 10000 + value_of[words[2]] * 100 + value_of[words[3]]
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
    if (what == "blanks")
        return name " " type[row, c] " DEFAULT " blank[row, c]
    if (what == "said")
        return name in instead ? instead[name] : blank[row, c]
    if (what == "makes")
        return name " => " from "." name
    value = what == "values" || from == "$" ? "$" c : from ? from "." name : name
    if (name in instead)
        value = instead[name] (what == "columns" ? " AS " name : "")
    return what == "changes" ? name " = " value : value
}

# As src/domain/row_bytes.c writes a value.
function in_journal(row, c, value) {
    if (type[row, c] == "uuid")
        return "loge.journal_id(" value ")"
    if (type[row, c] == "text")
        return "loge.journal_text(" value ")"
    if (type[row, c] == "bytea")
        return value
    if (blank[row, c] == "NULL")
        value = "coalesce(" value ", 0)"
    return "loge.journal_number(" value (type[row, c] == "boolean" ? "::integer" : "") ")"
}

# "bytes sale r from code to show_no"
function in_bytes(words, row, c, inside, out) {
    row = words[2]
    if (words[4] != "from" || words[6] != "to" || words[7] == "")
        complain("bytes of a row are from a column to a column")
    for (c = 1; c <= columns[row]; c++) {
        inside = inside || column[row, c] == words[5]
        if (inside)
            out = out (out == "" ? "" : " || ") in_journal(row, c, words[3] "." column[row, c])
        if (column[row, c] == words[7])
            break
        if (inside && (row, c) in ends)
            complain("in a journal something stands between " words[5] " and " words[7])
    }
    if (!inside || c > columns[row])
        complain("the row " row " has no columns from " words[5] " to " words[7])
    return "(" out ")"
}

# "kinds sale", "kinds sale to code"
function kinds_of(words) {
    if (words[3] == "")
        return kinds[words[2]]
    if (words[3] != "to" || !((words[2], words[4]) in fields_to))
        complain("kinds of a row are of all, or up to a column")
    return substr(kinds[words[2]], 1, fields_to[words[2], words[4]])
}

# Which columns differ that are their owner's to change.
function owned_differ(row, one, other, left, right, c) {
    for (c = 1; c <= columns[row]; c++)
        if (owned[row, c]) {
            left = left (left == "" ? "" : ", ") one "." column[row, c]
            right = right (right == "" ? "" : ", ") other "." column[row, c]
        }
    return "(" left ") IS DISTINCT FROM (" right ")"
}

# As long as C has room for.
# "columns sale s but email = ''"
function expanded(text, words, n, at, but, out, c) {
    if (text ~ /^words /)
        return in_words(text)
    if (text ~ /^truth /) {
        text = substr(text, 7)
        if (!(text in truth))
            complain("no truth is called " text)
        return "CASE" truth[text] " END"
    }
    at = match(text, /[ \n]but[ \n]/)
    but = at ? substr(text, at + 5) : ""
    text = at ? substr(text, 1, at - 1) : text
    sub(/^values of /, "said ", text)
    n = split(text, words, /[ \n]+/)
    if (!(words[2] in columns))
        complain("no row is called " words[2])
    if (words[1] == "owned")
        return owned_differ(words[2], words[3], words[4])
    if (words[1] == "ranges")
        return in_ranges(words[2])
    if (words[1] == "bytes")
        return in_bytes(words)
    if (words[1] == "kinds")
        return kinds_of(words)
    read_but(words[2], but)
    for (c = 1; c <= columns[words[2]]; c++)
        if (!(column[words[2], c] in omitted) && !(words[1] == "changes" && fixed[words[2], c]))
            out = out (out == "" ? "" : ", ") written(words[1], words[2], c, n > 2 ? words[3] : "")
    return out
}

function in_ranges(row, c, one, out) {
    for (c = 1; c <= columns[row]; c++) {
        one = range[row, c]
        sub(/%s/, column[row, c], one)
        if (one != "")
            out = out (out == "" ? "" : " AND ") one
    }
    return out
}

# "words seat_status s.status". All values but the count, without what they all begin with.
function in_words(text, parts, names, n, i, prefix, out) {
    split(text, parts, " ")
    n = split(names_in[parts[2]], names, " ")
    if (!n)
        complain("no enum is called " parts[2])
    prefix = names[1]
    sub(/_.*/, "_", prefix)
    for (i = 1; i <= n; i++)
        if (names[i] !~ /_COUNT$/)
            out = out " WHEN " value_of[names[i]] " THEN '" tolower(substr(names[i], length(prefix) + 1)) "'"
    return "CASE " parts[3] out " END"
}

# Which parameter a column is; the act stands behind them.
function parameter(row, name, c) {
    for (c = 1; c <= columns[row]; c++)
        if (column[row, c] == name)
            return c
    if (name != "act")
        complain("the row " row " has no column " name)
    return columns[row] + 1
}

# "steps sale A; B; C"
function step_of(text, row, parts) {
    row = substr(text, 7)
    sub(/[ \n].*/, "", row)
    if (!(row in steps))
        complain("nothing is said of how a row moves that is called " row)
    if (split(substr(text, 8 + length(row)), parts, ";") != 3)
        complain("a step is from, act, to: " text)
    text = "((" trimmed(parts[1]) ") * 10000 + (" trimmed(parts[2]) ") * 100 + (" trimmed(parts[3]) "))"
    while (match(text, /[$][a-z_]+/))
        text = substr(text, 1, RSTART) parameter(row, substr(text, RSTART + 1, RLENGTH - 1)) \
            substr(text, RSTART + RLENGTH)
    return text " IN (" steps[row] ")"
}

function with_rows(text, out, at, size, inside) {
    while (at = match(text, /[{](truth|columns|values|changes|types|words|ranges|owned|blanks|makes|steps|bytes|kinds) [^}]*[}]/)) {
        size = RLENGTH
        inside = substr(text, at + 1, size - 2)
        out = out substr(text, 1, at - 1) \
            (inside ~ /^steps / ? step_of(inside) : expanded(inside))
        text = substr(text, at + size)
    }
    return out text
}

# ---- the names of numbers -------------------------------------------------------------------------

# A number, an earlier name, a bit (1 << 3), or a sum of them; "" for what takes more arithmetic, and then
# the values after it have no number either.
function number_of(text, parts, n, i, sum) {
    if (text in value_of)
        return value_of[text]
    if (text ~ /^1 << [0-9]+$/)
        return 2 ^ substr(text, 6)
    n = split(text, parts, / [+] /)
    for (i = 1; n > 1 && i <= n; i++) {
        if (number_of(parts[i]) == "")
            return ""
        sum += number_of(parts[i])
    }
    return n > 1 ? sum : text ~ /^-?[0-9]+$/ ? text + 0 : ""
}

# A line of a header, inside an enum or where one begins.
function enumerate(line, parts, n, i, words) {
    gsub(/[/][*].*[*][/]|[/][*].*$|^ \*.*$/, "", line)
    if (line ~ /^enum [a-z_]* *[{]/) {
        in_enum = 1
        next_value = 0
        enum_name = line ~ /^enum [{]/ ? "" : line
        gsub(/^enum | *[{].*$/, "", enum_name)
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
        names_in[enum_name] = names_in[enum_name] " " words[1]
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

# ---- the document of the service --------------------------------------------------------------------

function put_member(what, row, name, blanks, c) {
    for (c = 1; c <= members[row] && member[row, c] != name; c++)
        ;
    if (c > members[row])
        complain("no field of " row " shows as " name)
    is_told[name] = 1
    if (what == "names") {
        print blanks "\"" name "\"" comma
        return
    }
    print blanks "\"" name "\": {"
    print blanks " \"type\": \"" member_type[row, name] "\"" (member_nullable[row, name] || member_format[row, name] != "" ? "," : "")
    if (member_nullable[row, name])
        print blanks " \"nullable\": true" (member_format[row, name] != "" ? "," : "")
    if (member_format[row, name] != "")
        print blanks " \"format\": \"" member_format[row, name] "\""
    print blanks "}" comma
}

# `last`, of n words from the one at i: they come behind all others.
function put_rest(what, row, words, i, n, blanks, c, k, last) {
    for (k = i; k <= n; k++)
        last[words[k]]
    for (c = 1; c <= members[row]; c++)
        if (!(member[row, c] in is_told) && !(member[row, c] in last))
            put_member(what, row, member[row, c], blanks)
}

function put_members(line, blanks, words, n, i, end) {
    match(line, /^ */)
    blanks = substr(line, 1, RLENGTH)
    end = line ~ /,$/ ? "," : ""
    gsub(/^ *"[{]|[}]".*$/, "", line)
    n = split(line, words, " ")
    if (!(words[2] in members))
        complain("no row shows that is called " words[2])
    for (i = 3; i <= n; i++) {
        comma = i < n ? "," : end
        if (words[i] == "left") {
            for (; i < n && words[i + 1] != "rest"; i++)
                is_told[words[i + 1]] = 1
        } else if (words[i] == "rest") {
            comma = ","
            put_rest(words[1], words[2], words, i + 1, n, blanks)
        } else {
            put_member(words[1], words[2], words[i], blanks)
        }
    }
}

# ---- the files ------------------------------------------------------------------------------------

FILENAME ~ /[.]steps[.]def$/ {
    describe_step($0)
    next
}

FILENAME ~ /truths[.]def$/ {
    if ($0 ~ /^TRUTH/)
        truth_name = substr($0, 7, length($0) - 7)
    else if ($0 ~ /^WHEN/)
        truth[truth_name] = truth[truth_name] " " $0
    next
}

FILENAME ~ /[.]def$/ {
    describe($0)
    next
}

FILENAME ~ /[.]h$/ {
    enumerate($0)
    next
}

part == "json" {
    if (/"(properties|required)": [{[]/)
        split("", is_told)
    if (/^ *"[{](members|names) /)
        put_members($0)
    else
        print
    next
}

# EDITION STORE FILE HASH
FILENAME ~ /frozen[.]txt$/ {
    if ($1 ~ /^[0-9]+$/ && $2 "_sql" == name && $3 == "code") {
        frozen = $1
        frozen_code = $4
    }
    next
}

# "-- name: take_sale store: lite"; a statement for the other store has no label here.
function begin_statement(words, n) {
    n = split($0, words, " ")
    named = 1
    if (n != 3 && !(n == 5 && words[4] == "store:" && words[5] ~ /^(pg|lite)$/))
        complain("not a name: " $0)
    if (!(words[3] in numbered_names)) {
        numbered_names[words[3]]
        names_of_all[++names] = words[3]
    }
    label = n == 3 || words[5] "_sql" == name ? words[3] : ""
    if (label == "")
        return
    if (label in body)
        complain("two statements are called " label)
    order[++count] = label
    body[label] = ""
}

function begin_migration() {
    label = base(FILENAME)
    order[++count] = label
    if (label + 0 <= newest) {
        print label " is listed behind a newer one" > "/dev/stderr"
        exit wrong = 1
    }
    newest = label + 0
}

function begin_code() {
    label = "code " base(FILENAME)
    order[++count] = label
}

# The spelling of the store.
function for_store(text, digit) {
    if (name != "lite_sql")
        return text
    gsub(/loge[.]/, "", text)
    gsub(/::[a-z]+(\[\])?/, "", text)
    for (digit = 1; digit <= 9; digit++)
        gsub("[$]" digit, "?" digit, text)
    return text
}

FNR == 1 {
    label = ""
    named = 0
    numbered = base(FILENAME) ~ /^[0-9]/
    coded = FILENAME ~ /[/]code[/]/
    if (numbered)
        begin_migration()
    if (coded)
        begin_code()
}

!numbered && !coded && /^-- name:/ {
    begin_statement()
    next
}

!numbered && !coded && !named && NF && !/^--/ { complain("a statement without a name: " $0) }

label != "" && (numbered || coded || NF) { body[label] = body[label] $0 "\n" }

function in_c(text, lines, n, i, out) {
    n = split(with_numbers(text), lines, "\n")
    for (i = 1; i < n; i++)
        out = out quoted(lines[i])
    return out
}

function is_statement(label) {
    return label !~ /^([0-9]|code )/
}

function write_schema(i, path) {
    for (i = 1; i <= count; i++) {
        if (is_statement(order[i]))
            continue
        path = order[i]
        sub(/^code /, "code/", path)
        printf "%s", with_numbers(with_rows(body[order[i]])) >(folder "/" path ".sql")
        close(folder "/" path ".sql")
    }
}

function number_statements(i) {
    printf "/* Generated from SQL files; edit those. */\n"
    printf "#ifndef GEN_STATEMENTS_H\n#define GEN_STATEMENTS_H\n\nenum statement {\n"
    for (i = 1; i <= names; i++)
        printf "    SQL_%s,\n", toupper(names_of_all[i])
    printf "    SQL_STATEMENTS\n};\n\n#endif\n"
}

END {
    if (wrong)
        exit 1
    if (part == "json")
        exit
    if (part == "sql") {
        write_schema()
        exit
    }
    if (part == "names") {
        number_statements()
        exit
    }
    if (part == "h") {
        printf "/* Generated from SQL files; edit those. */\n"
        printf "#ifndef GEN_%s_H\n#define GEN_%s_H\n\n", toupper(name), toupper(name)
        printf "#include \"src/base/sql_text.h\"\n\n"
    } else {
        printf "/* Generated from SQL files; edit those. */\n#include \"config.h\"\n\n"
        printf "#include \"gen/%s.h\"\n#include \"gen/statements.h\"\n\n", name
    }
    for (i = 1; i <= count; i++) {
        label = order[i]
        if (!is_statement(label))
            continue
        if (part == "h")
            printf "extern const char %s_%s[];\n", name, label
        else
            printf "const char %s_%s[] =\n%s;\n\n", name, label, in_c(for_store(with_rows(body[label])))
    }
    if (part == "h") {
        printf "extern const char *const %s_texts[]; /* by enum statement; NULL: another store's */\n", name
        printf "extern const struct sql_file %s_files[]; /* ends with a NULL name */\n", name
        printf "extern const struct sql_migration %s_migrations[]; /* ends with number 0 */\n", name
        printf "extern const struct sql_file %s_code[]; /* ends with a NULL name */\n", name
        printf "extern const struct sql_frozen %s_frozen;\n", name
        printf "\n#endif\n"
        exit
    }
    printf "const char *const %s_texts[SQL_STATEMENTS] = {\n", name
    for (i = 1; i <= count; i++)
        if (is_statement(order[i]))
            printf "    [SQL_%s] = %s_%s,\n", toupper(order[i]), name, order[i]
    printf "};\n\n"
    printf "const struct sql_file %s_files[] = {\n", name
    for (i = 1; i <= count; i++)
        if (is_statement(order[i]))
            printf "    {\"%s\", %s_%s},\n", order[i], name, order[i]
    printf "    {0, 0},\n};\n\n"
    printf "const struct sql_migration %s_migrations[] = {\n", name
    for (i = 1; i <= count; i++)
        if (order[i] ~ /^[0-9]/)
            printf "    {%d, \"%s\",\n%s    },\n", order[i] + 0, order[i], in_c(with_rows(body[order[i]]))
    printf "    {0, 0, 0},\n};\n\n"
    printf "const struct sql_file %s_code[] = {\n", name
    for (i = 1; i <= count; i++)
        if (order[i] ~ /^code /)
            printf "    {\"%s\",\n%s    },\n", substr(order[i], 6), in_c(with_rows(body[order[i]]))
    printf "    {0, 0},\n};\n\n"
    printf "const struct sql_frozen %s_frozen = {%d, \"%s\"};\n", name, frozen, frozen_code
}
