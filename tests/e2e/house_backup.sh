#!/bin/sh
# A house is dumped while it sells, and lives on in another server.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
plan 12

check 'a house is made' make_house
check 'and sells' make_show
at 1 && as anna 1111
"$loge" hold new play Stalls-A-1 Stalls-A-2 --quiet >/dev/null
run hold list --json
hold=$(field '.holds[0].id')
"$loge" hold sell "$hold" --pay cash --quiet >/dev/null
"$loge" hold new play Stalls-B-1 Stalls-B-2 --quiet >/dev/null

# ---- the dump: the logins of the house's people are the server's, the rest is the database's
pg_dumpall -d "$servers_super dbname=postgres" --roles-only >"$work/roles.sql"
check 'the logins are dumped' is $? 0
pg_dump -Fc -d "$servers_super dbname=house" >"$work/house.dump"
check 'and the house' is $? 0
echo "$servers_secret" >"$work/secret"
sold=$(sql 'SELECT count(*) FROM loge.sale')

# ---- another server
# In a subshell: these servers are its own, and go with it.
(
    old_dir=$servers_dir
    servers_start || exit 1
    sed '/^CREATE ROLE \(postgres\|founder\);/d' "$work/roles.sql" |
        psql -q -v ON_ERROR_STOP=1 "$servers_super dbname=postgres" >/dev/null || exit 1
    # The dump brought the old passwords of these two.
    servers_super=$(echo "$servers_super" | sed "s#password=.*#password=$(cat "$work/secret")#")
    servers_pg=$(echo "$servers_pg" | sed "s#password=.*#password=$(cat "$work/secret")#")
    sql 'CREATE DATABASE house OWNER founder' postgres || exit 1
    pg_restore --exit-on-error -d "$servers_super dbname=house" "$work/house.dump" || exit 1
    echo ok >"$work/restored"
    sed -i "s#$old_dir#$servers_dir#" "$work"/till-1/loge.ini
    at 1
    run show list
    echo "$code $err" >"$work/refused"
    "$loge" init --pg "$servers_pg dbname=house" --quiet
    echo $? >"$work/init"
    run show list --json
    field '.shows[0].id' >"$work/show"
    as joe 4444
    run hold new play Stalls-B-2 Stalls-B-3 --json
    field .error.code >"$work/taken"
    run hold new play Stalls-C-1 Stalls-C-2 --json
    field .hold.status >"$work/held"
    as ruth 3333
    run audit verify --json
    field .audit.ok >"$work/verified"
    sql 'SELECT count(*) FROM loge.sale' >"$work/sales"
    sql 'SELECT count(*) FROM qa.invariants()' >"$work/faults"
    servers_stop
) 2>"$work/trouble"
said() {
    cat "$work/$1" 2>/dev/null || tail -n 3 "$work/trouble"
}
check 'the dump is restored in another server' is "$(said restored)" ok
check 'where nobody sells before it was looked at' is "$(said refused | cut -c 1)" 5
check 'which loge init does' is "$(said init)" 0
check 'then the same people find the same shows' is "$(said show)" play
check 'and the same holds' is "$(said taken)" SEAT_TAKEN
check 'and sell on' is "$(said held)" active
check 'the log goes on where it was, and verifies' is "$(said verified)" true
check 'nothing is lost and no rule is broken' is "$(said sales) $(said faults)" "$sold 0"
finish
