#!/bin/sh
# Houses of several tills that older programs made (tests/data/houses), and one that this program makes and
# that then becomes older: each is restored in a server of its own and brought up to date, what its till did
# alone comes home, by this program and in the words of its own, and it sells on. One that was restored in
# part, or whose upgrade fails, is refused and stays as it was.
set -u
# shellcheck source=tests/e2e/kept_lib.sh
. "${srcdir:?}/tests/e2e/kept_lib.sh"
houses=$(find "$srcdir/tests/data/houses" -mindepth 1 -maxdepth 1 -type d 2>/dev/null | sort)
cuts='0.2 0.65 0.7 0.73 0.9 0.97 0.999'
# shellcheck disable=SC2086 # words without blanks
set -- $houses
plan $((2 + 11 * (1 + $#) + 3 * $(echo "$cuts" | wc -w)))

mkdir "$work/now"
make_kept "$work/now"
check 'every table of a house has a row' is "$(empty_tables | tr '\n' ' ')" ''
load_file_of_till() {
    sqlite3 "$work/till.db" <"$work/now/till.sql"
    empty_of "$work/till.db" "$@"
}
# A service keeps intents, and a screen keeps pictures of maps.
check 'and every table of a till that sells' is \
    "$(load_file_of_till seal kept_intent packed_plan packed_map)" ''

# As another edition's code leaves it: a function is missing, one is too many.
make_older() {
    sql "DROP FUNCTION loge.story;
        CREATE FUNCTION loge.story_1() RETURNS integer LANGUAGE sql RETURN 1;
        CREATE VIEW qa.story AS SELECT loge.story_1() AS one;
        UPDATE loge.migration SET name = 'edition 0', checksum = sha256('x') WHERE number = 0;
        DO \$\$ BEGIN EXECUTE format('CREATE OR REPLACE FUNCTION loge.made() RETURNS text[] LANGUAGE sql
            RETURN %L::text[]', loge.parts()); END \$\$"
}
verified() {
    at 9
    run audit verify --json
    echo "$(field .audit.ok) $(sql 'SELECT count(*) FROM qa.invariants()')"
}
code_of() {
    "$loge" ticket show "$1" --json | jq -r '.tickets[0].qr'
}

# plays_on WHAT DIR: in servers of its own, which go with the subshell.
plays_on() {
    rm -rf "$work/back" "$work/till-9"
    echo "restored $(load_people "$2" && load_kept "$2" && echo ok)"
    [ "$1" != now ] || make_older >/dev/null
    at 9
    run init --pg "$house_url" --redis "$redis_url" --json
    echo "upgraded $code$err"
    printf '[door]\nopens = 7d\n' >>"$LOGE_DIR/loge.ini"
    sql 'CREATE DATABASE words TEMPLATE house' postgres
    echo "words $(PGPASSWORD=4444 psql -qAt -v ON_ERROR_STOP=1 "$till_url user=house_joe dbname=words" \
        -f "$2/sync.sql" 2>&1 >/dev/null | grep -v '^NOTICE' | head -n 1)"
    echo "theirs $(came_home words | diff - "$2/home" | head -n 1)"
    echo "proved $(sql 'SELECT count(*) FROM qa.invariants()' words)"
    load_till "$2" back
    as joe 4444
    run sync --once --json
    echo "sent $code $(field .sync.pending)"
    echo "ours $(came_home house | diff - "$2/home" | head -n 1)"
    sale=$(sql "SELECT s.code FROM loge.sale AS s WHERE till = 'till-2' AND status = 0 AND show_no = 1
        ORDER BY sold_at DESC LIMIT 1")
    sql "SET session_replication_role = replica;
        UPDATE loge.show SET starts_at = loge.now_ms() + 3600000 WHERE id = 'play'"
    signed=$(code_of "$sale")
    at 9 && as ruth 3333
    run scan play --code "$signed" --json
    echo "door $code $(field .scan.code)"
    run shift open --float 10.00 --json
    run hold new later Stalls-E-1 Stalls-E-2 --json
    run hold sell "$(field .hold.id)" --pay gift=20.00 --gift GIFT --pay cash --name 'New Guest' --json
    echo "sold $code $(field .sale.total)"
    run sale refund "$(field .sale.code)" --reason ill --json
    echo "refunded $code $(field .sale.status)"
    echo "verified $(verified)"
}

# part TEXT WORD: what it said of that.
part() {
    printf '%s\n' "$1" | sed -n "s/^$2 *//p"
}
for dir in "$work/now" "$@"; do
    name=$(basename "$dir")
    said=$(
        other_servers
        plays_on "$name" "$dir" 2>"$work/trouble"
        servers_stop
    )
    code='' out='' err=$(tail -n 3 "$work/trouble")
    check "$name: a dump is restored" is "$(part "$said" restored)" ok
    check "$name: and brought up to date" is "$(part "$said" upgraded)" 0
    check "$name: its till comes home in the words of its own program" is "$(part "$said" words)" ''
    check "$name: with everything that it did" is "$(part "$said" theirs)" ''
    check "$name: and the house agrees" is "$(part "$said" proved)" 0
    check "$name: by this program, too" is "$(part "$said" sent)" '0 0'
    check "$name: everything again" is "$(part "$said" ours)" ''
    check "$name: the door lets in who was sold alone" is "$(part "$said" door)" '0 ADMIT'
    check "$name: it sells, also for the rest of a gift" is "$(part "$said" sold)" '0 4000'
    check "$name: and gives back" is "$(part "$said" refunded)" '0 refunded'
    check "$name: and all of it is proved" is "$(part "$said" verified)" 'true 0'
done

# ---- restored in part ---------------------------------------------------------------------------------

# What stands in the database, as text.
all_of_it() {
    pg_dump -d "$servers_super dbname=house" | sed -e '/^\\restrict/d' -e '/^\\unrestrict/d' | sha256sum
}
said=$(
    other_servers
    load_people "$work/now"
    lines=$(wc -l <"$work/now/house.sql")
    for cut in $cuts; do
        mkdir -p "$work/cut"
        head -n "$(echo "$lines $cut" | awk '{ printf "%d", $1 * $2 }')" "$work/now/house.sql" >"$work/cut/house.sql"
        load_kept "$work/cut" 2>/dev/null
        before=$(all_of_it)
        LOGE_DIR=$work/cut/till LOGE_TILL=till-9
        run init --pg "$house_url" --redis "$redis_url"
        echo "$cut $code $(printf '%s\n' "$err" | wc -l) $err"
        [ "$(all_of_it)" = "$before" ] && echo "$cut-same yes"
        sql 'DROP DATABASE house' postgres
    done 2>"$work/trouble"
    servers_stop
)
code='' out='' err=''
for cut in $cuts; do
    answer=$(part "$said" "$cut ")
    printf '# %s\n' "$answer"
    check "a dump cut at $cut is refused" [ "$(echo "$answer" | cut -c 1)" -gt 0 ]
    check 'in one sentence' is "$(echo "$answer" | cut -d ' ' -f 2)" 1
    check 'and nothing of it was changed' is "$(part "$said" "$cut-same")" yes
done
finish
