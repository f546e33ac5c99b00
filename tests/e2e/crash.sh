#!/bin/sh
# Acts are killed at random moments (kill -9); whatever is left of the house must verify, and every
# sale that was acknowledged must be there. RUNS says how often it is killed (12).
set -u

# Sells one seat a turn, three acts each in a process of its own, any of which may be the last.
if [ "${1-}" = sell ]; then
    for turn in $(seq 30); do
        row=$(printf '%s' 'A B C' | cut -d ' ' -f $((turn % 3 + 1)))
        hold=$("${LOGE:?}" hold new "$2" "Stalls-$row-$((turn % 10 + 1))" --json | jq -r .hold.id)
        sale=$("${LOGE:?}" hold sell "$hold" --json | jq -r '.sale.code // empty')
        [ -n "$sale" ] && echo "$sale" >>"$3"
    done
    exit
fi

# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
runs=${RUNS:-12}
plan 5

make_room
killed=0
: >"$work/sold"
for round in $(seq "$runs"); do
    show=crash-$round
    "$loge" show add "$show" --hall room --starts "$(in_days 3)" --price 10 --open --no-gap-rule \
        --quiet >/dev/null
    before=$(wc -l <"$work/sold")
    # A session of its own, so that all of it dies at one moment: somewhere within the act that
    # follows one to four sales.
    setsid sh "$0" sell "$show" "$work/sold" >/dev/null 2>&1 &
    child=$!
    while kill -0 "$child" 2>/dev/null &&
        [ "$(wc -l <"$work/sold")" -lt $((before + round % 4 + 1)) ]; do :; done
    [ $((round % 2)) = 0 ] || "$loge" status >/dev/null # lets a little more time pass
    kill -9 -"$child" 2>/dev/null && killed=$((killed + 1))
    wait "$child" 2>/dev/null
done
check 'acts were killed' is "$killed" "$runs"

run audit verify --json
check 'the house verifies' is "$code $(field .audit.ok)" '0 true'
run sale find --limit 100000 --json
field '.sales[].code' | sort >"$work/found"
check 'every sale that was acknowledged is there' is \
    "$(sort "$work/sold" | comm -23 - "$work/found" | wc -l)" 0
echo B-NEVER1 >>"$work/sold"
check 'control: a sale that is not there is missed' is \
    "$(sort "$work/sold" | comm -23 - "$work/found" | wc -l)" 1
run hold best play 2 --json
check 'the house goes on selling' is "$code" 0
finish
