/* How long a basket is held: counted down, warned of, ended, and taken again. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "tests/lib/till.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND };

static int a_map(void **state)
{
    *state = till_at_map(NULL, NULL);
    return 0;
}

static int basket(struct till *till)
{
    return model_basket_seats(console_model(till->console));
}

static void the_countdown_goes_down_and_warns_twice(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b");
    till_pass(till, 7 * MINUTE + 18 * SECOND);
    assert_true(till_shows(till, "HOLD 07:42"));
    assert_false(console_take_bell(till->console));
    till_pass(till, 6 * MINUTE + 42 * SECOND);
    assert_true(console_take_bell(till->console));
    assert_string_equal(till_message(till),
                        "Hold on Stalls-A-1 Stalls-A-2 ends in 01:00.  x = 5 more minutes.");
    till_pass(till, 30 * SECOND);
    assert_false(console_take_bell(till->console));
    till_pass(till, 10 * SECOND);
    assert_true(console_take_bell(till->console));
}

static void a_slow_line_is_told_tens_until_the_last_minute(void **state)
{
    struct till *till = till_new_slow(24, 80);
    (void)state;
    till_sign_in(till, "anna");
    till_keys(till, "Enter Enter 2 b");
    till_pass(till, 8 * SECOND);
    assert_true(till_shows(till, "HOLD 15:00"));
    till_pass(till, 3 * SECOND);
    assert_true(till_shows(till, "HOLD 14:50"));
    assert_in_range(console_due(till->console) - till->clock.mono, 9 * SECOND, 10 * SECOND);
    till_pass(till, 13 * MINUTE + 54 * SECOND);
    assert_true(till_shows(till, "HOLD 00:55"));
    assert_in_range(console_due(till->console) - till->clock.mono, 1, SECOND);
    till_free(&till);
}

static void extending_takes_the_warning_back(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b");
    till_pass(till, 14 * MINUTE + 30 * SECOND);
    till_keys(till, "x");
    assert_true(till_shows(till, "HOLD 05:30"));
    (void)console_take_bell(till->console);
    till_pass(till, 4 * MINUTE + 31 * SECOND);
    assert_true(console_take_bell(till->console));
}

static void a_hold_that_ends_frees_its_seats_on_the_screen(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b");
    till_pass(till, 15 * MINUTE);
    assert_int_equal(basket(till), 0);
    assert_string_equal(till_message(till),
                        "Hold ended, seats are free again. Basket kept: Enter = try the same, "
                        "b = best 2.");
    assert_int_equal(model_glyph(console_model(till->console), 0), GLYPH_FREE);
}

static void a_hold_that_ended(struct till *till)
{
    till_keys(till, "2 b T");
    till_pass(till, 15 * MINUTE);
    fake_counter_expire(till->fake);
    till_hear(till);
}

static void the_same_seats_are_held_again_as_what_they_were(void **state)
{
    struct till *till = *state;
    a_hold_that_ended(till);
    assert_true(till_shows(till, "BASKET empty"));
    till_keys(till, "Enter");
    assert_string_equal(till_message(till), "The same seats are held again.");
    assert_true(till_shows(till, "BASKET 2 seats  EUR 54.00"));
    assert_true(till_shows(till, "zoom 2"));
}

static void or_the_best_of_as_many(void **state)
{
    struct till *till = *state;
    a_hold_that_ended(till);
    till_keys(till, "b");
    assert_int_equal(basket(till), 2);
    assert_int_equal(fake_counter_count(till->fake, CMD_HOLD_BEST), 2);
}

/* Whoever has gone on with something else means to go nearer. */
static void another_key_takes_the_same_seats_off_enter(void **state)
{
    struct till *till = *state;
    a_hold_that_ended(till);
    till_keys(till, "Right Enter");
    assert_int_equal(basket(till), 0);
    assert_true(till_shows(till, "zoom 3"));
}

static void back_on_the_map_it_is_told_again(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b p");
    till_pass(till, 15 * MINUTE);
    assert_true(till_shows(till, "Enter = try the same seats again"));
    till_keys(till, "Esc");
    assert_true(strstr(till_message(till), "Enter = try the same") != NULL);
    assert_int_equal(fake_counter_count(till->fake, CMD_HOLD), 0);
    till_keys(till, "Enter");
    assert_int_equal(fake_counter_count(till->fake, CMD_HOLD), 1);
}

/* The log of a house whose clock found first that the time was up. */
static bool tell_expired(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    (void)ctx;
    if (cmd->kind != CMD_EVENTS)
        return false;
    evt->u.events.at = arena_array(evt->arena, 2, sizeof *evt->u.events.at);
    evt->u.events.count = 2;
    for (int i = 0; i < 2; i++)
        evt->u.events.at[i] = (struct event){.act = ACT_EXPIRE, .seat = i + 1};
    return true;
}

static void an_end_that_the_house_found_first_is_told_as_well(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b");
    fake_counter_serve(till->fake, tell_expired, NULL);
    till_pass(till, 14 * MINUTE + 59 * SECOND);
    till_keys(till, "Left");
    fake_counter_expire(till->fake);
    till_hear(till);
    assert_int_equal(basket(till), 0);
    assert_true(strstr(till_message(till), "Enter = try the same, b = best 2.") != NULL);
}

/* What a slow house answered a quarter of an hour ago is a basket no more. */
static void an_answer_that_is_older_than_its_hold_brings_nothing(void **state)
{
    struct till *till = *state;
    fake_counter_slow(till->fake, true);
    till_keys(till, "2 b");
    till_pass(till, 15 * MINUTE);
    fake_counter_let_go(till->fake);
    till_hear(till);
    assert_int_equal(basket(till), 0);
    assert_true(strstr(till_message(till), "Enter = try the same, b = best 2.") != NULL);
}

#define AT(place, test) cmocka_unit_test_setup_teardown(test, place, till_away)

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT(a_map, the_countdown_goes_down_and_warns_twice),
        cmocka_unit_test(a_slow_line_is_told_tens_until_the_last_minute),
        AT(a_map, extending_takes_the_warning_back),
        AT(a_map, a_hold_that_ends_frees_its_seats_on_the_screen),
        AT(a_map, the_same_seats_are_held_again_as_what_they_were),
        AT(a_map, or_the_best_of_as_many),
        AT(a_map, another_key_takes_the_same_seats_off_enter),
        AT(a_map, back_on_the_map_it_is_told_again),
        AT(a_map, an_end_that_the_house_found_first_is_told_as_well),
        AT(a_map, an_answer_that_is_older_than_its_hold_brings_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
