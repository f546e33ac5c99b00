#!/bin/sh
# A house of several tills: set up, joined, sold in from two tills, looked at, put right.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
plan 58

# ---- setting up
at 1
run init --pg "$house_url" --redis "$redis_url" --name 'The House' --json
check 'a login that may make roles and databases is enough' is "$code $(field .house.name)" \
    '0 The House'
check 'and it is no superuser' is "$(sql "SELECT rolsuper FROM pg_roles WHERE rolname = 'founder'")" f
run init --pg "$house_url" --redis "$redis_url"
check 'setting up again changes nothing' is "$code $(sql 'SELECT count(*) FROM loge.house')" '0 1'
check 'the till that set it up is known by its key' is \
    "$(find "$LOGE_DIR" -name 'till-till-1.key' -perm 600 | wc -l) $(sql "SELECT count(*) FROM loge.journal
        WHERE till = 'till-1'")" '1 1'
at elsewhere
LOGE_TILL=till-1 run init --pg "$house_url" --redis "$redis_url" --json
check 'so no other folder takes its name' is "$code $(field .error.code)" '1 ALREADY_EXISTS'
at 1
run init --pg "$house_url" --redis "$redis_url"
check 'and speaks of no first person' is "$(printf '%s' "$out" | grep -c 'first person')" 0
check 'loge.ini has no password' is "$(grep -c "password\|$servers_secret\|user" "$LOGE_DIR/loge.ini")" 0
check_refused 'nobody acts who has not signed in' 4 NOT_ALLOWED show list
LOGE_NEW_PIN=ruths-own-word
export LOGE_NEW_PIN
run staff add ruth manager --pg "$house_url" --json
check 'whoever set it up brings the first person' is "$code $(field .staff.role)" '0 manager'
unset LOGE_NEW_PIN
LOGE_PIN=wrong
export LOGE_PIN
check_refused 'a wrong password' 4 NOT_ALLOWED sign-in ruth
check_refused 'a login nobody has' 4 NOT_ALLOWED sign-in nobody-here
LOGE_PIN=ruths-own-word
run sign-in ruth --json
check 'the right one signs in' is "$(field '.person.name, .person.role' | tr '\n' ' ')" 'ruth manager '
unset LOGE_PIN
check 'only she can read the session' is \
    "$(find "$LOGE_DIR" -name 'session-*' -perm 600 | wc -l)" 1
people=0
for who in mark:supervisor:2222 anna:clerk:1111 joe:clerk:4444; do
    name=${who%%:*} rest=${who#*:}
    LOGE_NEW_PIN=${rest#*:} "$loge" staff add "$name" "${rest%:*}" --quiet && people=$((people + 1))
done
check 'a manager brings the others' is $people 3
run audit --json
check 'and each of them is in the log' is \
    "$(field '[.events[] | select(.act == "staff" and (.note | test("PIN") | not))] | length')" 4
check 'no password was ever sent to the server' is \
    "$(grep -c 'ruths-own-word' "$servers_dir/log")" 0
LOGE_NEW_PIN=5555
export LOGE_NEW_PIN
check_refused 'somebody who is there already' 1 ALREADY_EXISTS staff add joe clerk
unset LOGE_NEW_PIN
cat >"$work/room.plan" <<'END'
title The Room
stage top
class S Stalls
section Stalls
A..D SSSSSSSSSS
END
"$loge" plan import "$work/room.plan" --hall room --quiet >/dev/null
run show add play --hall room --title 'A Play' --starts "$(in_days 3)" --price 42.00 --open --json
check 'she puts a show on' is "$(field .show.status)" open

# ---- a second till
at 2
LOGE_PIN=1111
export LOGE_PIN
check_refused 'a clerk joins no till' 4 NOT_ALLOWED join --pg "$till_url" --as anna
LOGE_PIN=2222
run join --pg "$till_url" --redis "$redis_url" --as mark --json
check 'a supervisor does' is "$(field '.house.name, .house.till' | tr '\n' ' ')" 'The House till-2 '
unset LOGE_PIN
check 'the house knows its tills' is "$(sql 'SELECT string_agg(till, $$ $$ ORDER BY till) FROM loge.device')" \
    'till-1 till-2'

# ---- selling at two tills
at 1 && as anna 1111
run hold new play Stalls-A-1 Stalls-A-2 --for ada@example.org --json
hold=$(field .hold.id)
check 'a clerk holds at one till' is "$(field .hold.till)" till-1
at 2 && as joe 4444
check_refused 'nobody else gets the seats at another' 1 SEAT_TAKEN hold new play Stalls-A-2 Stalls-A-3
check_refused 'nor sells the hold' 1 NOT_HOLDER hold sell "$hold"
at 1
run hold sell "$hold" --pay cash --given 100 --json
check 'she sells it' is "$(field '.sale | .total, .change' | tr '\n' ' ')" '8400 1600 '
at 2
run map play --json
check 'the other till sees it sold' is \
    "$(field '[.seats[] | select(.status == "sold") | .id] | join(" ")')" 'Stalls-A-1 Stalls-A-2'
key=0191d2a0-0000-7000-8000-0000000000aa
run hold new play Stalls-B-1 Stalls-B-2 --key $key --json
mine=$(field .hold.id)
run hold new play Stalls-B-1 Stalls-B-2 --key $key --json
check 'the same key gives the same answer' is "$(field '.hold.id, .replay' | tr '\n' ' ')" "$mine true "
run hold release "$mine" --json
check 'he lets his hold go' is "$(field .hold.status)" cancelled
run hold new play Stalls-C-1 Stalls-C-2 --json
run status --json
check 'both layers tell the same' is \
    "$(field '.status | .mode, .health, (.layers[0] | .agree, .postgresql.seats, .redis.seats)' | tr '\n' ' ')" \
    'house ONLINE true 2 2 '

run doctor --json
check 'the doctor finds every link well' is \
    "$(field '[.doctor.checks[] | select(.name == "postgresql" or .name == "redis" or .name == "layers") | .finding] | join(" ")')" \
    'ok ok ok'
LOGE_PIN=1111 run doctor --as anna --json
check 'and looks as whoever is named, too' is "$(field '.doctor.checks[] | select(.name == "postgresql") | .finding')" ok

(umask 077 && echo 4444 >"$work/pin")
printf '[till]\npin_file = %s\n' "$work/pin" >>"$LOGE_DIR/loge.ini"
run whoami --as joe --json
check 'a till nobody stands at has its PIN in a file' is "$code $(field .person.name)" '0 joe'

# ---- a supervisor
check_refused 'a clerk may not block' 4 NOT_ALLOWED seat block play Stalls-D-1 --reason x
LOGE_SIGN_PIN=2222
export LOGE_SIGN_PIN
run seat block play Stalls-D-1 --reason camera --sign mark --json
check 'unless a supervisor signs' is "$code $(field '.seats[0].status')" '0 blocked'
LOGE_SIGN_PIN=1111
check_refused "a wrong word signs nothing" 4 NOT_ALLOWED seat block play Stalls-D-2 --reason x --sign mark
unset LOGE_SIGN_PIN
as mark 2222
run seat release play Stalls-C-1 Stalls-C-2 --reason 'till stuck' --json
check "he takes another's seats away" is "$code" 0
at 1 && LOGE_PIN=ruths-own-word "$loge" sign-in ruth --quiet
run audit --limit 1 --json
check 'the log says who and why' is "$(field '.events[0] | .actor, .reason, .till' | tr '\n' ' ')" \
    'mark till stuck till-2 '

# ---- Redis
run hold new play Stalls-B-5 Stalls-B-6 --json
redis-cli -s "$servers_redis" flushall >/dev/null
run status --json
check 'an emptied Redis is seen' is "$(field '.status.layers[0].agree')" false
run reconcile --json
check 'and written anew' is "$(field '.reconciled | .shows, .seats' | tr '\n' ' ')" '1 2 '
run status --json
check 'then both tell the same' is "$(field '.status.layers[0].agree')" true
run status
check 'and nothing has to wait' is "$(printf '%s' "$out" | grep -c Alarm)" 0
# Each command frees behind its answer what has expired, so each look finds a hold of its own.
expire_all() {
    sql 'UPDATE loge.hold SET expires_at = loge.now_ms() - 60000 WHERE status = 0'
}
expire_all
run status --json
check 'a hold that is over and that nobody frees is counted' is "$(field .status.overdue_holds)" 1
run hold new play Stalls-B-5 Stalls-B-6 --json
expire_all
run status
check 'and told' is "$(printf '%s' "$out" | grep -c 'Alarm.*1 hold expired 60 s ago')" 1
# As a checkout leaves it, whose service is gone.
run hold new play Stalls-B-5 --json
pays() {
    sql "SET session_replication_role = replica; UPDATE loge.hold SET status = $1, paying_until = $2 WHERE id = '$(field .hold.id)'"
}
pays 1 'loge.now_ms() + 60000'
check 'a hold that waits for a payment which no service completes is told' is \
    "$("$loge" status | grep -c 'Alarm.*1 hold waits for a payment') \
$("$loge" status --json | jq .status.unattended_payments)" '1 1'
pays 0 0
run hold release "$(field .hold.id)" --json
kill -STOP "$servers_redis_id"
run doctor --json
check 'the doctor sees a Redis that does not answer' is "$(field '.doctor.checks[] | select(.name == "redis") | .finding')" warning
run status --json
check 'a Redis that does not answer is DEGRADED' is "$code $(field .status.health)" '0 DEGRADED'
run hold new play Stalls-B-7 Stalls-B-8 --json
check 'and selling goes on' is "$code $(field .hold.status)" '0 active'
check_refused 'there is nothing to rewrite then' 5 UNAVAILABLE reconcile
kill -CONT "$servers_redis_id"

# ---- what cannot be
check_refused 'an absurd ttl' 2 INVALID hold new play Stalls-D-5 --ttl 999999999999999
seats=$(awk 'BEGIN { for (i = 1; i <= 10000; i++) printf "Stalls-Z-%d ", i }')
# shellcheck disable=SC2086 # words
check_refused 'ten thousand seats in one hold' 2 INVALID hold new play $seats
sql "ALTER ROLE house_joe CONNECTION LIMIT 0"
LOGE_PIN=4444
export LOGE_PIN
check_refused 'no connection is free' 5 UNAVAILABLE show list --as joe
sql "ALTER ROLE house_joe CONNECTION LIMIT -1 VALID UNTIL '2001-01-01'"
check_refused 'a login whose time is over' 4 NOT_ALLOWED show list --as joe
unset LOGE_PIN
"$loge" staff disable anna --quiet
LOGE_PIN=1111
export LOGE_PIN
check_refused 'somebody who was shut out' 4 NOT_ALLOWED show list --as anna
unset LOGE_PIN
sql "INSERT INTO loge.migration VALUES (999, 'x', sha256('x'), 0)"
sql "CREATE OR REPLACE FUNCTION loge.schema() RETURNS integer LANGUAGE sql IMMUTABLE RETURN 999"
check_refused 'a newer schema' 5 UNAVAILABLE show list
sql "DELETE FROM loge.migration WHERE number = 999"
run init --pg "$house_url" --quiet
run audit verify --json
check 'what is left is sound' is "$code $(field .audit.ok)" '0 true'
check 'and no rule of the house is broken' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
sed -i "s#^pg = .*#pg = host='$work/nowhere' dbname='house'#" "$LOGE_DIR/loge.ini"
check_refused 'a house that cannot be reached' 5 UNAVAILABLE show list
check_refused 'an address that is none' 2 INVALID join --pg 'postgresql://[' --as ruth
finish
