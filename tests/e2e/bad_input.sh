#!/bin/sh
# What people and scripts get wrong: one sentence, the right exit code, and nothing is changed.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 74

make_room
fingerprint() {
    "$loge" map play --json | cksum
    "$loge" show list --json | cksum
    "$loge" audit --limit 1 --json | jq '.events[0].id'
}
before=$(fingerprint)

# ---- no terminal
run_nothing() { "$loge" </dev/null >"$work/out" 2>"$work/stderr"; }
code=0
run_nothing || code=$?
check 'the console without a terminal is one sentence' is \
    "$code $(wc -l <"$work/stderr") $(wc -c <"$work/out")" '2 1 0'
check 'which says what to do instead' grep -q -e '--plain' "$work/stderr"

# ---- words
check_refused 'an unknown command' 2 INVALID hodl
check_refused 'a group without its verb' 2 INVALID hold
check_refused 'an unknown option' 2 INVALID show list --shows
check_refused 'an option without its value' 2 INVALID hold new play Stalls-A-1 --for
check_refused 'a value where none belongs' 2 INVALID map play --list=yes
check_refused 'an option given twice' 2 INVALID hold new play Stalls-A-1 --ttl 5 --ttl 6
check_refused 'a word too many' 2 INVALID show open play again
check_refused 'a word too few' 2 INVALID hold new play
check_refused 'a single dash' 2 INVALID map -x
bad=$(printf '\303\050')
check_refused 'bytes that are not UTF-8' 2 INVALID hold new play "$bad"
check_refused 'a control character' 2 INVALID customer add "$(printf 'Ada\033[2J')"
check_refused 'a bidi override in a name' 2 INVALID customer add "$(printf 'Ada\342\200\256adA')"
check_refused 'an empty name' 2 INVALID customer add ''
check_refused 'an empty folder' 2 INVALID show list --dir ''
check_refused 'a view without a picture' 2 INVALID map play --view holder
check_refused 'a name that is too long' 2 INVALID customer add "$(printf '%0500d' 7)"

# ---- ids and seats
check_refused 'a malformed hold' 2 INVALID hold show zzz
check_refused 'a hold that does not exist' 3 HOLD_NOT_FOUND \
    hold show 0193f3c2-5a7e-7c1d-9b1e-3f2a6c5d4e7f
check_refused 'a sale that does not exist' 3 INVALID sale show B-XXXXXX
check_refused 'a show that does not exist' 3 INVALID map nothing
check_refused 'a seat that does not exist' 3 SEAT_NOT_FOUND hold new play Stalls-Z-99
check_refused 'the same seat twice' 1 DUPLICATE_SEAT hold new play Stalls-A-1 Stalls-A-1
many=$(seq -f 'Stalls-A-%g' 10000)
# shellcheck disable=SC2086
check_refused '10,000 seats at once' 2 INVALID hold new play $many
check_refused 'no such section' 3 INVALID map play --section Nowhere
check_refused 'a malformed waiter' 2 INVALID wait leave 42

# ---- numbers, money, times
check_refused 'best of none' 2 INVALID best play 0
check_refused 'best of a word' 2 INVALID best play four
check_refused 'best of more than there are' 1 NOT_ENOUGH_SEATS best play 90
check_refused 'a ttl of nothing' 2 INVALID hold new play Stalls-A-1 --ttl 0
check_refused 'a ttl past every ceiling' 2 INVALID hold new play Stalls-A-1 --ttl 99999999999999999999
check_refused 'a negative amount' 2 INVALID shift open --float -5
check_refused 'an amount that overflows' 2 INVALID shift open --float 99999999999999999999
check_refused 'an amount past the limit' 2 INVALID shift open --float 9999999999.00
check_refused 'an amount with too many decimals' 2 INVALID shift open --float 1.234
check_refused 'an amount in words' 2 INVALID shift open --float ten
run shift open --float 99999999999999999999
check 'an amount that is too large hears how large it may be' is "${err##* from }" \
    '0.00 to 1000000000.00, not 99999999999999999999.'
check_refused 'a voucher worth nothing' 2 INVALID voucher add NIL 0
check_refused 'a voucher with nothing to give away' 2 INVALID voucher add NIL 10% --budget 0
check_refused 'a voucher that is over' 2 INVALID voucher add NIL 10% --until 2020-01-01T00:00Z
check_refused 'a voucher that was over before computers' 2 INVALID \
    voucher add NIL 10% --until 1970-01-01T00:00Z
add() {
    check_refused "$1" "$2" INVALID show add bad --hall room --price 10 "$3" "$4"
}
add 'a time that is none' 2 --starts tomorrow
add 'a day that does not exist' 2 --starts 2026-02-30T19:30Z
add 'an absurd year' 2 --starts 9998-01-01T19:30Z
# The last Sunday of October of next year, when clocks in Berlin show 02:30 twice.
twice=$(date -u -d "$(($(date -u +%Y) + 1))-10-31" +%Y-%m-%d)
twice=$(date -u -d "$twice -$(date -u -d "$twice" +%w) days" +%Y-%m-%dT02:30)
run_there() {
    code=0
    out=$(LOGE_DIR=$work/berlin "$loge" "$@" 2>&1) || code=$?
}
run_there house new --name Berlin --timezone Europe/Berlin
run_there show add twice --hall room --price 10 --starts "$twice"
check 'a time that comes twice: which one is meant is asked' is \
    "$code $(printf '%s' "$out" | grep -o '[0-9]*:30:00Z' | tr '\n' ' ')" '2 00:30:00Z 01:30:00Z '
add 'a time before computers' 2 --starts 1875-01-01T19:30Z
check_refused 'a past show cannot be opened' 2 INVALID show add bad --hall room --price 10 \
    --starts 2020-01-01T19:30Z --open
check_refused 'a price for a class that is not there' 3 INVALID show add bad --hall room \
    --price Z=10 --starts "$(in_days 3)"
check_refused 'a class without its price' 2 INVALID show add bad --hall room --price Stalls=10 \
    --starts "$(in_days 3)"
check_refused 'a price that overflows' 2 INVALID show add bad --hall room \
    --price 99999999999999999999 --starts "$(in_days 3)"
check_refused 'a show id with a slash' 2 INVALID show add ../bad --hall room --price 10 \
    --starts "$(in_days 3)"
check_refused 'a show that is there already' 1 ALREADY_EXISTS show add play --hall room --price 10 \
    --starts "$(in_days 3)"
check_refused 'a tax of more than everything' 2 INVALID show add bad --hall room --price 10 \
    --starts "$(in_days 3)" --tax 101%

# ---- people
check_refused 'nobody of that name' 4 NOT_ALLOWED hold list --as nobody
LOGE_PIN=0000
export LOGE_PIN
check_refused 'a wrong PIN' 4 NOT_ALLOWED hold list --as nobody
unset LOGE_PIN

# ---- plans
printf 'title X\nsection S\nA QQQ\n' >"$work/bad.plan"
run plan check "$work/bad.plan"
check 'a plan that is wrong is refused with line and column' is \
    "$code $(printf '%s\n' "$err" | head -n 1 | sed 's/^loge: .*bad.plan:\([0-9]*\):[0-9]*: .*/\1/')" \
    '2 3'
check_refused 'a plan that is not there' 3 INVALID plan check "$work/none.plan"
check_refused 'a folder as a plan' 2 INVALID plan check "$work"

check 'nothing of all this changed anything' is "$(fingerprint)" "$before"

# ---- the house itself
elsewhere() {
    LOGE_DIR=$work/$1
    mkdir -p "$LOGE_DIR"
}
elsewhere none
check_refused 'a house that is not there' 5 UNAVAILABLE show list
elsewhere foreign
printf 'This is a letter, not a house, and it is long enough to be looked at twice.' \
    >"$LOGE_DIR/house.db"
check_refused 'a file that is no house' 5 UNAVAILABLE show list
elsewhere truncated
head -c 5000 "$work/house/house.db" >"$LOGE_DIR/house.db"
check_refused 'a truncated house' 5 UNAVAILABLE show list
if command -v sqlite3 >/dev/null; then
    elsewhere newer
    cp "$work/house/house.db" "$LOGE_DIR/"
    sqlite3 "$LOGE_DIR/house.db" 'pragma user_version = 99999' >/dev/null
    check_refused 'a newer house' 5 UNAVAILABLE show list
    elsewhere other
    sqlite3 "$LOGE_DIR/house.db" 'create table t (a)'
    check_refused 'a database of another program' 5 UNAVAILABLE show list
else
    for what in newer other; do echo "ok $((count += 1)) - $what # SKIP no sqlite3"; done
fi
LOGE_DIR=$work/house
check_refused 'a house where one is already' 5 UNAVAILABLE house new --name Again --currency EUR

# ---- surroundings
no_home() (
    unset HOME LOGE_DIR XDG_DATA_HOME XDG_STATE_HOME XDG_CONFIG_HOME
    "$loge" show list --json
)
out=$(no_home 2>"$work/stderr")
code=$? err=$(cat "$work/stderr")
check 'no HOME is a refusal or another way to find it, no crash' test "$code" = 5
if [ -w /dev/full ]; then
    "$loge" show list >/dev/full 2>"$work/stderr"
    code=$? err=$(cat "$work/stderr")
    check 'an answer that cannot be written is no success' is \
        "$code $(wc -l <"$work/stderr")" '5 1'
else
    echo "ok $((count += 1)) - an answer that cannot be written # SKIP no /dev/full"
fi
"$loge" map play --list 2>"$work/stderr" | head -n 1 >/dev/null
check 'a reader that goes away is no error' test ! -s "$work/stderr"
if [ "$(id -u)" = 0 ]; then
    echo "ok $((count += 1)) - a read-only house # SKIP root may write anything"
else
    chmod 500 "$work/house"
    chmod 400 "$work/house/house.db"
    check_refused 'a read-only house' 5 UNAVAILABLE hold new play Stalls-A-1
    chmod 700 "$work/house"
    chmod 600 "$work/house/house.db"
fi
full() (
    ulimit -f 8
    "$loge" hold new play Stalls-A-1 --json
)
full_export() (
    ulimit -f 0
    "$loge" plan export room --out "$work/room.json" --json
)
out=$(full_export 2>"$work/stderr")
code=$? err=$(cat "$work/stderr")
check 'a plan that does not fit on the disk is not written by half' is \
    "$code $(field .error.code) $(find "$work" -name "*room.json*" | wc -l)" '5 UNAVAILABLE 0'
out=$(full 2>"$work/stderr")
code=$? err=$(cat "$work/stderr")
check 'a full disk is one sentence, and nothing is half done' is \
    "$code $(field .error.code)" '5 UNAVAILABLE'

# ---- a bug
mkfifo "$work/never"
"$loge" plan check - <"$work/never" >/dev/null 2>"$work/stderr" &
child=$!
exec 9>"$work/never"
head -c 70000 /dev/zero >&9 # more than a pipe holds: when it is gone, the program is reading
kill -s ABRT $child
code=0
wait $child || code=$?
exec 9>&-
check 'a bug is one sentence and exit 70' is "$code $(wc -l <"$work/stderr")" '70 1'
check 'the house is as it was' is "$(fingerprint)" "$before"
finish
