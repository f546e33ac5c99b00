#!/bin/sh
# Every screen of the real program in a real terminal (tmux), against what it looked like when
# somebody last looked: tests/golden/tmux/SCREEN.SIZE.TIER.LANGUAGE.
#
#   SCREENS="80x24 132x43" TIERS="ascii graphic" LANGUAGES="en"     which of them
#   FLOWS="clerk"                                                   only these flows (flows.sh), or all
#   GENERATE=1                                                      write them; then look at each
#
# `make goldens` does the last for all of them. Nothing sleeps: the program says on a pipe how many
# bytes of input it has heard once nothing is left to draw (ui/app.c). Its clock stands still and
# nothing is random (still.c).
set -u
here=${srcdir:?}/tests/screens
golden=$srcdir/tests/golden/tmux
: "${builddir:=.}" "${SCREENS:=80x24}" "${TIERS:=graphic}" "${LANGUAGES:=en}"
: "${GENERATE:=}"
if ! command -v tmux >/dev/null; then
    echo '1..0 # SKIP tmux is not installed'
    exit 0
fi
# Whatever hangs is ended here; a busy machine has ten minutes for each kind of terminal.
words() { echo $#; }
if [ -z "${SCREENS_GUARDED-}" ]; then
    # shellcheck disable=SC2086 # words to count
    minutes=$((10 * $(words $SCREENS) * $(words $TIERS) * $(words $LANGUAGES)))
    SCREENS_GUARDED=1 exec timeout -k 5 ${minutes}m sh "$0"
fi
# shellcheck source=tests/screens/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/screens/flows.sh
. "$here/flows.sh"
# shellcheck source=tests/screens/flows_door.sh
. "$here/flows_door.sh"
: "${FLOWS:=clerk sale colours}"

[ "$FLOWS" != all ] || FLOWS=$all_flows

make_house
for size in $SCREENS; do
    for tier in $TIERS; do
        for language in $LANGUAGES; do
            for flow in $FLOWS; do
                options='' settings=''
                ! command -v "before_$flow" >/dev/null || "before_$flow"
                begin
                "flow_$flow"
                end
            done
        done
    done
done
echo "1..$count"
[ "$failed" = 0 ]
