/*
 * A web shop, a scanner at the door, tills and two real consoles work one house at once, served by
 * a real `loge serve`, through everything that can happen to its servers, its lines, its service
 * and to themselves. The shop asks again, under the same key, for whatever it was not answered. In
 * the end the verdict of field.h. SEED, ROUNDS and CLERKS as in test_house_faults.c.
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

#include "tests/fault/field_verdict.h"
#include "tests/fault/history.h"
#include "tests/fault/screens.h"
#include "tests/fault/service.h"
#include "tests/lib/cutter.h"
#include "tests/lib/free_port.h"
#include "tests/lib/temp_dir.h"

/* As in test_house_lines.c: an act is larger than a question, and its answer smaller than this. */
enum { ACT_BYTES = 350, ANSWER_BYTES = 80, WORK = 120, MOMENT_MS = 1000 };

#define PATIENCE_NS (60 * (int64_t)1000000000)

static struct field field;
static struct service service;
static struct screens screens;
static struct cutter lines;
static char address[64];

static int leave(void **state)
{
    screens_close(&screens);
    service_close(&service);
    cutter_stop(&lines);
    return field_clear(state);
}

static int shop(void)
{
    return field.tills;
}

static int door(void)
{
    return field.tills + 1;
}

static void open_house(const struct field_wish *wish)
{
    struct field_wish here = *wish;
    here.port = free_port();
    here.shops = here.doors = 1;
    free(redis_server_say(&field_redis, "FLUSHALL", NULL));
    field_open(&field, &here);
    service_open(&service, &field);
}

static void come_in(const struct field_wish *wish)
{
    open_house(wish);
    screens_open(&screens, &field);
    screens_work(&screens);
    screens_agree(&screens);
}

/* ---- whether they work ---------------------------------------------------------------------- */

static long long scans(void)
{
    return field_sql(&field, "SELECT count(*) FROM loge.scan");
}

/* Something it asked for since then it was told of: that it is done, or that the seats are gone. */
static bool shop_was_answered(int64_t since)
{
    struct history heard = {.arena = arena_new()};
    bool answered = false;
    assert_true(history_load(&heard, field.jobs[shop()].path));
    for (int i = 0; i < heard.acts.count; i++)
        answered =
            answered || (heard.acts.at[i].called >= since && heard.acts.at[i].told != TOLD_NOTHING);
    arena_free(&heard.arena);
    return answered;
}

/* Whatever happened: the shop is answered again, and the door scans. */
static void until_they_have_worked(void)
{
    const int64_t since = history_now();
    const long long scanned = scans();
    do {
        assert_true(history_now() < since + PATIENCE_NS);
        field_work(&field);
    } while (!shop_was_answered(since) || scans() == scanned);
}

/* Before the house is sold out, so it will come to it. */
static void until_they_have_sold(void)
{
    const int64_t since = history_now();
    do {
        assert_true(history_now() < since + PATIENCE_NS);
        field_work(&field);
    } while (field_sql(&field, "SELECT count(*) FROM loge.event WHERE till = '" CLERK_SHOP "'"
                               " AND seat_no >= 0 AND became = 2") == 0 ||
             scans() == 0);
}

static void go_home(void)
{
    until_they_have_worked();
    screens_agree(&screens);
    printf("# %s: %d keys at %d screens, %lld seats sold on the web, %lld tickets scanned\n",
           field.wish.name, screens.acts, SCREENS,
           field_sql(&field, "SELECT count(*) FROM loge.ticket AS t JOIN loge.sale AS s ON"
                             " s.id = t.sale WHERE s.till = '" CLERK_SHOP "'"),
           scans());
    screens_close(&screens);
    field_quiet(&field);
    field_close(&field);
    service_close(&service);
}

static void after_that(void)
{
    field.fired++;
    screens_work(&screens);
    screens_agree(&screens);
}

/* Each round has a house of its own: one that is sold out has nothing left to go wrong. */
static void in_many_houses(const struct field_wish *wish, void (*happens)(void))
{
    for (int i = 0; i < field_rounds(1); i++) {
        come_in(wish);
        happens();
        go_home();
    }
}

/* ---- servers -------------------------------------------------------------------------------- */

static void redis_suffers(void)
{
    redis_server_kill(&field_redis);
    field_work(&field);
    redis_server_restart(&field_redis);
    after_that();
    redis_server_freeze(&field_redis);
    field_work(&field);
    redis_server_thaw(&field_redis);
    after_that();
    free(redis_server_say(&field_redis, "FLUSHALL", NULL));
    after_that();
}

static void postgresql_suffers(void)
{
    field_sql(&field, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE"
                      " datname = current_database() AND pid <> pg_backend_pid()");
    field_work(&field);
    pg_server_restart();
    after_that();
    pg_server_kill();
    field_pass(&field, MOMENT_MS);
    pg_server_restart();
    after_that();
    pg_server_freeze();
    field_wait_trouble(&field, 1);
    pg_server_thaw();
    after_that();
}

static void servers_suffer(void)
{
    redis_suffers();
    postgresql_suffers();
}

static void through_what_happens_to_servers(void **state)
{
    in_many_houses(
        &(struct field_wish){
            .name = "served, and servers", .hurt = HURT_HOUSE, .others = true, .crashes = true},
        servers_suffer);
}

/* ---- lines ---------------------------------------------------------------------------------- */

static void be_cut(enum cut cut)
{
    int fired = atomic_load(&lines.orders->fired);
    while (atomic_load(&lines.orders->fired) == fired) {
        cutter_order(&lines, cut, field_roll(&field, 0, ANSWER_BYTES));
        field_work(&field);
    }
    after_that();
}

static void lines_suffer(void)
{
    be_cut(CUT_ANSWER);
    be_cut(CUT_REQUEST);
    be_cut(CUT_SENT);
    be_cut(CUT_LINES);
    atomic_store(&lines.orders->hole_down, 1);
    field_wait_trouble(&field, 1);
    atomic_store(&lines.orders->hole_down, 0);
    after_that();
}

static void through_lines_that_are_cut(void **state)
{
    char target[32];
    snprintf(target, sizeof target, "127.0.0.1:%d", pg_server_port());
    cutter_start(&lines, target);
    atomic_store(&lines.orders->least, ACT_BYTES);
    atomic_store(&lines.orders->first, 'B');
    snprintf(address, sizeof address, "host=127.0.0.1 port=%d", lines.port);
    in_many_houses(
        &(struct field_wish){
            .name = "served, and lines", .hurt = HURT_HOUSE, .host = address, .others = true},
        lines_suffer);
}

/* ---- the service, the shop and the door ------------------------------------------------------ */

static void die_and_be_there_again(int clerk)
{
    field_kill(&field, clerk);
    field_work(&field);
    field_again(&field, clerk);
    after_that();
}

static void service_suffers(void)
{
    service_kill(&service);
    field_wait_trouble(&field, 1);
    service_start(&service);
    after_that();
    service_drain(&service);
    field_wait_trouble(&field, 1);
    service_start(&service);
    after_that();
    kill(service.pid, SIGSTOP);
    field_pass(&field, MOMENT_MS);
    kill(service.pid, SIGCONT);
    after_that();
    die_and_be_there_again(shop());
    die_and_be_there_again(door());
    field.hit = field.unknown;
}

static void through_what_happens_to_the_service(void **state)
{
    in_many_houses(&(struct field_wish){.name = "served, and the service", .others = true},
                   service_suffers);
}

/* ---- controls ------------------------------------------------------------------------------- */

/* The last sale that the shop was told of is gone, and all that knew of it; its seats are free. */
static const char lose_a_sale[] =
    "CREATE TABLE public.gone AS SELECT * FROM loge.event WHERE key = (SELECT key FROM loge.event"
    " WHERE till = '" CLERK_SHOP "' AND seat_no >= 0 AND became = 2 ORDER BY id DESC LIMIT 1);"
    "DELETE FROM loge.event AS e USING public.gone AS g WHERE e.seat_no = g.seat_no"
    " AND e.version >= g.version;"
    "UPDATE loge.show_seat AS s SET status = 0, version = g.version - 1, holder = NULL,"
    " held_until = 0 FROM public.gone AS g WHERE s.seat_no = g.seat_no;"
    "DELETE FROM loge.payment AS p USING loge.sale AS s WHERE p.sale = s.id AND s.id IN"
    " (SELECT subject FROM public.gone);"
    "DELETE FROM loge.ticket WHERE sale IN (SELECT subject FROM public.gone);"
    "DELETE FROM loge.sale WHERE id IN (SELECT subject FROM public.gone);"
    "DELETE FROM loge.receipt WHERE key IN (SELECT key FROM public.gone)";

static const char lose_a_passage[] =
    "DELETE FROM loge.event WHERE id = (SELECT max(e.id) FROM loge.event AS e JOIN loge.scan AS s"
    " ON s.ticket = e.subject WHERE e.seat_no < 0)";

static void what_the_house_lost_is_found(void **state)
{
    static const char *const losses[] = {lose_a_sale, lose_a_passage};
    char sound[PG_NAME];
    open_house(&(struct field_wish){.name = "served, and lost"});
    field_wait(&field, WORK);
    until_they_have_sold();
    field_stop(&field);
    service_close(&service);
    snprintf(sound, sizeof sound, "%s", field.database);
    assert_false(field_finds(&field, JUDGE_HISTORIES));
    for (int i = 0; i < COUNT_OF(losses); i++) {
        pg_server_database(sound, field.database);
        field_tamper(&field, losses[i]);
        assert_true(field_finds(&field, JUDGE_HISTORIES));
    }
    temp_dir_remove(field.dir);
}

#define SERVED_TEST(name) cmocka_unit_test_setup_teardown(name, field_prepare, leave)

/* A word is a pattern of tests to run, as in '*lines*'. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        SERVED_TEST(through_what_happens_to_servers),
        SERVED_TEST(through_lines_that_are_cut),
        SERVED_TEST(through_what_happens_to_the_service),
        SERVED_TEST(what_the_house_lost_is_found),
    };
    if (pg_server_skip() || !redis_server_here())
        return 0;
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, field_servers_start, field_servers_stop);
}
