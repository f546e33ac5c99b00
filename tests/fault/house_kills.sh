#!/bin/sh
# The house's PostgreSQL is killed (kill -9) at each thing it sends, writes and syncs for a till that
# brings its journal home: before it, in the middle of it or behind it. It comes back as it does by
# itself, the till says the rest, and each entry was applied once, whatever was heard of it.
# STEP=1 takes every send (each seventh, begun by SEED), and WAYS=all each way at each moment (one, by
# SEED).
# shellcheck disable=SC2317 # what `check` calls by its name
set -u
# shellcheck disable=SC2034 # for servers_start
servers_pg_preload=${builddir:?}/tests/fault/mishap.so
# shellcheck source=tests/fault/till_lib.sh
. "${srcdir:?}/tests/fault/till_lib.sh"
plan 6
make_tills 2 || exit 1
seed=${SEED:-1} step=${STEP:-7} place=0 struck=0 most=200
order_file=$servers_dir/pg/order

ways() {
    case ${WAYS-}$(((k + seed) % 3)) in
    all*) echo before half after ;;
    0) echo before ;;
    1) echo half ;;
    *) echo after ;;
    esac
}

# Half a minute at the most, for a machine that has much else to do.
wait_for_house() {
    until=$(($(date +%s) + 30))
    until [ "$(sql 'SELECT 1' 2>/dev/null)" = 1 ]; do
        [ "$(date +%s)" -lt "$until" ] || return 1
    done
}

# A small journal: a hold and a sale.
work_alone() {
    line 2 down
    place=$((place + 1))
    hold "$(seat "$place")" && sell && line 2 up
}

# Comes home while that happens at the house, and then the rest of it.
home_while() {
    work_alone || return 1
    echo "$1" >"$order_file.new" && mv "$order_file.new" "$order_file"
    come_home
    case $code in 0 | 5) ;; *) return 1 ;; esac
    wait_for_house
}

# at_each WHAT [BY]: at the first of WHAT, the second, ... until there is none left.
at_each() {
    k=1 left=yes before=$struck by=${2:-1}
    [ "$by" = 1 ] || k=$((1 + seed % by))
    while [ -n "$left" ] && [ "$k" -lt "$most" ]; do
        for how in $(ways); do
            home_while "$1 $k $how" || return 1
            if [ -e "$order_file" ]; then left=''; else struck=$((struck + 1)); fi
            rm -f "$order_file"
            come_home_whole || return 1
        done
        k=$((k + by))
    done
    [ -z "$left" ] && [ "$struck" -gt $((before + 1)) ]
}

at 2
check 'it is killed at each thing it sends while a journal comes home' at_each send "$step"
check 'at each thing it writes' at_each write
check 'and syncs' at_each sync
check 'each entry was applied once, and each receipt is one sale' all_is_well 2
echo "# PostgreSQL killed $struck times; $(wc -l <"$work/printed") acts printed"

# ---- control: what would have to be found ----------------------------------------------------------
# A house that says it has written, and has not: gone with the next kill.
home_while 'write 1 lie'
check 'a till is told that all of it is there' is "$code" 0
rm -f "$order_file"
echo 'send 2 before' >"$order_file"
sql 'SELECT 1' >/dev/null 2>&1
rm -f "$order_file"
wait_for_house
judge 2 >"$work/faults"
check 'control: what a house forgets with a kill is found' \
    [ "$(grep -c 'do not say the same' "$work/faults")" -gt 0 ]
finish
