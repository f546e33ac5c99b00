#!/bin/sh
# Every kind of act sent twice under one key: done once, the second answer is the first one; and the
# key with other content is refused, changing nothing.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 93

make_room
LOGE_NEW_PIN=4321
export LOGE_NEW_PIN
keys=0

newest_event() {
    "$loge" audit --limit 1 --json | jq '.events[0].id'
}

# What the answer says, but for what the clock moves and the word that it is a replay.
said() {
    printf '%s' "$out" | jq -cS 'del(.replay, .changed) | del(.. | .seconds_left?)'
}

# twice COMMAND...: leaves the answer in $out and its key in $key.
twice() {
    keys=$((keys + 1))
    key=$(printf '0193f3c2-5a7e-7c1d-9b1e-%012x' $keys)
    run "$@" --key "$key" --json
    first="$code $(said)" event=$(newest_event)
    run "$@" --key "$key" --json
    check "$1 $2: once, and the first answer again" is \
        "$(field .replay) $(newest_event) $code $(said)" "true $event $first"
}

# other COMMAND...: the same key for something else.
other() {
    before=$(newest_event) kept=$out
    check_refused "$1 $2: the same key for something else" 1 KEY_REUSED "$@" --key "$key"
    check "$1 $2: which changed nothing" is "$(newest_event)" "$before"
    out=$kept
}

# ---- money periods
twice shift open --float 100.00
other shift open --float 90.00
twice shift drop 10.00 --reason safe
other shift drop 11.00 --reason safe
twice shift paid-in 10.00 --reason change
other shift paid-out 10.00 --reason change

# ---- holds and sales
twice hold new play Stalls-A-1 Stalls-A-2 --for ada@example.org
hold=$(field .hold.id)
other hold new play Stalls-A-1 Stalls-A-2 --for ada@example.org --ttl 60
twice hold extend "$hold"
other hold extend "$hold" --by 20
twice hold sell "$hold" --pay card=50.00 --auth 4242 --pay cash --given 50 --name Ada
ada=$(field .sale.code)
other hold sell "$hold" --pay card=50.00 --auth 4242 --pay cash --given 60 --name Ada
twice sale reprint "$ada" Stalls-A-1 --reason lost
other sale reprint "$ada" Stalls-A-2 --reason lost
twice sale refund "$ada" Stalls-A-1 --reason ill
other sale refund "$ada" Stalls-A-1 --reason ill --keep-fees
twice hold best play 1
hold=$(field .hold.id)
other hold best play 2
twice sale exchange "$ada" "$hold" Stalls-A-2
other sale exchange "$ada" "$hold"
twice hold new play Balcony-A-1 Balcony-A-2
hold=$(field .hold.id)
twice hold release "$hold" Balcony-A-2
other hold release "$hold"
twice hold release "$hold"
twice hold best play 2 --section Balcony
hold=$(field .hold.id)
twice hold sell "$hold" --due --name Bela
bela=$(field .sale.code) bela_seat=$(field '.sale.tickets[0].seat')
other hold sell "$hold" --name Bela
twice sale pay "$bela" --pay card --auth 4343
other sale pay "$bela"
twice sale collect "$bela"
twice hold best play 2 --section Balcony
twice hold sell "$(field .hold.id)" --type adult=1,child=1 --discount 10% --reason friend
cleo=$(field .sale.code) cleo_seat=$(field '.sale.tickets[0].seat')
twice sale swap "$bela:$bela_seat" "$cleo:$cleo_seat"
twice sale refund "$cleo" --reason ill
other sale refund "$cleo" --reason other

# ---- a supervisor's hand
twice seat block play Stalls-C-1 Stalls-C-2 --reason camera --note left
other seat block play Stalls-C-1 Stalls-C-2 --reason camera --note right
twice seat unblock play Stalls-C-1 --reason finished
twice seat release play Stalls-C-2 --reason finished

# ---- the waiting list
twice wait add play --name Dina --for dina@example.org --party 2
other wait add play --name Dina --for dina@example.org --party 3
twice wait serve play
other wait serve later
twice wait add play --name Emil --for emil@example.org
twice wait leave "$(field .waiter.id)"

# ---- people, vouchers
twice customer add Zoe --for zoe@example.org
other customer add Zoe --for other@example.org
event=$(newest_event)
run customer add Zoe --for zoe@example.org --json
check 'control: without the key it is done again' test "$(newest_event)" -gt "$event"
twice voucher add TENTH 10% --uses 3
other voucher add TENTH 20% --uses 3
twice voucher disable TENTH
check_refused 'a voucher of that code is there already, whatever the key' 1 ALREADY_EXISTS \
    voucher add TENTH 20% --key 0193f3c2-5a7e-7c1d-9b1e-aaaaaaaaaaaa
twice staff add bob clerk
other staff add bob supervisor
check_refused 'a person of that name works here already, whatever the key' 1 ALREADY_EXISTS \
    staff add bob manager --key 0193f3c2-5a7e-7c1d-9b1e-aaaaaaaaaaaa
twice hold new later Stalls-A-1
twice hold transfer "$(field .hold.id)" bob
twice staff role bob supervisor
twice staff pin bob
twice staff disable bob

# ---- shows and halls
twice show add third --hall room --starts 2027-01-01T10:00Z --price 10 --open
other show add third --hall room --starts 2027-01-01T10:00Z --price 11 --open
twice show close third
other show open third
twice plan import "$work/room.plan" --hall two
other plan import "$work/room.plan" --hall two --name Another

twice shift close --cash 500.00 --reason miscounted
other shift close --cash 400.00 --reason miscounted
run audit verify --json
check 'the house verifies' is "$(field .audit.ok)" true
finish
