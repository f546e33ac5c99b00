#!/bin/sh
# A till that is alone on a disk that fills up, by the program people have: it stops before the disk
# is full and tells the customer first; what it printed is in its file; and what it did is sent
# although not a byte is left, by the room it kept for that. The disk is a tmpfs of its own, which
# takes root to mount.
# shellcheck disable=SC2317 # what `check` calls by its name
set -u
if [ "$(id -u)" != 0 ] || ! command -v sqlite3 >/dev/null || ! unshare -m true 2>/dev/null; then
    echo '1..0 # SKIP a disk of its own takes root, unshare and sqlite3'
    exit 0
fi
if [ -z "${TILL_ROOM-}" ]; then
    TILL_ROOM=1 exec unshare -m sh "$0"
fi
# shellcheck source=tests/fault/till_lib.sh
. "${srcdir:?}/tests/fault/till_lib.sh"
plan 11
make_tills 2 || exit 1
at 2
disk=$LOGE_DIR filler=$LOGE_DIR/filler place=0

move_onto_small_disk() {
    cp -a "$disk" "$work/was" && mount -t tmpfs -o size=10m,mode=700 tmpfs "$disk" &&
        cp -a "$work/was/." "$disk"
}
# leave KILOBYTES: all but so many are somebody else's.
leave() {
    rm -f "$filler"
    free=$(df -k --output=avail "$disk" | tail -n 1)
    dd if=/dev/zero of="$filler" bs=1k count=$((free - $1)) 2>/dev/null
}
is_full() { [ "$(df -k --output=avail "$disk" | tail -n 1)" -lt 4 ]; }
has_reserve() { [ -s "$db.reserve" ]; }
sell_next() {
    place=$((place + 2))
    hold "$(seat $((place - 1)))" "$(seat $place)" && sell
}
sell_until_refused() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        sell_next || return 0
    done
    return 1
}
printed() { wc -l <"$work/printed"; }
in_file() { sqlite3 "$1" 'SELECT count(*) FROM entry'; }

check 'a till is on a small disk' move_onto_small_disk
line 2 down
sell_next
check 'it keeps room for what the house will answer' has_reserve
leave 4130
check 'it sells until there is little left' sell_until_refused
check 'and says so before anybody pays' \
    is "$code $(field .error.code) $(field .error.message | grep -c 'almost full')" '5 UNAVAILABLE 1'
check 'some were sold' [ "$(printed)" -gt 2 ]
leave 0
cp "$db" "$work/seen.db"
[ ! -e "$db-wal" ] || cp "$db-wal" "$work/seen.db-wal"
check 'what was printed is in the file, whole' \
    is "$(in_file "$work/seen.db") $(sqlite3 "$work/seen.db" 'PRAGMA quick_check')" "$(printed) ok"
check 'now not a byte is left' is_full
line 2 up
check 'and all of it is sent, by the room that was kept' come_home
rm "$filler"
check 'nothing is lost of it' all_is_well 2

# Control: without that room it cannot be sent before somebody makes some.
line 2 down
sell_next
rm -f "$db.reserve"
leave 0
line 2 up
come_home
check 'control: without it nothing is' [ "$code" != 0 ]
rm "$filler"
check 'until there is room again' come_home_whole
finish
