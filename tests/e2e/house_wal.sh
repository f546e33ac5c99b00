#!/bin/sh
# The disk of PostgreSQL's write-ahead log is full: the server stops there and then, and does not come
# up again. Whoever acts is told in one sentence, a till that has joined goes on alone, and when
# there is room and the server is started again, all that was done is there.
#
# The disk is a small one that only root can make; it is seen by this test alone.
set -u
if [ "$(id -u)" != 0 ]; then
    echo '1..0 # SKIP only root can make a small disk'
    exit 0
fi
if [ -z "${small_disk-}" ]; then
    small_disk=$(mktemp -d "${TMPDIR:-/tmp}/loge-wal.XXXXXX")
    export small_disk
    unshare -m sh "$0"
    code=$?
    rmdir "$small_disk"
    exit "$code"
fi

user=nobody
! id postgres >/dev/null 2>&1 || user=postgres
if ! mount -t tmpfs -o "size=64m,mode=700,uid=$(id -u "$user")" loge-wal "$small_disk" 2>/dev/null; then
    echo '1..0 # SKIP this root cannot mount'
    exit 0
fi
# shellcheck disable=SC2034 # for servers.sh
servers_pg_initdb="--waldir=$small_disk --wal-segsize=1"
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
again=
trap 'kill -INT $again 2>/dev/null; end_house' EXIT

# As the system would, with what the first one was started with.
start_again() {
    # shellcheck disable=SC2086 # options are words
    (servers_as INT "$(servers_bin)/postgres" -D "$servers_dir/pg/data" -c listen_addresses= \
        -c port=5432 -c unix_socket_directories="$servers_dir/pg" \
        >"$work/postgres.log" 2>&1 9>&-) &
    again=$!
}

goes_on() { psql -qAt "$servers_super dbname=house" -c "$1" 2>/dev/null; }

# Every turn needs a new piece of the log.
fill_up() {
    ! dd if=/dev/zero of="$small_disk/ballast" bs=64k 2>/dev/null || return 1
    turns=0
    while goes_on "SELECT pg_logical_emit_message(false, 'loge', repeat('x', 500000)),
            pg_switch_wal()" >/dev/null; do
        turns=$((turns + 1))
        [ $turns -lt 200 ] || return 1
    done
}

has_ended() {
    deadline=$(($(date +%s) + 20))
    while [ -e "$servers_dir/pg/data/postmaster.pid" ]; do
        [ "$(date +%s)" -lt "$deadline" ] || return 1
    done
}

until_answer() {
    deadline=$(($(date +%s) + 20))
    until [ "$(goes_on 'SELECT 1')" = 1 ]; do
        [ "$(date +%s)" -lt "$deadline" ] || return 1
    done
}

plan 10
make_house && make_show
check 'a house with a show' is $? 0
at 2
as anna 1111
run hold new play Stalls-A-1 Stalls-A-2 --json
check 'holds' is "$code" 0
hold=$(field .hold.id)
ends=$(field .hold.expires_at)
at 1
as anna 1111
check 'the disk of its log gets full' fill_up
check 'and the server stops' has_ended
check_refused 'whoever acts hears that the house is away' 5 UNAVAILABLE hold extend "$hold"
at 2
run hold new play Stalls-B-1 Stalls-B-2 --json
check 'a till that has joined goes on alone' is "$code $(field .hold.status)" '0 active'
rm "$small_disk/ballast"
start_again
check 'with room again the server comes up' until_answer
run sync --once --json
check 'the till brings home what it did' is "$code" 0
run map play --json
check 'and all that was done is there' is \
    "$(field '[.seats[] | select(.status == "held") | .id] | join(" ")')" \
    'Stalls-A-1 Stalls-A-2 Stalls-B-1 Stalls-B-2'
run hold show "$hold" --json
check 'as it was' is "$code $(field .hold.expires_at)" "0 $ends"
[ "$failed" = 0 ]
