/* After the sale: refunds, exchanges, shifts, and who waits for a seat. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/lib/house.h"

/* ---- after the sale ------------------------------------------------------------------------ */

static void a_refund_frees_the_seat_and_gives_the_money_back(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    house_sell(h);
    char code[CODE_TEXT];
    memcpy(code, h->out.sale->code, sizeof code);
    house_reason(h, "illness");
    const char *label = "Stalls-A-2";
    desk_refund(&h->desk, &h->meta, code, &label, 1, false, -1, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(h->out.given_back, 4400);
    assert_int_equal(h->out.sale->status, SALE_PART_REFUNDED);
    assert_string_equal(house_status(h, "Stalls-A-2"), "available");
    desk_refund(&h->desk, &h->meta, code, &label, 1, false, -1, &h->out);
    assert_int_not_equal(h->out.verdict, VERDICT_OK);
    desk_refund(&h->desk, &h->meta, code, NULL, 0, false, -1, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(h->out.sale->status, SALE_REFUNDED);
    assert_int_equal(h->out.sale->paid, 0);
    house_verify(h);
}

static void an_exchange_keeps_the_old_seats_until_the_new_are_taken(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    house_sell(h);
    char code[CODE_TEXT];
    memcpy(code, h->out.sale->code, sizeof code);
    house_hold(h, "Stalls-B-1", "Stalls-B-2", NULL);
    struct uuid hold = h->out.hold->id;
    assert_string_equal(house_status(h, "Stalls-A-1"), "sold");
    const struct desk_exchange wish = {.sale = code, .hold = hold};
    desk_exchange(&h->desk, &h->meta, &wish, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_string_equal(house_status(h, "Stalls-A-1"), "available");
    assert_string_equal(house_status(h, "Stalls-B-2"), "sold");
    assert_int_equal(h->out.sale->total, 2 * 4400);
    house_verify(h);
}

static void three_customers_swap_seats_in_a_circle(void **state)
{
    struct house_fixture *h = *state;
    static const char *const labels[] = {"Stalls-A-1", "Stalls-B-1", "Stalls-C-8"};
    char codes[3][CODE_TEXT];
    struct desk_swap_place places[3];
    for (int i = 0; i < 3; i++) {
        house_hold(h, labels[i], NULL);
        house_sell(h);
        ASSERT_VERDICT(h, VERDICT_OK);
        memcpy(codes[i], h->out.sale->code, sizeof codes[i]);
        places[i] = (struct desk_swap_place){codes[i], labels[i]};
    }
    desk_swap(&h->desk, &h->meta, places, 3, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    desk_sale_find(&h->desk, h->arena, codes[1], &h->out);
    int valid = -1;
    for (int i = 0; i < h->out.sale->ticket_count; i++)
        if (h->out.sale->tickets[i].status == TICKET_VALID)
            valid = i;
    assert_true(valid >= 0);
    assert_string_equal(h->out.sale->tickets[valid].label, "Stalls-A-1");
    house_verify(h);
}

static void a_reprint_makes_the_old_ticket_worthless(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", NULL);
    house_sell(h);
    char code[CODE_TEXT], ticket[CODE_TEXT];
    memcpy(code, h->out.sale->code, sizeof code);
    memcpy(ticket, h->out.sale->tickets[0].code, sizeof ticket);
    house_reason(h, "lost");
    desk_reprint(&h->desk, &h->meta, code, "Stalls-A-1", &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    int valid = 0;
    for (int i = 0; i < h->out.sale->ticket_count; i++)
        if (h->out.sale->tickets[i].status == TICKET_VALID) {
            valid++;
            assert_string_not_equal(h->out.sale->tickets[i].code, ticket);
        }
    assert_int_equal(valid, 1);
    house_verify(h);
}

static void a_reserved_sale_is_paid_at_pickup(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", NULL);
    const struct desk_sell wish = {.hold = h->out.hold->id, .due = true, .name = "Ada"};
    desk_sell(&h->desk, &h->meta, &wish, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(h->out.sale->status, SALE_DUE);
    char code[CODE_TEXT];
    memcpy(code, h->out.sale->code, sizeof code);
    const struct tender_line card = {.tender = TENDER_CARD, .auth = "A1B2C3"};
    desk_pay(&h->desk, &h->meta, code, &card, 1, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    desk_sale_find(&h->desk, h->arena, code, &h->out);
    assert_int_equal(h->out.sale->status, SALE_PAID);
    assert_int_equal(h->out.sale->paid, 4400);
    house_verify(h);
}

/* ---- money periods ------------------------------------------------------------------------- */

static void cash_up_expects_float_and_sales_less_drops(void **state)
{
    struct house_fixture *h = *state;
    desk_shift_open(&h->desk, &h->meta, 20000, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    house_sell(h);
    desk_shift_move(&h->desk, &h->meta, MOVE_DROP, 5000, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    const int64_t counted[TENDER_COUNT] = {20000 + 8800 - 5000, 0, 0};
    desk_shift_close(&h->desk, &h->meta, counted, 0, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(h->out.shift->expected[TENDER_CASH], 23800);
    assert_true(h->out.shift->closed_at > 0);
    house_verify(h);
}

static void a_sale_without_a_shift_opens_one(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", NULL);
    house_sell(h);
    ASSERT_VERDICT(h, VERDICT_OK);
    const int64_t counted[TENDER_COUNT] = {4400, 0, 0};
    desk_shift_close(&h->desk, &h->meta, counted, 0, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
}

static void a_difference_needs_a_reason(void **state)
{
    struct house_fixture *h = *state;
    desk_shift_open(&h->desk, &h->meta, 10000, &h->out);
    const int64_t counted[TENDER_COUNT] = {9000, 0, 0};
    desk_shift_close(&h->desk, &h->meta, counted, 500, &h->out);
    ASSERT_VERDICT(h, VERDICT_AMOUNT_MISMATCH);
    house_reason(h, "miscounted change");
    desk_shift_close(&h->desk, &h->meta, counted, 500, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
}

/* ---- waiting list -------------------------------------------------------------------------- */

static void join(struct house_fixture *h, const char *name, int party)
{
    struct waiter waiter = {.party = party, .together = true};
    snprintf(waiter.name, sizeof waiter.name, "%s", name);
    snprintf(waiter.email, sizeof waiter.email, "%s@example.org", name);
    desk_wait_join(&h->desk, &h->meta, HOUSE_SHOW, &waiter, NULL, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    h->time.wall += 10;
}

static void freed_seats_go_to_the_first_whom_they_suit(void **state)
{
    struct house_fixture *h = *state;
    join(h, "large", 30);
    join(h, "first", 2);
    join(h, "second", 2);
    desk_wait_serve(&h->desk, &h->meta, HOUSE_SHOW, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_string_equal(h->out.waiter->name, "first");
    assert_int_equal(h->out.hold->seat_count, 2);
    assert_int_equal(h->out.hold->source, SOURCE_WAITLIST);
    desk_wait_serve(&h->desk, &h->meta, HOUSE_SHOW, &h->out);
    assert_string_equal(h->out.waiter->name, "second");
    house_verify(h);
}

static void who_buys_what_was_offered_has_been_served(void **state)
{
    struct house_fixture *h = *state;
    join(h, "first", 2);
    struct uuid id = h->out.waiter->id;
    desk_wait_serve(&h->desk, &h->meta, HOUSE_SHOW, &h->out);
    house_sell(h);
    ASSERT_VERDICT(h, VERDICT_OK);
    struct waiter waiter;
    bool found;
    h->desk.store->ops->waiter_read(h->desk.store, &id, &waiter, &found, NULL);
    assert_int_equal(waiter.status, WAIT_SERVED);
    house_verify(h);
}

static void an_offer_that_ran_out_goes_to_the_next_in_line(void **state)
{
    struct house_fixture *h = *state;
    join(h, "first", 2);
    struct uuid first = h->out.waiter->id;
    join(h, "second", 2);
    desk_wait_serve(&h->desk, &h->meta, HOUSE_SHOW, &h->out);
    h->time.wall += 900001;
    desk_wait_serve(&h->desk, &h->meta, HOUSE_SHOW, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_string_equal(h->out.waiter->name, "second");
    struct waiter waiter;
    bool found;
    h->desk.store->ops->waiter_read(h->desk.store, &first, &waiter, &found, NULL);
    assert_int_equal(waiter.status, WAIT_LEFT);
    house_verify(h);
}

static void whoever_leaves_lets_go_of_what_was_offered(void **state)
{
    struct house_fixture *h = *state;
    join(h, "first", 2);
    struct uuid id = h->out.waiter->id;
    house_become(h, "mark", ROLE_SUPERVISOR);
    desk_wait_serve(&h->desk, &h->meta, HOUSE_SHOW, &h->out);
    const char *label = h->out.hold->seats[0].label;
    assert_string_equal(house_status(h, label), "held");
    house_become(h, "anna", ROLE_CLERK);
    desk_wait_leave(&h->desk, &h->meta, &id, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_string_equal(house_status(h, label), "available");
    house_verify(h);
}

static void leaving_the_list_twice_is_leaving_once(void **state)
{
    struct house_fixture *h = *state;
    join(h, "first", 2);
    struct uuid id = h->out.waiter->id;
    desk_wait_leave(&h->desk, &h->meta, &id, &h->out);
    assert_true(h->out.changed);
    desk_wait_leave(&h->desk, &h->meta, &id, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_false(h->out.changed);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {
        RULE(a_refund_frees_the_seat_and_gives_the_money_back),
        RULE(an_exchange_keeps_the_old_seats_until_the_new_are_taken),
        RULE(three_customers_swap_seats_in_a_circle),
        RULE(a_reprint_makes_the_old_ticket_worthless),
        RULE(a_reserved_sale_is_paid_at_pickup),
        RULE(cash_up_expects_float_and_sales_less_drops),
        RULE(a_sale_without_a_shift_opens_one),
        RULE(a_difference_needs_a_reason),
        RULE(freed_seats_go_to_the_first_whom_they_suit),
        RULE(who_buys_what_was_offered_has_been_served),
        RULE(an_offer_that_ran_out_goes_to_the_next_in_line),
        RULE(whoever_leaves_lets_go_of_what_was_offered),
        RULE(leaving_the_list_twice_is_leaving_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
