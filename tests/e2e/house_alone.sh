#!/bin/sh
# A till whose house is not reached by some commands and is by the next ones.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
plan 34

lose_house() {
    mv "$servers_dir/pg/.s.PGSQL.5432" "$servers_dir/pg/away"
}
find_house() {
    mv "$servers_dir/pg/away" "$servers_dir/pg/.s.PGSQL.5432"
}
hold() {
    run hold new play "$@" --json
    held=$(field .hold.id)
}
waits() {
    run sync --status --json
    field .sync.pending
}

make_house && make_show || exit 1
at 2 && as joe 4444
lose_house
hold Stalls-A-2 Stalls-A-3
mine=$held
check 'seats are held without the house' is "$code $(waits)" '0 1'
run sync --status --json
check 'how long it takes nobody can tell yet' is "$(field .sync.left_ms)" null
find_house
run hold show "$mine" --json
check 'the house has them before it is asked' is "$code $(field .hold.status)" '0 active'
run sync --status --json
check 'and nothing waits' is "$(field .sync.pending) $(field .sync.left_ms)" '0 0'
run hold sell "$mine" --json
check 'so they are sold there' is "$code $(field '.sale.tickets | length')" '0 2'

lose_house
hold Stalls-B-5
run hold sell "$held" --json
find_house
at 3 && as mark 2222
run hold new play Stalls-B-5 --json
check 'a till that asks first has what another sold alone' is "$code" 0
at 2
run hold show "$held" --json
check 'whoever comes home too late is told no lie' is "$code $(waits)" '3 0'
at 1 && as mark 2222
run conflict list --json
check 'and a supervisor decides' is "$(field '.conflicts[0] | "\(.till) \(.outcome)"')" \
    'till-2 open'

run allot take till-2 play Stalls-C-1 --json
check_refused 'what is lent is another till'\''s' 1 SEAT_BLOCKED hold new play Stalls-C-1
at 2
hold Stalls-C-1
check 'and its own, at the house too' is "$code" 0

# The house does what it is asked, and its answer is not heard; then it is lost, and the same key asks.
hold_key=0191d2a0-0000-7000-8000-00000000aa01 sell_key=0191d2a0-0000-7000-8000-00000000aa02
hold Stalls-A-7 Stalls-A-8 --key $hold_key
unheard=$held
lose_house
hold Stalls-A-7 Stalls-A-8 --key $hold_key
check 'what is done again alone has the names the house gave' is "$code $(waits) $held" "0 1 $unheard"
run hold sell "$held" --json --key $sell_key
sold=$(field '[.sale.code, .sale.id, .sale.tickets[].code] | join(" ")')
find_house
run sync --once --json
run hold sell "$unheard" --json --key $sell_key
check 'so what was sold after it is sold there' is \
    "$code $(field '[.sale.code, .sale.id, .sale.tickets[].code] | join(" ")')" "0 $sold"
hold Stalls-C-7 --key ${hold_key%1}3
run hold sell "$held" --json --key ${sell_key%2}4
unheard=$(field '[.sale.code, .sale.id, .sale.tickets[].code] | join(" ")')
lose_house
hold Stalls-C-7 --key ${hold_key%1}3
run hold sell "$held" --json --key ${sell_key%2}4
check 'a sale that was not heard of has its codes alone, too' is \
    "$(field '[.sale.code, .sale.id, .sale.tickets[].code] | join(" ")')" "$unheard"
find_house
run sync --once --json
check 'and is one sale' is "$code $(field .sync.pending) $(sql "SELECT count(*) FROM loge.sale
    WHERE code = '${unheard%% *}'") $(sql "SELECT count(*) FROM loge.conflict WHERE outcome = 0")" \
    '0 0 1 1'

# A paper outlives its till: the house is told how far that journal went.
missing() {
    run journal find "$mark" --json
    printf '%s %s' "$(field .entry.arrived)" "$(field .entry.missing)"
    run journal missing --json
    printf ' %s' "$(field '.missing | length')"
}
lose_house
hold Stalls-D-10
run hold sell "$held" --json
sold=$(field .sale.code) mark=$(field .sale.journal)
run sale show "$sold" --receipt --ticket
check 'ticket and receipt say where they stand in the journal' is \
    "$(printf '%s\n' "$out" | grep -c "Journal .* $mark")" 2
check 'and the receipt has it to be scanned' \
    [ "$(printf '%s\n' "$out" | tail -20 | grep -c '█')" -ge 9 ]
find_house
at 1 && as joe 4444
check 'at another till it is known to be missing' is "$(missing)" 'false 2 1'
at 2
run sync --once
at 1
check 'until it has come' is "$(missing)" 'true 0 0'
run journal find "$mark"
check 'and is named, so that it can be compared with the paper' is \
    "$(printf '%s\n' "$out" | grep -c "joe's act of .* order $sold")" 1
# A paper of another till, or of none: J1-1-900 is no entry that there is.
run journal find J1-1-900-AA --json
check_refused 'a clerk strikes nothing' 4 NOT_ALLOWED journal strike J1-1-900-AA --reason false
as mark 2222
run journal strike J1-1-900-AA --reason false
run journal missing --json
check 'a false paper is struck' is "$code $(field '.missing | length')" '0 0'
as joe 4444
check_refused 'a digit that is wrong is noticed' 2 INVALID journal find "${mark%-*}-II"
at 2

# A till that its operator keeps offline, with the house in reach all the time.
kept_offline=$LOGE_DIR/till-till-2.db.held
as mark 2222 && as joe 4444
: >"$kept_offline"
run sync --status --json
check 'a till is kept offline' is "$code $(field .sync.held)" '0 true'
hold Stalls-A-9
check 'a command acts alone there as well' is "$code $(waits)" '0 1'
run hold show "$held"
check 'and says that it does' is "$(printf '%s\n' "$out" | grep -c 'is held there; 1 act waits')" 1
check 'the house knows nothing of it' is \
    "$(sql "SELECT count(*) FROM loge.hold WHERE id = '$held'")" 0
check_refused 'nor is its journal sent' 5 UNAVAILABLE sync --once
as mark 2222
check_refused 'what only the house can do waits' 5 UNAVAILABLE audit verify
as joe 4444
rm "$kept_offline"
run hold show "$held" --json
check 'let go, it brings home what it did' is "$code $(waits)" '0 0'

# The house is upgraded, the till's program is not.
lose_house
hold Stalls-D-5
find_house
schema=$(sql 'SELECT loge.schema()')
newer() {
    sql "CREATE OR REPLACE FUNCTION loge.schema() RETURNS integer LANGUAGE sql IMMUTABLE RETURN $1"
}
newer $((schema + 1)) >/dev/null
check_refused 'an older program does nothing at a newer house' 5 UNAVAILABLE show list
run sync --json
check 'but it sends what was done alone' is "$code $(field .sync.pending)
$(field .sync.trouble)" "0 0
This till's program is older than the house; it works alone until upgraded."
newer "$schema" >/dev/null
run hold show "$held" --json
check 'which the house has, then' is "$code $(field .hold.status)" '0 active'

# What does not let itself be sent keeps nobody from working.
lose_house
hold Stalls-D-1
find_house
printf 'no journal' >"$LOGE_DIR/till-till-2.db"
hold Stalls-D-2
check 'a till with a broken file works at the house' is "$code" 0
run sync --once
check 'and says what is broken when it is asked to send' [ "$code" != 0 ]
finish
