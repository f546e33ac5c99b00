#!/bin/sh
# The power of a real till that is alone is cut behind each thing it has said it has done: whatever
# it had not synced is gone. Started again on what is left, it has every act that it printed. The
# control is the same till not waiting for its disk with each commit: that one has lost acts.
# SALES=n sales (8).
# shellcheck disable=SC2317 # what `check` calls by its name
set -u
# shellcheck source=tests/fault/till_lib.sh
. "${srcdir:?}/tests/fault/till_lib.sh"
plan 6
make_tills 2 || exit 1
sales=${SALES:-8}

# Until a line with these words has been printed so often; half a minute at the most.
said() {
    until=$(($(date +%s) + 30))
    until [ "$(grep -c "$1" "$work/said")" -ge "$2" ]; do
        [ "$(date +%s)" -lt "$until" ] && kill -0 "$console" 2>/dev/null || return 1
    done
}

# A console without a screen at the till's file, whose disk is watched; lines go to descriptor 8.
start() {
    rm -rf "$work/disk" "$work/lines"
    mkdir "$work/disk" && mkfifo "$work/lines"
    for file in "$db" "$db-wal"; do [ ! -e "$file" ] || cp "$file" "$work/disk"; done
    MISHAP_CUT=$work/disk LD_PRELOAD=$mishap "$loge" --plain <"$work/lines" >"$work/said" 2>&1 9>&- &
    console=$!
    exec 8>"$work/lines"
    echo 'open play' >&8
    said OFFLINE 1
}

# sell_and_cut FIRST NAME: sells, and keeps what the disk would have behind each sale.
sell_and_cut() {
    start || return 1
    for n in $(seq "$sales"); do
        echo "sell $(seat $((n + $1))) cash 42" >&8
        said 'Sold[.]' "$n" || return 1
        cp -r "$work/disk" "$work/$2-$n"
    done
    kill -9 "$console"
    wait "$console" 2>/dev/null
    exec 8>&-
    return 0
}

# acts_of IMAGE: how many the till has when it is started on it.
acts_of() (
    cp -r "$LOGE_DIR" "$work/started" && rm -f "$work/started"/till-till-2.db*
    cp "$1"/* "$work/started"
    export LOGE_DIR="$work/started"
    "$loge" sync --status --json >/dev/null 2>&1
    "$loge" journal verify --quiet >/dev/null 2>&1 || echo broken
    "$loge" journal list --json --limit 1000 2>/dev/null | jq '.entries | length'
    rm -rf "$work/started"
)

# lost NAME BEFORE: of so many cuts, behind how many something was missing; two acts a sale.
lost() {
    missing=0
    for n in $(seq "$sales"); do
        [ "$(acts_of "$work/$1-$n")" = $(($2 + 2 * n)) ] || missing=$((missing + 1))
    done
    echo "$missing"
}

at 2
line 2 down
check 'a till sells without its house' sell_and_cut 0 full
check 'and has all it said behind each power cut' is "$(lost full 0)" 0
kept=$(acts_of "$work/till-2")
check 'as it has when it was only killed' is "$kept" $((2 * sales))
export MISHAP_NORMAL=1
check 'one that does not wait for its disk sells as well' sell_and_cut "$sales" normal
unset MISHAP_NORMAL
found=$(lost normal "$kept")
check 'control: and has lost what it said' [ "$found" -gt 0 ]
echo "# $sales power cuts lost nothing; without waiting for the disk $found of $sales did"
line 2 up
check 'what it has comes home' come_home_whole
finish
