#!/bin/sh
# States of rows move along src/domain/row/NAME.steps.def: nothing but src/domain/row/steps.c assigns one,
# and the table of them in src/README.md says what those files say. Each check first has to find a fault.
set -u
srcdir=${srcdir:-$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)}
AWK=${AWK:-awk}
work=$(mktemp -d "${TMPDIR:-/tmp}/loge-steps.XXXXXX")
trap 'rm -rf "$work"' EXIT

# shellcheck source=lib/tap.sh
. "$srcdir/tests/lib/tap.sh"

# ---- one function moves each state ------------------------------------------------------------

# assigned DIR: lines that give a row a state by name. A row that is made may have one ({.status = ...);
# so may what a journal lost, which begins as a ticket without a seat, and what is only shown.
assigned() {
    (cd "$1" && find src sync ui -name '*.c' | grep -vE '^src/domain/row/steps\.c$|^src/domain/house_rows\.c$|^src/domain/resolve\.c$|^src/cmd/answer\.c$' | sort |
        xargs grep -nE '[]a-z)](->|\.)(status|outcome) = ([^;]*(HOLD|SALE|TICKET|CHECKIN|CONFLICT)_[A-Z]|[a-z]*->outcome)')
}

mkdir -p "$work/tree/src/domain/row" "$work/tree/sync" "$work/tree/ui"
cat >"$work/tree/src/domain/a.c" <<'END'
    row->status = HOLD_CANCELLED;
    after->tickets[i].status = TICKET_EXCHANGED;
    struct hold hold = {.status = HOLD_ACTIVE};
    other->status = WAIT_LEFT;
    sale->status = due ? SALE_DUE : SALE_PAID;
    row->outcome = CONFLICT_KEEP;
    row->outcome = request->outcome;
END
cp "$work/tree/src/domain/a.c" "$work/tree/src/domain/row/steps.c"
[ "$(assigned "$work/tree" | wc -l)" -eq 5 ]
result $? 'control: a state that is assigned is found'
assigned "$srcdir" >"$work/assigned"
[ ! -s "$work/assigned" ]
result $? 'only steps.c moves the state of a hold, an order, a ticket, a check-in or a conflict' "$work/assigned"

# ---- what src/README.md says of them --------------------------------------------------------

# pictured FILE...: a line for each state that a row comes into, with where from and by which acts.
pictured() {
    # shellcheck disable=SC2016 # dollars of awk
    "$AWK" '
    function word(name) {
        sub(/^[A-Z]*_/, "", name)
        name = tolower(name)
        gsub(/_/, " ", name)
        return name
    }
    FNR == 1 { row = FILENAME; sub(/.*\//, "", row); sub(/[.].*/, "", row) }
    /^STEP\(/ && !/ACTS_ALONE/ {
        split(substr($0, 6), part, /, |\)/)
        if (part[1] == part[3])
            next
        key = row " | " word(part[1]) " | " word(part[3])
        act = part[2]
        sub(/^ACT_/, "", act)
        act = tolower(act)
        gsub(/_/, " ", act)
        if (!(key in by))
            order[++count] = key
        by[key] = by[key] (by[key] == "" ? "" : ", ") act
    }
    END { for (i = 1; i <= count; i++) print "| " order[i] " | " by[order[i]] " |" }' "$@"
}

# compare README FILE...: where they differ.
compare() {
    readme=$1
    shift
    pictured "$@" >"$work/made"
    sed -n '/^| row | from | to | by |$/,/^$/p' "$readme" | sed -n '/^| [a-z]* | .* |$/p' |
        grep -v '^| row |' | diff - "$work/made"
}

sed 's/, HOLD_EXPIRED)/, HOLD_CANCELLED)/' "$srcdir/src/domain/row/hold.steps.def" >"$work/hold.steps.def"
! compare "$srcdir/src/README.md" "$work/hold.steps.def" "$srcdir"/src/domain/row/[!h]*.steps.def >/dev/null
result $? 'control: a step that src/README.md does not know is found'
compare "$srcdir/src/README.md" "$srcdir"/src/domain/row/hold.steps.def \
    "$srcdir"/src/domain/row/[!h]*.steps.def >"$work/differs"
result $? 'src/README.md says how rows move' "$work/differs"

echo "1..$count"
exit $status
