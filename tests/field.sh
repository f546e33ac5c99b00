#!/bin/sh
# What a field costs: one more for an order, a ticket and a hold, in a scratch copy whose schema is frozen. The
# description, a new schema file a store and its line in what is built are all that changes, and then every
# carrier in C and SQL has it, and every answer tells it; what was frozen stays. Tills send it in a revision of its own,
# made before. The controls are a field that the description lacks, and one that does not show.
# And a tender more: what has a line for each does not compile.
set -u
srcdir=${srcdir:-$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)}
AWK=${AWK:-awk}
MOST=6
work=$(mktemp -d "${TMPDIR:-/tmp}/loge-field.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree"
(cd "$srcdir" && tar -cf - data src/domain src/port src/adapter/pg_answer.h src/adapter/adapter.am sync/sync.am \
    src/base) |
    (cd "$work/tree" && tar -xf - && chmod -R u+w .)
AWK=$AWK sh "$work/tree/data/freeze.sh" "$work/tree" add >/dev/null || exit 1
cp -R "$work/tree" "$work/before"
# What tills send has its next number once a release, by one command (`make revision`): not a cost of each field.
AWK=$AWK sh "$work/tree/data/freeze.sh" "$work/tree" revise >/dev/null || exit 1
echo "# make revision writes $(diff -rq "$work/before" "$work/tree" | wc -l) files, once"
rm -rf "$work/before"
cp -R "$work/tree" "$work/before"

# shellcheck source=lib/tap.sh
. "$srcdir/tests/lib/tap.sh"

# generated STORE: the SQL of a store as the program has it.
generated() {
    # shellcheck disable=SC2046 # names without blanks
    (cd "$work/tree" &&
        "$AWK" -v part=c -v name="$1_sql" -f data/sql2c.awk src/base/money.h src/domain/*.h \
            src/domain/row/steps.h src/port/outbox.h src/port/token.h src/adapter/pg_answer.h \
            src/domain/row/*.def data/schema/"$1"/*.sql \
            $(find data/schema/"$1" -path '*/code/*.sql' | sort) data/sql/*.sql)
}

# shapes: every field of every row, as the compiler sees the tables that all carriers go by.
shapes() {
    : >"$work/tree/config.h"
    (cd "$work/tree" && ${CC:-cc} -std=gnu11 -D_GNU_SOURCE -I. -E -P src/domain/row/row.c 2>/dev/null)
}

# add_schema STORE TEXT BUILT: the next numbered file, listed behind the last in what is built.
add_schema() {
    last=$(find "$work/tree/data/schema/$1" -maxdepth 1 -name '0*.sql' | sort | tail -n 1)
    last=$(basename "$last")
    new=$(printf '%04d_thanks.sql' $(($(echo "${last%%_*}" | sed 's/^0*//') + 1)))
    echo "$2" >"$work/tree/data/schema/$1/$new"
    sed "s#^\tdata/schema/$1/$last .*#&\\
\tdata/schema/$1/$new \\\\#" "$work/tree/$3" >"$work/new"
    grep -q "$new" "$work/new" && mv "$work/new" "$work/tree/$3"
}

# add_field ROW TABLE [WORDS]: a line for it, and a column in each store.
add_field() {
    echo "${3-SHOWS OR_NULL }TIME(thanked_at, thanked_at)" >>"$work/tree/src/domain/row/$1.def"
    add_schema lite "ALTER TABLE $2 ADD COLUMN thanked_at INTEGER NOT NULL DEFAULT 0;" sync/sync.am &&
        add_schema pg "ALTER TABLE loge.$2 ADD COLUMN thanked_at bigint NOT NULL DEFAULT 0;" \
            src/adapter/adapter.am
}

# An order with a ticket, and a hold: what `--json` and the service say of them (src/domain/doc.h).
cat >"$work/answer.c" <<'END'
#include "config.h"

#include "src/domain/doc.h"

int main(void)
{
    static struct ticket ticket;
    static struct sale sale = {.tickets = &ticket, .ticket_count = 1};
    static struct hold hold;
    const struct doc_at at = {"hamlet", 0};
    const struct doc_sale_extra extra = {.alone = false};
    struct json_out *doc = json_out_new();
    IN.thanked_at = 1700000000000;
    json_object_begin(doc);
    doc_sale(doc, "sale", &sale, &at, &extra);
    doc_hold(doc, "hold", &hold, &at);
    json_object_end(doc);
    return !json_out_print(doc, stdout);
}
END

# answer ROW: that, with the field in one of them. What is in none is not linked.
answer() {
    # shellcheck disable=SC2046 # names without blanks
    (cd "$work/tree" && : >config.h && ${CC:-cc} -std=gnu11 -D_GNU_SOURCE -DIN="$1" -I. -ffunction-sections \
        -fdata-sections -Wl,--gc-sections -o "$work/answer" "$work/answer.c" $(find src/base -name 'text*.c') \
        src/base/arena.c src/base/clock.c src/base/json_out.c src/base/uuid.c src/domain/doc.c src/domain/entity.c \
        src/domain/entry_mark.c src/domain/row/row.c src/domain/row_json.c src/domain/seat.c \
        src/domain/tender.c) && "$work/answer"
}

# document: of the service.
document() {
    # shellcheck disable=SC2046 # names without blanks
    (cd "$work/tree" && "$AWK" -v part=json -f data/sql2c.awk \
        $(find src/domain/row -name '*.def' ! -name '*.steps.def') data/openapi.json)
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
    result $? "$row: a new file in each schema adds the column"
    AWK=$AWK sh "$work/tree/data/freeze.sh" "$work/tree" check >/dev/null
    result $? "$row: and nothing that is frozen reads otherwise"
    [ $(($(carried_by lite) - before_lite)) -ge 5 ]
    result $? "$row: SQLite's statements have it"
    [ $(($(carried_by pg) - before_pg)) -ge 6 ]
    result $? "$row: PostgreSQL's types, functions and statements have it"
    shapes | grep -q "offsetof(struct $row, thanked_at)\|struct $row, thanked_at"
    result $? "$row: the table that journals and stores go by has it"
    answer "$row" | grep -q '"thanked_at":"2023-11-14T22:13:20Z"'
    result $? "$row: its answer tells it"
    document | grep -q '"thanked_at": {'
    result $? "$row: and so does the document of the service"
    [ "$(touched)" -le $MOST ]
    result $? "$row: $(touched) files, of $MOST at most"
    rm -rf "$work/tree" && cp -R "$work/before" "$work/tree"
done

# The control: a column alone is carried by nothing.
add_field sale sale
cp "$work/before/src/domain/row/sale.def" "$work/tree/src/domain/row/sale.def"
[ "$(generated lite | grep -v 'ADD COLUMN' | grep -c thanked_at)" = 0 ]
result $? 'control: without its line no statement has it'

rm -rf "$work/tree" && cp -R "$work/before" "$work/tree"
add_field sale sale ''
answer sale >"$work/answer.json" && ! grep -q thanked_at "$work/answer.json" && ! document | grep -q thanked_at
result $? 'control: one that does not show is in no answer'

# A tender more, as only entity.h knows it.
mkdir -p "$work/over/src/domain"
: >"$work/over/config.h"
# says FILE: what the compiler has against it.
says() {
    (cd "$srcdir" && ${CC:-cc} -std=gnu11 -D_GNU_SOURCE -fsyntax-only -I"$work/over" -I. "$1" 2>&1)
}
for file in src/domain/tender.c src/domain/sale_money.c src/cmd/shift.c ui/count_sheet.c; do
    cp "$srcdir/src/domain/entity.h" "$work/over/src/domain/entity.h"
    ! says "$file" | grep -q 'every tender'
    result $? "control: $file compiles"
    sed 's/, TENDER_COUNT/, TENDER_CHEQUE = 3&/' "$srcdir/src/domain/entity.h" >"$work/over/src/domain/entity.h"
    says "$file" | grep -q 'every tender'
    result $? "$file does not compile with a tender more"
done

echo "1..$count"
exit $status
