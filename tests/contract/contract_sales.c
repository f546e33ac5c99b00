/* Sales with their tickets and payments. */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tests/contract/contract.h"

static const struct uuid no_shift = {{0}};

static void a_sale_is_read_back_as_it_was_written(void **state)
{
    struct contract *c = *state;
    struct uuid shift = open_shift(c, "till-1");
    struct hold hold = take(c, "Stalls-A-1", "Stalls-A-2", NULL);
    struct uuid id = new_id(c);
    struct changeset *cs = selling(c, &hold, shift, id);
    cs->sales.at[0].collected_at = 4711;
    expect_ok(c, cs);
    struct sale sale = read_sale(c, id);
    assert_int_equal(sale.collected_at, 4711);
    assert_string_equal(sale.code, cs->sales.at[0].code);
    assert_int_equal(sale.show, c->show_no);
    assert_int_equal(sale.status, SALE_PAID);
    assert_true(uuid_equal(&sale.hold, &hold.id));
    assert_true(uuid_equal(&sale.shift, &shift));
    assert_true(uuid_is_zero(&sale.customer));
    assert_string_equal(sale.name, "Eva Müller");
    assert_string_equal(sale.email, "eva@example.org");
    assert_string_equal(sale.currency, "EUR");
    assert_int_equal(sale.total, 8300);
    assert_int_equal(sale.paid, 8300);
    assert_string_equal(sale.sold_by, "anna");
    assert_string_equal(sale.till, "till-1");
    assert_int_equal(sale.sold_at, c->time.wall);
    assert_int_equal(sale.version, 1);
    assert_int_equal(sale.ticket_count, 2);
    assert_int_equal(sale.payment_count, 1);
    assert_sound(c);
}

static void a_ticket_is_read_back_as_it_was_written(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Circle-A-1", NULL, NULL);
    struct uuid id = new_id(c);
    struct changeset *cs = selling(c, &hold, no_shift, id);
    struct ticket *written = &cs->tickets.at[0];
    written->type = TYPE_STUDENT;
    written->generation = 3;
    written->discount = 100;
    written->price = 4100;
    expect_ok(c, cs);
    struct sale sale = read_sale(c, id);
    const struct ticket *ticket = &sale.tickets[0];
    assert_true(uuid_equal(&ticket->id, &written->id));
    assert_true(uuid_equal(&ticket->sale, &id));
    assert_string_equal(ticket->code, written->code);
    assert_int_equal(ticket->show, c->show_no);
    assert_int_equal(ticket->seat, seat_no(c, "Circle-A-1"));
    assert_string_equal(ticket->label, "Circle-A-1");
    assert_int_equal(ticket->status, TICKET_VALID);
    assert_int_equal(ticket->type, TYPE_STUDENT);
    assert_int_equal(ticket->class_no, 1);
    assert_int_equal(ticket->generation, 3);
    assert_int_equal(ticket->price, 4100);
    assert_int_equal(ticket->discount, 100);
    assert_int_equal(ticket->fee, 150);
    assert_int_equal(ticket->tax, 271);
    assert_int_equal(ticket->total, 4150);
    assert_int_equal(ticket->version, 1);
}

static void a_payment_is_read_back_as_it_was_written(void **state)
{
    struct contract *c = *state;
    struct uuid shift = open_shift(c, "till-1");
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    struct uuid id = new_id(c);
    struct changeset *cs = selling(c, &hold, shift, id);
    struct payment *written = &cs->payments.at[0];
    written->tender = TENDER_CARD;
    strcpy(written->auth, "A1B2C3");
    strcpy(written->voucher, "GIFT-1");
    strcpy(written->reason, "late train");
    expect_ok(c, cs);
    struct sale sale = read_sale(c, id);
    const struct payment *payment = &sale.payments[0];
    assert_true(uuid_equal(&payment->id, &written->id));
    assert_true(uuid_equal(&payment->sale, &id));
    assert_true(uuid_equal(&payment->shift, &shift));
    assert_int_equal(payment->tender, TENDER_CARD);
    assert_int_equal(payment->amount, 4150);
    assert_int_equal(payment->given, 4650);
    assert_string_equal(payment->auth, "A1B2C3");
    assert_string_equal(payment->voucher, "GIFT-1");
    assert_string_equal(payment->reason, "late train");
    assert_int_equal(payment->at, c->time.wall);
}

static void selling_ends_the_hold_and_its_claims(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", "Stalls-A-2", NULL);
    struct sale sale = sell(c, hold.id, no_shift);
    hold = read_hold(c, hold.id);
    assert_int_equal(hold.status, HOLD_CONVERTED);
    assert_true(uuid_equal(&hold.sale, &sale.id));
    assert_false(hold.seats[0].live);
    struct seat_state seat = seat_now(c, "Stalls-A-1");
    assert_int_equal(seat.status, SEAT_SOLD);
    assert_true(uuid_equal(&seat.holder, &sale.id));
    assert_int_equal(seat.held_until, 0);
}

static void a_sale_is_found_by_code_in_any_case(void **state)
{
    struct contract *c = *state;
    struct uuid id = new_id(c);
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    struct changeset *cs = selling(c, &hold, no_shift, id);
    strcpy(cs->sales.at[0].code, "B-7K3QM9");
    expect_ok(c, cs);
    struct sale sale;
    bool found = false;
    memset(&sale, 0xff, sizeof sale); /* what a store does not know is not left as it was */
    assert_int_equal(
        c->store->ops->sale_read(c->store, NULL, "b-7k3qm9", c->arena, &sale, &found, &c->err),
        RC_OK);
    assert_false(sale.provisional);
    assert_true(found);
    assert_true(uuid_equal(&sale.id, &id));
}

static void a_code_that_is_taken_is_stale_and_sells_nothing(void **state)
{
    struct contract *c = *state;
    struct sale first = sell(c, take(c, "Stalls-A-1", NULL, NULL).id, no_shift);
    struct hold hold = take(c, "Stalls-A-3", NULL, NULL);
    const char *before = everything(c);
    struct changeset *cs = selling(c, &hold, no_shift, new_id(c));
    strcpy(cs->sales.at[0].code, first.code);
    expect_stale(c, cs);
    cs = selling(c, &hold, no_shift, new_id(c));
    strcpy(cs->tickets.at[0].code, first.tickets[0].code);
    expect_stale(c, cs);
    assert_string_equal(everything(c), before);
}

static struct changeset *refunding(struct contract *c, const struct sale *sale)
{
    struct changeset *cs = an_act(c, ACT_REFUND);
    struct sale *row = LIST_ADD(c->arena, &cs->sales);
    struct ticket *ticket = LIST_ADD(c->arena, &cs->tickets);
    struct payment *back = LIST_ADD(c->arena, &cs->payments);
    *row = *sale;
    row->status = sale->ticket_count > 1 ? SALE_PART_REFUNDED : SALE_REFUNDED;
    row->total -= sale->tickets[0].total;
    row->paid -= sale->tickets[0].total;
    *ticket = sale->tickets[0];
    ticket->status = TICKET_REFUNDED;
    *back = (struct payment){.id = new_id(c), .sale = sale->id, .amount = -ticket->total};
    change(c, cs, ticket->label, ACT_REFUND, SEAT_AVAILABLE);
    return cs;
}

static void a_refund_frees_the_seat_and_keeps_the_ticket(void **state)
{
    struct contract *c = *state;
    struct sale sale = sell(c, take(c, "Stalls-A-1", "Stalls-A-2", NULL).id, no_shift);
    expect_ok(c, refunding(c, &sale));
    sale = read_sale(c, sale.id);
    assert_int_equal(sale.status, SALE_PART_REFUNDED);
    assert_int_equal(sale.version, 2);
    assert_int_equal(sale.paid, 4150);
    assert_int_equal(sale.tickets[0].status, TICKET_REFUNDED);
    assert_int_equal(sale.tickets[0].version, 2);
    assert_int_equal(sale.tickets[1].status, TICKET_VALID);
    assert_int_equal(sale.payment_count, 2);
    assert_int_equal(seat_now(c, "Stalls-A-1").status, SEAT_AVAILABLE);
    assert_sound(c);
}

static void the_same_refund_seen_twice_is_stale(void **state)
{
    struct contract *c = *state;
    struct sale sale = sell(c, take(c, "Stalls-A-1", "Stalls-A-2", NULL).id, no_shift);
    struct changeset *first = refunding(c, &sale), *second = refunding(c, &sale);
    expect_ok(c, first);
    const char *before = everything(c);
    expect_stale(c, second);
    assert_string_equal(everything(c), before);
}

/* No seat says so: the order's own version does. */
static struct changeset *renaming(struct contract *c, const struct sale *seen, const char *name)
{
    struct changeset *cs = an_act(c, ACT_COLLECT);
    struct sale *row = LIST_ADD(c->arena, &cs->sales);
    *row = *seen;
    strcpy(row->name, name);
    return cs;
}

static void an_order_that_changed_meanwhile_is_stale(void **state)
{
    struct contract *c = *state;
    struct sale seen = sell(c, take(c, "Stalls-A-1", NULL, NULL).id, no_shift);
    expect_ok(c, renaming(c, &seen, "Ada"));
    expect_stale(c, renaming(c, &seen, "Bert"));
    assert_string_equal(read_sale(c, seen.id).name, "Ada");
}

static void a_seat_sold_again_has_one_valid_ticket(void **state)
{
    struct contract *c = *state;
    struct sale sale = sell(c, take(c, "Stalls-A-1", NULL, NULL).id, no_shift);
    expect_ok(c, refunding(c, &sale));
    sell(c, take(c, "Stalls-A-1", NULL, NULL).id, no_shift);
    assert_sound(c);
}

static void a_reprint_replaces_the_ticket_in_one_act(void **state)
{
    struct contract *c = *state;
    struct sale sale = sell(c, take(c, "Stalls-A-1", NULL, NULL).id, no_shift);
    struct changeset *cs = an_act(c, ACT_REPRINT);
    struct ticket *fresh = LIST_ADD(c->arena, &cs->tickets);
    *fresh = sale.tickets[0];
    fresh->id = new_id(c);
    fresh->version = 0;
    fresh->generation++;
    strcpy(fresh->code, "T-SECOND");
    struct ticket *old = LIST_ADD(c->arena, &cs->tickets); /* after the new one, on purpose */
    *old = sale.tickets[0];
    old->status = TICKET_REPRINTED;
    expect_ok(c, cs);
    sale = read_sale(c, sale.id);
    assert_int_equal(sale.ticket_count, 2);
    assert_int_equal(sale.tickets[0].status, TICKET_REPRINTED);
    assert_int_equal(sale.tickets[1].status, TICKET_VALID);
    assert_sound(c);
}

static void two_owners_swap_their_seats_in_one_act(void **state)
{
    struct contract *c = *state;
    const struct sale sales[2] = {sell(c, take(c, "Stalls-A-1", NULL, NULL).id, no_shift),
                                  sell(c, take(c, "Stalls-A-3", NULL, NULL).id, no_shift)};
    struct changeset *cs = an_act(c, ACT_EXCHANGE);
    for (int i = 0; i < 2; i++) {
        const struct ticket *mine = &sales[i].tickets[0], *theirs = &sales[1 - i].tickets[0];
        change(c, cs, theirs->label, ACT_EXCHANGE, SEAT_SOLD)->holder = sales[i].id;
        struct ticket *old = LIST_ADD(c->arena, &cs->tickets);
        *old = *mine;
        old->status = TICKET_EXCHANGED;
        struct ticket *fresh = LIST_ADD(c->arena, &cs->tickets);
        *fresh = *mine;
        fresh->id = new_id(c);
        fresh->version = 0;
        fresh->seat = theirs->seat;
        strcpy(fresh->code, i ? "T-SWAP1" : "T-SWAP0");
    }
    expect_ok(c, cs);
    struct seat_state seat = seat_now(c, "Stalls-A-1");
    assert_true(uuid_equal(&seat.holder, &sales[1].id));
    assert_sound(c);
}

static void close_shift(struct contract *c, struct uuid id)
{
    struct changeset *cs = an_act(c, ACT_SHIFT_CLOSE);
    struct shift *shift = LIST_ADD(c->arena, &cs->shifts);
    bool found;
    assert_int_equal(c->store->ops->shift_read(c->store, &id, NULL, shift, &found, &c->err), RC_OK);
    shift->closed_at = c->time.wall;
    expect_ok(c, cs);
}

static void money_for_a_shift_that_was_closed_meanwhile_is_stale(void **state)
{
    struct contract *c = *state;
    struct uuid shift = open_shift(c, "till-1");
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    struct changeset *sale = selling(c, &hold, shift, new_id(c));
    struct changeset *drop = an_act(c, ACT_SHIFT_MOVE);
    *LIST_ADD(c->arena, &drop->moves) =
        (struct shift_move){.id = new_id(c), .shift = shift, .amount = 100};
    close_shift(c, shift);
    const char *before = everything(c);
    expect_stale(c, sale);
    expect_stale(c, drop);
    assert_string_equal(everything(c), before);
}

static void a_shift_is_not_closed_by_sums_that_money_came_after(void **state)
{
    struct contract *c = *state;
    struct uuid id = open_shift(c, "till-1");
    struct changeset *close = an_act(c, ACT_SHIFT_CLOSE);
    struct shift *row = LIST_ADD(c->arena, &close->shifts);
    bool found;
    assert_int_equal(c->store->ops->shift_read(c->store, &id, NULL, row, &found, &c->err), RC_OK);
    row->closed_at = c->time.wall;
    sell(c, take(c, "Stalls-A-1", NULL, NULL).id, id);
    const char *before = everything(c);
    expect_stale(c, close);
    assert_string_equal(everything(c), before);
    close_shift(c, id);
}

static void a_sale_that_names_what_is_not_there_is_refused(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    struct changeset *cs = selling(c, &hold, no_shift, new_id(c));
    cs->sales.at[0].customer = new_id(c);
    const char *before = everything(c);
    expect_refused(c, cs, VERDICT_INVALID);
    expect_refused(c, selling(c, &hold, new_id(c), new_id(c)), VERDICT_INVALID); /* the shift */
    assert_string_equal(everything(c), before);
}

/* ---- lists ---------------------------------------------------------------------------------- */

static int listed(struct contract *c, struct sale_filter filter, struct sale **sales)
{
    struct sale *ignored;
    int count = -1;
    assert_int_equal(c->store->ops->sale_list(c->store, &filter, c->arena, sales ? sales : &ignored,
                                              &count, &c->err),
                     RC_OK);
    return count;
}

/* Whatever their ids say: those follow from keys, which strangers may have made. */
static void sales_are_listed_newest_first_with_their_tickets(void **state)
{
    struct contract *c = *state;
    struct uuid low = new_id(c), high = new_id(c);
    struct hold first = take(c, "Stalls-A-1", NULL, NULL);
    struct sale *sales;
    expect_ok(c, selling(c, &first, no_shift, high));
    pass_time(c, 1000);
    struct hold second = take(c, "Stalls-A-3", "Stalls-A-4", NULL);
    expect_ok(c, selling(c, &second, no_shift, low));
    assert_int_equal(listed(c, (struct sale_filter){0}, &sales), 2);
    assert_true(uuid_equal(&sales[0].id, &low));
    assert_int_equal(sales[0].ticket_count, 2);
    assert_int_equal(sales[0].payment_count, 1);
    assert_int_equal(listed(c, (struct sale_filter){.limit = 1}, NULL), 1);
}

static void sales_are_found_by_place_and_time(void **state)
{
    struct contract *c = *state;
    struct sale sale = sell(c, take(c, "Stalls-A-1", NULL, NULL).id, no_shift);
    int64_t at = sale.sold_at;
    assert_int_equal(listed(c, (struct sale_filter){.show = c->show_no}, NULL), 1);
    assert_int_equal(listed(c, (struct sale_filter){.show = c->show_no + 1}, NULL), 0);
    assert_int_equal(listed(c, (struct sale_filter){.till = "till-1"}, NULL), 1);
    assert_int_equal(listed(c, (struct sale_filter){.till = "till-2"}, NULL), 0);
    assert_int_equal(listed(c, (struct sale_filter){.from = at, .until = at + 1}, NULL), 1);
    assert_int_equal(listed(c, (struct sale_filter){.from = at + 1}, NULL), 0);
    assert_int_equal(listed(c, (struct sale_filter){.until = at}, NULL), 0);
}

/* A stranger's guess at a code must cost the same whether the order exists. */
static void the_row_of_an_order_is_found_by_its_exact_code_alone(void **state)
{
    struct contract *c = *state;
    struct sale sale = sell(c, take(c, "Stalls-A-1", NULL, NULL).id, no_shift);
    struct sale *sales;
    assert_int_equal(listed(c, (struct sale_filter){.code = sale.code}, &sales), 1);
    assert_string_equal(sales[0].name, sale.name);
    assert_int_equal(sales[0].ticket_count, 0);
    assert_int_equal(sales[0].payment_count, 0);
    assert_int_equal(listed(c, (struct sale_filter){.code = sale.code + 1}, NULL), 0);
    assert_int_equal(listed(c, (struct sale_filter){.code = sale.tickets[0].code}, NULL), 0);
}

static void sales_are_found_by_what_a_person_says(void **state)
{
    struct contract *c = *state;
    struct sale sale = sell(c, take(c, "Stalls-A-1", NULL, NULL).id, no_shift);
    assert_int_equal(listed(c, (struct sale_filter){.text = "müll"}, NULL), 1);
    assert_int_equal(listed(c, (struct sale_filter){.text = "EVA MÜLLER"}, NULL), 1);
    assert_int_equal(listed(c, (struct sale_filter){.text = "Eva@EXAMPLE"}, NULL), 1);
    assert_int_equal(listed(c, (struct sale_filter){.text = sale.code + 2}, NULL), 1);
    assert_int_equal(listed(c, (struct sale_filter){.text = "stalls-a-1"}, NULL), 1);
    assert_int_equal(listed(c, (struct sale_filter){.text = "stalls-a"}, NULL), 0);
    assert_int_equal(listed(c, (struct sale_filter){.text = "B-OTHER"}, NULL), 0);
    assert_int_equal(listed(c, (struct sale_filter){.text = "%"}, NULL), 0);
    assert_int_equal(listed(c, (struct sale_filter){.text = "_"}, NULL), 0);
}

/* Whoever types a whole code means that order, even where another order's name contains it. */
static void a_whole_code_names_one_order(void **state)
{
    struct contract *c = *state;
    struct sale sale = sell(c, take(c, "Stalls-A-1", NULL, NULL).id, no_shift);
    struct hold hold = take(c, "Stalls-A-3", NULL, NULL);
    struct changeset *cs = selling(c, &hold, no_shift, new_id(c));
    struct sale *sales;
    snprintf(cs->sales.at[0].name, sizeof cs->sales.at[0].name, "as %s", sale.code);
    expect_ok(c, cs);
    const char *codes[] = {sale.code, sale.tickets[0].code};
    for (int i = 0; i < COUNT_OF(codes); i++) {
        char small[CODE_TEXT] = "";
        for (int k = 0; codes[i][k]; k++)
            small[k] = (char)tolower((unsigned char)codes[i][k]);
        assert_int_equal(listed(c, (struct sale_filter){.text = small}, &sales), 1);
        assert_string_equal(sales[0].code, sale.code);
        assert_int_equal(listed(c, (struct sale_filter){.text = small, .show = 99}, NULL), 0);
    }
    assert_int_equal(listed(c, (struct sale_filter){.text = sale.code + 1}, NULL), 2);
}

static void sales_are_found_by_the_customers_phone(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = an_act(c, ACT_CUSTOMER);
    struct customer *customer = LIST_ADD(c->arena, &cs->customers);
    customer->id = new_id(c);
    strcpy(customer->name, "Eva Müller");
    strcpy(customer->phone, "+49 30 1234567");
    expect_ok(c, cs);
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    cs = selling(c, &hold, no_shift, new_id(c));
    cs->sales.at[0].customer = customer->id;
    expect_ok(c, cs);
    assert_int_equal(listed(c, (struct sale_filter){.text = "30 1234"}, NULL), 1);
    assert_int_equal(listed(c, (struct sale_filter){.text = "99 1234"}, NULL), 0);
}

const struct CMUnitTest contract_sale_tests[] = {
    CONTRACT_TEST(a_sale_is_read_back_as_it_was_written),
    CONTRACT_TEST(a_ticket_is_read_back_as_it_was_written),
    CONTRACT_TEST(a_payment_is_read_back_as_it_was_written),
    CONTRACT_TEST(selling_ends_the_hold_and_its_claims),
    CONTRACT_TEST(a_sale_is_found_by_code_in_any_case),
    CONTRACT_TEST(a_code_that_is_taken_is_stale_and_sells_nothing),
    CONTRACT_TEST(a_refund_frees_the_seat_and_keeps_the_ticket),
    CONTRACT_TEST(the_same_refund_seen_twice_is_stale),
    CONTRACT_TEST(an_order_that_changed_meanwhile_is_stale),
    CONTRACT_TEST(a_seat_sold_again_has_one_valid_ticket),
    CONTRACT_TEST(a_reprint_replaces_the_ticket_in_one_act),
    CONTRACT_TEST(two_owners_swap_their_seats_in_one_act),
    CONTRACT_TEST(money_for_a_shift_that_was_closed_meanwhile_is_stale),
    CONTRACT_TEST(a_shift_is_not_closed_by_sums_that_money_came_after),
    CONTRACT_TEST(a_sale_that_names_what_is_not_there_is_refused),
    CONTRACT_TEST(sales_are_listed_newest_first_with_their_tickets),
    CONTRACT_TEST(sales_are_found_by_place_and_time),
    CONTRACT_TEST(the_row_of_an_order_is_found_by_its_exact_code_alone),
    CONTRACT_TEST(sales_are_found_by_what_a_person_says),
    CONTRACT_TEST(sales_are_found_by_the_customers_phone),
    CONTRACT_TEST(a_whole_code_names_one_order),
    {0},
};
