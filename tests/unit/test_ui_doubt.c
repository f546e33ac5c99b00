/* Seats that are not what they seem: those of open conflicts, and those a lone till is not sure of.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "tests/lib/till.h"

enum { OUR_TILL = 7, OTHER_TILL = 8, A1 = 0, A2, A3, A4, A6 = 5 };

static enum conflict_outcome outcome;

/* One conflict: A4, which is sold, and A6, which somebody holds. */
static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    (void)ctx;
    if (cmd->kind != CMD_CONFLICTS)
        return false;
    struct conflict *at = arena_array(evt->arena, 1, sizeof *at);
    at->seats = arena_array(evt->arena, 2, sizeof *at->seats);
    at->seats[0].seat = A4 + 1;
    at->seats[1].seat = A6 + 1;
    at->seat_count = 2;
    at->show = 1;
    at->outcome = outcome;
    evt->u.conflicts.at = at;
    evt->u.conflicts.count = 1;
    return true;
}

static int a_map(void **state)
{
    outcome = CONFLICT_OPEN;
    *state = till_at_map(serve, NULL);
    return 0;
}

static enum glyph look(struct till *till, int seat)
{
    return model_glyph(console_model(till->console), seat);
}

/* ---- conflicts ----------------------------------------------------------------------------- */

static void report_conflicts(struct till *till, int count)
{
    struct health_report health = {.word = HEALTH_ONLINE, .conflicts = count};
    fake_counter_report(till->fake, &health);
    till_hear(till);
}

static void a_seat_to_be_decided_about_is_marked(void **state)
{
    struct till *till = *state;
    report_conflicts(till, 1);
    assert_true(strstr(till_row(till, 4), ">o<o o ! o   h") != NULL);
    assert_true(till_shows(till, "! conflict"));
    till_keys(till, "3 Right");
    assert_true(till_shows(till, "g y shows both sides"));
    till_keys(till, "-");
    assert_true(till_shows(till, ">Stalls!"));
}

static void a_show_that_is_opened_later_is_marked_too(void **state)
{
    struct till *till = *state;
    till_keys(till, "g s");
    report_conflicts(till, 1);
    till_keys(till, "z Enter");
    assert_int_equal(look(till, A4), GLYPH_CONFLICT);
}

static void once_it_is_decided_the_mark_is_gone(void **state)
{
    struct till *till = *state;
    report_conflicts(till, 1);
    outcome = CONFLICT_REFUND;
    report_conflicts(till, 0);
    assert_int_equal(look(till, A4), GLYPH_SOLD);
}

/* Who holds it and until when matters more, and it ends by itself. */
static void what_is_held_stays_held(void **state)
{
    struct till *till = *state;
    report_conflicts(till, 1);
    assert_int_equal(look(till, A6), GLYPH_HELD);
    till_pass(till, 15 * 60000);
    assert_int_equal(look(till, A6), GLYPH_CONFLICT);
}

static void without_conflicts_nobody_asks_for_them(void **state)
{
    struct till *till = *state;
    report_conflicts(till, 0);
    assert_int_equal(fake_counter_count(till->fake, CMD_CONFLICTS), 0);
}

/* ---- alone --------------------------------------------------------------------------------- */

static void report_alone(struct till *till, bool alone)
{
    struct health_report health = {.word = alone ? HEALTH_OFFLINE : HEALTH_ONLINE,
                                   .till = OUR_TILL,
                                   .map_as_of = alone ? till->clock.wall : 0};
    fake_counter_report(till->fake, &health);
    till_hear(till);
}

static void a_lone_till_is_sure_of_what_is_lent_to_it(void **state)
{
    struct till *till = *state;
    fake_counter_lend(till->fake, A2, OUR_TILL);
    fake_counter_lend(till->fake, A3, OTHER_TILL);
    report_alone(till, false);
    assert_true(strstr(till_row(till, 4), ">o<o , x o   h") != NULL);
    report_alone(till, true);
    till_golden(till, "map-alone-80x24-ascii");
    assert_true(strstr(till_row(till, 4), ">?<o , x ?   h") != NULL);
    assert_true(till_shows(till, "free at 18:41, sold as PROVISIONAL"));
    report_alone(till, false);
    assert_true(strstr(till_row(till, 4), ">o<o , x o   h") != NULL);
}

static void what_it_is_not_sure_of_still_counts_as_free_and_is_sold(void **state)
{
    struct till *till = *state;
    int before = model_free(&console_model(till->console)->total);
    report_alone(till, true);
    assert_int_equal(model_free(&console_model(till->console)->total), before);
    till_keys(till, "Space");
    assert_int_equal(model_basket_seats(console_model(till->console)), 1);
    assert_int_equal(look(till, A1), GLYPH_MINE);
}

static void the_card_says_whom_a_seat_is_lent_to(void **state)
{
    struct till *till = *state;
    fake_counter_lend(till->fake, A1, OUR_TILL);
    report_alone(till, true);
    till_keys(till, "i");
    assert_true(till_shows(till, "this till, for selling offline"));
}

#define AT_MAP(test) cmocka_unit_test_setup_teardown(test, a_map, till_away)

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT_MAP(a_seat_to_be_decided_about_is_marked),
        AT_MAP(a_show_that_is_opened_later_is_marked_too),
        AT_MAP(once_it_is_decided_the_mark_is_gone),
        AT_MAP(what_is_held_stays_held),
        AT_MAP(without_conflicts_nobody_asks_for_them),
        AT_MAP(a_lone_till_is_sure_of_what_is_lent_to_it),
        AT_MAP(what_it_is_not_sure_of_still_counts_as_free_and_is_sold),
        AT_MAP(the_card_says_whom_a_seat_is_lent_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
