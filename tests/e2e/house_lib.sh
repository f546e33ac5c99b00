# shellcheck shell=sh
# A house of several tills on servers of its own: tests/lib/servers.sh and tests/e2e/lib.sh.
#
#   at 2            the next commands are till-2's
#   as anna 1111    and hers
#   until_is WANTED COMMAND...  asks until the command says so, for half a minute at most
#   remember_house, go_back  the house, which nobody uses then, goes back to the moment remembered
#   start_mail      a mail server whose letters are in $work/box/new, for this till from now on; its
#                   id in $mail_pid, and whoever starts it ends it
#   end_house PID...  what a test ends with: those programs, the servers and the folder

# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
# shellcheck source=tests/lib/servers.sh
. "${srcdir:?}/tests/lib/servers.sh"

# What the servers run is in their log, so that a test can look for what must not be there. $house_options:
# what else a test wants of PostgreSQL.
servers_pg_options="-c log_statement=all -c log_min_messages=log ${house_options-}"
if ! servers_start; then
    echo "1..0 # SKIP $servers_missing"
    exit 0
fi
end_house() {
    for pid in "$@"; do # not all there are: the servers' keeper ends when they are stopped
        kill -9 "$pid" 2>/dev/null
        wait "$pid" 2>/dev/null
    done
    servers_stop
    chmod -R u+rwX "$work" 2>/dev/null
    rm -rf "$work"
}
trap end_house EXIT
house_url="$servers_pg dbname=house"
till_url="host=$servers_dir/pg port=5432 dbname=house"
redis_url="unix:$servers_redis"

at() {
    LOGE_DIR=$work/till-$1
    LOGE_TILL=till-$1
    export LOGE_DIR LOGE_TILL
}

as() {
    LOGE_PIN=$2 "$loge" sign-in "$1" --quiet
}

# The house with ruth, mark, anna and joe, and till-1 in it.
make_house() {
    at 1
    LOGE_NEW_PIN=3333 "$loge" init --pg "$house_url" --redis "$redis_url" --name 'The House' \
        --manager ruth --quiet &&
        as ruth 3333 &&
        LOGE_NEW_PIN=2222 "$loge" staff add mark supervisor --quiet &&
        LOGE_NEW_PIN=1111 "$loge" staff add anna clerk --quiet &&
        LOGE_NEW_PIN=4444 "$loge" staff add joe clerk --quiet
}

# One hall and one show, by ruth, and till-2 and till-3 in the house.
make_show() {
    cat >"$work/room.plan" <<'END'
title The Room
stage top
class S Stalls
section Stalls
A..D SSSSSSSSSS
END
    as ruth 3333 &&
        "$loge" plan import "$work/room.plan" --hall room --quiet >/dev/null &&
        "$loge" show add play --hall room --title 'A Play' --starts "$(in_days 3)" \
            --price 42.00 --open --quiet >/dev/null || return 1
    for till in 2 3; do
        at $till
        LOGE_PIN=2222 "$loge" join --pg "$till_url" --redis "$redis_url" --as mark --quiet ||
            return 1
    done
}

# The house goes back to the moment at which it was remembered, as when a dump is restored on another
# server. The server stays the same here, so this till is told that it asked another one.
remember_house() {
    sql 'CREATE DATABASE before TEMPLATE house' postgres
}
go_back() {
    sql 'ALTER DATABASE house RENAME TO gone' postgres
    sql 'ALTER DATABASE before RENAME TO house' postgres
    sql 'DROP DATABASE gone' postgres
    rm -f "$LOGE_DIR/till-$LOGE_TILL.past"
    /usr/bin/python3 -c 'import sqlite3, sys
house = sqlite3.connect(sys.argv[1])
house.execute("INSERT OR REPLACE INTO kept_past VALUES (1, ?)", ("4711 1",))
house.commit()' "$LOGE_DIR/till-$LOGE_TILL.db"
}

# A port the system has just given and nobody uses now.
free_port() {
    /usr/bin/python3 -c 'import socket
s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# The first column of one row, as the server's superuser.
sql() {
    psql -qAt "$servers_super dbname=${2:-house}" -c "$1"
}

# PostgreSQL and everything of it stands still, and then goes on.
freeze() {
    kill -STOP "$servers_pg_id"
    # shellcheck disable=SC2046 # several
    kill -STOP $(pgrep -P "$servers_pg_id")
}
thaw() {
    # shellcheck disable=SC2046 # several
    kill -CONT $(pgrep -P "$servers_pg_id")
    kill -CONT "$servers_pg_id"
}

until_is() {
    wanted=$1
    shift
    deadline=$(($(date +%s) + 30))
    until [ "$("$@" 2>/dev/null)" = "$wanted" ]; do
        [ "$(date +%s)" -lt "$deadline" ] || return 1
    done
}

start_mail() {
    port=$(free_port)
    /usr/bin/python3 -m aiosmtpd -n -l "127.0.0.1:$port" -c aiosmtpd.handlers.Mailbox \
        "$work/box" 7>&- 8>&- 9>&- &
    # shellcheck disable=SC2034 # for whoever ends it
    mail_pid=$!
    printf '\n[mail]\nserver = smtp://127.0.0.1:%s\nfrom = box@example.org\n' "$port" \
        >>"$LOGE_DIR/loge.ini"
}
