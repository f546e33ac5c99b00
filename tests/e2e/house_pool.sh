#!/bin/sh
# A house behind PgBouncer in session mode: everything works, with the same logins.
set -u
# Few enough to be used up.
# shellcheck disable=SC2034 # house_lib.sh reads it
house_options='-c max_connections=25'
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
# shellcheck source=tests/e2e/pool_lib.sh
. "${srcdir:?}/tests/e2e/pool_lib.sh"
! pool_missing || exit 0
plan 17

make_house || exit 1
make_pool 5
trap 'stop_pool; end_house' EXIT
start_pool
direct=$till_url
till_url=$pool_url

check 'a show is put on and tills join through the pool' make_show
at 2
check 'the pool is what they use' is "$(grep -c "${pool:?}" "$LOGE_DIR/loge.ini")" 1
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
run sign-in anna --json
check 'a wrong password does not get through the pool' is "$code $(field .error.code)" '4 NOT_ALLOWED'
unset LOGE_PIN
LOGE_PIN=3333 run doctor --as ruth --json
check 'the doctor counts connections' is \
    "$(field '.doctor.checks[] | select(.name == "connections") | .finding')" ok
# Others come, until four fifths are in use.
mkfifo "$work/crowd"
crowd=
while [ "$(echo "$crowd" | wc -w)" -lt 18 ]; do
    psql -qAt "$servers_super dbname=house" <"$work/crowd" >/dev/null 2>&1 8>&- 9>&- &
    crowd="$crowd $!"
done
exec 6>"$work/crowd"
# shellcheck disable=SC2317 # until_is calls it
in_use() {
    sql "SELECT count(*) >= 18 FROM pg_stat_activity WHERE application_name = 'psql'"
}
until_is t in_use
LOGE_PIN=3333 run doctor --as ruth --json
check 'and warns when few are left' is \
    "$(field '.doctor.checks[] | select(.name == "connections") | .finding')" warning
exec 6>&-
# shellcheck disable=SC2086 # several
wait $crowd

# ---- a pool with room for one
set_pool default_pool_size 1
LOGE_PIN=1111
export LOGE_PIN
mkfifo "$work/lines"
"$loge" --plain --as anna <"$work/lines" >"$work/occupied" 2>&1 &
occupied=$!
exec 8>"$work/lines"
echo 'show list' >&8
until [ -s "$work/occupied" ] || ! kill -0 $occupied 2>/dev/null; do
    :
done
at 3
run doctor --as anna --json
check 'a full pool is not called a broken network' is "$(field '.doctor.checks[].text' | grep -c 'default_pool_size')" 1
exec 8>&-
at 2
wait $occupied
unset LOGE_PIN

# ---- transaction mode
# In statement mode, and with one connection, a pooler refuses in other words than with room.
for mode in 'transaction 5' 'statement 5' 'transaction 1'; do
    set_pool pool_mode "${mode% *}"
    set_pool default_pool_size "${mode#* }"
    at 4
    LOGE_PIN=2222 run join --pg "$pool_url" --as mark --json
    check "a pooler in another mode ($mode) is refused by name at join" is \
        "$code $(field .error.message | grep -c 'transaction mode')" '5 1'
    at 2
    LOGE_PIN=3333 run doctor --as ruth --json
    check "and by the doctor ($mode)" is \
        "$(field '.doctor.checks[] | .text' | grep -c 'transaction mode')" 1
done
set_pool pool_mode session
set_pool default_pool_size 5
till_url=$direct
as ruth 3333
run audit verify --json
check 'the house is sound' is "$(field .audit.ok)" true
finish
