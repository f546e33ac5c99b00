#!/bin/sh
# A till whose house is not reached by some commands and is by the next ones.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
plan 77

lose_house() {
    mv "$servers_dir/pg/.s.PGSQL.5432" "$servers_dir/pg/away"
}
find_house() {
    mv "$servers_dir/pg/away" "$servers_dir/pg/.s.PGSQL.5432"
}
hold() {
    run hold new play "$@" --json
    held=$(field .hold.id)
}
waits() {
    run sync --status --json
    field .sync.pending
}

make_house && make_show || exit 1
at 2 && as joe 4444
run sync --status --json
check 'a till that reaches its house is online' is "$(field .sync.mode)" online
lose_house
hold Stalls-A-2 Stalls-A-3
mine=$held
check 'seats are held without the house' is "$code $(waits)" '0 1'
run sync --status --json
check 'how long it takes nobody can tell yet' is "$(field .sync.left_ms) $(field .sync.mode)" \
    'null offline'
find_house
run hold show "$mine" --json
check 'the house has them before it is asked' is "$code $(field .hold.status)" '0 active'
run sync --status --json
check 'and nothing waits' is "$(field .sync.pending) $(field .sync.left_ms)" '0 0'
run hold sell "$mine" --json
check 'so they are sold there' is "$code $(field '.sale.tickets | length')" '0 2'

# Commands have worked at the house, of which the till's copy is older, and the line is cut.
hold Stalls-B-1
run hold release "$held" --json
at 3 && as mark 2222
run shift open --float 100.00 --json
shift=$(field .shift.id)
hold Stalls-B-1
run hold sell "$held" --json
lose_house
check_refused 'alone a till does not sell again what its commands have sold' 1 SEAT_TAKEN \
    hold new play Stalls-B-1
run shift show --json
check 'its shift is the one that it opened, with its float' is \
    "$code $(field .shift.id) $(field .shift.float)" "0 $shift 10000"
check_refused 'and it opens no other' 1 SHIFT_OPEN shift open --float 0
find_house
run shift show --json
check 'so at the house it is still the only one' is \
    "$(field '.shift | "\(.id) \(.status)"') $(sql "SELECT count(*) FROM loge.shift
        WHERE till = 'till-3'")" "$shift open 1"
at 2

lose_house
hold Stalls-B-5
run hold sell "$held" --json
find_house
at 3 && as mark 2222
run hold new play Stalls-B-5 --json
check 'a till that asks first has what another sold alone' is "$code" 0
at 2
run hold show "$held" --json
check 'whoever comes home too late is told no lie' is "$code $(waits)" '3 0'
at 1 && as mark 2222
run conflict list --json
check 'and a supervisor decides' is "$(field '.conflicts[0] | "\(.till) \(.outcome)"')" \
    'till-2 open'

run allot take till-2 play Stalls-C-1 --json
check_refused 'what is lent is another till'\''s' 1 SEAT_BLOCKED hold new play Stalls-C-1
at 2
hold Stalls-C-1
check 'and its own, at the house too' is "$code" 0

# The house does what it is asked, and its answer is not heard; then it is lost, and the same key asks.
hold_key=0191d2a0-0000-7000-8000-00000000aa01 sell_key=0191d2a0-0000-7000-8000-00000000aa02
hold Stalls-A-7 Stalls-A-8 --key $hold_key
unheard=$held
lose_house
hold Stalls-A-7 Stalls-A-8 --key $hold_key
check 'what is done again alone has the names the house gave' is "$code $(waits) $held" "0 0 $unheard"
run hold sell "$held" --json --key $sell_key
sold=$(field '[.sale.code, .sale.id, .sale.tickets[].code] | join(" ")')
find_house
run sync --once --json
run hold sell "$unheard" --json --key $sell_key
check 'so what was sold after it is sold there' is \
    "$code $(field '[.sale.code, .sale.id, .sale.tickets[].code] | join(" ")')" "0 $sold"
hold Stalls-C-7 --key ${hold_key%1}3
run hold sell "$held" --json --key ${sell_key%2}4
unheard=$(field '[.sale.code, .sale.id, .sale.tickets[].code] | join(" ")')
lose_house
hold Stalls-C-7 --key ${hold_key%1}3
run hold sell "$held" --json --key ${sell_key%2}4
check 'a sale that was not heard of has its codes alone, too' is \
    "$(field '[.sale.code, .sale.id, .sale.tickets[].code] | join(" ")')" "$unheard"
find_house
run sync --once --json
check 'and is one sale' is "$code $(field .sync.pending) $(sql "SELECT count(*) FROM loge.sale
    WHERE code = '${unheard%% *}'") $(sql "SELECT count(*) FROM loge.conflict WHERE outcome = 0")" \
    '0 0 1 1'

# A gift card is good alone for what the till is lent of it.
at 1 && as ruth 3333
run voucher add GIFT-9 1000.00 --gift
run allot voucher till-2 GIFT-9 --amount 60.00
run allot take till-2 play Stalls-A-4
at 2 && as joe 4444
run sync --once
run sync --once
lose_house
hold Stalls-A-4
run hold sell "$held" --pay gift --gift GIFT-9 --json
check 'a gift card is good within what was lent of it' is "$code $(field .sale.provisional)" '0 false'
hold Stalls-B-6
run hold sell "$held" --due --json
run sale pay "$(field .sale.code)" --pay gift --gift GIFT-9 --json
check 'and beyond that the order that it pays is provisional' is "$code $(field .sale.provisional)" '0 true'
find_house
run sync --once --json
check 'it had enough, so nobody has to decide' is "$(field .sync.pending) $(sql "SELECT count(*)
    FROM loge.conflict WHERE outcome = 0") $(sql "SELECT lent FROM loge.voucher WHERE code = 'GIFT-9'")" '0 1 0'

# A paper outlives its till: the house is told how far that journal went.
missing() {
    run journal find "$mark" --json
    printf '%s %s' "$(field .entry.arrived)" "$(field .entry.missing)"
    run journal missing --json
    printf ' %s' "$(field '.missing | length')"
}
lose_house
hold Stalls-D-10
run hold sell "$held" --json
sold=$(field .sale.code) mark=$(field .sale.journal)
run sale show "$sold" --receipt --ticket
check 'ticket and receipt say where they stand in the journal' is \
    "$(printf '%s\n' "$out" | grep -c "Journal .* $mark")" 2
check 'and the receipt has it to be scanned' \
    [ "$(printf '%s\n' "$out" | tail -20 | grep -c '█')" -ge 9 ]
find_house
at 1 && as joe 4444
check 'at another till it is known to be missing' is "$(missing)" 'false 2 1'
at 2
run sync --once
at 1
check 'until it has come' is "$(missing)" 'true 0 0'
run journal find "$mark"
check 'and is named, so that it can be compared with the paper' is \
    "$(printf '%s\n' "$out" | grep -c "joe's act of .* order $sold")" 1
# A paper of another till, or of none: J1-1-900 is no entry that there is.
run journal find J1-1-900-AA --json
check_refused 'a clerk strikes nothing' 4 NOT_ALLOWED journal strike J1-1-900-AA --reason false
as mark 2222
run journal strike J1-1-900-AA --reason false
run journal missing --json
check 'a false paper is struck' is "$code $(field '.missing | length')" '0 0'
as joe 4444
check_refused 'a digit that is wrong is noticed' 2 INVALID journal find "${mark%-*}-II"
at 2

# A till that its operator keeps offline, with the house in reach all the time.
kept_offline=$LOGE_DIR/till-till-2.db.held
as mark 2222 && as joe 4444
: >"$kept_offline"
run sync --status --json
check 'a till is kept offline' is "$code $(field .sync.held)" '0 true'
hold Stalls-A-9
check 'a command acts alone there as well' is "$code $(waits)" '0 1'
run hold show "$held"
check 'and says that it does' is "$(printf '%s\n' "$err" | grep -c 'is held there; 1 act waits')" 1
check 'the house knows nothing of it' is \
    "$(sql "SELECT count(*) FROM loge.hold WHERE id = '$held'")" 0
check_refused 'nor is its journal sent' 5 UNAVAILABLE sync --once
as mark 2222
check_refused 'what only the house can do waits' 5 UNAVAILABLE audit verify
as joe 4444
rm "$kept_offline"
run hold show "$held" --json
check 'let go, it brings home what it did' is "$code $(waits)" '0 0'

# A line that swallows everything: who tries first waits four seconds, and the next ones do not,
# however slow the machine is otherwise.
takes() {
    before=$(date +%s%N)
    "$loge" "$@" >/dev/null 2>&1
    echo $((($(date +%s%N) - before) / 1000000))
}
freeze
first=$(takes show list)
second=$(takes show list)
thaw
check 'after one command that waited for the house the next ones hardly do' \
    [ "$second" -lt $((first - 2000)) ]
echo "# $first ms, then $second ms"
run show list
check 'until one of them reaches it' is "$code $(find "$LOGE_DIR" -name "*silent*" | wc -l)" '0 0'

# The house answers this till's commands, and not the line that sends its journal.
conflicts() {
    sql 'SELECT count(*) FROM loge.conflict'
}
login=$(sql "SELECT rolname FROM pg_roles WHERE rolname LIKE '%\\_joe'")
before=$(conflicts)
lose_house
hold Stalls-B-10
run hold sell "$held" --json
hold Stalls-B-9
alone=$held
find_house
sql "ALTER ROLE $login CONNECTION LIMIT 1" >/dev/null
check_refused 'a till does not take at the house what it has sold alone' 1 SEAT_TAKEN \
    hold new play Stalls-B-10
run hold sell "$alone" --json
check 'but sells on alone what it has held alone' is "$code $(field .sale.tickets[0].seat)" \
    '0 Stalls-B-9'
sql "ALTER ROLE $login CONNECTION LIMIT -1" >/dev/null
run sync --once --json
check 'so nothing of it is a conflict' is "$code $(field .sync.pending) $(conflicts)" "0 0 $before"

# A supervisor has given the till up, which has sold a seat since it was heard last.
lose_house
hold Stalls-C-10
run hold sell "$held" --json
sold=$(field .sale.code)
find_house
at 1 && as mark 2222
run till dead till-2 --reason lost
at 2
check_refused 'a till that is shut out sells nothing that its journal contains' 5 UNAVAILABLE \
    hold new play Stalls-C-10
check_refused 'nor other seats, until it is let in again' 5 UNAVAILABLE hold new play Stalls-C-4
at 1
run till readmit till-2
at 2 && as mark 2222
LOGE_PIN=2222 run join --pg "$till_url" --redis "$redis_url" --as mark
check 'a till that is let in again sends its journal before it copies the house' is \
    "$code $(waits) $(sql "SELECT count(*) FROM loge.sale WHERE code = '$sold'")" \
    '0 0 1'
as joe 4444

# The house goes back to what it was before a sale, as when a dump is restored on another server.
has_sale() {
    sql "SELECT count(*) FROM loge.sale WHERE code = '$sold'"
}
remember_house
hold Stalls-C-2 Stalls-C-3
run hold sell "$held" --json
sold=$(field .sale.code)
go_back
check 'a house that went back has lost a sale' is "$code $(has_sale)" '0 0'
run show list
check 'which the next command of its till brings back' is "$code $(has_sale) $(waits)" '0 1 0'
at 1 && as ruth 3333
run status --json
check 'status says what was lost, and what is back' is "$code $(field '.status.went_back | length') \
$(field '.status.went_back[0] | "\(.no) \(.before) \(.till) \(.lost) \(.back) \(.refused)"') \
$(field '.status.went_back[0] | .missing_since <= .noticed_at')" '0 1 1 4711 1 till-2 2 2 0 true'
run status
check 'in a sentence, too' is "$(printf '%s' "$out" | grep -c 'The house went back\..* 2 of 2 acts')" 1
run doctor --json
check 'and so does doctor' is "$(field '.doctor.checks[] | select(.name == "went back").finding')" \
    warning
as mark 2222
check_refused 'only a manager settles it' 4 NOT_ALLOWED house settle 1 --reason compared
as ruth 3333
check_refused 'with a reason' 2 INVALID house settle 1
run house settle 1 --reason 'books compared'
check 'once it is settled' is "$code" 0
run status --json
check 'nothing tells of it' is "$(field '.status.went_back | length')" 0
check_refused 'and there is nothing left to settle' 3 INVALID house settle 1 --reason again
run house went-back --json
check 'but the list keeps it, with who settled it and why' is \
    "$(field '.went_back[0] | "\(.settled_by) \(.settled_for)"')" 'ruth books compared'
check 'and the log' is "$("$loge" audit --json | jq -r '[.events[] |
    select(.reason == "books compared").actor] | join(" ")')" ruth
at 2 && as joe 4444

# A backup from before a clerk signed in at a till: the house takes what she did there alone when it sees her
# sign in again, or when a supervisor vouches for her. Until then it waits at the till, whoever asks.
sell_alone() { # at TILL, SEAT...: hers, and then the house goes back
    at "$1" && as joe 4444
    run sync --once
    remember_house
    as anna 1111
    lose_house
    shift
    hold "$@"
    run hold sell "$held" --json
    sold=$(field .sale.code)
    find_house
    go_back
    as joe 4444
}
settled=$(sql "SELECT count(*) FROM loge.entry WHERE state > 3")
sell_alone 2 Stalls-C-4 Stalls-C-5 Stalls-C-6
check_refused 'what she did waits while somebody else is signed in' 4 NOT_ALLOWED sync --once
check 'with what is to be done, and by whom' is "$(printf '%s' "$err$out" |
    grep -c 'Let anna sign in here, or a supervisor runs .loge till vouch till-2 anna')" 1
run sync --status --json
check 'nothing of it is lost, refused or shut out' is \
    "$(field .sync.pending) $(field .sync.quarantine) $(has_sale) $(sql "SELECT count(*) FROM loge.entry
        WHERE state > 3")" "2 none 0 $settled"
run sync --status
check 'and the till says so for as long' is "$(printf '%s' "$out" | grep -c 'Waits .*Let anna sign in here')" 1
run show list --json
check 'others work on' is "$code $(field '.shows | length')" '0 1'
as anna 1111
run show list
check 'when she signs in there it comes home by itself' is "$(waits) $(has_sale)" '0 1'
sell_alone 3 Stalls-D-6 Stalls-D-7
run sync --once
check 'so it is at another till' is "$code $(waits) $(has_sale)" '4 2 0'
at 1 && as joe 4444
check_refused 'no clerk vouches for her' 4 NOT_ALLOWED till vouch till-3 anna
as mark 2222
check_refused 'and nobody for somebody who is not there' 3 INVALID till vouch till-3 nobody
run till vouch till-3 anna --reason 'seen selling' --json
check 'a supervisor does' is "$code $("$loge" audit --json | jq -r '[.events[] |
    select(.reason == "seen selling") | "\(.actor) \(.note)"] | join(" ")')" '0 mark vouched for anna'
at 3
run sync --once
check 'then it comes home, whoever is signed in' is "$code $(waits) $(has_sale)" '0 0 1'
at 1 && as ruth 3333
run audit verify
check 'and the house agrees' is "$code" 0
at 2 && as joe 4444

# The house is upgraded, the till's program is not.
lose_house
hold Stalls-D-5
find_house
schema=$(sql 'SELECT loge.schema()')
# newer SCHEMA: a program with one migration more was here, or it is as before.
newer() {
    sql "CREATE OR REPLACE FUNCTION loge.schema() RETURNS integer LANGUAGE sql IMMUTABLE RETURN $1;
        DELETE FROM loge.migration WHERE name = 'later';
        INSERT INTO loge.migration SELECT max(number) + 1, 'later', sha256('later'), 1
            FROM loge.migration HAVING $1 > $schema"
}
newer $((schema + 1000)) >/dev/null
check_refused 'an older program does nothing at a newer house' 5 UNAVAILABLE show list
run sync --json
check 'but it sends what was done alone' is "$code $(field .sync.pending)
$(field .sync.trouble)" "0 0
This till's program is older than the house; it works alone until upgraded."
newer "$schema" >/dev/null
run hold show "$held" --json
check 'which the house has, then' is "$code $(field .hold.status)" '0 active'

# ---- the only server there is has been replaced
at 2
known=$(find "$LOGE_DIR" -name house.timeline)
cp "$known" "$work/timeline"
sed 's/^\([0-9]*\) [0-9]*/\1 9/' "$work/timeline" >"$known"
run show list
check 'a till that finds only a replaced server says so' is \
    "$code $(printf '%s' "$err" | grep -c 'has been replaced')" '0 1'
cp "$work/timeline" "$known"
run show list
check 'control: not of the one it knows' is "$(printf '%s' "$err" | grep -c replaced)" 0

# Which seats a journal contains that nobody can read nobody knows.
lose_house
hold Stalls-D-1
find_house
cp "$LOGE_DIR/till-till-2.db" "$work/kept.db"
printf 'no journal' >"$LOGE_DIR/till-till-2.db"
check_refused 'a till whose unsent journal is broken changes nothing at the house' 5 UNAVAILABLE \
    hold new play Stalls-D-2
run show list --json
check 'but sees what the house has' is "$code $(field '.shows | length')" '0 1'
run sync --once
check 'and says what is broken when it is asked to send' [ "$code" != 0 ]
finish
