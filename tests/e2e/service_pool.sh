#!/bin/sh
# The house's service behind PgBouncer in session mode: it sells, shows what others do, and works; and
# goes on by itself when the pool is started again under it.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
# shellcheck source=tests/e2e/pool_lib.sh
. "${srcdir:?}/tests/e2e/pool_lib.sh"
! pool_missing || exit 0
watcher=
trap 'stop_service; stop_pool; end_house $watcher' EXIT

heard() { grep -c "\"id\":\"$1\".*\"status\":\"sold\"" "$work/heard"; }
ready() { curl -s --max-time 10 -o /dev/null -w '%{http_code}' "$base/ready"; }
hold_row() { sql "SELECT status FROM loge.hold WHERE id = '$1'"; }
waits() { "$loge" wait list play --json | jq -r '.waiters[].status'; }
well() {
    at 1
    "$loge" status --json | jq -r '[.status.workers[] | select(.well) | .worker] | sort | join(" ")'
}

# The first two free seats of a row go from the map to tickets.
buy() {
    get /api/shows/play/seats
    seats=$(field "[.seats[] | select(.status == \"available\" and .row == \"$1\").id][:2] | tojson")
    post /api/holds "{\"showId\":\"play\",\"customerEmail\":\"eve@example.org\",\"showSeatIds\":$seats}"
    post "/api/holds/$(field .hold.id)/confirm" '{"name":"Eve Example","payment":{"auth":"PAID1234"}}'
    is "$status $(field '[.sale.tickets[].code | length > 0] | join(" ")')" '201 true true'
}

plan 14
make_house && make_show && add_web || exit 1
# A shop's own server: it looks again and again until the service has its house.
token shop read,sell,unlimited
make_pool 15
start_pool
at 1 && as ruth 3333
"$loge" wait rule play --offer 600 --quiet >/dev/null
run hold new play Stalls-D-1 --ttl 1 --json
over=$(field .hold.id)
sed -i "s|^pg = .*|pg = ${pool_url:?}|" "$LOGE_DIR/loge.ini"
start_service
lines=$(sql "SELECT count(*) FROM pg_stat_activity WHERE usename = 'house_web'")
check 'it takes a connection for each of four engines and ten more, as README says' is "$lines" 14
curl -sN --max-time 120 -H "Authorization: Bearer $token" "$base/api/shows/play/events" \
    >"$work/heard" 2>/dev/null 9>&- &
watcher=$!
until_is 1 grep -c '^event: hello' "$work/heard"
check 'seats go from the map to tickets' buy A
check 'and whoever watches hears of it' until_is 1 heard Stalls-A-1
check 'a hold that is over is released' until_is 3 hold_row "$over"
check 'all six workers are well' is "$(well)" 'mail occupancy reaper registry waiting webhooks'

stop_pool
check 'without the pool it has no house' until_is 503 ready
post /api/holds '{"showId":"play","customerEmail":"eve@example.org","best":{"count":2}}'
answers 'and says so' 503 .error.code UNAVAILABLE
start_pool
check 'with another one it has its house again' until_is 200 ready
check 'sells' buy B
check 'whoever watched before hears of it' until_is 1 heard Stalls-B-1
at 1
run hold new play Stalls-D-1 --ttl 1 --json
check 'holds are released again' until_is 3 hold_row "$(field .hold.id)"
run wait add play --name Jan --for jan@example.org --party 2 --json
check 'whoever waits is offered seats' until_is offered waits
check 'it ends when it is told to' stop_service
check 'and no rule of the house is broken' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
[ "$failed" = 0 ]
