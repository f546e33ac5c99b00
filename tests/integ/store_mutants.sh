#!/bin/sh
# Can the tests of journals fail? The house's functions in PostgreSQL, the program's side of them and
# the till's own file are given each bug of store_mutants.txt in turn; one of the tests has to find
# it, and 95 of 100 bugs at least. Without a bug all of them pass. Takes minutes: for `make torture`.
# NAME=text tries only the bugs whose name has it. Run where it was built.
set -u
srcdir=$(CDPATH='' cd -- "${srcdir:-$(dirname -- "$0")/../..}" && pwd)
export srcdir
builddir=${builddir:-.}
list=$srcdir/tests/integ/store_mutants.txt
work=$(mktemp -d "${TMPDIR:-/tmp}/loge-mutants.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
# Those that find most come first.
at_house='test_pg_sync test_pg_one_key test_pg_gates test_pg_office test_pg_tails test_pg_batches
    test_pg_psql_tills test_pg_replica test_pg_journal_books test_pg_thief test_pg_money_home
    test_pg_evidence test_pg_said test_pg_rights test_pg_steps test_pg_store test_pg_house test_pg_bags'
at_till='test_lite_till test_till_alone test_till_replica test_door_alone test_goes_alone'
cc=${MUTANT_CC:-cc}
outside=$(pkg-config --cflags libpq 2>/dev/null)

if ! "$builddir/tests/integ/test_pg_tails" >"$work/said" 2>&1 || grep -q SKIP "$work/said"; then
    echo "1..0 # SKIP no PostgreSQL to give a bug to"
    exit 0
fi

# Bug NUMBER as target, old, new and name.
read_bug() {
    : >"$work/first"
    awk -v wanted="$1" -v out="$work" '
    /^= / { if (++n == wanted) print substr($0, 3) > (out "/name") }
    n != wanted || /^=/ { next }
    /^- / { print substr($0, 3) > (out "/old"); next }
    /^\+/ { print substr($0, 3) > (out "/new"); next }
    /^\? / { print substr($0, 3) > (out "/first"); next }
    /./ { print > (out "/target") }' "$list"
    name=$(cat "$work/name")
    target=$(cat "$work/target")
    first=$(cat "$work/first")
}

# shellcheck disable=SC2089,SC2090 # the quotes are PostgreSQL's
# The function as it stands, with the new words for the old ones, which are there once; line ends
# and indentation do not count.
give_to_postgres() {
    PG_MUTANT="DO \$bug\$ DECLARE
            was text := regexp_replace(regexp_replace(coalesce(pg_get_functiondef(to_regproc('$target')),
                'CREATE OR REPLACE VIEW $target WITH (security_invoker = true) AS '
                || pg_get_viewdef(to_regclass('$target'))), '--[^\n]*', '', 'g'), '[ \n]+', ' ', 'g');
            old text := \$o\$$(cat "$work/old")\$o\$;
        BEGIN
            IF length(was) - length(replace(was, old, '')) <> length(old) THEN
                RAISE 'its words are not there once: %', old;
            END IF;
            EXECUTE replace(was, old, \$n\$$(cat "$work/new")\$n\$);
        END \$bug\$"
    export PG_MUTANT
}

# A file of the program with the new words, which are there once, in one line.
give_to_file() {
    file=$srcdir/$target
    case $target in gen/*) file=$builddir/$target ;; esac
    awk -v old="$(sed 's/\\/\\\\/g' "$work/old")" -v new="$(sed 's/\\/\\\\/g' "$work/new")" '
    { at = index($0, old) }
    at { found++; $0 = substr($0, 1, at - 1) new substr($0, at + length(old)) }
    { print }
    END { exit found != 1 }' "$file" >"$work/mutant.c"
}

# shellcheck disable=SC2086 # options are words
compile() {
    give_to_file || { echo 'its words are not there once' && return 1; }
    $cc -O1 -w -std=gnu11 -D_GNU_SOURCE -DHAVE_CONFIG_H $outside -I"$builddir" -I"$srcdir" -c \
        -o "$work/mutant.o" "$work/mutant.c"
}

# Where a test stands: with the others, with what both stores have to do alike, or with the rules.
place_of() {
    for kind in contract unit integ; do
        [ ! -e "$builddir/tests/$kind/$1" ] || break
    done
    echo "tests/$kind/$1"
}

# The test with the mutant in the place of what the libraries have.
link_test() {
    place=$(place_of "$1")
    line=$(cd "$builddir" && ${MAKE:-make} -n V=1 -W libtestkit.a "$place" 2>/dev/null |
        grep -e "-o $place " | tail -n 1)
    (cd "$builddir" && eval "$(printf '%s' "$line" |
        sed "s#-o $place #-o $work/$1 $work/mutant.o #")")
}

# The first test of a program that fails ends it.
fails() {
    { timeout 300 stdbuf -oL "$1" 2>&1 && echo all well; } | grep -m 1 -e FAILED -e 'all well' -e 'not there once' >"$work/said"
    ! grep -q 'all well' "$work/said"
}

# True when one of these says that something is wrong; a crash says so too.
found_by() {
    for test in "$@"; do
        program=$builddir/$(place_of "$test")
        if [ -e "$work/mutant.o" ]; then
            link_test "$test" >"$work/log" 2>&1 || return 2
            program=$work/$test
        fi
        [ -x "$program" ] || { echo "no $test" >"$work/said" && return 2; }
        fails "$program" || continue
        grep -q 'its words are not there once' "$work/said" && return 2
        by=$test
        return 0
    done
    return 1
}

# shellcheck disable=SC2086 # lists
try() {
    rm -f "$work"/mutant*
    unset PG_MUTANT
    case $target in
    loge.*)
        give_to_postgres
        found_by $first $at_house
        ;;
    sync/*)
        compile >"$work/log" 2>&1 || return 2
        found_by $first $at_till
        ;;
    *)
        compile >"$work/log" 2>&1 || return 2
        found_by $first $at_house
        ;;
    esac
}

# shellcheck disable=SC2086 # lists
found_by $at_house $at_till
sound=$?
status=0
if [ $sound = 1 ]; then echo 'ok 1 - control: without a bug nothing is found'; else
    echo "not ok 1 - control: without a bug nothing is found"
    sed 's/^/#   /' "$work/said"
    status=1
fi
tried=0 caught=0 broken=0 i=0
while [ $i -lt "$(grep -c '^= ' "$list")" ]; do
    i=$((i + 1))
    read_bug $i
    case $name in *"${NAME-}"*) ;; *) continue ;; esac
    try
    case $? in
    0) tried=$((tried + 1)) caught=$((caught + 1)) && echo "# found: $name ($by)" ;;
    1) tried=$((tried + 1)) && echo "# NOT FOUND: $name" ;;
    *)
        broken=$((broken + 1))
        echo "# cannot be made: $name"
        tail -n 3 "$work/log" "$work/said" 2>/dev/null | sed 's/^/#   /'
        ;;
    esac
done
echo "# $caught of $tried bugs were found"
if [ $broken = 0 ]; then echo 'ok 2 - every bug can still be made'; else
    echo 'not ok 2 - every bug can still be made'
    status=1
fi
if [ "$tried" -gt 0 ] && [ $((caught * 100)) -ge $((tried * 95)) ]; then
    echo 'ok 3 - the tests find them'
else
    echo 'not ok 3 - the tests find them'
    status=1
fi
echo 1..3
exit $status
