#!/bin/sh
# Does what README tells a newcomer to type, word for word, from the first sale to the door.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 3

{
    echo 'set -e'
    awk '/^## / { wanted = /^## The first sale|^## Refund|^## At the door/ }
         /^```/ { inside = !inside; first = 1; next }
         first { first = 0; settings = /^\[/ } # what belongs into loge.ini
         wanted && inside && !settings' "$srcdir/README.md"
} >"$work/typed"
check 'README has commands to try' test "$(grep -c '\./loge' "$work/typed")" -ge 15
ln -s "$loge" "$work/loge"
code=0
out=$(cd "$work" && unset LOGE_DIR LOGE_TILL && sh typed 2>"$work/stderr") || code=$?
err=$(cat "$work/stderr")
check 'every one of them works' is "$code" 0
difference=$(printf '%s\n' "$out" | awk '$1 == "Cash" && $NF == "agrees" { print $(NF - 1) }')
check 'the drawer has what it should have' is "$difference" 0.00
finish
