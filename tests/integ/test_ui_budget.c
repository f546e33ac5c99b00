/*
 * How many keys the commonest acts take, from the map; a scan is one of them. None may grow
 * unnoticed. (Selling: test_ui_sell; a supervisor's release: test_admin.)
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/lib/desk_till.h"

static const struct hold *the_hold(struct till *till)
{
    const struct hold *hold = model_first_hold(console_model(till->console));
    assert_non_null(hold);
    return hold;
}

static void one_key_gives_five_minutes_more(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b");
    int64_t before = the_hold(till)->expires_at;
    till_keys(till, "x");
    assert_int_equal(the_hold(till)->expires_at, before + 5 * 60000);
}

/* Each time when twenty seconds are left. */
static void it_does_so_ten_times(void **state)
{
    enum { TIMES = 10, LEFT_MS = 20000, MORE_MS = 5 * 60000 };
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b");
    till_pass(till, 15 * 60000 - LEFT_MS);
    for (int i = 0; i < TIMES; i++) {
        int64_t before = the_hold(till)->expires_at;
        till_keys(till, "x");
        assert_int_equal(the_hold(till)->expires_at, before + MORE_MS);
        till_pass(till, MORE_MS);
    }
    till_assert_shows(till, "BASKET 2 seats");
    till_assert_shows(till, "HOLD 00:20");
}

/* d and Enter; the reason is typed between them. */
static void a_scan_and_two_keys_print_a_ticket_again(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p c Enter Enter");
    till_scan(till, desk_till_last_sale(*state)->tickets[0].code);
    till_keys(till, "d");
    till_type(till, "printer jam");
    till_keys(till, "Enter");
    const struct sale *sale = desk_till_last_sale(*state);
    assert_int_equal(sale->ticket_count, 3);
    assert_int_equal(sale->tickets[0].status, TICKET_REPRINTED);
}

static void a_scan_and_four_keys_sell_what_is_picked_up(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p w");
    till_type(till, "Lovelace");
    till_keys(till, "Enter Enter Esc");
    till_scan(till, desk_till_last_sale(*state)->code);
    till_keys(till, "p c Enter k");
    const struct sale *sale = desk_till_last_sale(*state);
    assert_int_equal(sale->paid, sale->total);
    assert_true(sale->collected_at > 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_till_setup, desk_till_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_key_gives_five_minutes_more),
        TEST(it_does_so_ten_times),
        TEST(a_scan_and_two_keys_print_a_ticket_again),
        TEST(a_scan_and_four_keys_sell_what_is_picked_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
