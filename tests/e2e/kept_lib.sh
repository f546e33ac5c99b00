# shellcheck shell=sh
# A house as one may stand for years, made by the program of this tree, and kept: every table of both
# stores has rows. tests/e2e/make_houses.sh writes it down for later programs, tests/e2e/kept_pg.sh and
# tests/e2e/kept_house.sh bring it up to date and sell on in it.
#
#   make_kept DIR      plays all of it and writes into DIR:
#       roles.sql      the logins of its people
#       house.sql      the house, with code, as pg_dump writes it
#       till.sql       the file of till-2, which was alone and has brought nothing home
#       till.files     its other files, a line each: name, bytes in hex
#       sync.sql       all that the program of till-2 said to the server when it brought that home
#       file.sql       a house of one file
#   other_servers  servers of its own for a subshell, into which it is read:
#   load_people DIR, load_kept DIR   the logins, and the database
#   load_till DIR NAME   makes the folder $work/NAME of till-2, for the server of this test
#   load_file DIR FILE   makes the house of one file
#
# Texts, so that a change can be read; what a server or a day would make another is left out. Shows begin
# nine years from when it was made: later programs sell for them.

# The log has to say who said what; "statement" lines are of one line or go on with a tab.
house_options='-c log_line_prefix=@%u@%p@ -c log_parameter_max_length=-1'
# shellcheck source=tests/e2e/pay_lib.sh
. "${srcdir:?}/tests/e2e/pay_lib.sh"
# shellcheck source=tests/e2e/kept_acts.sh
. "${srcdir:?}/tests/e2e/kept_acts.sh"

becomes_person() {
    as "$@" && return
    echo "did not sign in: $1" >&2
    exit 1
}
lose_house() {
    mv "$servers_dir/pg/.s.PGSQL.5432" "$servers_dir/pg/away"
}
find_house() {
    mv "$servers_dir/pg/away" "$servers_dir/pg/.s.PGSQL.5432"
}

# ---- a house of several tills -------------------------------------------------------------------------

join_tills() {
    for till in 1 2 3 4; do
        at $till
        [ $till = 1 ] ||
            LOGE_PIN=2222 did join --pg "$till_url" --redis "$redis_url" --as mark
        printf '[door]\nopens = 7d\n' >>"$LOGE_DIR/loge.ini"
    done
}

make_office() {
    at 1 && becomes_person ruth 3333
    LOGE_NEW_PIN=6666 did staff add sam scanner
    LOGE_NEW_PIN=8888 did staff add gone clerk
    did staff disable gone
    did house policy bag-fee 7.50
    did ticket new-key
    make_shows
    did outbox add mail
    did outbox add https://shop.example.org/hook
    did token new old --scope read
    did token revoke old
    did wait rule later --offer 600
}

# A till sells alone what the house has sold meanwhile: one of its two losses is decided.
make_conflicts() {
    at 3 && becomes_person joe 4444
    did shift open --float 50.00
    did sync --once
    lose_house
    sold play 'Stalls-D-1 Stalls-D-2' --pay cash
    sold play 'Stalls-D-5 Stalls-D-6' --pay cash
    find_house
    at 1 && becomes_person anna 1111
    sold play 'Stalls-D-1 Stalls-D-2' --pay cash
    sold play 'Stalls-D-5 Stalls-D-6' --pay cash
    at 3
    run sync --once --json
    at 1 && becomes_person mark 2222
    did conflict list
    did conflict resolve "$(field '.conflicts[0].id')" refund --reason asked
}

# Till-4 is copied, and both copies sell alone.
make_fork() {
    at 4 && becomes_person joe 4444
    did sync --once
    lose_house
    cp -R "$work/till-4" "$work/copy"
    sold later Stalls-B-9 --pay card --auth 4711
    LOGE_DIR=$work/copy
    sold later Stalls-A-9 --pay card --auth 4711
    find_house
    run sync --once --json
    LOGE_DIR=$work/till-4
    run sync --once --json
}

# The house goes back by one sale, which its till brings again.
make_past() {
    at 2 && becomes_person joe 4444
    did sync --once
    did shift open --float 100.00
    remember_house
    sold play Stalls-C-9 --pay card --auth 4712
    go_back
    did show list
    at 1 && becomes_person ruth 3333
}

# What till-2 does before it is lost, and alone then.
make_till() {
    at 1 && becomes_person ruth 3333
    did allot take till-2 play Stalls-C-5 Stalls-C-6
    did allot rule till-2 2 --show later
    did allot voucher till-2 GIFT --amount 20.00
    at 2 && becomes_person mark 2222
    becomes_person joe 4444
    sold play Stalls-C-1 --due --name 'Jo Example'
    due=$sale
    sold play Stalls-C-2 --pay cash
    reprinted=$sale
    did sync --once
    lose_house
    sold play 'Stalls-C-5 Stalls-C-6' --pay cash
    sold play 'Stalls-C-3' --pay card --auth 4713 --name 'Guy Example' --for guy@example.org
    mark=$(field .sale.journal)
    did sale pay "$due" --pay cash
    sold play Stalls-C-10 --pay gift=15.00 --gift GIFT --pay cash
    did customer add 'Hal Example' --for hal@example.org
    held later Stalls-D-1 Stalls-D-2
    did shift drop 10.00 --reason safe
    becomes_person mark 2222
    did sale reprint "$reprinted" Stalls-C-2 --reason lost
    sold tonight Stalls-C-1 --pay cash
    did scan tonight --code "$("$loge" ticket show "$sale" --json | jq -r '.tickets[0].qr')"
    did bag weigh "$ticket" 27
    did bag pay "$ticket" --pay cash
    find_house
}

# Papers: one tells of what till-2 has not brought home, one is false.
make_tails() {
    at 1 && becomes_person anna 1111
    did journal find J1-1-900-AA
    did journal find "$mark"
    becomes_person mark 2222
    did journal strike J1-1-900-AA --reason false
}

# A web shop, its payments and a stranger's.
make_shop() {
    add_web || exit 1
    token shop sell,unlimited
    start_provider
    start_service
    email=kim@example.org
    hold E-5 E-6
    checkout one "$hold" ',"name":"Kim Example"'
    teller "pay/$checkout"
    event "$checkout" evt_1
    tell
    becomes .checkout.payment captured || exit 1
    hold E-9
    checkout two "$hold"
    event 018f0000-0000-7000-8000-00000000abcd evt_stranger
    tell
    get /metrics
    kill -KILL "$service" # its workers' rows stay
    wait "$service" 2>/dev/null
    service=
    stop_provider
}

# What takes a minute, or more misfortune than fits here.
make_days() {
    sql "SET session_replication_role = replica;
        INSERT INTO loge.occupancy SELECT house, no, loge.now_ms() / 60000 * 60000, 30, 2, 18, 0
        FROM loge.show WHERE id = 'play' ON CONFLICT DO NOTHING;
        INSERT INTO loge.abuse (house, at, asker, rule, until, client) VALUES (1, loge.now_ms(), '192.0.2.1',
            1, loge.now_ms() + 3600000, 'curl');
        INSERT INTO loge.went_back_intent SELECT house, past, gen_random_uuid(), 'till-service', 'pi_1'
        FROM loge.went_back"
    at 1 && becomes_person ruth 3333
    did audit seal
}

# Tables without a row, of those that a dump has: points are computed again.
empty_tables() {
    for table in $(sql "SELECT tablename FROM pg_tables WHERE schemaname = 'loge' AND tablename <> 'point'
            ORDER BY 1"); do
        [ "$(sql "SELECT count(*) FROM loge.$table")" != 0 ] || echo "$table"
    done
}

# ---- written down -------------------------------------------------------------------------------------

# Without what differs from server to server, and without who granted (newer servers ask who may).
write_people() {
    pg_dumpall -d "$servers_super dbname=postgres" --roles-only |
        grep -e '^CREATE ROLE' -e '^ALTER ROLE' -e '^GRANT' |
        grep -v -w -e founder -e 'ROLE postgres' | sed 's/ GRANTED BY [a-z_]*;/;/'
}

write_house() {
    pg_dump -d "$servers_super dbname=house" --exclude-table-data=loge.point |
        sed -e '/^-- Dumped /d' -e '/^\\restrict/d' -e '/^\\unrestrict/d'
}

# All files of a folder but databases and the room that is kept for them.
write_files() {
    for file in "$1"/*; do
        case $file in *.db | *.db-* | *.reserve | *.heard) continue ;; esac
        echo "$(basename "$file") $(od -An -v -tx1 "$file" | tr -d ' \n')"
    done
}

# said_since BYTES: the log of the server as SQL: transactions of the line that brought the journal home.
said_since() {
    tail -c "+$(($1 + 1))" "$servers_dir/log" | /usr/bin/python3 -c '
import re, sys
said, of = [], {}
for line in sys.stdin.read().split("\n"):
    head = re.match(r"@(\w*)@(\d+)@(\w+):  (.*)", line)
    if head:
        user, pid, kind, text = head.groups()
        words = re.match(r"(?:execute [^:]*|statement): (.*)", text)
        if kind == "LOG" and words:
            of[pid] = len(said)
            said.append([pid, words.group(1), []])
            last = said[-1], 1
        elif kind == "DETAIL" and text.startswith("parameters: ") and pid in of:
            said[of[pid]][2] = [text]
            last = said[of[pid]][2], 0
        else:
            last = None
    elif line.startswith("\t") and last:
        last[0][last[1]] += "\n" + line[1:]
turn = []
for pid, text, values in said:
    if text == "BEGIN":
        turn = []
    turn.append((pid, text, values))
    if text not in ("COMMIT", "ROLLBACK") or not any(re.search(r"sync\d+\.open", t[1]) for t in turn):
        continue
    for _, text, values in turn:
        if not values:
            print(text + ";")
            continue
        given = re.findall(r"\$\d+ = (NULL|\x27(?:[^\x27]|\x27\x27)*\x27)", values[0])
        print("PREPARE s AS\n%s;\nEXECUTE s(%s);\nDEALLOCATE s;" % (text.rstrip().rstrip(";"), ", ".join(given)))
    turn = []
'
}

accepted=2 # ENTRY_ACCEPTED
expired=6  # ENTRY_EXPIRED

# What became of what till-2 did: the same, whoever brings it and whenever. (A hold that was kept is over after
# ten minutes: its entry is ENTRY_EXPIRED from then on. A sale that expired would be missing among the orders.)
came_home() {
    sql "WITH e AS (SELECT e.seq, e.state, e.uid FROM loge.entry AS e JOIN loge.journal AS j
            USING (house, device) WHERE j.till = 'till-2')
        SELECT 'entry ' || seq || ' ' || CASE state WHEN $expired THEN $accepted ELSE state END FROM e
        UNION ALL SELECT 'order ' || s.code || ' ' || s.status || ' ' || s.total || ' ' || s.paid || ' '
            || (SELECT string_agg(t.code || ' ' || t.status, ' ' ORDER BY t.code) FROM loge.ticket AS t
                WHERE t.sale = s.id)
        FROM loge.sale AS s WHERE s.till = 'till-2'
        UNION ALL SELECT 'money ' || tender || ' ' || sum(amount) FROM loge.payment GROUP BY tender
        UNION ALL SELECT 'bag ' || status || ' ' || sum(paid) FROM loge.checkin GROUP BY status
        UNION ALL SELECT 'drawer ' || kind || ' ' || sum(amount) FROM loge.shift_move GROUP BY kind
        UNION ALL SELECT 'customer ' || name FROM loge.customer
        ORDER BY 1" "$1"
}

make_kept() {
    kept=$1
    make_house || exit 1
    join_tills
    make_office
    at 1 && becomes_person anna 1111
    make_sales
    make_conflicts
    make_fork
    make_past
    make_shop
    make_days
    make_till
    make_tails
    write_people >"$kept/roles.sql"
    write_house >"$kept/house.sql"
    write_file "$work/till-2/till-till-2.db" >"$kept/till.sql"
    write_files "$work/till-2" >"$kept/till.files"
    at 2 && becomes_person joe 4444
    before=$(wc -c <"$servers_dir/log")
    did sync --once
    if [ "$(sql "SELECT min(e.state) || ' ' || max(e.state) FROM loge.entry AS e JOIN loge.journal AS j
        USING (house, device) WHERE j.till = 'till-2'")" != "$accepted $accepted" ]; then
        echo 'what till-2 did alone was not accepted' >&2
        exit 1
    fi
    said_since "$before" >"$kept/sync.sql"
    came_home house >"$kept/home"
    (make_one_file && write_file "$work/file/house.db" >"$kept/file.sql") || exit 1
}

# ---- and read again -----------------------------------------------------------------------------------

# Servers of its own for a subshell, gone with it.
other_servers() {
    servers_start || exit 1
    house_url="$servers_pg dbname=house"
    till_url="host=$servers_dir/pg port=5432 dbname=house"
    redis_url="unix:$servers_redis"
}

load_people() {
    {
        cat "$1/roles.sql"
        for role in owner fn staffer founder scanner clerk supervisor manager service gate; do
            echo "GRANT loge_$role TO founder WITH ADMIN OPTION;"
        done
    } | psql -q -v ON_ERROR_STOP=1 "$servers_super dbname=postgres" >/dev/null
}

# load_kept DIR: as the database house; what is cut short stays so.
load_kept() {
    sql 'CREATE DATABASE house OWNER founder' postgres &&
        psql -q "$servers_super dbname=house" -f "$1/house.sql" >/dev/null
}

load_till() {
    LOGE_DIR=$work/$2 LOGE_TILL=till-2
    mkdir -p "$LOGE_DIR"
    while read -r name hex; do
        (umask 077 && printf '%s' "$hex" |
            /usr/bin/python3 -c 'import sys
sys.stdout.buffer.write(bytes.fromhex(sys.stdin.read()))' >"$LOGE_DIR/$name")
    done <"$1/till.files"
    sed -i -e "s#^pg = .*#pg = $till_url#" -e "s#^redis = .*#redis = $redis_url#" "$LOGE_DIR/loge.ini"
    (umask 077 && sqlite3 "$LOGE_DIR/till-till-2.db" <"$1/till.sql")
}

