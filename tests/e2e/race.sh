#!/bin/sh
# 50 processes want one seat at once: exactly one gets it, the others hear that it is taken.
# RUNS says how many rounds (10).
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
runs=${RUNS:-10}
processes=50
plan 3

make_room
mkfifo "$work/gate"
exec 9<>"$work/gate" # held open for both: nobody waits to open it, everybody to read from it

contend() {
    read -r _ <&9
    "$loge" hold new "$1" "$2" --till "t$3" --for "p$3@example.org" --json >"$work/race/$3" 2>&1
    echo $? >"$work/race/$3.code"
}

one=0 said=0
for round in $(seq "$runs"); do
    seat=Stalls-A-$((round % 10 + 1))
    show=race-$round
    "$loge" show add "$show" --hall room --starts "$(in_days 3)" --price 10 --open --no-gap-rule \
        --quiet >/dev/null
    rm -rf "$work/race"
    mkdir "$work/race"
    for i in $(seq $processes); do
        contend "$show" "$seat" "$i" &
    done
    seq $processes >&9 # one line each, all at once
    wait
    won=$(cat "$work"/race/*.code | grep -c '^0$')
    lost=$(cat "$work"/race/* | grep -c '"code":"SEAT_TAKEN"')
    [ "$won" = 1 ] && one=$((one + 1))
    [ $((won + lost)) = $processes ] && said=$((said + 1))
done
check "each of $runs rounds has exactly one winner" is "$one" "$runs"
check 'everybody else hears SEAT_TAKEN' is "$said" "$runs"
run audit verify --json
check 'the house verifies' is "$(field .audit.ok)" true
finish
