#!/bin/sh
# Four clerks work one small house at once while their programs are killed (kill -9) and their disk
# fills up, as SEED says (1). ACTS is how many acts each does (25). Afterwards the house must
# verify, and every sale that was acknowledged must be there.
set -u

# ---- one clerk: storm.sh clerk NUMBER ---------------------------------------------------------
# Each act draws its deed, its seat and its fault from the seed.
deeds_of() {
    awk -v seed="$1" -v acts="$2" 'BEGIN {
        srand(seed)
        split("hold hold hold sell sell sell refund release extend best expire exchange block close", deed, " ")
        for (i = 0; i < acts; i++) {
            row = substr("ABC", 1 + int(rand() * 3), 1)
            fault = rand() < 0.25 ? "kill" : rand() < 0.1 ? "full" : "none"
            print deed[1 + int(rand() * 14)], "Stalls-" row "-" (1 + int(rand() * 10)), fault, rand() * 0.02
        }
    }'
}

# Files limited to 4 KiB stop the journal; to half the house, the house itself after the journal.
on_a_full_disk() {
    (
        trap '' XFSZ
        case $moment in
        0.00*) ulimit -f 8 ;;
        *) ulimit -f $(($(wc -c <"$LOGE_DIR/house.db") / 1024)) ;;
        esac
        exec "${LOGE:?}" "$@"
    )
}

act() {
    case $fault in
    kill) answer=$(timeout -s KILL "$moment" "$LOGE" "$@" --json 2>/dev/null) ;;
    full) answer=$(on_a_full_disk "$@" --json 2>/dev/null) ;;
    *) answer=$("$LOGE" "$@" --json 2>/dev/null) ;;
    esac
    code=$?
    echo "$fault $code" >>"$log/fired"
}

pick() {
    printf '%s' "$answer" | jq -r "$1 // empty" 2>/dev/null
}

clerk() {
    log=$2
    LOGE_TILL=till-$(($1 % 2)) # two to a till: one closes the shift the other sells in
    export LOGE_TILL
    hold='' sale=''
    while read -r deed seat fault moment; do
        [ -n "$hold$sale" ] || deed=hold
        [ -n "$hold" ] || [ "$deed" != sell ] || deed=best
        case $deed in
        hold) act hold new storm "$seat" && hold=$(pick .hold.id) ;;
        best) act hold best storm 2 && hold=$(pick .hold.id) ;;
        sell) act hold sell "$hold" && sale=$(pick .sale.code) || sale='' ;;
        release) act hold release "${hold:-none}" ;;
        extend) act hold extend "${hold:-none}" ;;
        refund) act sale refund "${sale:-none}" --reason storm ;;
        exchange) act sale exchange "${sale:-none}" "${hold:-none}" ;;
        expire) act expire ;;
        block) act seat block storm "$seat" --reason storm ;;
        close) act shift close --cash 0 --reason storm ;;
        esac
        [ "$deed" != sell ] || hold=''
        [ "$deed" != sell ] || [ -z "$sale" ] || echo "$sale" >>"$log/sold"
    done
}

if [ "${1-}" = clerk ]; then
    deeds_of "$4" "$5" | clerk "$2" "$3"
    exit 0
fi

# ---- the storm --------------------------------------------------------------------------------
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
seed=${SEED:-1} acts=${ACTS:-25} clerks=4
plan 6

make_room
"$loge" show add storm --hall room --starts "$(in_days 3)" --price 10 --ttl 60 --open \
    --no-gap-rule --quiet >/dev/null
: >"$work/sold"
for i in $(seq $clerks); do
    sh "$0" clerk "$i" "$work" $((seed * clerks + i)) "$acts" 2>/dev/null &
done
wait

fired() {
    grep -c "^$1" "$work/fired"
}
echo "# seed $seed: $(wc -l <"$work/fired") acts, $(fired 'kill 137') killed," \
    "$(fired 'full 5') on a full disk, $(wc -l <"$work/sold") sales"
check 'every act was done' is "$(wc -l <"$work/fired")" $((clerks * acts))
check 'nothing was found broken' is "$(fired '[a-z]* 70')$(fired '[a-z]* 13[0-689]')" 00
run audit verify --json
check 'the house verifies' is "$code $(field .audit.ok)" '0 true'
run sale find --limit 100000 --json
field '.sales[].code' | sort >"$work/found"
check 'every sale that was acknowledged is there' is \
    "$(sort "$work/sold" | comm -23 - "$work/found" | wc -l)" 0
run shift list --json
# shellcheck disable=SC2016 # jq expands it
check 'no closed shift took money that its cash-up did not expect' is "$(field '
    [.shifts[] | select(.status == "closed") | . as $shift | .tenders[]
     | select(.expected != .taken + (if .tender == "cash"
         then $shift.float - $shift.drops + $shift.paid_in - $shift.paid_out else 0 end))]
    | length')" 0
run hold best play 2 --json
check 'the house goes on selling' is "$code" 0
finish
