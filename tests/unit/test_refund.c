#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/domain/intent.h"
#include "tests/lib/builders.h"
#include "tests/lib/sale_builders.h"

static struct office office;
static struct voucher gifts[2];

static int set_up(void **state)
{
    office_open(&office);
    gifts[0] = gift_voucher("GIFT", 10000);
    gifts[1] = gift_voucher("OTHER", 10000);
    return 0;
}

static int tear_down(void **state)
{
    office_close(&office);
    return 0;
}

static struct sale *sold_for(const struct tender_line *tenders, int count, int seats)
{
    struct sell_request request = office_request(&office, office_hold(&office, 1, seats));
    request.tenders = tenders;
    request.tender_count = count;
    request.gifts = gifts;
    request.gift_count = COUNT_OF(gifts);
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    for (int i = 0; i < office.cs->vouchers.count; i++)
        gifts[strcmp(office.cs->vouchers.at[i].code, "GIFT") != 0] = office.cs->vouchers.at[i];
    return office_stored(&office);
}

static struct sale *a_reservation(int seats)
{
    struct sell_request request = office_request(&office, office_hold(&office, 1, seats));
    request.due = true;
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    return office_stored(&office);
}

static struct refund_request a_refund(const struct sale *sale)
{
    return (struct refund_request){.ids = &office.ids,
                                   .show = &office.show,
                                   .sale = sale,
                                   .now = office_seats_now(&office, sale),
                                   .now_count = sale->ticket_count,
                                   .tender = -1,
                                   .shift = &office.shift,
                                   .gifts = gifts,
                                   .gift_count = COUNT_OF(gifts)};
}

static enum verdict refund(const struct refund_request *request)
{
    office.given_back = -1;
    return sale_decide_refund(request, office_act(&office, ACT_REFUND, "ill"), &office.given_back,
                              &office.why);
}

/* Refunds one seat and stores what came of it, as a store would read it back. */
static struct sale *refund_one(struct sale *sale, int32_t seat)
{
    struct refund_request request = a_refund(sale);
    request.seats = &seat;
    request.seat_count = 1;
    assert_int_equal(refund(&request), VERDICT_OK);
    struct ticket *tickets = sale->tickets;
    struct payment *payments = arena_grow(office.arena, sale->payments, (size_t)sale->payment_count,
                                          (size_t)sale->payment_count + 8, sizeof *payments);
    int count = sale->payment_count;
    *sale = office.cs->sales.at[0];
    sale->tickets = tickets;
    for (int i = 0; i < sale->ticket_count; i++)
        if (uuid_equal(&tickets[i].id, &office.cs->tickets.at[0].id))
            tickets[i] = office.cs->tickets.at[0];
    for (int i = 0; i < office.cs->payments.count; i++)
        payments[count++] = office.cs->payments.at[i];
    sale->payments = payments;
    sale->payment_count = count;
    if (office.cs->vouchers.count)
        gifts[0] = office.cs->vouchers.at[0];
    return sale;
}

static const struct payment *given_by(enum tender tender)
{
    for (int i = 0; i < office.cs->payments.count; i++)
        if (office.cs->payments.at[i].tender == tender)
            return &office.cs->payments.at[i];
    return NULL;
}

/* ---- at a payment provider ---- */

/* The till's terminal gives nothing back, so its cash-up must not expect that it did. */
static void a_refund_at_the_provider_is_in_no_tills_shift(void **state)
{
    struct tender_line line = {.tender = TENDER_CARD};
    const struct uuid intent = {{7}};
    intent_auth(&intent, line.auth);
    struct sale *sale = sold_for(&line, 1, 1);
    struct refund_request request = a_refund(sale);
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_true(uuid_equal(&given_by(TENDER_CARD)->shift, &office.shift.id)); /* its own sale */
    office.shift.id = (struct uuid){{9}};
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_true(uuid_is_zero(&given_by(TENDER_CARD)->shift));
    assert_string_equal(given_by(TENDER_CARD)->auth, line.auth);
}

static void a_refund_by_a_card_terminal_is_in_the_shift_that_gives_it(void **state)
{
    const struct tender_line line = {.tender = TENDER_CARD, .auth = "A12345"};
    struct sale *sale = sold_for(&line, 1, 1);
    struct refund_request request = a_refund(sale);
    office.shift.id = (struct uuid){{9}};
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(given_by(TENDER_CARD)->shift.b[0], 9);
}

/* ---- seats, tickets, status --------------------------------------------------------------- */

static void refunding_a_whole_sale_frees_every_seat(void **state)
{
    const struct sale *sale = office_sold(&office, 2);
    struct refund_request request = a_refund(sale);
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(office.given_back, 8700);
    assert_int_equal(office.cs->seats.count, 2);
    const struct seat_change *change = office_change_of(&office, 2);
    assert_int_equal(change->show, SHOW_NO);
    assert_int_equal(change->act, ACT_REFUND);
    assert_int_equal(change->from, SEAT_SOLD);
    assert_int_equal(change->to, SEAT_AVAILABLE);
    assert_int_equal(change->seen, 22);
    assert_true(uuid_equal(&change->was, &sale->id));
    assert_true(uuid_is_zero(&change->holder));
    assert_int_equal(office.cs->tickets.count, 2);
    assert_int_equal(office.cs->tickets.at[1].status, TICKET_REFUNDED);
    assert_int_equal(office.cs->tickets.at[1].version, 1);
    assert_true(uuid_equal(&office.cs->tickets.at[1].id, &sale->tickets[1].id));
    const struct sale *row = &office.cs->sales.at[0];
    assert_int_equal(row->status, SALE_REFUNDED);
    assert_int_equal(row->total, 0);
    assert_int_equal(row->paid, 0);
    assert_int_equal(row->version, 1);
}

static void refunding_one_seat_leaves_the_others_sold(void **state)
{
    struct sale *sale = office_sold(&office, 3);
    const int32_t seats[] = {2};
    struct refund_request request = a_refund(sale);
    request.seats = seats;
    request.seat_count = 1;
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(office.given_back, 4350);
    assert_int_equal(office.cs->seats.count, 1);
    assert_non_null(office_change_of(&office, 2));
    assert_int_equal(office.cs->sales.at[0].status, SALE_PART_REFUNDED);
    assert_int_equal(office.cs->sales.at[0].total, 8700);
    assert_int_equal(office.cs->sales.at[0].paid, 8700);
}

static void refunding_the_last_seats_refunds_the_sale(void **state)
{
    struct sale *sale = refund_one(office_sold(&office, 2), 1);
    refund_one(sale, 2);
    assert_int_equal(sale->status, SALE_REFUNDED);
    assert_int_equal(sale->paid, 0);
}

static void none_named_after_a_part_refund_means_the_rest(void **state)
{
    struct sale *sale = refund_one(office_sold(&office, 3), 2);
    struct refund_request request = a_refund(sale);
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(office.given_back, 8700);
    assert_int_equal(office.cs->seats.count, 2);
    assert_null(office_change_of(&office, 2));
}

static void a_ticket_is_not_refunded_twice(void **state)
{
    struct sale *sale = refund_one(office_sold(&office, 2), 1);
    const int32_t seats[] = {1};
    struct refund_request request = a_refund(sale);
    request.seats = seats;
    request.seat_count = 1;
    office_refused(&office, refund(&request), VERDICT_TICKET_NOT_VALID,
                   "The ticket for A-1 in sale B-");
    assert_non_null(strstr(office.why.message, "refunded already"));
}

static void a_sale_is_not_refunded_twice(void **state)
{
    struct sale *sale = refund_one(office_sold(&office, 1), 1);
    struct refund_request request = a_refund(sale);
    office_refused(&office, refund(&request), VERDICT_TICKET_NOT_VALID, "nothing is left in it");
}

static void an_exchanged_ticket_points_to_the_new_seat(void **state)
{
    struct sale *sale = office_sold(&office, 2);
    sale->tickets[0].status = TICKET_EXCHANGED;
    const int32_t seats[] = {1};
    struct refund_request request = a_refund(sale);
    request.seats = seats;
    request.seat_count = 1;
    office_refused(&office, refund(&request), VERDICT_TICKET_NOT_VALID, "has been exchanged");
}

static void after_a_reprint_the_newest_ticket_counts(void **state)
{
    struct sale *sale = office_sold(&office, 2);
    sale->tickets[0].status = TICKET_REFUNDED;
    sale->tickets[1].seat = 1;
    sale->tickets[1].status = TICKET_REPRINTED;
    const int32_t seats[] = {1};
    struct refund_request request = a_refund(sale);
    request.seats = seats;
    request.seat_count = 1;
    office_refused(&office, refund(&request), VERDICT_TICKET_NOT_VALID, "refunded already");
}

static void a_seat_of_another_sale_is_refused(void **state)
{
    const int32_t seats[] = {9};
    struct refund_request request = a_refund(office_sold(&office, 2));
    request.seats = seats;
    request.seat_count = 1;
    office_refused(&office, refund(&request), VERDICT_SEAT_NOT_FOUND, "not part of sale");
}

static void a_seat_named_twice_is_refused(void **state)
{
    const int32_t seats[] = {1, 1};
    struct refund_request request = a_refund(office_sold(&office, 2));
    request.seats = seats;
    request.seat_count = 2;
    office_refused(&office, refund(&request), VERDICT_DUPLICATE_SEAT, "A-1");
}

static void a_seat_that_has_moved_on_is_left_alone(void **state)
{
    const struct sale *sale = office_sold(&office, 2);
    struct refund_request request = a_refund(sale);
    struct seat_now *now = office_seats_now(&office, sale);
    request.now = now;
    now[1].state.holder = office_id(&office);
    office_refused(&office, refund(&request), VERDICT_VERSION_CONFLICT, "A-2");
    now[1].state.holder = sale->id;
    now[1].state.status = SEAT_AVAILABLE;
    office_refused(&office, refund(&request), VERDICT_VERSION_CONFLICT, "A-2");
    request.now_count = 1;
    office_refused(&office, refund(&request), VERDICT_VERSION_CONFLICT, "A-2");
}

/* ---- money -------------------------------------------------------------------------------- */

static void money_goes_back_as_it_was_paid(void **state)
{
    const struct tender_line tenders[] = {card(0)};
    const struct sale *sale = sold_for(tenders, 1, 2);
    struct refund_request request = a_refund(sale);
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(office.cs->payments.count, 1);
    const struct payment *payment = &office.cs->payments.at[0];
    assert_int_equal(payment->tender, TENDER_CARD);
    assert_int_equal(payment->amount, -8700);
    assert_int_equal(payment->given, 0);
    assert_string_equal(payment->auth, "A1B2C3");
    assert_string_equal(payment->reason, "ill");
    assert_int_equal(payment->at, NOW);
    assert_true(uuid_equal(&payment->sale, &sale->id));
    assert_true(uuid_equal(&payment->shift, &office.shift.id));
}

static void fees_can_be_kept(void **state)
{
    struct refund_request request = a_refund(office_sold(&office, 2));
    request.keep_fees = true;
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(office.given_back, 8400);
    assert_int_equal(office_payments_sum(&office), -8400);
    assert_int_equal(office.cs->sales.at[0].paid, 300);
    assert_int_equal(office.cs->sales.at[0].total, 0);
}

static void the_latest_payment_gives_back_first(void **state)
{
    const struct tender_line tenders[] = {card(6000), cash(0)}; /* 60.00 and 27.00 */
    struct sale *sale = refund_one(sold_for(tenders, 2, 2), 1); /* 43.50 back */
    assert_int_equal(given_by(TENDER_CASH)->amount, -2700);
    assert_int_equal(given_by(TENDER_CARD)->amount, -1650);
    refund_one(sale, 2);
    assert_int_equal(office.cs->payments.count, 1);
    assert_int_equal(given_by(TENDER_CARD)->amount, -4350);
    assert_int_equal(sale->paid, 0);
}

static void later_payments_count_as_later_whatever_their_order(void **state)
{
    const struct tender_line tenders[] = {card(6000), cash(0)};
    struct sale *sale = sold_for(tenders, 2, 2);
    sale->payments[0].at = NOW + 1;
    const int32_t seats[] = {1};
    struct refund_request request = a_refund(sale);
    request.seats = seats;
    request.seat_count = 1;
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(office.cs->payments.count, 1);
    assert_int_equal(given_by(TENDER_CARD)->amount, -4350);
}

static void two_payments_in_cash_go_back_as_one(void **state)
{
    const struct tender_line tenders[] = {cash(1000), cash(0)};
    struct refund_request request = a_refund(sold_for(tenders, 2, 2));
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(office.cs->payments.count, 1);
    assert_int_equal(office.cs->payments.at[0].amount, -8700);
}

static void two_cards_go_back_to_each_of_them(void **state)
{
    struct tender_line tenders[] = {card(5000), card(0)};
    snprintf(tenders[1].auth, sizeof tenders[1].auth, "ZZ99");
    struct refund_request request = a_refund(sold_for(tenders, 2, 2));
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(office.cs->payments.count, 2);
    assert_string_equal(office.cs->payments.at[0].auth, "ZZ99");
    assert_int_equal(office.cs->payments.at[0].amount, -3700);
    assert_int_equal(office.cs->payments.at[1].amount, -5000);
}

static void a_gift_voucher_is_credited(void **state)
{
    const struct tender_line tenders[] = {gift("GIFT", 5000), cash(0)};
    struct sale *sale = sold_for(tenders, 2, 2);
    assert_int_equal(gifts[0].used, 5000);
    struct refund_request request = a_refund(sale);
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(office.cs->vouchers.count, 1);
    assert_int_equal(office.cs->vouchers.at[0].used, 0);
    assert_int_equal(office.cs->vouchers.at[0].version, 3);
    assert_string_equal(given_by(TENDER_VOUCHER)->voucher, "GIFT");
    assert_int_equal(given_by(TENDER_VOUCHER)->amount, -5000);
    assert_int_equal(given_by(TENDER_CASH)->amount, -3700);
}

static void a_gift_voucher_that_is_gone_says_so(void **state)
{
    const struct tender_line tenders[] = {gift("GIFT", 0)};
    struct refund_request request = a_refund(sold_for(tenders, 1, 1));
    request.gift_count = 0;
    office_refused(&office, refund(&request), VERDICT_NOT_FOUND, "in cash");
    request.tender = TENDER_CASH;
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(given_by(TENDER_CASH)->amount, -4350);
}

static void money_may_always_go_back_in_cash(void **state)
{
    const struct tender_line tenders[] = {card(0)};
    struct sale *sale = sold_for(tenders, 1, 2);
    struct refund_request request = a_refund(sale);
    request.tender = TENDER_CASH;
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(office.cs->payments.count, 1);
    assert_int_equal(office.cs->payments.at[0].tender, TENDER_CASH);
    assert_int_equal(office.cs->payments.at[0].amount, -8700);
    assert_string_equal(office.cs->payments.at[0].auth, "");
}

static void a_card_takes_back_only_what_it_paid(void **state)
{
    const struct tender_line tenders[] = {card(5000), cash(0)};
    struct refund_request request = a_refund(sold_for(tenders, 2, 2));
    request.tender = TENDER_CARD;
    office_refused(&office, refund(&request), VERDICT_AMOUNT_MISMATCH,
                   "87.00 EUR cannot go back by card: only 50.00 EUR");
    const int32_t seats[] = {1};
    request.seats = seats;
    request.seat_count = 1;
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(office.cs->payments.count, 1);
    assert_int_equal(office.cs->payments.at[0].amount, -4350);
    assert_int_equal(office.cs->payments.at[0].tender, TENDER_CARD);
}

static void a_tender_that_paid_nothing_takes_nothing_back(void **state)
{
    struct refund_request request = a_refund(office_sold(&office, 1));
    request.tender = TENDER_VOUCHER;
    office_refused(&office, refund(&request), VERDICT_AMOUNT_MISMATCH, "only 0.00 EUR");
}

static void cash_given_for_a_card_counts_against_the_card(void **state)
{
    const struct tender_line tenders[] = {card(0)};
    struct sale *sale = sold_for(tenders, 1, 2);
    const int32_t seats[] = {1};
    struct refund_request request = a_refund(sale);
    request.seats = seats;
    request.seat_count = 1;
    request.tender = TENDER_CASH;
    assert_int_equal(refund(&request), VERDICT_OK);
    struct payment payments[2] = {sale->payments[0], office.cs->payments.at[0]};
    sale->payments = payments;
    sale->payment_count = 2;
    sale->paid -= 4350;
    sale->tickets[0].status = TICKET_REFUNDED;
    request = a_refund(sale);
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(office.cs->payments.count, 1);
    assert_int_equal(given_by(TENDER_CARD)->amount, -4350);
}

static void what_a_card_gave_back_it_does_not_give_again(void **state)
{
    const struct tender_line tenders[] = {card(5000), cash(0)};
    struct sale *sale = sold_for(tenders, 2, 2);
    sale->payments[0].at = NOW + 1;
    struct refund_request request = a_refund(refund_one(sale, 1)); /* 43.50 by card */
    request.tender = TENDER_CARD;
    office_refused(&office, refund(&request), VERDICT_AMOUNT_MISMATCH, "only 6.50 EUR");
}

static void cash_given_for_cards_counts_against_the_latest(void **state)
{
    struct tender_line tenders[] = {card(4350), card(0)};
    snprintf(tenders[1].auth, sizeof tenders[1].auth, "ZZ99");
    struct sale *sale = sold_for(tenders, 2, 2);
    struct payment payments[3] = {sale->payments[0], sale->payments[1]};
    payments[2] = (struct payment){.tender = TENDER_CASH, .amount = -4350, .at = NOW};
    sale->payments = payments;
    sale->payment_count = 3;
    sale->tickets[0].status = TICKET_REFUNDED;
    struct refund_request request = a_refund(sale);
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(office.cs->payments.count, 1);
    assert_string_equal(office.cs->payments.at[0].auth, "A1B2C3");
}

static void never_more_than_was_paid(void **state)
{
    struct sale *sale = office_sold(&office, 2);
    sale->payments[0].amount = 8000;
    struct refund_request request = a_refund(sale);
    office_refused(&office, refund(&request), VERDICT_AMOUNT_MISMATCH, "only 80.00 EUR");
}

static void a_free_ticket_gives_nothing_back(void **state)
{
    struct sell_request request = office_request(&office, office_hold(&office, 1, 1));
    request.discount = (struct discount){DISCOUNT_PERCENT, 10000};
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    struct refund_request back = a_refund(office_stored(&office));
    assert_int_equal(refund(&back), VERDICT_OK);
    assert_int_equal(office.given_back, 0);
    assert_int_equal(office.cs->payments.count, 0);
    assert_int_equal(office.cs->sales.at[0].status, SALE_REFUNDED);
}

static void a_refund_without_a_shift_belongs_to_none(void **state)
{
    struct refund_request request = a_refund(office_sold(&office, 1));
    request.shift = NULL;
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_true(uuid_is_zero(&office.cs->payments.at[0].shift));
}

/* ---- reserved and never paid -------------------------------------------------------------- */

static void a_reservation_gives_its_seats_back_and_no_money(void **state)
{
    struct refund_request request = a_refund(a_reservation(2));
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(office.given_back, 0);
    assert_int_equal(office.cs->payments.count, 0);
    assert_int_equal(office.cs->seats.count, 2);
    assert_int_equal(office.cs->sales.at[0].status, SALE_REFUNDED);
}

static void a_smaller_reservation_is_still_to_be_paid(void **state)
{
    const int32_t seats[] = {1};
    struct refund_request request = a_refund(a_reservation(2));
    request.seats = seats;
    request.seat_count = 1;
    assert_int_equal(refund(&request), VERDICT_OK);
    assert_int_equal(office.cs->sales.at[0].status, SALE_DUE);
    assert_int_equal(office.cs->sales.at[0].total, 4350);
    assert_int_equal(office.cs->sales.at[0].paid, 0);
}

/* ---- whatever the tenders ----------------------------------------------------------------- */

static int64_t random_to(int64_t most)
{
    uint32_t bits;
    office.ids.rng.fill(office.ids.rng.ctx, &bits, sizeof bits);
    return (int64_t)bits % (most + 1);
}

static void seat_by_seat_every_tender_ends_at_nothing(void **state)
{
    for (int round = 0; round < 100; round++) {
        gifts[0] = gift_voucher("GIFT", 10000);
        struct tender_line tenders[] = {cash(1 + random_to(5000)), card(1 + random_to(5000)),
                                        gift("GIFT", 1 + random_to(5000)), card(0)};
        snprintf(tenders[3].auth, sizeof tenders[3].auth, "ZZ99");
        struct sale *sale = sold_for(tenders, 4, 4); /* 174.00 */
        for (int32_t seat = 4; seat >= 1; seat--)
            refund_one(sale, seat);
        int64_t sums[TENDER_COUNT] = {0};
        for (int i = 0; i < sale->payment_count; i++)
            sums[sale->payments[i].tender] += sale->payments[i].amount;
        assert_int_equal(sums[TENDER_CASH], 0);
        assert_int_equal(sums[TENDER_CARD], 0);
        assert_int_equal(sums[TENDER_VOUCHER], 0);
        assert_int_equal(gifts[0].used, 0);
    }
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        RULE(a_refund_at_the_provider_is_in_no_tills_shift),
        RULE(a_refund_by_a_card_terminal_is_in_the_shift_that_gives_it),
        RULE(refunding_a_whole_sale_frees_every_seat),
        RULE(refunding_one_seat_leaves_the_others_sold),
        RULE(refunding_the_last_seats_refunds_the_sale),
        RULE(none_named_after_a_part_refund_means_the_rest),
        RULE(a_ticket_is_not_refunded_twice),
        RULE(a_sale_is_not_refunded_twice),
        RULE(an_exchanged_ticket_points_to_the_new_seat),
        RULE(after_a_reprint_the_newest_ticket_counts),
        RULE(a_seat_of_another_sale_is_refused),
        RULE(a_seat_named_twice_is_refused),
        RULE(a_seat_that_has_moved_on_is_left_alone),
        RULE(money_goes_back_as_it_was_paid),
        RULE(fees_can_be_kept),
        RULE(the_latest_payment_gives_back_first),
        RULE(later_payments_count_as_later_whatever_their_order),
        RULE(two_payments_in_cash_go_back_as_one),
        RULE(two_cards_go_back_to_each_of_them),
        RULE(a_gift_voucher_is_credited),
        RULE(a_gift_voucher_that_is_gone_says_so),
        RULE(money_may_always_go_back_in_cash),
        RULE(a_card_takes_back_only_what_it_paid),
        RULE(a_tender_that_paid_nothing_takes_nothing_back),
        RULE(cash_given_for_a_card_counts_against_the_card),
        RULE(what_a_card_gave_back_it_does_not_give_again),
        RULE(cash_given_for_cards_counts_against_the_latest),
        RULE(never_more_than_was_paid),
        RULE(a_free_ticket_gives_nothing_back),
        RULE(a_refund_without_a_shift_belongs_to_none),
        RULE(a_reservation_gives_its_seats_back_and_no_money),
        RULE(a_smaller_reservation_is_still_to_be_paid),
        RULE(seat_by_seat_every_tender_ends_at_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
