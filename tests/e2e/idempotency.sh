#!/bin/sh
# The same act done twice is done once; the same key with other content is refused.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 12

make_room
key=0193f3c2-5a7e-7c1d-9b1e-3f2a6c5d4e7f
other=0193f3c2-5a7e-7c1d-9b1e-3f2a6c5d4e80

run hold new play Stalls-A-1 Stalls-A-2 --key "$key" --json
hold=$(field .hold.id)
check 'the first time it is done' is "$code $(field .replay)" '0 false'
run hold new play Stalls-A-1 Stalls-A-2 --key "$key" --json
check 'the second time the first answer comes again' is "$code $(field .replay) $(field .hold.id)" \
    "0 true $hold"
check_refused 'another seat under the same key is refused' 1 KEY_REUSED \
    hold new play Stalls-A-5 --key "$key"
run map play --json
check 'and nothing was taken' is "$(field '[.seats[] | select(.status == "held")] | length')" 2

run hold new play Stalls-A-1 Stalls-A-2 --json
check 'holding what one holds succeeds and changes nothing' is \
    "$code $(field .changed) $(field .hold.id)" "0 false $hold"

run hold sell "$hold" --pay cash --key "$other" --json
code_of_sale=$(field .sale.code)
run hold sell "$hold" --pay cash --key "$other" --json
first="$(field .sale.hold) $code_of_sale $(field '.sale.tickets[0].code')"
check 'a repeated sale gives the first sale' is "$code $(field .sale.code)" "0 $code_of_sale"
run sale find --json
check 'there is one sale' is "$(field '.sales | length')" 1

run hold new play Stalls-B-1 --json
hold=$(field .hold.id)
run hold release "$hold" --json
run hold release "$hold" --json
check 'releasing twice is releasing once' is "$code $(field .changed)" '0 false'
check_refused 'a malformed key is refused' 2 INVALID hold new play Stalls-C-1 --key 12

# Who knows the key of an act cannot work out beforehand what it will be called: another house with the
# same hall and the same words gives other names.
run hold show "$(printf '%s' "$first" | cut -d ' ' -f 1)" --json
check 'a key names the hold in this house' is "$code" 0
LOGE_DIR=$work/elsewhere
make_room
run hold new play Stalls-A-1 Stalls-A-2 --key "$key" --json
there=$(field .hold.id)
run hold sell "$there" --pay cash --key "$other" --json
there="$there $(field '.sale.code, .sale.tickets[0].code')"
# shellcheck disable=SC2086 # several words each
check 'and says nothing of its names in another' is \
    "$(printf '%s\n' $first $there | sort | uniq -d | wc -l)" 0
run audit verify --json
check 'the house verifies' is "$(field .audit.ok)" true
finish
