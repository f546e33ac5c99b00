/* After the sale, on a real house: find, refund, exchange, print again, pick up. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/golden.h"
#include "tests/lib/house_till.h"

struct fixture {
    struct house_fixture *house;
    struct house_till *till; /* anna's, where the sale was made */
    char code[CODE_TEXT];    /* A5 and A6, to Ada Lovelace */
};

static void sell(struct fixture *f, struct desk_sell wish)
{
    struct house_fixture *h = f->house;
    wish.hold = h->out.hold->id;
    wish.name = "Ada Lovelace";
    wish.email = "ada@example.org";
    desk_sell(&h->desk, &h->meta, &wish, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    snprintf(f->code, sizeof f->code, "%s", h->out.sale->code);
}

static int setup(void **state)
{
    struct fixture *f = x_alloc(sizeof *f);
    void *house;
    if (house_setup(&house))
        return -1;
    f->house = house;
    house_hold(f->house, "Stalls-A-5", "Stalls-A-6", NULL);
    sell(f, (struct desk_sell){.due = false});
    f->till = house_till_new(f->house, "till-1");
    house_till_sign_in(f->till, "anna", "1111");
    house_till_keys(f->till, "Enter");
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    void *house = f->house;
    house_till_free(&f->till);
    free(f);
    return house_teardown(&house);
}

static const struct sale *sale_now(struct fixture *f)
{
    struct house_fixture *h = f->house;
    desk_sale_find(&h->desk, h->arena, f->code, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    return h->out.sale;
}

static void find(struct fixture *f, const char *text)
{
    house_till_keys(f->till, "g o /");
    house_till_type(f->till, text);
    house_till_keys(f->till, "Enter");
}

/* ---- finding ------------------------------------------------------------------------------ */

static void an_order_is_found_by_name_mail_seat_and_code(void **state)
{
    struct fixture *f = *state;
    const char *const words[] = {"lovelace", "ada@", "Stalls-A-5", f->code};
    for (int i = 0; i < COUNT_OF(words); i++) {
        find(f, words[i]);
        assert_string_equal(house_till_screen(f->till), "order");
        assert_true(house_till_shows(f->till, f->code));
    }
    find(f, "nobody");
    assert_string_equal(house_till_screen(f->till), "orders");
    assert_true(house_till_shows(f->till, "No order matches."));
}

static void the_narrowest_terminal_shows_worth_and_state_of_tickets(void **state)
{
    struct fixture *f = *state;
    find(f, f->code);
    house_till_resize(f->till, 12, 40);
    assert_true(house_till_shows(f->till, "Stalls-A-5          44.00  valid"));
    assert_true(house_till_shows(f->till, "paid  Hamlet"));
}

static void a_sold_seat_on_the_map_leads_to_its_order(void **state)
{
    struct fixture *f = *state;
    house_till_keys(f->till, "/ A 6 Enter i");
    assert_string_equal(house_till_screen(f->till), "order");
    assert_true(house_till_shows(f->till, f->code));
}

static void a_scanned_ticket_opens_its_order(void **state)
{
    struct fixture *f = *state;
    const char *ticket = sale_now(f)->tickets[1].code;
    house_till_scan(f->till, ticket); /* on the map */
    assert_string_equal(house_till_screen(f->till), "order");
    assert_true(house_till_shows(f->till, f->code));
    house_till_scan(f->till, "T-UNKNOWN123"); /* on an order */
    assert_string_equal(house_till_screen(f->till), "orders");
    house_till_scan(f->till, ticket); /* in the list */
    assert_string_equal(house_till_screen(f->till), "order");
}

static void an_order_shows_its_tickets_and_payments(void **state)
{
    struct fixture *f = *state;
    find(f, "ada");
    assert_true(house_till_shows(f->till, "Stalls-A-5"));
    assert_true(house_till_shows(f->till, "Ada Lovelace  ada@example.org"));
    assert_true(house_till_shows(f->till, "paid 88.00"));
    assert_true(house_till_shows(f->till, "cash"));
    house_till_keys(f->till, "Enter");
    assert_true(house_till_shows(f->till, "Hamlet"));
    house_till_keys(f->till, "Esc");
    assert_string_equal(house_till_screen(f->till), "order");
    static const int sizes[][2] = {{43, 132}, {16, 60}, {12, 40}, {4, 20}, {1, 1}, {24, 80}};
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        house_till_resize(f->till, sizes[i][0], sizes[i][1]);
        house_till_keys(f->till, "f Esc Enter Enter");
    }
    assert_int_equal(sale_now(f)->status, SALE_PAID);
}

/* ---- refund ------------------------------------------------------------------------------- */

static void a_whole_order_is_refunded(void **state)
{
    struct fixture *f = *state;
    find(f, "ada");
    house_till_keys(f->till, "f");
    assert_true(house_till_shows(f->till, "To give back  EUR 88.00"));
    house_till_keys(f->till, "2 2 Enter");
    assert_non_null(strstr(house_till_message(f->till), "GIVE BACK EUR 88.00"));
    assert_int_equal(sale_now(f)->status, SALE_REFUNDED);
    assert_string_equal(house_status(f->house, "Stalls-A-5"), "available");
    house_verify(f->house);
}

static void nothing_is_refunded_without_reason_and_number(void **state)
{
    struct fixture *f = *state;
    static const char *const half[] = {
        "f Enter Enter Esc", "f 1 Enter Esc", "f 1 1 Enter Esc",      "f 1 2 Esc",
        "f y y Esc",         "f c 2 Esc",     "f 5 Enter 2 Enter Esc"};
    find(f, "ada");
    for (int i = 0; i < COUNT_OF(half); i++) {
        house_till_keys(f->till, half[i]);
        assert_int_equal(sale_now(f)->status, SALE_PAID);
        assert_string_equal(house_till_screen(f->till), "order");
    }
}

static void a_marked_ticket_is_refunded_without_its_fee(void **state)
{
    struct fixture *f = *state;
    find(f, "ada");
    house_till_keys(f->till, "Space f k");
    assert_true(house_till_shows(f->till, "To give back  EUR 42.00"));
    house_till_keys(f->till, "1 1 Enter");
    assert_non_null(strstr(house_till_message(f->till), "GIVE BACK EUR 42.00"));
    assert_int_equal(sale_now(f)->status, SALE_PART_REFUNDED);
    assert_string_equal(house_status(f->house, "Stalls-A-5"), "available");
    assert_string_equal(house_status(f->house, "Stalls-A-6"), "sold");
}

static void another_tills_sale_is_refunded_with_a_supervisors_signature(void **state)
{
    struct fixture *f = *state;
    house_till_free(&f->till);
    f->till = house_till_new(f->house, "till-2");
    house_till_sign_in(f->till, "anna", "1111");
    find(f, "ada");
    house_till_keys(f->till, "f 1 2 Enter");
    assert_int_equal(sale_now(f)->status, SALE_PAID);
    assert_true(house_till_shows(f->till, "SIGNATURE"));
    house_till_type(f->till, "mark");
    house_till_keys(f->till, "Enter 9 Enter");
    assert_int_equal(sale_now(f)->status, SALE_PAID);
    house_till_type(f->till, "2222");
    house_till_keys(f->till, "Enter");
    assert_int_equal(sale_now(f)->status, SALE_REFUNDED);
    house_verify(f->house);
}

static void the_refund_is_seen_above_the_ticket(void **state)
{
    struct fixture *f = *state;
    find(f, f->code);
    house_till_keys(f->till, "Enter f 1");
    assert_true(house_till_shows(f->till, "Type the number of tickets to refund, then Enter:"));
}

static void the_refund_says_what_is_typed_on_forty_columns(void **state)
{
    struct fixture *f = *state;
    find(f, f->code);
    house_till_resize(f->till, 12, 40);
    house_till_keys(f->till, "f 1 2");
    assert_true(house_till_shows(f->till, "How many? 2"));
    assert_true(house_till_shows(f->till, "Esc = no change"));
}

static void the_refund_is_drawn(void **state)
{
    struct fixture *f = *state;
    f->house->time.wall += 3600000;
    find(f, "ada");
    house_till_keys(f->till, "f 3 2");
    assert_true(house_till_shows(f->till, "REFUND B-"));
    assert_true(house_till_shows(f->till, "3 wrong seats"));
    assert_true(house_till_shows(f->till, "Type the number of tickets to refund, then Enter: 2"));
}

/* ---- exchange ----------------------------------------------------------------------------- */

static void seats_are_exchanged_for_those_held_on_the_map(void **state)
{
    struct fixture *f = *state;
    find(f, "ada");
    house_till_keys(f->till, "c");
    assert_string_equal(house_till_screen(f->till), "map");
    house_till_keys(f->till, "2 b g o");
    assert_string_equal(house_till_screen(f->till), "order");
    house_till_keys(f->till, "c");
    assert_true(house_till_shows(f->till, "EXCHANGE"));
    house_till_keys(f->till, "Enter"); /* no money moves by Enter alone */
    assert_string_equal(house_status(f->house, "Stalls-A-5"), "sold");
    house_till_keys(f->till, "y");
    assert_string_equal(house_status(f->house, "Stalls-A-5"), "available");
    assert_int_equal(sale_now(f)->paid, 8800);
    assert_int_equal(model_basket_seats(house_till_model(f->till)), 0);
    house_verify(f->house);
}

static void seats_picked_one_by_one_are_exchanged_for_as_well(void **state)
{
    struct fixture *f = *state;
    find(f, "ada");
    house_till_keys(f->till, "c 1 b");
    assert_true(house_till_shows(f->till, "EXCHANGE B-"));
    house_till_keys(f->till, "p");
    assert_string_equal(house_till_screen(f->till), "order");
    assert_non_null(strstr(house_till_message(f->till), "for 2 seats"));
    house_till_keys(f->till, "c 1 b p");
    assert_string_equal(house_till_screen(f->till), "order");
    house_till_keys(f->till, "y");
    assert_string_equal(house_status(f->house, "Stalls-A-5"), "available");
    assert_int_equal(sale_now(f)->paid, 8800);
    assert_int_equal(model_basket_seats(house_till_model(f->till)), 0);
    house_verify(f->house);
}

static void an_exchange_that_is_left_lets_the_basket_be_sold(void **state)
{
    struct fixture *f = *state;
    find(f, "ada");
    house_till_keys(f->till, "c 1 b p Esc");
    house_till_keys(f->till, "g m p");
    assert_string_equal(house_till_screen(f->till), "pay");
    assert_string_equal(house_status(f->house, "Stalls-A-5"), "sold");
}

static void a_difference_is_paid(void **state)
{
    struct fixture *f = *state;
    house_hold(f->house, "Stalls-B-1", NULL);
    sell(f, (struct desk_sell){.discount = {.kind = DISCOUNT_PERCENT, .value = 1000}});
    find(f, f->code);
    house_till_keys(f->till, "c 1 b g o c");
    assert_true(house_till_shows(f->till, "To pay  EUR 4.20"));
    house_till_keys(f->till, "Enter");
    assert_string_equal(house_status(f->house, "Stalls-B-1"), "sold");
    house_till_keys(f->till, "c 5 Enter");
    assert_string_equal(house_status(f->house, "Stalls-B-1"), "available");
    assert_non_null(strstr(house_till_message(f->till), "CHANGE EUR 0.80"));
    house_verify(f->house);
}

/* ---- tickets and pickup ------------------------------------------------------------------- */

static void a_ticket_is_printed_again_for_a_reason(void **state)
{
    struct fixture *f = *state;
    find(f, "ada");
    house_till_keys(f->till, "d Enter");
    assert_int_equal(sale_now(f)->ticket_count, 2);
    house_till_keys(f->till, "d");
    house_till_type(f->till, "paper jam");
    house_till_keys(f->till, "Enter");
    assert_int_equal(sale_now(f)->ticket_count, 3);
    assert_true(house_till_shows(f->till, "replaced"));
    house_verify(f->house);
}

static void an_order_that_waits(struct fixture *f)
{
    house_hold(f->house, "Stalls-B-1", NULL);
    sell(f, (struct desk_sell){.pickup = true});
}

static void enter_hands_over_to_whoever_picks_up_once(void **state)
{
    struct fixture *f = *state;
    an_order_that_waits(f);
    house_till_keys(f->till, "g w");
    assert_true(house_till_shows(f->till, "TO COLLECT"));
    house_till_scan(f->till, f->code);
    assert_string_equal(house_till_screen(f->till), "order");
    assert_int_equal(sale_now(f)->collected_at, 0);
    house_till_keys(f->till, "Enter");
    assert_true(sale_now(f)->collected_at > 0);
    assert_non_null(strstr(house_till_message(f->till), "marked collected"));
    house_verify(f->house);
}

static void what_was_collected_says_so_and_is_not_given_out_again(void **state)
{
    struct fixture *f = *state;
    an_order_that_waits(f);
    f->house->time.wall += 60000;
    desk_collect(&f->house->desk, &f->house->meta, f->code, &f->house->out);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    desk_collect(&f->house->desk, &f->house->meta, f->code, &f->house->out);
    ASSERT_VERDICT(f->house, VERDICT_STATE_CONFLICT);
    house_till_keys(f->till, "g w");
    assert_true(house_till_shows(f->till, "There are no orders here."));
    house_till_keys(f->till, "v v");
    assert_true(house_till_shows(f->till, "collected"));
    house_till_keys(f->till, "Enter");
    assert_true(house_till_shows(f->till, "Collected "));
    house_till_keys(f->till, "Enter");
    assert_non_null(strstr(house_till_message(f->till), "was collected already"));
}

static void an_unpaid_order_is_not_handed_over(void **state)
{
    struct fixture *f = *state;
    house_hold(f->house, "Stalls-B-1", NULL);
    sell(f, (struct desk_sell){.due = true});
    house_till_keys(f->till, "g w Enter Enter");
    assert_non_null(strstr(house_till_message(f->till), "not paid yet"));
    desk_collect(&f->house->desk, &f->house->meta, f->code, &f->house->out);
    ASSERT_VERDICT(f->house, VERDICT_NOT_PAID);
}

static void over_the_counter_nothing_waits(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(sale_now(f)->collected_at, sale_now(f)->sold_at);
    house_till_keys(f->till, "g w");
    assert_true(house_till_shows(f->till, "There are no orders here."));
}

static void the_order_is_drawn(void **state)
{
    struct fixture *f = *state;
    an_order_that_waits(f);
    house_till_scan(f->till, f->code);
    assert_golden("order-80x24-ascii.txt", house_till_text(f->till));
}

static void a_reservation_is_paid_and_picked_up(void **state)
{
    struct fixture *f = *state;
    house_hold(f->house, "Stalls-B-1", NULL);
    sell(f, (struct desk_sell){.due = true});
    house_till_keys(f->till, "g w v");
    assert_true(house_till_shows(f->till, "TO BE PAID"));
    house_till_keys(f->till, "Enter p");
    assert_true(house_till_shows(f->till, "To pay  EUR 44.00"));
    house_till_keys(f->till, "Enter Esc");
    assert_int_equal(sale_now(f)->status, SALE_DUE);
    house_till_keys(f->till, "p d Enter");
    assert_int_equal(sale_now(f)->status, SALE_DUE);
    house_till_type(f->till, "A123");
    house_till_keys(f->till, "Enter");
    assert_int_equal(sale_now(f)->status, SALE_PAID);
    assert_string_equal(sale_now(f)->payments[0].auth, "A123");
    assert_int_equal(sale_now(f)->collected_at, 0);
    house_till_keys(f->till, "Enter");
    assert_true(sale_now(f)->collected_at > 0);
    house_till_keys(f->till, "Enter");
    assert_true(house_till_shows(f->till, "Hamlet"));
    house_verify(f->house);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        RULE(an_order_is_found_by_name_mail_seat_and_code),
        RULE(the_narrowest_terminal_shows_worth_and_state_of_tickets),
        RULE(a_sold_seat_on_the_map_leads_to_its_order),
        RULE(a_scanned_ticket_opens_its_order),
        RULE(an_order_shows_its_tickets_and_payments),
        RULE(a_whole_order_is_refunded),
        RULE(nothing_is_refunded_without_reason_and_number),
        RULE(a_marked_ticket_is_refunded_without_its_fee),
        RULE(another_tills_sale_is_refunded_with_a_supervisors_signature),
        RULE(the_refund_is_drawn),
        RULE(the_refund_is_seen_above_the_ticket),
        RULE(the_refund_says_what_is_typed_on_forty_columns),
        RULE(seats_are_exchanged_for_those_held_on_the_map),
        RULE(seats_picked_one_by_one_are_exchanged_for_as_well),
        RULE(an_exchange_that_is_left_lets_the_basket_be_sold),
        RULE(a_difference_is_paid),
        RULE(a_ticket_is_printed_again_for_a_reason),
        RULE(a_reservation_is_paid_and_picked_up),
        RULE(enter_hands_over_to_whoever_picks_up_once),
        RULE(what_was_collected_says_so_and_is_not_given_out_again),
        RULE(an_unpaid_order_is_not_handed_over),
        RULE(over_the_counter_nothing_waits),
        RULE(the_order_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
