#!/bin/sh
# Payments at a house that goes back to an earlier moment: seats, orders and money of web clients come
# back under the client's name, and the house and the provider agree about every payment.
set -u
# shellcheck source=tests/e2e/pay_lib.sh
. "${srcdir:?}/tests/e2e/pay_lib.sh"
plan 35

make_house && make_show && add_web || exit 1
make_service
LOGE_PIN=2222 "$loge" join --pg "$till_url" --redis "$redis_url" --as mark --quiet || exit 1
token shop sell,unlimited
shop=$token
"$loge" house policy web-refund on --quiet >/dev/null
start_provider
at service
remember_house

pending() {
    at service
    "$loge" sync --status --json | jq .sync.pending
}
sale_of() {
    sql "SELECT h.till || ' ' || s.paid FROM loge.sale AS s JOIN loge.hold AS h
        ON h.house = s.house AND h.id = s.hold WHERE h.id = '$1'"
}

# ---- what a shop held, and what it was paid for
start_service
email=eve@example.org
hold A-1 A-2
held=$hold
email=bo@example.org
hold B-1 B-2
checkout paid "$hold"
paid=$checkout
teller "pay/$checkout"
event "$checkout" evt_1
tell
becomes .checkout.payment captured
check 'a shop holds seats, and sells others for money of the provider' is \
    "$(field '.checkout.status + " " + .sale.status')" 'sold paid'
sale=$(field .sale.code) sold=$hold amount=$(field .checkout.amount)
email=ed@example.org
hold D-1
checkout open "$hold"
open=$checkout
email=flo@example.org
hold D-5
checkout given-up "$hold"
gone=$checkout
post "/api/checkouts/$gone/cancel" '{}'
becomes .checkout.payment cancelled
email=kim@example.org
hold B-3 B-4
post "/api/holds/$hold/confirm" '{"name":"Bo Example","payment":{"auth":"MINE1234"}}'
own=$(field .sale.code)
post "/api/sales/$own/refund" '{"reason":"ill","showSeatIds":["Stalls-B-3"]}'
token late sell,unlimited
hold C-1
late=$hold token=$shop
stop_service
at service
go_back
check 'a house that went back knows neither' is "$(sql 'SELECT count(*) FROM loge.hold')" 0
start_service
until_is "shop $amount" sale_of "$sold"
check 'the order is back, and it is the order of the shop' is "$(sale_of "$sold")" "shop $amount"
get "/api/sales/$sale"
answers 'so the shop reads it' 200 .sale.status paid
get "/api/holds/$held"
answers 'and the seats that it held' 200 .hold.status active
get "/api/sales/$own"
answers 'and what it sold and refunded itself' 200 .sale.status part_refunded .sale.till shop \
    '.sale.tickets|map(.status)|sort|join(" ")' 'refunded valid'
check 'a client that the house has forgotten loses no seat by that' is "$(sql "SELECT h.till || ' ' || t.status
    FROM loge.hold AS h JOIN loge.show_seat AS t ON t.holder = h.id WHERE h.id = '$late'")" 'till-service 1'

# ---- the payments themselves
checkout=$paid
check 'a payment is linked with its order again' becomes .checkout.status sold
becomes .checkout.payment captured
check 'and was taken once' is "$(field .sale.code) $(books "[.intents[]|select(.id == \"$paid\")|.charges]|first")" "$sale 1"
checkout=$open
becomes .checkout.payment waiting
check 'one that waits for its payer waits on' is "$(field .checkout.status)" paying
teller "pay/$open"
event "$open" evt_2
tell
check 'and sells the seat when it is paid' becomes .checkout.status sold
checkout=$gone
looks
check 'one that was given up stays closed' is \
    "$(field '.checkout.status') $(books "[.intents[]|select(.id == \"$gone\")|.there]|first")" 'released cancelled'
# The shop was paid for its own order by itself: the provider knows nothing of that.
money_of_provider() {
    sql "SELECT sum(m.amount) FROM (SELECT p.amount, p.auth FROM loge.payment AS p
            UNION ALL SELECT c.paid, c.auth FROM loge.checkin AS c) AS m
        WHERE EXISTS (SELECT FROM loge.intent AS i WHERE loge.intent_auth(i.id) = m.auth)"
}
check 'the money there is the money here' is "$(books .money)" "$(money_of_provider)"
check 'each payment was told to the provider once' is "$(books '[.intents[].charges]|max') $(books '.intents|length')" '1 3'
record() {
    at 1 && as ruth 3333
    "$loge" house went-back --json | jq -r '.went_back[0] | "\(.payments) \(.payments_open)"'
    at service
}
check 'the record of the house that went back says so' is "$(record)" '3 0'
stop_service
check 'nothing waits in the journal' is "$(pending)" 0
check 'and nothing was refused' is "$(sql 'SELECT count(*) FROM loge.conflict')" 0

# ---- seats that somebody else has bought since
at service
sql 'CREATE DATABASE before TEMPLATE house' postgres
start_service
email=gus@example.org
buy() {
    email=$1@example.org
    hold "$2" "$3"
    checkout "$1" "$hold"
    teller "pay/$checkout"
    event "$checkout" "evt_$1"
    tell
    becomes .checkout.payment captured
}
buy gus C-4 C-5
lost=$checkout
buy hal C-9 C-10
stuck=$checkout
stop_service
at service
go_back
at 1 && as anna 1111
sell() {
    run hold new play "$@" --json
    run hold sell "$(field .hold.id)" --pay cash --quiet
}
sell Stalls-C-5 Stalls-C-6
sell Stalls-C-9 Stalls-C-10
teller mood/busy
start_service
until_is '5 2' record
check 'a provider that does not answer leaves them open in the record' is "$(record)" '5 2'
at 1
run status
check 'and managers read which' is "$(printf '%s\n' "$out" | grep -c 'Settle with the payment provider: pi_')" 1
teller mood/fine
checkout=$lost
check 'money for seats that somebody else has by now goes back' becomes .checkout.payment refunded
checkout=$stuck
check 'of each order' becomes .checkout.payment refunded
check 'the house has given it back, too' is "$(sql "SELECT s.status || ' ' || s.paid FROM loge.sale AS s
    JOIN loge.intent AS i ON i.sale = s.id WHERE i.id = '$lost'")" '3 0'
until_is '5 0' record
check 'so the record is in order' is "$(record)" '5 0'
check 'and nobody has to decide' is "$(sql 'SELECT outcome FROM loge.conflict GROUP BY 1')" 4
check 'the money there is the money here' is "$(books .money)" "$(money_of_provider)"

# ---- a payment that the house knows of as it was before: waiting for its payer; and the fee of a bag
printf '[door]\nopens = 7d\n' >>"$work/till-1/loge.ini"
token gate door,unlimited
gate=$token token=$shop client=$shop # tell changes $shop
at 1 && as mark 2222
"$loge" ticket new-key --quiet >/dev/null
run hold new play Stalls-A-6 --json
run hold sell "$(field .hold.id)" --pay cash --json
qr=$("$loge" ticket show "$(field .sale.code)" --json | jq -r '.tickets[0].qr')
bag=$("$loge" scan play --json --code "$qr" | jq -r .scan.checkin)
email=ida@example.org
hold D-7 D-8
checkout ida "$hold"
older=$checkout
stop_service
at service
sql 'CREATE DATABASE before TEMPLATE house' postgres
start_service
checkout=$older
teller "pay/$older"
event "$older" evt_ida
tell
becomes .checkout.payment captured
sale=$(field .sale.code)
token=$gate
post "/api/checkins/$bag/bag" '{"weightKg":30}'
post "/api/checkins/$bag/payment" ''
fee=$(field .payment.id)
teller "pay/$fee"
event "$fee" evt_fee
tell
# shellcheck disable=SC2317 # check calls it
fee_becomes() {
    patience
    until get "/api/checkins/$bag/payment" && [ "$(field .payment.status)" = "$1" ] || ! waiting; do :; done
    is "$(field .payment.status)" "$1"
}
check 'the fee of a bag is paid' fee_becomes paid
token=$client
stop_service
at service
go_back
check 'the house knows a payment as it was before' is \
    "$(sql "SELECT here || ' ' || there FROM loge.intent WHERE id = '$older'")" '1 1'
sql "UPDATE loge.intent SET next_at = 1 WHERE id = '$older'" # due before the journal is home
start_service
check 'it goes on to the same order' becomes .checkout.payment captured
until_is '7 0' record
check 'and the record is in order' is "$(record)" '7 0'
looks
check 'with the same tickets' is "$(field '.sale.code + " " + .checkout.status')" "$sale sold"
token=$gate
check 'the fee of the bag is paid, too' fee_becomes paid
get "/api/checkins/$bag"
answers 'and its check-in complete' 200 .checkin.status COMPLETED .checkin.paid 5000
token=$client
check 'and no money is taken twice' is \
    "$(books "[.intents[]|select(.id == \"$older\")|.charges]|first") $(books .money)" "1 $(money_of_provider)"
stop_service
check 'nothing waits in the journal' is "$(pending)" 0
check 'no rule of the house is broken' is "$(sql 'SELECT * FROM qa.invariants()')" ''
finish
