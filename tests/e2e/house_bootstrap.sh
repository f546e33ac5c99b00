#!/bin/sh
# `./bootstrap house` without a terminal: a house of two tills stands until the end of the input,
# and then nothing of it is left. The tree it runs in is a copy whose build is this one.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
# shellcheck source=tests/lib/servers.sh
. "${srcdir:?}/tests/lib/servers.sh"
if ! servers_installed; then
    echo "1..0 # SKIP $servers_missing"
    exit 0
fi
plan 9

top=$work/tree
mkdir -p "$top/build/default" "$top/po" "$top/tests/lib"
cp "$srcdir/bootstrap" "$top/"
cp "$srcdir/tests/lib/servers.sh" "$top/tests/lib/"
ln -s "$loge" "$top/build/default/loge"
touch "$top/configure.ac" "$top/Makefile.am"
printf '#!/bin/sh\n' >"$top/configure"
chmod +x "$top/configure"
touch "$top/Makefile.in" "$top/po/Makefile.in.in" "$top/build/default/config.status"
printf 'all:\n' >"$top/build/default/Makefile"

# Listens until the house has said that. False: it is no more.
# shellcheck disable=SC2317 # called by name
hear() {
    while read -r line <&7; do
        printf '%s\n' "$line" >>"$work/told"
        case $line in *"$1"*) return 0 ;; esac
    done
    return 1
}
# How many of the servers run.
running() {
    servers_up=0
    for pid in $postgres $redis; do
        ! kill -0 "$pid" 2>/dev/null || servers_up=$((servers_up + 1))
    done
    echo $servers_up
}

mkfifo "$work/input" "$work/words"
(cd "$top" && exec ./bootstrap --no-install house) <"$work/input" >"$work/words" 2>&1 &
house=$!
exec 8>"$work/input" 7<"$work/words"
check 'without a terminal the house stands until the end of the input' \
    hear 'until the end of the input'
servers=$(sed -n 's#.*LOGE_DIR=\(.*\)/till-2 .*#\1#p' "$work/told" | head -n 1)
check 'it says how to open a second till' test -n "$servers" -a -d "$servers/till-2"
check 'and who works there' grep -q 'clerk anna 1111, supervisor mark 2222, manager ruth 3333' "$work/told"
postgres=$(head -n 1 "$servers/pg/data/postmaster.pid" 2>/dev/null)
redis=$(redis-cli -s "$servers/redis/redis.sock" info server 2>/dev/null |
    tr -d '\r' | sed -n 's/^process_id://p')
check 'PostgreSQL and Redis run' is "$(running)" 2
LOGE_DIR=$servers/till-2 LOGE_TILL=till-2 LOGE_PIN=1111 run status --as anna --json
check 'the second till is in a house that answers' is "$(field .status.health)" ONLINE
exec 8>&-
check 'at the end of the input it says that it is gone' \
    hear 'the house is gone, and so are its servers'
wait "$house"
check 'and ends well' is $? 0
check 'no server runs any more' is "$(running)" 0
check 'and the folder is gone' test ! -e "$servers"
finish
