#!/bin/sh
# A till's file that was copied, put back, mixed up, damaged or opened twice, by the program people
# have and with a real house: nothing is added to it, nothing of it is done twice, it is shut out
# whole and shown, and a supervisor lets it go on. A till whose first copy of the house is broken off
# gets it when it asks again; STEP=1 breaks it off at everything that is sent, SEED says where it
# begins and how.
# shellcheck disable=SC2317 # what `check` calls by its name
set -u
# shellcheck source=tests/fault/till_lib.sh
. "${srcdir:?}/tests/fault/till_lib.sh"
plan 53
make_tills 2 3 4 || exit 1
place=0 seed=${SEED:-1} step=${STEP:-4}

# A seat held and sold by a till that is alone.
sell_alone() {
    line "$till" down
    place=$((place + 2))
    hold "$(seat $((place - 1)))" "$(seat $place)" && sell
    line "$till" up
}

entries() { sql 'SELECT count(*) FROM loge.entry'; }
pending() {
    run sync --status --json
    field .sync.pending
}
# What this till remembers of being shut out, while the house is not asked (and not there).
said() {
    line "$till" down
    run sync --status --json
    line "$till" up
    field .sync.quarantine
}
said_in_words() {
    run sync --status
    case $out in *"Shut out since "*"$1"*) ;; *) false ;; esac
}
# What the house says of a till.
shown() {
    (at 1 && as mark 2222 && run till list --json &&
        field ".tills[] | select(.till == \"till-$1\") | .quarantine")
}
# refused NAME EXIT WORDS COMMAND...: one sentence with these words, and nothing was changed.
refused() {
    what=$1 exit_code=$2 words=$3
    shift 3
    before=$(cksum <"$db") kept=$(entries)
    run "$@"
    ok=1
    case $err in
    *"$words"*) [ "$code $(printf '%s\n' "$err" | wc -l)" = "$exit_code 1" ] && ok=0 ;;
    esac
    [ "$before $kept" = "$(cksum <"$db") $(entries)" ] || ok=1
    result $ok "$what"
}
readmit() (
    at 1 && as mark 2222 && "$loge" till readmit "till-$1" --quiet
)
# Whatever was printed is at the house, once.
all_is_home() {
    for n in "$@"; do judge_house "$n"; done >"$work/faults"
    judge_receipts >>"$work/faults"
    found_nothing
}
room_is_said() {
    code=0
    out=$(program "$@" --json 2>&1) || code=$?
    case $out in *'The disk of this till is almost full'*) [ "$code" != 0 ] ;; *) false ;; esac
}
same_map() {
    "$loge" map play --json 2>/dev/null | jq -c '.seats | map([.id, .status])' | cmp -s - "$work/house.map"
}

# ---- an older copy is put back -------------------------------------------------------------------
at 2
sell_alone && cp "$db" "$work/older.db" && come_home_whole
check 'a till comes home' is "$code $(shown 2)" '0 none'
sell_alone && come_home_whole
cp "$db" "$work/newer.db"
cp "$work/older.db" "$db"
kept=$(entries)
run sync --once --json
check 'with an older copy of its file it is not let in' is "$code $(field .error.code)" \
    '4 NOT_ALLOWED'
check 'and shown as put back' is "$(shown 2)" rollback
check 'which the till itself knows from then on' is "$(said)" rollback
check 'and says, without the house' said_in_words 'An old copy of this till'
sell_alone
come_home
check 'nor with what it sold since' is "$code" 4
check 'of which nothing is done' is "$(entries)" "$kept"
check 'and which waits' is "$(pending)" 4
check 'a supervisor lets it go on' readmit 2
come_home_whole
check 'and it brings everything home' is "$code $(pending) $(shown 2)" '0 0 none'
check 'and is shut out no more' is "$(said)" none

# ---- a copy is used as well ----------------------------------------------------------------------
at 3
sell_alone && come_home_whole
mkdir "$work/twin"
cp "$LOGE_DIR"/* "$work/twin"
sell_alone
come_home_whole
mine=$LOGE_DIR
LOGE_DIR=$work/twin
db=$LOGE_DIR/till-till-3.db
cp "$work/printed" "$work/printed.before"
sell_alone
kept=$(entries)
come_home
check 'of a till and its copy the second one is not let in' is "$code" 4
check 'nothing of it is done' is "$(entries)" "$kept"
check 'it is shown as copied' is "$(shown 3)" fork
check 'and knows so' is "$(said)" fork
check 'and what it sold is kept in the copy' is "$(pending)" 2
check 'control: of which the house knows nothing' is "$(judge_receipts | grep -c 'without a sale')" 1
mv "$work/printed.before" "$work/printed"
LOGE_DIR=$mine
db=$LOGE_DIR/till-till-3.db
check 'control: the other one was not told yet' is "$(said)" none
come_home
check 'and neither goes on by itself' is "$code" 4
check 'nor was it told anything else' is "$(said)" fork
check 'until a supervisor has decided' readmit 3
come_home_whole
check 'which of them it is' is "$code $(shown 3)" '0 none'
# ---- a till that was given up -------------------------------------------------------------------
at 2
(at 1 && as mark 2222 && "$loge" till dead till-2 --reason stolen --quiet)
come_home
check 'a till that a supervisor gave up is not let in' is "$code $(said)" '4 revoked'
check 'and says so by itself' said_in_words 'declared this till lost'
line 2 down
refused 'nobody works alone there any more' 5 'not got all of the house yet' \
    hold new play "$(seat 241)"
line 2 up
readmit 2
come_home_whole
check 'until it is let in again' is "$code $(said)" '0 none'
as anna 1111
line 2 down
hold "$(seat 241)"
check 'and has all of the house again' is "$code" 0
line 2 up
come_home_whole
at 3
check 'everything else that was printed is at the house once' all_is_home 2 3

# ---- two programs on one file --------------------------------------------------------------------
at 4
line 4 down
MISHAP='write 3 stop' program hold new play "$(seat 201)" >"$work/first" 2>&1 &
first=$!
until happened || ! kill -0 $first 2>/dev/null; do :; done
refused 'of two programs on one file the second one is told so' 5 'Another program works with' \
    hold new play "$(seat 221)"
kill -CONT "$struck_id"
wait $first
check 'and the first one goes on' is "$? $(journal_of 4 | cut -d ' ' -f 2,3)" '0 pending hold'
at 4
MISHAP_ROOM=4000000
check 'with a disk that is almost full' room_is_said hold new play "$(seat 221)"
MISHAP_ROOM=
line 4 up
come_home_whole
check 'what was done before comes home' is "$code $(pending)" '0 0'

# ---- files that are not this till's journal --------------------------------------------------------
# spoiled NAME EXIT WORDS: alone, and on its way home.
spoiled() {
    line 4 down
    refused "$1" "$2" "$3" hold new play "$(seat 221)"
    line 4 up
    refused "... nor is it sent" "$2" "$3" sync --once
    cp "$work/good.db" "$db"
}
line 4 down
hold "$(seat 202)"
cp "$db" "$work/good.db"
drop='DROP TRIGGER entry_never_changes; DROP TRIGGER entry_never_goes;'
sqlite3 "$db" "$drop UPDATE entry SET body = CAST(body || x'00' AS BLOB) WHERE seq = 1"
spoiled 'an entry that was changed' 5 'is damaged; nothing is added to it or sent'
sqlite3 "$db" "$drop PRAGMA foreign_keys = OFF; DELETE FROM entry WHERE seq = 2"
spoiled 'an entry that is gone' 5 'is damaged; nothing is added to it or sent'
cp "$work/newer.db" "$db"
spoiled 'the file of another till' 5 "is not this till's"
sqlite3 "$db" 'PRAGMA user_version = 9999'
spoiled 'a file of a newer program' 5 'newer'
head -c 20000 "$work/good.db" >"$db"
spoiled 'a file that was cut off' 5 'damaged'
: >"$db"
spoiled 'an empty file' 5 'is empty, not a Loge house'
key=$LOGE_DIR/till-till-4.key
mv "$key" "$work/key"
spoiled 'a file whose key is elsewhere' 5 'has no key for its journal'
mv "$work/key" "$key"
come_home_whole
check 'the file itself is good as ever' is "$code $(pending)" '0 0'

# ---- a page that a program left behind when it died -------------------------------------------------
line 4 down
MISHAP='write 12 before'
program hold new play "$(seat 203)" >"$work/killed" 2>&1
MISHAP=
check 'a program that is killed leaves its file open' happened
page=$(sqlite3 "file:$work/good.db?immutable=1" \
    "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = 'waitlist'")
cp "$db" "$work/left.db"
head -c 4096 /dev/zero | tr '\0' x | dd of="$db" bs=4096 seek=$((page - 1)) conv=notrunc 2>/dev/null
run hold new play "$(seat 203)"
check 'the next one looks at its pages' is \
    "$code $(printf '%s\n' "$err" | grep -c 'The file of this till (.*) is damaged; nothing is added')" \
    '5 1'
rm -f "$db-wal"
run hold new play "$(seat 203)"
check 'control: in the midst of a day nobody would have seen it' is "$code" 0
cp "$work/left.db" "$db"
line 4 up
come_home_whole
check 'and a file that is whole goes on' is "$code $(pending)" '0 0'

# ---- a first copy of the house that is interrupted -------------------------------------------------
line 5 up
at 5
joins=0 k=$((1 + seed % step))
way_of() {
    case $((($1 + seed) % 3)) in 0) echo before ;; 1) echo half ;; *) echo after ;; esac
}
while [ $k -lt 100 ]; do
    MISHAP="send $k $(way_of $k)"
    LOGE_PIN=2222
    export LOGE_PIN
    code=0
    program join --pg "$till_url" --redis "$redis_url" --as mark --quiet 2>/dev/null || code=$?
    unset LOGE_PIN
    MISHAP=
    happened || break
    joins=$((joins + 1)) k=$((k + step))
done
check 'a till whose join is killed starts it again' is "$code" 0
as anna 1111
"$loge" map play --json | jq -c '.seats | map([.id, .status])' >"$work/house.map"
line 5 down
check 'and has the whole house' same_map
echo "# $joins joins killed; $(wc -l <"$work/printed") acts printed"
finish
