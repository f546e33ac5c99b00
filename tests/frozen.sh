#!/bin/sh
# Schemas that houses outside have stay as they are (data/freeze.sh). In a scratch copy the schema is frozen
# and then changed in every way; the control is what may be changed.
set -u
srcdir=${srcdir:-$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)}
LOGE=${LOGE:-./loge}
work=$(mktemp -d "${TMPDIR:-/tmp}/loge-frozen.XXXXXX")
trap 'rm -rf "$work"' EXIT
tree=$work/tree
mkdir "$tree"
(cd "$srcdir" && tar -cf - data/schema data/sql data/sql2c.awk src/adapter/adapter.am src/base src/domain src/port src/adapter/pg_answer.h) |
    (cd "$tree" && tar -xf - && chmod -R u+w .)

# shellcheck source=lib/tap.sh
. "$srcdir/tests/lib/tap.sh"

freeze() {
    sh "$srcdir/data/freeze.sh" "$tree" "$1" >"$work/said" 2>&1
}

# refused WHAT WORDS: check fails and says so; then everything is as it was.
refused() {
    freeze check
    [ $? = 1 ] && [ "$(wc -l <"$work/said")" = 1 ] && grep -q "$2" "$work/said"
    result $? "refused: $1" "$work/said"
    rm -rf "$tree" && cp -R "$work/frozen" "$tree"
}

allowed() {
    freeze check
    result $? "allowed: $1" "$work/said"
}

freeze check
result $? 'no frozen file of this tree was changed' "$work/said"

if command -v sqlite3 >/dev/null && [ -x "$LOGE" ]; then
    LOGE_DIR=$work/till "$LOGE" demo --quiet >"$work/said" 2>&1 </dev/null
    house=$work/till/house.db
    sh "$srcdir/data/freeze.sh" "$srcdir" list | grep '^lite' | cut -d' ' -f3 | LC_ALL=C sort >"$work/listed"
    sqlite3 "$house" 'SELECT lower(hex(checksum)) FROM migration' | LC_ALL=C sort >"$work/remembered"
    cmp -s "$work/listed" "$work/remembered"
    result $? 'a house remembers the hashes that are frozen' "$work/remembered"
else
    result 0 'a house remembers the hashes that are frozen # SKIP no sqlite3, or no loge'
fi

revision=$(sed -n 's/^ *SYNC_REVISION = \([0-9]*\),.*/\1/p' "$tree/src/domain/sync.h")
freeze revise
[ -f "$tree/data/schema/revisions/sync$revision.sql" ] || grep -q 'is not frozen: change' "$work/said"
result $? 'a revision that is not frozen is changed in place' "$work/said"
[ ! -f "$tree/data/schema/revisions/sync$revision.sql" ] || revision=$((revision + 1))
grep -v '^[0-9]' "$tree/data/schema/frozen.txt" >"$work/none"
cp "$work/none" "$tree/data/schema/frozen.txt"
freeze add && grep -q '^Edition 1: ' "$work/said" &&
    grep -q '^1 pg 0001_house.sql ' "$tree/data/schema/frozen.txt" &&
    grep -q '^1 lite code ' "$tree/data/schema/frozen.txt"
result $? 'the first edition is everything' "$work/said"
freeze add && grep -q 'Nothing is new since edition 1' "$work/said"
result $? 'an edition without a change is none' "$work/said"
cp -R "$tree" "$work/frozen"

sed 's/total bigint NOT NULL/total bigint  NOT NULL/' "$work/frozen/data/schema/pg/0007_sale.sql" \
    >"$tree/data/schema/pg/0007_sale.sql"
refused 'a blank more' 'pg/0007_sale.sql is frozen since edition 1 and reads otherwise now: houses have it; put it back'
sed 's/SEAT_BLOCKED = 3/SEAT_BLOCKED = 4/' "$work/frozen/src/domain/seat.h" >"$tree/src/domain/seat.h"
freeze check
[ $? = 1 ] && grep -q 'pg/0004_show.sql' "$work/said" && grep -q 'lite/0004_show.sql' "$work/said"
result $? 'refused: a number that C has changed' "$work/said"
rm -rf "$tree" && cp -R "$work/frozen" "$tree"
rm "$tree/data/schema/lite/0014_packed.sql"
refused 'a file that is gone' 'lite/0014_packed.sql is frozen since edition 1 and is gone'

echo 'ALTER TABLE loge.sale ADD COLUMN thanked_at bigint NOT NULL DEFAULT 0;' \
    >"$tree/data/schema/pg/0099_thanks.sql"
allowed 'one file more'
echo '-- A word more.' >>"$tree/data/schema/lite/code/qa.sql"
allowed 'other code'
cp -R "$tree" "$work/changed"
for row in "$tree"/src/domain/row/*.def; do
    case $row in *.steps.def) ;; *) echo 'TIME(thanked_at, thanked_at)' >>"$row" ;; esac
done
freeze check
[ $? = 1 ] && [ "$(wc -l <"$work/said")" = 1 ] && grep -q 'frozen: run .make revision' "$work/said"
result $? 'refused: a row that tills send with one field more, under the revision they have' "$work/said"
freeze revise && grep -q "SYNC_REVISION = $((revision + 1))," "$tree/src/domain/sync.h" &&
    grep -q "sync$((revision + 1))\\.open" "$tree/data/sql/sync.sql" && ! grep -q "sync$revision\\." "$tree"/data/sql/*.sql &&
    grep -q "code/sync$((revision + 1)).sql" "$tree/src/adapter/adapter.am"
result $? 'the next revision is one command' "$work/said"
allowed 'every row with one field more: what tills send is written out, and no table goes by a row'
sent=data/schema/pg/code/sync$revision.sql
sed "s/^CREATE TYPE sync$revision.sale_row AS (/&thanked_at bigint, /" "$work/changed/$sent" >"$tree/$sent"
freeze check
[ $? = 1 ] && grep -q "$sent is frozen since edition 1 and reads otherwise now: tills call it" "$work/said"
result $? 'refused: a field more in what tills send' "$work/said"
rm -rf "$tree" && mv "$work/changed" "$tree"
freeze add && [ "$(grep -c '^2 ' "$tree/data/schema/frozen.txt")" = 2 ] &&
    grep -q '^2 pg 0099_thanks.sql ' "$tree/data/schema/frozen.txt" &&
    grep -q '^2 lite code ' "$tree/data/schema/frozen.txt"
result $? 'the next edition is what is new' "$tree/data/schema/frozen.txt"
cp -R "$tree/." "$work/frozen"
echo '-- A word more.' >>"$tree/data/schema/pg/0099_thanks.sql"
refused 'a word more in a later file' 'pg/0099_thanks.sql is frozen since edition 2'

echo "1..$count"
exit $status
