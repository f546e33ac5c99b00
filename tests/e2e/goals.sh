#!/bin/sh
# What people type beside `all`: two goals of one make are reached one after another, for they would build
# the same library twice at once; and the packages for the bench are all it needs to be built.
set -u
srcdir=${srcdir:-$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)}
builddir=${builddir:-$srcdir/build/default}
# shellcheck source=../lib/tap.sh
. "$srcdir/tests/lib/tap.sh"

# in_turn GOAL...: does make take these one after another? (Its database of rules tells.)
in_turn() {
    MAKEFLAGS='' make -C "$builddir" -pnq "$@" 2>/dev/null | grep -q '^\.NOTPARALLEL:'
}

in_turn all tests/unit/test_gap
result $? 'all and a test are built one after another'
! in_turn all
result $? 'control: all alone is built side by side'

# group NAME: the packages of a group, one a line.
group() {
    # shellcheck disable=SC2154 # what the line of bootstrap sets
    (
        eval "$(sed -n "/^packages_$1='/,/'\$/p" "$srcdir/bootstrap")"
        eval "printf '%s\n' \$packages_$1"
    )
}

# Libraries that the bench links, and servers and programs that it measures or compares with.
for package in libcmocka-dev libvterm-dev postgresql-15 redis-server wrk btop htop ncdu; do
    group bench | grep -qx "$package"
    result $? "the bench brings $package"
done
! group bench | grep -qx prometheus
result $? 'control: it does not bring what it has no use for'

echo "1..$count"
exit $status
