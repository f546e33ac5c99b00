# shellcheck shell=sh
# Tills of a house of several, each a real program with a file and a line of its own, to which things
# happen. What the programs print is what is judged at the end.
#
#   make_tills 2 3            a house with such tills, and anna signed in at them
#   at 2; line 2 down         till-2 is alone
#   hold Stalls-A-1; sell     acts with a key of their own; what was printed is remembered
#   MISHAP='send 3 before' come_home
#   judge 2 3                 what is wrong with what was printed, a line each; nothing is good

# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
mishap=${builddir:?}/tests/fault/mishap.so
unset MISHAP MISHAP_ROOM MISHAP_WALL MISHAP_MONO
number=0

# shellcheck disable=SC2034 # till_url and db are for whoever is at it
at() {
    LOGE_DIR=$work/till-$1
    LOGE_TILL=till-$1
    export LOGE_DIR LOGE_TILL
    till=$1
    till_url="host=$work/line-$1 port=5432 dbname=house"
    db=$LOGE_DIR/till-till-$1.db
}

# line TILL up|down: the house's socket, where this till looks for it.
line() {
    mkdir -p "$work/line-$1"
    rm -f "$work/line-$1/.s.PGSQL.5432"
    [ "$2" = down ] || ln -s "$servers_dir/pg/.s.PGSQL.5432" "$work/line-$1/.s.PGSQL.5432"
}

make_tills() {
    for n in "$@"; do line "$n" up; done
    make_house && make_hall || return 1
    : >"$work/printed"
    for n in "$@"; do
        at "$n"
        LOGE_PIN=2222 "$loge" join --pg "$till_url" --redis "$redis_url" --as mark --quiet &&
            as anna 1111 || return 1
    done
}

# As make_show, with room for more.
make_hall() {
    cat >"$work/room.plan" <<'END'
title The Field
stage top
class S Stalls
section Stalls
A..Z SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS
END
    "$loge" plan import "$work/room.plan" --hall room --quiet >/dev/null &&
        "$loge" show add play --hall room --title 'A Play' --starts "$(in_days 3)" --price 42.00 \
            --open --quiet >/dev/null
}

# Seat number N of the field, from 1 on, without neighbours who could be left alone.
seat() {
    row=$(printf '%s' ABCDEFGHIJKLMNOPQRSTUVWXYZ | cut -c $((($1 - 1) / 60 + 1)))
    echo "Stalls-$row-$((($1 - 1) % 60 + 1))"
}

# The program, and what is ordered to happen to it.
program() {
    if [ -n "${MISHAP-}${MISHAP_ROOM-}${MISHAP_WALL-}${MISHAP_MONO-}" ]; then
        LD_PRELOAD=$mishap MISHAP=${MISHAP-} MISHAP_ROOM=${MISHAP_ROOM-} \
            MISHAP_WALL=${MISHAP_WALL-} MISHAP_MONO=${MISHAP_MONO-} MISHAP_TOLD=$work/told \
            "$loge" "$@"
    else
        "$loge" "$@"
    fi
}

# act WORD...: under a key of its own. Whoever is not told (the program was killed, or the disk
# failed) asks again under the same key, and nothing happens to him any more.
act() {
    number=$((number + 1))
    key=$(printf '0191d2a0-0000-7000-8000-%04x%08x' "$till" "$number")
    code=0
    out=$(program "$@" --key "$key" --json 2>/dev/null) || code=$?
    if [ $code = 137 ] || [ $code = 5 ]; then
        code=0
        out=$("$loge" "$@" --key "$key" --json 2>/dev/null) || code=$?
    fi
    [ $code != 0 ] || printf '%s %s %s\n' "$till" "$key" "$(field '.sale.code // "-"')" >>"$work/printed"
    return $code
}

hold() {
    act hold new play "$@" && hold=$(field .hold.id)
}

sell() {
    act hold sell "$hold" --pay cash
}

# Everything there is to say, by the till it is at.
come_home() {
    code=0
    out=$(program sync --once --json 2>"$work/stderr") || code=$?
    err=$(cat "$work/stderr")
    return $code
}

# All of it: a house that is too busy to answer in time is asked again.
come_home_whole() {
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        come_home && return
        [ "$code" = 5 ] || return
    done
    return 1
}

# Did what was ordered happen? Asked once; $struck_id is the process it happened to.
# shellcheck disable=SC2034
happened() {
    [ -s "$work/told" ] && read -r struck_id <"$work/told" && rm "$work/told"
}

# The house has lost the receipts of a till's last N entries, and is told once more because its answer
# was not heard: forget_keys TILL N FILE, which is the till's file as it was before they came home.
forget_keys() {
    cp "$3" "$db"
    sql "SET session_replication_role = replica;
        WITH gone AS (DELETE FROM loge.entry AS e USING loge.journal AS j WHERE j.device = e.device
                AND j.till = 'till-$1' AND e.seq > j.last_seq - $2 RETURNING e.uid)
            DELETE FROM loge.receipt WHERE key IN (SELECT uid FROM gone);
        UPDATE loge.journal SET (last_seq, last_hash) = (SELECT seq, hash FROM loge.entry
            WHERE entry.device = journal.device ORDER BY seq DESC LIMIT 1) WHERE till = 'till-$1'" >/dev/null
    come_home_whole
}

# ---- what came of it ----------------------------------------------------------------------------

# "key state act", an entry a line, as the till's journal prints it.
journal_of() {
    at "$1"
    "$loge" journal list --limit 100000 --json |
        jq -r '.entries[] | "\(.key) \(.state) \(.act)"'
}

# The same of the house.
judged_of() {
    sql "SELECT e.uid || ' ' || (ARRAY['pending', 'sent', 'accepted', 'rebased', 'conflict', 'refused',
            'expired'])[e.state + 1]
        FROM loge.entry AS e JOIN loge.journal AS j USING (house, device)
        WHERE j.till = 'till-$1' AND e.epoch >= j.epoch - ${2:-0} ORDER BY e.seq"
}

# What was printed and is not in the journal once; what waits; what the house judged otherwise.
judge_journal() {
    journal_of "$1" >"$work/journal"
    judged_of "$1" | sort >"$work/judged"
    sed -n "s/^$1 \\([^ ]*\\) .*/\\1/p" "$work/printed" | sort | uniq -d |
        sed "s/^/printed twice: /"
    sed -n "s/^$1 \\([^ ]*\\) .*/\\1/p" "$work/printed" | sort -u >"$work/acts"
    cut -d ' ' -f 1 "$work/journal" | sort >"$work/entries"
    uniq -d "$work/entries" | sed 's/^/two entries of one act: /'
    comm -23 "$work/acts" "$work/entries" | sed "s/^/printed at till-$1, and no entry: /"
    cut -d ' ' -f 1,2 "$work/journal" | sort | comm -3 - "$work/judged" |
        sed "s/^[[:blank:]]*/till-$1 and the house do not say the same: /"
    cut -d ' ' -f 1 "$work/judged" | uniq -d | sed 's/^/two verdicts on one act: /'
}

# As far as the house knows: a till whose file was put back has no entries of some acts any more.
judge_house() {
    sql "SELECT uid FROM loge.entry JOIN loge.journal AS j USING (house, device)
        WHERE j.till = 'till-$1'" | sort -u >"$work/judged"
    sed -n "s/^$1 \\([^ ]*\\) .*/\\1/p" "$work/printed" | sort -u | comm -23 - "$work/judged" |
        sed "s/^/printed at till-$1, and no entry at the house: /"
}

# Money was taken: the house has the sale, or a supervisor has it.
judge_sales() {
    sed -n "s/^$1 \\([^ ]*\\) B-.*/\\1/p" "$work/printed" | sort >"$work/acts"
    sort "$work/journal" | join "$work/acts" - | grep -vE ' (accepted|rebased|conflict) ' |
        sed 's/^/a receipt that came to nothing: /'
}

# A receipt whose sale was accepted is a sale with valid tickets, and one that was not is for a
# supervisor; nobody has the money twice.
judge_receipts() {
    sql "SELECT code || ' ' || (SELECT count(*) FROM loge.ticket AS t WHERE t.house = s.house AND t.sale = s.id
            AND t.status = 0) || ' ' || (SELECT count(*) FROM loge.conflict AS k WHERE k.house = s.house
            AND k.sale = s.id) FROM loge.sale AS s" | sort >"$work/sales"
    cut -d ' ' -f 1 "$work/sales" | uniq -d | sed 's/^/two sales of one code: /'
    sed -n 's/.* \(B-.*\)/\1/p' "$work/printed" | sort >"$work/receipts"
    cut -d ' ' -f 1 "$work/sales" | comm -23 "$work/receipts" - |
        sed 's/^/a receipt without a sale: /'
    awk '$2 > 0 && $3 > 0 || $2 == 0 && $3 == 0 { print "a sale with tickets and a conflict, or neither: " $1 }' \
        "$work/sales"
}

judge() (
    for n in "$@"; do
        judge_journal "$n"
        judge_sales "$n"
    done
    judge_receipts
    sql "SELECT name || ': ' || detail FROM qa.invariants()"
    at 1
    as ruth 3333
    "$loge" audit verify --quiet >"$work/audit" 2>&1 || cat "$work/audit"
)

# Nothing, or what was found as remarks.
found_nothing() {
    [ ! -s "$work/faults" ] && return
    sed 's/^/#   /' "$work/faults" | head -n 5
    return 1
}
all_is_well() {
    judge "$@" >"$work/faults" && found_nothing
}
