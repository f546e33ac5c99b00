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

static void nothing_is_written(void)
{
    const struct changeset *cs = office.cs;
    assert_int_equal(cs->seats.count + cs->holds.count + cs->sales.count + cs->tickets.count +
                         cs->payments.count + cs->vouchers.count + cs->notes.count,
                     0);
}

static void refused(enum verdict got, enum verdict wanted, const char *part)
{
    assert_int_equal(got, wanted);
    if (!strstr(office.why.message, part))
        fail_msg("\"%s\" does not say \"%s\"", office.why.message, part);
    nothing_is_written();
}

/* ---- what is sold ------------------------------------------------------------------------- */

static void selling_two_seats_for_cash(void **state)
{
    const struct hold *hold = office_hold(&office, 1, 2);
    struct sell_request request = office_request(&office, hold);
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
    assert_int_equal(sale->sold_at, NOW);
    assert_int_equal(sale->version, 0);
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
    refused(office_sell(&office, &request), VERDICT_HOLD_EXPIRED, "No seat is left");
}

static void a_hold_that_is_over_is_refused(void **state)
{
    struct hold *hold = office_hold(&office, 1, 1);
    hold->expires_at = NOW;
    struct sell_request request = office_request(&office, hold);
    refused(office_sell(&office, &request), VERDICT_HOLD_EXPIRED, "");
}

static void anothers_hold_is_refused(void **state)
{
    struct hold *hold = office_hold(&office, 1, 1);
    snprintf(hold->holder, sizeof hold->holder, "mark");
    struct sell_request request = office_request(&office, hold);
    refused(office_sell(&office, &request), VERDICT_NOT_HOLDER, "");
}

static void a_closed_show_sells_nothing(void **state)
{
    struct sell_request request = office_request(&office, office_hold(&office, 1, 1));
    office.show.status = SHOW_CLOSED;
    refused(office_sell(&office, &request), VERDICT_SHOW_NOT_OPEN, "not open");
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
    refused(office_sell(&office, &request), VERDICT_SEAT_NOT_FOUND, "not in this hold");
}

static void two_types_for_one_seat_are_refused(void **state)
{
    const struct seat_type types[] = {{2, TYPE_CHILD}, {2, TYPE_SENIOR}};
    struct sell_request request = office_request(&office, office_hold(&office, 1, 2));
    request.types = types;
    request.type_count = 2;
    refused(office_sell(&office, &request), VERDICT_DUPLICATE_SEAT, "A-2");
}

static void a_type_not_sold_there_names_the_seat(void **state)
{
    const struct seat_type types[] = {{2, TYPE_CHILD}};
    office.prices[0].amount[TYPE_CHILD] = -1;
    struct sell_request request = office_request(&office, office_hold(&office, 1, 2));
    request.types = types;
    request.type_count = 1;
    refused(office_sell(&office, &request), VERDICT_INVALID, "A-2 cannot be sold as child");
}

static void each_seat_costs_what_its_class_costs(void **state)
{
    struct hold *hold = office_hold(&office, 1, 2);
    hold->seats[1].class_no = 1;
    struct sell_request request = office_request(&office, hold);
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    assert_int_equal(office.result.total, 4350 + 2150);
    assert_int_equal(office.cs->tickets.at[1].class_no, 1);
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
    refused(office_sell(&office, &request), VERDICT_INVALID, "100 %");
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
    refused(office_sell(&office, &request), VERDICT_INVALID, "pays like money");
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
    refused(office_sell(&office, &request), VERDICT_INVALID, "The customer's name");
    request.name = NULL;
    request.email = "\xff@example.org";
    refused(office_sell(&office, &request), VERDICT_INVALID, "The e-mail address");
}

/* ---- tenders ------------------------------------------------------------------------------ */

static enum verdict pay_for_two(const struct tender_line *tenders, int count,
                                const struct voucher *gifts, int gift_count)
{
    struct sell_request request = office_request(&office, office_hold(&office, 1, 2));
    request.tenders = tenders;
    request.tender_count = count;
    request.gifts = gifts;
    request.gift_count = gift_count;
    return office_sell(&office, &request); /* 87.00 EUR */
}

static void without_tenders_it_is_exact_cash(void **state)
{
    assert_int_equal(pay_for_two(NULL, 0, NULL, 0), VERDICT_OK);
    assert_int_equal(office.cs->payments.count, 1);
    const struct payment *payment = &office.cs->payments.at[0];
    assert_int_equal(payment->tender, TENDER_CASH);
    assert_int_equal(payment->amount, 8700);
    assert_int_equal(payment->given, 8700);
    assert_int_equal(payment->at, NOW);
    assert_true(uuid_equal(&payment->shift, &office.shift.id));
    assert_true(uuid_equal(&payment->sale, &office.cs->sales.at[0].id));
    assert_false(uuid_is_zero(&payment->id));
}

static void cash_gives_change(void **state)
{
    struct tender_line tender = cash(0);
    tender.given = 10000;
    assert_int_equal(pay_for_two(&tender, 1, NULL, 0), VERDICT_OK);
    assert_int_equal(office.result.change, 1300);
    assert_int_equal(office.cs->payments.at[0].amount, 8700);
    assert_int_equal(office.cs->payments.at[0].given, 10000);
}

static void too_little_cash_names_what_is_missing(void **state)
{
    struct tender_line tender = cash(0);
    tender.given = 8000;
    refused(pay_for_two(&tender, 1, NULL, 0), VERDICT_INVALID, "7.00 EUR is missing");
}

static void tenders_must_come_to_the_total(void **state)
{
    const struct tender_line little[] = {cash(8000)}, much[] = {cash(8000), card(800)};
    refused(pay_for_two(little, 1, NULL, 0), VERDICT_INVALID, "7.00 EUR is missing");
    refused(pay_for_two(much, 2, NULL, 0), VERDICT_INVALID, "1.00 EUR too much");
}

static void card_and_cash_share_a_sale(void **state)
{
    const struct tender_line tenders[] = {card(5000), cash(0)};
    assert_int_equal(pay_for_two(tenders, 2, NULL, 0), VERDICT_OK);
    assert_int_equal(office.cs->payments.count, 2);
    assert_int_equal(office.cs->payments.at[0].tender, TENDER_CARD);
    assert_int_equal(office.cs->payments.at[0].amount, 5000);
    assert_string_equal(office.cs->payments.at[0].auth, "A1B2C3");
    assert_int_equal(office.cs->payments.at[1].amount, 3700);
}

static void the_rest_may_come_first(void **state)
{
    const struct tender_line tenders[] = {cash(0), card(5000)};
    assert_int_equal(pay_for_two(tenders, 2, NULL, 0), VERDICT_OK);
    assert_int_equal(office.cs->payments.at[0].amount, 3700);
}

static void a_card_needs_a_code_from_the_terminal(void **state)
{
    static const char *const bad[] = {"", "ABC", "AB CD", "AB-CD", "ABCD\xc3\xa9"};
    for (int i = 0; i < COUNT_OF(bad); i++) {
        struct tender_line tender = card(0);
        snprintf(tender.auth, sizeof tender.auth, "%s", bad[i]);
        refused(pay_for_two(&tender, 1, NULL, 0), VERDICT_INVALID, "authorisation code");
    }
    struct tender_line endless = card(0);
    memset(endless.auth, 'A', sizeof endless.auth);
    refused(pay_for_two(&endless, 1, NULL, 0), VERDICT_INVALID, "authorisation code");
    struct tender_line longest = card(0);
    snprintf(longest.auth, sizeof longest.auth, "%s", "abcdefghijklmnopqrstuvwxyz01234");
    assert_int_equal(pay_for_two(&longest, 1, NULL, 0), VERDICT_OK);
}

static void a_card_gives_no_change(void **state)
{
    struct tender_line tender = card(0);
    tender.given = 10000;
    refused(pay_for_two(&tender, 1, NULL, 0), VERDICT_INVALID, "change is given on cash only");
    tender.given = 8700;
    assert_int_equal(pay_for_two(&tender, 1, NULL, 0), VERDICT_OK);
}

static void senseless_amounts_are_refused(void **state)
{
    struct tender_line tender = cash(-1);
    refused(pay_for_two(&tender, 1, NULL, 0), VERDICT_INVALID, "cannot be negative");
    tender = cash(MONEY_MAX + 1);
    refused(pay_for_two(&tender, 1, NULL, 0), VERDICT_INVALID, "at most 1000000000.00 EUR");
    tender = cash(0);
    tender.given = INT64_MAX;
    refused(pay_for_two(&tender, 1, NULL, 0), VERDICT_INVALID, "at most");
}

static void a_tender_with_nothing_left_to_pay_is_refused(void **state)
{
    const struct tender_line tenders[] = {card(8700), cash(0)};
    refused(pay_for_two(tenders, 2, NULL, 0), VERDICT_INVALID, "payment 2");
}

static void more_than_eight_tenders_are_refused(void **state)
{
    struct tender_line tenders[TENDERS_MAX + 1];
    for (int i = 0; i <= TENDERS_MAX; i++)
        tenders[i] = cash(100);
    tenders[TENDERS_MAX - 1] = cash(0);
    refused(pay_for_two(tenders, TENDERS_MAX + 1, NULL, 0), VERDICT_INVALID, "at most 8");
    assert_int_equal(pay_for_two(tenders, TENDERS_MAX, NULL, 0), VERDICT_OK);
}

static void a_gift_voucher_pays_and_is_used(void **state)
{
    const struct voucher gifts[] = {gift_voucher("GIFT", 10000)};
    const struct tender_line tenders[] = {gift("GIFT", 0)};
    assert_int_equal(pay_for_two(tenders, 1, gifts, 1), VERDICT_OK);
    assert_string_equal(office.cs->payments.at[0].voucher, "GIFT");
    assert_int_equal(office.cs->payments.at[0].amount, 8700);
    assert_int_equal(office.cs->vouchers.count, 1);
    assert_int_equal(office.cs->vouchers.at[0].used, 8700);
    assert_int_equal(office.cs->vouchers.at[0].uses, 1);
    assert_int_equal(office.cs->vouchers.at[0].version, 3);
}

static void a_small_gift_voucher_gives_what_it_has(void **state)
{
    const struct voucher gifts[] = {gift_voucher("GIFT", 1000)};
    const struct tender_line tenders[] = {gift("GIFT", 0), cash(0)};
    assert_int_equal(pay_for_two(tenders, 2, gifts, 1), VERDICT_OK);
    assert_int_equal(office.cs->payments.at[0].amount, 1000);
    assert_int_equal(office.cs->payments.at[1].amount, 7700);
}

static void a_gift_voucher_cannot_be_overdrawn(void **state)
{
    const struct voucher gifts[] = {gift_voucher("GIFT", 1000)};
    const struct tender_line once[] = {gift("GIFT", 1001), cash(0)};
    refused(pay_for_two(once, 2, gifts, 1), VERDICT_INVALID, "has 10.00 EUR left");
    const struct tender_line twice[] = {gift("GIFT", 600), gift("GIFT", 600), cash(0)};
    refused(pay_for_two(twice, 3, gifts, 1), VERDICT_INVALID, "has 4.00 EUR left");
    const struct tender_line emptied[] = {gift("GIFT", 0), gift("GIFT", 0), cash(0)};
    refused(pay_for_two(emptied, 3, gifts, 1), VERDICT_INVALID, "has 0.00 EUR left");
}

static void a_gift_voucher_named_twice_is_one_use(void **state)
{
    const struct voucher gifts[] = {gift_voucher("GIFT", 10000)};
    const struct tender_line tenders[] = {gift("GIFT", 700), gift("GIFT", 0)};
    assert_int_equal(pay_for_two(tenders, 2, gifts, 1), VERDICT_OK);
    assert_int_equal(office.cs->vouchers.count, 1);
    assert_int_equal(office.cs->vouchers.at[0].used, 8700);
    assert_int_equal(office.cs->vouchers.at[0].uses, 1);
}

static void only_a_gift_voucher_pays(void **state)
{
    struct voucher percent = {.code = "SPRING", .kind = VOUCHER_PERCENT, .value = 5000};
    const struct tender_line tenders[] = {gift("SPRING", 0)};
    refused(pay_for_two(tenders, 1, &percent, 1), VERDICT_INVALID, "cannot pay");
    struct voucher spent = gift_voucher("SPRING", 500);
    spent.used = 500;
    refused(pay_for_two(tenders, 1, &spent, 1), VERDICT_INVALID, "used up");
    refused(pay_for_two(tenders, 1, NULL, 0), VERDICT_NOT_FOUND, "no gift voucher");
}

/* ---- reserved, paid at pickup ------------------------------------------------------------- */

static const struct sale *a_reservation(void)
{
    struct sell_request request = office_request(&office, office_hold(&office, 1, 2));
    request.due = true;
    return office_sell(&office, &request) == VERDICT_OK ? office_stored(&office) : NULL;
}

static enum verdict pay(const struct sale *sale, const struct tender_line *tenders, int count)
{
    struct pay_request request = {.ids = &office.ids,
                                  .sale = sale,
                                  .tenders = tenders,
                                  .tender_count = count,
                                  .shift = &office.shift};
    return sale_decide_pay(&request, office_act(&office, ACT_PAY, ""), &office.result, &office.why);
}

static void a_reservation_sells_the_seats_unpaid(void **state)
{
    assert_non_null(a_reservation());
    assert_int_equal(office.cs->sales.at[0].status, SALE_DUE);
    assert_int_equal(office.cs->sales.at[0].total, 8700);
    assert_int_equal(office.cs->sales.at[0].paid, 0);
    assert_int_equal(office.cs->payments.count, 0);
    assert_int_equal(office.cs->seats.count, 2);
    assert_int_equal(office.cs->seats.at[0].to, SEAT_SOLD);
}

static void a_reservation_takes_no_payment(void **state)
{
    const struct tender_line tenders[] = {cash(0)};
    struct sell_request request = office_request(&office, office_hold(&office, 1, 2));
    request.due = true;
    request.tenders = tenders;
    request.tender_count = 1;
    refused(office_sell(&office, &request), VERDICT_INVALID, "reservation");
}

static void a_reservation_of_nothing_is_paid(void **state)
{
    struct sell_request request = office_request(&office, office_hold(&office, 1, 1));
    request.due = true;
    request.discount = (struct discount){DISCOUNT_PERCENT, 10000};
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    assert_int_equal(office.cs->sales.at[0].status, SALE_PAID);
}

static void a_reservation_is_paid_at_pickup(void **state)
{
    const struct sale *sale = a_reservation();
    struct tender_line tender = cash(0);
    tender.given = 9000;
    assert_int_equal(pay(sale, &tender, 1), VERDICT_OK);
    assert_int_equal(office.result.change, 300);
    assert_int_equal(office.cs->sales.at[0].status, SALE_PAID);
    assert_int_equal(office.cs->sales.at[0].paid, 8700);
    assert_int_equal(office.cs->sales.at[0].version, 1);
    assert_int_equal(office.cs->payments.at[0].amount, 8700);
    assert_true(uuid_equal(&office.cs->payments.at[0].sale, &sale->id));
    assert_int_equal(office.cs->seats.count, 0);
    assert_int_equal(office.cs->notes.count, 1);
    assert_int_equal(office.cs->notes.at[0].act, ACT_PAY);
    assert_true(uuid_equal(&office.cs->notes.at[0].subject, &sale->id));
    assert_non_null(strstr(office.cs->notes.at[0].note, "87.00 EUR"));
    assert_int_equal(office.result.sale->payment_count, 1);
    assert_int_equal(office.result.sale->payments[0].given, 9000);
}

static void a_reservation_is_paid_in_full_or_not_at_all(void **state)
{
    const struct tender_line tenders[] = {cash(5000)};
    refused(pay(a_reservation(), tenders, 1), VERDICT_INVALID, "37.00 EUR is missing");
}

static void what_is_paid_is_not_paid_again(void **state)
{
    struct sale *sale = office_sold(&office, 1);
    refused(pay(sale, NULL, 0), VERDICT_INVALID, "paid already");
    sale->status = SALE_REFUNDED;
    refused(pay(sale, NULL, 0), VERDICT_INVALID, "seats are free again");
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
        RULE(without_tenders_it_is_exact_cash),
        RULE(cash_gives_change),
        RULE(too_little_cash_names_what_is_missing),
        RULE(tenders_must_come_to_the_total),
        RULE(card_and_cash_share_a_sale),
        RULE(the_rest_may_come_first),
        RULE(a_card_needs_a_code_from_the_terminal),
        RULE(a_card_gives_no_change),
        RULE(senseless_amounts_are_refused),
        RULE(a_tender_with_nothing_left_to_pay_is_refused),
        RULE(more_than_eight_tenders_are_refused),
        RULE(a_gift_voucher_pays_and_is_used),
        RULE(a_small_gift_voucher_gives_what_it_has),
        RULE(a_gift_voucher_cannot_be_overdrawn),
        RULE(a_gift_voucher_named_twice_is_one_use),
        RULE(only_a_gift_voucher_pays),
        RULE(a_reservation_sells_the_seats_unpaid),
        RULE(a_reservation_takes_no_payment),
        RULE(a_reservation_of_nothing_is_paid),
        RULE(a_reservation_is_paid_at_pickup),
        RULE(a_reservation_is_paid_in_full_or_not_at_all),
        RULE(what_is_paid_is_not_paid_again),
        RULE(a_code_can_be_read_aloud),
        RULE(every_letter_is_as_likely_as_the_next),
        RULE(a_ticket_code_is_long_enough_never_to_repeat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
