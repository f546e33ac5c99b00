#!/bin/sh
# The map of a show over HTTP: whole, zipped, unchanged, and what changed since.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 15

make_house && make_show && add_web || exit 1
token shop sell
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
check 'as the command line has it' is "$("$loge" map play --json | jq -c .seats)" \
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
finish
