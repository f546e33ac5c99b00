/* The line before the engines. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sched.h>
#include <stdatomic.h>

#include "src/api/pool.h"

static struct fake_clock time_now;
static atomic_int begun, ended;
static atomic_bool released;

static void run(struct exchange *x)
{
    (void)x;
    begun++;
    while (!released)
        sched_yield();
    ended++;
}

static struct pool *a_pool(int hands)
{
    static const struct service_engine none[2];
    struct err err;
    time_now = (struct fake_clock){.mono = 1000};
    begun = ended = 0;
    released = false;
    const struct pool_spec spec = {none, hands, 2, clock_fake(&time_now), run};
    struct pool *pool = pool_start(&spec, &err);
    assert_non_null(pool);
    return pool;
}

/* What the watchdog goes by: one engine that is stuck, whatever the others do. */
static void how_long_an_engine_has_been_at_a_request_is_known(void **state)
{
    struct exchange x = {0};
    struct pool *pool = a_pool(2);
    (void)state;
    assert_int_equal(pool_longest_ms(pool), 0);
    assert_true(pool_put(pool, &x));
    while (begun < 1)
        sched_yield();
    time_now.mono += 70000;
    assert_int_equal(pool_longest_ms(pool), 70000);
    released = true;
    while (pool_longest_ms(pool))
        sched_yield();
    pool_free(&pool);
}

static void what_is_in_the_line_is_run_before_the_end(void **state)
{
    struct exchange first = {0}, second = {0};
    struct pool *pool = a_pool(1);
    (void)state;
    assert_true(pool_put(pool, &first));
    while (begun < 1)
        sched_yield();
    assert_true(pool_put(pool, &second));
    released = true;
    pool_free(&pool);
    assert_int_equal(ended, 2);
}

static void a_line_that_is_full_takes_nobody(void **state)
{
    struct exchange x[4] = {{0}};
    struct pool *pool = a_pool(1);
    (void)state;
    assert_true(pool_put(pool, &x[0]));
    while (begun < 1)
        sched_yield();
    assert_true(pool_put(pool, &x[1]));
    assert_true(pool_put(pool, &x[2]));
    assert_false(pool_put(pool, &x[3]));
    released = true;
    pool_free(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(how_long_an_engine_has_been_at_a_request_is_known),
        cmocka_unit_test(what_is_in_the_line_is_run_before_the_end),
        cmocka_unit_test(a_line_that_is_full_takes_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
