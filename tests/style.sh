#!/bin/sh
# The cheap facts of the house style, with a bad tree first to show that the checks can fail.
set -u
srcdir=${srcdir:-$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)}
work=$(mktemp -d "${TMPDIR:-/tmp}/loge-style.XXXXXX")
trap 'rm -rf "$work"' EXIT
marks='TO''DO|FIX''ME|XX''X'
sql_folders=data

# check_tree DIR: one line a fault.
check_tree() {
    (
        cd "$1" || exit
        find src ui sync tests data \( -name '*.[ch]' -o -name '*.sh' -o -name '*.sql' -o \
            -name '*.awk' \) 2>/dev/null | sort >"$work/files"
        long_files
        # shellcheck disable=SC2046 # file names here are words
        grep -nwE "$marks" /dev/null $(cat "$work/files") | sed 's/$/ (unfinished)/'
        sleeping_tests
        bare_numbers
        grep '\.c$' "$work/files" | while read -r file; do first_includes "$file"; done
        # shellcheck disable=SC2046
        grep -nE '[[:blank:]]$' /dev/null $(cat "$work/files") | sed 's/$/ (blank at the end)/'
    )
}

long_files() {
    while read -r file; do
        lines=$(wc -l <"$file")
        [ "$lines" -le 800 ] || echo "$file: $lines lines are more than one idea"
    done <"$work/files"
}

sleeping_tests() {
    grep '^tests/' "$work/files" | grep -v '^tests/style\.sh$' | while read -r file; do
        grep -nE '(^|[^a-z_])((u|nano)?sleep *\(|clock_nanosleep)|^ *sleep |[;&|] *sleep |do sleep' \
            "$file" /dev/null | sed "s/$/ (a test waits for a condition, it does not sleep)/"
    done
}

# SQL has the names of enums (data/sql2c.awk); comments may say what they like.
bare_numbers() {
    # shellcheck disable=SC2046,SC2086 # names of folders and files here are words
    awk '
        BEGIN {
            column = "(status|state|act|role|became|was|kind|type|tender|source|ending|outcome|heading)"
            among = " +(NOT +)?IN *[(](:[A-Z0-9_]+, *)*"
            between = " +(NOT +)?BETWEEN +(:[A-Z0-9_]+ +AND +)?"
            beside = "(^|[^a-z_])" column "( *(=|<>) *|" among "|" between ")-?[0-9]"
            chosen = "CASE +([a-z_]+[.])?" column " +(WHEN +:[A-Z0-9_]+ +THEN +[^ ]+ +)*WHEN +-?[0-9]"
        }
        { sub(/--.*/, "") }
        $0 ~ beside || $0 ~ chosen { print FILENAME ":" FNR ":" $0 " (name the number: :SEAT_HELD)" }
    ' /dev/null $(find $sql_folders -name '*.sql' 2>/dev/null | sort)
}

# config.h comes first, then the file's own header if it has one.
first_includes() {
    own=${1%.c}.h
    [ -f "$own" ] || own=
    sed -n 's/^# *include *[<"]\([^>"]*\)[>"].*/\1/p' "$1" | head -n 2 >"$work/includes"
    first=$(sed -n 1p "$work/includes")
    second=$(sed -n 2p "$work/includes")
    [ "$first" = config.h ] || echo "$1: config.h is not the first include"
    [ -z "$own" ] || [ "$second" = "$own" ] || echo "$1: its own header is not the second include"
}

# ---- the control ----------------------------------------------------------------------------
bad=$work/bad
mkdir -p "$bad/src/base" "$bad/tests/unit" "$bad/tests/e2e" "$bad/data/schema/lite" "$bad/data/sql/lite"
awk 'BEGIN { print "#include \"config.h\""; for (i = 0; i < 800; i++) print "" }' >"$bad/src/base/long.c"
printf '#include "config.h"\n/* %s: finish */\n' "${marks%%|*}" >"$bad/src/base/unfinished.c"
printf '#include <stdio.h>\n#include "config.h"\n' >"$bad/src/base/late.c"
printf '#include "config.h"\n#include <stdio.h>\n#include "src/base/own.h"\n' >"$bad/src/base/own.c"
printf '\n' >"$bad/src/base/own.h"
printf '#include "config.h"\nint x; \n' >"$bad/src/base/blank.c"
printf '#include "config.h"\nvoid f(void) { usleep(10); }\n' >"$bad/tests/unit/slow.c"
printf 'while true; do sleep 1; done\n' >"$bad/tests/e2e/slow.sh"
cat >"$bad/data/sql/lite/bare.sql" <<'END'
-- What role = 1 may.
SELECT s.status = 1 FROM seat AS s -- and so on
WHERE was<>0
    AND act NOT IN (2, 3)
    AND act IN (:ACT_SELL, 3)
    AND kind BETWEEN -1 AND 2
    AND kind BETWEEN :KIND_A AND 2
    AND CASE s.role WHEN 4 THEN 1
        ELSE CASE s.role WHEN :ROLE_CLERK THEN 'clerk' WHEN 2 THEN 'more' END END;
END
echo 'CREATE INDEX due ON sale (sold_at) WHERE status = 1;' >"$bad/data/schema/lite/0001_bare.sql"
cat >"$bad/data/sql/lite/fine.sql" <<'END'
-- What status = 1 has.
SELECT s.status = :SEAT_HELD, 1 -- not kind IN (0, 1)
FROM seat AS s WHERE act NOT IN (:ACT_SELL, :ACT_PAY) AND kind BETWEEN :KIND_A AND :KIND_B
    AND act = ?1 AND kinds = 1 AND at_source = 2 AND CASE s.role WHEN :ROLE_CLERK THEN 1 ELSE 2 END;
END
printf '#include "config.h"\n#include "src/base/fine.h"\nint f;\n' >"$bad/src/base/fine.c"
printf '#ifndef A\n#endif\n' >"$bad/src/base/fine.h"

# shellcheck source=lib/tap.sh
. "$srcdir/tests/lib/tap.sh"
check_tree "$bad" >"$work/bad.txt"
for name in src/base/long.c src/base/unfinished.c src/base/late.c src/base/own.c \
    src/base/blank.c tests/unit/slow.c tests/e2e/slow.sh data/schema/lite/0001_bare.sql; do
    grep -q "^$name:" "$work/bad.txt"
    result $? "control: $name is found"
done
[ "$(grep -c '^data/sql/lite/bare\.sql:' "$work/bad.txt")" = 8 ]
result $? 'control: every bare number of bare.sql is found'
! grep -q 'fine\.' "$work/bad.txt"
result $? 'control: a fine file is not reported'

check_tree "$srcdir" >"$work/faults.txt"
sed 's/^/# /' "$work/faults.txt"
[ ! -s "$work/faults.txt" ]
result $? 'the tree keeps the house style'
echo "1..$count"
exit $status
