#!/bin/sh
# A house behind PgBouncer in session mode: everything works, with the same logins.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
# shellcheck source=tests/e2e/pool_lib.sh
. "${srcdir:?}/tests/e2e/pool_lib.sh"
! pool_missing || exit 0
plan 8

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
check_refused 'a wrong password does not get through the pool' 4 NOT_ALLOWED sign-in anna
unset LOGE_PIN
till_url=$direct
as ruth 3333
run audit verify --json
check 'the house is sound' is "$(field .audit.ok)" true
finish
