#!/bin/sh
# The unit file that is installed, by systemd's own judgement.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
unit=$work/loge.service
# Without its program there is nothing to start; here it is somewhere else.
sed "s|^ExecStart=[^ ]*|ExecStart=$loge|" "${builddir:?}/data/loge.service" >"$unit"

plan 3
check 'it starts the program that is installed' grep -q '^ExecStart=/.*/loge serve' "${builddir:?}/data/loge.service"
if ! systemd-analyze --version >/dev/null 2>&1; then
    echo 'ok 2 - # SKIP systemd-analyze is not installed'
    echo 'ok 3 - # SKIP systemd-analyze is not installed'
    exit 0
fi
systemd-analyze verify --man=no "$unit" >"$work/said" 2>&1
code=$?
out=$(grep -F loge.service "$work/said")
check 'systemd finds nothing wrong with it' is "$code $out" '0 '
out=$(systemd-analyze security --offline=true --threshold=20 "$unit" 2>&1)
check 'nor much that somebody who broke in could do' is "$?" 0
[ "$failed" = 0 ]
