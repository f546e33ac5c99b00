#!/bin/sh
# One address has so many connections and no more, and whoever says what he wants a byte at a time is
# hung up on when his time is over; others are served meanwhile, and who listens goes on listening.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 9

# Waits for what comes, or for the other end to hang up: a second between two bytes.
cat >"$work/lines.py" <<'END'
import select, socket, sys, time
port, what = int(sys.argv[1]), sys.argv[2]

def connect():
    line = socket.create_connection(("127.0.0.1", port))
    line.settimeout(20)
    return line

def answered(line):
    try:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        return line.recv(100).startswith(b"HTTP/1.1 200")
    except OSError:
        return False

def many(count):
    lines = [connect() for _ in range(count)]
    return sum(answered(line) for line in lines)

def hung_up(line):
    ready, _, _ = select.select([line], [], [], 0.5)
    if not ready:
        return False
    try:
        return line.recv(1000) == b""
    except OSError:
        return True

def drip(begin, forever):
    line, began = connect(), time.monotonic()
    line.sendall(begin)
    while time.monotonic() - began < 20:
        if hung_up(line):
            return "hung up"
        try:
            line.sendall(forever)
        except OSError:
            return "hung up"
    return "goes on"

if what == "many":
    print(many(int(sys.argv[3])))
elif what == "headers":
    print(drip(b"GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"y"))
else:
    print(drip(b"POST /api/holds HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
               + sys.argv[3].encode() + b"\r\nContent-Length: 1000\r\n\r\n{", b" "))
END
lines() {
    /usr/bin/python3 "$work/lines.py" "${base##*:}" "$@"
}

# settles SERVED ASKED: as soon as the connections of before are gone.
# shellcheck disable=SC2317 # check runs it
settles() {
    patience
    until [ "$(lines many "$2")" = "$1" ]; do waiting || return 1; done
}

make_house && make_show && add_web || exit 1
token shop sell
# Five, not two hundred, so that nine are too many; and slow after two seconds, not half a minute.
serve_ini='limit_connections = 5
request_time = 2s'
start_service
check 'five connections of one address are served' is "$(lines many 5)" 5
check 'of nine five' settles 5 9
check 'and when they are gone others' settles 5 5

touch "$work/heard"
curl -sN --max-time 120 -H "Authorization: Bearer $token" "$base/api/shows/play/events" \
    >"$work/heard" 2>/dev/null 9>&- &
listener=$!
patience
until grep -q hello "$work/heard" || ! waiting; do :; done
check 'a header that never ends is hung up on' is "$(lines headers)" 'hung up'
check 'so is a body' is "$(lines body "$token")" 'hung up'
get /api/shows
answers 'others are served' 200 '.shows[0].id' play
post /api/shows/play/seats/Stalls-B-1/hold '{"customerEmail":"eve@example.org"}'
patience
until grep -q Stalls-B-1 "$work/heard" || ! waiting; do :; done
check 'who listens is no slow one' grep -q Stalls-B-1 "$work/heard"
kill "$listener"
wait "$listener" 2>/dev/null
check 'both are counted' is \
    "$(curl -s "$base/metrics" | awk '/^loge_http_(connections_refused|requests_cut)_total/ { print ($2 > 0) }' |
        tr '\n' ' ')" '1 1 '
stop_service

# A proxy of the house's own brings many people.
serve_ini='limit_connections = 5
trusted = 127.0.0.1'
start_service
check 'a trusted proxy has as many as it likes' is "$(lines many 9)" 9
finish
