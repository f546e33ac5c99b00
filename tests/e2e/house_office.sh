#!/bin/sh
# Supervisors of a house of several tills: tills that work alone, seats lent to them, conflicts.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
plan 24

make_house && make_show || exit 1
at 1 && as mark 2222
check_refused 'a house knows only tills that keep a journal' 3 INVALID till dead till-7 --reason lost
# As when till-2 was joined with a key of its own.
sql "INSERT INTO loge.journal (house, device, till, no, public_key, proof, enrolled_by, enrolled_at)
    VALUES (1, '01900000-0000-7000-8000-000000000002', 'till-2', 7, sha256('key'), sha256('proof'),
        'mark', 0) ON CONFLICT DO NOTHING" >/dev/null
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
as anna 1111
check_refused 'a clerk lends nothing' 4 NOT_ALLOWED allot take till-2 play Stalls-B-1
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
finish
