/* Sold seats that are still to be paid, as the map shows them. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "tests/lib/till.h"

enum { DUE_SEAT = 3, PAID_SEAT = 10 }; /* both are sold, in one order each */

struct desk_fake {
    struct ticket ticket;
    bool paid; /* the order has been paid since */
    int32_t came[2];
    int came_count;
};

/* The order of whoever bought the seat. */
static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    struct desk_fake *desk = ctx;
    if (cmd->kind != CMD_DUE)
        return false;
    struct sale *sale = arena_alloc(evt->arena, sizeof *sale);
    sale->id = (struct uuid){{0xfa, [14] = 900 >> 8, [15] = 900 & 0xff}};
    sale->show = 1;
    sale->status = SALE_DUE;
    sale->tickets = &desk->ticket;
    sale->ticket_count = 1;
    evt->u.sales.at = sale;
    evt->u.sales.count = desk->paid ? 0 : 1;
    evt->u.sales.admitted = desk->came;
    evt->u.sales.admitted_count = desk->came_count;
    return true;
}

static struct desk_fake desk;

static int to_the_map(void **state)
{
    desk = (struct desk_fake){.ticket = {.seat = DUE_SEAT + 1, .status = TICKET_VALID}};
    *state = till_at_map(serve, &desk);
    return 0;
}

static enum glyph glyph(const struct till *till, int seat)
{
    return model_glyph(console_model(till->console), seat);
}

static void what_is_to_be_paid_has_a_sign_of_its_own(void **state)
{
    struct till *till = *state;
    assert_int_equal(glyph(till, DUE_SEAT), GLYPH_UNPAID);
    assert_int_equal(glyph(till, PAID_SEAT), GLYPH_SOLD);
    assert_true(till_shows(till, "o o r o   h"));
    assert_true(till_shows(till, "r unpaid"));
    assert_true(till_shows(till, "sold 80")); /* it is sold all the same */
}

static void a_seat_that_was_paid_is_sold_when_the_map_is_read_again(void **state)
{
    struct till *till = *state;
    desk.paid = true;
    till_keys(till, "z");
    assert_int_equal(glyph(till, DUE_SEAT), GLYPH_SOLD);
    assert_false(till_shows(till, "r unpaid"));
}

static void a_seat_paid_at_another_till_is_sold_by_itself(void **state)
{
    struct till *till = *state;
    desk.paid = true;
    fake_counter_written(till->fake);
    till_hear(till);
    till_pass(till, 1000);
    assert_int_equal(glyph(till, DUE_SEAT), GLYPH_SOLD);
}

static void what_others_write_asks_nothing_while_nothing_is_due(void **state)
{
    struct till *till = *state;
    desk.paid = true;
    till_keys(till, "z");
    int asked = fake_counter_count(till->fake, CMD_DUE);
    fake_counter_written(till->fake);
    till_hear(till);
    till_pass(till, 1000);
    assert_int_equal(fake_counter_count(till->fake, CMD_DUE), asked);
}

static void whoever_came_has_a_sign_of_their_own(void **state)
{
    struct till *till = *state;
    desk.paid = true;
    desk.came[0] = PAID_SEAT + 1;
    desk.came_count = 1;
    till_keys(till, "z");
    assert_int_equal(glyph(till, PAID_SEAT), GLYPH_ADMITTED);
    assert_true(till_shows(till, "v admitted"));
    assert_true(till_shows(till, "sold 80")); /* it is sold all the same */
}

static void who_comes_through_another_door_is_seen_by_itself(void **state)
{
    struct till *till = *state;
    desk.paid = true;
    desk.came[0] = DUE_SEAT + 1;
    desk.came[1] = PAID_SEAT + 1;
    desk.came_count = 1;
    till_keys(till, "z");
    assert_int_equal(glyph(till, PAID_SEAT), GLYPH_SOLD);
    desk.came_count = 2;
    fake_counter_written(till->fake);
    till_hear(till);
    till_pass(till, 1000);
    assert_int_equal(glyph(till, PAID_SEAT), GLYPH_ADMITTED);
}

static void a_ticket_that_is_void_marks_no_seat(void **state)
{
    struct till *till = *state;
    desk.ticket.status = TICKET_REFUNDED;
    till_keys(till, "z");
    assert_int_equal(glyph(till, DUE_SEAT), GLYPH_SOLD);
}

static void a_seat_sold_anew_is_not_due_for_the_order_before(void **state)
{
    struct till *till = *state;
    fake_counter_seat(till->fake, DUE_SEAT, SEAT_SOLD);
    till_hear(till);
    till_pass(till, 1000);
    assert_int_equal(glyph(till, DUE_SEAT), GLYPH_SOLD);
}

static void many_sales_of_others_ask_twice_a_second_at_most(void **state)
{
    struct till *till = *state;
    int asked = fake_counter_count(till->fake, CMD_DUE);
    assert_int_equal(asked, 1);
    for (int seat = 20; seat < 60; seat++) {
        fake_counter_seat(till->fake, seat, SEAT_SOLD);
        till_hear(till);
    }
    till_pass(till, 1000);
    asked = fake_counter_count(till->fake, CMD_DUE) - asked;
    assert_in_range(asked, 1, 2);
}

static void what_is_held_or_freed_asks_nothing_while_nothing_is_due(void **state)
{
    struct till *till = *state;
    desk.paid = true;
    till_keys(till, "z");
    int asked = fake_counter_count(till->fake, CMD_DUE);
    fake_counter_seat(till->fake, 20, SEAT_HELD);
    fake_counter_seat(till->fake, 20, SEAT_AVAILABLE);
    till_hear(till);
    till_pass(till, 1000);
    assert_int_equal(fake_counter_count(till->fake, CMD_DUE), asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_to_be_paid_has_a_sign_of_its_own, to_the_map,
                                        till_away),
        cmocka_unit_test_setup_teardown(a_seat_that_was_paid_is_sold_when_the_map_is_read_again,
                                        to_the_map, till_away),
        cmocka_unit_test_setup_teardown(whoever_came_has_a_sign_of_their_own, to_the_map,
                                        till_away),
        cmocka_unit_test_setup_teardown(who_comes_through_another_door_is_seen_by_itself,
                                        to_the_map, till_away),
        cmocka_unit_test_setup_teardown(a_ticket_that_is_void_marks_no_seat, to_the_map, till_away),
        cmocka_unit_test_setup_teardown(a_seat_sold_anew_is_not_due_for_the_order_before,
                                        to_the_map, till_away),
        cmocka_unit_test_setup_teardown(many_sales_of_others_ask_twice_a_second_at_most, to_the_map,
                                        till_away),
        cmocka_unit_test_setup_teardown(what_is_held_or_freed_asks_nothing_while_nothing_is_due,
                                        to_the_map, till_away),
        cmocka_unit_test_setup_teardown(a_seat_paid_at_another_till_is_sold_by_itself, to_the_map,
                                        till_away),
        cmocka_unit_test_setup_teardown(what_others_write_asks_nothing_while_nothing_is_due,
                                        to_the_map, till_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
