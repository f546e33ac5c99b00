#!/bin/sh
# The demo house: every state on screen, the same again the second time.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 9

run demo --no-console
check 'the demo says who works there' is \
    "$(printf '%s\n' "$out" | grep -c 'anna PIN 1111.*mark PIN 2222.*ruth PIN 3333')" 1
check 'and what to type next' is "$(printf '%s\n' "$out" | grep -c 'loge show list')" 1
run show list --json
check 'there are shows with seats free, held, sold and blocked' is \
    "$(field '[.shows[] | select(.available > 0 and .held > 0 and .sold > 0 and .blocked > 0)] | length > 3')" \
    true
check 'drafts, open and closed shows' is "$(field '[.shows[].status] | unique | join(" ")')" \
    'closed draft open'
run hall list --json
check 'a studio of 62, a playhouse of 1100, an arena' is \
    "$(field '[.halls[] | .id + " " + (.seats | tostring)] | sort | join(", ")')" \
    'arena 2400, playhouse 1100, studio 62'
before=$(printf '%s' "$out" | cksum)
run demo --no-console --json
check 'the second time it is the house that was there' is "$(field .demo.made)" false
run hall list --json
check 'unchanged' is "$(printf '%s' "$out" | cksum)" "$before"
run audit verify --json
check 'the house verifies' is "$(field .audit.ok)" true
check_refused 'an arena larger than the largest' 2 INVALID demo --seats 100001
finish
