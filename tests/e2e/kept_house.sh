#!/bin/sh
# Houses of one file that older programs made (tests/data/houses/EDITION/file.sql), and one that this program
# makes and that then becomes older: each is brought up to date by the first command, sells on and keeps its
# books. One that was cut short is refused and stays as it is.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
# shellcheck source=tests/e2e/kept_acts.sh
. "$srcdir/tests/e2e/kept_acts.sh"
if ! command -v sqlite3 >/dev/null; then
    echo '1..0 # SKIP sqlite3 is not installed'
    exit 0
fi
houses=$(find "$srcdir/tests/data/houses" -name file.sql 2>/dev/null | sort)
cuts='1 100 4096 20000 half page byte'
# shellcheck disable=SC2086 # names without blanks
set -- $houses
plan $((2 + 6 * (1 + $#) + 3 * $(echo "$cuts" | wc -w)))

make_one_file
# The others are those of a till.
check 'every table of a house has a row' is "$(empty_of "$LOGE_DIR/house.db" entry entry_state till_seat \
    till_show till_meta till_replica till_credential sale_entry kept_act kept_past kept_intent packed_plan \
    packed_map voucher_loan)" ''
mkdir "$work/now"
write_file "$LOGE_DIR/house.db" >"$work/now/file.sql"
sqlite3 "$LOGE_DIR/house.db" "DROP VIEW qa_seat; CREATE VIEW qa_gone AS SELECT 1;
    UPDATE migration SET name = 'edition 0', checksum = zeroblob(32) WHERE number = 0"
check 'its code is made that of an older edition' is $? 0
write_file "$LOGE_DIR/house.db" >"$work/now/older.sql"

# plays_on WHAT: the file in LOGE_DIR.
plays_on() {
    run show list --json
    check "$1: the first command upgrades it" is "$code $(sqlite3 "$LOGE_DIR/house.db" \
        "SELECT count(*) > 0 FROM qa_seat; SELECT name = 'edition 0' FROM migration WHERE number = 0" |
        tr '\n' ' ')" '0 1 0 '
    LOGE_PIN=1111 run sign-in anna --json
    held later Stalls-E-1 Stalls-E-2
    run hold sell "$hold" --pay gift=20.00 --gift GIFT --pay cash --json
    sale=$(field .sale.code)
    check "$1: it sells on, for the rest of a gift, too" is "$code $(field .sale.total)" '0 4000'
    LOGE_PIN=2222 run sign-in mark --json
    run sale refund "$sale" --reason ill --json
    check "$1: and gives back" is "$code $(field .sale.status)" '0 refunded'
    run shift close --cash 0 --reason counted --json
    check "$1: the shift that was open is closed" is "$code $(field .shift.status)" '0 closed'
    run audit verify --json
    check "$1: its log is proved" is "$code $(field .audit.ok)" '0 true'
    check "$1: and no rule is broken" is \
        "$(sqlite3 "$LOGE_DIR/house.db" 'SELECT count(*) FROM qa_invariants')" 0
}

for file in "$work/now/older.sql" "$@"; do
    rm -f "$LOGE_DIR"/house.db*
    sqlite3 "$LOGE_DIR/house.db" <"$file"
    cp "$LOGE_DIR/house.db" "$work/older.db"
    plays_on "$(basename "$(dirname "$file")")"
done

size=$(wc -c <"$work/older.db")
for cut in $cuts; do
    case $cut in
    half) bytes=$((size / 2)) ;;
    page) bytes=$((size - 4096)) ;;
    byte) bytes=$((size - 1)) ;;
    *) bytes=$cut ;;
    esac
    rm -f "$LOGE_DIR"/house.db*
    head -c "$bytes" "$work/older.db" >"$LOGE_DIR/house.db"
    cp "$LOGE_DIR/house.db" "$work/short.db"
    run show list
    check "cut short ($cut): refused" is "$([ "$code" != 0 ] && echo refused)" refused
    check 'in one sentence' is "$(printf '%s\n' "$err" | wc -l | tr -d ' ')" 1
    check 'and nothing of it was changed' cmp -s "$work/short.db" "$LOGE_DIR/house.db"
done
finish
