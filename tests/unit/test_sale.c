#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/lib/builders.h"
#include "tests/lib/sale_builders.h"

static struct office office;

static int set_up(void **state)
{
    office_open(&office);
    return 0;
}

static int tear_down(void **state)
{
    office_close(&office);
    return 0;
}

/* ---- what is sold ------------------------------------------------------------------------- */

static void selling_two_seats_for_cash(void **state)
{
    const struct hold *hold = office_hold(&office, 1, 2);
    struct sell_request request = office_request(&office, hold);
    request.customer = an_id(8);
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    assert_int_equal(office.result.total, 8700);
    assert_int_equal(office.result.change, 0);

    assert_int_equal(office.cs->sales.count, 1);
    const struct sale *sale = &office.cs->sales.at[0];
    assert_true(uuid_equal(&sale->id, &request.sale_id));
    assert_string_equal(sale->code, request.sale_code);
    assert_int_equal(sale->status, SALE_PAID);
    assert_int_equal(sale->total, 8700);
    assert_int_equal(sale->paid, 8700);
    assert_string_equal(sale->currency, "EUR");
    assert_string_equal(sale->sold_by, "anna");
    assert_string_equal(sale->till, "till-1");
    assert_string_equal(sale->name, "Eve Example");
    assert_string_equal(sale->email, "eve@example.org");
    assert_true(uuid_equal(&sale->hold, &hold->id));
    assert_true(uuid_equal(&sale->shift, &office.shift.id));
    assert_true(uuid_equal(&sale->customer, &request.customer));
    assert_int_equal(sale->sold_at, NOW);
    assert_int_equal(sale->version, 0);
}

static void several_holds_are_sold_in_one_order(void **state)
{
    const struct hold *hold = office_hold(&office, 1, 2), *other = office_hold(&office, 5, 1);
    struct sell_request request = office_request(&office, hold);
    request.also = other;
    request.also_count = 1;
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    assert_int_equal(office.result.total, 3 * 4350);
    assert_int_equal(office.cs->sales.count, 1);
    assert_int_equal(office.cs->tickets.count, 3);
    assert_true(uuid_equal(&office_change_of(&office, 5)->was, &other->id));
    assert_int_equal(office.cs->holds.count, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(office.cs->holds.at[i].status, HOLD_CONVERTED);
        assert_true(uuid_equal(&office.cs->holds.at[i].sale, &request.sale_id));
    }
}

static void every_hold_of_an_order_must_be_alive_and_for_its_show(void **state)
{
    struct hold *other = office_hold(&office, 5, 1);
    struct sell_request request = office_request(&office, office_hold(&office, 1, 2));
    request.also = other;
    request.also_count = 1;
    other->show++;
    office_refused(&office, office_sell(&office, &request), VERDICT_NOT_POSSIBLE, "one show");
    other->show--;
    other->expires_at = NOW;
    office_refused(&office, office_sell(&office, &request), VERDICT_HOLD_EXPIRED, "");
}

static void every_seat_goes_from_the_hold_to_the_sale(void **state)
{
    const struct hold *hold = office_hold(&office, 5, 2);
    struct sell_request request = office_request(&office, hold);
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    assert_int_equal(office.cs->seats.count, 2);
    const struct seat_change *change = office_change_of(&office, 6);
    assert_int_equal(change->show, SHOW_NO);
    assert_int_equal(change->seen, 12);
    assert_int_equal(change->act, ACT_SELL);
    assert_int_equal(change->from, SEAT_HELD);
    assert_int_equal(change->to, SEAT_SOLD);
    assert_true(uuid_equal(&change->holder, &request.sale_id));
    assert_true(uuid_equal(&change->was, &hold->id));
    assert_int_equal(change->held_until, 0);
}

static void the_hold_is_converted(void **state)
{
    const struct hold *hold = office_hold(&office, 1, 1);
    struct sell_request request = office_request(&office, hold);
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    assert_int_equal(office.cs->holds.count, 1);
    const struct hold *row = &office.cs->holds.at[0];
    assert_true(uuid_equal(&row->id, &hold->id));
    assert_int_equal(row->status, HOLD_CONVERTED);
    assert_int_equal(row->end, END_NONE);
    assert_int_equal(row->ended_at, NOW);
    assert_int_equal(row->version, hold->version);
    assert_true(uuid_equal(&row->sale, &request.sale_id));
}

static void every_seat_gets_a_ticket_of_its_own(void **state)
{
    struct sell_request request = office_request(&office, office_hold(&office, 1, 3));
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    assert_int_equal(office.cs->tickets.count, 3);
    for (int i = 0; i < 3; i++) {
        const struct ticket *ticket = &office.cs->tickets.at[i];
        assert_int_equal(ticket->seat, i + 1);
        assert_int_equal(ticket->show, SHOW_NO);
        assert_int_equal(ticket->status, TICKET_VALID);
        assert_int_equal(ticket->generation, 1);
        assert_int_equal(ticket->version, 0);
        assert_int_equal(ticket->total, 4350);
        assert_int_equal(ticket->fee, 150);
        assert_int_equal(ticket->tax, 285);
        assert_true(uuid_equal(&ticket->sale, &request.sale_id));
    }
    assert_string_equal(office.cs->tickets.at[1].label, "A-2");
    assert_string_not_equal(office.cs->tickets.at[0].code, office.cs->tickets.at[1].code);
    assert_false(uuid_equal(&office.cs->tickets.at[0].id, &office.cs->tickets.at[1].id));
}

static void a_partly_released_hold_sells_what_is_left(void **state)
{
    struct hold *hold = office_hold(&office, 1, 3);
    hold->seats[1].live = false;
    struct sell_request request = office_request(&office, hold);
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    assert_int_equal(office.cs->tickets.count, 2);
    assert_int_equal(office.cs->seats.count, 2);
    assert_null(office_change_of(&office, 2));
    assert_int_equal(office.result.total, 2 * 4350);
}

static void a_hold_with_nothing_left_is_refused(void **state)
{
    struct hold *hold = office_hold(&office, 1, 1);
    hold->seats[0].live = false;
    struct sell_request request = office_request(&office, hold);
    office_refused(&office, office_sell(&office, &request), VERDICT_HOLD_EXPIRED,
                   "No seat is left");
}

static void a_hold_that_is_over_is_refused(void **state)
{
    struct hold *hold = office_hold(&office, 1, 1);
    hold->expires_at = NOW;
    struct sell_request request = office_request(&office, hold);
    office_refused(&office, office_sell(&office, &request), VERDICT_HOLD_EXPIRED, "");
}

static void anothers_hold_is_refused(void **state)
{
    struct hold *hold = office_hold(&office, 1, 1);
    snprintf(hold->holder, sizeof hold->holder, "mark");
    struct sell_request request = office_request(&office, hold);
    office_refused(&office, office_sell(&office, &request), VERDICT_NOT_HOLDER, "");
}

static void a_closed_show_sells_nothing(void **state)
{
    struct sell_request request = office_request(&office, office_hold(&office, 1, 1));
    office.show.status = SHOW_CLOSED;
    office_refused(&office, office_sell(&office, &request), VERDICT_SHOW_NOT_OPEN, "not open");
}

static void the_result_is_the_sale_with_tickets_and_payments(void **state)
{
    struct sell_request request = office_request(&office, office_hold(&office, 1, 2));
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    const struct sale *sale = office.result.sale;
    assert_int_equal(sale->ticket_count, 2);
    assert_string_equal(sale->tickets[1].label, "A-2");
    assert_int_equal(sale->payment_count, 1);
    assert_int_equal(sale->payments[0].amount, 8700);
}

/* ---- types, discounts, vouchers ----------------------------------------------------------- */

static void seats_not_named_are_adult(void **state)
{
    const struct seat_type types[] = {{2, TYPE_CHILD}};
    struct sell_request request = office_request(&office, office_hold(&office, 1, 2));
    request.types = types;
    request.type_count = 1;
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    assert_int_equal(office.cs->tickets.at[0].type, TYPE_ADULT);
    assert_int_equal(office.cs->tickets.at[1].type, TYPE_CHILD);
    assert_int_equal(office.cs->tickets.at[1].price, 2100);
    assert_int_equal(office.result.total, 4350 + 2250);
}

static void a_type_for_a_seat_not_in_the_hold_is_refused(void **state)
{
    const struct seat_type types[] = {{9, TYPE_CHILD}};
    struct sell_request request = office_request(&office, office_hold(&office, 1, 2));
    request.types = types;
    request.type_count = 1;
    office_refused(&office, office_sell(&office, &request), VERDICT_SEAT_NOT_FOUND,
                   "not in this hold");
}

static void two_types_for_one_seat_are_refused(void **state)
{
    const struct seat_type types[] = {{2, TYPE_CHILD}, {2, TYPE_SENIOR}};
    struct sell_request request = office_request(&office, office_hold(&office, 1, 2));
    request.types = types;
    request.type_count = 2;
    office_refused(&office, office_sell(&office, &request), VERDICT_DUPLICATE_SEAT, "A-2");
}

static void a_type_not_sold_there_names_the_seat(void **state)
{
    const struct seat_type types[] = {{2, TYPE_CHILD}};
    office.prices[0].amount[TYPE_CHILD] = -1;
    struct sell_request request = office_request(&office, office_hold(&office, 1, 2));
    request.types = types;
    request.type_count = 1;
    office_refused(&office, office_sell(&office, &request), VERDICT_NOT_POSSIBLE,
                   "A-2 cannot be sold as child");
}

static void each_seat_costs_what_its_class_costs(void **state)
{
    struct hold *hold = office_hold(&office, 1, 2);
    hold->seats[0].class_no = 1;
    struct sell_request request = office_request(&office, hold);
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    assert_int_equal(office.result.total, 4350 + 2150);
    assert_int_equal(office.cs->tickets.at[0].class_no, 1);
}

static void a_discount_stands_on_the_tickets(void **state)
{
    struct sell_request request = office_request(&office, office_hold(&office, 1, 2));
    request.discount = (struct discount){DISCOUNT_ORDER, 1001};
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    assert_int_equal(office.cs->tickets.at[0].discount, 501);
    assert_int_equal(office.cs->tickets.at[1].discount, 500);
    assert_int_equal(office.result.total, 8700 - 1001);
    assert_int_equal(office.cs->payments.at[0].amount, 8700 - 1001);
}

static void a_senseless_discount_sells_nothing(void **state)
{
    struct sell_request request = office_request(&office, office_hold(&office, 1, 2));
    request.discount = (struct discount){DISCOUNT_PERCENT, 10001};
    office_refused(&office, office_sell(&office, &request), VERDICT_INVALID, "100 %");
}

static void a_voucher_counts_what_it_gave_and_one_use(void **state)
{
    struct voucher voucher = {.code = "SPRING",
                              .kind = VOUCHER_PERCENT,
                              .value = 5000,
                              .used = 100,
                              .uses = 3,
                              .version = 8};
    struct sell_request request = office_request(&office, office_hold(&office, 1, 2));
    request.voucher = &voucher;
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    assert_int_equal(office.result.total, 2 * (2100 + 150));
    assert_int_equal(office.cs->vouchers.count, 1);
    assert_int_equal(office.cs->vouchers.at[0].used, 100 + 4200);
    assert_int_equal(office.cs->vouchers.at[0].uses, 4);
    assert_int_equal(office.cs->vouchers.at[0].version, 8);
}

static void a_gift_voucher_is_not_a_discount(void **state)
{
    struct voucher voucher = gift_voucher("GIFT", 5000);
    struct sell_request request = office_request(&office, office_hold(&office, 1, 1));
    request.voucher = &voucher;
    office_refused(&office, office_sell(&office, &request), VERDICT_VOUCHER_NOT_VALID,
                   "pays like money");
}

static void a_free_sale_has_no_payments(void **state)
{
    const struct seat_type types[] = {{1, TYPE_COMP}};
    const struct tender_line tenders[] = {cash(0)};
    struct sell_request request = office_request(&office, office_hold(&office, 1, 1));
    request.types = types;
    request.type_count = 1;
    request.tenders = tenders;
    request.tender_count = 1;
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    assert_int_equal(office.cs->payments.count, 0);
    assert_int_equal(office.cs->sales.at[0].total, 0);
    assert_int_equal(office.cs->sales.at[0].status, SALE_PAID);
}

static void a_name_that_could_forge_a_line_is_refused(void **state)
{
    struct sell_request request = office_request(&office, office_hold(&office, 1, 1));
    request.name = "Eve\nSOLD";
    office_refused(&office, office_sell(&office, &request), VERDICT_INVALID,
                   "Name: this text holds a control character");
    request.name = NULL;
    request.email = "\xff@example.org";
    office_refused(&office, office_sell(&office, &request), VERDICT_INVALID, "E-mail: this text");
}

/* ---- codes -------------------------------------------------------------------------------- */

static void a_code_can_be_read_aloud(void **state)
{
    char code[CODE_TEXT];
    for (int i = 0; i < 1000; i++) {
        assert_ptr_equal(sale_make_code(&office.ids, 'B', code), code);
        assert_int_equal(strlen(code), 8);
        assert_memory_equal(code, "B-", 2);
        assert_int_equal(strspn(code + 2, "23456789ACDEFGHJKMNPQRTVWXY"), 6);
    }
}

struct counter {
    uint8_t next;
};

static void count_up(void *ctx, void *buffer, size_t size)
{
    struct counter *counter = ctx;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)buffer)[i] = counter->next++;
}

/* Over every value a byte can have, no letter may come up more often than another. */
static void every_letter_is_as_likely_as_the_next(void **state)
{
    struct counter counter = {0};
    struct uuid_source ids = {.rng = {count_up, &counter}};
    int seen[256] = {0};
    char code[CODE_TEXT];
    for (int i = 0; i < 9 * 27; i++) { /* 6 times 243 letters: 6 whole rounds of good bytes */
        sale_make_code(&ids, 'B', code);
        for (int letter = 2; letter < 8; letter++)
            seen[(unsigned char)code[letter]]++;
    }
    for (const char *c = "23456789ACDEFGHJKMNPQRTVWXY"; *c; c++)
        assert_int_equal(seen[(unsigned char)*c], 6 * 9);
}

static void a_ticket_code_is_long_enough_never_to_repeat(void **state)
{
    assert_non_null(office_sold(&office, 1));
    const char *code = office.cs->tickets.at[0].code;
    assert_memory_equal(code, "T-", 2);
    assert_int_equal(strlen(code), 12);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        RULE(selling_two_seats_for_cash),
        RULE(several_holds_are_sold_in_one_order),
        RULE(every_hold_of_an_order_must_be_alive_and_for_its_show),
        RULE(every_seat_goes_from_the_hold_to_the_sale),
        RULE(the_hold_is_converted),
        RULE(every_seat_gets_a_ticket_of_its_own),
        RULE(a_partly_released_hold_sells_what_is_left),
        RULE(a_hold_with_nothing_left_is_refused),
        RULE(a_hold_that_is_over_is_refused),
        RULE(anothers_hold_is_refused),
        RULE(a_closed_show_sells_nothing),
        RULE(the_result_is_the_sale_with_tickets_and_payments),
        RULE(seats_not_named_are_adult),
        RULE(a_type_for_a_seat_not_in_the_hold_is_refused),
        RULE(two_types_for_one_seat_are_refused),
        RULE(a_type_not_sold_there_names_the_seat),
        RULE(each_seat_costs_what_its_class_costs),
        RULE(a_discount_stands_on_the_tickets),
        RULE(a_senseless_discount_sells_nothing),
        RULE(a_voucher_counts_what_it_gave_and_one_use),
        RULE(a_gift_voucher_is_not_a_discount),
        RULE(a_free_sale_has_no_payments),
        RULE(a_name_that_could_forge_a_line_is_refused),
        RULE(a_code_can_be_read_aloud),
        RULE(every_letter_is_as_likely_as_the_next),
        RULE(a_ticket_code_is_long_enough_never_to_repeat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
