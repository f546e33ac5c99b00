/* What is on its way to the house: a hint for people, and never in anybody's way. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/lib/sync_pair.h"

static struct pair *pair;

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

static void what_is_on_its_way_says_so_until_it_is_lost(void **state)
{
    pair_both(pair, 0, 1);
    assert_int_equal(pair_state(pair, 1), ENTRY_PENDING);
    pair_batch(pair);
    assert_int_equal(pair_state(pair, 1), ENTRY_SENT);
    pair_tell(pair, TILL_HOLD);
    assert_int_equal(pair_state(pair, 1), ENTRY_PENDING);
    pair_tell(pair, TILL_LET_GO);
    pair_batch(pair);
    assert_int_equal(pair_state(pair, 1), ENTRY_SENT);
    pair_restart(pair, false); /* the hint is on its disk, and means nothing any more */
    assert_true(till_verify(&pair->till));
    assert_int_equal(pair_state(pair, 1), ENTRY_PENDING);
    pair_meet(pair);
    assert_int_equal(pair_state(pair, 1), ENTRY_ACCEPTED);
}

static void what_is_no_verdict_settles_nothing(void **state)
{
    struct sync_message batch, answer;
    pair_both(pair, 0, 1);
    batch = pair_batch(pair);
    answer = pair_ask(pair, &batch);
    answer.verdicts.of.at[0].state = ENTRY_SENT;
    struct till_actions said;
    const struct till_event event = {.kind = TILL_MESSAGE, .message = &answer};
    till_step(&pair->till, pair->world.arena, &event, &said);
    assert_int_equal(pair->till.meta.first_open, 1);
    pair_meet(pair);
    pair_meet(pair);
    assert_int_equal(pair_state(pair, 1), ENTRY_ACCEPTED);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_on_its_way_says_so_until_it_is_lost),
        TEST(what_is_no_verdict_settles_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
