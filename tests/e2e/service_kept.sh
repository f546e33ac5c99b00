#!/bin/sh
# What a service has acknowledged, at a house that goes back to an earlier moment: a standby that was
# behind takes over, or a dump is restored. A service whose folder has joined brings it back.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 8

make_house && make_show && add_web || exit 1
make_service
LOGE_PIN=2222 "$loge" join --pg "$till_url" --redis "$redis_url" --as mark --quiet || exit 1
token office admin
office=$token
token shop sell
shop=$token

holds_of() {
    sql "SELECT count(*), min(status), min(source) FROM loge.hold WHERE id = '$held'"
}
remember_house

start_service
post /api/shows/play/seats/Stalls-B-5/hold '{"customerEmail":"eve@example.org"}'
held=$(printf '%s' "$out" | jq -r .hold.id)
check 'a shop holds a seat' is "$status $(holds_of | cut -d '|' -f 1)" '201 1'
before=$(holds_of)
stop_service
go_back
check 'a house that went back does not know it' is "$(holds_of | cut -d '|' -f 1)" 0
start_service
until_is "$before" holds_of
check 'the service brings it back' is "$(holds_of)" "$before"
check 'and where it came from' is \
    "$(sql "SELECT client || ' ' || address FROM loge.event WHERE subject = '$held'")" 'shop 127.0.0.1'
token=$office
get /metrics
check 'metrics count the house that went back' is \
    "$(printf '%s\n' "$out" | sed -n 's/^loge_house_went_back //p')" 1
get /api/admin/status
token=$shop
check 'and the status for admins says what is back' is \
    "$status $(printf '%s' "$out" | jq -r '.status.went_back[] | "\(.till) \(.lost) \(.back)"')" \
    '200 till-service 1 1'
post /api/shows/play/seats/Stalls-B-5/hold '{"customerEmail":"zoe@example.org"}'
check 'so the seat is not given to another customer' is "$status" 409
stop_service
at service
check 'and nothing waits' is "$("$loge" sync --status --json | jq .sync.pending)" 0
finish
