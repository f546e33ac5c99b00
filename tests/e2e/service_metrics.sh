#!/bin/sh
# What the service tells whoever watches it, by Prometheus' own judgement.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
watch=$srcdir/data/watch

metric() {
    sed -n "s/^$1 //p" "$work/metrics" | tail -n 1
}

# sum NAME: of all its series.
sum() {
    sed -n "s/^$1\({.*}\)\? //p" "$work/metrics" | awk '{ n += $1 } END { print n + 0 }'
}

maps() {
    metric "loge_public_map_reads_total{layer=\"$1\",result=\"$2\"}"
}

look() {
    curl -s --max-time 5 "$base/metrics" >"$work/metrics"
}

# becomes NAME VALUE: the metric, soon.
becomes() {
    patience
    until
        look
        [ "$(metric "$1")" = "$2" ]
    do
        waiting || return 1
    done
}

becomes_more() {
    patience
    until
        look
        [ "$(metric "$1")" -gt "$2" ]
    do
        waiting || return 1
    done
}

# Every name a rule or a picture asks for, without what a histogram adds.
names_in() {
    grep -o 'loge_[a-z_]*' "$1" | sed 's/_bucket$//; s/_sum$//; s/_count$//' | sort -u
}

missing_from() {
    for name in $(names_in "$1"); do
        grep -q "^# TYPE $name " "$work/metrics" || printf '%s ' "$name"
    done
}

serve_ini="[log]
file = $work/service.log
format = json"
plan 29
make_house && make_show && add_web || exit 1
sql "INSERT INTO loge.pay_letter SELECT house, 'evt_1', 'pi_1', 1, '{}' FROM loge.house"
start_service
token shop read,sell
hold='{"showId":"play","customerEmail":"eve@example.org","showSeatIds":["Stalls-A-1"]}'
post /api/holds "$hold"
answers 'a hold is given' 201
held=$(field .hold.id)
post /api/holds '{"showId":"play","customerEmail":"ida@example.org","showSeatIds":["Stalls-A-1"]}'
answers 'and refused to the next' 409
trace=4bf92f3577b34da6a3ce929d0e0e4736
post /api/holds '{"showId":"play","customerEmail":"ida@example.org","showSeatIds":["Stalls-B-1"]}' \
    -H "traceparent: 00-$trace-00f067aa0ba902b7-01"
key=$(jq -r "select(.trace == \"$trace\" and .act == \"hold\") | .request" "$work/service.log")
check 'the log names the request an act comes from' test "${#key}" = 36
check 'with its route' is "$(jq -r "select(.trace == \"$trace\" and .route) | \"\(.route) \(.status)\"" \
    "$work/service.log")" '/api/holds 201'
check 'and so does the transaction' is \
    "$(sql "SELECT count(*) FROM loge.receipt WHERE key = '$key' AND answer LIKE 'trace=$trace%'")" 1
look
check 'each was asked for' is "$(metric loge_hold_attempts_total)" 3
check 'two were given, with Redis keeping others off' is \
    "$(metric 'loge_holds_total{method="redis"}') $(metric 'loge_holds_total{method="postgresql"}')" '2 0'
check 'one was somebody else'"'"'s' is "$(sum loge_hold_conflicts_total)" 1
check 'the log names show and seat of each' is \
    "$(jq -r 'select(.act == "hold") | "\(.show) \(.seat) \(.seats) \(.verdict)"' "$work/service.log" |
        tr '\n' ',')" \
    'play Stalls-A-1 1 OK,play Stalls-A-1 1 SEAT_TAKEN,play Stalls-B-1 1 OK,'
post "/api/holds/$held/extend" '{"ms":31536000000}'
delete "/api/holds/$held"
look
check 'what is let go is counted by why' is \
    "$(metric 'loge_holds_released_total{scenario="user_cancelled"}')" 1
check 'with how long it lasted' is "$(metric loge_hold_duration_seconds_count)" 1
get /api/shows/play/seats
get /api/shows/play/seats
get /api/shows/play/seats
look
check 'maps are counted by the layer that had them' is \
    "$(maps hot miss) $(maps hot hit) $(maps postgresql hit)" '1 2 1'
check 'Redis was called' test "$(metric loge_redis_calls_total)" -gt 0
check 'and what waits is counted' becomes loge_waitlist_waiting 0
check 'what the payment provider said in vain, too' is "$(metric loge_payment_messages_kept)" 1
post /payments/webhook '{}'
look
check 'a forged call is one' is "$(metric 'loge_payment_webhooks_total{heard="forged"}')" 1
check 'workers run' becomes 'loge_worker_failures_total{worker="reaper"}' 0
check 'and how often is told' test "$(metric 'loge_worker_runs_total{worker="reaper"}')" -gt 0
# Tills have no port: what they count is in the house.
at 2 && as anna 1111
"$loge" hold new play Stalls-C-1 --quiet >/dev/null
"$loge" hold new play Stalls-C-2 --quiet >/dev/null
"$loge" hold new play Stalls-C-1 --quiet >/dev/null 2>&1
check "the service tells what a till's commands have counted" \
    becomes 'loge_till_holds_total{till="till-2",method="redis"}' 2
check 'with what was refused there' is \
    "$(metric 'loge_till_hold_attempts_total{till="till-2"}')" 3
check 'and how long it took' is "$(metric 'loge_till_act_duration_seconds_count{till="till-2"}')" 3
printf 'open play\nhold 2 best\nquit\n' | "$loge" --plain >/dev/null 2>&1
check 'a program that stays tells it, too' \
    becomes 'loge_till_hold_attempts_total{till="till-2"}' 4
kill -STOP "$servers_redis_id"
check 'a Redis that is gone is seen though nobody buys' becomes_more loge_redis_breakers_open 0
kill -CONT "$servers_redis_id"
check 'and that it is back' becomes loge_redis_breakers_open 0
check 'every name in the rules is told' is "$(missing_from "$watch/loge.rules.yml")" ''
check 'and in the pictures' is "$(missing_from "$watch/grafana.json")" ''
check 'the pictures are JSON' is "$(jq '.panels | length > 5' "$watch/grafana.json")" true
if command -v promtool >/dev/null; then
    out=$(promtool check metrics <"$work/metrics" 2>&1)
    check 'promtool finds nothing wrong with the metrics' is "$? $out" '0 '
    promtool check rules "$watch/loge.rules.yml" >"$work/rules" 2>&1
    check 'nor with the rules' is $? 0
else
    echo 'ok 28 - # SKIP promtool is not installed'
    echo 'ok 29 - # SKIP promtool is not installed'
fi
[ "$failed" = 0 ]
