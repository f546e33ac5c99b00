#!/bin/sh
# Who is slow, silent, in a hurry or without end: nobody else waits for him, and he costs little.
# shellcheck disable=SC2317 # check calls the functions
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 12

make_house && make_show && add_web || exit 1
# A shop's own server, for the race of a thousand; and here all the strangers of the world have one address.
# shellcheck disable=SC2034 # start_service reads it
serve_ini='limit_connections = 0'
token shop read,sell,unlimited
start_service
port=${base##*:}
crowd=
trap 'leave; stop_service; end_house' EXIT

stranger() {
    "${builddir:-.}/tests/e2e/stranger" "$port" "$@" 9>&-
}

# crowd COUNT TEXT: so many connections that say a text and then nothing.
crowd() {
    mkfifo "$work/crowd"
    printf '%b' "$2" >"$work/text"
    "${builddir:-.}/tests/e2e/stranger" "$port" hold "$1" <"$work/text" >"$work/crowd" 9>&- &
    crowd="$crowd $!"
    read -r crowded <"$work/crowd"
    rm -f "$work/crowd"
    [ "$crowded" = open ]
}

leave() {
    for who in $crowd; do
        kill "$who" 2>/dev/null
        wait "$who" 2>/dev/null
    done
    crowd=
}

ask='GET /health HTTP/1.1\r\nHost: x\r\n'
check 'who asks three things at once is answered three times' is \
    "$(printf '%b' "$ask\r\n$ask\r\n${ask}Connection: close\r\n\r\n" | stranger say | sort | uniq -c |
        awk '{ print $1, $2 }')" '3 200'
check 'who says not for whom is told that this is wrong' is \
    "$(printf 'GET /health HTTP/1.1\r\n\r\n' | stranger say | sed -n '1s/ .*//p')" 400
check 'who makes no sense is hung up on' is "$(printf 'GARBAGE\r\n\r\n' | stranger say)" ''
check 'a flood of headers is cut off' is \
    "$(printf '%b' "$ask$(seq -f 'X-%g: y\r\n' 1 3000 | tr -d '\n')\r\n" | stranger say |
        sed -n '1s/ .*//p')" 431
poured=$(stranger pour /api/holds "$token")
check 'a body without end is hung up on' test "$poured" -lt 32768

check 'three hundred say half a request' crowd 300 'POST /api/holds HTTP/1.1\r\nHost: x\r\nContent-Le'
check 'as many promise a body' crowd 300 \
    "POST /api/holds HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer $token\r\nContent-Length: 99\r\n\r\n{"
check 'as many say nothing at all' crowd 300 ''
get /api/shows
answers 'nobody waits for them' 200 '.shows[0].id' play
check 'of a thousand who touch one seat at once one has it' is \
    "$(stranger race 1000 /api/shows/play/seats/Stalls-D-5/hold "$token" | tr '\n' ',')" \
    '1 of 201,999 of 409,'
leave
check 'the service has stayed small' test \
    "$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$service/status")" -lt 300000
check 'no rule of the house is broken' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
finish
