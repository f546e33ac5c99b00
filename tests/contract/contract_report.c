/* Sales figures in groups. */
#include "config.h"

#include <string.h>

#include "tests/contract/contract.h"

static const struct uuid no_shift = {{0}};

static int report(struct contract *c, struct report_filter filter, struct report_row **rows)
{
    int count = -1;
    assert_int_equal(c->store->ops->report(c->store, &filter, c->arena, rows, &count, &c->err),
                     RC_OK);
    return count;
}

/* Two adults upstairs and a child in the stalls; the stalls seat is given back. */
static struct sale a_day(struct contract *c)
{
    struct hold hold = take(c, "Circle-A-1", "Circle-A-2", NULL);
    sell(c, hold.id, no_shift);
    hold = take(c, "Stalls-A-1", NULL, NULL);
    struct uuid id = new_id(c);
    struct changeset *cs = selling(c, &hold, no_shift, id);
    cs->tickets.at[0].type = TYPE_CHILD;
    cs->tickets.at[0].discount = 50;
    cs->payments.at[0].tender = TENDER_CARD;
    expect_ok(c, cs);
    struct sale sale = read_sale(c, id);
    cs = an_act(c, ACT_REFUND);
    struct sale *row = LIST_ADD(c->arena, &cs->sales);
    struct ticket *ticket = LIST_ADD(c->arena, &cs->tickets);
    *row = sale;
    row->status = SALE_REFUNDED;
    row->total = row->paid = 0;
    *ticket = sale.tickets[0];
    ticket->status = TICKET_REFUNDED;
    *LIST_ADD(c->arena, &cs->payments) = (struct payment){
        .id = new_id(c), .sale = id, .tender = TENDER_CARD, .amount = -4150, .at = c->time.wall};
    change(c, cs, "Stalls-A-1", ACT_REFUND, SEAT_AVAILABLE);
    expect_ok(c, cs);
    return sale;
}

static void a_show_reports_what_it_sold_and_gave_back(void **state)
{
    struct contract *c = *state;
    struct report_row *rows;
    a_day(c);
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_SHOW, 0, 0, 0}, &rows), 1);
    assert_string_equal(rows[0].label, "Hamlet");
    assert_int_equal(rows[0].tickets, 3);
    assert_int_equal(rows[0].gross, 3 * 4150);
    assert_int_equal(rows[0].fees, 3 * 150);
    assert_int_equal(rows[0].tax, 3 * 271);
    assert_int_equal(rows[0].discounts, 50);
    assert_int_equal(rows[0].refunded, 4150);
}

static void tickets_are_grouped_by_type_and_class(void **state)
{
    struct contract *c = *state;
    struct report_row *rows;
    a_day(c);
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_TYPE, 0, 0, 0}, &rows), 2);
    assert_string_equal(rows[0].label, "adult");
    assert_int_equal(rows[0].tickets, 2);
    assert_string_equal(rows[1].label, "child");
    assert_int_equal(rows[1].refunded, 4150);
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_CLASS, 0, 0, 0}, &rows), 2);
    assert_string_equal(rows[0].label, "Best");
    assert_int_equal(rows[0].tickets, 1);
    assert_string_equal(rows[1].label, "Upstairs");
    assert_int_equal(rows[1].tickets, 2);
}

static void money_is_grouped_by_tender(void **state)
{
    struct contract *c = *state;
    struct report_row *rows;
    a_day(c);
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_TENDER, 0, 0, 0}, &rows), 2);
    assert_string_equal(rows[0].label, "cash");
    assert_int_equal(rows[0].gross, 8300);
    assert_int_equal(rows[0].refunded, 0);
    assert_string_equal(rows[1].label, "card");
    assert_int_equal(rows[1].gross, 4150);
    assert_int_equal(rows[1].refunded, 4150);
}

static void sales_are_grouped_by_time_and_place(void **state)
{
    struct contract *c = *state;
    struct report_row *rows; /* 1800000000 s is 2027-01-15 08:00 UTC */
    sell(c, take(c, "Stalls-A-1", NULL, NULL).id, no_shift);
    pass_time(c, (int64_t)3600 * SECOND_MS);
    sell(c, take(c, "Stalls-A-2", NULL, NULL).id, no_shift);
    pass_time(c, (int64_t)86400 * SECOND_MS);
    sell(c, take(c, "Stalls-A-3", NULL, NULL).id, no_shift);
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_DAY, 0, 0, 0}, &rows), 2);
    assert_string_equal(rows[0].label, "2027-01-15");
    assert_int_equal(rows[0].tickets, 2);
    assert_string_equal(rows[1].label, "2027-01-16");
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_HOUR, 0, 0, 0}, &rows), 3);
    assert_string_equal(rows[1].label, "2027-01-15 09:00");
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_TILL, 0, 0, 0}, &rows), 1);
    assert_string_equal(rows[0].label, "till-1");
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_SELLER, 0, 0, 0}, &rows), 1);
    assert_string_equal(rows[0].label, "anna");
    assert_int_equal(rows[0].tickets, 3);
}

static void a_report_keeps_to_its_show_and_its_time(void **state)
{
    struct contract *c = *state;
    struct report_row *rows;
    int64_t at = c->time.wall;
    a_day(c);
    int32_t show = c->show_no;
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_SHOW, show, 0, 0}, &rows), 1);
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_SHOW, show + 1, 0, 0}, &rows), 0);
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_TENDER, show + 1, 0, 0}, &rows), 0);
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_SHOW, 0, at, at + 1}, &rows), 1);
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_SHOW, 0, at + 1, 0}, &rows), 0);
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_SHOW, 0, 0, at}, &rows), 0);
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_TENDER, 0, 0, at}, &rows), 0);
}

const struct CMUnitTest contract_report_tests[] = {
    CONTRACT_TEST(a_show_reports_what_it_sold_and_gave_back),
    CONTRACT_TEST(tickets_are_grouped_by_type_and_class),
    CONTRACT_TEST(money_is_grouped_by_tender),
    CONTRACT_TEST(sales_are_grouped_by_time_and_place),
    CONTRACT_TEST(a_report_keeps_to_its_show_and_its_time),
    {0},
};
