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

static void cash_for_a_free_sale_is_handed_back(void **state)
{
    struct tender_line tender = cash(0);
    struct sell_request request = office_request(&office, office_hold(&office, 1, 1));
    request.discount = (struct discount){DISCOUNT_PERCENT, 10000};
    request.tenders = &tender;
    request.tender_count = 1;
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    tender.given = 2000;
    office_refused(&office, office_sell(&office, &request), VERDICT_AMOUNT_MISMATCH,
                   "hand back the 20.00 EUR");
}

static void too_little_cash_names_what_is_missing(void **state)
{
    struct tender_line tender = cash(0);
    tender.given = 8000;
    office_refused(&office, pay_for_two(&tender, 1, NULL, 0), VERDICT_AMOUNT_MISMATCH,
                   ": 7.00 EUR is missing");
}

static void tenders_must_come_to_the_total(void **state)
{
    const struct tender_line little[] = {cash(8000)}, much[] = {cash(8000), card(800)};
    office_refused(&office, pay_for_two(little, 1, NULL, 0), VERDICT_AMOUNT_MISMATCH,
                   ": 7.00 EUR is missing");
    office_refused(&office, pay_for_two(much, 2, NULL, 0), VERDICT_AMOUNT_MISMATCH,
                   ": 1.00 EUR too much");
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
        office_refused(&office, pay_for_two(&tender, 1, NULL, 0), VERDICT_INVALID,
                       "authorisation code");
    }
    struct tender_line endless = card(0);
    memset(endless.auth, 'A', sizeof endless.auth);
    office_refused(&office, pay_for_two(&endless, 1, NULL, 0), VERDICT_INVALID,
                   "authorisation code");
    struct tender_line longest = card(0);
    snprintf(longest.auth, sizeof longest.auth, "%s", "abcdefghijklmnopqrstuvwxyzAZ019");
    assert_int_equal(pay_for_two(&longest, 1, NULL, 0), VERDICT_OK);
    snprintf(longest.auth, sizeof longest.auth, "1234");
    assert_int_equal(pay_for_two(&longest, 1, NULL, 0), VERDICT_OK);
}

static void a_card_gives_no_change(void **state)
{
    struct tender_line tender = card(0);
    tender.given = 10000;
    office_refused(&office, pay_for_two(&tender, 1, NULL, 0), VERDICT_AMOUNT_MISMATCH,
                   "change is given on cash only");
    tender.given = 8700;
    assert_int_equal(pay_for_two(&tender, 1, NULL, 0), VERDICT_OK);
}

static void senseless_amounts_are_refused(void **state)
{
    struct tender_line tender = cash(-1);
    office_refused(&office, pay_for_two(&tender, 1, NULL, 0), VERDICT_INVALID,
                   "cannot be negative");
    tender = cash(MONEY_MAX + 1);
    office_refused(&office, pay_for_two(&tender, 1, NULL, 0), VERDICT_INVALID,
                   "at most 1000000000.00 EUR");
    tender = cash(0);
    tender.given = INT64_MAX;
    office_refused(&office, pay_for_two(&tender, 1, NULL, 0), VERDICT_INVALID, "at most");
}

static void a_tender_with_nothing_left_to_pay_is_refused(void **state)
{
    const struct tender_line tenders[] = {card(8700), cash(0)};
    office_refused(&office, pay_for_two(tenders, 2, NULL, 0), VERDICT_AMOUNT_MISMATCH, "payment 2");
}

static void more_than_eight_tenders_are_refused(void **state)
{
    struct tender_line tenders[TENDERS_MAX + 1];
    for (int i = 0; i <= TENDERS_MAX; i++)
        tenders[i] = cash(100);
    tenders[TENDERS_MAX - 1] = cash(0);
    office_refused(&office, pay_for_two(tenders, TENDERS_MAX + 1, NULL, 0), VERDICT_INVALID,
                   "at most 8");
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
    office_refused(&office, pay_for_two(once, 2, gifts, 1), VERDICT_VOUCHER_NOT_VALID,
                   "has 10.00 EUR left");
    const struct tender_line twice[] = {gift("GIFT", 600), gift("GIFT", 600), cash(0)};
    office_refused(&office, pay_for_two(twice, 3, gifts, 1), VERDICT_VOUCHER_NOT_VALID,
                   "has 4.00 EUR left");
    const struct tender_line emptied[] = {gift("GIFT", 0), gift("GIFT", 0), cash(0)};
    office_refused(&office, pay_for_two(emptied, 3, gifts, 1), VERDICT_VOUCHER_NOT_VALID,
                   "has 0.00 EUR left");
}

static void a_gift_voucher_is_typed_in_any_case(void **state)
{
    const struct voucher gifts[] = {gift_voucher("GIFT", 10000)};
    const struct tender_line tenders[] = {gift("gift", 700), gift("Gift", 0)};
    assert_int_equal(pay_for_two(tenders, 2, gifts, 1), VERDICT_OK);
    assert_string_equal(office.cs->payments.at[0].voucher, "GIFT");
    assert_int_equal(office.cs->vouchers.count, 1);
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
    office_refused(&office, pay_for_two(tenders, 1, &percent, 1), VERDICT_VOUCHER_NOT_VALID,
                   "cannot pay");
    struct voucher spent = gift_voucher("SPRING", 500);
    spent.used = 500;
    office_refused(&office, pay_for_two(tenders, 1, &spent, 1), VERDICT_VOUCHER_NOT_VALID,
                   "used up");
    office_refused(&office, pay_for_two(tenders, 1, NULL, 0), VERDICT_NOT_FOUND, "no gift voucher");
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
    office_refused(&office, office_sell(&office, &request), VERDICT_INVALID, "reservation");
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
    office_refused(&office, pay(a_reservation(), tenders, 1), VERDICT_AMOUNT_MISMATCH,
                   ": 37.00 EUR is missing");
}

static void what_is_paid_is_not_paid_again(void **state)
{
    struct sale *sale = office_sold(&office, 1);
    office_refused(&office, pay(sale, NULL, 0), VERDICT_ALREADY_PAID, "paid already");
    sale->status = SALE_REFUNDED;
    office_refused(&office, pay(sale, NULL, 0), VERDICT_TICKET_NOT_VALID, "seats are free again");
}

/* A till had reserved it alone, and its seats were somebody else's: nothing is due until that is
 * decided, and nothing is nothing to be paid with. */
static void what_lost_its_seats_is_neither_paid_nor_handed_over(void **state)
{
    struct sale *sale = office_sold(&office, 1);
    sale->tickets[0].status = TICKET_EXCHANGED;
    sale->total = 0;
    struct changeset *cs = office_act(&office, ACT_COLLECT, "");
    sale->collected_at = 0;
    office_refused(&office, sale_decide_collect(sale, cs, &office.why), VERDICT_NOT_POSSIBLE,
                   "decide its conflict first");
    sale->status = SALE_DUE;
    sale->paid = 0;
    office_refused(&office, pay(sale, NULL, 0), VERDICT_NOT_POSSIBLE, "decide its conflict first");
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        RULE(without_tenders_it_is_exact_cash),
        RULE(cash_gives_change),
        RULE(cash_for_a_free_sale_is_handed_back),
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
        RULE(a_gift_voucher_is_typed_in_any_case),
        RULE(a_gift_voucher_named_twice_is_one_use),
        RULE(only_a_gift_voucher_pays),
        RULE(a_reservation_sells_the_seats_unpaid),
        RULE(a_reservation_takes_no_payment),
        RULE(a_reservation_of_nothing_is_paid),
        RULE(a_reservation_is_paid_at_pickup),
        RULE(a_reservation_is_paid_in_full_or_not_at_all),
        RULE(what_is_paid_is_not_paid_again),
        RULE(what_lost_its_seats_is_neither_paid_nor_handed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
