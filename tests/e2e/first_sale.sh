#!/bin/sh
# From an empty house to the cash-up: hold, sell, refund, exchange, expiry, all with --json.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 33

check 'a house, a hall and shows can be made' make_room

run show list --json
check 'both shows are listed with all their seats' is "$(field '[.shows[].available] | add')" 80

run shift open --float 100.00 --json
check 'a shift opens with a float' is "$(field '.shift.status, .shift.float' | tr '\n' ' ')" \
    'open 10000 '

# ---- hold and sell two seats
run best play 2 --json
check 'the best two seats are side by side' is "$(field .adjacent)" true
best=$(field '.seats[]')
# shellcheck disable=SC2086
run hold new play $best --for ada@example.org --json
hold=$(field .hold.id)
check 'they are held' is "$(field '.hold.status, (.hold.seats | length), .hold.email' | tr '\n' ' ')" \
    'active 2 ada@example.org '
run map play --json
check 'the map shows them held' is \
    "$(field "[.seats[] | select(.hold == \"$hold\" and .status == \"held\")] | length")" 2

run hold sell "$hold" --pay cash --given 100 --name 'Ada Okafor' --json
sale=$(field .sale.code)
check 'the sale is paid, with change' is \
    "$(field '.sale.status, .sale.total, .sale.change, .sale.currency' | tr '\n' ' ')" \
    'paid 8400 1600 EUR '
check 'each seat has a ticket' is "$(field '[.sale.tickets[].code] | unique | length')" 2
run hold show "$hold" --json
check 'the hold is converted' is "$(field .hold.status)" converted
run map play --json
check 'the map shows them sold' is "$(field '[.seats[] | select(.status == "sold")] | length')" 2

run sale find okafor --json
check 'the sale is found by name' is "$(field '.sales[0].code')" "$sale"

# ---- refund one seat
first=$(printf '%s\n' "$best" | head -n 1)
check_refused 'a refund needs a reason' 2 INVALID sale refund "$sale" "$first"
run sale refund "$sale" "$first" --reason 'ill' --json
check 'one seat is refunded' is "$(field '.sale.status, .sale.given_back' | tr '\n' ' ')" \
    'part_refunded 4200 '
run map play --json
check 'the seat is free again' is \
    "$(field ".seats[] | select(.id == \"$first\") | .status")" available

# ---- exchange the other for a cheaper one
second=$(printf '%s\n' "$best" | tail -n 1)
run hold new play Balcony-A-1 --json
run sale exchange "$sale" "$(field .hold.id)" "$second" --json
check 'the dearer seat is exchanged, the difference given back' is "$(field .sale.given_back)" 1200
run map play --json
check 'the old seat is free, the new one sold' is \
    "$(field "[.seats[] | select(.id == \"$second\" or .id == \"Balcony-A-1\") | .status] | sort | join(\" \")")" \
    'available sold'

# ---- reserved unpaid, paid later, concessions
run hold new later Stalls-A-1 Stalls-A-2 Stalls-A-3 --json
run hold sell "$(field .hold.id)" --due --type adult=2,child=1 --name 'Hugo' --json
due=$(field .sale.code)
check 'a reservation is due, with a child at half price' is \
    "$(field '.sale.status, .sale.due' | tr '\n' ' ')" 'due 5000 '
run sale pay "$due" --pay card --auth 123456 --json
check 'it is paid by card' is "$(field '.sale.status, .sale.due' | tr '\n' ' ')" 'paid 0 '

# ---- expiry
run hold new play Stalls-C-1 Stalls-C-2 --ttl 1 --json
over=$(field .hold.id)
until run hold show "$over" --json && [ "$(field .hold.status)" = expired ]; do :; done
check 'a hold ends by itself' is "$(field .hold.seconds_left)" 0
run map play --json
check 'its seats are free' is \
    "$(field '[.seats[] | select(.status == "held")] | length')" 0
check_refused 'selling it comes too late' 1 HOLD_EXPIRED hold sell "$over"
check 'a command frees it after its answer' swept "$over"
run expire --json
check 'so a sweep by hand finds nothing' is "$(field '.expired.holds')" 0
run expire
check 'which is told in words' is "$out" '0 holds expired. 0 seats are free again.'
run audit --limit 2 --json
check 'and the log has it of the sweep' is "$(field '[.events[] | .act + " " + .actor] | unique | join(" ")')" \
    'expire sweep'
run hold new play Stalls-C-1 --json
run status
check 'one hold is told as one' is "$(printf '%s' "$out" | grep -c 'held in 1 hold,')" 1
run hold release "$("$loge" hold list --json | jq -r '.holds[0].id')" --json

# ---- cash-up: 100 float + 84 sale - 42 refund - 12 exchange - 20 drop = 110
run shift drop 20.00 --json
run shift show --json
check 'the drawer is expected to hold 110.00' is \
    "$(field '.shift.tenders[] | select(.tender == "cash") | .expected')" 11000
run shift close --cash 110.00 --json
check 'the count agrees and the shift closes' is \
    "$(field '.shift.status, (.shift.tenders[] | select(.tender == "cash") | .difference)' | tr '\n' ' ')" \
    'closed 0 '
run report sales --json
check 'the report agrees with the money' is \
    "$(field '[.report.rows[] | .gross + .kept] | add')" 8000

run audit verify --json
check 'the house verifies' is "$(field .audit.ok)" true
check 'all of it is sealed by then, and was not before' is \
    "$(field '.audit.unsealed, .audit.unproved_from' | tr '\n' ' ')" '0 1 '
python3 -c 'import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("DROP TRIGGER event_is_never_changed")
db.execute("UPDATE event SET reason = ? WHERE id = (SELECT max(id) FROM event)", ("another",))
db.commit()' "$LOGE_DIR/house.db"
run audit verify --json
check 'a change to the newest event is found' is "$code $(field .audit.ok)" '1 false'
check 'and nothing new was without a seal' is "$(field .audit.unproved_from)" null
finish
