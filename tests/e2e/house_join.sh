#!/bin/sh
# Joining once more: two folders under one name, and one folder under its own name, another one, or in
# another house. Nothing that a till did alone is lost, and each refusal is one sentence.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
plan 15

lose_house() {
    mv "$servers_dir/pg/.s.PGSQL.5432" "$servers_dir/pg/away"
}
find_house() {
    mv "$servers_dir/pg/away" "$servers_dir/pg/.s.PGSQL.5432"
}
# join_as NAME: this folder. Half a minute is for ever.
join_as() {
    code=0
    out=$(LOGE_TILL=$1 LOGE_PIN=2222 timeout 30 "$loge" join --pg "$till_url" --redis "$redis_url" \
        --as mark --json 2>"$work/stderr") || code=$?
}
sell_alone() {
    lose_house
    run hold new play "$1" --json
    run hold sell "$(field .hold.id)" --json
    find_house
}
sales() {
    sql 'SELECT count(*) FROM loge.sale'
}
make_house && make_show || exit 1

# ---- two folders
at other
join_as till-2
check 'a second folder does not join under the name of another' is \
    "$code $(field .error.code) $(field .error.message | grep -c 'till dead till-2')" '1 ALREADY_EXISTS 1'
check 'and stays as it was' is "$(find "$LOGE_DIR" -name loge.ini -o -name till.gate)" ''
at 2
LOGE_PIN=wrong run sign-in joe --json
check 'the first one still counts wrong PINs' is "$code $(sql "SELECT count(*) FROM loge.event
    WHERE act = 17 AND actor = 'joe' AND till = 'till-2'")" '4 1'
as joe 4444
run hold new play Stalls-A-1 --json
check 'and sells' is "$code" 0

# ---- one folder, once more
sell_alone Stalls-B-1
join_as till-2
check 'a folder that joins again sends what it did alone first' is "$code $(sales)" '0 1'
as joe 4444
sell_alone Stalls-B-2
join_as till-9
check 'under another name it does not join before that is sent' is \
    "$code $(field .error.code) $(field .error.message | grep -c 'loge sync')" '1 STATE_CONFLICT 1'
run sync --once --json
check 'which it still can' is "$code $(field .sync.pending) $(sales)" '0 0 2'
join_as till-9
check 'then it does' is "$code $(field .house.till)" '0 till-9'
join_as till-2
check 'and goes back to its own' is "$code $(field .house.till)" '0 till-2'
mv "$LOGE_DIR/till-till-2.key" "$work/key"
join_as till-2
check 'without its key it is another one' is "$code $(field .error.code)" '1 ALREADY_EXISTS'
mv "$work/key" "$LOGE_DIR/till-till-2.key"
join_as till-2
check 'with it, itself' is "$code" 0

# ---- one that was given up
as joe 4444
sell_alone Stalls-B-3
at 1 && as mark 2222 && "$loge" till dead till-2 --reason lost --quiet
at other
join_as till-2
check 'a name that was given up is free' is "$code" 0
at 2
join_as till-2
check 'the folder that had it says so, and keeps what it did' is \
    "$code $(field .error.code) $("$loge" journal list --json | jq '[.entries[]?] | length > 0')" \
    '1 ALREADY_EXISTS true'
at 1
run till readmit till-2 --json
check 'nor is it let in again beside its successor' is "$code $(field .error.code)" '2 INVALID'
as ruth 3333
run audit verify --json
check 'the house is sound' is "$(field .audit.ok)" true
finish
