/* While the basket is being paid nothing is sold that the clerk has not seen. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "tests/lib/till.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND };

static struct seen {
    char auth[32];
    int64_t amount;
    int count;
} sold;

static bool see_sale(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    (void)ctx, (void)evt;
    if (cmd->kind != CMD_SELL)
        return false;
    sold.count++;
    if (cmd->u.sell.tender_count == 1) {
        strcpy(sold.auth, cmd->u.sell.tenders[0].auth);
        sold.amount = cmd->u.sell.tenders[0].amount;
    }
    return false; /* and it is sold as ever */
}

static int at_the_till(void **state)
{
    sold = (struct seen){.count = 0};
    *state = till_at_map(see_sale, NULL);
    till_keys(*state, "2 b p");
    return 0;
}

static void end_hold(struct till *till)
{
    till_pass(till, 15 * MINUTE);
    fake_counter_expire(till->fake);
    till_hear(till);
}

/* ---- a card that was charged ----------------------------------------------------------------- */

static void a_code_typed_when_the_hold_has_ended_pays_once_the_seats_are_held_again(void **state)
{
    struct till *till = *state;
    till_keys(till, "d");
    end_hold(till);
    till_type(till, "123456");
    till_keys(till, "Enter");
    till_assert_message(till, "Card code 123456 is kept");
    assert_int_equal(sold.count, 0);
    till_keys(till, "Enter");
    till_assert_shows(till, "123456");
    till_keys(till, "Enter");
    assert_int_equal(sold.count, 1);
    assert_string_equal(sold.auth, "123456");
}

static void a_code_is_kept_when_the_clerk_leaves_and_comes_back(void **state)
{
    struct till *till = *state;
    till_keys(till, "d");
    end_hold(till);
    till_type(till, "123456");
    till_keys(till, "Enter Esc Enter p");
    till_assert_message(till, "Card code 123456 is kept");
    till_keys(till, "d Enter");
    assert_string_equal(sold.auth, "123456");
}

static void a_code_for_another_sum_is_not_taken(void **state)
{
    struct till *till = *state;
    till_keys(till, "d");
    fake_counter_take_away(till->fake, 0, "mark released Stalls-A-1: mistake");
    till_hear(till);
    till_type(till, "123456");
    till_keys(till, "Enter");
    till_assert_message(till, "Void card code 123456");
    till_keys(till, "Enter Enter");
    assert_int_equal(sold.count, 0);
}

/* ---- another hand ---------------------------------------------------------------------------- */

static void enter_only_confirms_a_basket_that_a_supervisor_made_smaller(void **state)
{
    struct till *till = *state;
    till_keys(till, "c");
    fake_counter_take_away(till->fake, 0, "mark released Stalls-A-1: mistake");
    till_hear(till);
    till_keys(till, "Enter");
    till_assert_message(till, "The basket changed: 1 seat");
    assert_int_equal(sold.count, 0);
    till_keys(till, "Enter");
    assert_int_equal(sold.count, 1);
}

static void another_key_does_not_confirm_it(void **state)
{
    struct till *till = *state;
    fake_counter_take_away(till->fake, 0, "mark released Stalls-A-1: mistake");
    till_hear(till);
    till_keys(till, "c Enter");
    assert_int_equal(sold.count, 0);
}

static void what_the_clerk_changes_needs_no_second_enter(void **state)
{
    struct till *till = *state;
    till_keys(till, "t r c Enter");
    assert_int_equal(sold.count, 1);
}

/* ---- alone ----------------------------------------------------------------------------------- */

static void go_alone(struct till *till)
{
    const struct health_report health = {
        .word = HEALTH_OFFLINE, .map_as_of = till->clock.wall, .till = 7, .journalled = true};
    fake_counter_report(till->fake, &health);
    till_hear(till);
}

static void provisional_is_said_before_money_is_taken(void **state)
{
    struct till *till = *state;
    assert_false(till_shows(till, "PROVISIONAL"));
    go_alone(till);
    till_assert_shows(till, "PROVISIONAL: 2 seats could be sold elsewhere");
    till_golden(till, "pay-provisional-80x24-ascii");
    till_resize(till, 24, 60);
    till_assert_shows(till, "PROVISIONAL");
}

static void a_seat_that_is_lent_is_final(void **state)
{
    struct till *till = *state;
    fake_counter_lend(till->fake, 0, 7);
    fake_counter_lend(till->fake, 1, 7);
    go_alone(till);
    assert_false(till_shows(till, "PROVISIONAL"));
}

#define RULE(test) cmocka_unit_test_setup_teardown(test, at_the_till, till_away)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(a_code_typed_when_the_hold_has_ended_pays_once_the_seats_are_held_again),
        RULE(a_code_is_kept_when_the_clerk_leaves_and_comes_back),
        RULE(a_code_for_another_sum_is_not_taken),
        RULE(enter_only_confirms_a_basket_that_a_supervisor_made_smaller),
        RULE(another_key_does_not_confirm_it),
        RULE(what_the_clerk_changes_needs_no_second_enter),
        RULE(provisional_is_said_before_money_is_taken),
        RULE(a_seat_that_is_lent_is_final),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
