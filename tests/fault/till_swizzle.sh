#!/bin/sh
# Six tills, each with a clerk who sells without a pause, lose their lines one after the other, in the
# middle of whatever is being said, and get them back in another order; then all lines are well and
# everything comes home. Whatever a till printed was done once, at the house or in its journal.
# ROUNDS=n times (3), SALES=n sales a till at the most (40), SEED for the orders.
# shellcheck disable=SC2317 # what `check` calls by its name
set -u
# shellcheck source=tests/fault/till_lib.sh
. "${srcdir:?}/tests/fault/till_lib.sh"
plan 6
tills='2 3 4 5 6 7'
rounds=${ROUNDS:-3} sales=${SALES:-40} seed=${SEED:-1} cuts=0
# shellcheck disable=SC2086 # numbers
make_tills $tills || exit 1

# A clerk of its own at each till: whose lines they are can be told by the login.
make_clerks() {
    for n in $tills; do
        at 1
        as ruth 3333 && LOGE_NEW_PIN=1111 "$loge" staff add "clerk$n" clerk --quiet >/dev/null &&
            at "$n" && as "clerk$n" 1111 && come_home_whole || return 1
    done
}

# In an order of its own for each number.
shuffled() {
    # shellcheck disable=SC2086 # numbers
    printf '%s\n' $tills | awk -v seed="$seed$1" 'BEGIN { srand(seed) } { print rand(), $1 }' |
        sort -n | cut -d ' ' -f 2
}

# Its line is gone, and what was being said on it ends where it is.
cut_off() {
    line "$1" down
    sql "SELECT count(pg_terminate_backend(a.pid)) FROM pg_stat_activity AS a
        JOIN loge.login AS l ON l.login = a.usename WHERE l.name = 'clerk$1'" >/dev/null
    cuts=$((cuts + 1))
}

# Pairs that all want, and pairs of its own, until it is told to stop. How long the longest act took.
work() (
    at "$1"
    mkdir "$work/own-$1"
    longest=0
    for i in $(seq "$sales"); do
        [ ! -e "$work/stop" ] || break
        pair=$((i % 2 ? i : i + 40 * $1))
        began=$(date +%s%N)
        # shellcheck disable=SC2046 # two words
        hold $(seat $((pair % 160 * 2 + 1))) $(seat $((pair % 160 * 2 + 2))) && sell
        took=$((($(date +%s%N) - began) / 1000000))
        [ "$took" -le "$longest" ] || longest=$took
    done
    echo "$longest" >"$work/longest-$1"
)

# Until so many more acts were printed, or everybody has ended.
goes_on() {
    least=$(($(wc -l <"$work/printed") + 2))
    until [ "$(wc -l <"$work/printed")" -ge "$least" ] || ! kill -0 "$@" 2>/dev/null; do :; done
}

storm() {
    clerks=''
    for n in $tills; do
        work "$n" 9>&- &
        clerks="$clerks $!"
    done
    for round in $(seq "$rounds"); do
        for n in $(shuffled "$round"); do
            cut_off "$n"
            # shellcheck disable=SC2086 # numbers
            goes_on $clerks
        done
        for n in $(shuffled "0$round"); do
            line "$n" up
            # shellcheck disable=SC2086 # numbers
            goes_on $clerks
        done
    done
    : >"$work/stop"
    # shellcheck disable=SC2086 # numbers
    wait $clerks
}

all_come_home() {
    for n in $tills; do
        line "$n" up
        at "$n" && come_home_whole || return 1
        [ "$(field .sync.pending)" = 0 ] || return 1
    done
}

# Some acts were done at the house at once, and stand in no journal.
done_once() {
    sql 'SELECT key FROM loge.receipt UNION ALL SELECT uid FROM loge.entry WHERE state NOT IN (2, 3)' |
        sort >"$work/done"
    uniq -d "$work/done" | sed 's/^/done twice: /'
    printed_keys | comm -23 - "$work/done" | sed 's/^/printed, and neither at the house nor judged: /'
    judge_receipts
    sql "SELECT name || ': ' || detail FROM qa.invariants()"
}
printed_keys() { sed 's/^[^ ]* \([^ ]*\) .*/\1/' "$work/printed" | sort -u; }
nothing_wrong() { done_once >"$work/faults" && found_nothing; }

check 'each till has a clerk' make_clerks
storm
check 'every till sold' is "$(cut -d ' ' -f 1 "$work/printed" | sort -u | wc -l)" 6
slowest=$(sort -n "$work"/longest-* | tail -n 1)
check 'and none waited for half a minute' [ "$slowest" -lt 30000 ]
check 'all of it comes home' all_come_home
check 'what was printed was done once' nothing_wrong
alone=$(sql 'SELECT count(*) FROM loge.entry')
echo "# $cuts lines cut; $(wc -l <"$work/printed") acts printed, $alone done alone;" \
    "the longest took $slowest ms"

# ---- control: a house that loses the key of an act ---------------------------------------------------
sql "SET session_replication_role = replica;
    DELETE FROM loge.receipt WHERE key = '$(printed_keys | head -n 1)';
    DELETE FROM loge.entry WHERE uid = '$(printed_keys | head -n 1)'" >/dev/null
done_once >"$work/faults"
check 'control: an act whose key is gone is found' grep -q 'neither at the house nor judged' "$work/faults"
finish
