#include "config.h"

#include "tests/lib/pty_house.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/lib/temp_dir.h"

static char dir[128];

/* ---- programs ------------------------------------------------------------------------------- */

const char *pty_program(void)
{
    const char *told = getenv("LOGE");
    return told ? told : "./loge";
}

const char *pty_built(const char *name)
{
    static char path[1024];
    const char *build = getenv("builddir");
    snprintf(path, sizeof path, "%s/%s", build ? build : ".", name);
    return path;
}

struct pty *pty_console(struct pty_start how)
{
    const char *const argv[] = {pty_program(), NULL};
    if (!how.argv)
        how.argv = argv;
    if (!how.term)
        how.term = "xterm-256color";
    if (!how.rows)
        how.rows = 24;
    if (!how.columns)
        how.columns = 80;
    return pty_new(&how);
}

void pty_sign_in(struct pty *pty, const char *name, const char *pin)
{
    pty_type(pty, name);
    pty_keys(pty, "Enter");
    pty_type(pty, pin);
    pty_keys(pty, "Enter");
}

/* ---- halls ---------------------------------------------------------------------------------- */

void pty_write_plan(const char *path, int sections)
{
    enum { ROWS = 40, SEATS = 50 };
    FILE *plan = fopen(path, "w");
    assert_non_null(plan);
    fputs("title Large\nstage top\nclass S Standard\n", plan);
    for (int i = 0; i < sections * ROWS; i++) {
        if (i % ROWS == 0)
            fprintf(plan, "section S%d\n", i / ROWS);
        fprintf(plan, "R%d ", i % ROWS);
        for (int seat = 0; seat < SEATS; seat++)
            fputc('S', plan);
        fputc('\n', plan);
    }
    assert_int_equal(fclose(plan), 0);
}

/* ---- the house ------------------------------------------------------------------------------ */

void pty_shell(const char *fmt, ...)
{
    char line[2048];
    va_list args;
    va_start(args, fmt);
    vsnprintf(line, sizeof line, fmt, args);
    va_end(args);
    setenv("LOGE", pty_program(), 0);
    if (system(line) != 0)
        fail_msg("%s", line);
}

int pty_house_make(void **state)
{
    char house[PTY_PATH];
    temp_dir_make(dir, sizeof dir);
    snprintf(house, sizeof house, "%s/house", dir);
    setenv("LOGE_DIR", house, 1);
    unsetenv("LOGE_PIN");
    unsetenv("LOGE_TILL");
    pty_shell("\"$LOGE\" demo --seats 200 --quiet --no-console >'%s/said' 2>&1 || "
              "{ cat '%s/said'; exit 1; }; cp -r '%s' '%s/made'",
              dir, dir, house, dir);
    return 0;
}

int pty_house_remove(void **state)
{
    pty_shell("rm -rf '%s'", dir);
    return 0;
}

void pty_house_restore(void)
{
    pty_shell("rm -rf '%s/house' && cp -r '%s/made' '%s/house'", dir, dir, dir);
}

const char *pty_house_path(const char *name, char out[PTY_PATH])
{
    snprintf(out, PTY_PATH, "%s/house/%s", dir, name);
    return out;
}

int64_t pty_house_ask(const char *sql)
{
    char path[PTY_PATH];
    sqlite3 *db;
    sqlite3_stmt *statement;
    pty_house_path("house.db", path);
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return value;
}
