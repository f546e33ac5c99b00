#!/bin/sh
# A web shop's payments: seats here, money at a provider behind HTTP, and whatever comes between.
set -u
# shellcheck source=tests/e2e/pay_lib.sh
. "${srcdir:?}/tests/e2e/pay_lib.sh"
plan 82

make_house && make_show && add_web || exit 1
token other sell
other=$token
# A shop's own server: it looks again and again until a payment is there.
token shop sell,unlimited
shop=$token
start_service
hold A-1 A-2
checkout none "$hold"
answers 'a house without a provider takes no payments' 404 .error.code NOT_FOUND
event='{"id":"e","data":{}}' signature='t=1,v1=00'
tell
answers 'and nobody is believed to be one' 401 .error.code UNAUTHORIZED
stop_service

# Settings that are wrong are said before anything is served.
refuses() {
    make_service
    printf '[pay]\n%s\n' "$2" >>"$LOGE_DIR/loge.ini"
    code=0
    err=$(LOGE_PIN=7777 "$loge" serve --as web --listen 127.0.0.1:0 2>&1 >/dev/null) || code=$?
    case $err in *"$3"*) result 0 "$1" ;; *) result 1 "$1" ;; esac
}
refuses 'a way that others hear is none' 'url = http://pay.example.org' 'has to be https://HOST'
refuses 'nor is one that only looks like this machine' 'url = http://localhost.example.org' \
    'has to be https://HOST'
refuses 'a provider needs a key' 'url = https://pay.example.org' 'pay.key_file has to name a file'
echo sk_test_1 >"$work/open.key" && chmod 644 "$work/open.key"
refuses 'that others cannot read' "url = https://pay.example.org
key_file = $work/open.key" 'can be read by others'
(umask 077 && echo sk_test_1 >"$work/pay.key")
refuses 'and a secret for its calls' "url = https://pay.example.org
key_file = $work/pay.key" 'pay.webhook_secret_file has to name a file'
refuses 'a currency has three letters' "url = https://pay.example.org
currency = eur" 'pay.currency is three capital letters'

start_provider
start_service
checkout first "$hold" ',"name":"Eve Example","types":["adult","child"]'
answers 'a checkout begins' 201 .checkout.status paying .checkout.payment waiting \
    .checkout.currency EUR '.checkout.token != null' true '.checkout.seats|map(.type)|join(" ")' \
    'adult child'
check 'the provider knows of it, once' is "$(books '.intents|length')" 1
amount=$(field .checkout.amount)
check 'and of how much' is "$(books '.intents[0].amount')" "$amount"
check 'its key stands in no log and no list of programs' test -z \
    "$(cat "$work/service.err" /proc/$service/cmdline | tr '\0' ' ' | grep -e sk_test -e whsec)"
first=$checkout
checkout first "$hold" ',"name":"Eve Example","types":["adult","child"]'
answers 'the same again is the same' 201 .checkout.id "$first"
checkout first "$hold"
answers 'in other words under one key it is refused' 409 .error.code KEY_REUSED
checkout=$first
post "/api/holds/$hold/confirm" '{"name":"Eve","payment":{"auth":"MINE1234"}}'
check 'nobody sells what is being paid for' is "$status" 409
token=$other
looks
answers 'another shop does not see it' 404 .error.code NOT_FOUND
checkout theirs "$hold"
answers 'nor does it pay for it' 404 .error.code HOLD_NOT_FOUND
post "/api/checkouts/$first/cancel" '{}'
answers 'nor does it end it' 404 .error.code NOT_FOUND
token=$shop checkout=$first

event "$first" evt_1
tell
answers 'what is no news is known' 200 .heard known
teller "pay/$first"
event "$first" evt_2
forged=$(printf '%s' "$signature" | tr 0-9 1-90)
good=$signature signature=$forged
tell
answers 'a forged signature is refused' 401 .error.code UNAUTHORIZED
signature=$good event=$(printf '%s' "$event" | sed "s/$amount/1/")
tell
answers 'so is a body that was changed' 401 .error.code UNAUTHORIZED
event "$first" evt_2 400
tell
answers 'so is what was overheard long ago' 401 .error.code UNAUTHORIZED
event "$first" evt_2
tell
answers 'the provider is believed' 200 .heard new
becomes .checkout.payment captured
check 'the seats are sold, for the money' is "$(field '.checkout.status + " " + .sale.status')" 'sold paid'
check 'with tickets' is "$(field '.sale.tickets|length')" 2
check 'the books agree' is "$(books .money) $(sql 'SELECT sum(amount) FROM loge.payment')" \
    "$amount $amount"
tell
answers 'said again it is known' 200 .heard known
post "/api/checkouts/$first/cancel" '{}'
answers 'what is sold is not cancelled any more' 409 .error.code ALREADY_PAID

event 018f0000-0000-7000-8000-00000000abcd evt_stranger
tell
answers 'what fits nothing is kept' 200 .heard kept
tell
answers 'once' 200 .heard kept
check 'for a person' is "$(sql "SELECT string_agg(event, ' ') FROM loge.pay_letter")" evt_stranger
at 1 && as ruth 3333
run payments list --json
check 'who finds it' is "$(field '.messages[0].id')" evt_stranger
run status
check 'and is told that there is one' is "$(printf '%s\n' "$out" | grep -c '^Alarm.*payments list')" 1
check_refused 'a message that fits nothing still is not heard' 1 NOT_POSSIBLE payments hear evt_stranger
check_refused 'nor one that is not there' 3 INVALID payments hear evt_none
run payments drop evt_stranger --json
check 'it is dropped' is "$code $(sql 'SELECT count(*) FROM loge.pay_letter')" '0 0'
# As after a backup: the message came before its payment was known again.
tell
sql "UPDATE loge.pay_letter SET body = replace(body, '018f0000-0000-7000-8000-00000000abcd', '$first')"
run payments hear evt_stranger --json
check 'what fits by now is heard, and gone' is "$code $(sql 'SELECT count(*) FROM loge.pay_letter')" '0 0'

email=bo@example.org
hold B-1 B-2
checkout second "$hold"
post "/api/checkouts/$checkout/cancel" '{"reason":"mind","notes":"changed it"}'
answers 'a checkout that is cancelled answers seat by seat' 200 \
    '.seats|map("\(.id) \(.released)")|join(", ")' 'Stalls-B-1 true, Stalls-B-2 true'
becomes .checkout.payment cancelled
check 'and is closed at the provider' is "$(books '.intents[1].there')" cancelled
hold B-1 B-2
checkout third "$hold"
teller "fail/$checkout"
event "$checkout" evt_3
tell
check 'of a payment that failed the seats are free' becomes .checkout.status released
check 'and the events of each seat say that it failed' is "$(sql "SELECT string_agg(reason, ' ')
    FROM loge.event WHERE act = 3 AND seat_no >= 0 AND subject = '$hold'")" 'payment_failed payment_failed'

# What a provider may be.
moody() {
    teller "mood/$1"
    email=$1@example.org
    hold "$2"
    checkout "mood-$1" "$hold"
}
moody busy C-1
answers 'a provider that is busy is asked again' 201 .checkout.status paying .checkout.token null
teller mood/fine
check 'until it has answered' becomes .checkout.payment waiting
# It is waited for five seconds, and asked again later.
moody silent B-9
answers 'a provider that says nothing is unknown, not failed' 201 .checkout.status paying \
    .checkout.payment unknown
teller mood/fine
check 'asked later, it answers' becomes .checkout.payment waiting
post "/api/checkouts/$checkout/cancel" '{}'
answers 'and what it kept is released' 200 '.seats|map(.released)|all' true
moody nonsense C-4
answers 'nonsense is no answer' 201 .checkout.payment unknown
teller mood/fine
check 'asked again it is' becomes .checkout.payment waiting
moody wrong C-7
answers 'nor is what is about another amount' 201 .checkout.payment unknown
teller mood/fine
check 'it is asked again, too' becomes .checkout.payment waiting
check 'each of them once' is "$(books '.intents|length')" 7

# A provider that is slow: whoever asked waits, nobody else does.
hold C-10
teller mood/slow
(token=$shop && checkout slow "$hold" && echo "$status" >"$work/slow.status") &
slow=$!
get /api/shows
answers 'others are served while it is slow' 200 '.shows[0].id' play
teller mood/fine
wait $slow
check 'and it is, when it is done' is "$(cat "$work/slow.status")" 201

# It takes money at once, and its answer to the capture says so.
hold D-1
checkout at-once "$hold"
teller at-once/1
teller "pay/$checkout"
check 'money that is there is found without being told' becomes .checkout.status sold
check 'and taken once' is "$(books '[.intents[].charges]|max')" 1

# Money that comes late: the time is over, the provider cannot be told, and then somebody pays.
# shellcheck disable=SC2317 # check runs it
is_late() {
    teller mood/busy
    sql "UPDATE loge.intent SET deadline = 1, next_at = 1 WHERE id = '$checkout'"
    becomes .checkout.status released
}
teller at-once/0
hold D-5 D-6
checkout late "$hold"
check 'what is not paid in time is let go' is_late
teller "pay/$checkout"
event "$checkout" evt_late
tell
teller mood/fine
check 'late money takes the seats again' becomes .checkout.payment captured
check 'if they are free' is "$(field '.checkout.status + " " + .sale.status')" 'sold paid'
sale=$(field .sale.code)
at 1 && as ruth 3333 && "$loge" house policy web-refund on --quiet >/dev/null
token=$shop
post "/api/sales/$sale/refund" '{"reason":"ill"}'
answers 'a customer gives the tickets back' 200 .sale.status refunded
check 'and has the money from the provider' becomes .checkout.payment refunded
hold D-9 D-10
checkout later "$hold"
check 'or else' is_late
late=$checkout email=di@example.org
hold D-9
checkout=$late
teller at-once/1
teller "pay/$checkout"
teller mood/fine
check 'it goes back' becomes .checkout.payment refunded
check 'and says why' is "$(field '.checkout.status + " " + .checkout.why' | cut -c 1-29)" \
    'released Stalls-D-9 is taken;'
check 'the money there is the money here' is "$(books .money)" \
    "$(sql 'SELECT sum(amount) FROM loge.payment')"

# The fee of a bag. admit SEAT: somebody is in with a ticket, and the bag is too heavy.
admit() {
    at 1 && as mark 2222
    run hold new play "$1" --json
    run hold sell "$(field .hold.id)" --pay cash --json
    ticket=$(field '.sale.tickets[0].code')
    qr=$("$loge" ticket show "$(field .sale.code)" --json | jq -r '.tickets[0].qr')
    bag=$("$loge" scan play --json --code "$qr" | jq -r .scan.checkin)
    post "/api/checkins/$bag/bag" '{"weightKg":30}'
}
# fee_becomes JQ VALUE: waits until the newest payment of the bag stands so.
# shellcheck disable=SC2317 # check calls it
fee_becomes() {
    patience
    until get "/api/checkins/$bag/payment" && [ "$(field "$1")" = "$2" ] || ! waiting; do :; done
    is "$(field "$1")" "$2"
}
printf '[door]\nopens = 7d\n' >>"$work/till-1/loge.ini"
at 1 && as mark 2222 && "$loge" ticket new-key --quiet >/dev/null
token gate door,unlimited
gate=$token
teller at-once/0
admit Stalls-A-3
get "/api/checkins/$bag/payment"
answers 'a bag that was never paid for has no payment' 404 .error.code NOT_FOUND
post "/api/checkins/$bag/payment" '' -H 'Idempotency-Key: fee'
answers 'the fee of a bag is asked of the provider' 201 .payment.status paying .payment.amount 5000 \
    .payment.checkin "$bag" '.payment.token != null' true
fee=$(field .payment.id)
post "/api/checkins/$bag/payment" '' -H 'Idempotency-Key: fee'
answers 'the same again is the same payment' 201 .payment.id "$fee"
post "/api/checkins/$ticket/payment" ''
answers 'and it is the only one' 409 .error.code PAYMENT_PENDING
token=$shop
post "/api/checkins/$bag/payment" ''
answers 'a shop does not ask for it' 403 .error.code NOT_ALLOWED
get "/api/checkouts/$fee"
answers 'nor does it see it' 404 .error.code NOT_FOUND
token=$gate
teller "pay/$fee"
event "$fee" evt_fee
forged=$(printf '%s' "$signature" | tr 0-9 1-90)
good=$signature signature=$forged
tell
answers 'a forged message completes no check-in' 401 .error.code UNAUTHORIZED
signature=$good
tell
answers 'the provider says that it is paid' 200 .heard new
check 'and the fee is booked' fee_becomes .payment.status paid
get "/api/checkins/$bag"
answers 'and the check-in completed' 200 .checkin.status COMPLETED .checkin.paid 5000 \
    .checkin.tender card
tell
answers 'once, however often it is said' 200 .heard known
check 'in no drawer of a clerk, and for the money that the provider has' is \
    "$(sql "SELECT s.staff || ' ' || c.paid FROM loge.checkin AS c JOIN loge.shift AS s ON s.id = c.shift")
$(books "[.intents[]|select(.id == \"$fee\")|\"\(.there) \(.charges)\"]|first")" 'web 5000
captured 1'
admit Stalls-A-4
post "/api/checkins/$bag/payment" ''
fee=$(field .payment.id)
teller "fail/$fee"
event "$fee" evt_fee_2
tell
check 'a payment of a fee that failed is closed' fee_becomes .payment.payment cancelled
run bag pay "$bag" --pay cash --json
check 'and a clerk takes the fee' is "$code $(field .checkin.status)" '0 COMPLETED'
admit Stalls-A-5
post "/api/checkins/$bag/payment" ''
fee=$(field .payment.id)
run bag pay "$bag" --pay cash --json
teller at-once/1
teller "pay/$fee"
event "$fee" evt_fee_3
tell
check 'money for a fee that a clerk has taken goes back' fee_becomes .payment.payment refunded
check 'the fees are money like any other' is "$(books .money)" "$(sql "SELECT sum(amount) FROM (
    SELECT amount FROM loge.payment WHERE auth <> '' UNION ALL
    SELECT paid FROM loge.checkin WHERE auth <> '') AS m (amount)")"
check 'no rule of the house is broken' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
check 'it ends when it is told to' stop_service
finish
