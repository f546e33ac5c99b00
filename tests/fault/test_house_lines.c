/*
 * Tills go on selling one house over lines that are cut in the middle of a request or an answer,
 * that let nothing through, or that are slow; to PostgreSQL and to Redis. As in
 * test_house_faults.c.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/fault/field.h"
#include "tests/lib/cutter.h"

/* An act is larger than a question, and its answer smaller than this. */
enum { ACT_BYTES = 350, ANSWER_BYTES = 80, MANY = 160, TRIES = 10 };

static struct cutter cutter;
static char address[64];

static int clear(void **state)
{
    cutter_stop(&cutter);
    return field_clear(state);
}

static void to_postgresql(struct field *field, const char *name, enum hurt hurt)
{
    char target[32];
    snprintf(target, sizeof target, "127.0.0.1:%d", pg_server_port());
    cutter_start(&cutter, target);
    atomic_store(&cutter.orders->least, ACT_BYTES);
    atomic_store(&cutter.orders->first, 'B'); /* bind: not what prepares a statement */
    snprintf(address, sizeof address, "host=127.0.0.1 port=%d", cutter.port);
    field_open(field, &(struct field_wish){.name = name, .host = address, .hurt = hurt});
}

static void to_redis(struct field *field, const char *name)
{
    cutter_start(&cutter, field_redis.address);
    snprintf(address, sizeof address, "127.0.0.1:%d", cutter.port);
    field_open(field, &(struct field_wish){.name = name, .redis = address, .hurt = HURT_REDIS});
}

static void cut_many(struct field *field, int rounds, enum cut cut, int most)
{
    for (int i = 0; i < rounds; i++) {
        cutter_order(&cutter, cut, field_roll(field, 0, most));
        field_wait_for(field, &cutter.orders->fired, field->fired + 1);
        field->fired = atomic_load(&cutter.orders->fired);
    }
    field_work(field);
}

static void open_hole(int up, int down)
{
    atomic_store(&cutter.orders->hole_up, up);
    atomic_store(&cutter.orders->hole_down, down);
}

/* ---- to PostgreSQL -------------------------------------------------------------------------- */

static void cut_inside_the_answer_to_a_commit(void **state)
{
    struct field field;
    to_postgresql(&field, "cut inside answers", HURT_HOUSE);
    cut_many(&field, field_rounds(20), CUT_ANSWER, ANSWER_BYTES);
    field_close(&field);
    assert_true(field.lost > 0);
}

static void cut_inside_a_request(void **state)
{
    struct field field;
    to_postgresql(&field, "cut inside requests", HURT_HOUSE);
    cut_many(&field, field_rounds(10), CUT_REQUEST, ACT_BYTES);
    field_close(&field);
    assert_true(field.lost > 0);
}

/* The server goes on with what it was told, whoever may hear of it. */
static void cut_while_the_server_works(void **state)
{
    struct field field;
    to_postgresql(&field, "cut while it works", HURT_HOUSE);
    cut_many(&field, field_rounds(20), CUT_SENT, 1);
    field_close(&field);
    assert_true(field.lost > 0);
}

static void all_lines_cut_at_once(void **state)
{
    struct field field;
    to_postgresql(&field, "all lines cut", HURT_HOUSE);
    for (int i = 0; i < field_rounds(4) || (i < TRIES && !field_hits(&field)); i++) {
        field_work(&field);
        cutter_order(&cutter, CUT_LINES, 0);
    }
    field_work(&field);
    field.fired = atomic_load(&cutter.orders->fired);
    field_close(&field);
}

static void nothing_gets_through(const char *name, int up, int down)
{
    struct field field;
    to_postgresql(&field, name, HURT_HOUSE);
    for (int i = 0; i < field_rounds(1); i++) {
        field_work(&field);
        open_hole(up, down);
        field_wait_trouble(&field, field.clerks);
        open_hole(0, 0);
        field.fired++;
    }
    field_work(&field);
    field_close(&field);
}

static void a_line_that_swallows_everything(void **state)
{
    nothing_gets_through("black hole", 1, 1);
}

static void a_line_that_swallows_answers(void **state)
{
    nothing_gets_through("half open", 0, 1);
}

static void a_slow_line(void **state)
{
    struct field field;
    to_postgresql(&field, "slow line", HURT_COUNTED);
    atomic_store(&cutter.orders->delay_us, 10000);
    field_wait(&field, MANY);
    field.fired = 1;
    field.hit = atomic_load(&cutter.orders->delayed);
    field_close(&field);
}

/* ---- to Redis ------------------------------------------------------------------------------- */

static void redis_cut_inside_answers(void **state)
{
    struct field field;
    to_redis(&field, "redis cut");
    atomic_store(&cutter.orders->least, 1);
    for (int i = 0; i < field_rounds(4); i++) {
        cut_many(&field, 3, CUT_ANSWER, 6);
        cut_many(&field, 1, CUT_REQUEST, 200);
    }
    field_close(&field);
}

static void redis_swallows_everything(void **state)
{
    struct field field;
    to_redis(&field, "redis black hole");
    for (int i = 0; i < field_rounds(2); i++) {
        field_work(&field);
        open_hole(1, i % 2);
        field_work(&field);
        open_hole(0, 0);
        field.fired++;
    }
    field_work(&field);
    field_close(&field);
}

/* What others do is heard half of the time; the log and the sums tell the rest. */
static void half_of_the_feed_is_lost(void **state)
{
    struct field field;
    to_redis(&field, "half of the feed lost");
    field.wish.hurt = HURT_COUNTED;
    atomic_store(&cutter.orders->deaf, 50);
    field_wait(&field, field_rounds(1) * MANY);
    field.fired = field.hit = atomic_load(&cutter.orders->lost);
    field_close(&field);
}

#define LINE_TEST(name) cmocka_unit_test_setup_teardown(name, field_prepare, clear)

/* A word is a pattern of tests to run, as in '*answer*'. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        LINE_TEST(cut_inside_the_answer_to_a_commit),
        LINE_TEST(cut_inside_a_request),
        LINE_TEST(cut_while_the_server_works),
        LINE_TEST(all_lines_cut_at_once),
        LINE_TEST(a_line_that_swallows_everything),
        LINE_TEST(a_line_that_swallows_answers),
        LINE_TEST(a_slow_line),
        LINE_TEST(redis_cut_inside_answers),
        LINE_TEST(redis_swallows_everything),
        LINE_TEST(half_of_the_feed_is_lost),
    };
    if (pg_server_skip() || !redis_server_here())
        return 0;
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, field_servers_start, field_servers_stop);
}
