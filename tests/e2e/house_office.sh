#!/bin/sh
# Supervisors of a house of several tills: tills that work alone, seats lent to them, conflicts.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
plan 42

make_house && make_show || exit 1
at 1 && as mark 2222
check_refused 'a house knows only tills that keep a journal' 3 INVALID till dead till-7 --reason lost
# As when till-2 was joined with a key of its own.
sql "INSERT INTO loge.journal (house, device, till, no, public_key, proof, act_proof, enrolled_by, enrolled_at)
    VALUES (1, '01900000-0000-7000-8000-000000000002', 'till-2', 7, sha256('key'), sha256('proof'),
        sha256('act'), 'mark', 0) ON CONFLICT DO NOTHING" >/dev/null
state() {
    run till list --json
    field '[.tills[] | select(.till == "till-2")] | .[0] | "\(.quarantine) \(.seats) \(.recall)"'
}
check 'a till that does is listed' is "$(state)" 'none 0 false'
run allot take till-2 play Stalls-A-1 Stalls-A-2 --json
check 'seats are lent to it' is "$code $(state)" '0 none 2 false'
run allot list till-2 --json
check 'and listed' is "$(field '[.seats[].id] | join(" ")')" 'Stalls-A-1 Stalls-A-2'
check_refused 'nobody else sells them' 1 SEAT_BLOCKED hold new play Stalls-A-1
check_refused 'nor are they lent twice' 1 SEAT_TAKEN allot take till-2 play Stalls-A-1 Stalls-A-3
run allot list till-2 --json
check 'and then nothing is' is "$(field '.seats | length')" 2
as ruth 3333
run voucher add GIFT-7 100.00 --gift
as mark 2222
run allot voucher till-2 GIFT-7 --amount 80.00 --json
check 'money of a gift card is lent to it' is "$code" 0
run allot list till-2 --json
check 'and listed too' is "$(field '.vouchers[] | "\(.code) \(.money) \(.uses)"')" 'GIFT-7 8000 0'
run allot list till-2
check 'for people as well' is "$(printf '%s\n' "$out" | tail -n 1)" 'Voucher GIFT-7: 80.00'
check_refused 'no more than is left' 1 NOT_POSSIBLE allot voucher till-2 GIFT-7 --amount 20.01
run voucher list --json
check 'the card says so' is "$(field '.vouchers[] | select(.code == "GIFT-7") | .lent')" 8000
as anna 1111
check_refused 'a clerk lends no voucher' 4 NOT_ALLOWED allot voucher till-2 GIFT-7 --amount 1.00
check_refused 'a clerk lends nothing' 4 NOT_ALLOWED allot take till-2 play Stalls-B-1
check_refused 'nor acts for another till than hers' 4 NOT_ALLOWED shift open --float 0 --till till-2
check 'nor by the environment' is "$(LOGE_TILL=till-2 "$loge" shift open --float 0 --json |
    jq -r .error.code)" NOT_ALLOWED
LOGE_SIGN_PIN=2222
export LOGE_SIGN_PIN
run shift open --float 0 --till till-2 --sign mark --json
check 'unless a supervisor signs' is "$code $(field .shift.till)" '0 till-2'
unset LOGE_SIGN_PIN
check_refused 'nor gives a till up' 4 NOT_ALLOWED till dead till-2 --reason lost
as mark 2222
run allot return till-2 --json
check 'what is lent is asked for' is "$code $(state)" '0 none 2 true'
run till dead till-2 --reason stolen --json
check 'of a till that is given up the seats are free' is "$code $(state)" '0 revoked 0 false'
run hold new play Stalls-A-1 --json
check 'and sold to others' is "$code" 0
run till readmit till-2 --json
check 'it may be let in again' is "$code" 0

# ---- rules
check_refused 'a supervisor makes no rules' 4 NOT_ALLOWED allot rule till-2 8
check_refused 'nor changes the house' 4 NOT_ALLOWED house policy rebase off
as ruth 3333
run allot rule till-2 8 --show play --section Stalls
run allot list till-2 --json
check 'a manager makes one, and it is listed' is \
    "$(field '.rules[0] | "\(.show) \(.section) \(.seats)"')" 'play Stalls 8'
run allot rule till-2 0 --show play --section Stalls
run allot list till-2 --json
check 'and takes it away' is "$code $(field '.rules | length')" '0 0'
run house policy lease-minutes 30
run house policy paid-beats-hold on --json
check 'the house does as it is told' is \
    "$(field '.policy | "\(.["lease-minutes"]) \(.["paid-beats-hold"]) \(.rebase)"')" '30 true true'
run house policy list-minutes 45
run house policy list-scanner on
run house policy --json
check 'so is when a list is old, and who may admit by it' is \
    "$(field '.policy | "\(.["list-minutes"]) \(.["list-scanner"])"')" '45 true'
check_refused 'in numbers that make sense' 2 INVALID house policy offline-days 0
check_refused 'and by names it knows' 2 INVALID house policy colour red
as mark 2222

# ---- conflicts
run conflict list
check 'there is nothing to decide at first' is "$code $out" '0 There is nothing to decide.'
check_refused 'an unknown one is not there' 3 INVALID conflict show 01900000-ffff
sql "INSERT INTO loge.conflict (house, id, device, till, seq, heading, reason, actor, made_at, at,
        deadline, show_no, seats, owners)
    VALUES (1, '01900000-0000-7000-8000-00000000000c', '01900000-0000-7000-8000-000000000002',
        'till-2', 1, 4, 1, 'anna', 0, 0, 0, 1, '{0}', '{NULL}')" >/dev/null
run conflict list --json
check 'one that came home is' is "$(field '.conflicts[0] | "\(.till) \(.outcome)"')" 'till-2 open'
run conflict resolve 01900000-0000-7000-8000-00000000000c keep --reason known --json
check 'and decided once' is "$code $("$loge" conflict list)" '0 There is nothing to decide.'

# ---- PINs are counted in the house
wrong() { # at till $1, with COMMAND...
    at "$1"
    shift
    LOGE_PIN=${pin-9999} "$loge" "$@" --json 2>/dev/null | jq -r .error.message
}
at 1 && as anna 1111
check 'a wrong PIN is refused' is "$(wrong 1 sign-in joe)" "$(wrong 2 show list --as joe)"
check 'and counted for every till' is "$(sql "SELECT failures FROM loge.staff WHERE name = 'joe'")" 2
check 'a right one begins anew' is "$(pin=4444 wrong 2 sign-in joe) $(sql \
    "SELECT failures FROM loge.staff WHERE name = 'joe'")" 'null 0'
for till in 1 2 1; do wrong $till sign-in joe >/dev/null; done
LOGE_SIGN_PIN=9999
export LOGE_SIGN_PIN
at 1
run hold new play Stalls-D-9 --sign joe --json
run hold new play Stalls-D-9 --sign joe
unset LOGE_SIGN_PIN
check 'also those of who signs: the fifth locks' is "${err%% [0-9]*}" \
    'loge: Too many wrong PINs: joe is locked for'
said=$(pin=4444 wrong 2 sign-in joe)
check 'with the right one, too, at any till' is "${said%% [0-9]*}" \
    'Too many wrong PINs: joe is locked for'
check 'the log says where' is "$(sql "SELECT count(*) FROM loge.event
    WHERE note = 'wrong PIN' AND actor = 'joe' AND till IN ('till-1', 'till-2')")" 7
sql "UPDATE loge.staff SET locked_until = 1 WHERE name = 'joe'" >/dev/null
check 'for five minutes' is "$(pin=4444 wrong 2 sign-in joe)" null
at 1
check "only the till's owner reads its gate" is "$(find "$LOGE_DIR" -name till.gate -perm 600 | wc -l)" 1
finish
