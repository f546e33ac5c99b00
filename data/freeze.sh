#!/bin/sh
# The schemas that houses outside have (data/schema/frozen.txt).
#
#   freeze.sh TOP list      every file of the schema, and all of code/ as one, with its hash
#   freeze.sh TOP check     what stands in frozen.txt and is gone, or another now; says what to do
#   freeze.sh TOP add       makes the schema as it is the next edition: `make freeze`, before a release
#   freeze.sh TOP revise    makes the next revision of what tills send, after the last was frozen: `make revision`,
#                           before a row that travels changes
#
# Hashes are of what databases read: the files as sql2c.awk writes them out, so that a number that C changes
# is found as well. Numbered files and the functions that tills of one revision of sync call (code/sync1.sql)
# are frozen; the latter are written out, so that they stay when rows change. The other code is only remembered; its hash is over the hashes of its files in hex, sorted
# (src/domain/edition.h).
set -eu
top=$1
AWK=${AWK:-awk}
work=$(mktemp -d "${TMPDIR:-/tmp}/loge-freeze.XXXXXX")
trap 'rm -rf "$work"' EXIT
frozen=data/schema/frozen.txt
revisions=data/schema/revisions
cd "$top"

# hash_of FILE...
hash_of() {
    cat "$@" | sha256sum | cut -d' ' -f1
}

# list_store STORE: "STORE FILE HASH", a line each.
list_store() {
    mkdir -p "$work/$1/code"
    # shellcheck disable=SC2046 # names without blanks
    "$AWK" -v part=sql -v name="$1_sql" -v folder="$work/$1" -f data/sql2c.awk src/base/*.h src/domain/*.h \
        src/domain/row/steps.h src/port/outbox.h src/port/token.h src/adapter/pg_answer.h src/domain/row/*.def \
        data/schema/"$1"/*.sql $(find data/schema/"$1"/code -name '*.sql' | LC_ALL=C sort) || exit 1
    (cd "$work/$1" && find . -name '[0-9]*.sql' -o -name 'sync[0-9].sql' | LC_ALL=C sort) |
        while read -r file; do
            echo "$1 ${file#./} $(hash_of "$work/$1/$file")"
        done
    for file in "$work/$1"/code/*.sql; do hash_of "$file"; done | LC_ALL=C sort | tr -d '\n' >"$work/$1.code"
    echo "$1 code $(hash_of "$work/$1.code")"
}

list() {
    list_store pg
    list_store lite
}

# The lines of frozen.txt that are no comment.
lines() {
    grep '^[0-9]' "$frozen" || :
}

# check: a sentence for each file that is not as it was frozen.
check() {
    list >"$work/now"
    lines | while read -r edition store file hash; do
        now=$(sed -n "s|^$store $file ||p" "$work/now")
        if [ "$file" = code ] || [ "$now" = "$hash" ]; then
            continue
        fi
        case $file in
        code/*) what="tills call it; write the next revision beside it" ;;
        *) what="houses have it; put it back and add a file with the next number" ;;
        esac
        echo "data/schema/$store/$file is frozen since edition $edition and $(
            [ -n "$now" ] && echo 'reads otherwise now' || echo 'is gone'): $what."
    done >"$work/faults"
    check_revision >>"$work/faults"
    cat "$work/faults"
    [ ! -s "$work/faults" ]
}

# The revision of this program, which its statements name.
revision() {
    sed -n 's/^ *SYNC_REVISION = \([0-9]*\),.*/\1/p' src/domain/sync.h
}

# check_revision: what a till of this program sends is what its revision takes, also once that is frozen.
check_revision() {
    sync=sync$(revision)
    [ -f "$revisions/$sync.sql" ] || return 0
    mkdir -p "$work/now.schema/code"
    cp "$revisions/$sync.sql" "$work/now.schema/code/"
    "$AWK" -v part=sql -v name=pg_sql -v folder="$work/now.schema" -f data/sql2c.awk src/base/*.h src/domain/*.h \
        src/domain/row/steps.h src/port/outbox.h src/port/token.h src/adapter/pg_answer.h src/domain/row/*.def \
        "$work/now.schema/code/$sync.sql"
    cmp -s "$work/now.schema/code/$sync.sql" "data/schema/pg/code/$sync.sql" ||
        echo "A row that tills send is not as revision $(revision) of sync has it, which is frozen: run \`make revision\`."
}

# revise: the open revision, with rows as they are, under the next number.
revise() {
    old=$(revision)
    new=$((old + 1))
    if [ ! -f "$revisions/sync$old.sql" ]; then
        echo "Revision $old of sync is not frozen: change data/schema/pg/code/sync$old.sql."
        return
    fi
    sed "s/sync$old/sync$new/g; s/revision $old/revision $new/g" "$revisions/sync$old.sql" \
        >"data/schema/pg/code/sync$new.sql"
    edit "s/SYNC_REVISION = $old,/SYNC_REVISION = $new,/" src/domain/sync.h
    edit "s/sync$old\\./sync$new./g" data/sql/*.sql
    edit "s#^\(.*code/sync\)$old\(.sql .*\)#&\\
\1$new\2#" src/adapter/adapter.am
    echo "Revision $new of sync is data/schema/pg/code/sync$new.sql; tests/integ/test_pg_ages.c says how its journal is kept."
}

# edit SCRIPT FILE...
edit() {
    script=$1
    shift
    for file in "$@"; do
        sed "$script" "$file" >"$work/edited"
        cmp -s "$work/edited" "$file" || cat "$work/edited" >"$file"
    done
}

# add: what is new since the last edition becomes the next.
add() {
    check || return 1
    lines >"$work/before"
    edition=$(($(tail -n 1 "$work/before" | cut -d' ' -f1) + 1))
    while read -r store file hash; do
        if [ "$file" = code ]; then
            grep " $store code " "$work/before" | tail -n 1 | grep -q " $hash\$" || echo "$store $file $hash"
        else
            grep -q " $store $file " "$work/before" || echo "$store $file $hash"
        fi
    done <"$work/now" >"$work/new"
    if [ ! -s "$work/new" ]; then
        echo "Nothing is new since edition $((edition - 1))."
        return
    fi
    edit '/^#$/d; /^# Nothing is frozen yet\.$/d' "$frozen"
    sed "s/^/$edition /" "$work/new" >>"$frozen"
    sed -n 's|^\([a-z]*\) \(code/sync.*\) .*|\1/\2|p' "$work/new" | while read -r file; do
        cp "data/schema/$file" "$revisions/"
        cp "$work/$file" "data/schema/$file"
    done
    echo "Edition $edition: $(wc -l <"$work/new") lines more in $frozen."
}

case $2 in
list | check | add | revise) "$2" ;;
*) exit 2 ;;
esac
