#!/bin/sh
# The journal of a till: listed, verified and exported while the till sells; and whatever was done to
# it is told precisely.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
keep=${builddir:?}/tests/e2e/keep_journal
plan 48
make_room
TMPDIR=$work/tmp
export TMPDIR
mkdir "$TMPDIR"
db=$LOGE_DIR/till-box-1.db
key=$LOGE_DIR/till-box-1.key

check_refused 'a till that keeps no journal' 3 INVALID journal list

# ---- while the till sells
mkfifo "$work/stop"
"$keep" "$LOGE_DIR" box-1 play 5 <"$work/stop" >"$work/till" 2>&1 &
till=$!
exec 3>"$work/stop"
until grep -q ready "$work/till" || ! kill -0 $till 2>/dev/null; do :; done
run journal list --json
check 'the journal of a till that sells can be read' is "$code $(field '.entries | length')" '0 5'
check 'an entry says what was done' is \
    "$(field '.entries[0] | [.entry, .epoch, .act, .seats, .final, .state] | join(" ")')" \
    '1 1 hold 1 false pending'
run journal list
check 'and people read it as lines' is "$code $(printf '%s\n' "$out" | grep -c pending)" '0 5'
run journal list --after 3 --json
check 'from an entry on' is "$(field '[.entries[].entry] | join(" ")')" '4 5'
run journal list --limit 2 --json
check 'or only some' is "$(field '[.entries[].entry] | join(" ")')" '1 2'
run journal list --state accepted --json
check 'or what the house took' is "$(field '.entries | length')" 0
run journal list --state accepted
check 'where there is nothing it says so' is "$out" 'Nothing was found.'
check_refused 'a state that is none' 2 INVALID journal list --state open
check_refused 'a limit of nothing' 2 INVALID journal list --limit 0
run journal verify --json
check 'it verifies' is "$code $(field '.journal | [.ok, .entries, .till, .fault] | join(" ")')" \
    '0 true 5 box-1 '
run journal verify
check 'in a sentence' grep -q '5 entries of the till "box-1" hang together' <<END
$out
END
exec 3>&-
wait $till
check 'and the till was not disturbed' is "$?" 0
check 'no copy is left behind' is "$(find "$TMPDIR" -mindepth 1 | wc -l)" 0
run journal verify --json
check 'a till that has ended verifies' is "$code $(field .journal.entries)" '0 6'
public=$(field .journal.public)

# ---- a text of it
text=$work/box-1.journal
run journal export "$text" --json
check 'the journal is exported' is "$code $(field .journal.entries)" '0 6'
check 'a line an entry' is "$(grep -c '^entry ' "$text")" 6
run journal export "$text"
check 'never over a file that is there' is "$code" 2
"$loge" journal export - >"$work/again"
check 'or to the standard output, the same' cmp -s "$text" "$work/again"
mkdir "$work/elsewhere"
verify() { run --dir "$work/elsewhere" journal verify "$@" --json; }
verify "$text"
check 'it verifies without the till' is "$code $(field '.journal | [.ok, .entries] | join(" ")')" \
    '0 true 6'
check 'and names its key' is "$(field .journal.public)" "$public"
verify "$text" --public "$public"
check 'which is the one wanted' is "$code" 0

# told NAME FAULT MEMBER: the verdict on $work/bad, and that it is one sentence for people.
told() {
    verify "$work/bad"
    ok=0
    [ "$code $(field '.journal | [.ok, .fault, .entry // .line // ""] | join(" ")')" = \
        "1 false $2 ${3-}" ] || ok=1
    kept=$out
    run journal verify "$work/bad"
    [ "$code $(printf '%s\n' "$err" | wc -l) $out" = '1 1 ' ] || ok=1
    out=$kept
    result $ok "$1"
}
spoil() { sed "$1" "$text" >"$work/bad"; }

verify "$text" --public "$(echo "$public" | tr 0-9 1-90)"
check 'another key than the one wanted' is "$code $(field .journal.fault)" '1 other_key'
spoil '/^entry 3 /d'
told 'an entry that is left out' gap 3
spoil '/^entry 3 /s/ pending / accepted /'
verify "$work/bad"
check 'what the house made of an entry is not signed' is "$code" 0
spoil '/^entry 3 /{s/00$/ff/;t;s/..$/00/;}'
told 'a byte that was changed' altered 3
spoil '/^entry 3 1 /s/ 1 / 2 /'
told 'another epoch' altered 3
spoil '/^house /s/11aa/12aa/'
told 'an entry of another house' altered 1
spoil '/^public /{s/0$/1/;t;s/.$/0/;}'
verify "$work/bad"
check 'another key' is "$code $(field .journal.fault)" '1 foreign'
sed -n '/^entry 4 /{h;d};p;/^entry 5 /{x;p}' "$text" >"$work/bad"
told 'two that changed places' gap 4
sed -n 'p;/^entry 2 /p' "$text" >"$work/bad"
told 'an entry twice' gap 3
spoil '/^head/d'
told 'a text that was cut off between lines' cut_off
head -c $(($(wc -c <"$text") - 10)) "$text" >"$work/bad"
told 'a text that was cut off in a line' cut_off
spoil '/^entry 6 /d'
told 'an end that is gone' short 6
spoil '/^head/s/ 6 / 5 /'
told 'an entry that was never counted' long 6
spoil '/^entry 2 /s/ 2 / 02 /'
told 'a number that is not written so' line 7
{ cat "$text"; echo more; } >"$work/bad"
told 'more behind the end' line 13
spoil '1s/1/2/'
told 'a newer text' newer
: >"$work/bad"
told 'an empty file' no_journal
cp "$LOGE_DIR/house.db" "$work/bad"
told 'a file of something else' no_journal
{ head -n 5 "$text"; head -c 2000000 /dev/zero; } >"$work/bad"
told 'a line without an end' cut_off
run journal verify "$work/nothing"
check 'a file that is not there' is "$code" 3

# ---- the till's own file, spoiled by somebody else
spoil_file() {
    cp "$db" "$work/kept.db"
    sqlite3 "$db" "$1" || echo "# sqlite3 failed"
}
mend_file() { cp "$work/kept.db" "$db"; }
drop='DROP TRIGGER entry_never_changes; DROP TRIGGER entry_never_goes;'
spoil_file "$drop UPDATE entry SET body = CAST(body || x'00' AS BLOB) WHERE seq = 4"
run journal verify --json
check 'a body changed in the file' is "$code $(field '.journal | [.fault, .entry] | join(" ")')" \
    '1 altered 4'
mend_file
spoil_file "$drop PRAGMA foreign_keys = OFF; DELETE FROM entry WHERE seq = 6"
run journal verify --json
check 'an entry removed from the file' is \
    "$code $(field '.journal | [.fault, .entry] | join(" ")')" '1 short 6'
mend_file
cp "$key" "$work/kept.key"
{ head -c 40 "$work/kept.key"; head -c 24 /dev/zero; } >"$key"
run journal verify --json
check 'a file of another device' is "$code $(field '.journal | [.fault, .entry] | join(" ")')" \
    '1 foreign 1'
head -c 30 "$work/kept.key" >"$key"
check_refused 'a key that is damaged' 5 UNAVAILABLE journal verify
cp "$work/kept.key" "$key"
chmod 644 "$key"
check_refused 'a key that others can read' 5 UNAVAILABLE journal verify
chmod 600 "$key"
head -c 5000 "$work/kept.db" >"$db"
run journal verify
check 'a file that was cut off is no journal' is "$code $(printf '%s\n' "$err" | wc -l)" '5 1'
finish
