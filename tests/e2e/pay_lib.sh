# shellcheck shell=sh
# A house whose web shop takes payments: tests/e2e/service_lib.sh and a payment provider.
#
#   start_provider          $pay is its address; start_service uses it from then on
#   stop_provider
#   teller WORDS...         /test/WORDS of the provider (tests/e2e/provider.c)
#   books JQ                what its books say
#   hold SEAT...            leaves the hold's id in $hold
#   checkout KEY HOLD [MORE]  begins one for a hold; its id in $checkout
#   looks [JQ]              how $checkout stands; of GET, or "" while the service is gone
#   becomes JQ VALUE        waits until it stands so
#   event ID NAME [AGO]     an event of the provider's about a checkout: $event and $signature
#   tell                    sends it

# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"

provider=
trap 'stop_service; stop_provider; end_house' EXIT

start_provider() {
    mkfifo "$work/provider"
    "${builddir:?}/tests/e2e/provider" whsec_1 <"$work/provider" >"$work/provider.url" &
    provider=$!
    exec 8>"$work/provider"
    patience
    until [ -s "$work/provider.url" ] || ! waiting; do :; done
    pay=$(cat "$work/provider.url")
    pay_settings
}

stop_provider() {
    [ -n "$provider" ] || return 0
    exec 8>&-
    wait "$provider"
    provider=
}

# The service's own file; its secrets are in files that only it can read.
pay_settings() {
    (umask 077 && echo sk_test_1 >"$work/pay.key" && echo whsec_1 >"$work/pay.secret")
    cat >>"$work/till-1/loge.ini" <<END

[pay]
url = $pay
key_file = $work/pay.key
webhook_secret_file = $work/pay.secret
END
}

teller() {
    curl -sS --max-time 10 -X POST --data '' "$pay/test/$1" >/dev/null
}

books() {
    curl -sS --max-time 10 "$pay/test/books" | jq -r "$1"
}

hold() {
    post /api/holds "{\"showId\":\"play\",\"customerEmail\":\"${email-eve@example.org}\",\"showSeatIds\":[$(
        printf '"Stalls-%s",' "$@" | sed 's/,$//')]}"
    # shellcheck disable=SC2034 # for whoever pays for it
    hold=$(field .hold.id)
}

checkout() {
    post /api/checkouts "{\"holdIds\":[\"$2\"]${3-}}" -H "Idempotency-Key: $1"
    checkout=$(field .checkout.id)
}

looks() {
    get "/api/checkouts/$checkout"
    [ -z "${1-}" ] || field "$1"
}

becomes() {
    patience
    until [ "$(looks "$1")" = "$2" ] || ! waiting; do :; done
    looks
    is "$(field "$1")" "$2"
}

event() {
    event=$(curl -sS --max-time 10 -D "$work/event.heads" \
        "$pay/test/event/$1/$2/$(($(date +%s) - ${3-0}))")
    signature=$(sed -n 's/^Payment-Signature: //p' "$work/event.heads" | tr -d '\r')
}

tell() {
    shop=$token
    token=
    post /payments/webhook "$event" -H "Payment-Signature: $signature"
    token=$shop
}
