#!/bin/sh
# Who acts: the owner, the person signed in, --as, and a supervisor who signs.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 41

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
check_refused 'but not the same to two people' 1 ALREADY_EXISTS staff badge anna
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

# ---- money of another shift, and of another till
LOGE_NEW_PIN=5555 "$loge" staff add sam scanner --quiet
LOGE_NEW_PIN=4444 "$loge" staff add joe clerk --quiet
LOGE_PIN=1111 "$loge" sign-in anna --quiet
"$loge" hold new play Stalls-C-1 --for ada@example.org --quiet
run hold sell "$("$loge" hold list --json | jq -r '.holds[] | select(.seats[0] == "Stalls-C-1") | .id')" \
    --pay cash --given 100 --name Ada --json
sale=$(field .sale.code)
LOGE_PIN=4444 "$loge" sign-in joe --quiet
check_refused "another clerk's shift is not his to close" 4 NOT_ALLOWED shift close --cash 46.20
check_refused 'nor to take money from' 4 NOT_ALLOWED shift drop 5.00
LOGE_SIGN_PIN=2222
export LOGE_SIGN_PIN
run shift close --cash 42.00 --sign mark --json
check 'a supervisor can sign for that' is "$code" 0
unset LOGE_SIGN_PIN
LOGE_PIN=1111 "$loge" sign-in anna --quiet
check_refused 'a closed shift is not refunded by a clerk' 4 NOT_ALLOWED sale refund "$sale" --reason ill
run hold new play Balcony-A-1 --json
cheaper=$(field .hold.id)
check_refused 'nor by an exchange for a cheaper seat' 4 NOT_ALLOWED sale exchange "$sale" "$cheaper"
LOGE_SIGN_PIN=2222
export LOGE_SIGN_PIN
run sale exchange "$sale" "$cheaper" --sign mark --json
check 'unless a supervisor signs' is "$code $(field '.sale.given_back > 0')" '0 true'
unset LOGE_SIGN_PIN
run hold new play Balcony-A-2 --till box-2 --json
check 'a clerk acts at the till she is at' is "$code $(field .error.code)" '4 NOT_ALLOWED'
LOGE_SIGN_PIN=2222
export LOGE_SIGN_PIN
run hold new play Balcony-A-2 --till box-2 --sign mark --json
check 'and for another one when a supervisor signs' is "$code $(field .hold.till)" '0 box-2'
unset LOGE_SIGN_PIN

# ---- a scanner
LOGE_PIN=5555 "$loge" sign-in sam --quiet
check_refused 'a scanner reads no customers' 4 NOT_ALLOWED customer find ada
check_refused 'no orders' 4 NOT_ALLOWED sale find ada
check_refused 'not even one' 4 NOT_ALLOWED sale show "$sale"
check_refused 'no tickets to print' 4 NOT_ALLOWED ticket show "$sale"
check_refused 'no waiting list' 4 NOT_ALLOWED wait list play
check_refused 'no vouchers' 4 NOT_ALLOWED voucher list
out=$(printf 'open play\norders ada\n' | "$loge" --plain 2>&1)
check 'and not in the plain console' is "$(printf '%s' "$out" | grep -c "$sale")" 0
"$loge" sign-out --quiet

# ---- bytes that steer a terminal, in rows that another program wrote
python3 -c 'import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("UPDATE sale SET name = ?", ("A\x1b[2Jda\nTotal   0.00",))
db.execute("UPDATE hold SET email = ?", ("a\x1b]0;x\x07@example.org",))
db.commit()' "$LOGE_DIR/house.db"
shown=$("$loge" sale show "$sale"; "$loge" hold show "$cheaper"; "$loge" sale find ada)
check 'names reach the terminal without them' is \
    "$(printf '%s' "$shown" | tr -d '\n' | LC_ALL=C grep -c '[[:cntrl:]]') $(printf '%s\n' "$shown" |
        grep -c '^Total   0.00')" '0 0'

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
