#!/bin/sh
# What strangers send: the right status, and the next one is served as if nothing had been.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 38

make_house && make_show && add_web || exit 1
# A shop's own server, so that the address has its shipped limits left for strangers' paths.
token shop sell,unlimited
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
refused 'a member that nobody knows' "$(wish ',"sections":"Stalls"')" sections
refused 'nor within another' \
    '{"showId":"play","customerEmail":"a@example.org","best":{"count":2,"sections":"S"}}' 'best.sections'
refused 'seats and the best ones' "$(wish ',"best":{"count":2}')" 'not both'
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
post /api/holds "$(wish '')"
held=$(field .hold.id)
delete "/api/holds/$held?seats=Stalls-A-2"
answers 'words behind the path that nobody knows' 400 .error.code INVALID '.error.message|test("seats")' true
delete "/api/holds/$held" -d '{"showSeatIds":["Stalls-A-2"]}'
answers 'nor is a body read where none is' 400 .error.code INVALID '.error.message|test("showSeatIds")' true
post "/api/holds/$held/confirm" '{"type":["child"],"due":true}'
answers 'a type that would be an adult' 400 .error.code INVALID '.error.message|test("type")' true
post "/api/holds/$held/confirm" '{"payment":{"auth":"PAID1234"},"due":true}'
answers 'paid and to be paid' 400 .error.code INVALID
get '/api/shows/play/seats?%73ince=0&since=1'
answers 'a word twice' 400 .error.code INVALID '.error.message|test("twice")' true
get "/api/shows/play/seats?since=0&x=$(printf '%03000d' 1)"
answers 'a word that is too long to be read' 400 .error.code INVALID
get "/api/holds/$held"
answers 'what was held still is' 200 .hold.status active '.hold.seats|length' 1
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
# Without a token, so that the gate counts each; every kind of path that names a show, a hold or a seat.
nameless() {
    for part in %ff a%2fb %2e%2e %zz % . .. %00; do
        for path in "/api/shows/$part/seats" "/api/shows/$part/events" "/api/holds/$part" \
            "/api/shows/play/seats/$part/hold" "/admin/abuse/unblock/$part"; do
            printf '%s\n' "$(curl -s --path-as-is --max-time 30 -o /dev/null -w '%{http_code}' "$base$path")"
        done
    done | sort | uniq -c | awk '{ print $2 }' | tr '\n' ' '
}
check 'paths that name nothing, without a token, are refused and counted' is "$(nameless)" '400 405 '
get /api/shows
answers 'the next one is served' 200 '.shows[0].id' play
finish
