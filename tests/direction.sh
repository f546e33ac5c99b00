#!/bin/sh
# Proves the direction of the architecture (src/README.md draws it):
#
#   main, cmd                        --> everything
#   ui, api, engine, adapter, sync   --> port --> domain --> base      siblings never meet
#
# and that every outside library is known to one folder only, and that the domain is pure. The same
# checker is first run on a small tree that breaks each rule, to show that it can fail.
set -u
srcdir=${srcdir:-$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)}
work=$(mktemp -d "${TMPDIR:-/tmp}/loge-direction.XXXXXX")
trap 'rm -rf "$work"' EXIT

# check_tree DIR: one line for each break of a rule; nothing when all is well.
check_tree() {
    # shellcheck disable=SC2016 # awk's dollars
    (cd "$1" && find src ui sync -name '*.[ch]' 2>/dev/null | sort | xargs awk '
    # ---- who may see whom
    function allow(folder, others) { may[folder] = " " folder " " others " " }
    function lib(header, folders) { home[header] = " " folders " " }
    BEGIN {
        allow("src/base", "")
        allow("src/domain", "src/base")
        allow("src/port", "src/domain src/base")
        split("src/engine src/adapter src/api sync ui", siblings, " ")
        for (i in siblings)
            allow(siblings[i], "src/port src/domain src/base")
        may["sync"] = may["sync"] "gen "
        may["src/adapter"] = may["src/adapter"] "gen "
        may["src/api"] = may["src/api"] "gen "; made["gen/api_texts.h"] = "src/api"
        may["src/port"] = may["src/port"] "gen "; made["gen/statements.h"] = "src/port"
        made["gen/lite_sql.h"] = "sync"; made["gen/pg_sql.h"] = "src/adapter"
        made["gen/lua_scripts.h"] = "src/adapter"
        may["src/domain"] = may["src/domain"] "gen "
        lib("sqlite3.h", "sync"); lib("sodium.h", "src/adapter"); lib("curl/curl.h", "src/adapter")
        lib("libpq-fe.h", "src/adapter"); lib("hiredis", "src/adapter"); lib("qrencode.h", "src/adapter")
        lib("microhttpd.h", "src/api"); lib("curses.h", "ui"); lib("ncurses", "ui")
        lib("libintl.h", "ui src/cmd"); lib("ini.h", "src/base")
        lib("jansson.h", "src/adapter src/api src/cmd"); lib("zlib.h", "src/api"); lib("cmocka.h", "")
        pure = " assert.h ctype.h errno.h inttypes.h limits.h math.h stdarg.h stdbool.h stddef.h" \
            " stdint.h stdio.h stdlib.h string.h strings.h wchar.h "
        impure_base = " clock_system.h config.h log.h metrics.h queue.h worker.h breaker.h "
        deeds = "(^|[^a-z_])(f?printf|fopen|fdopen|open|fread|fwrite|fputs|fputc|puts|putchar|" \
            "perror|scanf|fgets|getline|time|clock|clock_gettime|gettimeofday|localtime|getenv|" \
            "rand|random|srand|pthread_[a-z_]+|system|exit|usleep|nanosleep|clock_(system|wall|mono)) *\\("
    }
    function folder_of(path, parts, n) {
        n = split(path, parts, "/")
        return parts[1] == "src" ? (n == 2 ? "src" : "src/" parts[2]) : parts[1]
    }
    function fault(text) { printf "%s:%d: %s\n", FILENAME, FNR, text }

    FNR == 1 { me = folder_of(FILENAME); in_comment = 0 }

    # ---- includes
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, quoted, "\"")
        path = quoted[2]
        if (path == "config.h" || me == "src" || me == "src/cmd")
            next
        if (path !~ /\//)
            fault("include by path from the top, not \"" path "\"")
        else if (!index(may[me], " " folder_of(path) " "))
            fault(me " must not see " path)
        else if (path in made && made[path] != me)
            fault(path " belongs in " made[path] " only")
        else if (me == "src/domain" && path ~ /^src\/base\// &&
                 index(impure_base, " " substr(path, 10) " "))
            fault("the domain is pure and must not see " path)
        next
    }
    /^[ \t]*#[ \t]*include[ \t]*</ {
        split($0, angled, "[<>]")
        header = angled[2]
        for (known in home)
            if (index(header, known) == 1 && !index(home[known], " " me " "))
                fault(header " belongs in" home[known] "only")
        if ((me == "src/domain" || me == "src/port") && !index(pure, " " header " "))
            fault("the domain is pure and must not see <" header ">")
        next
    }

    # ---- the domain does nothing but think
    me == "src/domain" {
        line = $0
        gsub(/\\"/, "", line)
        gsub(/"[^"]*"/, "", line)
        gsub(/\/\*[^*]*\*\//, "", line)
        sub(/\/\/.*/, "", line)
        if (in_comment) {
            if (!sub(/^.*\*\//, "", line))
                next
            in_comment = 0
        }
        if (sub(/\/\*.*/, "", line))
            in_comment = 1
        if (line ~ /(^|[^A-Za-z_])FILE([^A-Za-z_]|$)/ || line ~ deeds)
            fault("the domain is pure: " $0)
    }' /dev/null)
}

# ---- the control: a tree with one break of each rule ----------------------------------------
bad=$work/bad
mkdir -p "$bad/src/base" "$bad/src/domain" "$bad/src/engine" "$bad/src/adapter" "$bad/src/api" "$bad/src/port" \
    "$bad/src/cmd" "$bad/sync" "$bad/ui"
put() {
    file=$bad/$1
    shift
    printf '%s\n' '#include "config.h"' "$@" >"$file"
}
controls=
# breaks NAME FILE LINE...: this file breaks the rule; the checker has to name it.
breaks() {
    put "$2" "$3"
    controls="$controls$2|$1
"
}
breaks 'base may not look up' src/base/a.c '#include "src/domain/seat.h"'
breaks 'domain may not see a port' src/domain/b.c '#include "src/port/store.h"'
breaks 'a port may not see an engine' src/port/c.h '#include "src/engine/desk.h"'
breaks 'siblings may not meet' src/engine/d.c '#include "sync/lite_store.h"'
breaks 'the screen may not see the engine' ui/e.c '#include "src/engine/desk.h"'
breaks 'SQLite is known in sync only' src/engine/f.c '#include <sqlite3.h>'
breaks 'libsodium is known in adapter only' src/base/g.c '#include <sodium.h>'
breaks 'curses is known in ui only' src/cmd/h.c '#include <curses.h>'
breaks 'generated SQL is known where it is run' src/adapter/i.c '#include "gen/lite_sql.h"'
breaks 'each store knows its own SQL' sync/q.c '#include "gen/pg_sql.h"'
breaks 'hiredis is known in adapter only' src/engine/p.c '#include <hiredis/hiredis.h>'
breaks 'microhttpd is known in api only' src/cmd/r.c '#include <microhttpd.h>'
breaks 'the service may not see the engine' src/api/s.c '#include "src/engine/desk.h"'
breaks 'includes go by path from the top' sync/j.c '#include "lite_store.h"'
breaks 'the domain has no clock' src/domain/k.c 'int64_t now(void) { return time(NULL); }'
breaks 'the domain has no threads' src/domain/l.c '#include <pthread.h>'
breaks 'the domain has no files' src/domain/m.c 'int f(FILE *out);'
breaks 'the domain does not print' src/domain/n.c 'void f(void) { printf("x"); }'
breaks 'the domain does not log' src/domain/o.c '#include "src/base/log.h"'
put src/domain/fine.c '#include <stdio.h>' '#include "src/base/arena.h"' \
    '/* printf( in a comment, and time( too' ' * FILE */' \
    'int f(char *to) { return snprintf(to, 2, "time(%s)", "FILE"); }'
put src/cmd/fine.c '#include "src/engine/desk.h"' '#include "sync/lite_store.h"'
put sync/fine.c '#include <sqlite3.h>' '#include "gen/lite_sql.h"' '#include "src/port/store.h"'

check_tree "$bad" >"$work/bad.txt"
printf '%s' "$controls" >"$work/controls"
# shellcheck source=lib/tap.sh
. "$srcdir/tests/lib/tap.sh"
while IFS='|' read -r path name; do
    grep -q "^$path:" "$work/bad.txt"
    result $? "control: $name"
done <"$work/controls"
! grep '/fine\.' "$work/bad.txt" | sed 's/^/# /' | grep .
result $? 'control: what is allowed is not reported'

# ---- the tree itself ------------------------------------------------------------------------
check_tree "$srcdir" >"$work/faults.txt"
sed 's/^/# /' "$work/faults.txt"
[ ! -s "$work/faults.txt" ]
result $? 'every include follows the direction and the domain is pure'
[ "$(cd "$srcdir" && find src -name '*.c' | wc -l)" -gt 3 ]
result $? 'there was something to check'
echo "1..$count"
exit $status
