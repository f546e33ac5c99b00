#!/bin/sh
# Payments at a house that goes back to an earlier moment: seats, orders and money of web clients come
# back under the client's name, and the house and the provider agree about every payment.
set -u
# shellcheck source=tests/e2e/pay_lib.sh
. "${srcdir:?}/tests/e2e/pay_lib.sh"
plan 10

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
teller "pay/$checkout"
event "$checkout" evt_1
tell
becomes .checkout.payment captured
check 'a shop holds seats, and sells others for money of the provider' is \
    "$(field '.checkout.status + " " + .sale.status')" 'sold paid'
sale=$(field .sale.code) sold=$hold amount=$(field .checkout.amount)
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
stop_service
check 'nothing waits in the journal' is "$(pending)" 0
check 'and nothing was refused' is "$(sql 'SELECT count(*) FROM loge.conflict')" 0
check 'no rule of the house is broken' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
finish
