#!/bin/sh
# A door that reads codes from a pipe while its house is lost and found again: it goes on alone, says
# so, comes home by itself, and every scan is at the house once, those it refused too.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
if ! command -v faketime >/dev/null; then
    echo '1..0 # SKIP faketime is not installed'
    exit 0
fi
plan 26

make_house && make_show || exit 1
for till in 1 2 3; do
    printf '[door]\nopens = 7d\n' >>"$work/till-$till/loge.ini"
done
at 1 && as ruth 3333
LOGE_NEW_PIN=6666 "$loge" staff add sam scanner --quiet
"$loge" ticket new-key --quiet >/dev/null

# sell SEAT: its code.
sell() {
    hold=$("$loge" hold new play "$1" --json | jq -r .hold.id)
    order=$("$loge" hold sell "$hold" --pay cash --json | jq -r .sale.code)
    "$loge" ticket show "$order" --json | jq -r '.tickets[0].qr'
}
first=$(sell Stalls-A-1) second=$(sell Stalls-A-2) third=$(sell Stalls-A-3)
fourth=$(sell Stalls-A-4)

# scans CODE ANSWERS: hands the door a code, and waits for so many answers in all.
scans() {
    printf '%s\n' "$1" >&8
    patience
    until [ "$(wc -l <"$work/said")" -ge "$2" ] || ! waiting; do :; done
    jq -rs ".[$2 - 1].scan.code" "$work/said"
}
# starts WORDS...: a program that reads what is written to descriptor 8.
starts() {
    rm -f "$work/codes"
    mkfifo "$work/codes"
    : >"$work/said"
    "$loge" "$@" <"$work/codes" >"$work/said" 2>"$work/told" 9>&- &
    door=$!
    exec 8>"$work/codes"
}
ends() {
    exec 8>&-
    wait "$door"
}
# scanned: how many scans the house has of till-3, and of how many ids.
scanned() {
    sql "SELECT count(*), count(DISTINCT id) FROM loge.scan WHERE till = 'till-3'"
}
# comes_home SCANS: waits until the house has so many.
comes_home() {
    patience
    until [ "$(scanned 2>/dev/null)" = "$1|$1" ] || ! waiting; do :; done
    scanned
}

# lose_house NAME: her line is killed, and nobody comes in any more.
lose_house() {
    mv "$servers_dir/pg/.s.PGSQL.5432" "$servers_dir/pg/away"
    # shellcheck disable=SC2046 # several
    kill -KILL $(pgrep -P "$servers_pg_id" -f "_$1 ")
}
find_house() {
    mv "$servers_dir/pg/away" "$servers_dir/pg/.s.PGSQL.5432"
}

at 3 && as sam 6666
"$loge" sync --once >/dev/null
starts scan play --json
check 'at the house' is "$(scans "$first" 1)" ADMIT
# slowly COMMAND...: on a clock so slow that whoever waits for somebody waits for minutes.
slowly() { timeout 60 faketime -f '+0 x0.02' "$@"; }
printf 'scribble\n' | slowly "$loge" scan play --json >"$work/second"
check 'a second one at this till works at the house, and waits for nobody' \
    is "$(jq -r .scan.code "$work/second")" NO_TICKET
lose_house sam
check 'the house is lost, and the door goes on' is "$(scans "$second" 2)" ADMIT
check 'it knows who is in' is "$(scans "$first" 3)" ALREADY_IN
check 'and what is no ticket' is "$(scans scribble 4)" NO_TICKET
find_house
check 'found again it gets all of them, and nobody did a thing' is "$(comes_home 5)" '5|5'
check 'and the door works at the house' is "$(scans "$third" 5) $(scanned)" 'ADMIT 6|6'
quick() {
    LOGE_PIN=6666 slowly "$loge" sign-in sam --quiet &&
        LOGE_PIN=1111 slowly "$loge" status --as anna --json
}
check 'who signs in beside it, or asks how it stands, does not wait until it gives up its file' \
    is "$(quick | jq -r .status.health)" ONLINE
freeze
check 'a house that stands still is lost, too' is "$(scans "$fourth" 6)" ADMIT
check 'nobody comes in twice by that' is "$(scans "$fourth" 7)" ALREADY_IN
thaw
check 'each scan comes home once, also the one it froze on' is "$(comes_home 8)" '8|8'
ends
check 'nothing waits' is "$("$loge" sync --status --json | jq .sync.pending)" 0

# Nobody is told to wait but a person, and he only as long as it lasts.
freeze
"$loge" show list >/dev/null 2>"$work/told"
check 'a pipe hears of no waiting' is "$(grep -c Waiting "$work/told")" 0
rm -f "$LOGE_DIR"/*.silent # or it is not waited for long
script -qec "'$loge' show list" /dev/null </dev/null >"$work/seen"
thaw
check 'a person at a terminal is told what is waited for, and then no more' is \
    "$(tr '\r' '\n' <"$work/seen" | grep -c -e '^Waiting for the house \.\.\.$' -e '^ \{25\}$')" 2

# Seats for whoever has no ticket, and then one that finds no house when it begins.
mv "$servers_dir/pg/.s.PGSQL.5432" "$servers_dir/pg/away"
run hold new play Stalls-C-1 Stalls-C-2 --json
held=$(field .hold.id)
check 'a scanner keeps seats alone' is "$code $(field .hold.source)" '0 scanner'
run hold new play Stalls-C-5 --json
run hold release "$(field .hold.id)" --json
check 'and lets others go' is "$code" 0
check_refused 'and sells nothing there either' 4 NOT_ALLOWED hold sell "$held"
starts scan play
printf '%s\n' "$third" >&8
patience
until grep -q 'Already in' "$work/said" || ! waiting; do :; done
check 'a door that begins alone says so' grep -q '^OFFLINE since' "$work/told"
find_house
check 'and comes home all the same' is "$(comes_home 9)" '9|9'
patience
until grep -q '^ONLINE' "$work/told" || ! waiting; do :; done
check 'and says that, too' grep -q '^ONLINE: the house has all' "$work/told"
ends

# A console without a screen.
at 2 && as anna 1111
"$loge" sync --once >/dev/null
starts --plain
printf 'hold new play Stalls-B-1\n' >&8
patience
until grep -q 'Stalls-B-1' "$work/said" || ! waiting; do :; done
lose_house anna
printf 'hold new play Stalls-B-3\n' >&8
patience
until grep -q '^OFFLINE since' "$work/told" || ! waiting; do :; done
printf 'hold new play Stalls-B-5\n' >&8
patience
until grep -q 'Stalls-B-5' "$work/said" || ! waiting; do :; done
find_house
patience
until grep -q '^ONLINE' "$work/told" || ! waiting; do :; done
check 'so does the console line by line' is \
    "$(sql "SELECT count(*) FROM loge.hold WHERE till = 'till-2' AND source = 3")" 1
# expires HOLD: it expired, whatever the clock says; nothing of ours does this, because a command
# releases what expired.
expires() {
    sql "UPDATE loge.hold SET expires_at = created_at + 1 WHERE id = '$1'"
}
# shellcheck disable=SC2317 # until_is calls it
ended() {
    sql "SELECT status FROM loge.hold WHERE id = '$1'"
}
printf 'hold new play Stalls-D-5 --json\n' >&8
patience
until grep -q 'Stalls-D-5' "$work/said" || ! waiting; do :; done
held=$(sed -n 's/^{"hold":{"id":"\([^"]*\)".*Stalls-D-5.*/\1/p' "$work/said")
expires "$held"
check 'and releases what expires between two lines' until_is 3 ended "$held"
check 'as the sweep' is "$(sql "SELECT actor || ' ' || till FROM loge.event
    WHERE subject = '$held' AND act = 5 AND seat_no >= 0")" 'sweep till-2'
ends
check 'what the scanner kept is at the house' is \
    "$(sql "SELECT status, ending, source FROM loge.hold WHERE till = 'till-3' ORDER BY created_at" |
        tr '\n' ' ')" '0|0|2 4|2|2 '
check 'four people are in, each once' is \
    "$(sql 'SELECT count(*), sum(entries) FROM loge.admission WHERE inside')" '4|4'
check 'no rule of the house is broken' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
finish
