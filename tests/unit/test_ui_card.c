/* i: everything that is known of one seat, in a card that follows the cursor. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/lib/till.h"

static struct hold others;

/* Who holds what: one hold, of till-2. */
static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    (void)ctx;
    if (cmd->kind != CMD_HOLDS)
        return false;
    others = (struct hold){.id = {{0xfa, [14] = 901 >> 8, [15] = 901 & 0xff}},
                           .expires_at = INT64_MAX,
                           .till = "till-2",
                           .holder = "joe"};
    evt->u.holds.at = &others;
    evt->u.holds.count = 1;
    return true;
}

static int to_the_map(void **state)
{
    *state = till_at_map(serve, NULL);
    return 0;
}

static void a_free_seat_has_its_price_and_its_neighbours(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 Right i");
    till_golden(till, "card-80x24-ascii");
    assert_true(till_shows(till, "Left of it   A2 free"));
    assert_true(till_shows(till, "Right of it  A4 sold"));
    assert_true(till_shows(till, "Open to      everybody"));
}

static void the_card_follows_the_cursor(void **state)
{
    struct till *till = *state;
    till_keys(till, "i 4 Right");
    assert_true(till_shows(till, "Stalls-A-5"));
    assert_true(till_shows(till, "Right of it  aisle"));
    till_keys(till, "<");
    assert_true(till_shows(till, "Left of it   end of the row"));
}

static void a_sold_seat_is_open_to_nobody(void **state)
{
    struct till *till = *state;
    till_keys(till, "i 3 Right");
    assert_true(till_shows(till, "State        sold"));
    assert_true(till_shows(till, "Open to      nobody"));
}

static void a_held_seat_says_who_has_it(void **state)
{
    struct till *till = *state;
    till_keys(till, "5 Right i");
    assert_true(till_shows(till, "held 15 min  till-2 joe since"));
}

static void a_block_says_whom_it_is_lifted_for(void **state)
{
    struct till *till = *state;
    till_keys(till, "/");
    till_type(till, "B16");
    till_keys(till, "Enter i"); /* blocked, open to the web */
    assert_true(till_shows(till, "Open to      web"));
    till_keys(till, "/");
    till_type(till, "Stalls A9");
    till_keys(till, "Enter");
    assert_true(till_shows(till, "Open to      nobody"));
}

static void i_or_esc_puts_the_card_away(void **state)
{
    struct till *till = *state;
    till_keys(till, "i i");
    assert_false(till_shows(till, "Right of it"));
    till_keys(till, "i Esc");
    assert_false(till_shows(till, "Right of it"));
    assert_string_equal(console_screen(till->console), "map");
}

static void a_small_terminal_shows_the_card_as_well(void **state)
{
    struct till *till = *state;
    till_resize(till, 12, 40);
    till_keys(till, "i");
    assert_true(till_shows(till, "Right of it  A2 free"));
}

static void a_supervisor_sees_the_same_card(void **state)
{
    struct till *till = till_new(24, 80, TIER_ASCII);
    (void)state;
    fake_counter_serve(till->fake, serve, NULL);
    till_sign_in(till, "mark");
    till_keys(till, "Enter g a Enter 5 Right i");
    assert_true(till_shows(till, "held 15 min  till-2 joe since"));
    assert_true(till_shows(till, "Open to      whoever holds it"));
    assert_true(till_shows(till, "Left of it   aisle"));
    till_keys(till, "Right");
    assert_true(till_shows(till, "Left of it   A6 held"));
    till_keys(till, "Esc");
    assert_false(till_shows(till, "Left of it"));
    assert_string_equal(console_screen(till->console), "admin");
    till_free(&till);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_free_seat_has_its_price_and_its_neighbours, to_the_map,
                                        till_away),
        cmocka_unit_test_setup_teardown(the_card_follows_the_cursor, to_the_map, till_away),
        cmocka_unit_test_setup_teardown(a_sold_seat_is_open_to_nobody, to_the_map, till_away),
        cmocka_unit_test_setup_teardown(a_held_seat_says_who_has_it, to_the_map, till_away),
        cmocka_unit_test_setup_teardown(a_block_says_whom_it_is_lifted_for, to_the_map, till_away),
        cmocka_unit_test_setup_teardown(i_or_esc_puts_the_card_away, to_the_map, till_away),
        cmocka_unit_test_setup_teardown(a_small_terminal_shows_the_card_as_well, to_the_map,
                                        till_away),
        cmocka_unit_test(a_supervisor_sees_the_same_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
