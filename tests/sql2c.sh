#!/bin/sh
# The generator of the SQL: columns of rows and numbers of enums by their names, and what it refuses.
set -u
srcdir=${srcdir:-$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)}
AWK=${AWK:-awk}
work=$(mktemp -d "${TMPDIR:-/tmp}/loge-sql2c.XXXXXX")
trap 'rm -rf "$work"' EXIT

cat >"$work/dog.def" <<'END'
/* A dog. */
FIXED ID(id, id)
SEEN(version, version)
TEXT(name, name, 20) /* as it is called */
INT_OR_NULL(kennel, kennel_no)
FLAG(good, good)
JOURNAL_TEXT(seen_by, 20)
END
cat >"$work/dog.h" <<'END'
/* enum none { NOT_THIS } */
enum mood {
    MOOD_CALM = 0, /* asleep, or */
    MOOD_WILD,
    /* later ones */
    MOOD_SAD = 7,
    MOOD_LOST
};
enum flags { FLAG_A = 1, FLAG_B = 2, FLAG_C = 1 << 3, FLAG_SUM = FLAG_A | FLAG_B, FLAG_NEXT };
END

# shellcheck source=lib/tap.sh
. "$srcdir/tests/lib/tap.sh"

# sql TEXT: what becomes of it, on one line.
sql() {
    printf '%s\n' "$1" >"$work/find_dog.sql"
    "$AWK" -v part=c -v name=pet_sql -f "$srcdir/data/sql2c.awk" "$work/dog.h" "$work/dog.def" \
        "$work/find_dog.sql" 2>"$work/complaint" |
        sed -n '/^const char/,/^;/s/^    "\(.*\)\\n"$/\1/p' | tr '\n' ' ' | sed 's/ $//'
}

# becomes TEXT EXPECTED NAME
becomes() {
    got=$(sql "$1")
    [ "$got" = "$2" ] || printf '# %s\n# %s\n' "$got" "$2"
    [ "$got" = "$2" ]
    result $? "$3"
}

# complains TEXT WORDS NAME
complains() {
    sql "$1" >/dev/null
    grep -q -- "$2" "$work/complaint"
    result $? "$3"
}

becomes 'SELECT {columns dog} FROM dog' \
    'SELECT id, version, name, kennel_no, good FROM dog' 'columns of a row'
becomes 'SELECT {columns dog d}' \
    'SELECT d.id, d.version, d.name, d.kennel_no, d.good' 'columns under an alias'
becomes "SELECT {columns dog d but version = 1; good; name = coalesce(d.name, 'Rex')}" \
    "SELECT d.id, 1 AS version, coalesce(d.name, 'Rex') AS name, d.kennel_no" \
    'one column less, and others by an expression'
becomes 'VALUES ({values dog but version = 1})' 'VALUES (?1, 1, ?3, ?4, ?5)' 'parameters'
becomes 'SET {changes dog ? but version = version + 1}' \
    'SET version = version + 1, name = ?3, kennel_no = ?4, good = ?5' 'changes by parameters'
becomes 'SET {changes dog r but version}' \
    'SET name = r.name, kennel_no = r.kennel_no, good = r.good' 'changes from a row'
becomes 'AS ({types dog})' \
    'AS (id uuid, version bigint, name text, kennel_no integer, good boolean)' 'types'
becomes "SELECT '{}'::int[], {columns dog
    but id; version; name; good}" "SELECT '{}'::int[], kennel_no" 'over two lines, beside other braces'
becomes 'WHERE mood IN (:MOOD_WILD, :MOOD_LOST) AND bit IN (:FLAG_B, :FLAG_C) AND a[1:2] = b::INT' \
    'WHERE mood IN (1, 8) AND bit IN (2, 8) AND a[1:2] = b::INT' 'numbers by their names'
complains 'SELECT {columns cat}' 'no row is called cat' 'a row that nobody described'
complains 'SELECT {columns dog but colour}' 'the row dog has no column colour' 'a column that is not there'
complains 'SELECT :MOOD_ANGRY' 'no enum has a value called MOOD_ANGRY' 'a number without a name'
complains 'SELECT :FLAG_NEXT' 'no enum has a value called FLAG_NEXT' 'what follows a sum'
complains 'SELECT :NOT_THIS' 'no enum has a value called NOT_THIS' 'what stands in a comment is no enum'

echo "1..$count"
exit $status
