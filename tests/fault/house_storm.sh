#!/bin/sh
# Three tills sell one house with the program people have, while it is killed (kill -9), its lines
# are cut by PostgreSQL and Redis is emptied, as SEED says (1). ACTS is how many acts each does (12).
# Whoever was not answered asks again under the same key. Afterwards the house must verify, what was
# acknowledged must be there once, and what was refused must not. Tills whose lines are cut go on
# alone: what they did comes home, and where somebody else was first it says so.
set -u

# ---- one till: house_storm.sh till NUMBER ---------------------------------------------------
# Each act draws its deed, its seat and its fault from the seed.
deeds_of() {
    awk -v seed="$1" -v acts="$2" 'BEGIN {
        srand(seed)
        split("hold hold hold sell sell release extend expire", deed, " ")
        for (i = 0; i < acts; i++) {
            row = substr("ABCD", 1 + int(rand() * 4), 1)
            fault = rand() < 0.4 ? "kill" : "none"
            print deed[1 + int(rand() * 8)], "Stalls-" row "-" (1 + int(rand() * 10)), fault, \
                0.01 + rand() * 0.1
        }
    }'
}

pick() {
    printf '%s' "$answer" | jq -r "$1 // empty" 2>/dev/null
}

# act WORD...: until somebody knows; only the first try meets the fault.
act() {
    number=$((number + 1))
    key=$(printf '0191d2a0-0000-7000-8000-%04x%08x' "$till" "$number")
    code=137
    for try in 1 2 3 4 5 6 7 8 9 10; do
        if [ "$fault" = kill ] && [ "$try" = 1 ]; then
            answer=$(timeout -s KILL "$moment" "${LOGE:?}" "$@" --key "$key" --json 2>/dev/null)
        else
            answer=$("$LOGE" "$@" --key "$key" --json 2>/dev/null)
        fi
        code=$?
        echo "$fault $code $try" >&3
        [ $code = 137 ] || [ $code = 5 ] || break
    done
    [ $code != 1 ] || echo "$key" >>"$work/refused"
    return $code
}

till() {
    till=$1 number=0 hold=''
    LOGE_DIR=$work/till-$till LOGE_TILL=till-$till
    export LOGE_DIR LOGE_TILL
    exec 3>"$work/said"
    while read -r deed seat fault moment; do
        [ -n "$hold" ] || [ "$deed" = expire ] || deed=hold
        case $deed in
        hold)
            act hold new play "$seat" && hold=$(pick .hold.id) && echo "$hold $key" >>"$work/holds"
            ;;
        sell) act hold sell "$hold" && echo "$(pick .sale.code) $key" >>"$work/sales" ;;
        release) act hold release "$hold" ;;
        extend) act hold extend "$hold" ;;
        expire) "$LOGE" expire --quiet >/dev/null 2>&1 ;;
        esac
        [ "$deed" = hold ] || [ "$deed" = extend ] || hold=''
    done
}

if [ "${1-}" = till ]; then
    work=$3
    deeds_of "$4" "$5" | till "$2"
    exit 0
fi

# ---- the storm --------------------------------------------------------------------------------
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
seed=${SEED:-1} acts=${ACTS:-12} tills=3 cuts=0 empties=0
plan 8

make_house && make_show || exit 1
at 1 && as anna 1111
at 2 && as joe 4444
at 3 && as mark 2222
mkfifo "$work/said"
: >"$work/holds" && : >"$work/sales" && : >"$work/refused" && : >"$work/fired"
for i in $(seq $tills); do
    sh "$0" till "$i" "$work" $((seed * tills + i)) "$acts" 2>/dev/null 9>&- &
done
# Something happens to a server after every fifth answer.
while read -r what; do
    echo "$what" >>"$work/fired"
    case $(($(wc -l <"$work/fired") % 10)) in
    5)
        sql "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = 'house' AND pid <> pg_backend_pid()" >/dev/null 2>&1
        cuts=$((cuts + 1))
        ;;
    0)
        redis-cli -s "$servers_redis" flushall >/dev/null
        empties=$((empties + 1))
        ;;
    esac
done <"$work/said"
home=''
for i in 2 3; do
    at $i && run sync --once --json
    home="$home$code $(field .sync.pending);"
done
at 1

count() {
    grep -c "$1" "$work/fired"
}
# missing SQL FILE: lines of the file of which the SQL gives neither the first word nor the key; acts
# that came home and were not done have their keys there (4 is a conflict, 5 refused, 6 over).
missing() {
    sql "$1 UNION SELECT uid::text FROM loge.entry WHERE state IN (4, 5, 6)" >"$work/found"
    awk 'NR == FNR { there[$1]; next } !($1 in there) && !($2 in there)' "$work/found" "$2" | wc -l
}
echo "# seed $seed: $(wc -l <"$work/fired") tries, $(count ' 137 ') killed, $cuts times all lines cut," \
    "$empties times Redis emptied; $(wc -l <"$work/holds") holds, $(wc -l <"$work/sales") sales"
check 'programs were killed, and something was sold' is \
    "$([ "$(count ' 137 ')" -gt 0 ] && [ -s "$work/sales" ] && echo yes)" yes
check 'everybody was told in the end' is "$(count ' \(5\|137\) 10$')" 0
check 'nothing was found broken' is "$(count ' 70 ')" 0
check 'what tills did alone has come home' is "$home" '0 0;0 0;'
check 'every hold that was acknowledged is there' is \
    "$(missing 'SELECT id::text FROM loge.hold' "$work/holds")" 0
check 'every sale that was acknowledged is there' is \
    "$(missing 'SELECT code FROM loge.sale' "$work/sales")" 0
sql 'SELECT key FROM loge.receipt' | sort >"$work/found"
check 'nothing that was refused is' is \
    "$(sort "$work/refused" | comm -12 - "$work/found" | wc -l)" 0
at 1 && as ruth 3333
run audit verify --json
check 'the house verifies' is "$code $(field .audit.ok)" '0 true'
finish
