# shellcheck shell=sh
# A PostgreSQL and a Redis that nobody else uses, in a folder of their own and on unix sockets only.
# They belong to the shell that starts them: when it ends, however it ends, they are stopped and the
# folder is removed. For ./bootstrap house and for tests.
#
#   servers_start || echo "$servers_missing"
#   psql "$servers_pg dbname=postgres"      as a login that may make roles and databases, no more
#   psql "$servers_super dbname=postgres"   as the superuser, for looking behind it
#   redis-cli -s "$servers_redis"
#   servers_stop
#
# $servers_pg_initdb are more options for initdb. $servers_pg_preload is a library to load into PostgreSQL; it has its orders from pg/order
# (tests/fault/mishap.c).
#
# PostgreSQL refuses root, so as root both run as another user. Descriptor 9 is taken: what is started
# in the background and outlives the shell should close it (9>&-).

# The newest PostgreSQL there is.
servers_bin() {
    if [ -n "${LOGE_PG_BIN-}" ]; then
        echo "$LOGE_PG_BIN"
        return
    fi
    find /usr/lib/postgresql -maxdepth 3 -name initdb 2>/dev/null | sort -V | tail -n 1 |
        sed 's#/initdb$##'
}

servers_installed() {
    servers_missing=
    [ -x "$(servers_bin)/initdb" ] || servers_missing='PostgreSQL (package postgresql-15)'
    command -v redis-server >/dev/null || servers_missing='redis-server'
    command -v setpriv >/dev/null || servers_missing='setpriv (package util-linux)'
    [ -z "$servers_missing" ] && return
    servers_missing="$servers_missing is not installed"
    return 1
}

# Who they run as when root starts them.
servers_user() {
    if id postgres >/dev/null 2>&1; then echo postgres; else echo nobody; fi
}

# servers_as SIGNAL COMMAND...: as a user who is not root, in a session of its own so that no key of
# the terminal reaches it, and with that signal should its parent be killed.
servers_as() {
    signal=$1
    shift
    if [ "$(id -u)" = 0 ]; then
        user=$(servers_user)
        exec setsid setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups \
            --pdeathsig "$signal" "$@"
    fi
    exec setsid setpriv --pdeathsig "$signal" "$@"
}

# A login for the founder of houses, and a password for the superuser.
servers_sql() {
    cat <<END
CREATE ROLE founder LOGIN CREATEROLE CREATEDB PASSWORD '$servers_secret';
ALTER ROLE postgres PASSWORD '$servers_secret';
END
}

servers_init() {
    bin=$1
    mkdir -p "$servers_dir/pg" "$servers_dir/redis"
    [ "$(id -u)" != 0 ] || chown "$(servers_user)" "$servers_dir/pg" "$servers_dir/redis"
    # shellcheck disable=SC2086 # options are words
    (servers_as KILL "$bin/initdb" -D "$servers_dir/pg/data" -U postgres -A trust -E UTF8 \
        --locale=C.UTF-8 -N --no-instructions ${servers_pg_initdb-}) || return 1
    servers_sql | (servers_as KILL "$bin/postgres" --single -j -D "$servers_dir/pg/data" \
        postgres) || return 1
    # Nobody comes in without a password from here on, whoever can reach the socket.
    (servers_as KILL sh -c "echo 'local all all scram-sha-256' >'$servers_dir/pg/data/pg_hba.conf'")
}

# The keeper: its children are the servers, and it ends when the other end of the pipe is closed.
servers_keep() {
    trap '' INT QUIT HUP TERM
    exec 8<"$servers_dir/alive" 7>"$servers_dir/ready"
    bin=$(servers_bin)
    servers_init "$bin" || exit 1
    # shellcheck disable=SC2086 # options are words
    (servers_as INT env ${servers_pg_preload:+"LD_PRELOAD=$servers_dir/preload.so"} \
        ${servers_pg_preload:+"MISHAP_ORDER=$servers_dir/pg/order"} "$bin/postgres" -D "$servers_dir/pg/data" -c listen_addresses= \
        -c port=5432 -c unix_socket_directories="$servers_dir/pg" ${servers_pg_options-} \
        7>&- 8<&-) &
    pg=$!
    (servers_as TERM redis-server --port 0 --unixsocket "$servers_redis" \
        --unixsocketperm 777 --save '' --appendonly no --maxmemory-policy noeviction \
        --dir "$servers_dir/redis" 7>&- 8<&-) &
    redis=$!
    until servers_answer; do
        kill -0 "$pg" || break
        kill -0 "$redis" || break
    done
    if servers_answer; then
        echo "$pg $redis" >&7
        exec 7>&-
        while read -r _; do :; done <&8
    fi
    # Somebody may have killed them already, to see what becomes of the tills.
    kill -INT "$pg" 2>/dev/null || :
    kill -TERM "$redis" 2>/dev/null || :
    kill -CONT "$pg" "$redis" 2>/dev/null || :
    wait || :
    rm -rf "$servers_dir"
}

servers_answer() {
    psql -qAt "$servers_pg dbname=postgres" -c 'SELECT 1' >/dev/null 2>&1 &&
        redis-cli -s "$servers_redis" ping 2>/dev/null | grep -q PONG
}

# False, with $servers_missing as a sentence, when they cannot be had.
# shellcheck disable=SC2034 # servers_super and the ids are for whoever asked for the servers
servers_start() {
    servers_installed || return 1
    servers_dir=$(mktemp -d "${TMPDIR:-/tmp}/loge-servers.XXXXXX") || return 1
    chmod 711 "$servers_dir"
    if [ -n "${servers_pg_preload-}" ]; then
        cp "$servers_pg_preload" "$servers_dir/preload.so" && chmod 755 "$servers_dir/preload.so"
    fi
    servers_secret=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    servers_redis=$servers_dir/redis/redis.sock
    servers_pg="host=$servers_dir/pg port=5432 user=founder password=$servers_secret"
    servers_super="host=$servers_dir/pg port=5432 user=postgres password=$servers_secret"
    mkfifo "$servers_dir/alive" "$servers_dir/ready"
    servers_keep >"$servers_dir/log" 2>&1 </dev/null &
    servers_keeper=$!
    exec 9>"$servers_dir/alive"
    read -r servers_pg_id servers_redis_id <"$servers_dir/ready" && return
    servers_missing="the servers did not start: $(tail -n 1 "$servers_dir/log")"
    servers_stop
    rm -rf "$servers_dir"
    return 1
}

servers_stop() {
    exec 9>&-
    wait "$servers_keeper" 2>/dev/null || :
}
