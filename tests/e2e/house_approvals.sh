#!/bin/sh
# A supervisor signs at a clerk's till, with the house in reach and without it: each is shown for what it is.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
plan 24

lose_house() {
    mv "$servers_dir/pg/.s.PGSQL.5432" "$servers_dir/pg/away"
}
find_house() {
    mv "$servers_dir/pg/away" "$servers_dir/pg/.s.PGSQL.5432"
}
# Sells a seat for 5.00 less, which mark signs for.
sell_for_less() {
    run hold new play "$1" --json
    LOGE_SIGN_PIN=2222 run hold sell "$(field .hold.id)" --discount 5.00 --reason regular --sign mark --json
}
# signed SEAT: who sold it, who signed, and who has checked that.
signed() {
    run audit --show play --seat "$1" --json
    field '.events[] | select(.act == "sell") | "\(.actor) \(.approver) \(.approval)"'
}
# The line of the log about that seat, as text, from WHO on.
line_of() {
    run audit --show play --seat "$1"
    printf '%s\n' "$out" | sed -n 's/.* sell  *\(.*\)  *play .*/\1/p' | tr -s ' '
}

make_house && make_show || exit 1
at 3 && as mark 2222 && as joe 4444
at 2 && as mark 2222 && as anna 1111 # a till knows the PINs of whoever signed in at it
run hold new play Stalls-A-1 --json
check_refused 'a clerk needs a signature for it' 4 NOT_ALLOWED \
    hold sell "$(field .hold.id)" --discount 5.00 --reason regular
run hold release "$(run hold list --json && field '.holds[0].id')"
sell_for_less Stalls-A-1
check 'a supervisor signs at the clerk'\''s till' is "$code" 0
run sync --once
run sync --once
lose_house
sell_for_less Stalls-A-2
check 'and so without the house' is "$code $(field .sale.provisional)" '0 true'
# The house has done this one, and its answer was lost on the way: the till does it again.
sell_with_key() {
    LOGE_SIGN_PIN=2222 run hold sell "$kept" --discount 5.00 --reason regular --sign mark \
        --key 0191d2a0-0000-7000-8000-00000000aa01 --json
}
find_house
run hold new play Stalls-A-9 --json
kept=$(field .hold.id)
run sync --once
run sync --once
sell_with_key
check 'the house answers' is "$code" 0
rm "$LOGE_DIR/till-till-2.heard"
lose_house
sell_with_key
check 'and is not heard' is "$code $(field .sale.provisional)" '0 true'
sell_for_less Stalls-B-1
clash=$(field .sale.code)
LOGE_PIN=2222
export LOGE_PIN
run audit --as mark --json
check 'the till'\''s own log says that the house has not checked it' is \
    "$(field '[.events[] | select(.approver) | .approval] | unique | join(" ")')" till
run audit --as mark --limit 1
check 'in words, too' is "$(printf '%s\n' "$out" | grep -c 'anna + mark (per till-2)')" 1
unset LOGE_PIN
find_house
at 3 && as joe 4444
sell_for_less Stalls-B-1
check 'another till has sold one of them meanwhile' is "$code" 0
lose_house
sell_for_less Stalls-D-10
find_house
at 2
run sync --once --json
check 'the till comes home' is "$(field .sync.pending)" 0
run hold new play Stalls-C-1 Stalls-C-2 --json

# ---- the log
at 1 && as mark 2222
check 'what the house has checked is not marked' is "$(signed Stalls-A-1)" 'anna mark house'
check 'nor what it did before the till told it' is "$(signed Stalls-A-9) $(sql "SELECT count(*)
    FROM loge.entry WHERE uid = '0191d2a0-0000-7000-8000-00000000aa01'")" 'anna mark house 1'
check 'of what was signed alone it has the till'\''s word' is "$(signed Stalls-A-2)" 'anna mark till'
check 'as text the one' is "$(line_of Stalls-A-1)" 'anna + mark till-2 '
check 'and the other' is "$(line_of Stalls-A-2)" 'anna + mark (per till-2) till-2 '
run audit --limit 1000 --json
check 'and where nobody signed, nobody has checked' is \
    "$(field '[.events[] | select(.approver == null) | .approval] | unique | tostring')" '[null]'

# ---- a conflict
run conflict show "$clash" --json
check 'a conflict says who signed for what did not fit' is \
    "$(field '.conflict | "\(.actor) \(.approver) \(.approval)"')" 'anna mark till'
check 'and who signed for whoever has the seat' is \
    "$(field '.conflict.seats[0] | "\(.owner) \(.approver) \(.approval)"')" 'joe mark house'
run conflict show "$clash"
check 'in words, both' is "$(printf '%s\n' "$out" | grep -c 'by anna + mark (per till-2) at till-2')$(
    printf '%s\n' "$out" | grep -c 'Stalls-B-1 sold joe + mark till-3')" 11
at 2
lose_house
sell_for_less Stalls-D-10
clash=$(field .sale.code)
find_house
at 3 && run sync --once
at 2 && run sync --once
run conflict show "$clash" --json
check 'a clerk sees it too, and of two tills that were alone which said what' is \
    "$(field '.conflict | "\(.approval) \(.till) \(.seats[0] | "\(.owner) \(.approval) \(.till)")"')" \
    'till till-2 joe till till-3'

# ---- verify
at 1 && as ruth 3333
run audit verify --json
check 'verify counts them' is "$code $(field '.audit | "\(.ok) \(.approvals) \(.approvals_by_tills)"')" \
    '0 true 7 4'
run audit verify
check 'in words, too' is "$(printf '%s\n' "$out" | grep -c '^7 approvals; for 4 of them ')" 1
check 'reports on SQL see it' is "$(sql "SELECT string_agg(DISTINCT approval, ' ' ORDER BY approval)
    FROM qa.event WHERE approver <> ''")" 'house till'
sql "UPDATE loge.event SET approval = 1 WHERE approval = 2"
run audit verify --json
check 'a mark that somebody takes away is found' is "$code $(field '.audit.ok')" '1 false'
check 'by the seal, and by the journal' is "$(field '[.audit.faults[].text] |
    (any(test("are not what was sealed")) | tostring) + " " +
    (any(test("^approval_without_its_mark: ")) | tostring)')" 'true true'
