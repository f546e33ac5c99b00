/* The finder: what the best seats have to be, and what is said when there are none such. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/lib/till.h"

/* What the counter was asked for last, and what it says to it. */
struct desk_fake {
    struct best_request asked;
    bool apart_only; /* no seats are side by side */
    bool nothing;    /* nor apart */
    bool taken;      /* whoever picks a seat comes too late */
    int split[6];    /* indexes offered apart */
};

static void refuse_with(struct evt *evt, enum verdict verdict, const char *message)
{
    evt->outcome.verdict = verdict;
    snprintf(evt->outcome.message, sizeof evt->outcome.message, "%s", message);
}

static void offer(const struct desk_fake *desk, int count, struct evt *evt)
{
    evt->u.best.result.count = count;
    for (int i = 0; i < count; i++) {
        evt->u.best.result.seats[i] = desk->split[i];
        evt->u.best.labels[i] = "Circle-B-4";
    }
}

static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    struct desk_fake *desk = ctx;
    if (cmd->kind == CMD_HOLD && desk->taken)
        refuse_with(evt, VERDICT_SEAT_TAKEN, "Somebody else has this seat.");
    else if (cmd->kind == CMD_BEST && desk->nothing)
        refuse_with(evt, VERDICT_NOT_ENOUGH_SEATS, "There are not so many seats left.");
    else if (cmd->kind == CMD_BEST)
        offer(desk, cmd->u.best.request.count, evt);
    else if (cmd->kind == CMD_HOLD_BEST && desk->apart_only && cmd->u.best.request.together)
        refuse_with(evt, VERDICT_NOT_ENOUGH_SEATS, "There are not so many side by side.");
    else if (cmd->kind == CMD_HOLD_BEST)
        return desk->asked = cmd->u.best.request, false;
    else
        return false;
    return true;
}

static struct desk_fake desk;

static int to_the_map(void **state)
{
    desk = (struct desk_fake){.split = {11, 12, 13, 40, 41}};
    *state = till_at_map(serve, &desk);
    return 0;
}

static int basket(const struct till *till)
{
    return model_basket_seats(console_model(till->console));
}

/* ---- the form ----------------------------------------------------------------------------- */

static void b_alone_asks_what_the_seats_must_be(void **state)
{
    struct till *till = *state;
    till_keys(till, "b");
    till_golden(till, "finder-80x24-ascii");
    assert_int_equal(basket(till), 0);
    till_keys(till, "Enter");
    assert_int_equal(basket(till), 2);
    assert_true(desk.asked.together);
    assert_int_equal(desk.asked.class_no, -1);
}

static void every_wish_of_the_form_reaches_the_counter(void **state)
{
    struct till *till = *state;
    till_keys(till, "b 4 Down Right Down Right Right Down 1 Down Right Down Right Down Right");
    till_keys(till, "Enter");
    assert_int_equal(desk.asked.count, 4);
    assert_int_equal(desk.asked.class_no, 0);
    assert_int_equal(desk.asked.section, 1);
    assert_int_equal(desk.asked.accessible, 1);
    assert_false(desk.asked.together);
    assert_true(desk.asked.no_orphan);
    assert_true(desk.asked.aisle);
}

static void the_form_remembers_what_was_asked(void **state)
{
    struct till *till = *state;
    till_keys(till, "b 3 Down Right Enter");
    till_keys(till, "b Enter");
    assert_int_equal(desk.asked.count, 3);
    assert_int_equal(desk.asked.class_no, 0);
}

static void esc_leaves_the_form_and_holds_nothing(void **state)
{
    struct till *till = *state;
    till_keys(till, "b 5 Esc");
    assert_false(till_shows(till, "Find the best seats"));
    assert_int_equal(basket(till), 0);
    assert_string_equal(console_screen(till->console), "map");
}

static void numbers_stay_within_what_can_be_asked(void **state)
{
    struct till *till = *state;
    till_keys(till, "b 1 2 0 Down Down Down 9 9 Enter"); /* 120 begins anew at 0: one seat */
    assert_int_equal(desk.asked.count, 1);
    assert_int_equal(desk.asked.accessible, 1);
}

static void the_next_offer_has_to_be_the_same(void **state)
{
    struct till *till = *state;
    till_keys(till, "b 2 Down Right Enter n");
    assert_int_equal(desk.asked.class_no, 0);
    assert_int_equal(basket(till), 2);
}

/* ---- together and apart ------------------------------------------------------------------- */

static void held_seats_are_said_to_be_together(void **state)
{
    struct till *till = *state;
    till_keys(till, "2 b");
    assert_string_equal(till_message(till),
                        "Held Stalls-A-1 Stalls-A-2, together.   n = next offer");
}

static void a_party_that_must_be_split_is_asked_first(void **state)
{
    struct till *till = *state;
    desk.apart_only = true;
    till_keys(till, "5 b");
    assert_int_equal(basket(till), 0);
    assert_string_equal(till_message(till),
                        "No 5 together: 3+2 in rows A, B (Enter) or waiting list (g l).");
    till_keys(till, "Enter");
    assert_int_equal(basket(till), 5);
    assert_false(desk.asked.together);
}

static void a_split_that_is_passed_by_is_gone(void **state)
{
    struct till *till = *state;
    desk.apart_only = true;
    till_keys(till, "5 b Right Enter");
    assert_int_equal(basket(till), 0);
}

static void no_seats_at_all_lead_to_the_waiting_list(void **state)
{
    struct till *till = *state;
    desk.apart_only = desk.nothing = true;
    till_keys(till, "5 b");
    assert_string_equal(till_message(till), "There are no 5 seats like that: waiting list (g l).");
}

/* ---- somebody was faster ------------------------------------------------------------------ */

static void losing_a_race_names_the_next_best_seat(void **state)
{
    struct till *till = *state;
    desk.taken = true;
    till_keys(till, "Space");
    assert_string_equal(till_message(till),
                        "Somebody else has this seat. Next best: Circle-B-4 (b holds it).");
    till_keys(till, "b");
    assert_int_equal(basket(till), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(b_alone_asks_what_the_seats_must_be, to_the_map, till_away),
        cmocka_unit_test_setup_teardown(every_wish_of_the_form_reaches_the_counter, to_the_map,
                                        till_away),
        cmocka_unit_test_setup_teardown(the_form_remembers_what_was_asked, to_the_map, till_away),
        cmocka_unit_test_setup_teardown(esc_leaves_the_form_and_holds_nothing, to_the_map,
                                        till_away),
        cmocka_unit_test_setup_teardown(numbers_stay_within_what_can_be_asked, to_the_map,
                                        till_away),
        cmocka_unit_test_setup_teardown(the_next_offer_has_to_be_the_same, to_the_map, till_away),
        cmocka_unit_test_setup_teardown(held_seats_are_said_to_be_together, to_the_map, till_away),
        cmocka_unit_test_setup_teardown(a_party_that_must_be_split_is_asked_first, to_the_map,
                                        till_away),
        cmocka_unit_test_setup_teardown(a_split_that_is_passed_by_is_gone, to_the_map, till_away),
        cmocka_unit_test_setup_teardown(no_seats_at_all_lead_to_the_waiting_list, to_the_map,
                                        till_away),
        cmocka_unit_test_setup_teardown(losing_a_race_names_the_next_best_seat, to_the_map,
                                        till_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
