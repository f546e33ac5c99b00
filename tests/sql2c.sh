#!/bin/sh
# The generator of the SQL: columns of rows and numbers of enums by their names, and what it refuses.
# shellcheck disable=SC2016 # $1 is a parameter in SQL
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
cat >"$work/truths.def" <<'END'
/* d: a dog. */
TRUTH(cat)
WHEN d.bites THEN 'cat.bites'

TRUTH(dog)
WHEN d.good > 1 THEN 'dog.good'
WHEN d.mood = :MOOD_WILD THEN 'dog.mood'
END
cat >"$work/dog.steps.def" <<'END'
/* STEP(not, this, one) */
STEP(MOOD_CALM, FLAG_B, MOOD_WILD) /* woken */
STEP(MOOD_WILD, FLAG_C, MOOD_LOST)
END
cat >"$work/dog.h" <<'END'
/* enum none { NOT_THIS } */
enum mood {
    MOOD_CALM = 0, /* asleep, or */
    MOOD_WILD,
    /* later ones */
    MOOD_SAD = 7,
    MOOD_LOST,
    MOOD_COUNT
};
enum flags { FLAG_A = 1, FLAG_B = 2, FLAG_C = 1 << 3, FLAG_SUM = FLAG_A | FLAG_B, FLAG_NEXT };
END

# shellcheck source=lib/tap.sh
. "$srcdir/tests/lib/tap.sh"

# made STORE: the C of what stands in dog.sql.
made() {
    "$AWK" -v part=c -v name="$1_sql" -f "$srcdir/data/sql2c.awk" "$work/dog.h" "$work/dog.def" \
        "$work/truths.def" "$work/dog.steps.def" "$work/dog.sql" 2>"$work/complaint"
}

# sql TEXT [STORE]: what becomes of it, on one line.
sql() {
    printf -- '-- name: find_dog\n%s\n' "$1" >"$work/dog.sql"
    made "${2:-pg}" | sed -n '/^const char/,/^;/s/^    "\(.*\)\\n"$/\1/p' | tr '\n' ' ' | sed 's/ $//'
}

# becomes TEXT EXPECTED NAME [STORE]
becomes() {
    got=$(sql "$1" "${4:-pg}")
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
becomes 'VALUES ({values dog but version = 1})' 'VALUES ($1, 1, $3, $4, $5)' 'parameters'
becomes 'SET {changes dog $ but version = version + 1}' \
    'SET version = version + 1, name = $3, kennel_no = $4, good = $5' 'changes by parameters'
becomes 'SET {changes dog r but version}' \
    'SET name = r.name, kennel_no = r.kennel_no, good = r.good' 'changes from a row'
becomes 'AS ({types dog})' \
    'AS (id uuid, version bigint, name text, kennel_no integer, good boolean)' 'types'
becomes "SELECT '{}'::int[], {columns dog
    but id; version; name; good}" "SELECT '{}'::int[], kennel_no" 'over two lines, beside other braces'
becomes 'WHERE mood IN (:MOOD_WILD, :MOOD_LOST) AND bit IN (:FLAG_B, :FLAG_C) AND a[1:2] = b::INT' \
    'WHERE mood IN (1, 8) AND bit IN (2, 8) AND a[1:2] = b::INT' 'numbers by their names'
becomes "SELECT \$1::bigint, '{}'::int[], \$12 FROM loge.dog" "SELECT ?1, '{}', ?12 FROM dog" \
    'the spelling of SQLite' lite
becomes 'SELECT {words mood mood} AS mood' \
    "SELECT CASE mood WHEN 0 THEN 'calm' WHEN 1 THEN 'wild' WHEN 7 THEN 'sad' WHEN 8 THEN 'lost' END AS mood" \
    'the words of an enum'
complains 'SELECT {words weather mood}' 'no enum is called weather' 'an enum that is not there'
becomes 'f({blanks dog})' \
    "f(id uuid DEFAULT NULL, version bigint DEFAULT 0, name text DEFAULT '', kennel_no integer DEFAULT NULL, good boolean DEFAULT false)" \
    'parameters that are blank unless somebody names them'
becomes 'f({makes dog d but version})' 'f(id => d.id, name => d.name, kennel_no => d.kennel_no, good => d.good)' \
    'arguments by their names'
becomes 'WHERE {steps dog mood; $act; $good}' \
    'WHERE ((mood) * 10000 + ($6) * 100 + ($5)) IN (201, 10808)' 'how a row may move'
becomes 'VALUES ({values of dog but name = $1; version = 1})' "VALUES (NULL, 1, \$1, NULL, false)" \
    'a row of which something is said'
complains 'WHERE {steps cat a; b; c}' 'nothing is said of how a row moves that is called cat' \
    'a row without steps'
complains 'WHERE {steps dog a; b}' 'a step is from, act, to' 'a step that lacks something'
complains 'WHERE {steps dog mood; $act; $colour}' 'the row dog has no column colour' 'a parameter it lacks'
complains 'SELECT {columns cat}' 'no row is called cat' 'a row that nobody described'
becomes 'SELECT {truth dog} AS fault FROM dog AS d;' \
    "SELECT CASE WHEN d.good > 1 THEN 'dog.good' WHEN d.mood = 1 THEN 'dog.mood' END AS fault FROM dog AS d;" \
    'what is always so of a row, with names for numbers'
complains 'SELECT {truth bird}' 'no truth is called bird' 'a truth that nobody told'
complains 'SELECT {columns dog but colour}' 'the row dog has no column colour' 'a column that is not there'
complains 'SELECT :MOOD_ANGRY' 'no enum has a value called MOOD_ANGRY' 'a number without a name'
complains 'SELECT :FLAG_NEXT' 'no enum has a value called FLAG_NEXT' 'what follows a sum'
complains 'SELECT :NOT_THIS' 'no enum has a value called NOT_THIS' 'what stands in a comment is no enum'

# names STORE: the statements of a store, by name and first line.
names() {
    made "$1" | sed -n -e 's/^const char \(.*\)\[\] =/\1/p' -e 's/^    "\(SELECT.*\)\\n"$/\1/p' | tr '\n' ' '
}

# complains_of LINE WORDS NAME: dog.sql with one more line.
complains_of() {
    printf '%s\n' "$1" >>"$work/dog.sql"
    made pg >/dev/null
    grep -q -- "$2" "$work/complaint"
    result $? "$3"
}

two_stores() {
    cat >"$work/dog.sql" <<'END'
-- Dogs are in both stores; this belongs to no statement.

-- name: walk_dog
-- A walk.
SELECT 1;

-- name: feed_dog store: pg
SELECT 2;
-- name: feed_dog store: lite
SELECT 3;

-- name: wash_dog store: lite
SELECT 4;
END
}

two_stores
[ "$(names pg)" = 'pg_sql_walk_dog SELECT 1; pg_sql_feed_dog SELECT 2; ' ]
result $? 'the statements of PostgreSQL'
[ "$(names lite)" = 'lite_sql_walk_dog SELECT 1; lite_sql_feed_dog SELECT 3; lite_sql_wash_dog SELECT 4; ' ]
result $? 'the statements of SQLite'
[ "$("$AWK" -v part=names -f "$srcdir/data/sql2c.awk" "$work/dog.sql" | grep -c '^    SQL_[A-Z_]*,$')" = 3 ]
result $? 'every statement has one number, whosever it is'
made pg | grep -q '\[SQL_FEED_DOG\] = pg_sql_feed_dog,' && ! made pg | grep -q SQL_WASH_DOG
result $? 'a store has a table of its own texts'
made pg | grep -q '"-- A walk.\\n"' && ! made pg | grep -q 'no statement\|name:'
result $? 'a statement keeps its comment'
complains_of '-- name: walk_dog' 'two statements are called walk_dog' 'a name given twice'
two_stores
complains_of '-- name: see_dog store: oracle' 'not a name' 'an unknown store'
two_stores
complains_of '-- name: see dog' 'not a name' 'a name of two words'
echo 'SELECT 1;' >"$work/dog.sql"
complains_of '-- name: see_dog' 'a statement without a name: SELECT 1' 'a statement without a name'


# ---- the document of the service ----

cat >"$work/dog.def" <<'END'
FIXED SHOWS ID(id, id)
SHOWS SEEN(version, version)
OWNED ASKED SHOWS OR_NULL AS(called) TEXT(name, name, 20)
SHOWS OR_NULL TIME(fed_at, fed_at)
FLAG(good, good)
END

# tells LINE EXPECTED NAME: what a line between two others becomes, on one line.
tells() {
    printf '"properties": {\n %s\n},\n' "$1" >"$work/dog.json"
    got=$("$AWK" -v part=json -f "$srcdir/data/sql2c.awk" "$work/dog.def" "$work/dog.json" 2>"$work/complaint" |
        sed -e '1d' -e '$d' -e 's/^ *//' | tr '\n' ' ')
    [ "$got" = "$2" ] || printf '# %s\n# %s\n' "$got" "$2"
    [ "$got" = "$2" ]
    result $? "$3"
}

tells '"{members dog id called}": {},' \
    '"id": { "type": "string" }, "called": { "type": "string", "nullable": true }, ' 'members of an answer'
tells '"{members dog rest version}": {}' \
    '"id": { "type": "string" }, "called": { "type": "string", "nullable": true }, "fed_at": { "type": "string", "nullable": true, "format": "date-time" }, "version": { "type": "integer" } ' \
    'all that show, and one behind them'
tells '"{names dog left id fed_at rest version}"' '"called", "version" ' 'the names of those that stand nowhere else'
tells '"{members dog good}": {}' '' 'nothing for a field that does not show'
grep -q 'no field of dog shows as good' "$work/complaint"
result $? 'and it says so'
tells '"{members cat id}": {}' '' 'nothing of a row that nobody described'
grep -q 'no row shows that is called cat' "$work/complaint"
result $? 'and it says so, too'

mkdir "$work/code"
echo 'CREATE TABLE dog (mood integer DEFAULT :MOOD_WILD);' >"$work/0001_dog.sql"
printf -- '-- Barks.\nCREATE TYPE dog_row AS ({types dog});\n' >"$work/code/dog.sql"
"$AWK" -v part=c -v name=pg_sql -f "$srcdir/data/sql2c.awk" "$work/dog.h" "$work/dog.def" \
    "$work/0001_dog.sql" "$work/code/dog.sql" >"$work/dog.c"
tr -d '\n' <"$work/dog.c" | grep -q '{1, "0001_dog",    "CREATE TABLE dog (mood integer DEFAULT 1);'
result $? 'a numbered file is a migration'
tr -d '\n' <"$work/dog.c" | grep -q '_code\[\] = {    {"dog",    "-- Barks.\\n"    "CREATE TYPE dog_row AS (id uuid, '
result $? 'a file in code/ is code, whole'

echo "1..$count"
exit $status
