#!/bin/sh
# A house behind PgBouncer in session mode: everything works, with the same logins.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
if ! command -v pgbouncer >/dev/null; then
    echo '1..0 # SKIP pgbouncer is not installed'
    exit 0
fi
plan 8

make_house || exit 1
pool=$servers_dir/pool
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
default_pool_size = 5
END
if [ "$(id -u)" = 0 ]; then
    user=nobody
    ! id postgres >/dev/null 2>&1 || user=postgres
    chown -R "$user" "$pool"
fi
(servers_as INT pgbouncer -q "$pool/pgbouncer.ini" >"$work/pool.log" 2>&1 </dev/null 9>&-) &
bouncer=$!
trap 'kill "$bouncer" 2>/dev/null; servers_stop; rm -rf "$work"' EXIT
direct=$till_url
till_url="host=$pool port=6432 dbname=house"
until [ -S "$pool/.s.PGSQL.6432" ] || ! kill -0 "$bouncer" 2>/dev/null; do
    :
done

check 'a show is put on and tills join through the pool' make_show
at 2
check 'the pool is what they use' is "$(grep -c "$pool" "$LOGE_DIR/loge.ini")" 1
check 'a clerk signs in through it' as anna 1111
run hold new play Stalls-A-1 Stalls-A-2 --json
check 'and holds' is "$(field .hold.status)" active
at 3 && as joe 4444
check_refused 'and nobody else at another till' 1 SEAT_TAKEN hold new play Stalls-A-2 Stalls-A-3
at 2
run hold list --json
run hold sell "$(field '.holds[0].id')" --pay cash --json
check 'and sells' is "$(field .sale.status)" paid
LOGE_PIN=wrong
export LOGE_PIN
check_refused 'a wrong password does not get through the pool' 4 NOT_ALLOWED sign-in anna
unset LOGE_PIN
till_url=$direct
as ruth 3333
run audit verify --json
check 'the house is sound' is "$(field .audit.ok)" true
finish
