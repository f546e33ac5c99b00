#!/bin/sh
# The door of a house of several tills: what one till signs, every door verifies, and who is in at
# one is in at all.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
plan 22

make_house && make_show || exit 1
for till in 1 2 3; do
    printf '[door]\nopens = 7d\n' >>"$work/till-$till/loge.ini"
done
at 1 && as ruth 3333
LOGE_NEW_PIN=6666 "$loge" staff add sam scanner --quiet

# sell SEAT: leaves its order in $order.
sell() {
    hold=$("$loge" hold new play "$1" --json | jq -r .hold.id)
    order=$("$loge" hold sell "$hold" --pay cash --json | jq -r .sale.code)
}
code_of() {
    "$loge" ticket show "$order" --json | jq -r '.tickets[0].qr'
}
says() {
    run scan play --json --code "$@"
    echo "$code $(field .scan.code)"
}

as anna 1111
check_refused 'a clerk makes no key' 4 NOT_ALLOWED ticket new-key
as mark 2222
run ticket new-key --json
check 'a supervisor does, at a till that did not join' is "$code $(field .key)" '0 3'
at 2 && as mark 2222
run ticket new-key --json
check 'a till that joined has its own already' is "$code $(field .key)" '0 1'
check 'no secret is on the server' is \
    "$(sql 'SELECT count(*), min(length(public)) FROM loge.ticket_key')" '3|32'
as anna 1111 && sell Stalls-A-1
second=$(code_of)
at 1 && as anna 1111 && sell Stalls-A-2
first=$(code_of) old=$order

at 3 && as sam 6666
check 'a scanner admits what one till sold' is "$(says "$first")" '0 ADMIT'
check 'and what the other did' is "$(says "$second")" '0 ADMIT'
at 2 && as mark 2222
check 'who is in at one door is in at the next' is "$(says "$first")" '1 ALREADY_IN'
at 3 && as sam 6666
check_refused 'a scanner overrides nothing' 4 NOT_ALLOWED scan play --code "$first" --override \
    --reason x
run hold new play Stalls-B-1 --json
held=$(field .hold.id)
check 'but keeps seats for somebody, and says from where' is "$code $(field .hold.source)" '0 scanner'
run hold best play 2 --json
best=$(field .hold.id)
check 'the best ones, too' is "$code $(field '.hold.seats | length')" '0 2'
check_refused 'and sells nothing' 4 NOT_ALLOWED hold sell "$held"
run hold extend "$held" --json
check 'keeps them longer' is "$code" 0
run hold release "$held" --json
check 'and lets them go' is "$code $(sql "SELECT status FROM loge.hold WHERE id = '$held'")" '0 4'
run hold list --json
check 'a scanner knows of its own holds' is "$(field '.holds | length')" 1
at 1 && as anna 1111
run hold new play Stalls-B-4 --for eve@example.org --json
theirs=$(field .hold.id)
at 3 && as sam 6666
check_refused 'and of nobody else'\''s' 3 HOLD_NOT_FOUND hold release "$theirs" --reason late
run hold release "$best" --json
LOGE_SIGN_PIN=2222
export LOGE_SIGN_PIN
check 'but a supervisor signs for it' is \
    "$(says "$first" --override --reason twin --sign mark)" '0 OVERRIDE'
unset LOGE_SIGN_PIN

at 1 && as mark 2222
"$loge" sale refund "$old" --reason ill --quiet >/dev/null
at 3 && as sam 6666
check 'what was refunded is no good' is "$(says "$first")" '1 REFUNDED'
at 1 && as mark 2222
"$loge" ticket end-key 1 --reason 'till stolen' --quiet >/dev/null
at 3 && as sam 6666
check 'nor what a lost till signed' is "$(says "$second")" '1 UNKNOWN_KEY'

# Refunded alone at one till, and let in at another door before that came home.
at 3 && as mark 2222
"$loge" ticket new-key --quiet >/dev/null
sell Stalls-C-1
back=$order let_in=$(code_of)
"$loge" sync --once --quiet >/dev/null
mv "$servers_dir/pg/.s.PGSQL.5432" "$servers_dir/pg/away"
run sale refund "$back" --reason ill
refunded=$code
mv "$servers_dir/pg/away" "$servers_dir/pg/.s.PGSQL.5432"
at 1 && as sam 6666
let_in=$(says "$let_in")
at 3
run sync --once
run conflict list --json
check 'a conflict about a ticket that was given back has a reason' is \
    "$refunded, $let_in, $(field '.conflicts[0].reason')" '0, 0 ADMIT, TICKET_REVOKED'
check 'every scan is kept' is "$(sql 'SELECT count(*) FROM loge.scan')" 7
at 1 && as ruth 3333
run audit verify --json
check 'and the log proves itself' is "$code $(field .audit.ok)" '0 true'
check 'no rule of the house is broken' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
finish
