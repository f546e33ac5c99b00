# shellcheck shell=sh
# For the tests of the command line: a house of its own in a fresh folder, and TAP.
#
#   . "$srcdir/tests/e2e/lib.sh"
#   plan 3
#   check 'what should be so' test "$x" = y
#
# run COMMAND... runs ./loge and leaves $out, $err and $code; field .hold.id picks from $out.

if ! command -v jq >/dev/null; then
    echo '1..0 # SKIP jq is not installed'
    exit 0
fi

loge=${LOGE:?LOGE must name the program}
work=$(mktemp -d "${TMPDIR:-/tmp}/loge-e2e.XXXXXX")
trap 'chmod -R u+rwX "$work" 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
LOGE_DIR=$work/house
LOGE_TILL=box-1
LC_ALL=C.UTF-8
TZ=UTC
export LOGE_DIR LOGE_TILL LC_ALL TZ
unset LOGE_PIN LOGE_SIGN_PIN LOGE_NEW_PIN

count=0
failed=0

plan() {
    echo "1..$1"
}

# Writes the result of the last test line; what went before it is shown when it failed.
result() {
    count=$((count + 1))
    if [ "$1" = 0 ]; then
        echo "ok $count - $2"
        return
    fi
    failed=$((failed + 1))
    echo "not ok $count - $2"
    printf '%s\n' "code ${code-}" "out ${out-}" "err ${err-}" | head -c 2000 | sed 's/^/#   /'
    echo
}

check() {
    what=$1
    shift
    if "$@"; then result 0 "$what"; else result 1 "$what"; fi
}

run() {
    code=0
    out=$("$loge" "$@" 2>"$work/stderr") || code=$?
    err=$(cat "$work/stderr")
}

# check_refused NAME EXIT CODE COMMAND...: the JSON refusal, and the sentence without --json, beside
# which a till that is alone remarks that it is.
check_refused() {
    what=$1 exit_code=$2 refusal=$3
    shift 3
    run "$@" --json
    ok=0
    [ "$code" = "$exit_code" ] || ok=1
    [ "$(field .error.code)" = "$refusal" ] || ok=1
    [ -n "$(field .error.message)" ] || ok=1
    [ -z "$err" ] || ok=1
    if [ $ok = 0 ]; then
        run "$@"
        [ "$code" = "$exit_code" ] || ok=1
        case $err in 'loge: '*) ;; *) ok=1 ;; esac
        [ "$(printf '%s\n' "$err" | grep -cv '^OFFLINE: ')" = 1 ] || ok=1
    fi
    result $ok "$what"
}

field() {
    printf '%s' "$out" | jq -r "$1"
}

is() {
    [ "$1" = "$2" ] || {
        printf '#   got "%s", want "%s"\n' "$1" "$2"
        return 1
    }
}

# A small house: hall `room` with rows A to D of ten, shows `play` and `later`, both open.
make_room() {
    cat >"$work/room.plan" <<'END'
title The Room
stage top
class S Stalls
class B Balcony
section Stalls
class S
A..C SSSSSSSSSS
section Balcony
class B
A BBBBBBBBBB
END
    "$loge" house new --name 'The House' --currency EUR --quiet >/dev/null &&
        "$loge" plan import "$work/room.plan" --hall room --quiet >/dev/null &&
        "$loge" show add play --hall room --title 'A Play' --starts "$(in_days 3)" \
            --price Stalls=42.00 --price Balcony=30.00 --open --quiet >/dev/null &&
        "$loge" show add later --hall room --title 'Another' --starts "$(in_days 5)" \
            --price 20.00 --open --quiet >/dev/null
}

in_days() {
    date -u -d "+$1 days" +%Y-%m-%dT19:30Z
}

# patience: from now on, waiting is true for two minutes; what would wait for ever ends then.
# swept ID: the house's own file has written that this hold expired; no program of ours is asked,
# because a command frees what is over.
swept() {
    /usr/bin/python3 -c 'import sqlite3, sys, uuid
house = sqlite3.connect("file:%s?mode=ro" % sys.argv[1], uri=True)
rows = house.execute("SELECT status FROM hold WHERE id = ?", (uuid.UUID(sys.argv[2]).bytes,))
sys.exit(rows.fetchone()[0] == 0)' "$LOGE_DIR/house.db" "$1"
}

patience() {
    patient_until=$(($(date +%s) + 120))
}
waiting() {
    [ "$(date +%s)" -lt "$patient_until" ]
}

finish() {
    exit $((failed > 0))
}
