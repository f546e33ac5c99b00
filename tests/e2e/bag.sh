#!/bin/sh
# Bags at the door: a light one goes in, a heavy one is paid for, and the money is in the cash-up.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 41

make_room
printf '[door]\nopens = 7d\n' >"$LOGE_DIR/loge.ini"

# admit SEAT: sells it and lets it in; leaves its codes in $short and $signed, the answer in $out.
admit() {
    hold=$("$loge" hold new play "$1" --json | jq -r .hold.id)
    sale=$("$loge" hold sell "$hold" --pay cash --json)
    short=$(printf '%s' "$sale" | jq -r '.sale.tickets[0].code')
    signed=$("$loge" ticket show "$(printf '%s' "$sale" | jq -r .sale.code)" --json | jq -r '.tickets[0].qr')
    run scan play --json --code "$signed"
}
# check_bag NAME WANTED VERB...: the exit code, the state and the fee.
check_bag() {
    what=$1 wanted=$2
    shift 2
    run bag "$@" --json
    check "$what" is "$code $(field .checkin.status) $(field .checkin.fee)" "$wanted"
}

"$loge" shift open --float 100.00 --quiet >/dev/null
admit Stalls-A-1
checkin=$(field .scan.checkin)
check 'whoever is let in begins a check-in' test "$checkin" != null
check 'which goes by its ticket' is "$checkin" "$(field .scan.ticket)"
check_bag 'and is in progress' '0 IN_PROGRESS 0' show "$checkin"
check_refused 'nothing is to be paid yet' 1 STATE_CONFLICT bag pay "$checkin"
check_bag 'a light bag goes in' '0 COMPLETED 0' weigh "$checkin" 25
check 'and its weight is known' is "$(field .checkin.weight_g)" 25000
check_refused 'it is weighed once' 1 CHECKIN_COMPLETE bag weigh "$checkin" 3
run scan play --json --code "$signed"
check 'whoever is refused begins none' is "$(field .scan.checkin)" null

# ---- a heavy one
admit Stalls-A-2
check_bag 'a heavy bag waits for its fee' '0 WAITING_FOR_PAYMENT 5000' weigh "$short" 25.001
check_refused 'and is not weighed again meanwhile' 1 FEE_DUE bag weigh "$short" 20
check_refused 'a fee is paid in one way' 2 INVALID bag pay "$short" --pay cash=20 --pay card=30 --auth 123456
check_refused 'and whole' 1 AMOUNT_MISMATCH bag pay "$short" --pay cash=20
check_bag 'what failed leads back to the scale' '0 IN_PROGRESS 0' stop "$short" --reason 'card refused'
check_bag 'where it is heavy still' '0 WAITING_FOR_PAYMENT 5000' weigh "$short" 31,5
key=0190b3c4-0000-7000-8000-00000000ba60
check_bag 'it is paid in cash' '0 COMPLETED 5000' pay "$short" --pay cash --given 100 --key "$key"
check 'with change' is "$(field .change) $(field .checkin.paid) $(field .checkin.tender)" '5000 5000 cash'
check_bag 'the same again is the same' '0 COMPLETED 5000' pay "$short" --pay cash --given 100 --key "$key"
check 'and said to be' is "$(field .replay) $(field .change)" 'true 5000'

# ---- out, and in again
run scan play --out --json --code "$signed"
check_refused 'who is out has no bag' 1 STATE_CONFLICT bag weigh "$short" 3
run scan play --json --code "$signed"
check_bag 'who comes back begins anew' '0 WAITING_FOR_PAYMENT 5000' weigh "$short" 30
check_bag 'by card, too' '0 COMPLETED 5000' pay "$short" --pay card --auth 123456

# ---- the money
run shift show --json
check 'the drawer has the tickets and the fee' is "$(field '.shift.tenders[0].expected')" \
    $((10000 + $("$loge" report sales --by tender --json | jq '[.report.rows[] | select(.label == "cash").gross] | add')))
check 'the terminal has its fee' is "$(field '.shift.tenders[1].expected')" 5000

# ---- the house's rule
run house policy --json
check 'the house says what is heavy' is "$(field '.policy | "\(.["bag-limit-grams"]) \(.["bag-fee"])"')" '25000 5000'
check 'and nothing of tills that are alone' is "$(field '.policy | keys | length')" 2
run house policy bag-limit-grams 8000 --json
check 'it can be changed' is "$code $(field '.policy["bag-limit-grams"]')" '0 8000'
run house policy bag-fee 7.50 --json
check 'and what it costs' is "$code $(field '.policy["bag-fee"]')" '0 750'
check_refused 'an amount is an amount' 2 INVALID house policy bag-fee much
admit Stalls-B-1
check_bag 'which counts at once' '0 WAITING_FOR_PAYMENT 750' weigh "$short" 8.5

# ---- from a scale
admit Stalls-B-2
check_refused 'without a scale a weight is typed' 2 INVALID bag weigh "$short"
mkfifo "$work/hand"
"${builddir:-.}/tests/e2e/weigher" <"$work/hand" >"$work/place" &
exec 3>"$work/hand"
echo 'S S     12.34 kg' >&3
until [ -s "$work/place" ]; do :; done
printf 'scale = %s\n' "$(cat "$work/place")" >>"$LOGE_DIR/loge.ini"
check_bag 'what lies on the scale is weighed' '0 WAITING_FOR_PAYMENT 750' weigh "$short"
check 'to the gram' is "$(field .checkin.weight_g)" 12340
exec 3>&-
wait
check_refused 'a scale that went away is told' 5 UNAVAILABLE bag weigh "$short"

# ---- who may
LOGE_NEW_PIN=4444 "$loge" staff add sam scanner --quiet
LOGE_PIN=4444
export LOGE_PIN
check_refused 'a scanner takes no money' 4 NOT_ALLOWED bag pay "$short" --as sam
check_bag 'but gives up' '0 IN_PROGRESS 0' stop "$short" --as sam
check_bag 'and weighs' '0 COMPLETED 0' weigh "$short" 2 --as sam
check_refused 'and makes no rules' 4 NOT_ALLOWED house policy bag-fee 1 --as sam
unset LOGE_PIN
check_refused 'a ticket that is none' 3 INVALID bag weigh T-NOSUCHTHIN 3
check_refused 'a weight that is none' 2 INVALID bag weigh "$short" heavy

# ---- the record
run audit --json --limit 500
check 'every bag is in the log' is \
    "$(field '[.events[] | select(.act | startswith("bag"))] | length')" 11
run audit verify --json
check 'and the log proves itself' is "$code" 0
finish
