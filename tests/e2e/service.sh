#!/bin/sh
# The house's service: who may ask it, and what it says of itself.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 32

make_house && make_show || exit 1
# What README types, word for word, but for the port: two of these tests may run at once.
readme_port=$(free_port)
at 1 && as ruth 3333
printf '\n[serve]\nlisten = 127.0.0.1:%s\n' "$readme_port" >>"$LOGE_DIR/loge.ini"
awk '!inside && /^#/ { wanted = /^## Selling over HTTP$/ } /^```/ { inside = !inside; next }
    wanted && inside' "$srcdir/README.md" >"$work/typed"
check 'README shows how a shop sells' test "$(grep -c curl "$work/typed")" -ge 4
{ # the service that README starts in the background ends here
    sed "s/:8480/:$readme_port/; s/&\$/\& served=\$!/" "$work/typed"
    # shellcheck disable=SC2016 # it is typed, too
    echo 'kill -TERM $served; wait $served'
} >"$work/typing"
ln -s "$loge" "$work/loge"
code=0
out=$(cd "$work" && sh typing 2>"$work/stderr") || code=$?
err=$(cat "$work/stderr")
check 'what README types works' is "$code" 0
check 'and ends with two tickets' is "$(printf '%s\n' "$out" | tail -n 2 | grep -c '^T-')" 2
run token revoke shop --json
sed -i '/^\[serve\]/,$d' "$LOGE_DIR/loge.ini"
as anna 1111
check_refused 'a clerk makes no token' 4 NOT_ALLOWED token new shop
as ruth 3333
check_refused 'a name of capital letters is none' 2 INVALID token new Shop
check_refused 'a scope is one there is' 2 INVALID token new shop --scope steal
# The shop's own server, which asks for everybody: README gives it this scope.
token lobby read,sell,unlimited
check 'a manager makes one' test "${#token}" = 69
check_refused 'and not another of the same name' 1 ALREADY_EXISTS token new lobby
check 'the database does not have it' is \
    "$(sql "SELECT count(*) FROM loge.token AS t WHERE strpos(t::text, '${token#loge_}') > 0")" 0
check 'the log says who made it' is \
    "$(sql "SELECT actor FROM loge.event WHERE note = 'token lobby'")" ruth
shop=$token

start_service
token=
get /health
answers 'the service lives' 200 .status ok
get /ready
answers 'its house answers' 200 .status ready .house 'The House'
get /api/shows
answers 'nobody is told without a token' 401 .error.code UNAUTHORIZED
token=loge_$(printf '%064d' 1)
get /api/shows
answers 'nor with one that was made up' 401 .error.code UNAUTHORIZED
token=$shop
get /api/shows
answers 'a token is told the shows' 200 '.shows[0].id' play '.shows[0].available' 38
check 'and not what they have earned' is "$(field '.shows[0].revenue')" null
get /api/shows/play/occupancy
answers 'and how full they are' 200 .available 38 '.sections[0].section' Stalls \
    .total 40 .percent.available 95 '.sections[0].total' 40 '.at | length > 15' true
get /api/shows/nothing/occupancy
answers 'a show that is not there is not found' 404 .error.code NOT_FOUND
get /api/nowhere
answers 'nor is a path' 404 .error.code NOT_FOUND
get '/api/shows/%2e%2e/occupancy'
answers 'a path that climbs is refused' 400 .error.code INVALID
delete /api/shows
answers 'nothing can be done that is not offered' 405 .error.code METHOD_NOT_ALLOWED
check 'and what can be done is named' is "$(printf '%s\n' "$heads" | sed -n 's/^[Aa]llow: //p')" 'GET, HEAD'
# Without limits, as it is asked for again and again until it is no good.
token late read,unlimited
get /api/shows
answers 'a token that was made a moment ago is good' 200
at 1 && as ruth 3333
run token revoke late --json
check 'it is revoked' is "$code $(field .done)" '0 true'
patience
while [ "$status" != 401 ] && waiting; do get /api/shows; done
check 'and no good any more' is "$status" 401
# The document against the service that runs: every path is there, for whoever shows a token.
token=
get /openapi.json
answers 'it says what there is' 200 .openapi 3.0.3
printf '%s' "$out" | jq -r '.paths|to_entries[]|.key as $p|.value|to_entries[]
    |"\(.key|ascii_upcase) \($p) \(if .value.security == [] then 200 else 401 end)"' >"$work/told"
faults=
while read -r method path want; do
    http -X "$method" "$base$(printf '%s' "$path" | tr -d '{}')"
    [ "$status" = "$want" ] || faults="$faults $method $path: $status"
done <"$work/told"
check 'and all of it is there, behind a token' is "$faults" ''
check 'it is not little' test "$(wc -l <"$work/told")" -ge 20

# A second one would get half of the requests.
at service
code=0
err=$(LOGE_PIN=7777 timeout 20 "$loge" serve --as web --listen "${base#http://}" 2>&1 >/dev/null) || code=$?
check 'a port that is taken is no port for another service' is "$code" 5
case $err in *"already listens at ${base#http://}"*--listen*) ok=0 ;; *) ok=1 ;; esac
result $ok 'which it says, and what to do'
get /health
answers 'the first one goes on' 200 .status ok
check 'the service ends when it is told to' stop_service
finish
