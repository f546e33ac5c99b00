#!/bin/sh
# Holds over HTTP: made, kept, let go, bought; each refusal with its code; a key makes twice once.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 37

make_house && make_show && add_web || exit 1
token other sell
other=$token
token shop read,sell
start_service

wish() {
    printf '{"showId":"play","customerEmail":"%s","showSeatIds":[%s]}' "$1" "$2"
}

post /api/holds "$(wish eve@example.org '"Stalls-A-1","Stalls-A-2"')" -H 'Idempotency-Key: first'
answers 'seats are held' 201 .hold.status active '.hold.seats|join(" ")' 'Stalls-A-1 Stalls-A-2' \
    .hold.source web .hold.till shop .replay false
hold=$(field .hold.id)
post /api/holds "$(wish eve@example.org '"Stalls-A-1","Stalls-A-2"')" -H 'Idempotency-Key: first'
answers 'the same key gives the same answer' 201 .hold.id "$hold" .replay true
post /api/holds "$(wish eve@example.org '"Stalls-B-1"')" -H 'Idempotency-Key: first'
answers 'the same key for something else is refused' 400 .error.code INVALID
post /api/holds "$(wish eve@example.org '"Stalls-A-1","Stalls-A-2"')"
answers 'what somebody holds already he holds' 200 .hold.id "$hold" .changed false
post /api/holds "$(wish adam@example.org '"Stalls-A-1"')"
answers 'what somebody else holds is taken' 409 .error.code SEAT_TAKEN '.error.seats[0]' Stalls-A-1
post /api/holds "$(wish adam@example.org '"Stalls-A-4"')"
answers 'a single seat is not left over' 422 .error.code SINGLE_SEAT_GAP
post /api/holds "$(wish adam@example.org '"Stalls-Z-9"')"
answers 'a seat that is not there is not found' 404 .error.code SEAT_NOT_FOUND
post /api/holds "$(wish adam@example.org '"Stalls-B-1","Stalls-B-1"')"
answers 'a seat is named once' 400 .error.code DUPLICATE_SEAT
post /api/holds '{"showId":"none","customerEmail":"a@example.org","showSeatIds":["Stalls-A-1"]}'
answers 'nor a show' 404 .error.code NOT_FOUND
post /api/holds '{"showId":"play","showSeatIds":["Stalls-B-1"]}'
answers 'a customer has an address' 400 .error.code INVALID
post /api/holds '{"showId":"play","customerEmail":"a@example.org"}'
answers 'and wants something' 400 .error.code INVALID

get "/api/holds/$hold"
answers 'a hold is told' 200 .hold.id "$hold" .hold.show play
post /api/holds '{"showId":"play","customerEmail":"bo@example.org","ttlSeconds":60,"best":{"count":2}}' \
    -H 'Idempotency-Key: 0190b5a0-0000-7000-8000-000000000001'
answers 'the best seats are held for as long as was asked' 201 \
    '.hold.expires_at[:19] + "Z" | fromdate - now < 61' true
delete "/api/holds/$(field .hold.id)"
answers 'and let go' 200 .hold.status cancelled
token=$other
post /api/holds '{"showId":"play","customerEmail":"bo@example.org","ttlSeconds":60,"best":{"count":2}}' \
    -H 'Idempotency-Key: 0190b5a0-0000-7000-8000-000000000001'
answers 'what another client calls the same is not the same' 201 .replay false
delete "/api/holds/$(field .hold.id)"
get "/api/holds/$hold"
answers 'and to its own client only' 404 .error.code HOLD_NOT_FOUND
delete "/api/holds/$hold"
answers 'nobody else lets it go' 404 .error.code HOLD_NOT_FOUND
post "/api/holds/$hold/confirm" '{"payment":{"auth":"x"}}'
answers 'or buys it' 404 .error.code HOLD_NOT_FOUND
post /api/holds "$(wish eve@example.org '"Stalls-A-1"')"
answers 'or has it for the asking' 409 .error.code SEAT_TAKEN
at 1 && as ruth 3333
token=$("$loge" token new eyes --scope read --json | jq -r .token.secret)
post /api/holds "$(wish eve@example.org '"Stalls-D-1"')"
answers 'who may only look holds nothing' 403 .error.code NOT_ALLOWED
at 1 && as ruth 3333
"$loge" token revoke shop --quiet >/dev/null
token shop read,sell

post "/api/holds/$hold/extend" '{}'
answers 'a hold lasts longer' 200 .hold.version 2
post "/api/holds/$hold/extend" '{"seconds":"long"}'
answers 'by a number of seconds' 400 .error.code INVALID
get /api/holds/not-an-id
answers 'what is no id is no hold' 404 .error.code HOLD_NOT_FOUND

post /api/holds '{"showId":"play","customerEmail":"bo@example.org","best":{"count":3}}'
answers 'the best seats are found and held' 201 '.hold.seats|length' 3
best=$(field .hold.id)
post /api/holds '{"showId":"play","customerEmail":"bo@example.org","best":{"count":2,"section":"Attic"}}'
answers 'in a section there is' 400 .error.code INVALID
post /api/holds '{"showId":"play","customerEmail":"bo@example.org","best":{"count":60}}'
answers 'as many as there are' 409 .error.code NOT_ENOUGH_SEATS
delete "/api/holds/$best" -H 'Idempotency-Key: go'
answers 'seats are let go' 200 .hold.status cancelled .hold.reason user_cancelled
delete "/api/holds/$best" -H 'Idempotency-Key: go'
answers 'once, however often it is asked' 200 .replay true

post /api/shows/play/seats/Stalls-C-1/hold '{"customerEmail":"cy@example.org"}'
answers 'one seat is held by a touch' 201 '.hold.seats|join(" ")' Stalls-C-1
post /api/shows/play/seats/Stalls-C-10/hold '{"customerEmail":"cy@example.org"}'
answers 'another touch' 201 '.hold.seats|join(" ")' Stalls-C-10
check 'frees the first' is "$(sql "SELECT string_agg(h.status::text, ',' ORDER BY h.created_at)
    FROM loge.hold AS h WHERE h.email = 'cy@example.org'")" 4,0
post /api/shows/play/seats/Stalls-C-10/cancel '{"customerEmail":"cy@example.org"}' \
    -H 'Idempotency-Key: let-go'
answers 'and a last one lets go' 200 .hold.status cancelled .replay false
post /api/shows/play/seats/Stalls-C-10/cancel '{"customerEmail":"cy@example.org"}' \
    -H 'Idempotency-Key: let-go'
answers 'which is told again to whoever did not hear it' 200 .hold.status cancelled .replay true
post /api/shows/play/seats/Stalls-C-10/cancel '{"customerEmail":"cy@example.org"}'
answers 'of what is held' 404 .error.code HOLD_NOT_FOUND

post "/api/holds/$hold/confirm" '{"name":"Eve Example","payment":{"auth":"PI42abcd"}}' \
    -H 'Idempotency-Key: buy'
answers 'what was paid for is sold' 201 .sale.status paid '.sale.tickets|length' 2 \
    '.sale.payments[0].auth' PI42abcd .sale.name 'Eve Example'
sale=$(field .sale.code)
post "/api/holds/$hold/confirm" '{"name":"Eve Example","payment":{"auth":"PI42abcd"}}' \
    -H 'Idempotency-Key: buy'
answers 'once' 201 .sale.code "$sale" .replay true
check 'no rule of the house is broken' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
finish
