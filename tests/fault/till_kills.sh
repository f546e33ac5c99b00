#!/bin/sh
# A real till is killed (kill -9) at each thing it sends to its house, and at things it writes and
# syncs into its file: before it, in the middle of it or behind it. It starts again, and whoever was
# not told asks again: each act that was printed is one entry of the journal with one verdict, and
# each receipt one sale. Then the same with a disk that fails from a write or a sync on.
# STEP=1 takes every write (each fifth, begun by SEED), and WAYS=all each way at each moment (one, by
# SEED).
# shellcheck disable=SC2317 # what `check` calls by its name
set -u
# shellcheck source=tests/fault/till_lib.sh
. "${srcdir:?}/tests/fault/till_lib.sh"
plan 14
make_tills 2 || exit 1
seed=${SEED:-1} step=${STEP:-5} place=0 struck=0 most=1000 hold=''

ways() {
    case ${WAYS-}$(((k + seed) % 3)) in
    all*) echo before half after ;;
    0) echo before ;;
    1) echo half ;;
    *) echo after ;;
    esac
}

# at_each WHAT DEED [HOW]: at the first of WHAT, the second, ... until there is none left.
at_each() {
    k=1 left=yes before=$struck
    [ "$1" != write ] || k=$((1 + seed % step))
    while [ -n "$left" ] && [ "$k" -lt "$most" ]; do
        for how in ${3:-$(ways)}; do
            order="$1 $k $how"
            "$2" || return 1
            if happened; then struck=$((struck + 1)); elif [ "$code" = 0 ]; then left=''; fi
        done
        k=$((k + 1))
        [ "$1" != write ] || k=$((k + step - 1))
    done
    [ -z "$left" ] && [ "$struck" -gt $((before + 1)) ]
}

# Holds and sales in turn.
next_act() {
    if [ -n "$hold" ]; then
        sell && hold=''
    else
        place=$((place + 1))
        hold "$(seat "$place")"
    fi
}

# Dies on its way home, and says the rest when it is started again.
home() {
    line 2 down
    next_act || return 1
    line 2 up
    MISHAP=$order
    come_home
    MISHAP=
    case $code in 0 | 5 | 137) ;; *) false ;; esac
}

# Dies over an act.
alone() {
    line 2 down
    MISHAP=$order
    next_act || return 1
    MISHAP=
}

home_and_well() {
    line 2 up
    come_home_whole && all_is_well 2
}

at 2
check 'it is killed at each thing it sends on its way home' at_each send home
echo "# killed at $struck sends"
check 'every act and receipt that was printed has one entry, one verdict, one sale' home_and_well
check 'it is killed at what it writes on its way home' at_each write home
check 'and syncs' at_each sync home
check 'at what it writes over an act' at_each write alone
check 'and syncs' at_each sync alone
check 'every act and receipt has one entry, one verdict, one sale again' home_and_well
echo "# killed $struck times; $(wc -l <"$work/printed") acts printed"
check 'its disk fails from a write on' at_each write alone fail
check 'or from a sync on' at_each sync alone fail
check 'its disk fails from a write on while it comes home' at_each write home fail
check 'or from a sync on' at_each sync home fail
check 'and nothing is lost or done twice' home_and_well
echo "# $struck faults in all; $(wc -l <"$work/printed") acts printed"

# ---- controls: what would have to be found ---------------------------------------------------------
# A disk that says it has written, and has not.
line 2 down
cp "$db" "$work/before.db"
place=$((place + 1))
hold "$(seat "$place")" && cp "$work/before.db" "$db"
line 2 up
come_home_whole
check 'control: an act that was printed and not kept is found' \
    is "$(judge 2 | grep -c 'and no entry')" 1
line 2 down
hold "$(seat "$place")"
sell
cp "$db" "$work/unheard.db"
line 2 up
come_home_whole && forget_keys 2 2 "$work/unheard.db"
check 'control: a house that forgets keys does things twice, which is found' \
    is "$(judge 2 | grep -c 'a receipt that came to nothing')" 1
finish
