#!/bin/sh
# Plans in and out: what goes round comes back whole, and a seat in use is never lost.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 15

make_room
run plan check "$work/room.plan" --json
check 'a drawing is checked' is "$(field '.plan.seats, .plan.sections' | tr '\n' ' ')" '40 2 '

run plan export room --format drawing --out "$work/again.plan"
run plan import "$work/again.plan" --hall room --json
check 'a hall comes back from its drawing with every seat' is \
    "$(field '.kept, .added, .dropped' | tr '\n' ' ')" '40 0 0 '

run plan export room --out "$work/room.json"
check 'a hall is exported' is "$code" 0
run plan check "$work/room.json" --json
check 'what was exported is sound' is "$(field '.plan.format, .plan.seats' | tr '\n' ' ')" 'pretix 40 '
run plan import "$work/room.json" --hall room --json
check 'and keeps every seat when it comes back' is \
    "$(field '.kept, .added, .dropped' | tr '\n' ' ')" '40 0 0 '
run plan export room
check 'the second export is the first' is "$(printf '%s' "$out" | jq -S . | cksum)" \
    "$(jq -S . "$work/room.json" | cksum)"

# ---- a changed plan
run hold new play Stalls-A-10 --json
hold=$(field .hold.id)
sed 's/^A SSSSSSSSSS$/A SSSSSSSSS/; s/^A\.\.C SSSSSSSSSS$/A SSSSSSSSS\nB..C SSSSSSSSSS/' \
    "$work/room.plan" >"$work/smaller.plan"
check_refused 'a plan without a held seat is refused' 1 SEATS_IN_USE \
    plan import "$work/smaller.plan" --hall room
run map play --json
check 'and nothing has changed' is "$(field '.seats | length')" 40
run hold release "$hold" --json
run plan import "$work/smaller.plan" --hall room --json
check 'once it is free it can go' is "$(field '.kept, .added, .dropped' | tr '\n' ' ')" '39 0 1 '
run map play --json
check 'a show that was there follows' is "$(field '.seats | length')" 39
check_refused 'the seat is no longer known' 3 SEAT_NOT_FOUND hold new play Stalls-A-10

# ---- names
cp "$work/room.plan" "$work/Old Town.plan"
run plan import "$work/Old Town.plan" --json
check 'a hall is named after its file' is "$(field .hall.id)" old-town
check_refused 'an id that cannot be one' 2 INVALID plan import "$work/room.plan" --hall 'A Hall'

run plan draw room
check 'a hall can be drawn' test "$(printf '%s\n' "$out" | grep -c '^ *[ABC] ')" -ge 4
run plan check "$work/none" --json
check 'a file that is not there is not found' is "$code" 3
finish
