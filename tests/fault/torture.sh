#!/bin/sh
# The long fault runs (`make torture SEEDS=n MINUTES=m`): for each seed a storm, ten races of 50
# processes for one seat, ten kills among sales, 10,000 acts of two consoles against each other,
# 200,000 things that happen to one, a million small worlds in which journals come home, a till whose
# disk fails and whose power is cut at each of its writes, a real till that is killed at each of its
# writes and sends and whose power is cut behind its sales, a PostgreSQL that is killed at each of its
# own meanwhile, tills' files that are copied and mixed up, six tills that are cut off and let back in
# other orders while they sell, 64 connections that all want 500 seats and 200 that all want one, a
# hundred times, whoever follows a house killed for a minute while eight write, maps of tills that
# hear all, half or nothing of it, and a house whose PostgreSQL and Redis are killed, frozen and
# cut off ten times each, under tills, under two real consoles, and under consoles, a web shop and
# a scanner at once, whose service is killed, too; until the seeds or the minutes are used up.
# Before the first seed the house's functions and the till's file are given bugs, which the tests
# of journals have to find.
# Prints what it fired. A seed that fails can be run again: make torture SEEDS=1 FIRST=seed.
set -u
seeds=${SEEDS:-20} minutes=${MINUTES:-10} first=${FIRST:-1}
here=${srcdir:?}/tests
log=$(mktemp "${TMPDIR:-/tmp}/loge-torture.XXXXXX")
trap 'rm -f "$log"' EXIT
trap 'exit 1' INT TERM
deadline=$(($(date +%s) + minutes * 60))
storms=0 races=0 kills=0 houses=0 failed=0
build=${builddir:-.}

# let_go NAME PROGRAM: the same for a program of tests.
let_go() {
    if "$2" >"$log" 2>&1; then
        sed -n "s/^# //p" "$log"
        return
    fi
    failed=$((failed + 1))
    echo "seed $seed $1: FAILED"
    cat "$log"
    return 1
}

# fire NAME SCRIPT: true when every line of the test is ok.
fire() {
    if sh "$2" >"$log" 2>&1 && ! grep -q '^not ok' "$log"; then
        sed -n "s/^# //p" "$log"
        return
    fi
    failed=$((failed + 1))
    echo "seed $seed $1: FAILED"
    cat "$log"
    return 1
}

[ "$first" != 1 ] || fire 'bugs in stores' "$here/integ/store_mutants.sh"
seed=$first
while [ "$seed" -lt $((first + seeds)) ] && [ "$(date +%s)" -lt $deadline ]; do
    SEED=$seed ACTS=50 fire storm "$here/fault/storm.sh" && storms=$((storms + 1))
    RUNS=10 fire race "$here/e2e/race.sh" && races=$((races + 10))
    RUNS=10 fire crash "$here/e2e/crash.sh" && kills=$((kills + 10))
    ACTS=10000 SEED=$seed let_go consoles "$build/tests/model/test_two_consoles"
    STEPS=200000 SEED=$seed let_go keys "$build/tests/model/test_busy_keys"
    SEEDS=1000000 FIRST=$((seed * 1000000)) let_go sync "$build/tests/model/test_sync"
    ROUNDS=4 SEED=$((seed * 4)) let_go "till's disk" "$build/tests/fault/test_till_disk"
    SEED=$seed ACTS=50 fire 'house storm' "$here/fault/house_storm.sh" && storms=$((storms + 1))
    SEED=$seed STEP=1 WAYS=all fire "a till's kills" "$here/fault/till_kills.sh"
    SALES=40 fire "a till's power" "$here/fault/till_cut.sh"
    SEED=$seed ROUNDS=17 fire "six tills" "$here/fault/till_swizzle.sh"
    SEED=$seed STEP=1 WAYS=all fire "a house's kills" "$here/fault/house_kills.sh"
    SEED=$seed STEP=1 fire "a till's copies" "$here/fault/till_copies.sh"
    fire "three tills" "$here/fault/till_orders.sh"
    ROUNDS=5 let_go "the rush" "$build/tests/integ/test_pg_rush"
    ROUNDS=5 let_go "the feed" "$build/tests/integ/test_pg_feed"
    ROUNDS=20 let_go maps "$build/tests/integ/test_pg_maps"
    for what in faults limits lines screens served standby ways; do
        [ -x "$build/tests/fault/test_house_$what" ] || continue
        ROUNDS=5 CLERKS=6 SEED=$seed let_go "house $what" "$build/tests/fault/test_house_$what" &&
            houses=$((houses + 1))
    done
    seed=$((seed + 1))
done
echo "fired $storms storms, $races races of 50 processes, $kills kills among sales and $houses" \
    "rounds of faults in a house of servers; $failed did not hold"
[ $failed = 0 ] && [ $storms -gt 0 ]
