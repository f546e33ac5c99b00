#!/bin/sh
# What a supervisor does from afar, the waiting list, and an order by its code.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 29

make_house && make_show && add_web || exit 1
token shop sell
shop=$token
token office admin
office=$token
# shellcheck disable=SC2034 # start_service reads them
serve_as=mark serve_pin=2222
start_service

token=$shop
post /api/admin/seats/block '{"showId":"play","showSeatIds":["Stalls-A-1"],"reason":"camera"}'
answers 'who sells does not block' 403 .error.code NOT_ALLOWED
token=$office
post /api/admin/seats/block '{"showId":"play","showSeatIds":["Stalls-A-1"]}'
answers 'a block has a reason' 400 .error.code INVALID
post /api/admin/seats/block \
    '{"showId":"play","showSeatIds":["Stalls-A-1","Stalls-A-2"],"reason":"camera"}'
answers 'seats are blocked' 200 '.seats|map(.done)|all' true
token=$shop
post /api/shows/play/seats/Stalls-A-1/hold '{"customerEmail":"eve@example.org"}'
answers 'and nobody holds them' 409 .error.code SEAT_BLOCKED
token=$office
post /api/admin/seats/unblock \
    '{"showId":"play","showSeatIds":["Stalls-A-1","Stalls-A-2"],"reason":"done"}'
answers 'until they are open again' 200 .changed true
token=$shop
post /api/holds '{"showId":"play","customerEmail":"eve@example.org","showSeatIds":["Stalls-A-1","Stalls-A-2"]}'
answers 'then somebody does' 201
hold=$(field .hold.id)
post "/api/holds/$hold/confirm" '{"name":"Eve de Vries","payment":{"auth":"PAID1234"}}'
answers 'and buys them' 201
order=$(field .sale.code)
post /api/shows/play/seats/Stalls-B-1/hold '{"customerEmail":"bo@example.org"}'
answers 'another is held' 201
token=$office
release='{"showId":"play","showSeatIds":["Stalls-A-1","Stalls-B-1"],"reason":"test"}'
post /api/admin/seats/release "$release" -H 'Idempotency-Key: release'
answers 'of seats to be released the sold one stays, and says why' 200 \
    '.seats|map("\(.id) \(.done) \(.code)")|join(", ")' \
    'Stalls-A-1 false SEAT_TAKEN, Stalls-B-1 true null'
post /api/admin/seats/release "$release" -H 'Idempotency-Key: release'
answers 'asked again, too' 200 '.seats|map("\(.id) \(.done) \(.code)")|join(", ")' \
    'Stalls-A-1 false SEAT_TAKEN, Stalls-B-1 true null' .replay true
token=$shop
post /api/shows/play/seats/Stalls-B-1/hold '{"customerEmail":"cy@example.org"}'
answers 'the other is free again' 201
held=$(field .hold.id)
token=$office
post /api/admin/seats/release "{\"holdIds\":[\"$held\",\"nonsense\"],\"reason\":\"test\"}"
answers 'holds are let go one by one' 200 '.holds[0].done' true '.holds[1].code' HOLD_NOT_FOUND
get "/api/holds/$held"
answers "and stay on record as a supervisor's act" 200 .hold.reason admin_override
token=$shop
post /api/admin/seats/release "{\"holdIds\":[\"$held\"],\"reason\":\"test\"}"
answers 'which nobody else may do' 403
many=$(seq -f '"Stalls-C-%g"' -s , 10),$(seq -f '"Stalls-D-%g"' -s , 10)
post /api/holds "{\"showId\":\"play\",\"customerEmail\":\"eve@example.org\",\"showSeatIds\":[$many]}"
post "/api/holds/$(field .hold.id)/confirm" '{"name":"Eve","payment":{"auth":"PAID5678"}}'
token=$office
post /api/admin/seats/release \
    "{\"showId\":\"play\",\"showSeatIds\":[$many,\"Stalls-B-1\"],\"reason\":\"test\"}"
answers 'however many are sold, each says so' 200 '[.seats[] | select(.code == "SEAT_TAKEN")] | length' \
    20 '.seats[20].done' true
token=$shop
post /api/shows/play/seats/Stalls-B-2/hold '{"customerEmail":"cy@example.org"}'
answers 'one more is held' 201
token=$office
get /api/admin/status
answers 'the layers stand side by side' 200 '.status.mode' house '.status.layers[0].agree' true
redis-cli -s "$servers_redis" flushall >/dev/null
get /api/admin/status
answers 'an emptied Redis is seen' 200 '.status.layers[0].agree' false
post /api/admin/reconcile ''
answers 'and written anew' 200 .reconciled.shows 1 .reconciled.seats 1
get /api/admin/status
answers 'so that both tell the same' 200 '.status.layers[0].agree' true

token=$shop
post /api/lookup "{\"code\":\"$order\",\"lastName\":\"VRIES\"}"
answers 'an order is found by code and last name' 200 .sale.code "$order" .map /api/shows/play/seats
post /api/lookup "{\"code\":\"$order\",\"lastName\":\"De Vries\"}"
answers 'or all of it' 200 .sale.code "$order"
post /api/lookup "{\"code\":\"$order\",\"lastName\":\"Eve\"}"
answers 'not by another name' 404 .error.code NOT_FOUND
post /api/shows/play/waitlist '{"customerEmail":"di@example.org","name":"Di","party":2,"together":true}'
answers 'somebody waits' 201 .waiter.party 2 .waiter.status waiting
entry=$(field .waiter.id)
get "/api/shows/play/waitlist/$entry"
answers 'and is on the list' 200 .waiter.email di@example.org
get "/api/shows/other/waitlist/$entry"
answers 'of that show only' 404 .error.code NOT_FOUND
delete "/api/shows/play/waitlist/$entry"
answers 'until he leaves' 200 .waiter.status left
check 'every act stands in the log under the name of its token' is \
    "$(sql "SELECT string_agg(DISTINCT till, ',' ORDER BY till) FROM loge.event
        WHERE till IN ('shop', 'office')")" office,shop
check 'no rule of the house is broken' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
finish
