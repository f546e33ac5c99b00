#!/bin/sh
# Every command at a till that is alone: it is done, or refused by one whole sentence. Whatever only
# the house can do says so, in the shell and in a console.
# shellcheck disable=SC2317 # functions are called by check
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
plan 14

lose_house() {
    mv "$servers_dir/pg/.s.PGSQL.5432" "$servers_dir/pg/away"
}

# What other tills and people hold and have sold, and this till knows of.
set_the_scene() {
    at 1 && as mark 2222
    run hold new play Stalls-D-1 --json
    run hold sell "$(field .hold.id)" --json
    their_sale=$(field .sale.code)
    run hold new play Stalls-D-2 --json
    their_hold=$(field .hold.id)
    "$loge" wait add play --name Ada --phone 020 --quiet >/dev/null
    at 2 && as ruth 3333
    "$loge" voucher add GIFT 10.00 --quiet >/dev/null
    "$loge" ticket new-key --quiet >/dev/null
    "$loge" sync --once >/dev/null
    lose_house
    run hold new play Stalls-A-1 --json
    my_hold=$(field .hold.id)
    run hold new play Stalls-A-2 --json
    run hold sell "$(field .hold.id)" --json
    my_sale=$(field .sale.code)
    my_ticket=$(field '.sale.tickets[0].code')
    run hold new play Stalls-A-9 --json
    run hold sell "$(field .hold.id)" --json
    kept_sale=$(field .sale.code)
    waiter=$("$loge" wait list play --json --quiet | jq -r '.waiters[0].id')
}

# done: it is done here. house: only the house can. no: refused for another reason.
commands() {
    cat <<END
done whoami
done house show
house house policy rebase off
house house went-back
house house settle 1 --reason compared
done plan check $work/room.plan
done plan draw $work/room.plan
house plan import $work/room.plan --hall other
done plan export room
done hall list
done hall show room
house show add other --hall room --title B --starts $(in_days 4) --price 10.00
done show list
done show show play
house show close play
done show open play
done map play
done best play 2
done hold new play Stalls-A-5
done hold best play 2
done hold show $my_hold
done hold list
done hold extend $my_hold
house hold release $their_hold --reason late
house hold transfer $their_hold anna --reason late
no hold sell $their_hold
done hold transfer $my_hold anna
house seat block play Stalls-B-1 --reason broken
done seat unblock play Stalls-B-1 --reason mended
house seat release play Stalls-D-2 --reason late
done sale find
done sale show $my_sale
done sale show $their_sale
no sale pay $their_sale --pay cash
no sale collect $their_sale
house sale refund $their_sale --reason ill
house sale reprint $their_sale Stalls-D-1 --reason wet
no sale exchange $their_sale $my_hold --reason ill
house sale swap $their_sale:Stalls-D-1 $my_sale:Stalls-A-2 --reason ill
house ticket block $my_ticket --reason lost
done ticket unblock $my_ticket
done ticket show $my_sale
done ticket print $my_sale --pdf $work/ticket.pdf
done sale reprint $my_sale Stalls-A-2 --reason wet
done ticket keys
done ticket new-key
no ticket end-key 9
no ticket pretix key play
done scan play
no bag show $my_ticket
no bag weigh $my_ticket 12.5
no bag pay $my_ticket --pay cash
no bag stop $my_ticket
done expire
house wait add play --name Bo --phone 021
done wait list play
house wait leave $waiter
house wait serve play
house wait rule play --sell
no shift open
done shift drop 1.00
done shift paid-in 1.00 --reason change
done shift paid-out 1.00 --reason milk
done shift show
done shift list
done customer add Bo
done customer find Bo
house voucher add OTHER 10.00
done voucher list
house voucher disable GIFT
house till list
house till dead till-3 --reason lost
house till readmit till-3
house till vouch till-3 anna
house allot take till-3 play Stalls-C-5
house allot return till-2
house allot rule till-3 4
house allot list till-2
house allot voucher till-2 GIFT
house outbox list
house outbox ways
house outbox add mail
house outbox end 1
house outbox requeue
house outbox send
house payments list
house payments hear 1
house payments drop 1
house abuse list
house abuse unblock 192.0.2.1
house token list
house token new box-9
house token revoke box-9
house conflict list
house conflict show $my_hold
house conflict resolve $my_hold keep --reason ours
house staff add zoe clerk
house staff role anna supervisor
house staff pin anna
house staff badge anna
house staff disable anna
house staff enable anna
done staff list
done status
house sync
no sync --hold
house reconcile
no doctor
done audit
done audit list
house audit verify
house audit seal
done journal list
done journal verify
done journal export $work/journal
house journal find J2-1-1-AA
house journal missing
house journal strike J2-1-1-AA --reason false
done report sales
done report occupancy
no sale refund $their_sale
done sale refund $my_sale --reason ill
done shift close --cash 41.00
done help
done version
END
}

# Those that begin or end something of their own, or never end.
apart='console|demo|init|join|sign-in|sign-out|house new|serve|sale collect|audit'

# Beside the remark of a till that is alone.
is_one_sentence() {
    [ "$(printf '%s\n' "$1" | grep -cv '^OFFLINE: ')" -eq 1 ] && printf '%s\n' "$1" | grep -q '^loge: .*[^. ]\.$'
}

# judge EXPECTED: of the command that was just run.
judge() {
    case $1 in
    done) [ "$code" = 0 ] ;;
    house) [ "$code" = 5 ] && is_one_sentence "$err" ;;
    no) case $code in 1 | 2 | 3 | 4) is_one_sentence "$err" || [ -z "$err" ] ;; *) false ;; esac ;;
    esac
}

walk() {
    wrong=0
    LOGE_NEW_PIN=9999
    LOGE_NEW_BADGE=badge-123
    export LOGE_NEW_PIN LOGE_NEW_BADGE
    while read -r expected words; do
        # shellcheck disable=SC2086 # a line of words
        run $words </dev/null
        judge "$expected" && continue
        wrong=$((wrong + 1))
        echo "# $expected was expected of: loge $words: $code $err"
    done
    [ "$wrong" = 0 ]
}

make_house && make_show && set_the_scene || exit 1
commands >"$work/commands"

run manual
printf '%s\n' "$out" | sed -n 's/\\-/-/g; s/^\.SS "loge \([a-z -]*[a-z]\).*/\1/p' |
    grep -vxE "$apart" | sort -u >"$work/known"
cut -d' ' -f2- "$work/commands" >"$work/lines"
while read -r name; do
    grep -q "^$name\( \|\$\)" "$work/lines" || echo "$name"
done <"$work/known" >"$work/missing"
check 'there are commands' [ -s "$work/known" ]
check 'every one is walked' [ ! -s "$work/missing" ]
sed 's/^/# not walked: /' "$work/missing"
check 'each is done alone or refused in a sentence' walk <"$work/commands"

provisional() {
    printf '%s\n' "$out" | grep -q PROVISIONAL
}
run ticket show "$kept_sale"
check 'a ticket that may meet a conflict says so beside its code' provisional
run sale show "$kept_sale" --ticket
check 'on paper, too' provisional

refuses() {
    check "$1" [ "$code" = "$2" ]
    check 'in one sentence' is_one_sentence "$err"
}
run sale reprint "$their_sale" Stalls-D-1 --reason wet
refuses "another till's sale stays as it is" 5
run till list
refuses 'the house has to say which tills there are' 5
LOGE_PIN=4444
export LOGE_PIN
run sign-in joe
refuses 'whoever never signed in here is told why he cannot' 5
LOGE_PIN=9999
run sign-in ruth
refuses 'a wrong PIN is a wrong PIN' 4

printf 'till list\nhold new play Stalls-B-5\n' >"$work/script"
code=0
"$loge" --plain <"$work/script" >"$work/said" 2>&1 || code=$?
said=$(grep -c 'only it can do this;' "$work/said")
check 'line by line it is the same' is "$code $said" '5 1'
finish
