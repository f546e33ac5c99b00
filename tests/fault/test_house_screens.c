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

#include "src/base/clock.h"
#include "tests/fault/limits.h"
#include "tests/fault/screens.h"
#include "tests/lib/bouncer.h"
#include "tests/lib/cutter.h"

/* As in test_house_lines.c: an act is larger than a question, and its answer smaller than this. */
enum { ACT_BYTES = 350, ANSWER_BYTES = 80, REDIS_BYTES = 200, REDIS_ANSWER_BYTES = 6 };
enum { SOON_MS = 2000, LOOK_MS = 20, TRIES = 20 };

static struct field field;
static struct screens screens;
static struct cutter to_postgresql, to_redis;
static struct bouncer bouncer;
static struct redis_server nodes[REDIS_CLUSTER];
static char address[64], redis_address[64];

static int leave(void **state)
{
    screens_close(&screens);
    cutter_stop(&to_postgresql);
    cutter_stop(&to_redis);
    if (bouncer.pid)
        bouncer_stop(&bouncer);
    if (nodes[0].pid)
        redis_cluster_stop(nodes);
    bouncer = (struct bouncer){0};
    nodes[0].pid = 0;
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
    for (int i = 0; i < REDIS_CLUSTER && nodes[i].pid; i++)
        free(redis_server_say(&nodes[i], "FLUSHALL", NULL));
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
    in_many_houses(
        &(struct field_wish){.name = "screens and redis", .hurt = HURT_REDIS, .others = true},
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
        &(struct field_wish){
            .name = "screens and postgresql", .hurt = HURT_HOUSE, .others = true, .crashes = true},
        postgresql_suffers);
}

/* ---- lines ---------------------------------------------------------------------------------- */

static void be_cut(struct cutter *cutter, enum cut cut, int most)
{
    int fired = atomic_load(&cutter->orders->fired);
    while (atomic_load(&cutter->orders->fired) == fired) {
        /* Anew each time: the line it was meant for may have hung up by itself. */
        cutter_order(cutter, cut, field_roll(&field, 0, most));
        screens_work(&screens);
    }
    after_that();
}

static void open_hole(const struct cutter *cutter, int up, int down)
{
    atomic_store(&cutter->orders->hole_up, up);
    atomic_store(&cutter->orders->hole_down, down);
}

/* Both wish for a seat, and nobody waits at the screen until they are told. */
static void be_half_open(int up, int down)
{
    open_hole(&to_postgresql, up, down);
    for (int no = 0; no < SCREENS; no++)
        pty_send(screens.at[no], "1b", 2);
    field_wait_trouble(&field, 1);
    open_hole(&to_postgresql, 0, 0);
    screens_agree(&screens);
    after_that();
}

static void redis_in_a_hole(void)
{
    open_hole(&to_redis, 1, 1);
    screens_work(&screens);
    screens_agree(&screens);
    open_hole(&to_redis, 0, 0);
    after_that();
}

/* ---- a console that is killed in the middle of an act ------------------------------------------
 */

static int locks_there(int no)
{
    (void)no;
    char *said =
        redis_server_say(&field_redis, "EVAL", "return #redis.call('KEYS', '*:lock:*')", "0", NULL);
    int locks = atoi(said);
    free(said);
    return locks;
}

static int holds_there(int no)
{
    char sql[160];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM loge.hold WHERE holder = '%s'",
             screens_person(no));
    return (int)field_sql(&field, sql);
}

static bool comes_soon(int (*count)(int no), int no, int before)
{
    const struct clock clock = clock_system();
    int64_t until = clock_mono(&clock) + SOON_MS;
    while (count(no) <= before && clock_mono(&clock) < until)
        pty_read_for(screens.at[no], LOOK_MS, 0);
    return count(no) > before;
}

/*
 * With its line in a hole it comes no further than we want it to, and dies there: with its locks
 * taken and nothing sent, or with all of it done and nobody told. Should it have been at something
 * else, it is tried again.
 */
static void die_in_the_act(int no, int up, int down, int (*moment)(int no))
{
    bool there = false;
    for (int tries = 0; !there && tries < TRIES; tries++) {
        screens_agree(&screens);
        field_rest(&field, true);
        int before = moment(no);
        open_hole(&to_postgresql, up, down);
        pty_send(screens.at[no], "2b", 2); /* nobody waits until it is drawn */
        there = comes_soon(moment, no, before);
        if (there)
            screens_kill(&screens, no);
        open_hole(&to_postgresql, 0, 0);
        cutter_order(&to_postgresql, CUT_LINES, 0);
        field_rest(&field, false);
        field_work(&field);
    }
    assert_true(there);
    screens_again(&screens, no);
    after_that();
}

static void lines_suffer(int round)
{
    die_in_the_act(round % SCREENS, 1, 0, locks_there);
    die_in_the_act((round + 1) % SCREENS, 0, 1, holds_there);
    be_cut(&to_postgresql, CUT_ANSWER, ANSWER_BYTES);
    be_cut(&to_postgresql, CUT_REQUEST, ANSWER_BYTES);
    be_cut(&to_postgresql, CUT_SENT, ANSWER_BYTES);
    be_cut(&to_postgresql, CUT_LINES, ANSWER_BYTES);
    be_half_open(1, 1);
    be_half_open(0, 1);
}

static void lines_of_redis_suffer(int round)
{
    (void)round;
    be_cut(&to_redis, CUT_ANSWER, REDIS_ANSWER_BYTES);
    be_cut(&to_redis, CUT_REQUEST, REDIS_BYTES);
    be_cut(&to_redis, CUT_LINES, REDIS_BYTES);
    redis_in_a_hole();
}

static void through_lines_that_are_cut(void **state)
{
    char target[32];
    snprintf(target, sizeof target, "127.0.0.1:%d", pg_server_port());
    cutter_start(&to_postgresql, target);
    atomic_store(&to_postgresql.orders->least, ACT_BYTES);
    atomic_store(&to_postgresql.orders->first, 'B');
    snprintf(address, sizeof address, "host=127.0.0.1 port=%d", to_postgresql.port);
    in_many_houses(
        &(struct field_wish){
            .name = "screens and lines", .hurt = HURT_HOUSE, .host = address, .others = true},
        lines_suffer);
}

static void through_lines_to_redis_that_are_cut(void **state)
{
    cutter_start(&to_redis, field_redis.address);
    atomic_store(&to_redis.orders->least, 1);
    snprintf(redis_address, sizeof redis_address, "127.0.0.1:%d", to_redis.port);
    in_many_houses(&(struct field_wish){.name = "screens and redis' lines",
                                        .hurt = HURT_REDIS,
                                        .redis = redis_address,
                                        .others = true},
                   lines_of_redis_suffer);
}

/* ---- limits --------------------------------------------------------------------------------- */

static void servers_come_to_their_limits(int round)
{
    (void)round;
    limit_slow(&field);
    for (int tries = 0; !limit_slow_so_far(&field) && tries < TRIES; tries++)
        screens_work(&screens);
    assert_true(limit_slow_so_far(&field) > 0);
    limit_slow_end(&field);
    after_that();
    limit_connections(&field, 1);
    screens_work(&screens);
    field_wait_trouble(&field, 1);
    limit_connections(&field, -1);
    after_that();
    limit_memory(true);
    screens_work(&screens);
    screens_agree(&screens);
    limit_memory(false);
    after_that();
    assert_true(limit_garbage() > 0);
    after_that();
}

static void through_limits(void **state)
{
    in_many_houses(
        &(struct field_wish){.name = "screens and limits", .hurt = HURT_HOUSE, .others = true},
        servers_come_to_their_limits);
}

/* ---- PgBouncer, and a cluster -----------------------------------------------------------------
 */

static void the_ways_suffer(int round)
{
    (void)round;
    pg_server_restart();
    after_that();
    bouncer_kill(&bouncer);
    screens_work(&screens);
    field_wait_trouble(&field, 1);
    bouncer_restart(&bouncer);
    after_that();
    for (int i = 0; i < REDIS_CLUSTER; i++) {
        redis_server_kill(&nodes[i]);
        screens_work(&screens);
        redis_server_restart(&nodes[i]);
    }
    redis_cluster_wait(nodes);
    after_that();
    for (int i = 0; i < REDIS_CLUSTER; i++)
        free(redis_server_say(&nodes[i], "FLUSHALL", NULL));
    after_that();
}

static void through_a_pooler_and_a_cluster(void **state)
{
    char logins[CLERKS_MAX][PG_LOGIN_TEXT];
    const char *names[CLERKS_MAX + 1] = {NULL};
    for (int i = 0; i < CLERKS_MAX; i++)
        names[i] = field_login(i, logins[i]);
    bouncer_start(&bouncer, names);
    snprintf(address, sizeof address, "host=127.0.0.1 port=%d", bouncer.port);
    redis_cluster_start(nodes);
    in_many_houses(&(struct field_wish){.name = "screens, pooler and cluster",
                                        .hurt = HURT_HOUSE,
                                        .host = address,
                                        .redis = nodes[0].address,
                                        .servers = nodes,
                                        .server_count = REDIS_CLUSTER,
                                        .others = true},
                   the_ways_suffer);
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

static void a_till_dies_at(enum tap_moment moment)
{
    int clerk = field_roll(&field, 0, field.clerks);
    field_strike(&field, clerk, moment, SIGKILL);
    after_that();
    field_again(&field, clerk);
}

static void consoles_suffer(int round)
{
    kill_one(round % SCREENS);
    after_that();
    freeze_one((round + 1) % SCREENS);
    after_that();
    a_till_dies_at(TAP_LOCKED);
    a_till_dies_at(TAP_COMMITTED);
}

/* All tills want the same row, from the left and from the right, and no two clocks agree. */
static void through_what_happens_to_consoles(void **state)
{
    in_many_houses(&(struct field_wish){.name = "screens killed and frozen",
                                        .hurt = HURT_ANOTHER,
                                        .narrow = true,
                                        .skew_ms = 3600000,
                                        .others = true},
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
        SCREEN_TEST(through_lines_to_redis_that_are_cut),
        SCREEN_TEST(through_limits),
        SCREEN_TEST(through_a_pooler_and_a_cluster),
        SCREEN_TEST(through_what_happens_to_consoles),
    };
    if (pg_server_skip() || !redis_server_here() || bouncer_skip())
        return 0;
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, field_servers_start, field_servers_stop);
}
