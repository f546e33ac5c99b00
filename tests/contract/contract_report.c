/* Sales figures in groups. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    ticket->ended_at = c->time.wall;
    strcpy(ticket->ended_by, "mark");
    strcpy(ticket->ended_till, "till-2");
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
    assert_int_equal(rows[0].tickets, 2);
    assert_int_equal(rows[0].gross, 2 * 4150);
    assert_int_equal(rows[0].fees, 2 * 150);
    assert_int_equal(rows[0].tax, 2 * 271);
    assert_int_equal(rows[0].discounts, 0);
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
    assert_int_equal(rows[0].tickets, 0);
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
    assert_int_equal(rows[1].gross, 0);
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

enum { DAY_S = 86400 };

/* A ticket becomes one in another seat for 10.00 more, and loses its place in what was sold. */
static void exchange(struct contract *c, const struct sale *sale, const char *seat)
{
    struct hold hold = take(c, seat, NULL, NULL);
    struct changeset *cs = an_act(c, ACT_EXCHANGE);
    struct hold *taken = LIST_ADD(c->arena, &cs->holds);
    struct sale *row = LIST_ADD(c->arena, &cs->sales);
    struct ticket *old = LIST_ADD(c->arena, &cs->tickets);
    struct ticket *fresh = LIST_ADD(c->arena, &cs->tickets);
    *taken = hold;
    taken->status = HOLD_CONVERTED;
    taken->ended_at = c->time.wall;
    taken->sale = sale->id;
    *row = *sale;
    row->total += 1000;
    row->paid += 1000;
    *old = sale->tickets[0];
    old->status = TICKET_EXCHANGED;
    old->ended_at = c->time.wall;
    strcpy(old->ended_by, "mark");
    strcpy(old->ended_till, "till-2");
    *fresh = sale->tickets[0];
    fresh->id = new_id(c);
    fresh->version = 0;
    fresh->generation++;
    fresh->seat = hold.seats[0].seat;
    fresh->class_no = hold.seats[0].class_no;
    fresh->price += 1000;
    fresh->total += 1000;
    fresh->sold_at = c->time.wall;
    strcpy(fresh->sold_by, "mark");
    strcpy(fresh->till, "till-2");
    snprintf(fresh->code, sizeof fresh->code, "T-X%05u", (unsigned)(c->seed & 0xfffff));
    *LIST_ADD(c->arena, &cs->payments) =
        (struct payment){.id = new_id(c), .sale = sale->id, .amount = 1000, .at = c->time.wall};
    change(c, cs, seat, ACT_EXCHANGE, SEAT_SOLD)->holder = sale->id;
    change(c, cs, sale->tickets[0].label, ACT_EXCHANGE, SEAT_AVAILABLE);
    expect_ok(c, cs);
}

static void an_exchange_changes_no_figure_of_an_earlier_day(void **state)
{
    struct contract *c = *state;
    struct report_row *before, *rows;
    struct report_filter by_day = {REPORT_BY_DAY, 0, 0, 0};
    struct sale sale = sell(c, take(c, "Stalls-A-1", NULL, NULL).id, no_shift);
    assert_int_equal(report(c, by_day, &before), 1);
    pass_time(c, (int64_t)3 * DAY_S * SECOND_MS);
    exchange(c, &sale, "Stalls-A-3");
    assert_int_equal(report(c, by_day, &rows), 2);
    assert_memory_equal(&rows[0], &before[0], sizeof rows[0]);
    assert_string_equal(rows[1].label, "2027-01-18");
    assert_int_equal(rows[1].tickets, 0);
    assert_int_equal(rows[1].gross, 1000);
    assert_int_equal(rows[1].refunded, 4150);
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_SHOW, 0, 0, 0}, &rows), 1);
    assert_int_equal(rows[0].tickets, 1);
    assert_int_equal(rows[0].gross, 5150); /* all days together are what is sold now */
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_SELLER, 0, 0, 0}, &rows), 2);
    assert_string_equal(rows[0].label, "anna");
    assert_int_equal(rows[0].gross, 4150);
    assert_string_equal(rows[1].label, "mark");
    assert_int_equal(rows[1].gross, 1000);
}

static void a_refund_stands_on_its_own_day_with_the_fee_that_was_kept(void **state)
{
    struct contract *c = *state;
    struct report_row *before, *rows;
    struct report_filter by_day = {REPORT_BY_DAY, 0, 0, 0};
    struct sale sale = sell(c, take(c, "Stalls-A-1", NULL, NULL).id, no_shift);
    assert_int_equal(report(c, by_day, &before), 1);
    pass_time(c, (int64_t)3 * DAY_S * SECOND_MS);
    struct changeset *cs = an_act(c, ACT_REFUND);
    struct sale *row = LIST_ADD(c->arena, &cs->sales);
    struct ticket *ticket = LIST_ADD(c->arena, &cs->tickets);
    *row = sale;
    row->status = SALE_REFUNDED;
    row->total = 0;
    row->paid = 150;
    *ticket = sale.tickets[0];
    ticket->status = TICKET_REFUNDED;
    ticket->ended_at = c->time.wall;
    ticket->kept = 150;
    *LIST_ADD(c->arena, &cs->payments) =
        (struct payment){.id = new_id(c), .sale = sale.id, .amount = -4000, .at = c->time.wall};
    change(c, cs, "Stalls-A-1", ACT_REFUND, SEAT_AVAILABLE);
    expect_ok(c, cs);
    assert_int_equal(report(c, by_day, &rows), 2);
    assert_memory_equal(&rows[0], &before[0], sizeof rows[0]);
    assert_int_equal(rows[1].tickets, -1);
    assert_int_equal(rows[1].gross, -4150);
    assert_int_equal(rows[1].fees, -150);
    assert_int_equal(rows[1].tax, -271);
    assert_int_equal(rows[1].refunded, 4000);
    assert_int_equal(rows[1].kept, 150);
}

static void be_in(const char *zone)
{
    setenv("TZ", zone, 1);
    tzset();
}

/* 1800000000 s is 2027-01-15 08:00 UTC, in Kolkata 13:30 and in Auckland 21:00. */
static void days_and_hours_are_those_of_the_house(void **state)
{
    struct contract *c = *state;
    struct report_row *rows;
    sell(c, take(c, "Stalls-A-1", NULL, NULL).id, no_shift);
    pass_time(c, (int64_t)40 * 60 * SECOND_MS);
    sell(c, take(c, "Stalls-A-2", NULL, NULL).id, no_shift);
    pass_time(c, (int64_t)160 * 60 * SECOND_MS);
    sell(c, take(c, "Stalls-A-3", NULL, NULL).id, no_shift);
    be_in("IST-5:30");
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_HOUR, 0, 0, 0}, &rows), 3);
    assert_string_equal(rows[0].label, "2027-01-15 13:00");
    assert_int_equal(rows[0].at, INT64_C(1799998200000));
    assert_string_equal(rows[1].label, "2027-01-15 14:00");
    be_in("NZST-12NZDT,M9.5.0,M4.1.0/3");
    assert_int_equal(report(c, (struct report_filter){REPORT_BY_DAY, 0, 0, 0}, &rows), 2);
    assert_string_equal(rows[0].label, "2027-01-15");
    assert_int_equal(rows[0].tickets, 2);
    assert_string_equal(rows[1].label, "2027-01-16");
    assert_int_equal(rows[1].at, INT64_C(1800010800000));
    be_in("UTC0");
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
    CONTRACT_TEST(an_exchange_changes_no_figure_of_an_earlier_day),
    CONTRACT_TEST(a_refund_stands_on_its_own_day_with_the_fee_that_was_kept),
    CONTRACT_TEST(days_and_hours_are_those_of_the_house),
    CONTRACT_TEST(a_report_keeps_to_its_show_and_its_time),
    {0},
};
