/*
 * Long work in a real console on a terminal: the message row says so, and Esc ends it with nothing
 * changed.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/lib/pty.h"
#include "tests/lib/temp_dir.h"

enum { SECTIONS = 100, ROWS = 40, SEATS = 50 };

static char dir[128];

static const char *program(void)
{
    const char *told = getenv("LOGE");
    return told ? told : "./loge";
}

static void shell(const char *fmt, ...)
{
    char command[1024];
    va_list args;
    va_start(args, fmt);
    vsnprintf(command, sizeof command, fmt, args);
    va_end(args);
    if (system(command) != 0)
        fail_msg("%s", command);
}

/* As large as a hall may be. */
static void draw_hall(void)
{
    char path[160];
    snprintf(path, sizeof path, "%s/big.plan", dir);
    FILE *plan = fopen(path, "w");
    assert_non_null(plan);
    fputs("title Big\nstage top\nclass S Standard\n", plan);
    for (int i = 0; i < SECTIONS * ROWS; i++) {
        if (i % ROWS == 0)
            fprintf(plan, "section S%d\n", i / ROWS);
        fprintf(plan, "R%d ", i % ROWS);
        for (int seat = 0; seat < SEATS; seat++)
            fputc('S', plan);
        fputc('\n', plan);
    }
    assert_int_equal(fclose(plan), 0);
}

static int make_house(void **state)
{
    temp_dir_make(dir, sizeof dir);
    shell("LOGE_DIR='%s' '%s' demo --seats 200 --quiet --no-console >/dev/null", dir, program());
    draw_hall();
    return 0;
}

static int away_with_it(void **state)
{
    shell("rm -rf '%s'", dir);
    return 0;
}

static struct pty *a_console(void)
{
    char folder[160];
    snprintf(folder, sizeof folder, "LOGE_DIR=%s", dir);
    const char *const argv[] = {program(), NULL};
    const char *const env[] = {folder, NULL};
    const struct pty_start how = {
        .argv = argv, .term = "xterm-256color", .env = env, .rows = 24, .columns = 80};
    struct pty *pty = pty_new(&how);
    pty_idle(pty);
    pty_type(pty, "ruth");
    pty_keys(pty, "Enter 3 3 3 3 Enter");
    return pty;
}

/* Somebody else writes for a while, so that the work takes as long as one pleases. */
static sqlite3 *lock_house(void)
{
    char path[160];
    sqlite3 *db;
    snprintf(path, sizeof path, "%s/house.db", dir);
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static void type_line(struct pty *pty, const char *line)
{
    pty_type(pty, line); /* in one go it would be a scanner's */
    pty_send(pty, "\r", 1);
}

static void esc_ends_an_import_with_nothing_changed(void **state)
{
    char line[256];
    struct pty *pty = a_console();
    snprintf(line, sizeof line, ":plan import %s/big.plan --hall big", dir);
    sqlite3 *other = lock_house();
    type_line(pty, line);
    pty_wait_for(pty, "Esc stops it");
    pty_send(pty, "\033", 1);
    pty_wait_for(pty, "Stopping");
    sqlite3_close(other);
    pty_wait_for(pty, "Stopped as asked; nothing was changed.");
    shell("! LOGE_DIR='%s' '%s' plan export big >/dev/null 2>&1", dir, program());
    pty_keys(pty, "Enter");
    pty_wait_for(pty, "STATE");
    pty_free(&pty);
}

/* The control: what nobody stops is done, and told. */
static void an_import_that_is_left_alone_is_done(void **state)
{
    char line[256];
    struct pty *pty = a_console();
    snprintf(line, sizeof line, ":plan import %s/big.plan --hall big", dir);
    type_line(pty, line);
    pty_wait_for(pty, "200000 added");
    shell("LOGE_DIR='%s' '%s' plan export big >/dev/null 2>&1", dir, program());
    pty_free(&pty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(esc_ends_an_import_with_nothing_changed),
        cmocka_unit_test(an_import_that_is_left_alone_is_done),
    };
    return cmocka_run_group_tests(tests, make_house, away_with_it);
}
