#!/bin/sh
# Replays the corpus of every fuzz target: tests/fuzz/fuzz_NAME.c with tests/fuzz/corpus/NAME/.
# One TAP line a target. An input that once broke a target is kept in its corpus, so this is also
# the regression test of everything the fuzzers ever found.
set -u
srcdir=${srcdir:-.}
builddir=${builddir:-.}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

replay() {
    program=$builddir/tests/fuzz/fuzz_$1
    corpus=$srcdir/tests/fuzz/corpus/$1
    [ -x "$program" ] || { echo "no program $program" >"$log"; return 1; }
    [ -n "$(ls "$corpus" 2>/dev/null)" ] || { echo "no corpus in $corpus" >"$log"; return 1; }
    find "$corpus" -type f -exec timeout 60 "$program" {} + >"$log" 2>&1
}

number=0
for source in "$srcdir"/tests/fuzz/fuzz_*.c; do
    name=${source##*/fuzz_}
    name=${name%.c}
    number=$((number + 1))
    if replay "$name"; then
        echo "ok $number - corpus of $name"
    else
        echo "not ok $number - corpus of $name"
        tail -n 30 "$log" | sed 's/^/# /'
    fi
done
echo "1..$number"
