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
            -name '*.awk' \) ! -path 'tests/data/houses/*' 2>/dev/null | sort >"$work/files"
        long_files
        # shellcheck disable=SC2046 # file names here are words
        grep -nwE "$marks" /dev/null $(cat "$work/files") | sed 's/$/ (unfinished)/'
        sleeping_tests
        bare_numbers
        long_functions
        word_tables
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
            column = "(status|state|act|role|approval|became|was|kind|type|tender|source|ending|outcome|heading)"
            among = " +(NOT +)?IN *[(](:[A-Z0-9_]+, *)*"
            between = " +(NOT +)?BETWEEN +(:[A-Z0-9_]+ +AND +)?"
            beside = "(^|[^a-z_])" column "( *(=|<>) *|" among "|" between ")-?[0-9]"
            chosen = "CASE +([a-z_]+[.])?" column " +(WHEN +:[A-Z0-9_]+ +THEN +[^ ]+ +)*WHEN +-?[0-9]"
        }
        { sub(/--.*/, "") }
        $0 ~ beside || $0 ~ chosen { print FILENAME ":" FNR ":" $0 " (name the number: :SEAT_HELD)" }
    ' /dev/null $(find $sql_folders -name '*.sql' 2>/dev/null | sort)
}

# A function of the database takes at most 8 parameters and 60 lines.
long_functions() {
    # shellcheck disable=SC2046,SC2086 # names of folders and files here are words
    awk '
        /^CREATE (FUNCTION|PROCEDURE) / {
            head = ""
            start = FNR
            name = $3
            sub(/[(].*/, "", name)
            in_head = 1
        }
        in_head { head = head " " $0 }
        in_head && /(RETURNS|LANGUAGE)/ {
            in_head = 0
            sub(/(RETURNS|LANGUAGE).*/, "", head)
            sub(/^[^(]*[(]/, "", head)
            count = head ~ /^ *[)]/ ? 0 : gsub(/,/, "", head) + 1
        }
        start && /(\$\$;|^    RETURN .*;)$/ {
            size = FNR - start + 1
            if (size > 60)
                print FILENAME ":" start ": " name " has " size " lines"
            if (count > 8)
                print FILENAME ":" start ": " name " has " count " parameters"
            start = 0
        }
    ' /dev/null $(find $sql_folders -path '*/schema/pg/code/*' -name '*.sql' 2>/dev/null | sort)
}

# A table of words whose size is asserted names every value of its enum: a hole in `[VALUE] = ` has the
# right size and compiles.
word_tables() {
    # shellcheck disable=SC2046 # names of files here are words
    awk '
        function plain(text) {
            gsub(/[/][*].*[*][/]|[/][*].*$|^ *[*].*$/, "", text)
            return text
        }
        FNR == 1 { in_enum = table = ""; split("", named) }
        { line = plain($0) }
        pass == 1 && line ~ /^ *enum [a-z_]* *[{]/ { in_enum = 1; values = 0; sub(/^[^{]*[{]/, "", line) }
        pass == 1 && in_enum {
            n = split(line, parts, /[,}]/)
            for (i = 1; i <= n; i++)
                if (match(parts[i], /[A-Z][A-Z0-9_]+/))
                    place[substr(parts[i], RSTART, RLENGTH)] = values++
            if (line ~ /[}]/)
                in_enum = ""
        }
        pass == 1 { next }
        line ~ /[a-z_]+\[[A-Z_]*\] = [{]/ {
            table = line
            sub(/\[[A-Z_]*\] = [{].*/, "", table)
            sub(/.*[ *(]/, "", table)
            named[table] = 0
            sub(/^.*\] = [{]/, "", line)
        }
        table != "" {
            named[table] += gsub(/\[[A-Z][A-Z0-9_]*\] *=/, "", line)
            if (line ~ /[}];/)
                table = ""
        }
        match(line, /COUNT_OF[(][a-z_]+[)] == [(]?[A-Z_]+|ENUM_TEXT[(][a-z_]+, [a-z_]+, [A-Z_]+/) {
            asserted = substr(line, RSTART, RLENGTH)
            count = asserted
            sub(/.*[ (]/, "", count)
            sub(/^COUNT_OF[(]|^ENUM_TEXT[(][a-z_]+, /, "", asserted)
            sub(/[),].*/, "", asserted)
            if (named[asserted] && count in place && named[asserted] != place[count])
                print FILENAME ":" FNR ": " asserted " has " named[asserted] " of " place[count] " values"
        }
    ' pass=1 /dev/null $(grep '^\(src\|ui\|sync\)/.*[.][ch]$' "$work/files") pass=2 \
        $(grep '^\(src\|ui\|sync\)/.*[.]c$' "$work/files")
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
mkdir -p "$bad/data/schema/pg/code" "$bad/src/base" "$bad/tests/unit" "$bad/tests/e2e" "$bad/data/schema/lite" "$bad/data/sql"
awk 'BEGIN { print "#include \"config.h\""; for (i = 0; i < 800; i++) print "" }' >"$bad/src/base/long.c"
printf '#include "config.h"\n/* %s: finish */\n' "${marks%%|*}" >"$bad/src/base/unfinished.c"
printf '#include <stdio.h>\n#include "config.h"\n' >"$bad/src/base/late.c"
printf '#include "config.h"\n#include <stdio.h>\n#include "src/base/own.h"\n' >"$bad/src/base/own.c"
printf '\n' >"$bad/src/base/own.h"
printf '#include "config.h"\nint x; \n' >"$bad/src/base/blank.c"
printf '#include "config.h"\nvoid f(void) { usleep(10); }\n' >"$bad/tests/unit/slow.c"
printf 'while true; do sleep 1; done\n' >"$bad/tests/e2e/slow.sh"
cat >"$bad/data/sql/bare.sql" <<'END'
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
cat >"$bad/data/sql/fine.sql" <<'END'
-- What status = 1 has.
SELECT s.status = :SEAT_HELD, 1 -- not kind IN (0, 1)
FROM seat AS s WHERE act NOT IN (:ACT_SELL, :ACT_PAY) AND kind BETWEEN :KIND_A AND :KIND_B
    AND act = $1 AND kinds = 1 AND at_source = 2 AND CASE s.role WHEN :ROLE_CLERK THEN 1 ELSE 2 END;
END
{
    echo 'CREATE FUNCTION loge.f(a integer) RETURNS void LANGUAGE sql AS $$'
    awk 'BEGIN { for (i = 0; i < 59; i++) print "    SELECT 1;" }'
    echo '$$;'
    echo 'CREATE FUNCTION loge.g(a integer, b integer, c integer, d integer, e integer, f integer, g integer,'
    echo '    h integer, i integer) RETURNS void LANGUAGE sql AS $$'
    awk 'BEGIN { for (i = 0; i < 57; i++) print "    SELECT 1;" }'
    echo '$$;'
} >"$bad/data/schema/pg/code/long.sql"
printf '#include "config.h"\n#include "src/base/fine.h"\nint f;\n' >"$bad/src/base/fine.c"
printf '#ifndef A\nenum hue {\n    HUE_RED, /* like that */\n    HUE_BLUE = 1,\n    HUE_COUNT\n};\n#endif\n' >"$bad/src/base/fine.h"
cat >"$bad/src/base/hole.c" <<'END'
#include "config.h"
static const char *const whole[] = {[HUE_RED] = "red", [HUE_BLUE] = "blue"};
_Static_assert(COUNT_OF(whole) == HUE_COUNT, "every hue");
static const char *const holed[] = {
    [HUE_BLUE] = "blue",
};
_Static_assert(COUNT_OF(holed) == HUE_COUNT, "every hue");
ENUM_TEXT(hue, holed, HUE_COUNT)
END

# shellcheck source=lib/tap.sh
. "$srcdir/tests/lib/tap.sh"
check_tree "$bad" >"$work/bad.txt"
for name in src/base/long.c src/base/unfinished.c src/base/late.c src/base/own.c \
    src/base/blank.c tests/unit/slow.c tests/e2e/slow.sh data/schema/lite/0001_bare.sql; do
    grep -q "^$name:" "$work/bad.txt"
    result $? "control: $name is found"
done
[ "$(grep -c '^data/sql/bare\.sql:' "$work/bad.txt")" = 8 ]
result $? 'control: every bare number of bare.sql is found'
[ "$(grep -c '^data/schema/pg/code/long\.sql:' "$work/bad.txt")" = 2 ]
result $? 'control: a long function and one with many parameters are found'
[ "$(grep -c '^src/base/hole\.c:.* holed has 1 of 2' "$work/bad.txt")" = 2 ] && ! grep -q whole "$work/bad.txt"
result $? 'control: a hole in a table of words is found'
! grep -q 'fine\.' "$work/bad.txt"
result $? 'control: a fine file is not reported'

check_tree "$srcdir" >"$work/faults.txt"
sed 's/^/# /' "$work/faults.txt"
[ ! -s "$work/faults.txt" ]
result $? 'the tree keeps the house style'
echo "1..$count"
exit $status
