#!/bin/sh
# What whoever runs the service tells it, and hears from it: systemd's notices, SIGHUP, SIGTERM.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"

listener=
trap 'stop_service; end_house $listener' EXIT

# What a service tells systemd, a notice a line.
listen() {
    NOTIFY_SOCKET=$work/notices.sock
    WATCHDOG_USEC=400000
    export NOTIFY_SOCKET WATCHDOG_USEC
    /usr/bin/python3 -c 'import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
open(sys.argv[2], "w").close()
while True:
    notice = s.recv(4096).decode().replace("\n", " ")
    with open(sys.argv[2], "a") as file:
        file.write(notice + "\n")' "$NOTIFY_SOCKET" "$work/notices" 9>&- &
    listener=$!
    patience
    until [ -e "$work/notices" ] || ! waiting; do :; done
}

# heard TEXT N: the notice has come so often, or comes now.
heard() {
    patience
    until [ "$(grep -c "^$1" "$work/notices")" -ge "$2" ]; do
        waiting || return 1
    done
}

set_limit() {
    sed -i "s/^limit_requests = .*/limit_requests = $1/" "$work/till-service/loge.ini"
    kill -HUP "$service"
}

asked_until() {
    patience
    until
        get /api/shows
        [ "$status" = "$1" ]
    do
        waiting || return 1
    done
}

open_requests() {
    curl -s --max-time 5 "$base/metrics" | sed -n 's/^loge_http_requests_open //p'
}

# limit_requests is there to be changed; limit_burst would shut out a test that asks until it is.
serve_ini="limit_requests = 60
limit_burst = 0
[log]
file = $work/service.log"
plan 17
make_house && make_show && add_web || exit 1
listen
start_service
check 'it says when it is ready' heard READY=1 1
check 'and again and again that it lives' heard WATCHDOG=1 3
token shop read,sell
get /api/shows
answers 'it answers within its limits' 200

set_limit 1
check 'told to, it reads its limits again' asked_until 429
check 'says that it does' heard RELOADING=1 1
check 'and that it has' heard READY=1 2
set_limit many
patience
until grep -q 'Nothing was changed' "$work/service.err" || ! waiting; do :; done
check 'a bad loge.ini is refused, in a sentence' \
    grep -q 'loge.ini:[0-9]*: .* Nothing was changed' "$work/service.err"
check 'and what counted before still does' asked_until 429
sed -i 's/^limit_burst/engines = 3\nlimit_burst/' "$work/till-service/loge.ini"
mv "$work/service.log" "$work/service.log.1"
set_limit 0
check 'put right, it counts' asked_until 200
check 'what needs a restart is named, in a log that is opened again' \
    grep -q 'waits for a restart setting=serve.engines' "$work/service.log"

# A request that is under way when it is told to end: its house does not answer yet.
backends=$(sql "SELECT pid FROM pg_stat_activity WHERE datname = 'house' AND pid <> pg_backend_pid()")
# shellcheck disable=SC2086 # several
kill -STOP $backends
curl -s --max-time 30 -o "$work/held" -w '%{http_code}' -H "Authorization: Bearer $token" \
    "$base/api/holds" -d '{"showId":"play","customerEmail":"eve@example.org","showSeatIds":["Stalls-A-1"]}' \
    >"$work/held.status" 9>&- &
asking=$!
patience
until [ "$(open_requests)" -ge 2 ] || ! waiting; do :; done
kill -TERM "$service"
check 'told to end, it says so' heard STOPPING=1 1
patience
while curl -s --max-time 5 -o /dev/null "$base/health" && waiting; do :; done
curl -s --max-time 5 -o /dev/null "$base/health"
check 'and lets nobody in' is $? 7
# shellcheck disable=SC2086
kill -CONT $backends
wait "$asking"
check 'whoever was in is answered' is "$(cat "$work/held.status")" 201
wait "$service"
check 'then it ends in order' is $? 0
service=
check 'and what it answered is so' is \
    "$(sql "SELECT count(*) FROM loge.show_seat WHERE status = 1")" 1

# Somebody is still saying what he wants when the engines have ended, and others ask again on lines
# that were open before: they are told so, until he is through.
cat >"$work/lines.py" <<'END'
import os, re, select, signal, socket, sys, time
port, token, pid = int(sys.argv[1]), sys.argv[2].encode(), int(sys.argv[3])
head = b" HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + token + b"\r\n"

def connect():
    line = socket.create_connection(("127.0.0.1", port))
    line.settimeout(30)
    return line

# "": the service has ended, and its lines with it.
def ask(line):
    try:
        line.sendall(b"GET /api/shows/play/occupancy" + head + b"\r\n")
        return line.recv(100000)[9:12].decode()
    except ConnectionError:
        return ""

# One of them is the one that asks.
def open_requests():
    line = connect()
    line.sendall(b"GET /metrics HTTP/1.0\r\nHost: x\r\n\r\n")
    said = b"".join(iter(lambda: line.recv(100000), b""))
    return int(re.search(rb"^loge_http_requests_open (\d+)", said, re.M)[1])

lines = [connect() for _ in range(100)]
before = {ask(line) for line in lines}
slow = connect()
slow.sendall(b"POST /api/holds" + head + b"Content-Length: 9\r\n\r\n{")
until = time.monotonic() + 60
while open_requests() < 2 and time.monotonic() < until:
    select.select([], [], [], 0.01)
os.kill(pid, signal.SIGTERM)
try:
    while True:
        connect().close()
except OSError:
    pass
after = []
while lines and (not after or after[-1] != "503"):
    after.append(ask(lines.pop()))
    select.select([], [], [], 0.05)
after += [ask(line) for line in lines]
slow.close()
print(*before, *sorted(set(after) - {"200", ""}))
END
# A shop's own server: its hundred lines ask twice within a minute.
token crowd read,sell,unlimited
start_service
said=$(/usr/bin/python3 "$work/lines.py" "${base##*:}" "$token" "$service")
check 'who asks again while it ends is told that it does' is "$said" '200 503'
wait "$service"
check 'which harms nobody' is $? 0
service=
[ "$failed" = 0 ]
