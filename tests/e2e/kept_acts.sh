# shellcheck shell=sh disable=SC2154 # of tests/e2e/lib.sh
# What is done in a house that is kept for later programs (tests/e2e/kept_lib.sh, for which a counter, a door
# and a till are all the same), and a house of one file in which it was done.
#
#   make_one_file        makes it, in $work/file
#   write_file FILE      a database of SQLite as text
#   load_file DIR FILE   makes a house of one file of what was kept

# did WORDS...: a command that goes well, or else all is over.
did() {
    run "$@" --json
    [ "$code" = 0 ] && return
    printf '%s\n' "failed: loge $*" "$out" "$err" | head -c 1000 >&2
    exit 1
}
# refused WORDS...: one that does not.
refused() {
    run "$@" --json
    [ "$code" != 0 ] && return
    echo "went well: loge $*" >&2
    exit 1
}
held() {
    did hold new "$@"
    hold=$(field .hold.id)
}
# sold SHOW "SEAT..." OPTIONS...: its code in $sale, that of its first ticket in $ticket.
sold() {
    # shellcheck disable=SC2086 # seats are words
    held "$1" $2
    shift 2
    did hold sell "$hold" "$@"
    sale=$(field .sale.code)
    ticket=$(field '.sale.tickets[0].code')
}

# ---- what every house has -----------------------------------------------------------------------------

room_plan() {
    cat >"$work/kept.plan" <<'END'
title The Room
stage top
class S Stalls
class B Balcony
section Stalls
class S
A..E SSSSSSSSSS
section Balcony
class B
A BBBBBBBBBB
END
}

make_shows() {
    room_plan
    did plan import "$work/kept.plan" --hall room
    did plan import "$srcdir/tests/data/seatsio/barn.json" --hall barn
    nine_years=$(date -u -d '+9 years -7 days' +%Y-%m-%dT19:30Z)
    did show add play --hall room --title 'A Play' --starts "$nine_years" --price Stalls=42.00 \
        --price Balcony=30.00 --price Stalls:child=20.00 --fee 1.50 --tax 9% --ttl 1800 --no-gap-rule --open
    did show add later --hall room --title 'Another' --starts "$nine_years" --price 20.00 --open
    did show add draft --hall room --title 'A Draft' --starts "$nine_years" --price 20.00
    did show add tonight --hall room --title 'Tonight' --starts "$(date -u -d '+1 hour' +%Y-%m-%dT%H:%MZ)" \
        --price 20.00 --open
    did show add over --hall room --title 'It Was' --starts "$nine_years" --price 20.00 --open
    did show close over
    did voucher add TEN 10% --uses 50 --budget 100.00
    did voucher add GIFT 100.00 --gift
    did voucher add EMPTY 10.00 --gift
    did voucher add GONE 5.00 --show later
    did voucher disable GONE
}

# Everything a counter does, by whoever is signed in; mark signs.
make_sales() {
    did shift open --float 100.00
    did customer add 'Ada Lovelace' --for ada@example.org --phone '+44 1'
    sold play 'Stalls-A-1 Stalls-A-2' --pay cash --given 100 --name 'Ada Lovelace' --for ada@example.org
    LOGE_SIGN_PIN=2222 did sale reprint "$sale" Stalls-A-2 --reason lost --sign mark
    sold play 'Stalls-A-3 Stalls-A-4' --pay card --auth 4711 --type adult=1,child=1 --voucher TEN
    LOGE_SIGN_PIN=2222 did sale refund "$sale" Stalls-A-4 --reason ill --sign mark
    sold play 'Stalls-A-5 Stalls-A-6' --pay gift=30.00 --gift GIFT --pay cash
    held play Stalls-A-7
    LOGE_SIGN_PIN=2222 did hold sell "$hold" --pay cash --discount 2.00 --reason member --sign mark
    sale=$(field .sale.code)
    LOGE_SIGN_PIN=2222 did sale refund "$sale" --reason ill --sign mark
    sold play 'Stalls-A-9 Stalls-A-10' --due --name 'Eve Example' --for eve@example.org
    sold play 'Stalls-B-1 Stalls-B-2' --due --name 'Bob Example' --for bob@example.org
    did sale pay "$sale" --pay cash
    sold play 'Stalls-B-3 Stalls-B-4' --pickup --pay card --auth 4712 --name 'Cy Example'
    did sale collect "$sale"
    sold play 'Stalls-B-5 Stalls-B-6' --pickup --pay card --auth 4713 --name 'Di Example'
    sold play 'Stalls-B-7' --pay cash
    held play Balcony-A-1
    LOGE_SIGN_PIN=2222 did sale exchange "$sale" "$hold" Stalls-B-7 --pay cash --reason wish --sign mark
    sold later 'Stalls-A-1 Stalls-A-2' --pay gift --gift EMPTY --pay cash
    held play Stalls-C-1 Stalls-C-2
    did hold release "$hold"
    held later Stalls-C-1 Stalls-C-2
    LOGE_SIGN_PIN=2222 did seat block play Stalls-E-1 Stalls-E-2 --reason camera --open-to-counter --sign mark
    did wait add later --name 'Flo Example' --for flo@example.org --party 2
    did shift drop 20.00 --reason safe
    did shift paid-in 5.00 --reason change
    did shift paid-out 3.00 --reason flowers
    did shift close --cash 200.00 --reason counted
    did shift open --float 50.00
    make_scans
}

# The door of tonight.
make_scans() {
    sold tonight 'Stalls-A-1 Stalls-A-2' --pay cash
    signed=$("$loge" ticket show "$sale" --json | jq -r '.tickets[0].qr')
    did scan tonight --code "$signed"
    refused scan tonight --code "$signed"
    refused scan tonight --code NOTHING-KNOWN
    did bag weigh "$ticket" 28
    did bag pay "$ticket" --pay cash
    sold tonight 'Stalls-B-1' --pay cash
    did scan tonight --code "$("$loge" ticket show "$sale" --json | jq -r '.tickets[0].qr')"
    did bag weigh "$ticket" 27
    sold tonight 'Stalls-B-4' --pay cash
    LOGE_SIGN_PIN=2222 did ticket block "$ticket" --reason stolen --sign mark
}

# ---- a house of one file, written down and read again -------------------------------------------------

make_one_file() {
    LOGE_DIR=$work/file LOGE_TILL=box-1
    export LOGE_TILL
    mkdir -p "$LOGE_DIR"
    printf '[door]\nopens = 7d\n' >"$LOGE_DIR/loge.ini"
    did house new --name 'The House' --currency EUR
    LOGE_NEW_PIN=2222 did staff add mark supervisor
    LOGE_NEW_PIN=1111 did staff add anna clerk
    did house policy bag-fee 7.50
    did ticket new-key
    make_shows
    LOGE_PIN=1111 did sign-in anna
    make_sales
    LOGE_PIN=2222 did sign-in mark
    did audit seal
}

# empty_of FILE [TABLE]...: tables without a row, but these.
empty_of() {
    empty=
    for table in $(sqlite3 "$1" "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1"); do
        case " $* " in *" $table "*) continue ;; esac
        [ "$(sqlite3 "$1" "SELECT count(*) FROM $table")" != 0 ] || empty="$empty$table "
    done
    echo "$empty"
}

# write_file FILE: a database of SQLite.
write_file() {
    for pragma in application_id user_version; do
        echo "PRAGMA $pragma = $(sqlite3 "$1" "PRAGMA $pragma");"
    done
    sqlite3 "$1" .dump
}

load_file() {
    (umask 077 && sqlite3 "$2" <"$1/file.sql")
}
