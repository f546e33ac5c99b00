#!/bin/sh
# What a field costs: one more for an order, a ticket and a hold, in a scratch copy. The descriptions and
# one schema file a store are all that changes, and then every carrier in C and SQL has it. The control is
# a field that the description lacks.
set -u
srcdir=${srcdir:-$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)}
AWK=${AWK:-awk}
MOST=6
work=$(mktemp -d "${TMPDIR:-/tmp}/loge-field.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree"
(cd "$srcdir" && tar -cf - data src/domain src/port src/adapter/pg_answer.h src/base) |
    (cd "$work/tree" && tar -xf - && chmod -R u+w .)
cp -R "$work/tree" "$work/before"

# shellcheck source=lib/tap.sh
. "$srcdir/tests/lib/tap.sh"

# generated STORE: the SQL of a store as the program has it.
generated() {
    (cd "$work/tree" &&
        "$AWK" -v part=c -v name=sql -f data/sql2c.awk src/domain/*.h src/port/outbox.h \
            src/port/token.h src/adapter/pg_answer.h src/domain/row/*.def data/schema/"$1"/*.sql \
            data/sql/"$1"/*.sql)
}

# shapes: every field of every row, as the compiler sees the tables that all carriers go by.
shapes() {
    : >"$work/tree/config.h"
    (cd "$work/tree" && ${CC:-cc} -std=gnu11 -D_GNU_SOURCE -I. -E -P src/domain/row/row.c 2>/dev/null)
}

# add_field ROW TABLE: a line for it, and a column in each store.
add_field() {
    echo 'TIME(thanked_at, thanked_at)' >>"$work/tree/src/domain/row/$1.def"
    echo "ALTER TABLE $2 ADD COLUMN thanked_at INTEGER NOT NULL DEFAULT 0;" \
        >>"$work/tree/data/schema/lite/0012_kept_act.sql"
    sed "s/^CREATE TABLE loge\\.$2 (\$/&\\
    thanked_at bigint NOT NULL DEFAULT 0,/" "$work/tree/data/schema/pg/0001_house.sql" >"$work/new"
    mv "$work/new" "$work/tree/data/schema/pg/0001_house.sql"
}

touched() {
    diff -rq "$work/before" "$work/tree" | grep -vc config.h
}

# carried_by STORE: how often the field stands in its SQL.
carried_by() {
    generated "$1" | grep -c thanked_at
}

for row in sale ticket hold; do
    before_lite=$(carried_by lite)
    before_pg=$(carried_by pg)
    add_field "$row" "$row"
    grep -q "thanked_at bigint" "$work/tree/data/schema/pg/0001_house.sql"
    result $? "$row: the column stands in PostgreSQL's schema"
    [ $(($(carried_by lite) - before_lite)) -ge 5 ]
    result $? "$row: SQLite's statements have it"
    [ $(($(carried_by pg) - before_pg)) -ge 7 ]
    result $? "$row: PostgreSQL's types, functions and statements have it"
    shapes | grep -q "offsetof(struct $row, thanked_at)\|struct $row, thanked_at"
    result $? "$row: the table that journals and stores go by has it"
    [ "$(touched)" -le $MOST ]
    result $? "$row: $(touched) files, of $MOST at most"
    rm -rf "$work/tree" && cp -R "$work/before" "$work/tree"
done

# The control: a column alone is carried by nothing.
add_field sale sale
cp "$work/before/src/domain/row/sale.def" "$work/tree/src/domain/row/sale.def"
[ "$(generated lite | grep -v 'ADD COLUMN' | grep -c thanked_at)" = 0 ]
result $? 'control: without its line no statement has it'

echo "1..$count"
exit $status
