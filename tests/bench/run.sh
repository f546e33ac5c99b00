#!/bin/sh
# run.sh PROGRAM...: runs the bench programs, then prints one line a figure:
# NAME RATIO GOAL ok|short. BENCH=part-of-a-name picks figures.
set -u
LOGE_BENCH_LINES=$(mktemp "${TMPDIR:-/tmp}/loge-bench-lines.XXXXXX")
export LOGE_BENCH_LINES
trap 'rm -f "$LOGE_BENCH_LINES"' EXIT
[ -n "${BENCH-}" ] || unset BENCH

status=0
for program in "$@"; do
    "./$program" || status=1
done
echo
cat "$LOGE_BENCH_LINES"
if [ ! -s "$LOGE_BENCH_LINES" ] && [ $status = 0 ]; then
    echo "no figure's name has '${BENCH-}' in it" >&2
    status=1
fi
exit $status
