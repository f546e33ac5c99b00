# shellcheck shell=sh
# PgBouncer in session mode before a house of tests/e2e/house_lib.sh.
#
#   pool_missing        true, and TAP that skips the test, when there is none
#   make_pool SIZE      so many connections a login; $pool_url leads through it, once it is started
#   start_pool          again, too, after it was stopped
#   stop_pool           every line that leads through it is cut

pool_pid=

pool_missing() {
    ! command -v pgbouncer >/dev/null || return 1
    echo '1..0 # SKIP pgbouncer is not installed'
}

make_pool() {
    pool=${servers_dir:?}/pool
    # shellcheck disable=SC2034 # for whoever goes through it
    pool_url="host=$pool port=6432 dbname=house"
    mkdir "$pool"
    sql "SELECT format('\"%s\" \"%s\"', rolname, rolpassword) FROM pg_authid
        WHERE rolpassword IS NOT NULL" >"$pool/users"
    cat >"$pool/pgbouncer.ini" <<END
[databases]
house = host=$servers_dir/pg port=5432
[pgbouncer]
listen_addr =
unix_socket_dir = $pool
listen_port = 6432
auth_type = scram-sha-256
auth_file = $pool/users
pool_mode = session
default_pool_size = $1
server_login_retry = 1
END
    [ "$(id -u)" != 0 ] || chown -R "$(servers_user)" "$pool"
}

start_pool() {
    (servers_as INT pgbouncer -q "$pool/pgbouncer.ini" >>"${work:?}/pool.log" 2>&1 </dev/null 9>&-) &
    pool_pid=$!
    until [ -S "$pool/.s.PGSQL.6432" ] || ! kill -0 "$pool_pid" 2>/dev/null; do
        :
    done
}

# set_pool NAME VALUE: it starts again with that.
set_pool() {
    stop_pool
    sed -i "s/^$1 = .*/$1 = $2/" "${pool:?}/pgbouncer.ini"
    start_pool
}

stop_pool() {
    [ -n "$pool_pid" ] || return 0
    kill "$pool_pid" 2>/dev/null
    wait "$pool_pid" 2>/dev/null
    pool_pid=
}
