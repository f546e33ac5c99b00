#!/bin/sh
# Pictures and papers from the command line: halls, shows and reports as SVG, tickets, the cash-up.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 26

# Valid XML by xmllint where there is one, else at least whole.
# shellcheck disable=SC2317 # check calls it
is_svg() {
    case $out in '<?xml '*'</svg>') ;; *) return 1 ;; esac
    command -v xmllint >/dev/null || return 0
    printf '%s' "$out" | xmllint --noout -
}

# shellcheck disable=SC2317 # check calls it
says() {
    case $out in *"$1"*) ;; *) return 1 ;; esac
}

make_room
run shift open --float 100.00 --json
run hold new play Stalls-A-1 Stalls-A-2 --json
hold=$(field .hold.id)
run hold sell "$hold" --name '山田 <&> 太郎' --given 100.00 --json
sale=$(field .sale.code)
run hold new play Stalls-B-1 --json
run seat block play Balcony-A-1 --reason 'sound desk'

# ---- halls and shows
run plan draw room --svg
check 'a hall is drawn' is_svg
check 'with its price classes' says '>Balcony<'
run plan draw "$work/room.plan" --svg --dark
check 'so is a file, on black' is_svg
for view in state price holder age section; do
    run map play --svg --view $view
    check "a show by $view" is_svg
done
run map play --svg
check 'the legend has the figures' says '>sold</text>'
run map play --svg --section Balcony
check 'one section is drawn alone' is_svg
check 'with its blocked seat' says '>blocked</text>'
check 'and without the seats of others' is "$(says '>sold</text>' && echo sold)" ''
run map play --svg --view mood
check 'a view that there is not is refused' is "$code" 2
run map play --svg --json
check 'a script that wants JSON gets JSON' is "$(field .show.id)" play

# ---- reports
run report occupancy --svg
check 'occupancy is drawn' is_svg
check 'with its figures' says '2 sold'
run report sales --svg
check 'the sales curve is drawn' is_svg
run report sales --svg --by day --show play
check 'by day, of one show' is_svg
run report sales --svg --by till
check 'a curve by till makes no sense' is "$code" 2

# ---- papers
run sale show "$sale" --ticket
check 'a sale has a ticket for each seat' is "$(printf '%s\n' "$out" | grep -c '^Ticket ')" 2
check 'in the name it was sold to' says '山田 <&> 太郎'
check 'with the section' says 'Section  Stalls'
run sale show "$sale" --receipt --columns 80
check 'a receipt gives the change' says '16.00'
run sale show "$sale" --receipt --columns 3
check 'no printer is that narrow' is "$code" 2
run shift close --cash 184.00
check 'a shift that is closed is shown as the cash-up' says 'CASH-UP'
check 'which agrees' says agrees
finish
