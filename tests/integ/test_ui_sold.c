/* After the sale, and when answers or the line fail: by keys, on the real desk. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "src/domain/rights.h"
#include "tests/lib/desk_till.h"

/* ---- after the sale ----------------------------------------------------------------------- */

static void printing_again_needs_a_reason_and_changes_the_barcode(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p c Enter");
    const char *code = desk_till_last_sale(*state)->tickets[0].code;
    till_keys(till, "p Enter");
    till_assert_message(till, "needs a reason");
    till_assert_shows(till, code);
    till_keys(till, "p");
    till_type(till, "printer jam");
    till_keys(till, "Enter");
    till_assert_message(till, "old barcode");
    assert_int_equal(desk_till_last_sale(*state)->ticket_count, 3);
}

static void esc_after_the_sale_does_not_go_back_into_it(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p c Enter Esc");
    assert_string_equal(till_screen(till), "map");
    till_keys(till, "2 b p");
    till_assert_shows(till, "TOTAL EUR      88.00");
    assert_int_equal(desk_till_sales(*state), 1);
}

static void undo_lets_go_of_what_was_held_last(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b u");
    till_assert_shows(till, "BASKET empty");
    till_keys(till, "u");
    till_assert_message(till, "nothing here that can be undone");
}

static void undo_after_a_sale_is_its_orders_refund(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p c 1 0 0 Enter u");
    assert_string_equal(till_screen(till), "order");
    till_assert_shows(till, "REFUND B-");
    till_keys(till, "3 1 Enter");
    assert_int_equal(desk_till_last_sale(*state)->status, SALE_PAID);
    till_keys(till, "Esc Esc");
    assert_string_equal(till_screen(till), "sold");
    till_keys(till, "u 3 2 Enter");
    const struct sale *sale = desk_till_last_sale(*state);
    assert_int_equal(sale->status, SALE_REFUNDED);
    assert_int_equal(sale->paid, 0);
    till_assert_message(till, "GIVE BACK EUR 88.00");
    assert_string_equal(house_status(desk_till_house(*state), sale->tickets[0].label), "available");
    till_keys(till, "Esc");
    assert_string_equal(till_screen(till), "sold");
    till_assert_shows(till, "REFUNDED");
    till_keys(till, "u");
    till_assert_message(till, "nothing here that can be undone");
}

static void undo_on_the_map_leads_to_the_same_refund(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p c Enter Enter u");
    assert_string_equal(till_screen(till), "order");
    till_assert_shows(till, "REFUND B-");
}

static void a_basket_given_up_takes_its_customer_along(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b a");
    till_type(till, "Eve");
    till_keys(till, "+ Enter Enter Enter u 2 b p");
    till_assert_shows(till, "none (walk-up)");
}

/* ---- slow answers ------------------------------------------------------------------------- */

static void impatience_sells_once(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p c");
    desk_till_slow(*state, true);
    till_keys(till, "Enter Enter Enter Esc Esc");
    assert_string_equal(till_screen(till), "pay");
    till_assert_shows(till, "The sale is on its way.");
    desk_till_slow(*state, false);
    assert_string_equal(till_screen(till), "sold");
    assert_int_equal(desk_till_sales(*state), 1);
}

static void a_sale_whose_screen_was_left_does_not_cling_to_the_next(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b a");
    till_type(till, "Eve");
    till_keys(till, "+ Enter Enter Enter p % 5 % Enter c");
    desk_till_slow(*state, true);
    till_keys(till, "Enter g m");
    desk_till_slow(*state, false);
    assert_int_equal(desk_till_sales(*state), 1);
    till_assert_message(till, "it was done");
    till_keys(till, "2 b p");
    till_assert_shows(till, "none (walk-up)");
    till_assert_shows(till, "TOTAL EUR      88.00");
}

/* ---- coming back -------------------------------------------------------------------------- */

static void a_basket_left_behind_is_offered_at_sign_in(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b");
    till = desk_till_again(*state, 24, 80, TIER_ASCII);
    till_sign_in(till, "anna");
    assert_string_equal(till_screen(till), "resume");
    till_assert_shows(till, "You left 2 seats held 15:00: Enter = resume, r = release.");
    till_golden(till, "resume-80x24-ascii");
    till_keys(till, "Enter");
    assert_string_equal(till_screen(till), "map");
    till_keys(till, "p c Enter");
    assert_int_equal(desk_till_sales(*state), 1);
}

static void a_basket_left_behind_is_released_after_asking(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b");
    till = desk_till_again(*state, 24, 80, TIER_ASCII);
    till_sign_in(till, "anna");
    till_keys(till, "r Enter");
    till_assert_shows(till, "BASKET 2 seats");
    till_keys(till, "r y");
    assert_string_equal(till_screen(till), "shows");
    till_assert_shows(till, "BASKET empty");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_till_setup, desk_till_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(printing_again_needs_a_reason_and_changes_the_barcode),
        TEST(esc_after_the_sale_does_not_go_back_into_it),
        TEST(undo_lets_go_of_what_was_held_last),
        TEST(undo_after_a_sale_is_its_orders_refund),
        TEST(undo_on_the_map_leads_to_the_same_refund),
        TEST(a_basket_given_up_takes_its_customer_along),
        TEST(impatience_sells_once),
        TEST(a_sale_whose_screen_was_left_does_not_cling_to_the_next),
        TEST(a_basket_left_behind_is_offered_at_sign_in),
        TEST(a_basket_left_behind_is_released_after_asking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
