#!/bin/sh
# The map of a show over HTTP: whole, zipped, unchanged, and what changed since.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 34

make_house && make_show && add_web || exit 1
token shop sell
shop=$token
start_service
map=/api/shows/play/seats

tag() {
    printf '%s\n' "$heads" | sed -n 's/^ETag: //Ip'
}

get $map
answers 'the map has every seat' 200 '.seats|length' 40 .whole true .show.id play \
    '.seats[0].id' Stalls-A-1 '.seats[0].status' available '.seats[0].price' 4200
whole=$(field '.seats|map({(.id): .status})|add')
at 1 && as anna 1111
check 'as the command line has it' is \
    "$("$loge" map play --json | jq -c '.seats | map(del(.hold, .sale))')" \
    "$(printf '%s' "$out" | jq -c .seats)"
since=$(field .last_event)
first=$(tag)
get $map -H "If-None-Match: $first"
answers 'what has not changed is not sent' 304
check 'and nothing is' test ! -s "$work/body"
get $map --compressed -H 'Accept-Encoding: gzip'
answers 'zipped it says the same' 200 '.seats|map({(.id): .status})|add' "$whole"
check 'and is zipped' is "$(printf '%s\n' "$heads" | sed -n 's/^Content-Encoding: //Ip')" gzip
check 'under a tag of its own' test "$(tag)" != "$first"

post /api/shows/play/seats/Stalls-B-1/hold '{"customerEmail":"eve@example.org"}'
answers 'a seat is held' 201
status=
# What lies ready may be a moment old.
patience
while [ "$status" != 200 ] && waiting; do get $map -H "If-None-Match: $first"; done
answers 'and the map tells it' 200 '.seats[]|select(.id == "Stalls-B-1").status' held
check 'under another tag' test "$(tag)" != "$first"
get "$map?since=$since"
answers 'what changed since is this seat' 200 .whole false '.seats|map(.id)|join(" ")' Stalls-B-1 \
    '.seats[0].status' held
get "$map?since=$(field .last_event)"
answers 'since then nothing did' 200 '.seats|length' 0
get "$map?since=yesterday"
answers 'an event is a number' 400 .error.code INVALID
get /api/shows/none/seats
answers 'a show that is not there has no map' 404 .error.code NOT_FOUND
at 1 && as anna 1111 && "$loge" hold new play Stalls-D-1 --quiet >/dev/null
get $map
patience
until [ "$(field '.seats[]|select(.id == "Stalls-D-1").status')" = held ]; do
    waiting || break
    get $map
done
answers 'what a till does is told, too' 200 '.seats[]|select(.id == "Stalls-D-1").status' held

# ---- who sits together ----------------------------------------------------------------------
post /api/holds '{"showId":"play","customerEmail":"ida@example.org","showSeatIds":["Stalls-A-1","Stalls-A-2"]}'
bought=$(field .hold.id)
post "/api/holds/$bought/confirm" '{"name":"Ida","payment":{"auth":"PAID1234"}}'
sale=$(field .sale.id)
post /api/holds '{"showId":"play","customerEmail":"ida@example.org","showSeatIds":["Stalls-C-1","Stalls-C-2"]}'
held=$(field .hold.id)
token eyes read
get "$map?since=$since"
answers 'a stranger hears which seats are held and sold' 200 \
    '[.seats[] | select(.status == "held" or .status == "sold").id] | sort | join(" ")' \
    'Stalls-A-1 Stalls-A-2 Stalls-B-1 Stalls-C-1 Stalls-C-2 Stalls-D-1'
check 'and until when, to the minute: the same end would tell who holds them together' is \
    "$(field '[.seats[] | select(.status == "held").held_until | endswith(":00Z")] | all')" true
# shellcheck disable=SC2317 # check calls it
names_no_owner() { ! printf '%s' "$out" | grep -q "$held\|$bought\|$sale\|ida@\|\"hold\":\|\"sale\":"; }
check 'but not which of them belong to one hold or order' names_no_owner
patience
get $map
until [ "$(field '.seats[]|select(.id == "Stalls-C-2").status')" = held ]; do
    waiting || break
    get $map
done
check 'nor does the whole map tell' names_no_owner
token=$shop
get "/api/holds/$held"
answers 'who made the hold sees its seats' 200 '.hold.seats|join(" ")' 'Stalls-C-1 Stalls-C-2'

# ---- a service that does not have the show yet ----------------------------------------------
token reader read,unlimited # it polls
reader=$token
redis() { redis-cli -s "$servers_redis" --raw "$@"; }
copy() { redis keys '*:page:play'; }
taken() { redis hget "$(copy)" taken; }
# took SECONDS: that long ago the copy was taken; it stays.
took() {
    redis persist "$(copy)" >/dev/null
    redis hset "$(copy)" taken $((($(redis time | head -n 1) - $1) * 1000)) >/dev/null
}
reads() {
    curl -s --max-time 5 "$base/metrics" |
        sed -n "s/^loge_public_map_reads_total{layer=\"$1\",result=\"$2\"} //p"
}
# is_copied BEFORE: again, since it was taken then. Whoever looks has it copied.
# shellcheck disable=SC2317 # check calls it
is_copied() {
    patience
    until [ "$(copy)" ] && [ "$(taken)" != "${1-}" ]; do
        waiting || return 1
        get "$map"
    done
}
restart_service() {
    stop_service
    start_service
    token=$reader
}
# From Redis, as soon as that answers within its limit.
get_copy() {
    patience
    until
        get $map "$@"
        [ "$status" = 200 ]
    do
        waiting || return 1
    done
}
check 'a map that a service has opened is copied to Redis' is_copied
restart_service
took 5
before=$(taken)
freeze
get_copy
answers 'while PostgreSQL stands still, a service that starts has the map from Redis' 200 \
    '.seats|length' 40 .whole true .show.id play '.age >= 5 and .age <= 60' true
check 'marked with its age' is "$(printf '%s\n' "$heads" | sed -n 's/^Age: //Ip')" "$(field .age)"
check 'and without a tag: it is nothing to compare later ones with' is "$(tag)" ''
get_copy --compressed -H 'Accept-Encoding: gzip'
answers 'zipped, too' 200 '.seats|length' 40 '.age >= 5' true
check 'which counts as hits of Redis' is "$(reads redis hit) $(reads postgresql hit)" '2 0'
thaw
check 'behind it the map is opened, and copied anew' is_copied "$before"
get $map
answers 'so the next one has it from there' 200 .age null '.seats|length' 40

restart_service
took 61
before=$(taken)
get $map
answers 'what is older than a minute is not handed out' 200 .age null '.seats|length' 40
check 'which counts as a miss of Redis' is \
    "$(reads redis hit) $(reads redis miss) $(reads postgresql hit)" '0 1 1'
check 'and the map is copied anew' is_copied "$before"
restart_service
took 5
redis hset "$(copy)" page "$(redis hget "$(copy)" page | tr -d '\000' | head -c 2000)" >/dev/null
before=$(taken)
get $map
answers 'half a copy is not handed out either' 200 .age null '.seats|length' 40
check 'the map is copied whole again' is_copied "$before"
restart_service
# What whoever has Redis, but not the secret, can add to bytes that are sealed by one SHA-256.
redis hget "$(copy)" page | /usr/bin/python3 -c 'import struct, sys
primes = [p for p in range(2, 312) if all(p % q for q in range(2, p))]
rounds = [int(p ** (1 / 3) % 1 * 2**32) for p in primes]
def turn(x, by): return (x >> by | x << 32 - by) & 0xffffffff
def goes_on(state, block):
    w = list(struct.unpack(">16I", block))
    for i in range(16, 64):
        low, high = w[i - 15], w[i - 2]
        w.append(w[i - 16] + (turn(low, 7) ^ turn(low, 18) ^ low >> 3) + w[i - 7]
                 + (turn(high, 17) ^ turn(high, 19) ^ high >> 10) & 0xffffffff)
    a, b, c, d, e, f, g, h = state
    for i in range(64):
        first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + rounds[i] + w[i]
        second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = first + second & 0xffffffff, a, b, c, d + first & 0xffffffff, e, f, g
    return [x + y & 0xffffffff for x, y in zip(state, (a, b, c, d, e, f, g, h))]
page = sys.stdin.buffer.read()[:-1]
seal, document = struct.unpack(">8I", page[:32]), page[32:]
def ending(size): return b"\x80" + bytes((55 - size) % 64) + struct.pack(">Q", 8 * size)
before = 32 + len("play") + 1 + len(document)
document += ending(before) + b"x"
whole = before + len(ending(before)) + 1
seal = goes_on(seal, b"x" + ending(whole))
sys.stdout.buffer.write(struct.pack(">8I", *seal) + document)' |
    redis-cli -s "$servers_redis" -x HSET "$(copy)" page >/dev/null
took 5
get $map
answers 'nor one to which somebody has added' 200 .age null '.seats|length' 40
finish
