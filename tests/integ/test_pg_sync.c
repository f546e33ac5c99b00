/* Journals of tills come home to a house on PostgreSQL. */
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

#define ASSERT_ENTRY(till, seq, expected)                                                \
    do {                                                                                 \
        if ((till)->state[seq] != (expected))                                            \
            fail_msg("entry %d is %s (%s)", (seq), entry_state_name((till)->state[seq]), \
                     verdict_code((till)->reason[seq]));                                 \
    } while (0)

static void sell_two(struct pg_till *till, const char *first, const char *second)
{
    house_hold(&till->home, first, second, NULL);
    ASSERT_VERDICT(&till->home, VERDICT_OK);
    house_sell(&till->home);
    ASSERT_VERDICT(&till->home, VERDICT_OK);
}

static void a_sale_comes_home_whole(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    sell_two(till, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, 1, ENTRY_ACCEPTED);
    ASSERT_ENTRY(till, 2, ENTRY_ACCEPTED);
    assert_string_equal(house_status(&shop->house, "Stalls-A-1"), "sold");
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, pg_shop_setup, pg_shop_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(a_sale_comes_home_whole),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
