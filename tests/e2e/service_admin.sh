#!/bin/sh
# What a supervisor does from afar, the waiting list, and an order by its code.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 44

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
release='{"showId":"play","showSeatIds":["Stalls-A-1","Stalls-B-1","Stalls-B-2"],"reason":"test"}'
post /api/admin/seats/release "$release" -H 'Idempotency-Key: release'
answers 'of seats to be released the sold one stays, and says why' 200 \
    '.seats|map("\(.id) \(.done) \(.code)")|join(", ")' \
    'Stalls-A-1 false SEAT_TAKEN, Stalls-B-1 true null, Stalls-B-2 true null'
answers 'and which were free already, with what came of all' 200 .status partly_released \
    '.seats|map(.already_free)|join(" ")' 'false false true' .counts.seats 3 .counts.released 1 \
    .counts.already_free 1 .counts.refused 1 .reason test .notes null \
    .message 'Released 1 of 3 seats; 1 free already, 1 refused.'
post /api/admin/seats/release "$release" -H 'Idempotency-Key: release'
answers 'asked again, too' 200 '.seats|map("\(.id) \(.done) \(.code)")|join(", ")' \
    'Stalls-A-1 false SEAT_TAKEN, Stalls-B-1 true null, Stalls-B-2 true null' .replay true \
    .seats[2].already_free true .counts.released 1
token=$shop
post /api/shows/play/seats/Stalls-B-1/hold '{"customerEmail":"cy@example.org"}'
answers 'the other is free again' 201
held=$(field .hold.id)
token=$office
post /api/admin/seats/release "{\"holdIds\":[\"$held\",\"nonsense\"],\"reason\":\"test\"}"
answers 'holds are let go one by one' 200 .status partly_released .counts.released 1 '.holds[0].done' true '.holds[1].code' HOLD_NOT_FOUND
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
answers 'and written anew' 200 .reconciled.shows 1 .reconciled.seats 1 .reconciled.missing 1
get /api/admin/status
answers 'so that both tell the same' 200 '.status.layers[0].agree' true
post /api/admin/reconcile ''
answers 'a second time nothing is left to mend' 200 .reconciled.seats 1 .reconciled.missing 0 \
    .reconciled.stale 0

# Redis loses one hold and gets one that nobody made: the counts are the same.
registry() { redis-cli -s "$servers_redis" "$@" >/dev/null; }
show=$(sql "SELECT no FROM loge.show WHERE id = 'play'")
seat=$(sql "SELECT seat_no FROM loge.show_seat WHERE show_no = $show AND status = 1")
ghost=$(sql "SELECT max(seat_no) FROM loge.show_seat WHERE show_no = $show AND status = 0")
tag=$(redis-cli -s "$servers_redis" --raw keys '*:holds' | sed 's/:holds$//')
gone=$(redis-cli -s "$servers_redis" --raw zrange "$tag:holds" 0 -1)
end=$(redis-cli -s "$servers_redis" --raw zscore "$tag:holds" "$gone")
nobody=00000000-0000-4000-8000-000000000001
registry del "$tag:seat:$seat" "$tag:hold:$gone"
registry zrem "$tag:holds" "$gone"
registry zadd "$tag:holds" "$end" $nobody
registry hset "$tag:hold:$nobody" holder x held_at 1 expires_at "$end" token '' "seat:$ghost" 9
registry set "$tag:seat:$ghost" "{\"hold\":\"$nobody\",\"expires_at\":$end,\"version\":9}"
get /api/admin/status
answers 'a hold lost and a ghost are seen, though they count the same' 200 \
    '.status.layers[0] | "\(.redis.seats) \(.postgresql.seats) \(.redis.missing) \(.redis.stale) \(.agree)"' \
    '1 1 1 1 false'
token=$shop
get /api/shows/play/seats
token=$office
get /api/admin/status
answers 'the map the service hands out is compared, too' 200 \
    '.maps | map("\(.show) \(.seats) \(.blocks_differ)") | join(",")' 'play 1 0'
post /api/admin/reconcile ''
answers 'and what is mended is told' 200 .reconciled.missing 1 .reconciled.stale 1
get /api/admin/status
answers 'then all of it is as it should be' 200 '.status.layers[0].agree' true
at 2 && as anna 1111
check_refused 'a clerk does not rewrite Redis' 4 NOT_ALLOWED reconcile

token=$shop
post /api/lookup "{\"code\":\"$order\",\"lastName\":\"VRIES\"}"
answers 'an order is found by code and last name' 200 .sale.code "$order" .map /api/shows/play/seats
post /api/lookup "{\"code\":\"$order\",\"lastName\":\"De Vries\"}"
answers 'or all of it' 200 .sale.code "$order"
# looked_up CODE NAME: leaves the answer, and in $asked what PostgreSQL was asked about orders for it.
looked_up() {
    before=$(wc -l <"$servers_dir/log")
    post /api/lookup "{\"code\":\"$1\",\"lastName\":\"$2\"}"
    asked=$(tail -n "+$((before + 1))" "$servers_dir/log" |
        grep -c 's\.code = upper(\|FROM loge\.ticket\|FROM loge\.payment')
}
looked_up "$order" Eve
answers 'not by another name' 401 .error.code WRONG_CODE_OR_NAME
wrong_name="$status $asked $out"
looked_up NOPE1234 Vries
check 'an unknown code gets the same bytes for the same work' is "$status $asked $out" "$wrong_name"
looked_up NOPE1234 Eve
check 'so do an unknown code and a wrong name together' is "$status $asked $out" "$wrong_name"
check 'and PostgreSQL was asked' test "$asked" -ge 1
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

# Where the shop's newest act came from.
came_from() {
    "$loge" audit list --at-till shop --limit 1 --json | jq -r '.events[0] | "\(.client) \(.address)"'
}
at 1 && as mark 2222
check 'and where it came from' is "$(came_from)" 'shop 127.0.0.1'
check 'and in the list' sh -c "'$loge' audit list --at-till shop --limit 1 | grep -q 'shop, 127.0.0.1'"
check 'what was done at a till came from nowhere' is \
    "$(sql "SELECT count(*) FROM loge.event WHERE till LIKE 'till-%' AND address || client <> ''")" 0
token=$shop
post /api/holds '{"showId":"play","customerEmail":"fay@example.org","showSeatIds":["Stalls-B-4"]}' \
    -H 'X-Forwarded-For: 192.0.2.7'
check 'whoever names another address without being a proxy is not believed' is \
    "$(came_from)" 'shop 127.0.0.1'
"$loge" audit verify --quiet
sql "SET session_replication_role = replica; UPDATE loge.event SET address = '192.0.2.9'
    WHERE till = 'shop' AND id = (SELECT max(id) FROM loge.event WHERE till = 'shop')" >/dev/null
check 'which cannot be changed unnoticed' sh -c "'$loge' audit verify 2>&1 | grep -q 'not what was sealed'"
check 'no rule of the house is broken' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
finish
