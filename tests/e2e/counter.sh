#!/bin/sh
# The rest of a day at the counter: the gap rule, blocks, vouchers, gifts, discounts, swaps,
# reprints, the waiting list, drops and reports.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 56

make_room
sell() { # SEATS... -- OPTIONS...: leaves the sale in $out
    seats=
    while [ $# -gt 0 ] && [ "$1" != -- ]; do seats="$seats $1" && shift; done
    [ $# -gt 0 ] && shift
    # shellcheck disable=SC2086
    run hold new play $seats --json
    run hold sell "$(field .hold.id)" "$@" --json
}

# ---- the gap rule
sell Stalls-A-1
check_refused 'a single seat may not be left' 1 SINGLE_SEAT_GAP hold new play Stalls-A-3
run hold new play Stalls-A-3 --override 'party of one' --json
check 'but it can be overridden with a reason' is "$code" 0
run hold release "$(field .hold.id)" --json
check 'and let go again' is "$(field .hold.status)" cancelled

# ---- blocks
check_refused 'a block needs a reason' 2 INVALID seat block play Stalls-A-5
run seat block play Stalls-A-5 Stalls-A-6 --reason camera --json
check 'seats are blocked' is "$(field '[.seats[].status] | unique | join(" ")')" blocked
check_refused 'and not sold' 1 SEAT_BLOCKED hold new play Stalls-A-5
run seat unblock play Stalls-A-5 --reason 'no camera' --json
check 'one is free again' is "$(field '.seats[0].status')" available
run hold new play Balcony-A-1 Balcony-A-2 --json
held=$(field .hold.id)
run seat release play Balcony-A-1 Stalls-A-6 Stalls-A-1 --reason mistake --json
check 'a supervisor frees what can be freed, seat by seat' is \
    "$(field '[.seats[] | .status] | join(" ")') $(field '.refused | join(" ")')" \
    'available available sold Stalls-A-1'
run seat release play Stalls-A-6 --reason again --json
check 'and says which were free already' is "$(field '.already_free | join(" ")')" Stalls-A-6
run hold show "$held" --json
check 'the rest of the hold lives on' is "$(field '.hold.status, .hold.seats[]' | tr '\n' ' ')" \
    'active Balcony-A-2 '

# ---- prices
sell Stalls-B-1 Stalls-B-2 -- --discount 10%
check 'ten percent off' is "$(field .sale.total)" 7560
sell Stalls-B-3 Stalls-B-4 -- --discount 5.00/each
check 'five off each' is "$(field .sale.total)" 7400
sell Stalls-B-5 Stalls-B-6 -- --discount 5.00
check 'five off the order' is "$(field .sale.total)" 7900
sell Stalls-C-1 Stalls-C-2 -- --type Stalls-C-2=child --pay card --auth 4242
check 'a child pays half' is "$(field '[.sale.tickets[].total] | join(" ")')" '4200 2100'
run voucher add TENTH 10% --uses 1 --json
check 'a voucher can be added' is "$(field .voucher.kind)" percent
sell Stalls-C-3 Stalls-C-4 -- --voucher tenth
check 'it takes a tenth off' is "$(field .sale.total)" 7560
run hold new play Stalls-C-5 Stalls-C-6 --json
check_refused 'and is used up' 1 VOUCHER_NOT_VALID hold sell "$(field .hold.id)" --voucher TENTH
run voucher add PRESENT 50.00 --gift --json
check 'a gift voucher can be added' is "$(field '.voucher | .kind, .budget' | tr '\n' ' ')" 'gift 5000 '
run hold list --json
run hold sell "$(field '.holds[] | select(.seats[0] == "Stalls-C-5") | .id')" \
    --pay gift=50.00 --gift PRESENT --pay cash --given 40 --json
check 'it pays a part, cash the rest' is \
    "$(field '[.sale.payments[] | .amount] | sort | join(" ")') $(field .sale.change)" '3400 5000 600'
check_refused 'a change of nothing: too little cash' 1 AMOUNT_MISMATCH hold sell "$held" --given 1.00
run hold sell "$held" --quote --json
check 'a price can be asked without selling' is "$(field .quote.total)" 3000

# ---- will-call
run hold new play Balcony-A-1 Balcony-A-2 --json
run hold sell "$(field .hold.id)" --pickup --name Vera --json
vera=$(field .sale.code)
check 'what is picked up later is paid and waits' is \
    "$(field '.sale | .status, .collected_at' | tr '\n' ' ')" 'paid null '
run sale collect "$vera" --json
check 'then it is handed over' test "$(field '.sale.collected_at')" != null
check_refused 'and never twice' 1 STATE_CONFLICT sale collect "$vera"

# ---- after the sale
sell Stalls-A-9 Stalls-A-10 -- --name Ada
ada=$(field .sale.code)
old=$(field '.sale.tickets[0].code')
sell Stalls-C-9 Stalls-C-10 -- --name Hugo
hugo=$(field .sale.code)
run sale swap "$ada:Stalls-A-9" "$hugo:Stalls-C-9" --json
check 'two seats change owners' is "$code" 0
check_refused 'whoever swaps them a moment later is too late' 1 TICKET_NOT_VALID \
    sale swap "$ada:Stalls-A-9" "$hugo:Stalls-C-9"
run sale show "$ada" --json
check 'each has the other one' is \
    "$(field '[.sale.tickets[] | select(.status == "valid") | .seat] | sort | join(" ")')" \
    'Stalls-A-10 Stalls-C-9'
run sale reprint "$ada" Stalls-C-9 --reason lost --json
check 'a lost ticket gets a new code' test "$(field '[.sale.tickets[] | select(.status == "valid") | .code] | index("'"$old"'")')" = null
check_refused 'a reprint of a seat that is not theirs' 3 SEAT_NOT_FOUND sale reprint "$ada" Stalls-B-1 --reason lost
run sale refund "$hugo" --reason ill --json
check 'a whole sale is refunded' is "$(field '.sale.status, .sale.given_back' | tr '\n' ' ')" 'refunded 8400 '
run sale refund "$hugo" --reason ill --json
check 'and not twice' test "$code" != 0

# ---- the waiting list
run wait add play --name Gita --phone '+31 20 555' --party 2 --together --json
waiter=$(field .waiter.id)
check 'somebody waits' is "$(field '.waiter.status, .waiter.party' | tr '\n' ' ')" 'waiting 2 '
run wait serve play --json
check 'seats are held for them' is "$(field '.waiter.id, (.hold.seats | length)' | tr '\n' ' ')" "$waiter 2 "
run wait list play --json
check 'they have an offer' is "$(field '.waiters[0].status')" offered
run wait add play --name Bela --for bela@example.org --json
run wait leave "$(field .waiter.id)" --json
check 'somebody else leaves the list' is "$code" 0

# ---- customers
run customer add 'Zoë Sørensen' --for zoe@example.org --json
check 'a customer is added' is "$(field .customer.name)" 'Zoë Sørensen'
run customer find zoe@ --json
check 'and found by address' is "$(field '.customers | length')" 1

# ---- money
run shift drop 10.00 --json
check 'a drop is taken from the drawer' is "$(field .shift.drops)" 1000
check_refused 'paying out needs a reason' 2 INVALID shift paid-out 5.00
run shift paid-out 5.00 --reason stamps --json
expected=$(field '.shift.tenders[] | select(.tender == "cash") | .expected')
check_refused 'a difference needs a reason' 1 AMOUNT_MISMATCH shift close --cash 0.00
run shift close --cash "$((expected / 100)).$(printf %02d $((expected % 100)))" --json
check 'the drawer agrees' is "$(field .shift.status)" closed
run report sales --by tender --csv
check 'the report comes as CSV' is "$(printf '%s\n' "$out" | head -n 1)" \
    'tender,tickets,gross,fees,tax,discounts,refunded,kept,late'
run audit verify --json
check 'the house verifies' is "$(field .audit.ok)" true

# ---- a house far away from the clock of its machine
LOGE_DIR=$work/far
check_refused 'a time zone that does not exist' 2 INVALID house new --name Far --timezone Asia/Nowhere
run house new --name Far --timezone Asia/Kolkata --json
check 'a house knows its time zone' is "$(field .house.timezone)" Asia/Kolkata
zone_found() { field '.doctor.checks[] | select(.name == "timezone") | .finding'; }
run doctor --json
check 'a machine that knows it is well' is "$(zone_found)" ok
TZDIR=$work/nowhere run doctor --json
check 'one that does not know it is not' is "$code $(zone_found)" '1 fault'
unset TZDIR
"$loge" plan import "$work/room.plan" --hall room --quiet >/dev/null
"$loge" show add play --hall room --starts "$(date -u -d '+3 days' +%Y-%m-%dT19:30)" --price 10 \
    --open --quiet >/dev/null
run show show play --json
check 'a time without a zone is one there' is "$(field .show.starts_at)" \
    "$(date -u -d '+3 days' +%Y-%m-%dT14:00:00Z)"
"$loge" shift open --float 50.00 --quiet >/dev/null
sell Stalls-A-1
sale=$(field .sale.code)
sold_at=$(field .sale.sold_at)
for by in hour day; do
    case $by in hour) shape='+%F %H:00' ;; *) shape=+%F ;; esac
    there=$(TZ=Asia/Kolkata date -d "$sold_at" "$shape")
    run report sales --by $by --csv
    check "a report by $by is in the time of the house" is "$(printf '%s\n' "$out" | sed -n 2p)" \
        "\"$there\",1,10.00,0.00,0.00,0.00,0.00,0.00,0.00"
done
run report sales --by hour --json
begins=$(field '.report.rows[0].at')
check 'and says when the hour begins' is "$begins" \
    "$(date -u -d "$(TZ=Asia/Kolkata date -d "$sold_at" '+%FT%H:00+05:30')" +%FT%TZ)"

# ---- a closed shift says the same for ever
run shift show --json
shift=$(field .shift.id)
"$loge" shift close --cash 60.00 --quiet >/dev/null
"$loge" shift show "$shift" >"$work/closed"
"$loge" shift show "$shift" --json >"$work/closed.json"
"$loge" shift open --float 60.00 --quiet >/dev/null
run hold new play Stalls-B-1 --json
run sale exchange "$sale" "$(field .hold.id)" --json
check 'a sale of a closed shift is exchanged' is "$code" 0
run sale refund "$sale" --reason ill --json
check 'and refunded' is "$code" 0
"$loge" shift show "$shift" >"$work/again"
"$loge" shift show "$shift" --json >"$work/again.json"
check 'the shift is as it was' cmp "$work/closed" "$work/again"
check 'to the last byte' cmp "$work/closed.json" "$work/again.json"
run report sales --by day --csv
check 'and what was given back stands in the day' is "$(printf '%s\n' "$out" | tail -n +2 | cut -d, -f2-3,7)" \
    '0,0.00,20.00'
finish
