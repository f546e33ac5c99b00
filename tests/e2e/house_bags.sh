#!/bin/sh
# Bags at doors that lost a house which stands still: they are weighed and paid for there, and the
# house has every one of them, and every fee, when it goes on.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
plan 20

make_house && make_show || exit 1
for till in 1 2 3; do
    printf '[door]\nopens = 7d\n' >>"$work/till-$till/loge.ini"
done
at 1 && as ruth 3333
"$loge" ticket new-key --quiet >/dev/null
"$loge" house policy bag-fee 7.50 --quiet >/dev/null

# sell SEAT: its short code in $short, as it is printed in $signed.
sell() {
    hold=$("$loge" hold new play "$1" --json | jq -r .hold.id)
    sale=$("$loge" hold sell "$hold" --pay cash --json)
    short=$(printf '%s' "$sale" | jq -r '.sale.tickets[0].code')
    signed=$("$loge" ticket show "$(printf '%s' "$sale" | jq -r .sale.code)" --json |
        jq -r '.tickets[0].qr')
}
# check_bag NAME WANTED VERB...: the exit code, the state and the fee.
check_bag() {
    what=$1 wanted=$2
    shift 2
    run bag "$@" --json
    check "$what" is "$code $(field .checkin.status) $(field .checkin.fee)" "$wanted"
}
# kept TICKET: how the house has its bag.
kept() {
    sql "SELECT c.status, c.weight_g, c.paid, c.till FROM loge.checkin AS c
        JOIN loge.ticket AS t ON t.id = c.ticket WHERE t.code = '$1'"
}

sell Stalls-A-1
mine=$short mine_signed=$signed
sell Stalls-A-2
both=$short
run scan play --json --code "$signed"
check 'somebody is let in at the house' is "$code $(field .scan.code)" '0 ADMIT'
sell Stalls-A-3
weighs=$short
run scan play --json --code "$signed"
check_bag 'and somebody has a heavy bag' '0 WAITING_FOR_PAYMENT 750' weigh "$weighs" 28
at 2 && as joe 4444 && "$loge" sync --once >/dev/null
at 3 && as anna 1111 && "$loge" sync --once >/dev/null

# ---- the house stands still
freeze
at 2
run scan play --json --code "$mine_signed"
check 'a door goes on' is "$code $(field .scan.code)" '0 ADMIT'
check_bag 'it weighs, and knows what the house wants of bags' '0 WAITING_FOR_PAYMENT 750' \
    weigh "$mine" 26
# And then nobody can even knock: waiting for who stands still takes a test too long.
mv "$servers_dir/pg/.s.PGSQL.5432" "$servers_dir/pg/away"
check_bag 'something is taken out' '0 IN_PROGRESS 0' stop "$mine" --reason lighter
check_bag 'it weighs again' '0 WAITING_FOR_PAYMENT 750' weigh "$mine" 25,5
key=0190b3c4-0000-7000-8000-00000000ba61
check_bag 'and takes the fee' '0 COMPLETED 750' pay "$mine" --pay cash --given 10 --key "$key"
check 'with change' is "$(field .change)" 250
check_bag 'once' '0 COMPLETED 750' pay "$mine" --pay cash --given 10 --key "$key"
check_bag 'what waited before is paid there, too' '0 COMPLETED 750' pay "$weighs" --pay card \
    --auth 123456
check_bag 'and one bag at two doors' '0 WAITING_FOR_PAYMENT 750' weigh "$both" 30
run bag pay "$both" --json
at 3
run bag weigh "$both" 30 --json
check_bag 'which do not know of each other' '0 COMPLETED 750' pay "$both" --pay cash
mv "$servers_dir/pg/away" "$servers_dir/pg/.s.PGSQL.5432"
thaw

# ---- and goes on
run sync --once --json
at 2
run sync --once --json
check 'nothing waits any more' is "$code $(field .sync.pending)" '0 0'
check 'the house has the bag' is "$(kept "$mine")" '2|25500|750|till-2'
check 'the one that waited' is "$(kept "$weighs")" '2|28000|750|till-2'
check 'and of two the one that was home first' is "$(kept "$both")" '2|30000|750|till-3'
run shift show --json
check 'all its fees are in the drawer of the till that took them' is \
    "$(field '[.shift.tenders[].taken] | join(" ")')" '1500 750 0'
as mark 2222
run conflict list --json
check 'the one that was taken twice is told of' is \
    "$(field '[.conflicts[] | "\(.kind) \(.till) \(.paid)"] | join(", ")')" 'bag twice till-2 750'
run conflict resolve "$(field '.conflicts[0].id')" refund --reason 'paid twice' --json
check 'and given back' is "$code $(sql 'SELECT count(*) FROM loge.conflict WHERE outcome = 0')" '0 0'
check 'the books are right' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
finish
