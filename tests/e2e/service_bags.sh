#!/bin/sh
# Bags at the doors of a house of several tills: over HTTP and at a till, with the money where it was
# taken, and with the till's journal when the house is out of reach.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 35

make_house && make_show && add_web || exit 1
for till in 1 2; do
    printf '[door]\nopens = 7d\n' >>"$work/till-$till/loge.ini"
done
at 1 && as ruth 3333
LOGE_NEW_PIN=6666 "$loge" staff add sam scanner --quiet
as mark 2222 && "$loge" ticket new-key --quiet >/dev/null
# admit SEAT: sold and let in; leaves the ticket's id in $id and its code in $short.
admit() {
    at 1 && as anna 1111
    sale=$("$loge" hold sell "$("$loge" hold new play "$1" --json | jq -r .hold.id)" --pay cash --json)
    short=$(printf '%s' "$sale" | jq -r '.sale.tickets[0].code')
    qr=$("$loge" ticket show "$(printf '%s' "$sale" | jq -r .sale.code)" --json | jq -r '.tickets[0].qr')
    at 2 && as sam 6666
    id=$("$loge" scan play --json --code "$qr" | jq -r .scan.checkin)
}
bag() {
    post "/api/checkins/$1/bag" "{\"weightKg\":$2}"
}

token shop read,sell
token door door
start_service

# ---- over HTTP
admit Stalls-A-1
get "/api/checkins/$id"
answers 'a scan begins a check-in' 200 .checkin.status IN_PROGRESS .checkin.id "$id" \
    .checkin.ticket_code "$short" .checkin.limit_g 25000
bag "$id" 25
answers 'a light bag goes in' 200 .checkin.status COMPLETED .checkin.fee 0 .checkin.weight_g 25000
admit Stalls-A-2
post "/api/checkins/$id/bag" '{"weightKg":25.001}' -H 'Idempotency-Key: bag-2'
answers 'a heavy one waits for its fee' 200 .checkin.status WAITING_FOR_PAYMENT .checkin.fee 5000 .replay false
post "/api/checkins/$id/bag" '{"weightKg":25.001}' -H 'Idempotency-Key: bag-2'
answers 'the same again is the same' 200 .checkin.status WAITING_FOR_PAYMENT .replay true
post "/api/checkins/$id/bag" '{"weightKg":3}' -H 'Idempotency-Key: bag-2'
answers 'and something else is not' 409 .error.code KEY_REUSED
bag "$id" 3
answers 'it is not weighed again meanwhile' 409 .error.code FEE_DUE
post "/api/checkins/$id/cancel" '{"reason":"card refused"}'
answers 'a payment that failed leads back' 200 .checkin.status IN_PROGRESS .checkin.fee 0
bag "$short" 31.5
answers 'by its code, too' 200 .checkin.status WAITING_FOR_PAYMENT .checkin.id "$id"
post "/api/checkins/$id/pay" '{}'
answers 'a payment says what it is called' 400 .error.code INVALID
post "/api/checkins/$id/pay" '{"payment":{"auth":"PAID77","amount":4999}}'
answers 'and pays it whole' 422 .error.code AMOUNT_MISMATCH
post "/api/checkins/$id/pay" '{"payment":{"auth":"PAID77"}}' -H 'Idempotency-Key: paid-2'
answers 'then it goes in' 200 .checkin.status COMPLETED .checkin.paid 5000 .checkin.tender card
post "/api/checkins/$id/pay" '{"payment":{"auth":"PAID77"}}' -H 'Idempotency-Key: paid-2'
answers 'and is paid once' 200 .checkin.status COMPLETED .replay true
check 'in a shift of the service' is "$(sql "SELECT s.till || ' ' || c.paid FROM loge.checkin AS c
    JOIN loge.shift AS s ON s.id = c.shift")" 'door 5000'

get /metrics
check 'both are counted' is "$(printf '%s' "$out" | awk '/^loge_bag/ { print $2 }' | xargs)" '3 1'

# ---- what makes no sense
for wrong in '{}' '{"weightKg":-1}' '{"weightKg":"27"}' '{"weightKg":1e300}' '{"weightKg":1.23456}' \
    '{"weightKg":501}' '{"weightKg":null}'; do
    post "/api/checkins/$id/bag" "$wrong"
    answers "no weight: $wrong" 400 .error.code INVALID
done
bag T-NOSUCHTHIN 3
answers 'no ticket' 404 .error.code NOT_FOUND
bag "$(printf '%s' "$id" | tr 0-9a-f 1-9a-f0)" 3
answers 'nor one of another house' 404 .error.code NOT_FOUND
at 1 && as ruth 3333
token other read,sell
bag "$id" 3
answers 'and only for doors' 403 .error.code NOT_ALLOWED

# ---- at a till
admit Stalls-A-3
run bag weigh "$id" 27.5 --json
check 'a scanner weighs' is "$code $(field .checkin.status)" '0 WAITING_FOR_PAYMENT'
check_refused 'and takes no money' 4 NOT_ALLOWED bag pay "$id"
LOGE_SIGN_PIN=2222
export LOGE_SIGN_PIN
check_refused 'whoever signs for it' 4 NOT_ALLOWED bag pay "$id" --sign mark
as anna 1111
run bag pay "$id" --pay cash --given 60 --json
check 'a clerk does' is "$code $(field .checkin.status) $(field .change)" '0 COMPLETED 1000'
run shift show --json
check 'and it is in the drawer' is "$(field '.shift.tenders[0].taken')" 5000

# ---- the house's rule
as ruth 3333
run house policy bag-limit-grams 8000 --json
check 'a manager says what is heavy' is "$code $(field '.policy["bag-limit-grams"]')" '0 8000'
run house policy bag-fee 12.50 --json
check 'and what it costs' is "$code $(field '.policy["bag-fee"]')" '0 1250'
admit Stalls-B-1
run bag weigh "$id" 9 --json
check 'at every door' is "$code $(field .checkin.fee)" '0 1250'

# ---- out of reach
as anna 1111
"$loge" sync --once --quiet >/dev/null
mv "$servers_dir/pg/.s.PGSQL.5432" "$servers_dir/pg/away"
run bag show "$id" --json
check 'a till that is alone knows which bag waits for its fee' \
    is "$code $(field .checkin.status) $(field .checkin.fee)" '0 WAITING_FOR_PAYMENT 1250'
run shift show --json
check 'and knows what its drawer has of fees' is "$(field '.shift.tenders[0].taken')" 5000
mv "$servers_dir/pg/away" "$servers_dir/pg/.s.PGSQL.5432"

check 'the house is sound' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
finish
