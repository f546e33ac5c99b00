#!/bin/sh
# The live map: a change is heard by everybody who watches, and by whoever comes back.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 10

make_house && make_show && add_web || exit 1
token shop sell
start_service
events=$base/api/shows/play/events

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
seen=$(last_id "$work/one")
kill "$one"
wait "$one" 2>/dev/null
at 1 && as anna 1111 && "$loge" hold new play Stalls-D-1 --quiet >/dev/null
watch "$work/three" -H "Last-Event-ID: $seen"
check 'who comes back hears what he missed' heard "$work/three" '"id":"Stalls-D-1".*"status":"held"'
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
check 'the service ends for all that' stop_service
wait "$two"
check 'and its streams with it' is "$?" 0
finish
