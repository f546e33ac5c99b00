#!/bin/sh
# Can the simulator fail? It is built with each bug of sync_mutants.txt in turn, and has to find it
# within SEEDS (4000) schedules; 95 of 100 bugs at least. Without a bug the same build finds nothing.
# A bug that needs more luck than that has a unit test, which is built with it instead.
# NAME=text tries only the bugs whose name has it.
set -u
srcdir=${srcdir:-$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)}
builddir=${builddir:-.}
list=$srcdir/tests/model/sync_mutants.txt
seeds=${SEEDS:-4000}
work=$(mktemp -d "${TMPDIR:-/tmp}/loge-mutants.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cc=${MUTANT_CC:-cc}
flags=${MUTANT_CFLAGS:--O1}
link_flags=${MUTANT_LDFLAGS-}

# Puts the mutated source, and with it its name, where it is compiled: mutate NUMBER. 0: no bug.
mutate() {
    awk -v wanted="$1" -v source="$srcdir" -v out="$work" '
    /^= / { if (++n == wanted) name = substr($0, 3); next }
    n != wanted { next }
    /^src\// { file = $0 }
    /^- / { old = substr($0, 3) }
    /^\+ / { new = substr($0, 3) }
    /^\? / { test = substr($0, 3) }
    END {
        if (!wanted) {
            file = "src/domain/house_batch.c"
            name = "nothing"
            old = "#include \"config.h\""
            new = old
        }
        while ((getline line < (source "/" file)) > 0) {
            at = index(line, old)
            if (at) {
                found++
                line = substr(line, 1, at - 1) new substr(line, at + length(old))
            }
            print line > (out "/mutant.c")
        }
        print name > (out "/name")
        print test > (out "/test")
        exit found != 1
    }' "$list"
}

link_simulator() {
    # shellcheck disable=SC2086 # options are words
    $cc $flags $link_flags -o "$work/mutant" "$work/mutant.o" "$builddir"/tests/model/sync_*.o \
        "$builddir/tests/model/test_sync.o" "$builddir/libdomain.a" "$builddir/libbase.a" -lm
}

link_test() {
    pair="$builddir/tests/lib/sync_pair.o"
    for part in bags books check disk doors home money offers store trade; do
        pair="$pair $builddir/tests/model/sync_$part.o"
    done
    # shellcheck disable=SC2086 # options, and objects, are words
    make -s -C "$builddir" "tests/unit/$test.o" tests/lib/sync_pair.o &&
        $cc $flags $link_flags -o "$work/mutant" "$work/mutant.o" "$builddir/tests/unit/$test.o" $pair \
            "$builddir/libtestkit.a" "$builddir/libdomain.a" "$builddir/libbase.a" -lcmocka -lm
}

build() {
    # shellcheck disable=SC2086 # options are words
    $cc $flags -w -DHAVE_CONFIG_H -I"$builddir" -I"$srcdir" -c -o "$work/mutant.o" "$work/mutant.c" &&
        if [ -n "$test" ]; then link_test; else link_simulator; fi
}

# True when the simulator says that something is wrong. A crash says so too; one that takes too long
# says nothing.
try() {
    code=0
    timeout 60 env HUNT=1 SEEDS="$seeds" "$work/mutant" >"$work/said" 2>&1 || code=$?
    [ $code = 0 ] && return 1
    if [ $code = 124 ]; then
        echo "# took too long: $name"
        return 1
    fi
    [ -n "$test" ] && echo "# found: $name ($test)" && return 0
    how=$(sed -n 's/^# seed //p' "$work/said" | head -n 1)
    echo "# found: $name (seed ${how:-unknown: it stopped by itself})"
}

sound() {
    test=
    mutate 0 && name=nothing && build >"$work/log" 2>&1 &&
        timeout 60 env HUNT=1 SEEDS="$seeds" "$work/mutant" >"$work/said" 2>&1
}

status=0
if sound; then echo 'ok 1 - control: without a bug nothing is found'; else
    echo 'not ok 1 - control: without a bug nothing is found'
    cat "$work/log" "$work/said" 2>/dev/null | sed 's/^/#   /'
    status=1
fi
count=$(grep -c '^= ' "$list")
tried=0 caught=0 broken=0
i=0
while [ $i -lt "$count" ]; do
    i=$((i + 1))
    rm -f "$work"/mutant*
    if ! mutate $i; then
        name=$(cat "$work/name")
        echo "# not applied, its line is not there once: $name"
        broken=$((broken + 1))
        continue
    fi
    name=$(cat "$work/name") test=$(cat "$work/test")
    case $name in *"${NAME-}"*) ;; *) continue ;; esac
    if ! build >"$work/log" 2>&1; then
        echo "# does not build: $name"
        sed 's/^/#   /' "$work/log"
        broken=$((broken + 1))
        continue
    fi
    tried=$((tried + 1))
    if try; then
        caught=$((caught + 1))
    else
        echo "# NOT FOUND: $name"
    fi
done
echo "# $caught of $tried bugs were found within $seeds schedules each"
if [ $broken = 0 ]; then echo 'ok 2 - every bug can still be made'; else
    echo 'not ok 2 - every bug can still be made'
    status=1
fi
if [ "$tried" -gt 0 ] && [ $((caught * 100)) -ge $((tried * 95)) ]; then
    echo 'ok 3 - the simulator finds them'
else
    echo 'not ok 3 - the simulator finds them'
    status=1
fi
echo 1..3
exit $status
