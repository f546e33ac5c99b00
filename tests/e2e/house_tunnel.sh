#!/bin/sh
# A Redis on another machine, reached as README says: Loge speaks no TLS with it, so a tunnel
# (stunnel) on the till encrypts the line and looks at the other end's certificate.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
if ! command -v stunnel >/dev/null || ! command -v openssl >/dev/null; then
    echo '1..0 # SKIP stunnel (package stunnel4) or openssl is not installed'
    exit 0
fi
plan 9

# certificate NAME HOST: signed by itself.
certificate() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
        -subj "/CN=$2" -addext "subjectAltName=DNS:$2" -keyout "$work/$1.key" \
        -out "$work/$1.crt" 2>>"$work/openssl.log"
}

# tunnel NAME SOCKET LINE...: runs until the test ends; its number is in $tunnel.
tunnel() {
    name=$1 socket=$2
    shift 2
    printf '%s\n' 'foreground = yes' 'pid =' 'syslog = no' "output = $work/$name.log" \
        '[redis]' "accept = $socket" "$@" >"$work/$name.conf"
    setpriv --pdeathsig TERM stunnel "$work/$name.conf" >"$work/$name.out" 2>&1 9>&- &
    tunnel=$!
    until [ -S "$socket" ] || ! kill -0 "$tunnel" 2>/dev/null; do
        sh -c :
    done
}
far_end() {
    tunnel far "$work/far.sock" "connect = $servers_redis" "cert = $work/$1.crt" \
        "key = $work/$1.key"
    far=$tunnel
}
# The line's health, once it is this; a handshake has no time on a machine that is busy.
health() {
    patience
    run status --json
    until [ "$(field .status.health)" = "$1" ] || ! waiting; do
        run status --json
    done
    field .status.health
}
end() {
    kill "$1" 2>/dev/null
    wait "$1" 2>/dev/null
    rm -f "$2"
}
trap 'end_house $far $near' EXIT

far='' near=''
certificate cache cache.example.org
certificate stranger cache.example.org
far_end cache
tunnel near "$work/near.sock" 'client = yes' "connect = $work/far.sock" 'verifyChain = yes' \
    "CAfile = $work/cache.crt" 'checkHost = cache.example.org'
near=$tunnel
check 'both ends of the tunnel stand' test -S "$work/far.sock" -a -S "$work/near.sock"
check 'the far end speaks TLS only' is \
    "$(timeout 5 redis-cli -s "$work/far.sock" ping 2>/dev/null | grep -c PONG)" 0
make_house && make_show
check_refused 'without a tunnel the house says what to do' 2 INVALID \
    join --pg "$till_url" --redis rediss://cache.example.org --as mark
check 'and how to' is "$(printf '%s' "$err" | grep -c 'run a tunnel (stunnel, ssh, wireguard)')" 1
redis_url="unix:$work/near.sock"
at 4
LOGE_PIN=2222 "$loge" join --pg "$till_url" --redis "$redis_url" --as mark --quiet
as anna 1111
check 'a till that has joined through it is online' is "$(health ONLINE)" ONLINE
run hold new play Stalls-A-1 --json
hold=$(field .hold.id)
check 'what it holds is in Redis' is \
    "$(redis-cli -s "$servers_redis" --scan | grep -c "hold:$hold\|$hold")" 1
end "$far" "$work/far.sock"
run hold new play Stalls-A-2 Stalls-A-3 --json
check 'when the far end is gone it sells on' is "$code" 0
far_end stranger
check 'and believes no stranger who takes its place' is "$(health DEGRADED)" DEGRADED
end "$far" "$work/far.sock"
far_end cache
check 'when the right one is back it is online' is "$(health ONLINE)" ONLINE
finish
