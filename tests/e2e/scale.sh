#!/bin/sh
# The scale at the door: what the doctor says of it.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 7

# finding_of PLACE: what the doctor finds about the scale there.
finding_of() {
    printf '[door]\nscale = %s\n' "$1" >"$LOGE_DIR/loge.ini"
    run doctor --json
    field '.doctor.checks[] | select(.name == "scale") | .finding + " " + .text'
}

mkdir -p "$LOGE_DIR"
run doctor --json
check 'without a scale nothing is said of one' is \
    "$(field '[.doctor.checks[] | select(.name == "scale")] | length')" 0

mkfifo "$work/hand"
"${builddir:-.}/tests/e2e/weigher" <"$work/hand" >"$work/place" &
exec 3>"$work/hand"
echo 'S S     12.34 kg' >&3
until [ -s "$work/place" ]; do :; done
place=$(cat "$work/place")
check 'what lies on a scale is said' is "$(finding_of "$place")" "ok $place; 12.34 kg"
echo 'S +' >&3
check 'and that it is too much' is "$(finding_of "$place")" \
    "ok $place; That is more than the scale can weigh."
echo '~~~' >&3
check 'a scale that speaks otherwise is not understood' is "$(finding_of "$place")" \
    "warning $place; What the scale sends is not understood: look at its speed and its format."
exec 3>&-
wait
check 'one that went away is not reached' is \
    "$(finding_of "$place" | grep -c "^warning $place; The scale at 127.0.0.1:.* cannot be reached")" 1
check 'nor one that is not plugged in' is "$(finding_of /dev/no-scale@9600)" \
    'warning /dev/no-scale@9600; There is no line /dev/no-scale: is the scale plugged in?'
check 'a place that is none is named' is \
    "$(finding_of ttyUSB0 | grep -c '^warning ttyUSB0; door.scale is ttyUSB0')" 1
finish
