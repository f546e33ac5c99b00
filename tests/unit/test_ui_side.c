/* Beside the map on a wide terminal: the basket, and what other tills do. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tests/lib/till.h"

static struct till *a_map(int rows, int columns)
{
    struct till *till = till_new(rows, columns, TIER_ASCII);
    till_sign_in(till, "anna");
    till_keys(till, "Enter Enter");
    return till;
}

static int wide(void **state)
{
    *state = a_map(43, 132);
    return 0;
}

static int narrow(void **state)
{
    *state = a_map(24, 80);
    return 0;
}

static void hear_of(struct till *till, int seat, enum seat_status status)
{
    fake_counter_seat(till->fake, seat, status);
    till_hear(till);
}

static void other_tills_acts_stand_beside_a_wide_map(void **state)
{
    struct till *till = *state;
    assert_true(till_shows(till, "What other tills do"));
    hear_of(till, 0, SEAT_HELD);
    hear_of(till, 1, SEAT_SOLD);
    till_pass(till, 60000);
    hear_of(till, 0, SEAT_AVAILABLE);
    till_keys(till, "2 b");
    till_golden(till, "map-side-132x43-ascii");
}

static void a_narrow_map_has_no_panel(void **state)
{
    struct till *till = *state;
    hear_of(till, 0, SEAT_HELD);
    assert_false(till_shows(till, "Other tills"));
}

static void ones_own_acts_are_no_news(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b r y");
    till_hear(till);
    assert_true(till_shows(till, "What other tills do"));
}

static void many_changes_at_once_are_counted(void **state)
{
    struct till *till = *state;
    hear_of(till, 0, SEAT_HELD);
    for (int i = 0; i < 30; i++)
        hear_of(till, 20 + i, SEAT_BLOCKED);
    assert_true(till_shows(till, "blocked Stalls"));
    assert_false(till_shows(till, "held Stalls")); /* the oldest line has left */
}

static void the_venue_moves_as_it_is_drawn_beside_the_panel(void **state)
{
    struct till *till = *state;
    till_keys(till, "-");
    till_golden(till, "map-venue-side-132x43-ascii");
    till_keys(till, "Right");
    assert_true(till_shows(till, ">Boxes Right"));
}

/* ---- the basket's row ---------------------------------------------------------------------- */

static bool a_journal(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    if (cmd->kind == CMD_HEALTH)
        evt->u.health = *(const struct health_report *)ctx;
    return cmd->kind == CMD_HEALTH;
}

static void journal_and_conflicts_have_their_places(void **state)
{
    struct till *till = *state;
    struct health_report health = {
        .word = HEALTH_OFFLINE, .journalled = true, .journal = 3, .conflicts = 1};
    fake_counter_serve(till->fake, a_journal, &health);
    till_keys(till, "2 b g h Esc");
    const char *row = till_row(till, 21), *found = strstr(row, "J:3   !1");
    assert_non_null(found);
    assert_int_equal(found - row, 80 - 25);
    assert_true(till_shows(till, "BASKET 2 seats  EUR 104.00   HOLD 15:00  x = +5 min"));
    till_resize(till, 12, 40);
    assert_true(till_shows(till, "HOLD 15:00")); /* the hold matters more */
}

static void a_house_of_one_machine_claims_no_journal(void **state)
{
    struct till *till = *state;
    assert_false(till_shows(till, "J:"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(other_tills_acts_stand_beside_a_wide_map, wide, till_away),
        cmocka_unit_test_setup_teardown(a_narrow_map_has_no_panel, narrow, till_away),
        cmocka_unit_test_setup_teardown(journal_and_conflicts_have_their_places, narrow, till_away),
        cmocka_unit_test_setup_teardown(a_house_of_one_machine_claims_no_journal, narrow,
                                        till_away),
        cmocka_unit_test_setup_teardown(ones_own_acts_are_no_news, wide, till_away),
        cmocka_unit_test_setup_teardown(many_changes_at_once_are_counted, wide, till_away),
        cmocka_unit_test_setup_teardown(the_venue_moves_as_it_is_drawn_beside_the_panel, wide,
                                        till_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
