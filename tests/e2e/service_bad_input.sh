#!/bin/sh
# What strangers send: the right status, and the next one is served as if nothing had been.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 27

make_house && make_show && add_web || exit 1
token shop sell
start_service

# refused NAME BODY WORD: only what the name says is wrong with it, and the answer says so.
refused() {
    post /api/holds "$2"
    answers "$1" 400 .error.code INVALID ".error.message|test(\"$3\")" true
}
# wish MEMBERS: a hold that would be made, with something more.
wish() {
    printf '{"showId":"play","customerEmail":"a@example.org","showSeatIds":["Stalls-A-1"]%s}' "$1"
}
deep=$(printf '[%.0s' 1 2 3 4 5 6 7 8 9)$(printf ']%.0s' 1 2 3 4 5 6 7 8 9)
refused 'half a document' '{"showId":"play"' 'JSON'
refused 'no object' '["play"]' 'object'
refused 'a name twice' "$(wish ',"showId":"play"')" 'JSON|twice'
refused 'no UTF-8' "$(wish "$(printf ',"x":"\377\376"')")" 'JSON|UTF-8'
refused 'half a surrogate' "$(wish ',"x":"\ud800"')" 'JSON|surrogate'
refused 'a NUL' '{"showId":"a\u0000b","customerEmail":"a@example.org","showSeatIds":["Stalls-A-1"]}' \
    'JSON|control|NUL'
refused 'a control character' \
    '{"showId":"pl\u001bay","customerEmail":"a@example.org","showSeatIds":["Stalls-A-1"]}' 'control'
refused 'something behind it' "$(wish '') x" 'JSON'
refused 'a deep one' "$(wish ",\"x\":$deep")" 'deep|levels'
refused 'a number for a text' \
    '{"showId":7,"customerEmail":"a@example.org","showSeatIds":["Stalls-A-1"]}' 'showId'
refused 'a text for a list' \
    '{"showId":"play","customerEmail":"a@example.org","showSeatIds":"Stalls-A-1"}' 'showSeatIds'
refused 'a list of numbers' \
    '{"showId":"play","customerEmail":"a@example.org","showSeatIds":[1,2]}' 'showSeatIds'
refused 'no address' '{"showId":"play","customerEmail":"nobody","showSeatIds":["Stalls-A-1"]}' \
    'customerEmail'
refused 'a long name' "{\"showId\":\"$(printf '%0200d' 1)\",\"customerEmail\":\"a@example.org\",\
\"showSeatIds\":[\"Stalls-A-1\"]}" 'showId'
refused 'a time that is none' "$(wish ',"ttlSeconds":-5')" 'ttlSeconds'
check 'and nothing was held' is "$(sql 'SELECT count(*) FROM loge.hold')" 0

head -c 300000 /dev/zero | tr '\0' ' ' >"$work/huge"
http -X POST --data-binary "@$work/huge" "$base/api/holds"
answers 'a huge body is refused before it is read' 413 .error.code TOO_LARGE
http -X POST -H 'Transfer-Encoding: chunked' -H 'Expect:' --data-binary "@$work/huge" \
    "$base/api/holds"
answers 'and while it is read' 413 .error.code TOO_LARGE
# smuggle HEADER: a request that says so besides its Content-Length; the answers there were.
smuggle() {
    /usr/bin/python3 -c 'import socket, sys
line = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
line.settimeout(30)
line.sendall(("POST /api/holds HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
    "Content-Length: 4\r\n%s\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n"
    % (sys.argv[2], sys.argv[3])).encode())
said = b""
try:
    while more := line.recv(65536):
        said += more
except ConnectionResetError:
    pass
print(*[part[:3].decode() for part in said.split(b"HTTP/1.1 ")[1:]])' "${base##*:}" "$token" "$1"
}
check 'a body that ends in two places hides no other request' is \
    "$(smuggle 'Transfer-Encoding: chunked'), $(smuggle 'Content-Length: 40')" '400, 400'
http -H "X-Long: $(printf '%040000d' 1)" "$base/api/shows"
check 'headers without end are refused' is "$status" 431
get "/api/shows/$(printf '%03000d' 1)/seats"
check 'so is a path without end' is "$status" 400
get '/api/shows/a%00b/seats'
answers 'a path with a NUL in it' 400 .error.code INVALID
get '/api/shows/a%2fb/seats'
answers 'a path that hides a slash' 400 .error.code INVALID
http --path-as-is "$base/api/../../etc/passwd"
answers 'a path that climbs' 404 .error.code NOT_FOUND
get '/api/shows/play/seats?since=%zz'
answers 'a number that is none' 400 .error.code INVALID
get '/api/shows/play/seats?since=%'
answers 'or half of one' 400 .error.code INVALID
get /api/shows
answers 'the next one is served' 200 '.shows[0].id' play
finish
