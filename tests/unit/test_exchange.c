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

enum { OTHER_SHOW = SHOW_NO + 1 };

static struct office office;
static struct price other_prices[1];
static struct show other; /* dearer: 50.00 and a fee of 2.00 */

static int set_up(void **state)
{
    office_open(&office);
    other_prices[0] = (struct price){.amount = {[TYPE_ADULT] = 5000}};
    price_default_concessions(&other_prices[0]);
    other = office.show;
    other.no = OTHER_SHOW;
    other.fee = 200;
    other.prices = other_prices;
    other.price_count = 1;
    return 0;
}

static int tear_down(void **state)
{
    office_close(&office);
    return 0;
}

static struct hold *hold_in(const struct show *show, int first, int count)
{
    struct hold *hold = office_hold(&office, first, count);
    hold->show = show->no;
    return hold;
}

static struct exchange_request an_exchange(const struct sale *sale, const struct hold *hold)
{
    return (struct exchange_request){.ids = &office.ids,
                                     .sale = sale,
                                     .old_show = &office.show,
                                     .new_show = hold->show == OTHER_SHOW ? &other : &office.show,
                                     .now = office_seats_now(&office, sale),
                                     .now_count = sale->ticket_count,
                                     .hold = hold,
                                     .shift = &office.shift};
}

static enum verdict exchange(const struct exchange_request *request)
{
    return sale_decide_exchange(request, office_act(&office, ACT_EXCHANGE, ""), &office.result,
                                &office.why);
}

static void refused(enum verdict got, enum verdict wanted, const char *part)
{
    office_refused(&office, got, wanted, part);
}

/* ---- seats and tickets -------------------------------------------------------------------- */

static void new_seats_are_taken_before_old_ones_are_freed(void **state)
{
    const struct sale *sale = office_sold(&office, 2);
    const struct hold *hold = hold_in(&office.show, 11, 2);
    struct exchange_request request = an_exchange(sale, hold);
    assert_int_equal(exchange(&request), VERDICT_OK);
    assert_int_equal(office.cs->seats.count, 4);
    const struct seat_change *taken = &office.cs->seats.at[1], *freed = &office.cs->seats.at[2];
    assert_int_equal(taken->seat, 12);
    assert_int_equal(taken->act, ACT_EXCHANGE);
    assert_int_equal(taken->from, SEAT_HELD);
    assert_int_equal(taken->to, SEAT_SOLD);
    assert_int_equal(taken->seen, 12);
    assert_true(uuid_equal(&taken->holder, &sale->id));
    assert_true(uuid_equal(&taken->was, &hold->id));
    assert_int_equal(freed->seat, 1);
    assert_int_equal(freed->act, ACT_EXCHANGE);
    assert_int_equal(freed->from, SEAT_SOLD);
    assert_int_equal(freed->to, SEAT_AVAILABLE);
    assert_int_equal(freed->seen, 21);
    assert_true(uuid_equal(&freed->was, &sale->id));
}

static void the_hold_ends_in_the_sale(void **state)
{
    const struct sale *sale = office_sold(&office, 1);
    struct exchange_request request = an_exchange(sale, hold_in(&office.show, 11, 1));
    assert_int_equal(exchange(&request), VERDICT_OK);
    assert_int_equal(office.cs->holds.count, 1);
    assert_int_equal(office.cs->holds.at[0].status, HOLD_CONVERTED);
    assert_true(uuid_equal(&office.cs->holds.at[0].sale, &sale->id));
}

static void tickets_follow_in_the_same_sale_one_generation_on(void **state)
{
    const struct sale *sale = office_sold(&office, 1);
    struct exchange_request request = an_exchange(sale, hold_in(&other, 11, 1));
    assert_int_equal(exchange(&request), VERDICT_OK);
    assert_int_equal(office.cs->tickets.count, 2);
    const struct ticket *old = &office.cs->tickets.at[0], *fresh = &office.cs->tickets.at[1];
    assert_true(uuid_equal(&old->id, &sale->tickets[0].id));
    assert_int_equal(old->status, TICKET_EXCHANGED);
    assert_int_equal(old->version, 1);
    assert_int_equal(fresh->status, TICKET_VALID);
    assert_int_equal(fresh->version, 0);
    assert_int_equal(fresh->generation, 2);
    assert_int_equal(fresh->show, OTHER_SHOW);
    assert_int_equal(fresh->seat, 11);
    assert_string_equal(fresh->label, "A-11");
    assert_int_equal(fresh->price, 5000);
    assert_int_equal(fresh->total, 5200);
    assert_true(uuid_equal(&fresh->sale, &sale->id));
    assert_false(uuid_equal(&fresh->id, &old->id));
    assert_string_not_equal(fresh->code, old->code);
}

static void types_follow_the_place_in_the_order(void **state)
{
    struct sale *sale = office_sold(&office, 2);
    sale->tickets[1].type = TYPE_CHILD;
    const int32_t seats[] = {2, 1};
    struct exchange_request request = an_exchange(sale, hold_in(&other, 11, 2));
    request.old_seats = seats;
    request.seat_count = 2;
    assert_int_equal(exchange(&request), VERDICT_OK);
    assert_int_equal(office.cs->tickets.at[1].seat, 11);
    assert_int_equal(office.cs->tickets.at[1].type, TYPE_CHILD);
    assert_int_equal(office.cs->tickets.at[3].seat, 12);
    assert_int_equal(office.cs->tickets.at[3].type, TYPE_ADULT);
}

static void released_seats_of_the_hold_do_not_count(void **state)
{
    struct hold *hold = hold_in(&office.show, 11, 2);
    hold->seats[0].live = false;
    struct exchange_request request = an_exchange(office_sold(&office, 1), hold);
    assert_int_equal(exchange(&request), VERDICT_OK);
    assert_null(office_change_of(&office, 11));
    assert_int_equal(office.cs->tickets.at[1].seat, 12);
}

static void a_sale_moves_when_its_last_ticket_does(void **state)
{
    struct sale *sale = office_sold(&office, 2);
    const int32_t first[] = {1};
    struct exchange_request request = an_exchange(sale, hold_in(&other, 11, 1));
    request.old_seats = first;
    request.seat_count = 1;
    assert_int_equal(exchange(&request), VERDICT_OK);
    assert_int_equal(office.cs->sales.at[0].show, SHOW_NO);
    request = an_exchange(sale, hold_in(&other, 11, 2));
    assert_int_equal(exchange(&request), VERDICT_OK);
    assert_int_equal(office.cs->sales.at[0].show, OTHER_SHOW);
}

static void a_refunded_ticket_does_not_keep_the_sale(void **state)
{
    struct sale *sale = office_sold(&office, 2);
    sale->tickets[1].status = TICKET_REFUNDED;
    struct exchange_request request = an_exchange(sale, hold_in(&other, 11, 1));
    assert_int_equal(exchange(&request), VERDICT_OK);
    assert_int_equal(office.cs->sales.at[0].show, OTHER_SHOW);
}

/* ---- money -------------------------------------------------------------------------------- */

static void an_equal_exchange_moves_no_money(void **state)
{
    struct exchange_request request =
        an_exchange(office_sold(&office, 2), hold_in(&office.show, 11, 2));
    assert_int_equal(exchange(&request), VERDICT_OK);
    assert_int_equal(office.cs->payments.count, 0);
    assert_int_equal(office.cs->sales.at[0].total, 8700);
    assert_int_equal(office.cs->sales.at[0].paid, 8700);
    assert_int_equal(office.cs->sales.at[0].status, SALE_PAID);
    assert_int_equal(office.cs->sales.at[0].version, 1);
}

static void the_difference_is_paid(void **state)
{
    struct tender_line tender = cash(0);
    tender.given = 2000;
    struct exchange_request request = an_exchange(office_sold(&office, 2), hold_in(&other, 11, 2));
    request.tenders = &tender;
    request.tender_count = 1;
    assert_int_equal(exchange(&request), VERDICT_OK); /* 104.00 instead of 87.00 */
    assert_int_equal(office.cs->payments.count, 1);
    assert_int_equal(office.cs->payments.at[0].amount, 1700);
    assert_int_equal(office.result.change, 300);
    assert_int_equal(office.result.total, 10400);
    assert_int_equal(office.cs->sales.at[0].total, 10400);
    assert_int_equal(office.cs->sales.at[0].paid, 10400);
}

static void the_difference_must_be_paid_exactly(void **state)
{
    const struct tender_line tender = cash(1000);
    struct exchange_request request = an_exchange(office_sold(&office, 2), hold_in(&other, 11, 2));
    request.tenders = &tender;
    request.tender_count = 1;
    refused(exchange(&request), VERDICT_AMOUNT_MISMATCH, ": 7.00 EUR is missing");
}

static void a_cheaper_seat_gives_the_difference_back(void **state)
{
    struct hold *hold = hold_in(&office.show, 11, 2);
    hold->seats[0].class_no = 1;
    struct exchange_request request = an_exchange(office_sold(&office, 2), hold);
    assert_int_equal(exchange(&request), VERDICT_OK);
    assert_int_equal(office.cs->payments.count, 1);
    assert_int_equal(office.cs->payments.at[0].tender, TENDER_CASH);
    assert_int_equal(office.cs->payments.at[0].amount, -2200);
    assert_int_equal(office.cs->sales.at[0].total, 6500);
    assert_int_equal(office.cs->sales.at[0].paid, 6500);
}

static void the_first_payment_gives_the_difference_back(void **state)
{
    const struct tender_line tenders[] = {card(1500), cash(0)};
    struct sell_request sell = office_request(&office, office_hold(&office, 1, 2));
    sell.tenders = tenders;
    sell.tender_count = 2;
    assert_int_equal(office_sell(&office, &sell), VERDICT_OK);
    struct hold *hold = hold_in(&office.show, 11, 2);
    hold->seats[0].class_no = 1;
    struct exchange_request request = an_exchange(office_stored(&office), hold);
    assert_int_equal(exchange(&request), VERDICT_OK); /* 22.00 back, 15.00 were on the card */
    assert_int_equal(office.cs->payments.count, 2);
    assert_int_equal(office.cs->payments.at[0].tender, TENDER_CARD);
    assert_int_equal(office.cs->payments.at[0].amount, -1500);
    assert_int_equal(office.cs->payments.at[1].tender, TENDER_CASH);
    assert_int_equal(office.cs->payments.at[1].amount, -700);
}

static void seats_of_several_holds_are_taken_together(void **state)
{
    const struct hold *also = hold_in(&office.show, 21, 1);
    struct exchange_request request =
        an_exchange(office_sold(&office, 3), hold_in(&office.show, 11, 2));
    request.also = also;
    request.also_count = 1;
    assert_int_equal(exchange(&request), VERDICT_OK);
    assert_int_equal(office.cs->seats.at[2].seat, 21);
    assert_true(uuid_equal(&office.cs->seats.at[2].was, &also->id));
    assert_int_equal(office.cs->holds.count, 2);
}

static void holds_of_two_shows_are_not_one_exchange(void **state)
{
    struct exchange_request request =
        an_exchange(office_sold(&office, 3), hold_in(&office.show, 11, 2));
    request.also = hold_in(&other, 21, 1);
    request.also_count = 1;
    refused(exchange(&request), VERDICT_NOT_POSSIBLE, "all for one show");
}

static void paying_where_nothing_is_due_is_refused(void **state)
{
    const struct tender_line tender = cash(500);
    struct exchange_request request =
        an_exchange(office_sold(&office, 2), hold_in(&office.show, 11, 2));
    request.tenders = &tender;
    request.tender_count = 1;
    refused(exchange(&request), VERDICT_AMOUNT_MISMATCH, "5.00 EUR too much");
}

static void a_discount_is_not_carried_over(void **state)
{
    struct sell_request sell = office_request(&office, office_hold(&office, 1, 1));
    sell.discount = (struct discount){DISCOUNT_PERCENT, 5000};
    assert_int_equal(office_sell(&office, &sell), VERDICT_OK); /* 22.50 */
    struct exchange_request request =
        an_exchange(office_stored(&office), hold_in(&office.show, 11, 1));
    assert_int_equal(exchange(&request), VERDICT_OK);
    assert_int_equal(office.cs->tickets.at[1].discount, 0);
    assert_int_equal(office.cs->payments.at[0].amount, 2100);
}

static void a_reservation_owes_the_new_price(void **state)
{
    struct sell_request sell = office_request(&office, office_hold(&office, 1, 2));
    sell.due = true;
    assert_int_equal(office_sell(&office, &sell), VERDICT_OK);
    const struct sale *sale = office_stored(&office);
    struct exchange_request request = an_exchange(sale, hold_in(&other, 11, 2));
    assert_int_equal(exchange(&request), VERDICT_OK);
    assert_int_equal(office.cs->payments.count, 0);
    assert_int_equal(office.cs->sales.at[0].status, SALE_DUE);
    assert_int_equal(office.cs->sales.at[0].total, 10400);
    assert_int_equal(office.cs->sales.at[0].paid, 0);
    struct hold *cheaper = hold_in(&office.show, 11, 2);
    cheaper->seats[0].class_no = 1;
    request = an_exchange(sale, cheaper);
    assert_int_equal(exchange(&request), VERDICT_OK);
    assert_int_equal(office.cs->payments.count, 0);
    assert_int_equal(office.cs->sales.at[0].total, 6500);
}

static void the_result_is_the_sale_as_it_is_left(void **state)
{
    const struct sale *before = office_sold(&office, 2);
    const int32_t seats[] = {2};
    struct exchange_request request = an_exchange(before, hold_in(&other, 11, 1));
    request.old_seats = seats;
    request.seat_count = 1;
    assert_int_equal(exchange(&request), VERDICT_OK);
    const struct sale *after = office.result.sale;
    assert_int_equal(after->ticket_count, 3);
    assert_int_equal(after->tickets[0].status, TICKET_VALID);
    assert_int_equal(after->tickets[1].status, TICKET_EXCHANGED);
    assert_int_equal(after->tickets[2].seat, 11);
    assert_int_equal(after->payment_count, 2);
    assert_int_equal(after->payments[1].amount, 850);
    assert_int_equal(before->tickets[1].status, TICKET_VALID);
}

static void the_result_has_every_new_ticket(void **state)
{
    struct exchange_request request = an_exchange(office_sold(&office, 2), hold_in(&other, 11, 2));
    assert_int_equal(exchange(&request), VERDICT_OK);
    assert_int_equal(office.result.sale->ticket_count, 4);
    assert_int_equal(office.result.sale->tickets[2].seat, 11);
    assert_int_equal(office.result.sale->tickets[3].seat, 12);
}

/* ---- refusals ----------------------------------------------------------------------------- */

static void as_many_new_seats_as_old_tickets(void **state)
{
    struct exchange_request request =
        an_exchange(office_sold(&office, 2), hold_in(&office.show, 11, 3));
    refused(exchange(&request), VERDICT_NOT_POSSIBLE, "3 seats for 2 tickets");
}

static void anothers_hold_is_refused(void **state)
{
    struct hold *hold = hold_in(&office.show, 11, 1);
    snprintf(hold->holder, sizeof hold->holder, "mark");
    struct exchange_request request = an_exchange(office_sold(&office, 1), hold);
    refused(exchange(&request), VERDICT_NOT_HOLDER, "");
}

static void a_show_that_is_not_open_is_refused(void **state)
{
    other.status = SHOW_CLOSED;
    struct exchange_request request = an_exchange(office_sold(&office, 1), hold_in(&other, 11, 1));
    refused(exchange(&request), VERDICT_SHOW_NOT_OPEN, "not open");
}

static void a_show_that_is_over_may_be_exchanged_from(void **state)
{
    struct exchange_request request = an_exchange(office_sold(&office, 1), hold_in(&other, 11, 1));
    office.show.status = SHOW_CLOSED;
    assert_int_equal(exchange(&request), VERDICT_OK);
}

static void another_currency_is_refused(void **state)
{
    snprintf(other.currency, sizeof other.currency, "CHF");
    struct exchange_request request = an_exchange(office_sold(&office, 1), hold_in(&other, 11, 1));
    refused(exchange(&request), VERDICT_NOT_POSSIBLE,
            "paid in EUR and the new show is sold in CHF");
}

static void a_type_the_new_show_does_not_sell_is_refused(void **state)
{
    struct sale *sale = office_sold(&office, 1);
    sale->tickets[0].type = TYPE_STUDENT;
    other_prices[0].amount[TYPE_STUDENT] = -1;
    struct exchange_request request = an_exchange(sale, hold_in(&other, 11, 1));
    refused(exchange(&request), VERDICT_NOT_POSSIBLE, "A-11 cannot be sold as student");
}

static void a_refunded_ticket_is_not_exchanged(void **state)
{
    struct sale *sale = office_sold(&office, 1);
    sale->tickets[0].status = TICKET_REFUNDED;
    const int32_t seats[] = {1};
    struct exchange_request request = an_exchange(sale, hold_in(&other, 11, 1));
    request.old_seats = seats;
    request.seat_count = 1;
    refused(exchange(&request), VERDICT_TICKET_NOT_VALID, "refunded already");
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        RULE(new_seats_are_taken_before_old_ones_are_freed),
        RULE(the_hold_ends_in_the_sale),
        RULE(tickets_follow_in_the_same_sale_one_generation_on),
        RULE(types_follow_the_place_in_the_order),
        RULE(released_seats_of_the_hold_do_not_count),
        RULE(a_sale_moves_when_its_last_ticket_does),
        RULE(a_refunded_ticket_does_not_keep_the_sale),
        RULE(an_equal_exchange_moves_no_money),
        RULE(the_difference_is_paid),
        RULE(the_difference_must_be_paid_exactly),
        RULE(a_cheaper_seat_gives_the_difference_back),
        RULE(the_first_payment_gives_the_difference_back),
        RULE(seats_of_several_holds_are_taken_together),
        RULE(holds_of_two_shows_are_not_one_exchange),
        RULE(paying_where_nothing_is_due_is_refused),
        RULE(a_discount_is_not_carried_over),
        RULE(a_reservation_owes_the_new_price),
        RULE(the_result_is_the_sale_as_it_is_left),
        RULE(the_result_has_every_new_ticket),
        RULE(as_many_new_seats_as_old_tickets),
        RULE(anothers_hold_is_refused),
        RULE(a_show_that_is_not_open_is_refused),
        RULE(a_show_that_is_over_may_be_exchanged_from),
        RULE(another_currency_is_refused),
        RULE(a_type_the_new_show_does_not_sell_is_refused),
        RULE(a_refunded_ticket_is_not_exchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
