/* Programs of different ages: a house understands tills of two revisions before its own. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/lib/sync_pair.h"

enum { BACK = 11 }; /* meetings until a till is back online */

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

static void meet(int times)
{
    for (int i = 0; i < times; i++)
        pair_meet(pair);
}

static void revisions(int house, int till)
{
    pair->world.house.revision = SYNC_REVISION + house;
    pair->till.revision = SYNC_REVISION + till;
}

static void waits(enum sync_status why)
{
    assert_int_equal(pair->till.trouble, why);
    assert_int_equal(pair_state(pair, 1), ENTRY_PENDING);
    assert_int_equal(pair_at_house(pair, 0)->status, SEAT_AVAILABLE);
}

static void came_home(void)
{
    assert_int_equal(pair_state(pair, 1), ENTRY_ACCEPTED);
    assert_int_equal(pair_at_house(pair, 0)->status, SEAT_SOLD);
    assert_int_equal(pair->till.mode.now, MODE_ONLINE);
}

/* ---- the till is older ---------------------------------------------------------------------- */

static void a_till_two_revisions_behind_comes_home_whole(void **state)
{
    for (int behind = 0; behind <= SYNC_BACK; behind++) {
        revisions(behind, 0);
        pair_both(pair, 0, 1);
        meet(BACK);
        came_home();
        pair_free(&pair);
        pair = pair_new();
    }
}

static void a_till_three_revisions_behind_keeps_its_entries_for_its_upgrade(void **state)
{
    revisions(SYNC_BACK + 1, 0);
    pair_both(pair, 0, 1);
    meet(BACK);
    waits(SYNC_TOO_OLD);
    revisions(SYNC_BACK + 1, 1);
    meet(BACK);
    came_home();
}

/* The house moved on in other things: what the till did is taken, and it works on alone. */
static void a_till_behind_its_house_is_heard_and_not_let_in(void **state)
{
    pair->world.house.behind = true;
    pair_both(pair, 0, 1);
    meet(BACK);
    assert_int_equal(pair_state(pair, 1), ENTRY_ACCEPTED);
    assert_int_equal(pair->till.trouble, SYNC_BEHIND);
    assert_int_equal(pair->till.meta.shut_out.status, SYNC_BEHIND);
    assert_int_equal(pair->till.mode.now, MODE_RETURNING);
    pair_both(pair, 1, 2);
    meet(BACK);
    assert_int_equal(pair_state(pair, 2), ENTRY_ACCEPTED);
    pair->world.house.behind = false;
    pair_restart(pair, false);
    meet(BACK);
    came_home();
    assert_int_equal(pair->till.meta.shut_out.status, SYNC_OK);
}

/* ---- the house is older --------------------------------------------------------------------- */

static void a_till_ahead_of_its_house_keeps_its_entries_until_that_follows(void **state)
{
    revisions(0, 1);
    pair_both(pair, 0, 1);
    meet(BACK);
    waits(SYNC_TOO_NEW);
    revisions(1, 1);
    meet(BACK);
    came_home();
}

/* A house that is put back to its older program refuses the till it let in before. */
static void what_was_accepted_stays_when_the_house_is_put_back(void **state)
{
    revisions(1, 1);
    pair_both(pair, 0, 1);
    meet(BACK);
    came_home();
    revisions(0, 1);
    pair_restart(pair, false);
    revisions(0, 1);
    pair_both(pair, 1, 2);
    meet(BACK);
    assert_int_equal(pair->till.trouble, SYNC_TOO_NEW);
    assert_int_equal(pair_state(pair, 1), ENTRY_ACCEPTED);
    assert_int_equal(pair_state(pair, 2), ENTRY_PENDING);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_till_two_revisions_behind_comes_home_whole),
        TEST(a_till_three_revisions_behind_keeps_its_entries_for_its_upgrade),
        TEST(a_till_behind_its_house_is_heard_and_not_let_in),
        TEST(a_till_ahead_of_its_house_keeps_its_entries_until_that_follows),
        TEST(what_was_accepted_stays_when_the_house_is_put_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
