#!/bin/sh
# Who asks too fast waits, who abuses the service is shut out, and who says where a request is from.
# shellcheck disable=SC2317 # check calls the functions
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 43

# asks ADDRESS COUNT PATH [CURL...]: so many requests over one connection, as a proxy passes them on;
# $all is their statuses; an @ in the path becomes the number of each.
asks() {
    from=$1 many=$2 path=$3
    shift 3
    i=0 all=
    set -- "$@" -sS --max-time 60 -H "X-Forwarded-For: $from" -w '%{http_code} ' \
        ${token:+-H "Authorization: Bearer $token"}
    while [ $i -lt "$many" ]; do
        case $path in
        *@*) set -- "$@" -o /dev/null "$base${path%@*}$i${path#*@}" ;;
        *) set -- "$@" -o /dev/null "$base$path" ;;
        esac
        i=$((i + 1))
    done
    all=$(curl "$@" 2>"$work/curl.err") || :
    all=${all% }
}

# from ADDRESS PATH: one request, as a proxy passes it on.
from() {
    get "$2" -H "X-Forwarded-For: $1"
}

# retry_within LOW HIGH: what the last answer said.
retry_within() {
    after=$(printf '%s\n' "$heads" | sed -n 's/^[Rr]etry-[Aa]fter: //p')
    [ "${after:-0}" -ge "$1" ] && [ "$after" -le "$2" ]
}

make_house && make_show && add_web || exit 1
token shop sell
shop=$token
token spy read
spy=$token
token free read,sell,unlimited
free=$token
token sight read
sight=$token
token office admin,unlimited
office=$token
token=

# ---- limits ---------------------------------------------------------------------------------

serve_ini='limit_requests = 5
limit_holds = 2
limit_maps = 3
limit_burst = 40
limit_lookups = 3
block = 1h
trusted = 127.0.0.1, 10.0.0.0/8'
start_service
asks 192.0.2.1 5 /api/shows
check 'so many requests a minute are fine' is "$all" '401 401 401 401 401'
from 192.0.2.1 /api/shows
answers 'one more is too many' 429 .error.code RATE_LIMITED
check 'and is told when to come back' retry_within 1 60
from '192.0.2.99, 192.0.2.1, 10.1.2.3' /api/nowhere
answers 'whatever stands left of where it came from, and whatever it asks for' 429
from 192.0.2.1 /health
answers 'whether the service lives is always told' 200
asks 192.0.2.1 9 /ready
check 'and whether it is ready, however often' is "$(printf '%s' "$all" | tr -d ' ' | sed 's/200//g')" ''
from 192.0.2.2 /api/shows
answers 'others are not kept waiting' 401
asks 192.0.2.3 6 /payments/webhook -X POST -H 'Payment-Signature: t=1,v1=00'
check 'what a payment provider tells is counted when it is forged' is "$all" '401 401 401 401 401 429'
from 2001:db8:1:2::1 /api/shows
asks 2001:db8:1:2::ffff 5 /api/shows
check 'an address of IPv6 is one of a house' is "$all" '401 401 401 401 429'

token=$shop
for who in 1 2 3; do
    post "/api/shows/play/seats/Stalls-A-$((2 * who))/hold" "{\"customerEmail\":\"c$who@example.org\"}" \
        -H "X-Forwarded-For: 192.0.2.1$who"
done
answers 'a token may make so many holds a minute, wherever they come from' 429 \
    .error.code RATE_LIMITED
from 192.0.2.14 /api/shows
answers 'and still ask' 200
token=$free
asks 192.0.2.1 30 /api/shows
check 'a token without limits has none' is "$(printf '%s' "$all" | tr -d ' ' | sed 's/200//g')" ''

# ---- abuse ----------------------------------------------------------------------------------

# shut_out ADDRESS COUNT PATH: goes on until it is, because a machine can be too slow for abuse.
shut_out() {
    heads=
    patience
    while asks "$@" && from "$1" /api/shows && ! retry_within 3000 3600 && waiting; do :; done
    retry_within 3000 3600
}

shut_out_token() {
    heads=
    patience
    while ! retry_within 3000 3600 && waiting; do
        for who in 1 2 3 4 5 6; do from "192.0.2.5$who" "/api/shows/map-$who/seats"; done
    done
    retry_within 3000 3600
}

token=
check 'who looks at many maps at once is shut out' shut_out 192.0.2.20 8 /api/shows/map-@/seats
answers 'for an hour' 429 .error.code RATE_LIMITED
check 'who asks very often at once is, too' shut_out 192.0.2.21 60 /api/shows
token=$spy
check 'and a token is, from wherever it looks' shut_out_token
token=$sight
# guess ADDRESS: an order nobody has, by a token that may look.
guess() {
    post /api/lookup '{"code":"NOPE1234","lastName":"Nobody"}' -H "X-Forwarded-For: $1"
}
# A minute can pass between guesses on a slow machine, so go on until the address is shut out.
guess_until_shut_out() {
    heads=
    patience
    while guess "$1" && ! retry_within 3000 3600 && waiting; do :; done
    retry_within 3000 3600
}
guess 192.0.2.61
answers 'a wrong guess at an order is refused' 401 .error.code WRONG_CODE_OR_NAME
check 'a client that keeps guessing at orders is shut out' guess_until_shut_out 192.0.2.61
answers 'like any other abuse' 429 .error.code RATE_LIMITED
token=
patience
shut=0
while [ "$shut" -lt 4 ] && waiting; do
    shut=$(sql 'SELECT count(DISTINCT asker) FROM loge.abuse WHERE until > 0')
done
check 'the house knows who is' is "$shut" 4
token=$shop
get /admin/abuse/recent
answers 'who sells is not told' 403
token=$office
get /admin/abuse/recent
answers 'the office is' 200 \
    '.abuse|map(select(.blocked).rule)|unique|join(" ")' 'burst lookups maps'
check 'and why somebody was told to wait' is \
    "$(field '.abuse|map(select(.ip == "192.0.2.1"))|.[0].rule')" requests
# of RULE WHO JQ: what the last answer says of an event.
of() {
    field ".abuse | map(select(.rule == \"$1\" and .who == \"$2\")) | .[0] | $3"
}
check 'how many guesses there were, in what time, and by whose token at what' is "$(of lookups 192.0.2.61 \
    '"\(.count) \(.window_seconds) \(.first_at <= .last_at) \(.details | "\(.limit) \(.client) \(.route)")"')" \
    '4 60 true 3 sight POST /api/lookup'
check 'and which show was read out last' is "$(of maps 192.0.2.20 \
    '"\(.count) \(.window_seconds) \(.details | "\(.client) \(.route) \(.show | test("^map-[0-9]$"))")"')" \
    '4 2 null GET /api/shows/{show}/seats true'
counted() { get /admin/abuse/recent && of requests 192.0.2.1 .count; }
check 'what is refused again within the minute adds to the count' until_is 7 counted
check 'no event names a secret' is "$(printf '%s' "$out" | grep -c "$shop\|$sight\|$spy")" 0
at 1 && as mark 2222
run abuse list --blocked
check 'a list for people says it, too' test "$(printf '%s\n' "$out" |
    grep -c '192.0.2.61 .*4 in 60 s (limit 3), POST /api/lookup, client sight')" -eq 1
run abuse list --blocked --json
check 'a supervisor sees it at a till' is "$(field '.abuse|map(.blocked)|unique|tostring')" '[true]'
as anna 1111
run abuse list --json
check 'a clerk does not' test "$code" -ne 0
post /admin/abuse/unblock/192.0.2.20 ''
answers 'the office lets somebody in again' 200 .unblocked true
token=
from 192.0.2.20 /api/shows
answers 'at once' 401
token=$office
post /admin/abuse/unblock/192.0.2.20 ''
answers 'once' 404 .error.code NOT_FOUND
post /admin/abuse/unblock/nobody ''
answers 'whoever that is' 400 .error.code INVALID
at 1 && as mark 2222
run abuse unblock 192.0.2.21 --json
check 'a supervisor does at a till' is "$code $(field .done)" '0 true'
token=
patience
while from 192.0.2.21 /api/shows && [ "$status" = 429 ] && waiting; do :; done
answers 'and the service hears of it' 401
run abuse list --json
check 'it is known who did' is \
    "$(field '.abuse|map(.unblocked_by|values)|unique|join(" ")')" 'mark web'

# ---- without Redis --------------------------------------------------------------------------

kill -STOP "$servers_redis_id"
asks 192.0.2.30 6 /api/shows
check 'without Redis it is counted all the same' is "$all" '401 401 401 401 401 429'
get /metrics
check 'and told' test "$(printf '%s\n' "$out" | sed -n 's/^loge_abuse_counted_alone_total //p')" -ge 1
kill -CONT "$servers_redis_id"
check 'the service ends when it is told to' stop_service

# ---- no proxy is trusted --------------------------------------------------------------------

serve_ini='limit_requests = 5'
start_service
for who in 1 2 3 4 5; do from "192.0.2.4$who" /api/shows; done
from 192.0.2.46 /api/shows
answers 'what a stranger says of where it comes from is not believed' 429
stop_service
serve_ini='trusted = localhost'
make_service
printf '\n[serve]\n%s\n' "$serve_ini" >>"$LOGE_DIR/loge.ini"
LOGE_PIN=7777 run serve --as web --listen 127.0.0.1:0 --json
check 'a proxy is trusted by its address' is "$code $(field .error.code)" '2 INVALID'
check 'no rule of the house is broken' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
finish
