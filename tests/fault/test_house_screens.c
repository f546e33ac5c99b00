/*
 * Two real consoles on one house, through everything that can happen to its servers, its lines and
 * its tills. After each fault every seat stands on both screens as it does in the database; in the
 * end the verdict of field.h. SEED, ROUNDS and CLERKS as in test_house_faults.c.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/fault/screens.h"
#include "tests/lib/cutter.h"

/* As in test_house_lines.c: an act is larger than a question, and its answer smaller than this. */
enum { ACT_BYTES = 350, ANSWER_BYTES = 80 };

static struct field field;
static struct screens screens;
static struct cutter cutter;
static char address[64];

static int leave(void **state)
{
    screens_close(&screens);
    if (cutter.pid)
        cutter_stop(&cutter);
    cutter.pid = 0;
    return field_clear(state);
}

static void come_in(const struct field_wish *wish)
{
    field_open(&field, wish);
    screens_open(&screens, &field);
    screens_work(&screens);
    screens_agree(&screens);
}

static void go_home(void)
{
    printf("# %s: %d keys at %d screens\n", field.wish.name, screens.acts, SCREENS);
    screens_close(&screens);
    field_close(&field);
}

/* Whoever was at work when it happened goes on; then all is compared. */
static void after_that(void)
{
    field.fired++;
    field.hit++;
    screens_work(&screens);
    screens_agree(&screens);
    screens_work(&screens);
}

/* All these houses have one name in Redis: it must not know of the last one, on its disk neither.
 */
static void empty_redis(void)
{
    free(redis_server_say(&field_redis, "FLUSHALL", NULL));
    free(redis_server_say(&field_redis, "SAVE", NULL));
}

/* Each round has a house of its own: one that is sold out has nothing left to go wrong. */
static void in_many_houses(const struct field_wish *wish, void (*happens)(int round))
{
    for (int i = 0; i < field_rounds(1); i++) {
        empty_redis();
        come_in(wish);
        happens(i);
        screens_agree(&screens);
        go_home();
    }
}

/* ---- Redis ---------------------------------------------------------------------------------- */

static void redis_suffers(int round)
{
    (void)round;
    redis_server_kill(&field_redis);
    screens_work(&screens);
    screens_agree(&screens);
    redis_server_restart(&field_redis);
    after_that();
    redis_server_freeze(&field_redis);
    screens_work(&screens);
    screens_agree(&screens);
    redis_server_thaw(&field_redis);
    after_that();
    free(redis_server_say(&field_redis, "FLUSHALL", NULL));
    after_that();
    free(redis_server_say(&field_redis, "SAVE", NULL));
    screens_work(&screens);
    redis_server_kill(&field_redis);
    redis_server_restart(&field_redis); /* with keys of a while ago */
    after_that();
}

static void through_what_happens_to_redis(void **state)
{
    in_many_houses(&(struct field_wish){.name = "screens and redis", .others = true},
                   redis_suffers);
}

/* ---- PostgreSQL ----------------------------------------------------------------------------- */

#define CUT_ALL                                                           \
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE" \
    " datname = current_database() AND pid <> pg_backend_pid()"

static void postgresql_suffers(int round)
{
    (void)round;
    (void)field_sql(&field, CUT_ALL);
    after_that();
    pg_server_restart();
    after_that();
    pg_server_kill();
    screens_work(&screens);
    pg_server_restart();
    after_that();
    pg_server_freeze();
    screens_work(&screens);
    field_wait_trouble(&field, 1);
    pg_server_thaw();
    after_that();
}

static void through_what_happens_to_postgresql(void **state)
{
    in_many_houses(
        &(struct field_wish){.name = "screens and postgresql", .others = true, .crashes = true},
        postgresql_suffers);
}

/* ---- lines ---------------------------------------------------------------------------------- */

static void be_cut(enum cut cut)
{
    int fired = atomic_load(&cutter.orders->fired);
    while (atomic_load(&cutter.orders->fired) == fired) {
        /* Anew each time: the line it was meant for may have hung up by itself. */
        cutter_order(&cutter, cut, field_roll(&field, 0, ANSWER_BYTES));
        screens_work(&screens);
    }
    after_that();
}

static void lines_suffer(int round)
{
    (void)round;
    be_cut(CUT_ANSWER);
    be_cut(CUT_REQUEST);
    be_cut(CUT_SENT);
    be_cut(CUT_LINES);
}

static void through_lines_that_are_cut(void **state)
{
    char target[32];
    snprintf(target, sizeof target, "127.0.0.1:%d", pg_server_port());
    cutter_start(&cutter, target);
    atomic_store(&cutter.orders->least, ACT_BYTES);
    atomic_store(&cutter.orders->first, 'B');
    snprintf(address, sizeof address, "host=127.0.0.1 port=%d", cutter.port);
    in_many_houses(
        &(struct field_wish){.name = "screens and lines", .host = address, .others = true},
        lines_suffer);
}

/* ---- the consoles themselves ---------------------------------------------------------------- */

static void kill_one(int no)
{
    screens_press(&screens, no, "2 b");
    screens_agree(&screens);
    screens_kill(&screens, no);
    field_work(&field);
    screens_again(&screens, no);
    screens_agree(&screens); /* what it left is drawn as its own again */
}

/* It sleeps through what others do, and wakes up to a house that went on. */
static void freeze_one(int no)
{
    kill(pty_pid(screens.at[no]), SIGSTOP);
    pty_wait_stopped(screens.at[no]);
    field_work(&field);
    pty_go_on(screens.at[no]);
}

static void consoles_suffer(int round)
{
    kill_one(round % SCREENS);
    after_that();
    freeze_one((round + 1) % SCREENS);
    after_that();
}

static void through_what_happens_to_consoles(void **state)
{
    in_many_houses(&(struct field_wish){.name = "screens killed and frozen", .others = true},
                   consoles_suffer);
}

#define SCREEN_TEST(name) cmocka_unit_test_setup_teardown(name, field_prepare, leave)

/* A word is a pattern of tests to run, as in '*lines*'. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        SCREEN_TEST(through_what_happens_to_redis),
        SCREEN_TEST(through_what_happens_to_postgresql),
        SCREEN_TEST(through_lines_that_are_cut),
        SCREEN_TEST(through_what_happens_to_consoles),
    };
    if (pg_server_skip() || !redis_server_here())
        return 0;
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, field_servers_start, field_servers_stop);
}
