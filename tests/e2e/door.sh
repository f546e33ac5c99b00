#!/bin/sh
# The door: signed tickets, who is let in, and old paper that is refused.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 69

make_room
cat >"$LOGE_DIR/loge.ini" <<'END'
[door]
opens = 7d
gates = Stalls 1, Balcony 2
END

# buy SEAT...: leaves the order's code in $order.
buy() {
    hold=$("$loge" hold new play "$@" --json | jq -r .hold.id)
    order=$("$loge" hold sell "$hold" --pay cash --json | jq -r .sale.code)
}
# code_of SEAT: the signed code of the order's ticket.
code_of() {
    "$loge" ticket show "$order" "$1" --json | jq -r '.tickets[0].qr'
}
# says CODE EXIT SCAN...: what came of a scan.
says() {
    run scan play --json --code "$@"
    echo "$code $(field .scan.code)"
}

buy Stalls-A-1 Stalls-A-2
ticket=$(code_of Stalls-A-1)
other=$(code_of Stalls-A-2)

# ---- the key
check 'a new house has a key, for its owner only' \
    is "$(stat -c %a "$LOGE_DIR/ticket.key")" 600
run ticket keys --json
check 'the house knows its public part' \
    is "$(field '.keys | length') $(field '.keys[0].kind') $(field '.keys[0].ended_at')" '1 house null'
check 'a code fits a small square' is ${#ticket} 154

# ---- in, again, out, in
run scan play --json --code "$ticket"
check 'a good ticket is let in' is "$code $(field .scan.code)" '0 ADMIT'
check 'the seat is told' is "$(field .scan.seat)" Stalls-A-1
check 'and again it is refused' is "$(says "$ticket")" '1 ALREADY_IN'
check 'out it goes' is "$(says "$ticket" --out)" '0 EXIT'
check 'and not out twice' is "$(says "$ticket" --out)" '1 NOT_IN'
check 'and comes back' is "$(says "$ticket")" '0 READMIT'
run scan play --code "$ticket"
check 'people read one line' test "$(printf '%s\n' "$out" | wc -l)" = 1
check 'with the word first' is "${out%% *}" STOP

# ---- what is no good
run scan later --json --code "$other"
check 'not at another show' is "$code $(field .scan.code)" '1 OTHER_SHOW'
check 'not at another gate' is "$(says "$other" --gate 2)" '1 OTHER_GATE'
check 'cut off' is "$(says "$(printf %.100s "$other")")" '1 CUT_OFF'
forged=$(printf %s "$other" | sed 's/^\(.\{91\}\)0/\11/; t; s/^\(.\{91\}\)./\10/')
check 'changed' is "$(says "$forged")" '1 FORGED'
check 'something else' is "$(says 4006381333931)" '1 NO_TICKET'
short=$("$loge" sale show "$order" --json | jq -r '.sale.tickets[] | select(.seat == "Stalls-A-2").code')
check 'a typed code needs a look' is "$(says "$short")" '1 TYPED'

# ---- lines
printf '%s\n\nnonsense\n' "$other" >"$work/codes"
code=0
out=$("$loge" scan play --json <"$work/codes") || code=$?
check 'each line is answered' is \
    "$(printf '%s' "$out" | jq -r .scan.code | tr '\n' ' ')$code" 'ADMIT NO_TICKET 1'

{ head -c 70000 /dev/zero | tr '\0' A && printf '\nnonsense\n'; } >"$work/codes"
check 'a line that is too long is one line' \
    is "$("$loge" scan play --json <"$work/codes" | jq -r .scan.code | wc -l)" 2

# ---- old paper
buy Stalls-B-1 Stalls-B-2 Stalls-B-3
old=$(code_of Stalls-B-1)
"$loge" sale reprint "$order" Stalls-B-1 --reason lost --quiet >/dev/null
check 'a lost ticket is no good any more' is "$(says "$old")" '1 REPRINTED'
check 'the new one is' is "$(says "$(code_of Stalls-B-1)")" '0 ADMIT'
old=$(code_of Stalls-B-2)
"$loge" sale refund "$order" Stalls-B-2 --reason ill --quiet >/dev/null
check 'nor is what was refunded' is "$(says "$old")" '1 REFUNDED'
check 'whoever signs for it' is "$(says "$old" --override --reason please)" '1 REFUNDED'
old=$(code_of Stalls-B-3)
hold=$("$loge" hold new play Stalls-C-1 --json | jq -r .hold.id)
"$loge" sale exchange "$order" "$hold" --seat Stalls-B-3 --quiet >/dev/null 2>&1 ||
    "$loge" sale exchange "$order" "$hold" Stalls-B-3 --quiet >/dev/null
check 'nor what was exchanged' is "$(says "$old")" '1 EXCHANGED'
check 'the new seat is good' is "$(says "$(code_of Stalls-C-1)")" '0 ADMIT'

# ---- override and block
run scan play --json --code "$ticket" --override --reason twin
check 'a supervisor lets in by reason' is "$code $(field .scan.code)" '0 OVERRIDE'
check 'and it is known why' is "$(field .scan.was)" ALREADY_IN
check_refused 'not without a reason' 2 INVALID scan play --override --code "$ticket"
run ticket block "$short" --reason stolen --json
check 'a ticket can be blocked' is "$code" 0
check 'and is refused' is "$(says "$other")" '1 BLOCKED'
"$loge" ticket unblock "$short" --quiet >/dev/null
check 'until it is not' is "$(says "$other")" '1 ALREADY_IN'

# ---- who may
LOGE_NEW_PIN=4444 "$loge" staff add sam scanner --quiet
LOGE_PIN=4444
export LOGE_PIN
check 'a scanner scans' is "$(says "$ticket" --as sam)" '1 ALREADY_IN'
check_refused 'and overrides nothing' 4 NOT_ALLOWED scan play --as sam --override --reason x --code "$ticket"
run hold new play Stalls-A-9 --as sam --json
check 'keeps seats for somebody' is "$code $(field .hold.source)" '0 scanner'
check_refused 'and sells nothing' 4 NOT_ALLOWED hold sell "$(field .hold.id)" --as sam
unset LOGE_PIN

# ---- the record
run audit --json --limit 500
check 'every scan is in the log' is \
    "$(field '[.events[] | select(.act == "turn-away" or .act == "admit" or .act == "go-out")] | length')" \
    "$(sqlite3 "$LOGE_DIR/house.db" 'SELECT count(*) FROM scan')"
run audit verify --json
check 'and the log proves itself' is "$code" 0
check 'a scan cannot be taken back' sh -c \
    "! sqlite3 '$LOGE_DIR/house.db' 'DELETE FROM scan' 2>/dev/null"

# ---- drawn: what a scanner would read. squares FILE: half blocks into a picture.
squares() {
    LC_ALL=C sed 's/\xe2\x96\x88/3/g; s/\xe2\x96\x80/2/g; s/\xe2\x96\x84/1/g; s/ /0/g' "$1" |
        awk 'function row(bit, line, i, n, text) {
                for (i = 1; i <= width; i++) {
                    n = substr(line "", i, 1) + 0
                    n = bit ? int(n / 2) : n % 2
                    text = text (n ? "1111" : "0000")
                }
                for (i = 0; i < 4; i++) print text
            }
            { lines[NR] = $0; if (length($0) > width) width = length($0) }
            END { print "P1"; print width * 4, NR * 8
                for (i = 1; i <= NR; i++) { row(1, lines[i]); row(0, lines[i]) } }'
}
if command -v zbarimg >/dev/null; then
    "$loge" ticket show "$order" Stalls-C-1 | tail -n +2 >"$work/drawn"
    squares "$work/drawn" >"$work/drawn.pbm"
    check 'what is drawn reads back' is \
        "$(zbarimg -q --raw "$work/drawn.pbm" 2>/dev/null)" "$(code_of Stalls-C-1)"
else
    result 0 'what is drawn reads back # SKIP zbarimg is not installed'
fi
LC_ALL=C LANG=C "$loge" ticket show "$order" Stalls-C-1 >"$work/ascii"
run ticket print "$order" --pdf "$work/tickets.pdf" --json
check 'tickets are a PDF, a page each' is "$code $(field .pages)" '0 2'
check 'and nothing is left beside it' is "$(find "$work" -name 'tickets.pdf*' | wc -l)" 1
if command -v pdftoppm >/dev/null && command -v zbarimg >/dev/null; then
    pdftoppm -r 100 -png "$work/tickets.pdf" "$work/page" 2>/dev/null
    check 'which reads back, too' is "$(zbarimg -q --raw "$work"/page-*.png 2>/dev/null | sort)" \
        "$("$loge" ticket show "$order" --json | jq -r '.tickets[].qr' | sort)"
else
    result 0 'which reads back, too # SKIP pdftoppm or zbarimg is not installed'
fi
check_refused 'a folder that is not there' 2 INVALID ticket print "$order" --pdf "$work/no/t.pdf"
check 'in ASCII two signs are a square' is \
    "$(LC_ALL=C grep -c '[^ #]' "$work/ascii") $(awk 'NR == 2 { print length($0) }' "$work/ascii")" '1 82'

# ---- a library or a key that is missing
run doctor --json
check 'the doctor looks for what is loaded later' \
    is "$(field '.doctor.checks[] | select(.name == "libraries") | .finding')" ok
mkdir "$work/broken"
for library in libqrencode.so.4 libcurl.so.4; do : >"$work/broken/$library"; done
without() { LD_LIBRARY_PATH=$work/broken run "$@"; }
without doctor --json
check 'and misses what is not there' is \
    "$code $(field '[.doctor.checks[] | select(.name == "libraries") | .finding] | join(",")')" \
    '1 fault,warning'
check 'saying what to install' is \
    "$(printf '%s' "$out" | grep -c 'Debian: libqrencode4.*Debian: libcurl4')" 1
without sale show "$order" --ticket
check 'a ticket whose code cannot be drawn is not printed' is \
    "$code $(printf '%s' "$out" | grep -c Ticket) $(printf '%s' "$err" | grep -c libqrencode)" \
    '5 0 1'
printf '\n[printer]\ncommand = cat >>%s\n' "$work/paper" >>"$LOGE_DIR/loge.ini"
hold=$("$loge" hold new play Stalls-A-5 Stalls-A-6 --json | jq -r .hold.id)
without hold sell "$hold" --pay cash
check 'nor at a sale, which stands and says so' is \
    "$code $(test -e "$work/paper" && echo paper) $(printf '%s' "$err" | grep -c libqrencode)" '0  1'
chmod o+r "$LOGE_DIR/ticket.key"
run sale show "$order" --ticket
check 'nor with a key that others can read' is \
    "$code $(printf '%s' "$err" | grep -c 'chmod 600')" '5 1'
chmod o-r "$LOGE_DIR/ticket.key"
run sale show "$order" --ticket
check 'then it is' is "$code $(printf '%s' "$out" | grep -c 'Ticket  ')" '0 2'

# ---- what pretix signed
vectors=$srcdir/tests/data/pretix/sig1.txt
key=$(awk '$1 == "key" && $2 == 1 { print $3 }' "$vectors")
foreign=$(awk '$1 == "good" && $2 == 1 { print $6 }' "$vectors")
check 'a ticket of pretix is none without its key' is "$(says "$foreign")" '1 NO_TICKET'
run ticket pretix "$key" play --subevent 14 --products 2,31 --json
check 'a key admits the products that are named' is "$code $(says "$foreign")" '0 1 OTHER_PRODUCT'
check_refused 'what is not a list of them' 2 INVALID ticket pretix "$key" play --products one
run ticket pretix "$key" play --subevent 14 --products 1,31 --json
check 'its key is taken' is "$code $(field .done)" '0 true'
run ticket block "$foreign" --reason stolen --json
check 'a ticket of pretix can be blocked' is "$code $(says "$foreign")" '0 1 BLOCKED'
run ticket unblock "$foreign" --json
check 'and unblocked' is "$code" 0
printf '{"count": 2, "next": null, "results": [{"id": 7, "secret": "%s", "created": "2026-11-19"},
    {"id": 8, "secret": "nonsense"}]}' "$foreign" >"$work/revoked.json"
run ticket block --list "$work/revoked.json" --reason revoked --json
check 'so can all of a list as pretix exports it' is "$(field '"\(.tickets) \(.unknown)"')" '1 1'
check 'which the door refuses' is "$(says "$foreign")" '1 BLOCKED'
printf '[{"blocked": false, "secret": "%s"}]' "$foreign" >"$work/blocked.json"
run ticket block --list "$work/blocked.json" --reason again --json
check 'and a list can take it back' is "$(field .tickets)" 1
check_refused 'one ticket or a list' 2 INVALID ticket block --reason stolen
check_refused 'a list that is not there' 5 UNAVAILABLE ticket block --list /nowhere --reason gone
check 'and it is let in' is "$(says "$foreign")" '0 ADMIT'
check 'once' is "$(says "$foreign")" '1 ALREADY_IN'
run scan later --json --code "$foreign"
check 'and to that show only' is "$code $(field .scan.code)" '1 OTHER_SHOW'
check_refused 'a key that is none' 2 INVALID ticket pretix nonsense play

# ---- a lost till
run ticket end-key 1 --reason stolen --json
check 'a key can be ended' is "$code" 0
check 'and nothing of it is good' is "$(says "$other")" '1 UNKNOWN_KEY'
check_refused 'nor is anything signed with it' 2 INVALID ticket show "$order"
finish
