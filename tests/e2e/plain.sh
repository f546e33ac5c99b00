#!/bin/sh
# The console line by line: sold from a script, nothing drawn over, numbers that choose.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 46

# lines LINE...: one session that is given these lines.
lines() {
    code=0
    out=$(printf '%s\n' "$@" | "$loge" --plain 2>"$work/stderr") || code=$?
    err=$(cat "$work/stderr")
}

# shellcheck disable=SC2317 # check calls it
told() {
    case $out in
    *"$1"*) ;;
    *)
        printf '#   "%s" was not told\n' "$1"
        return 1
        ;;
    esac
}

free_seats() {
    "$loge" show list --json | jq -r '.shows[] | select(.id == "play") | .available'
}

lines shows
check 'without a house it says how to begin' [ "$code" != 0 ]
check 'a house, a hall and shows can be made' make_room
run shift open --float 100.00 --json
check 'a shift opens' is "$code" 0

lines shows
check 'shows are numbered' told '1: A Play'
check 'all went well' is "$code$err" 0
check 'nothing is ever drawn over' [ "$(printf '%s' "$out" | tr -d -c '\033\r\b' | wc -c)" = 0 ]

lines shows 1 'sell 2 best A cash'
check 'two best seats are sold in one line' told 'Sold.'
check 'they cost what seats of the first class cost' told '84.00'
check 'they are gone' is "$(free_seats)" 38

lines 'open play' 'sell Balcony-A-1 cash 50'
check 'a named seat is sold, and the change told' told '20.00'

lines 'open play' 'hold 2 best balcony' time basket 1
check 'the time left is told in words' told 'minutes'
check 'a number of the basket sells it' told 'Sold.'
check 'and the basket is empty' is "$("$loge" hold list --json | jq '.holds | length')" 0

lines 'open play' 'hold 3 best' release
check 'one word lets nothing go' is "$("$loge" hold list --json | jq '.holds | length')" 1
lines 'release yes' 'basket'
check 'two do' told 'The basket is empty.'

before=$(free_seats)
lines 'open play' 'sell 2 best cash 1'
check 'what cannot be paid is not sold, and not kept' is "$(free_seats)" "$before"
check 'and the exit code tells' [ "$code" != 0 ]

lines shows '# a comment' '' 'show list' 7
check 'the grammar of the shell works, too' told 'TITLE'
check 'a number chooses from the list just told, not from an older one' told 'no list'
check 'the first refusal is the exit code' is "$code" 2

lines 'open play' 'sell 2 best nowhere cash' 'no such word' 'sale --help'
check 'each refusal is a sentence, and the session goes on' told 'find [TEXT]'

lines "open play" "$(printf 'best 2 \033[2J')" "$(printf '%04000d' 7)"
check 'hostile lines are refused and not repeated raw' \
    [ "$(printf '%s' "$out" | tr -d -c '\033' | wc -c)" = 0 ]

# ---- after the sale: every step is a number or a word
lines 'open play' 'hold 2 best A' 'basket' 1 >/dev/null
hold=$("$loge" hold best play 2 --class Stalls --json | jq -r .hold.id)
"$loge" hold sell "$hold" --pay cash --name 'Ada Okafor' --quiet >/dev/null
lines orders 'okafor' 1
check 'an order is asked for, found by name and opened by number' told 'refund all of it'
check 'it is read out with its seats' told 'Ada Okafor'
before=$(free_seats)
lines 'orders okafor' 1 2 2 no
check 'a refund asks why, and says what it would do' told 'This gives back the money for 1 ticket of order'
check 'until then nothing is done' is "$(free_seats)" "$before"
lines 'orders okafor' 1 2 'the bus was late' 1
check 'a reason may be typed, and a number does it' told 'Refunded.'
check 'one seat is free again' is "$(free_seats)" $((before + 1))
check 'the reason stands in the log' \
    is "$("$loge" audit list --json | jq '[.events[] | select(.reason == "the bus was late")] | length > 0')" true

sale=$("$loge" sale find okafor --json | jq -r '.sales[0].code')
lines refund
check 'a refund without an order asks which' told 'Which order? Type its code'
lines refund "$sale"
check 'and goes on with the one that is typed' told 'Why? Choose a number'
lines "exchange $sale"
check 'an exchange needs new seats first' told 'Hold the new seats first'
lines 'open later' 'open play' 'hold 1 best B' "exchange $sale" 1
check 'held seats are exchanged for those of the order' told 'Exchanged.'
lines "order $sale" 1 no
check 'no answers a question with nothing' told 'Nothing was changed.'

lines 'open play' waiting 1 'Bo van Dam' 2 bo@example.org waiting
check 'somebody is put on the waiting list, step by step' told 'take Bo van Dam off the list (party of 2'
lines 'open play' waiting 2
check 'the next in line has seats held' is \
    "$("$loge" hold list --json | jq '[.holds[] | select(.source == "waitlist")] | length')" 1
lines 'open play' waiting 3 waiting
check 'a number takes the waiter off' told 'Nobody waits'

lines shift 1 1.00
check 'a drawer that does not agree is not closed unasked' told 'type why it differs'
lines shift 1 1.00 'counted twice'
check 'with a reason it is' told 'closed'
lines shift 50.00 shift
check 'the next one is opened with what is in the drawer' told 'close the shift'
check 'all without a refusal' is "$code" 0
lines words
check 'the words tell of it' told 'orders [TEXT]'

# ---- a session releases expired holds between two lines
# expires ID: the hold expired, whatever the clock says. No program of ours does this, because a
# command releases what expired behind its answer.
expires() {
    /usr/bin/python3 -c 'import sqlite3, sys, uuid
house = sqlite3.connect(sys.argv[1], timeout=60)
hold = uuid.UUID(sys.argv[2]).bytes
house.execute("UPDATE hold SET expires_at = created_at + 1 WHERE id = ?", (hold,))
house.commit()' "$LOGE_DIR/house.db" "$1"
}
# released ID: waits until it is.
# shellcheck disable=SC2317 # check calls it
released() {
    patience
    until swept "$1" || ! waiting; do :; done
    swept "$1"
}
run hold new play Stalls-C-9 --json
held=$(field .hold.id)
expires "$held"
check 'control: while no program runs an expired hold stays' [ "$(swept "$held" && echo gone)" = '' ]
mkfifo "$work/typed"
"$loge" --plain <"$work/typed" >"$work/told" 2>&1 &
session=$!
exec 8>"$work/typed"
check 'a session that waits for its first line releases it' released "$held"
printf 'hold new play Stalls-C-7 --json\n' >&8
patience
until held=$(jq -r .hold.id "$work/told" 2>/dev/null) && [ -n "$held" ] || ! waiting; do :; done
expires "$held"
check 'and one that expires between two lines' released "$held"
exec 8>&-
wait "$session"
run audit --limit 1 --json
check 'as the sweep at this till, not as the clerk who waited' is \
    "$(field '.events[0] | .act + " " + .actor + " " + .till')" 'expire sweep box-1'
finish
