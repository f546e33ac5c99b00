# shellcheck shell=sh
# A house that is served: tests/e2e/house_lib.sh and `loge serve` on a free port of this machine.
#
#   start_service           as web, whose role is service, or as $serve_as with $serve_pin; $base is
#                           its address. It has the limits it ships with; a test that needs others
#                           says in $serve_ini which, and why beside it
#   token NAME SCOPES       a new token; leaves it in $token
#   get PATH [CURL...]      leaves $status and $out (the body), $heads the headers
#   post PATH BODY [CURL...]
#   delete PATH [CURL...]

# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"

if ! command -v curl >/dev/null; then
    echo '1..0 # SKIP curl is not installed'
    exit 0
fi
service=
trap 'stop_service; end_house' EXIT

add_web() {
    at 1 && as ruth 3333 && LOGE_NEW_PIN=7777 "$loge" staff add web service --quiet
}

# A service's own folder, which joined the house as a till of its own name. Two at once have a folder each.
service_at=service
make_service() {
    at "$service_at"
    [ -f "$LOGE_DIR/loge.ini" ] || join_service || exit 1
    # With what till-1 was told meanwhile: the provider of payments, a mail server.
    sed "s/^name = till-1\$/name = till-$service_at/" "$work/till-1/loge.ini" >"$LOGE_DIR/loge.ini"
}
join_service() {
    mkdir -p "$LOGE_DIR" &&
        LOGE_PIN=2222 "$loge" join --pg "$till_url" --redis "$redis_url" --as mark --quiet
}

# Its first line says that it listens, and where.
start_service() {
    make_service
    printf '\n[serve]\n%s\n' "${serve_ini-}" >>"$LOGE_DIR/loge.ini"
    mkfifo "$work/said"
    LOGE_PIN=${serve_pin-7777} "$loge" serve --as "${serve_as-web}" --listen 127.0.0.1:0 --json >"$work/said" \
        2>"$work/service.err" 9>&- &
    service=$!
    read -r said <"$work/said"
    rm -f "$work/said"
    base=http://127.0.0.1:$(printf '%s' "$said" | jq -r .port)
}

stop_service() {
    [ -n "$service" ] || return 0
    kill -TERM "$service" 2>/dev/null
    wait "$service"
    ended=$?
    service=
    return $ended
}

token() {
    at 1 && as ruth 3333
    token=$("$loge" token new "$1" --scope "$2" --json | jq -r .token.secret)
}

# http CURL...: with the token, if there is one.
http() {
    rm -f "$work/body"
    status=$(curl -sS --max-time 30 -o "$work/body" -D "$work/heads" -w '%{http_code}' \
        ${token:+-H "Authorization: Bearer $token"} "$@" 2>"$work/curl.err") || :
    out=$(cat "$work/body" 2>/dev/null)
    # shellcheck disable=SC2034 # for whoever looks at headers
    heads=$(tr -d '\r' <"$work/heads")
    code=$status
}

get() {
    path=$1
    shift
    http "$base$path" "$@"
}

post() {
    path=$1 body=$2
    shift 2
    http -X POST -H 'Content-Type: application/json' --data-binary "$body" "$base$path" "$@"
}

delete() {
    path=$1
    shift
    http -X DELETE "$base$path" "$@"
}

# answers NAME STATUS [JQ VALUE]...: the last answer.
answers() {
    what=$1 want=$2
    shift 2
    ok=0
    is "$status" "$want" || ok=1
    while [ $# -gt 1 ]; do
        is "$(field "$1")" "$2" || ok=1
        shift 2
    done
    result $ok "$what"
}
