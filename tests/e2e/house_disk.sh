#!/bin/sh
# A house whose PostgreSQL has no room left: one sentence, an exit code, nothing changed; and when
# there is room again, all goes on. No file of the server may grow any more, which takes no root and
# is told by the system as a full disk is, in the middle of a page.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
if ! command -v prlimit >/dev/null; then
    echo '1..0 # SKIP prlimit (package util-linux) is not installed'
    exit 0
fi
plan 10

# The log gets large by what was there and is no more, so that the limit is beyond all other files,
# which are 16 MB at most (a piece of the server's own log). Its pages are full of such
# rows to the last fifty bytes, so that no later row finds room in them.
make_log_large() {
    sql "ALTER TABLE loge.event SET (autovacuum_enabled = off)" &&
        sql "SET session_replication_role = replica;
            INSERT INTO loge.event SELECT h.house, n, 1, 0, repeat('x', 31), repeat('x', 23),
                repeat('x', 31), 3, 0, -1, 0, 0, 0, NULL, 0, repeat('x', 39), repeat('x', 199), NULL,
                repeat('x', 47), repeat('x', 23), 1
            FROM loge.house AS h, generate_series(1, 40000) AS n;
            DELETE FROM loge.event WHERE id <= 40000"
}

# limit BYTES: of any file that the server writes to from now on; new sessions have the server's.
limit() {
    (servers_as KILL prlimit --pid "$servers_pg_id" --fsize="$1":)
}

make_house && make_show
check 'a house with a show' is $? 0
at 2
as anna 1111
# shellcheck disable=SC2046 # a word a seat
run hold new play $(seq -f 'Stalls-A-%g' 10) --json
check 'sells' is "$code" 0
hold=$(field .hold.id)
make_log_large >/dev/null
size=$(sql "SELECT pg_relation_size('loge.event') / 8192 * 8192 + 4096")
check 'its log is large' test "${size:-0}" -gt 16777216
before=$(sql 'SELECT count(*) FROM loge.event') ends=
limit "$size"
# What is left of the last page is soon used.
turns=0
while run hold extend "$hold" --json && [ "$code" = 0 ] && [ $turns -lt 15 ]; do
    ends=$(field .hold.expires_at)
    turns=$((turns + 1))
done
check_refused 'then the disk is full' 5 UNAVAILABLE hold extend "$hold"
check 'and one sentence says so' is \
    "$(printf '%s' "$err" | grep -c 'disk is full; free some space, nothing was changed')" 1
run hold show "$hold" --json
check 'looking goes on, and the hold is as it was' is "$code $(field .hold.expires_at)" "0 $ends"
run status --json
check 'so does asking how all is' is "$code $(field .status.health)" '0 ONLINE'
check 'nothing was written but what was done' is "$(sql 'SELECT count(*) FROM loge.event')" \
    "$((before + 10 * turns))"
limit unlimited
run hold extend "$hold" --json
check 'with room again the same is done' is "$code" 0
as ruth 3333
run audit verify --json
check 'and the house verifies' is "$(field .audit.ok)" true
finish
