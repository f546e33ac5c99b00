#!/bin/sh
# The service behind nginx, set up as README says.
# shellcheck disable=SC2317 # check calls the functions
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
PATH=$PATH:/usr/sbin
if ! command -v nginx >/dev/null; then
    echo '1..0 # SKIP nginx is not installed'
    exit 0
fi
plan 12
proxy=
trap 'stop_proxy; stop_service; end_house' EXIT

# readme BEGIN: the block of README that begins so.
readme() {
    awk -v begin="$1" '/^```/ { inside = !inside; if (!inside) told = 0; next }
        inside && $0 == begin { told = 1 } inside && told' "$srcdir/README.md"
}

start_proxy() {
    front=$(free_port)
    {
        echo "daemon off; master_process off; pid $work/nginx.pid; error_log $work/nginx.log;"
        echo 'events { worker_connections 64; } http { access_log off;'
        for kind in client_body proxy fastcgi uwsgi scgi; do echo "${kind}_temp_path $work/$kind;"; done
        echo "server { listen 127.0.0.1:$front;"
        readme 'location / {' | sed "s,http://127.0.0.1:8480,$base,"
        echo '} }'
    } >"$work/nginx.conf"
    nginx -c "$work/nginx.conf" -p "$work" 2>"$work/nginx.err" 9>&- &
    proxy=$!
    base=http://127.0.0.1:$front
    patience
    until curl -s -o "$work/health" "$base/health"; do waiting || return 1; done
}

stop_proxy() {
    [ -n "$proxy" ] || return 0
    kill "$proxy" 2>/dev/null
    wait "$proxy" 2>/dev/null
    proxy=
}

# heard PATTERN: on the stream, within half a minute.
heard() {
    patience
    until grep -q "$1" "$work/stream"; do waiting || return 1; done
}

# from ADDRESS PATH: as a visitor from there; to nginx we are another proxy of the house.
from() {
    get "$2" -H "X-Forwarded-For: $1"
}

make_house && make_show && add_web || exit 1
token shop read,sell,unlimited
serve_ini="$(readme '[serve]' | tail -n +2)
limit_requests = 3"
check 'README says whom to trust' is "$(printf '%s\n' "$serve_ini" | head -n 1)" 'trusted = 127.0.0.1'
start_service
check 'README says how nginx passes on' start_proxy
get /api/shows/play/seats --compressed
answers 'a map comes through' 200 '.seats|length' 40
tag=$(printf '%s\n' "$heads" | sed -n 's/^[Ee][Tt]ag: //p')
get /api/shows/play/seats --compressed -H "If-None-Match: $tag"
check 'once' is "$status" 304
touch "$work/stream"
curl -sN --max-time 120 -H "Authorization: Bearer $token" "$base/api/shows/play/events" \
    >"$work/stream" 2>/dev/null 9>&- &
watcher=$!
check 'a live map begins at once' heard '^event: hello'
post /api/shows/play/seats/Stalls-B-1/hold '{"customerEmail":"eve@example.org"}'
answers 'a seat is held' 201 .hold.status active
check 'and whoever watches hears of it at once' heard '"id":"Stalls-B-1".*"status":"held"'
kill "$watcher"
wait "$watcher" 2>/dev/null
post /api/shows/play/seats/Stalls-B-2/hold '{"customerEmail":"eve@example.org"}' -H 'X-Forwarded-For: 192.0.2.9'
check 'the log has the address that the proxy names' is \
    "$(sql "SELECT address || ' ' || client FROM loge.event ORDER BY id DESC LIMIT 1")" '192.0.2.9 shop'
token=
for i in 1 2 3; do from 192.0.2.1 "/api/shows?n=$i"; done
answers 'visitors ask' 401
from 192.0.2.1 /api/shows
answers 'one of them too fast' 429 .error.code RATE_LIMITED
from 192.0.2.2 /api/shows
answers 'the others do not wait for him' 401
stop_service
get /api/shows
check 'when the service is gone its proxy says so' is "$status" 502
finish
