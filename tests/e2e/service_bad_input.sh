#!/bin/sh
# What strangers send: the right status, and the next one is served as if nothing had been.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 22

make_house && make_show && add_web || exit 1
token shop sell
start_service

refused() {
    post /api/holds "$2"
    answers "$1" 400 .error.code INVALID
}
refused 'half a document' '{"showId":"play"'
refused 'no object' '["play"]'
refused 'a name twice' '{"showId":"play","showId":"other"}'
refused 'no UTF-8' "$(printf '{"showId":"\377\376"}')"
refused 'half a surrogate' '{"showId":"\ud800"}'
refused 'a NUL' '{"showId":"a\u0000b"}'
refused 'a control character' '{"showId":"a\u001bb"}'
refused 'something behind it' '{"showId":"play"} x'
refused 'a deep one' "$(printf '{"a":%.0s[[[[[[[[[[[[[[[[' 1 2 3)"
refused 'a number for a text' '{"showId":7}'
refused 'a text for a list' '{"showId":"play","customerEmail":"a@b","showSeatIds":"Stalls-A-1"}'
refused 'a list of numbers' '{"showId":"play","customerEmail":"a@b","showSeatIds":[1,2]}'
refused 'no address' '{"showId":"play","customerEmail":"nobody","showSeatIds":["Stalls-A-1"]}'
refused 'a long name' "{\"showId\":\"$(printf '%0200d' 1)\",\"customerEmail\":\"a@b\"}"

head -c 300000 /dev/zero | tr '\0' ' ' >"$work/huge"
http -X POST --data-binary "@$work/huge" "$base/api/holds"
answers 'a huge body is refused before it is read' 413 .error.code TOO_LARGE
http -X POST -H 'Transfer-Encoding: chunked' -H 'Expect:' --data-binary "@$work/huge" \
    "$base/api/holds"
answers 'and while it is read' 413 .error.code TOO_LARGE
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
get /api/shows
answers 'the next one is served' 200 '.shows[0].id' play
finish
