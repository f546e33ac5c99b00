#!/bin/sh
# Who acts: the owner, the person signed in, --as, and a supervisor who signs.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 25

make_room
person() {
    LOGE_NEW_PIN=$3 "$loge" staff add "$1" "$2" --quiet
}
person anna clerk 1111 && person mark supervisor 2222
run staff list --json
check 'people can be added' is "$(field '[.staff[] | .name + " " + .role] | sort | join(", ")')" \
    'anna clerk, mark supervisor'
check_refused 'a PIN is needed' 4 NOT_ALLOWED staff add carl clerk
LOGE_NEW_PIN=12
export LOGE_NEW_PIN
check_refused 'a PIN of two digits is refused' 2 INVALID staff add carl clerk
unset LOGE_NEW_PIN
check_refused 'a role that is none' 2 INVALID staff role anna king

run whoami --json
check 'with nobody signed in the owner acts as manager' is \
    "$(field '.person.role, .person.signed_in' | tr '\n' ' ')" 'manager false '

LOGE_NEW_BADGE=0048213377 "$loge" staff badge mark --quiet
check 'a badge is given, and its number is not kept' test "$(grep -c 0048213377 "$LOGE_DIR/house.db")" = 0
LOGE_NEW_BADGE=0048213377
export LOGE_NEW_BADGE
check_refused 'but not the same to two people' 2 INVALID staff badge anna
unset LOGE_NEW_BADGE

# ---- signing in
LOGE_PIN=9999
export LOGE_PIN
check_refused 'a wrong PIN does not sign in' 4 NOT_ALLOWED sign-in anna
LOGE_PIN=1111
run sign-in anna --json
check 'the right one does' is "$(field .person.name)" anna
unset LOGE_PIN
run whoami --json
check 'the next command is hers' is "$(field '.person.name, .person.role' | tr '\n' ' ')" 'anna clerk '
run hold new play Stalls-A-1 Stalls-A-2 --json
hold=$(field .hold.id)
check 'her hold is in her name' is "$(field .hold.holder)" anna
check 'only she can read the session' is \
    "$(find "$LOGE_DIR" -name 'session-*' -perm 600 | wc -l)" 1

# ---- rights
check_refused 'a clerk may not block' 4 NOT_ALLOWED seat block play Stalls-B-1 --reason x
check_refused 'nor add shows' 4 NOT_ALLOWED show add more --hall room --price 1 \
    --starts "$(in_days 2)"
check_refused 'nor read the log' 4 NOT_ALLOWED audit
LOGE_SIGN_PIN=2222
export LOGE_SIGN_PIN
run seat block play Stalls-B-1 --reason camera --sign mark --json
check 'a supervisor can sign for it' is "$code $(field '.seats[0].status')" '0 blocked'
unset LOGE_SIGN_PIN
run sign-out --json
check 'she signs out' is "$(field .signed_out)" true
run audit --limit 1 --json
check 'the log says who acted and who signed' is \
    "$(field '.events[0] | .actor, .approver, .reason' | tr '\n' ' ')" 'anna mark camera '

# ---- somebody else's hold
LOGE_PIN=2222
export LOGE_PIN
check_refused "another's hold is not sold" 1 NOT_HOLDER hold sell "$hold" --as mark
check_refused "releasing it needs a reason" 2 INVALID hold release "$hold" --as mark
run hold transfer "$hold" mark --reason break --as mark --json
check 'a supervisor can take it over' is "$(field .hold.holder)" mark
unset LOGE_PIN

# ---- shut out
LOGE_PIN=1111 "$loge" sign-in anna --quiet
(cd "$work" && mv house/session-* session)
run staff disable anna --json
(cd "$work" && mv session "house/session-$(id -u)")
check_refused 'a disabled person is out at once, though signed in' 4 NOT_ALLOWED show list
run sign-out
LOGE_PIN=1111
export LOGE_PIN
check_refused 'and cannot sign in again' 4 NOT_ALLOWED sign-in anna
LOGE_PIN=0000
for _ in 1 2 3 4 5; do "$loge" sign-in mark >/dev/null 2>&1; done
LOGE_PIN=2222
check_refused 'five wrong PINs lock a person' 4 NOT_ALLOWED sign-in mark
unset LOGE_PIN
run audit verify --json
check 'the house verifies' is "$(field .audit.ok)" true
finish
