#!/bin/sh
# The service with a certificate of its own.
# shellcheck disable=SC2317 # check calls the functions
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
if ! command -v openssl >/dev/null; then
    echo '1..0 # SKIP openssl is not installed'
    exit 0
fi
plan 7

# certificate NAME: for this machine, with its key.
certificate() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
        -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 -keyout "$work/$1.key" \
        -out "$work/$1.crt" 2>/dev/null
}

# refuses_to_serve SETTINGS WORDS: and says so.
refuses_to_serve() {
    make_service
    printf '\n[serve]\n%s\n' "$1" >>"$LOGE_DIR/loge.ini"
    LOGE_PIN=7777 run serve --as web --listen 127.0.0.1:0 --json
    test "$code" -ne 0 && [ "$(field ".error.message|test(\"$2\")")" = true ]
}

make_house && make_show && add_web || exit 1
token shop read
certificate one && certificate other || exit 1
check 'a certificate without its key is refused' refuses_to_serve "cert = $work/one.crt" 'go together'
check 'so is one with the key of another' \
    refuses_to_serve "cert = $work/one.crt
key = $work/other.key" 'belong together'
check 'and what is none' refuses_to_serve "cert = $work/till-1/loge.ini
key = $work/one.key" 'belong together'
serve_ini="cert = $work/one.crt
key = $work/one.key"
start_service
base=https://${base#http://}
get /api/shows --cacert "$work/one.crt"
answers 'who knows the certificate is served' 200 '.shows[0].id' play
get /api/shows --cacert "$work/other.crt"
check 'who knows another asks no further' is "$status" 000
get /api/shows --insecure --tls-max 1.1
check 'nobody speaks what is broken since long' is "$status" 000
get "/api/shows" --insecure --connect-to "127.0.0.1::127.0.0.1:"
answers 'the next one is served' 200
finish
