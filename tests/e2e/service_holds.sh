#!/bin/sh
# Holds over HTTP: made, kept, let go, bought; each refusal with its code; a key makes twice once.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
plan 63

make_house && make_show && add_web || exit 1
token other sell,unlimited
other=$token
token shop read,sell,unlimited
shop=$token
start_service

wish() {
    printf '{"showId":"play","customerEmail":"%s","showSeatIds":[%s]}' "$1" "$2"
}

post /api/holds "$(wish eve@example.org '"Stalls-A-1","Stalls-A-2"')" -H 'Idempotency-Key: first'
answers 'seats are held' 201 .hold.status active '.hold.seats|join(" ")' 'Stalls-A-1 Stalls-A-2' \
    .hold.source web .hold.till shop .replay false
hold=$(field .hold.id)
post /api/holds "$(wish eve@example.org '"Stalls-A-1","Stalls-A-2"')" -H 'Idempotency-Key: first'
answers 'the same key gives the same answer' 201 .hold.id "$hold" .replay true
# What somebody who knows the rule, the token's name and the key, but not the house, would compute.
guess=$(/usr/bin/python3 -c 'import hashlib, uuid
hash = bytearray(hashlib.sha256(b"shop\0first\0").digest()[:16])
hash[6], hash[8] = 0x80 | hash[6] & 0x0f, 0x80 | hash[8] & 0x3f
print(uuid.UUID(bytes=bytes(hash)))')
check 'whoever knows the key does not know the act, nor what follows from it' is \
    "$(sql "SELECT count(*) FILTER (WHERE key = '$guess'), count(*) > 0 FROM loge.receipt")" '0|t'
stop_service
start_service
token=$shop
post /api/holds "$(wish eve@example.org '"Stalls-A-1","Stalls-A-2"')" -H 'Idempotency-Key: first'
answers 'and another instance of the house does it as the same act' 201 .hold.id "$hold" .replay true
post /api/holds "$(wish eve@example.org '"Stalls-B-1"')" -H 'Idempotency-Key: first'
answers 'the same key for something else is refused' 409 .error.code KEY_REUSED
post /api/holds "$(wish eve@example.org '"Stalls-A-1","Stalls-A-2"')"
answers 'what somebody holds already he holds' 200 .hold.id "$hold" .changed false
post /api/holds "$(wish adam@example.org '"Stalls-A-1"')"
answers 'what somebody else holds is taken' 409 .error.code SEAT_TAKEN '.error.seats[0]' Stalls-A-1
post /api/holds "$(wish adam@example.org '"Stalls-A-4"')"
answers 'a single seat is not left over' 422 .error.code SINGLE_SEAT_GAP
post /api/holds "$(wish adam@example.org '"Stalls-Z-9"')"
answers 'a seat that is not there is not found' 404 .error.code SEAT_NOT_FOUND
post /api/holds "$(wish adam@example.org '"Stalls-B-1","Stalls-B-1"')"
answers 'a seat is named once' 400 .error.code DUPLICATE_SEAT
post /api/holds '{"showId":"none","customerEmail":"a@example.org","showSeatIds":["Stalls-A-1"]}'
answers 'nor a show' 404 .error.code NOT_FOUND
post /api/holds '{"showId":"play","showSeatIds":["Stalls-B-1"]}'
answers 'a customer has an address' 400 .error.code INVALID
post /api/holds '{"showId":"play","customerEmail":"a@example.org"}'
answers 'and wants something' 400 .error.code INVALID

get "/api/holds/$hold"
answers 'a hold is told' 200 .hold.id "$hold" .hold.show play
post /api/holds '{"showId":"play","customerEmail":"bo@example.org","ttlSeconds":60,"best":{"count":2}}' \
    -H 'Idempotency-Key: 0190b5a0-0000-7000-8000-000000000001'
answers 'the best seats are held for as long as was asked' 201 \
    '.hold.expires_at[:19] + "Z" | fromdate - now < 61' true
delete "/api/holds/$(field .hold.id)"
answers 'and let go' 200 .hold.status cancelled
token=$other
post /api/holds '{"showId":"play","customerEmail":"bo@example.org","ttlSeconds":60,"best":{"count":2}}' \
    -H 'Idempotency-Key: 0190b5a0-0000-7000-8000-000000000001'
answers 'what another client calls the same is not the same' 201 .replay false
delete "/api/holds/$(field .hold.id)"
get "/api/holds/$hold"
answers 'and to its own client only' 404 .error.code HOLD_NOT_FOUND
delete "/api/holds/$hold"
answers 'nobody else lets it go' 404 .error.code HOLD_NOT_FOUND
post "/api/holds/$hold/confirm" '{"payment":{"auth":"x"}}'
answers 'or buys it' 404 .error.code HOLD_NOT_FOUND
post /api/holds "$(wish eve@example.org '"Stalls-A-1"')"
answers 'or has it for the asking' 409 .error.code SEAT_TAKEN
at 1 && as ruth 3333
token=$("$loge" token new eyes --scope read --json | jq -r .token.secret)
post /api/holds "$(wish eve@example.org '"Stalls-D-1"')"
answers 'who may only look holds nothing' 403 .error.code NOT_ALLOWED
at 1 && as ruth 3333
"$loge" token revoke shop --quiet >/dev/null
token shop read,sell,unlimited
shop=$token

post "/api/holds/$hold/extend" '{}'
answers 'a hold lasts longer' 200 .hold.version 2
post "/api/holds/$hold/extend" '{"seconds":"long"}'
answers 'by a number of seconds' 400 .error.code INVALID
post "/api/holds/$hold/extend" '{"seconds":7200}'
post "/api/holds/$hold/extend" '{"seconds":60}'
answers 'and not past its ceiling, which is no fault of the question' 409 .error.code CEILING_REACHED
get /api/holds/not-an-id
answers 'what is no id is no hold' 404 .error.code HOLD_NOT_FOUND

post /api/holds '{"showId":"play","customerEmail":"bo@example.org","best":{"count":3}}'
answers 'the best seats are found and held' 201 '.hold.seats|length' 3
best=$(field .hold.id)
post /api/holds '{"showId":"play","customerEmail":"bo@example.org","best":{"count":2,"section":"Attic"}}'
answers 'in a section there is' 400 .error.code INVALID
post /api/holds '{"showId":"play","customerEmail":"bo@example.org","best":{"count":60}}'
answers 'as many as there are' 409 .error.code NOT_ENOUGH_SEATS
why='{"reason":"mind","notes":"changed it"}'
delete "/api/holds/$best" -H 'Idempotency-Key: go' --data-binary "$why"
answers 'seats are let go' 200 .hold.status cancelled .hold.reason user_cancelled \
    .status released .counts.released 3 .reason mind .notes 'changed it' .message 'Released 3 seats.' \
    '.seats|map("\(.status) \(.released)")|unique|join(", ")' 'available true'
check 'with the reason in the log' is "$(sql "SELECT string_agg(DISTINCT reason || ', ' || note, ';')
    FROM loge.event WHERE act = 3 AND subject = '$best'")" 'mind, changed it'
delete "/api/holds/$best" -H 'Idempotency-Key: go' --data-binary "$why"
answers 'once, however often it is asked' 200 .replay true

post /api/shows/play/seats/Stalls-C-1/hold '{"customerEmail":"cy@example.org"}'
answers 'one seat is held by a touch' 201 '.hold.seats|join(" ")' Stalls-C-1
post /api/shows/play/seats/Stalls-C-10/hold '{"customerEmail":"cy@example.org"}'
answers 'another touch' 201 '.hold.seats|join(" ")' Stalls-C-10
check 'frees the first' is "$(sql "SELECT string_agg(h.status::text, ',' ORDER BY h.created_at)
    FROM loge.hold AS h WHERE h.email = 'cy@example.org'")" 4,0
post /api/shows/play/seats/Stalls-C-10/cancel '{"customerEmail":"cy@example.org"}' \
    -H 'Idempotency-Key: let-go'
answers 'and a last one lets go' 200 .hold.status cancelled .replay false
post /api/shows/play/seats/Stalls-C-10/cancel '{"customerEmail":"cy@example.org"}' \
    -H 'Idempotency-Key: let-go'
answers 'which is told again to whoever did not hear it' 200 .hold.status cancelled .replay true
post /api/shows/play/seats/Stalls-C-10/cancel '{"customerEmail":"cy@example.org"}'
answers 'of what is held' 404 .error.code HOLD_NOT_FOUND

post /api/holds "$(wish bo@example.org '"Stalls-D-1","Stalls-D-2"')"
bo=$(field .hold.id)
post /api/shows/play/seats/Stalls-D-1/cancel \
    '{"customerEmail":"bo@example.org","reason":"alone","notes":"his friend is ill"}'
answers 'of two seats one is let go' 200 .status partly_released .counts.kept 1 .reason alone
check 'with its own reason' is "$(sql "SELECT string_agg(reason || ', ' || note, ';') FROM loge.event
    WHERE act = 3 AND subject = '$bo' AND seat_no >= 0")" 'alone, his friend is ill'
token=$other
post "/api/checkouts/$bo/cancel" "$why"
answers "another client's checkout is not there" 404 .error.code HOLD_NOT_FOUND
token=$shop
post /api/holds "$(wish bo2@example.org '"Stalls-D-9","Stalls-D-10"')"
bo=$(field .hold.id)
post "/api/checkouts/$bo/cancel" "$why"
answers 'a checkout is cancelled in a house without a payment provider' 200 .hold.status cancelled \
    .status released .counts.released 2 .reason mind
check 'and says why in the log' is "$(sql "SELECT count(*) FROM loge.event
    WHERE act = 3 AND subject = '$bo' AND reason = 'mind' AND note = 'changed it'")" 2

# One hold a customer: the address decides, and a client frees only what is its own.
at 1 && as ruth 3333
"$loge" show add only --hall room --starts "$(in_days 3)" --price 10 --open --no-gap-rule --one-hold --quiet \
    >/dev/null
touch_seat() {
    post "/api/shows/only/seats/$1/hold" '{"customerEmail":"gil@example.org"}'
}
open_of_gil() {
    sql "SELECT string_agg(h.till, ' ') FROM loge.hold AS h
        WHERE h.email ILIKE 'gil@example.org' AND h.status = 0"
}
touch_seat Stalls-A-1
answers 'a customer holds a seat' 201
token=$other
touch_seat Stalls-A-3
answers 'another client does not take it from him by his address' 409 .error.code HELD_ELSEWHERE
check 'and it stays' is "$(open_of_gil)" shop
as anna 1111
run hold new only Stalls-A-5 --for Gil@example.org --json
check 'the counter frees it, and says so' is \
    "$code $(field '.given_up|map("\(.till) \(.seats|join(","))")|join(";")')" '0 shop Stalls-A-1'
check 'so that the customer has one' is "$(open_of_gil)" till-1
at 2 && as joe 4444
run hold new only Stalls-A-7 --for gil@example.org
check 'as has another login at the counter' is \
    "$code $(printf '%s\n' "$out" | grep -c '^Freed *Stalls-A-5, .* by anna at till-1')" '0 1'
token=$shop
touch_seat Stalls-A-1
answers 'a client does not free what the counter has' 409 .error.code HELD_ELSEWHERE
touch_seat_for_hal() {
    post "/api/shows/only/seats/$1/hold" '{"customerEmail":"hal@example.org"}'
}
touch_seat_for_hal Stalls-C-1
hal=$(field .hold.id)
to_ivy='{"customerEmail":"ivy@example.org","reason":"gift","notes":"from Hal"}'
post "/api/holds/$hal/transfer" "$to_ivy" -H 'Idempotency-Key: to-ivy'
answers 'a hold goes to another customer' 200 .hold.email ivy@example.org .hold.status active \
    .hold.till shop .replay false
post "/api/holds/$hal/transfer" "$to_ivy" -H 'Idempotency-Key: to-ivy'
answers 'once' 200 .hold.email ivy@example.org .replay true
check 'with its reason in the log' is "$(sql "SELECT reason || ', ' || note FROM loge.event
    WHERE act = 6 AND seat_no >= 0 AND subject = '$hal'")" 'gift, from Hal'
token=$other
post "/api/holds/$hal/transfer" "$to_ivy"
answers 'by nobody else' 404 .error.code HOLD_NOT_FOUND
token=$shop
post "/api/holds/$hal/transfer" '{"customerEmail":"gil@example.org"}'
answers 'and not to a customer who has one elsewhere' 409 .error.code HELD_ELSEWHERE
touch_seat_for_hal Stalls-C-3
answers 'who gave it away may have another' 201 .given_up '[]'
run hold release "$(sql "SELECT id FROM loge.hold WHERE email = 'gil@example.org' AND status = 0")"
mkfifo "$work/gate"
exec 7<>"$work/gate"
one_of_six() {
    read -r _ <&7
    LOGE_DIR=$work/till-$1 LOGE_TILL=till-$1 LOGE_PIN=$3 "$loge" hold new only "Stalls-B-$4" --as "$2" \
        --for gil@example.org --quiet >/dev/null 2>&1
}
six=$(
    one_of_six 1 anna 1111 1 & one_of_six 1 mark 2222 2 & one_of_six 2 joe 4444 3 &
    one_of_six 2 ruth 3333 4 & one_of_six 3 mark 2222 5 & one_of_six 3 anna 1111 6 &
    seq 6 >&7
    wait
    open_of_gil
)
check 'six logins at once get one hold for one address' is "$(printf '%s\n' "$six" | wc -w)" 1
check 'without breaking a rule of the house' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
# Two logins whose acts wait in the place of the last look until both have come there.
guard=$(sql "SELECT pg_get_functiondef('loge.expect_only_hold'::regproc)")
# shellcheck disable=SC2016 # the quotes are PostgreSQL's
sql 'CREATE OR REPLACE FUNCTION loge.expect_only_hold(of_house integer, new_holds loge.hold_row[])
    RETURNS void LANGUAGE plpgsql AS $$ BEGIN
        PERFORM pg_advisory_lock_shared(4711);
        WHILE (SELECT count(*) FROM pg_locks WHERE locktype = $t$advisory$t$ AND objid = 4711) < 2 LOOP
            PERFORM pg_sleep(0.01);
        END LOOP;
    END $$'
left=1 tries=0
while [ "$left" != 2 ] && [ $tries -lt 10 ]; do
    for old in $(sql "SELECT id FROM loge.hold WHERE email = 'gil@example.org' AND status = 0"); do
        LOGE_PIN=2222 "$loge" hold release "$old" --as mark --reason control --quiet
    done
    tries=$((tries + 1)) left=$(
        one_of_six 1 anna 1111 1 & one_of_six 2 joe 4444 3 &
        seq 2 >&7
        wait
        open_of_gil | wc -w
    )
done
exec 7>&-
check 'control: without the last look two logins have a hold each' is "$left" 2
sql "$guard"

# Somebody is at a seat: another session of PostgreSQL has its row.
mkfifo "$work/locker"
psql -qAt "$servers_super dbname=house" <"$work/locker" >"$work/locked" &
locker=$!
exec 8>"$work/locker"
echo "BEGIN; SELECT 'locked' FROM loge.show_seat AS t JOIN loge.show AS w ON w.house = t.house
    AND w.no = t.show_no JOIN loge.hall_seat AS s ON s.house = t.house AND s.hall_no = w.hall_no
    AND s.seat_no = t.seat_no WHERE w.id = 'play' AND s.label = 'Stalls-A-10' FOR UPDATE OF t;" >&8
patience
until grep -q locked "$work/locked" || ! waiting; do :; done
post /api/holds "$(wish cy@example.org '"Stalls-A-10"')"
answers 'a seat that somebody is at is named, and the house can be reached' 503 .error.code UNAVAILABLE \
    .error.seats[0] Stalls-A-10 '.error.message|test("reached")' false \
    '.error.message|test("Stalls-A-10")' true
exec 8>&-
wait $locker

post "/api/holds/$hold/confirm" '{"name":"Eve Example","payment":{"auth":"PI42abcd"}}' \
    -H 'Idempotency-Key: buy'
answers 'what was paid for is sold' 201 .sale.status paid '.sale.tickets|length' 2 \
    '.sale.payments[0].auth' PI42abcd .sale.name 'Eve Example'
sale=$(field .sale.code)
post "/api/holds/$hold/confirm" '{"name":"Eve Example","payment":{"auth":"PI42abcd"}}' \
    -H 'Idempotency-Key: buy'
answers 'once' 201 .sale.code "$sale" .replay true
check 'no rule of the house is broken' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
finish
