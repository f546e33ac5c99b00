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

#include "tests/lib/pty_house.h"

static int make_house(void **state)
{
    char path[PTY_PATH];
    pty_house_make(state);
    pty_write_plan(pty_house_path("big.plan", path), PTY_SECTIONS_MOST);
    return 0;
}

static struct pty *a_console(void)
{
    struct pty *pty = pty_console((struct pty_start){0});
    pty_idle(pty);
    pty_sign_in(pty, "ruth", "3333");
    return pty;
}

/* Somebody else writes for a while, so that the work takes as long as one pleases. */
static sqlite3 *lock_house(void)
{
    char path[PTY_PATH];
    sqlite3 *db;
    pty_house_path("house.db", path);
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static void begin_import(struct pty *pty)
{
    char path[PTY_PATH];
    pty_type(pty, ":plan import "); /* in one go it would be a scanner's */
    pty_type(pty, pty_house_path("big.plan", path));
    pty_type(pty, " --hall big");
    pty_send(pty, "\r", 1);
}

static void esc_ends_an_import_with_nothing_changed(void **state)
{
    struct pty *pty = a_console();
    sqlite3 *other = lock_house();
    begin_import(pty);
    pty_wait_for(pty, "Esc stops it");
    pty_send(pty, "\033", 1);
    pty_wait_for(pty, "Stopping");
    sqlite3_close(other);
    pty_wait_for(pty, "Stopped as asked; nothing was changed.");
    pty_shell("! \"$LOGE\" plan export big >/dev/null 2>&1");
    pty_keys(pty, "Enter");
    pty_wait_for(pty, "STATE");
    pty_free(&pty);
}

/* The control: what nobody stops is done, and told. */
static void an_import_that_is_left_alone_is_done(void **state)
{
    struct pty *pty = a_console();
    begin_import(pty);
    pty_wait_for(pty, "200000 added");
    pty_shell("\"$LOGE\" plan export big >/dev/null 2>&1");
    pty_free(&pty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(esc_ends_an_import_with_nothing_changed),
        cmocka_unit_test(an_import_that_is_left_alone_is_done),
    };
    return cmocka_run_group_tests(tests, make_house, pty_house_remove);
}
