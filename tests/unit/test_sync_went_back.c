/* A house that went back to an earlier moment, and what a till had told it since. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/lib/sync_pair.h"

static struct pair *pair;

static void meet_twice(void)
{
    pair_meet(pair);
    pair_meet(pair);
}

static int set_up(void **state)
{
    pair = pair_new();
    return 0;
}

static int tear_down(void **state)
{
    assert_string_equal(pair->world.fault, "");
    pair_free(&pair);
    return 0;
}

/* The house as it was after the first of three acts; the last of them it has not heard of. */
static void put_back_an_old_house(void)
{
    pair_both(pair, 0, 1);
    meet_twice();
    struct sim_rows copy = pair->world.store.committed;
    pair_both(pair, 1, 2);
    meet_twice();
    assert_int_equal(pair_state(pair, 2), ENTRY_ACCEPTED);
    pair->world.store.now = pair->world.store.committed = copy;
    pair->world.deeds[1].effects = 0;
    pair->world.deeds[1].judged = false;
}

static void what_it_has_lost_is_told_once_more(void **state)
{
    put_back_an_old_house();
    assert_int_equal(pair_at_house(pair, 1)->status, SEAT_AVAILABLE);
    pair_restart(pair, false);
    meet_twice();
    assert_int_equal(pair_at_house(pair, 1)->status, SEAT_SOLD);
    assert_int_equal(pair_device(pair)->last_seq, 2);
    assert_true(till_uploaded(&pair->till));
    assert_int_equal(pair->till.phase, TILL_QUIET);
}

static void and_comes_before_what_was_done_since(void **state)
{
    put_back_an_old_house();
    pair_both(pair, 2, 3);
    pair_restart(pair, false);
    meet_twice();
    assert_int_equal(pair_at_house(pair, 1)->status, SEAT_SOLD);
    assert_int_equal(pair_at_house(pair, 2)->status, SEAT_SOLD);
    assert_int_equal(pair_state(pair, 3), ENTRY_ACCEPTED);
}

/* What the house lacked is asked anew: it may have been put right while the till was off. */
static void a_till_that_starts_does_not_know_what_the_house_lacked(void **state)
{
    put_back_an_old_house();
    pair->till.lacking = 2;
    pair_restart(pair, false);
    assert_int_equal(pair->till.lacking, 0);
    assert_true(till_uploaded(&pair->till));
}

/* What people were told stays written; the house tells of the conflict. */
static void a_verdict_that_is_another_one_now_changes_nothing_here(void **state)
{
    put_back_an_old_house();
    assert_true(pair_web_takes(pair, 1));
    pair_restart(pair, false);
    meet_twice();
    assert_int_equal(pair_state(pair, 2), ENTRY_ACCEPTED);
    assert_true(till_uploaded(&pair->till));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_it_has_lost_is_told_once_more),
        TEST(and_comes_before_what_was_done_since),
        TEST(a_till_that_starts_does_not_know_what_the_house_lacked),
        TEST(a_verdict_that_is_another_one_now_changes_nothing_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
