#!/bin/sh
# Paper comes from whatever sold: a command, a line of --plain. And what a command answers is alone
# on its standard output, so that scripts can keep it.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 25

make_room
run shift open --float 50.00 --quiet
check 'an act that is told to be quiet prints nothing' is "$code$out$err" 0
run shift show --quiet
check 'but what was asked for is shown' test -n "$out"

# printer COMMAND
printer() {
    printf '[printer]\ncommand = %s\n' "$1" >"$LOGE_DIR/loge.ini"
    rm -f "$work/paper"
}
# printed TEXT: how often it is on paper.
printed() {
    grep -c "$1" "$work/paper" 2>/dev/null
}
hold() {
    run hold new play "$@" --json
    held=$(field .hold.id)
}
printer "cat >>$work/paper"

# ---- commands
hold Stalls-A-1 Stalls-A-2
run hold sell "$held" --pay cash --json
sale=$(field .sale.code)
check 'a sale by a command is on paper when it ends' is "$(printed "$sale")" 2
key=01890000-0000-7000-8000-000000000042
hold Stalls-B-1 Stalls-B-2
run hold sell "$held" --pay cash --key "$key" --quiet
check 'a quiet sale prints its tickets and says nothing' is "$code$out$err" 0
before=$(wc -c <"$work/paper")
run hold sell "$held" --pay cash --key "$key" --json
check 'the same sale again prints nothing again' is "$(field .replay) $(wc -c <"$work/paper")" \
    "true $before"
printer "cat >>$work/paper"
run sale reprint "$sale" Stalls-A-1 --reason lost --quiet
check 'a reprint prints the one ticket' is "$(printed '^Seat  *1$') $(printed '^Seat')" '1 1'
printer "cat >>$work/paper"
hold Stalls-C-1
run sale exchange "$sale" "$held" Stalls-A-1 --json
check 'an exchange prints the new seat alone' is "$(printed '^Row  *C$') $(printed '^Seat')" \
    '1 1'
printer "cat >>$work/paper"
hold Stalls-C-2 Stalls-C-3
run hold sell "$held" --pay cash --pickup --name Ada --json
later=$(field .sale.code)
check 'tickets that wait for pickup are not printed' test ! -e "$work/paper"
run sale collect "$later" --json
check 'the pickup prints them' is "$(printed "$later")" 2
printer "cat >>$work/paper"
hold Stalls-C-9 Stalls-C-10
run hold sell "$held" --due --name Bea --json
due=$(field .sale.code)
run sale pay "$due" --pay cash --json
check 'a reservation that is paid is printed when it is picked up' test ! -e "$work/paper"

run sale show "$due"
check 'a sale says how it was paid' is "$(printf '%s\n' "$out" | grep -c '^Paid    cash 84.00, ')" 1
hold Stalls-A-5 Stalls-A-6
run hold sell "$held" --pay card --auth A7777 --json
card=$(field .sale.code)
run sale refund "$card" --reason ill --quiet
run sale show "$card"
check 'and how money went back' is "$(printf '%s\n' "$out" | grep -c '^Back    card 84.00, .*ill, ')" 1

# ---- line by line
printer "cat >>$work/paper"
code=0
out=$(printf '%s\n' 'open play' 'sell 2 best B cash' | "$loge" --plain 2>"$work/stderr") || code=$?
check 'a sale line by line is on paper when the program ends' is "$code $(printed 'B-')" '0 2'

# ---- a printer that fails
printer 'echo no paper >\&2; false'
sed -i 's/\\&/\&/' "$LOGE_DIR/loge.ini"
hold Stalls-A-9 Stalls-A-10
run hold sell "$held" --pay cash --json
check 'a sale stands though its printer fails' is "$code $(field .sale.status)" '0 paid'
hold Stalls-B-9 Stalls-B-10
run hold sell "$held" --pay cash
check 'its clerk is told' grep -q '^Not printed: no paper' "$work/stderr"
check 'and the answer is as ever' is "$(printf '%s\n' "$out" | head -n 1)" 'Sold.'
code=0
out=$(printf '%s\n' 'open play' 'sell 1 best B cash' | "$loge" --plain 2>"$work/stderr") || code=$?
check 'so is who sells line by line' grep -q '^Not printed: no paper' "$work/stderr"
check 'and nothing is lost: what failed is in the queue' test \
    "$(find "$LOGE_DIR" -path '*print-*' -name '*.job' | wc -l)" -ge 3

code=0
out=$(printf '%s\n' shows | "$loge" --plain 2>"$work/stderr") || code=$?
check 'whoever prints nothing hears nothing of what failed before' is "$code$(cat "$work/stderr")" 0

# ---- the cash-up
printer "cat >>$work/paper"
expected=$("$loge" shift show --json | jq '.shift.tenders[] | select(.tender == "cash") | .expected')
run shift close --cash "$((expected / 100)).$(printf %02d $((expected % 100)))" --quiet
check 'a quiet cash-up says nothing' is "$code$out$err" 0
check 'and is on paper' is "$(printed '^Shift')" 1

# ---- answers alone
run best later 12
check 'what the best seats gave up is said on stderr' grep -q '^Gave up' "$work/stderr"
check 'and seats are all that is on stdout' is "$(printf '%s\n' "$out" | tr ' ' '\n' | grep -c '^Stalls-')" \
    "$(printf '%s\n' "$out" | wc -w)"
run house new --name Twice --currency EUR
check 'a refusal is on stderr' is "$out" ''
run sale find "$sale" --quiet
check 'a list that was asked for is printed' test -n "$out"
finish
