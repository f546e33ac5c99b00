#!/bin/sh
# The live map: a change is heard by everybody who watches, and by whoever comes back.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 34

# Every body that is sent to the hook, a line each in $work/hooked.
hook_pid=
spy=
reader=
other=
trap 'stop_service; end_house $hook_pid $spy $reader $other' EXIT
start_hook() {
    mkfifo "$work/hook.port"
    /usr/bin/python3 -c 'import http.server, sys
class Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open(sys.argv[1], "ab") as file:
            file.write(body.strip() + b"\n")
        self.send_response(200)
        self.end_headers()
    def log_message(self, *_): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Hook)
with open(sys.argv[2], "w") as file:
    file.write("%d\n" % server.server_port)
server.serve_forever()' "$work/hooked" "$work/hook.port" 7>&- 8>&- 9>&- &
    hook_pid=$!
    read -r hook_port <"$work/hook.port"
    "$loge" outbox add "http://127.0.0.1:$hook_port/" --quiet >/dev/null
}
# told JQ: of all that was sent to the hook.
told() {
    jq -cr "$1" "$work/hooked" 2>/dev/null
}

make_house && make_show && add_web || exit 1
touch "$work/hooked"
start_hook
token shop sell
start_service
events=$base/api/shows/play/events

# Messages in Redis. A pattern hears every one and, unlike a reader, causes none.
house=$(sed -n 's/^prefix = //p' "$work/till-1/loge.ini")
touch "$work/spied" "$work/read"
redis-cli -s "$servers_redis" PSUBSCRIBE '{*}:events:*' >"$work/spied" 7>&- 8>&- 9>&- &
spy=$!

# watch FILE [CURL...]: leaves the id of its curl in $watcher.
watch() {
    file=$1
    shift
    curl -sN --max-time 120 -H "Authorization: Bearer $token" "$@" "$events" >"$file" 2>/dev/null 9>&- &
    watcher=$!
}
# heard FILE PATTERN: within half a minute.
# shellcheck disable=SC2317 # check calls it
heard() {
    patience
    until grep -q "$2" "$1"; do waiting || return 1; done
}
last_id() {
    sed -n 's/^id: //p' "$1" | tail -n 1
}

touch "$work/one" "$work/two" "$work/three" "$work/four"
watch "$work/one"
one=$watcher
watch "$work/two"
two=$watcher
check 'a stream begins with where it begins' heard "$work/one" '^event: hello'
check 'so does the next' heard "$work/two" '^event: hello'
post /api/shows/play/seats/Stalls-B-1/hold '{"customerEmail":"eve@example.org"}'
check 'one hears a seat that is held' heard "$work/one" '"id":"Stalls-B-1".*"status":"held"'
check 'the other hears it, too' heard "$work/two" '"id":"Stalls-B-1".*"status":"held"'
told_one() {
    sed -n 's/^data: //p' "$work/one" | jq -cr 'select(.changes) | .changes[] |
        [.event, .reason, .source, .holder, (.until | type)] | join(" ")' | sort -u
}
check 'with its event, why, from where, whose and until when' is "$(told_one)" \
    'seat_held hold web customer string'
check 'and the counts after it' is "$(sed -n 's/^data: //p' "$work/one" |
    jq -c 'select(.counts) | .counts' | tail -n 1)" \
    '{"available":39,"held":1,"sold":0,"blocked":0}'
check 'and nobody by name, nor in which hold' is "$(grep -c 'eve@\|"actor"\|"hold":\|"sale":' "$work/one")" 0
seen=$(last_id "$work/one")
kill "$one"
wait "$one" 2>/dev/null
at 1 && as anna 1111 && "$loge" hold new play Stalls-D-1 --quiet >/dev/null
watch "$work/three" -H "Last-Event-ID: $seen"
check 'who comes back hears what he missed' heard "$work/three" '"id":"Stalls-D-1".*"status":"held"'
# A hold that expires, of many seats, is one message.
at 1 && as ruth 3333
seats=$(seq -f 'Stalls-C-%g' -s ' ' 10)
# shellcheck disable=SC2086 # several
"$loge" hold new play $seats --quiet >/dev/null
sql "UPDATE loge.hold SET expires_at = loge.now_ms() - 1000
    WHERE id IN (SELECT hold_id FROM loge.claim WHERE live GROUP BY 1 HAVING count(*) = 10)"
check 'a hold that expires is told to the stream' heard "$work/three" \
    '"seat":"Stalls-C-10","event":"seat_released","reason":"expire","source":"system"'
check 'and once to the web server' until_is hold.expired told 'select(.type == "hold.expired") | .type'
check 'with every seat, the reason and the counts' is \
    "$(told 'select(.type == "hold.expired") |
        [.event, .reason, .show, (.seats | length), .counts.available] | join(" ")')" \
    'seat_released ttl_expired play 10 38'
post /api/holds '{"showId":"play","customerEmail":"ida@example.org","showSeatIds":["Stalls-A-1"]}'
post "/api/holds/$(field .hold.id)/confirm" '{"name":"Ida","payment":{"auth":"PAID1234"}}'
check 'a sale says that it came from the web' until_is 'seat_sold web customer 37' told \
    'select(.type == "sale.sold") | [.event, .source, .holder, .counts.available] | join(" ")'
get /api/shows/none/events
answers 'a show that is not there cannot be watched' 404 .error.code NOT_FOUND
kept=$token
token eyes read
watch "$work/four"
four=$watcher
check 'another one watches' heard "$work/four" '^event: hello'
at 1 && as ruth 3333 && "$loge" token revoke eyes --quiet
wait "$four"
check 'until its token is revoked' is "$?" 0
token=$kept

# messages FILE JQ: of every message in it that has come whole.
messages() {
    sed -n 's/^{.*}$/&/p' "$1" | jq -cr "$2"
}
# Every message goes on where the one before ended, so none is missing and none came twice.
unbroken() {
    sed -n 's/^{.*}$/&/p' "$1" | jq -cs '. as $all | [range(1; length)] |
        all($all[.].since == $all[. - 1].last_event and $all[.].last_event > $all[.].since)'
}
check 'the spy listens' heard "$work/spied" '^psubscribe'
check 'no message is published while no program reads the channel' is "$(messages "$work/spied" .)" ''
redis-cli -s "$servers_redis" ACL SETUSER shop on '>secret' -@all +subscribe +unsubscribe +ping \
    resetchannels "&{$house:0}:events:*" >/dev/null
check 'a reader of messages cannot read the channel of the tills' is \
    "$(REDISCLI_AUTH=secret redis-cli -s "$servers_redis" --user shop SUBSCRIBE "{$house:1}:feed" \
        2>&1 </dev/null | grep -c NOPERM)" 1
REDISCLI_AUTH=secret redis-cli -s "$servers_redis" --user shop SUBSCRIBE "{$house:0}:events:play" \
    >"$work/read" 7>&- 8>&- 9>&- &
reader=$!
check 'a reader hears where its messages begin' heard "$work/read" '^{.*"since":.*"seats":\[\]'
post /api/holds '{"showId":"play","customerEmail":"eve@example.org","showSeatIds":["Stalls-A-5","Stalls-A-6"]}'
hold=$(field .hold.id)
check 'and of a hold' heard "$work/read" '"seat":"Stalls-A-6","event":"seat_held"'
delete "/api/holds/$hold"
check 'of its release' heard "$work/read" '"seat":"Stalls-A-6","event":"seat_released"'
post /api/holds '{"showId":"play","customerEmail":"eve@example.org","showSeatIds":["Stalls-A-7"]}'
hold=$(field .hold.id)
check 'of another hold' heard "$work/read" '"seat":"Stalls-A-7","event":"seat_held"'
post "/api/holds/$hold/confirm" '{"name":"Eve","payment":{"auth":"PAID1235"}}'
check 'of a sale' heard "$work/read" '"seat":"Stalls-A-7","event":"seat_sold"'
at 1 && as anna 1111 && hold=$("$loge" hold new play Stalls-D-5 --json | jq -r .hold.id)
check 'of a hold at a till' heard "$work/read" '"seat":"Stalls-D-5","event":"seat_held"'
sql "UPDATE loge.hold SET expires_at = loge.now_ms() - 1000 WHERE id = '$hold'"
check 'and of its end' heard "$work/read" '"seat":"Stalls-D-5","event":"seat_released"'
check 'with why, from where, whose and until when' is "$(messages "$work/read" '.changes[]? |
    [.seat, .event, .reason, .source, .holder // "-", (.until | type)] | join(" ")' | sort)" \
    'Stalls-A-5 seat_held hold web customer string
Stalls-A-5 seat_released release web - null
Stalls-A-6 seat_held hold web customer string
Stalls-A-6 seat_released release web - null
Stalls-A-7 seat_held hold web customer string
Stalls-A-7 seat_sold sell web customer null
Stalls-D-5 seat_held hold counter clerk string
Stalls-D-5 seat_released expire system - null'
check 'and the counts after it' is "$(messages "$work/read" 'select(.counts) | .counts' | tail -n 1)" \
    '{"available":36,"held":2,"sold":2,"blocked":0}'
check 'and nobody by name, nor in which hold' is \
    "$(grep -c 'eve@\|"actor"\|"hold":\|"sale":' "$work/read")" 0
since=$(messages "$work/read" .since | head -n 1)
get "/api/shows/play/seats?since=$since"
answers 'a reader that missed messages asks for what happened since' 200 .since "$since" \
    '.changes[0].seat' Stalls-A-5

# A second service beside the first, which goes on publishing; then the first ends.
service_at=other
make_service
mkfifo "$work/other.said"
LOGE_PIN=7777 "$loge" serve --as web --listen 127.0.0.1:0 --json >"$work/other.said" \
    2>"$work/other.err" 9>&- &
other=$!
read -r said <"$work/other.said"
other_base=http://127.0.0.1:$(printf '%s' "$said" | jq -r .port)
post /api/shows/play/seats/Stalls-B-5/hold '{"customerEmail":"ida@example.org"}'
check 'of two services one publishes' heard "$work/read" '"seat":"Stalls-B-5"'
check 'the service ends for all that' stop_service
wait "$two"
check 'and its streams with it' is "$?" 0
service=$other base=$other_base
post /api/shows/play/seats/Stalls-B-6/hold '{"customerEmail":"eli@example.org"}'
check 'and the other when that one has ended' heard "$work/read" '"seat":"Stalls-B-6"'
check 'so each message comes once, and none is missing' is "$(unbroken "$work/read")" true
finish
