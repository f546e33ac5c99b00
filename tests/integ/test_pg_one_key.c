/*
 * One act, two ways to the house: online, and in a journal because its answer was lost. Under one
 * key it is done once and has one answer, whichever way comes first.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/lib/pg_tills.h"

static void hold_two(struct house_fixture *home, const char *first, const char *second)
{
    house_hold(home, first, second, NULL);
    ASSERT_VERDICT(home, VERDICT_OK);
}

/* As the till says it, online. */
static struct house_fixture *online(struct pg_shop *shop)
{
    snprintf(shop->house.meta.actor.till, TILL_TEXT, "till-1");
    shop->house.meta.key = shop->till[0].home.meta.key;
    return &shop->house;
}

static struct pg_till *with_a_key(struct pg_shop *shop)
{
    struct pg_till *till = &shop->till[0];
    till->home.meta.key = uuid_make(&till->home.desk.ids, 1);
    return till;
}

static void what_was_done_online_is_not_done_again(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = with_a_key(shop);
    hold_two(online(shop), "Stalls-B-1", "Stalls-B-2");
    hold_two(&till->home, "Stalls-B-1", "Stalls-B-2");
    till->home.meta.key = (struct uuid){{0}};
    house_sell(&till->home);
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, 1, ENTRY_ACCEPTED);
    ASSERT_ENTRY(till, 2, ENTRY_ACCEPTED);
    assert_int_equal(pg_server_count(shop->root,
                                     "SELECT count(*) FROM loge.event WHERE seat_no >= 0"
                                     " AND house = (SELECT max(house) FROM loge.house)"),
                     4);
}

static void what_came_home_is_not_done_again_online(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = with_a_key(shop);
    hold_two(&till->home, "Stalls-B-1", "Stalls-B-2");
    pg_till_push(shop, till);
    hold_two(online(shop), "Stalls-B-1", "Stalls-B-2");
    assert_true(shop->house.out.replay);
}

/* Not even when nothing is in its way any more. */
static void nor_what_came_home_in_vain(void **state)
{
    struct pg_shop *shop = *state;
    struct house_fixture *house = &shop->house;
    hold_two(house, "Stalls-A-1", "Stalls-A-2");
    const struct uuid first = house->out.hold->id;
    struct pg_till *till = with_a_key(shop);
    hold_two(&till->home, "Stalls-A-2", "Stalls-A-3");
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, 1, ENTRY_CONFLICT);
    desk_hold_release(&house->desk, &house->meta, &first, NULL, 0, END_USER_CANCELLED, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    house_hold(online(shop), "Stalls-A-2", "Stalls-A-3", NULL);
    ASSERT_VERDICT(house, VERDICT_VERSION_CONFLICT);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, pg_shop_setup, pg_shop_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(what_was_done_online_is_not_done_again),
        RULE(what_came_home_is_not_done_again_online),
        RULE(nor_what_came_home_in_vain),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
