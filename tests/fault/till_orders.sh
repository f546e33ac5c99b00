#!/bin/sh
# Three tills that were cut off sell the same seats and seats of their own, and come home in every
# order: whoever comes first has what all of them sold, the others have a conflict each, and everybody
# has what was his alone. Then tills whose clocks are wrong by more than a day: the same verdicts, and
# lent seats are sold for good as long as the till's monotonic clock says.
# shellcheck disable=SC2317 # what `check` calls by its name
set -u
# shellcheck source=tests/fault/till_lib.sh
. "${srcdir:?}/tests/fault/till_lib.sh"
plan 23
make_tills 2 3 4 || exit 1
cuts=0

# pair N: two seats side by side, ten pairs a row.
pair() { echo "$(seat $((2 * $1 - 1))) $(seat $((2 * $1)))"; }
# shellcheck disable=SC2046 # two words
sell_pair() { hold $(pair "$1") && sell; }
# The verdict on the last sale of a till.
verdict_of() { (journal_of "$1" | grep ' sell$' | tail -n "${2:-1}" | head -n 1 | cut -d ' ' -f 2); }

# in_order FIRST SECOND THIRD: what each of them says about the contested pair and its own one.
in_order() {
    verdicts=''
    for n in 4 3 2; do line $n down; done
    cuts=$((cuts + 3))
    for n in 2 3 4; do
        at $n
        sell_pair $((round * 10 + 1)) && sell_pair $((round * 10 + n)) || return 1
    done
    for n in "$@"; do
        line "$n" up
        at "$n"
        come_home_whole || return 1
        verdicts="$verdicts$(verdict_of "$n" 2) $(verdict_of "$n" | sed 's/rebased/accepted/'), "
    done
}
# The whole field as a till shows it.
map_of() {
    at "$1"
    "$loge" map play --json 2>/dev/null | jq -c '.seats[] | [.id, .status]'
}
alike() {
    at 1 && as ruth 3333
    map_of 1 >"$work/house.map"
    for n in 2 3 4; do
        at "$n" && come_home_whole || return 1
        line "$n" down
        map_of "$n" >"$work/till.map"
        line "$n" up
        cmp -s "$work/house.map" "$work/till.map" || return 1
    done
}

# ---- clocks ----------------------------------------------------------------------------------------
# shellcheck disable=SC2046 # words
lend() (
    at 1 && as mark 2222 &&
        "$loge" allot take till-3 play $(pair 71) $(pair 72) $(pair 73) $(pair 74) --quiet
)
sold_by() {
    MISHAP_WALL=$1
    line 3 down
    sell_pair "$2" && provisional=$(field .sale.provisional) && sell_pair "$3" &&
        provisional="$provisional $(field .sale.provisional)" || return 1
    line 3 up
    come_home_whole
    MISHAP_WALL=
    verdicts="$(verdict_of 3 2) $(verdict_of 3)"
}
at 3
check 'seats are lent to a till' lend
come_home_whole
sold_by 93600 61 71
check 'a till whose clock is 26 hours fast sells its own for good' is "$provisional" 'true false'
check 'and has the verdicts it would have' is "$verdicts" 'accepted accepted'
sold_by -93600 62 72
check 'so does one that is 26 hours slow' is "$provisional, $verdicts" \
    'true false, accepted accepted'
sold_by -93600 63 73
check 'also when the house has told it so before' is "$provisional, $verdicts" \
    'true false, accepted accepted'
sold_by 0 64 74
check 'and one that is right again' is "$provisional, $verdicts" 'true false, accepted accepted'
check 'the house has it at the time it was' is \
    "$(sql "SELECT count(*) FROM loge.sale WHERE abs(sold_at - 1000 * extract(epoch FROM now())) > 900000")" 0
check 'every receipt is one entry with one verdict again' all_is_well 2 3 4
# skew_by SECONDS: what the doctor makes of a clock that is wrong by so much, alone.
clocks='.doctor.checks[] | select(.name == "clocks")'
skew_by() {
    MISHAP_WALL=$1
    out=$(program doctor --json)
    MISHAP_WALL=
    field "$clocks | \"\(.finding) \(.text)\"" | sed -E 's/3(599|601) /3600 /'
}
check 'the doctor tells the house'\''s clock from the machine'\''s' is "$(skew_by 3600)" \
    "warning this machine's clock is 3600 seconds ahead of the house's"
line 3 down
MISHAP_WALL=3600
sell_pair 66
line 3 up
come_home_whole
MISHAP_WALL=
line 3 down
check 'alone it is a clock that was put right, not one that is wrong' is "$(skew_by 0)" \
    "ok this machine's clock agrees with the house's"
check 'and one that is wrong again' is "$(skew_by -3600)" \
    "warning this machine's clock is 3600 seconds behind the house's"
line 3 up
# Twenty-six hours that did go by, on a clock that does not show them.
line 3 down
at 3
MISHAP_MONO=93600
sell_pair 65
out=$(program sync --status --json)
MISHAP_MONO=
line 3 up
check 'control: by the monotonic clock the loan ends' is "$(field .sync.lease_ms)" 0

# ---- orders ----------------------------------------------------------------------------------------
# Nobody is offered the seats that a later round is about.
sql "INSERT INTO loge.policy (house, reseat_most, version) VALUES (1, 0, 1)
    ON CONFLICT (house) DO UPDATE SET reseat_most = 0" >/dev/null
round=0
for order in '2 3 4' '2 4 3' '3 2 4' '3 4 2' '4 2 3' '4 3 2'; do
    # shellcheck disable=SC2086 # three numbers
    in_order $order
    check "in the order $order the first one has the seats" is "$verdicts" \
        'accepted accepted, conflict accepted, conflict accepted, '
    round=$((round + 1))
done
check 'each contested sale but the first is in the conflict centre' is \
    "$(sql 'SELECT count(*) FROM loge.conflict WHERE outcome = 0 AND sale IS NOT NULL')" 12
check 'every receipt is one entry with one verdict' all_is_well 2 3 4
check 'tills and house agree on every seat' alike
line 2 down
at 2 && sell_pair 80
map_of 2 >"$work/till.map"
check 'control: a till that is not home does not' is \
    "$(cmp -s "$work/house.map" "$work/till.map" || echo differs)" differs
line 2 up
line 3 down
at 3 && sell_pair 79
cp "$db" "$work/unheard.db"
line 3 up
come_home_whole && forget_keys 3 2 "$work/unheard.db"
check 'control: a house that forgets keys does things twice, which is found' \
    is "$(judge 3 | grep -c 'a receipt that came to nothing')" 1
echo "# $cuts lines cut, 6 orders; $(wc -l <"$work/printed") acts printed"

finish
