/* Bags at the door: what was weighed and paid, in the shift's money; and the house's rule. */
#include "config.h"

#include <string.h>

#include "src/domain/checkin.h"
#include "tests/contract/contract.h"

static struct ticket a_ticket(struct contract *c)
{
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    return sell(c, hold.id, (struct uuid){0}).tickets[0];
}

/* Somebody is let in with a ticket. */
static struct ticket let_in(struct contract *c)
{
    struct ticket ticket = a_ticket(c);
    struct changeset *cs = an_act(c, ACT_ADMIT);
    struct admission *admission = LIST_ADD(c->arena, &cs->admissions);
    struct scan *scan = LIST_ADD(c->arena, &cs->scans);
    *admission = (struct admission){.ticket = ticket.id,
                                    .show = ticket.show,
                                    .inside = true,
                                    .entries = 1,
                                    .first_at = c->time.wall,
                                    .last_at = c->time.wall};
    *scan =
        (struct scan){.id = new_id(c), .at = c->time.wall, .show = c->show_no, .ticket = ticket.id};
    strcpy(scan->till, "till-1");
    strcpy(scan->actor, "anna");
    expect_ok(c, cs);
    return ticket;
}

static struct checkin heavy(struct contract *c, const struct ticket *ticket)
{
    struct checkin checkin = {.ticket = ticket->id,
                              .entry = 1,
                              .show = ticket->show,
                              .status = CHECKIN_WAITING,
                              .weight_g = 27500,
                              .fee = 5000,
                              .at = c->time.wall};
    strcpy(checkin.till, "till-1");
    return checkin;
}

static struct checkin light(struct contract *c, const struct ticket *ticket)
{
    struct checkin checkin = heavy(c, ticket);
    checkin.status = CHECKIN_COMPLETED;
    checkin.weight_g = 3000;
    checkin.fee = 0;
    return checkin;
}

static struct changeset *checking(struct contract *c, enum act act, const struct checkin *checkin)
{
    struct changeset *cs = an_act(c, act);
    *LIST_ADD(c->arena, &cs->checkins) = *checkin;
    *LIST_ADD(c->arena, &cs->notes) =
        (struct change_note){.act = act, .show = checkin->show, .subject = checkin->ticket};
    return cs;
}

static struct checkin read_checkin(struct contract *c, const struct ticket *ticket)
{
    struct checkin checkin;
    bool found = false;
    assert_int_equal(c->store->ops->checkin_read(c->store, &ticket->id, &checkin, &found, &c->err),
                     RC_OK);
    assert_true(found);
    return checkin;
}

/* What is read, with its fee paid by card in that shift. */
static struct checkin paid(struct contract *c, const struct ticket *ticket, struct uuid shift)
{
    struct checkin checkin = read_checkin(c, ticket);
    checkin.status = CHECKIN_COMPLETED;
    checkin.tender = TENDER_CARD;
    checkin.paid = checkin.fee;
    checkin.shift = shift;
    strcpy(checkin.auth, "123456");
    return checkin;
}

/* ---- rows --------------------------------------------------------------------------------- */

static void a_bag_that_nobody_weighed_is_not_found(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = let_in(c);
    struct checkin checkin;
    bool found = true;
    assert_int_equal(c->store->ops->checkin_read(c->store, &ticket.id, &checkin, &found, &c->err),
                     RC_OK);
    assert_false(found);
}

static void a_bag_is_read_as_it_was_weighed(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = let_in(c);
    struct checkin row = heavy(c, &ticket);
    expect_ok(c, checking(c, ACT_BAG, &row));
    struct checkin checkin = read_checkin(c, &ticket);
    assert_int_equal(checkin.status, CHECKIN_WAITING);
    assert_int_equal(checkin.entry, 1);
    assert_int_equal(checkin.show, c->show_no);
    assert_int_equal(checkin.weight_g, 27500);
    assert_int_equal(checkin.fee, 5000);
    assert_int_equal(checkin.paid, 0);
    assert_string_equal(checkin.till, "till-1");
    assert_int_equal(checkin.version, 1);
    assert_sound(c);
}

static void a_bag_weighed_at_two_doors_at_once_is_stale_at_the_second(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = let_in(c);
    struct checkin row = heavy(c, &ticket);
    expect_ok(c, checking(c, ACT_BAG, &row));
    expect_stale(c, checking(c, ACT_BAG, &row));
    row = paid(c, &ticket, open_shift(c, "till-1"));
    expect_ok(c, checking(c, ACT_BAG_FEE, &row));
    expect_stale(c, checking(c, ACT_BAG_FEE, &row));
}

static void the_newest_entry_is_the_one_that_counts(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = let_in(c);
    struct checkin row = light(c, &ticket);
    expect_ok(c, checking(c, ACT_BAG, &row));
    row.entry = 2;
    row.weight_g = 5000;
    expect_ok(c, checking(c, ACT_BAG, &row));
    assert_int_equal(read_checkin(c, &ticket).entry, 2);
    assert_int_equal(read_checkin(c, &ticket).weight_g, 5000);
}

static void what_does_not_follow_is_refused(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = let_in(c);
    struct uuid shift = open_shift(c, "till-1");
    struct checkin row = heavy(c, &ticket);
    row.status = CHECKIN_COMPLETED;
    row.paid = row.fee;
    row.shift = shift;
    expect_refused(c, checking(c, ACT_BAG, &row), VERDICT_INVALID);
    row = heavy(c, &ticket);
    expect_ok(c, checking(c, ACT_BAG, &row));
    row = paid(c, &ticket, shift);
    row.paid = row.fee = 1; /* cheaper than it was asked for */
    expect_refused(c, checking(c, ACT_BAG_FEE, &row), VERDICT_INVALID);
    row = paid(c, &ticket, shift);
    row.paid = 1; /* not whole */
    expect_refused(c, checking(c, ACT_BAG_FEE, &row), VERDICT_INVALID);
    row = light(c, &ticket);
    row.version = 1;
    expect_refused(c, checking(c, ACT_BAG, &row), VERDICT_INVALID);
}

static void a_fee_that_the_house_does_not_ask_is_stale(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = let_in(c);
    struct checkin row = heavy(c, &ticket);
    row.fee = 4999;
    expect_stale(c, checking(c, ACT_BAG, &row));
    row = light(c, &ticket);
    row.weight_g = BAG_LIMIT_G + 1;
    expect_stale(c, checking(c, ACT_BAG, &row));
    row.weight_g = BAG_LIMIT_G;
    expect_ok(c, checking(c, ACT_BAG, &row));
}

/* ---- money -------------------------------------------------------------------------------- */

static struct shift read_shift(struct contract *c, struct uuid id)
{
    struct shift shift;
    bool found = false;
    assert_int_equal(c->store->ops->shift_read(c->store, &id, NULL, &shift, &found, &c->err),
                     RC_OK);
    assert_true(found);
    return shift;
}

static void a_fee_is_money_of_its_shift(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = let_in(c);
    struct uuid shift = open_shift(c, "till-1");
    struct checkin row = heavy(c, &ticket);
    expect_ok(c, checking(c, ACT_BAG, &row));
    uint32_t before = read_shift(c, shift).version;
    row = paid(c, &ticket, shift);
    expect_ok(c, checking(c, ACT_BAG_FEE, &row));
    assert_int_equal(read_shift(c, shift).taken[TENDER_CARD], 5000);
    assert_int_equal(read_shift(c, shift).taken[TENDER_CASH], 0);
    assert_true(read_shift(c, shift).version > before);
    row = read_checkin(c, &ticket);
    assert_int_equal(row.paid, 5000);
    assert_string_equal(row.auth, "123456");
    assert_true(uuid_equal(&row.shift, &shift));
    assert_sound(c);
}

static void a_fee_is_in_the_report_of_tenders(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = let_in(c);
    const struct report_filter by_tender = {REPORT_BY_TENDER, c->show_no, 0, 0};
    struct report_row *rows;
    int count;
    struct checkin row = heavy(c, &ticket);
    expect_ok(c, checking(c, ACT_BAG, &row));
    row = paid(c, &ticket, open_shift(c, "till-1"));
    expect_ok(c, checking(c, ACT_BAG_FEE, &row));
    assert_int_equal(c->store->ops->report(c->store, &by_tender, c->arena, &rows, &count, &c->err),
                     RC_OK);
    assert_int_equal(count, 2); /* the ticket was paid in cash */
    assert_string_equal(rows[1].label, "card");
    assert_int_equal(rows[1].gross, 5000);
}

static void a_fee_for_a_closed_shift_is_stale(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = let_in(c);
    struct uuid id = open_shift(c, "till-1");
    struct checkin row = heavy(c, &ticket);
    expect_ok(c, checking(c, ACT_BAG, &row));
    struct changeset *cs = an_act(c, ACT_SHIFT_CLOSE);
    struct shift *closed = LIST_ADD(c->arena, &cs->shifts);
    *closed = read_shift(c, id);
    closed->closed_at = c->time.wall;
    expect_ok(c, cs);
    row = paid(c, &ticket, id);
    expect_stale(c, checking(c, ACT_BAG_FEE, &row));
    assert_int_equal(read_checkin(c, &ticket).status, CHECKIN_WAITING);
}

/* ---- the house's rule ----------------------------------------------------------------------- */

static void a_house_that_says_nothing_asks_fifty_for_more_than_25_kg(void **state)
{
    struct contract *c = *state;
    struct bag_rule rule;
    assert_int_equal(c->store->ops->bag_rule_read(c->store, &rule, &c->err), RC_OK);
    assert_int_equal(rule.limit_g, BAG_LIMIT_G);
    assert_int_equal(rule.fee, BAG_FEE);
}

const struct CMUnitTest contract_checkin_tests[] = {
    CONTRACT_TEST(a_bag_that_nobody_weighed_is_not_found),
    CONTRACT_TEST(a_bag_is_read_as_it_was_weighed),
    CONTRACT_TEST(a_bag_weighed_at_two_doors_at_once_is_stale_at_the_second),
    CONTRACT_TEST(the_newest_entry_is_the_one_that_counts),
    CONTRACT_TEST(what_does_not_follow_is_refused),
    CONTRACT_TEST(a_fee_that_the_house_does_not_ask_is_stale),
    CONTRACT_TEST(a_fee_is_money_of_its_shift),
    CONTRACT_TEST(a_fee_is_in_the_report_of_tenders),
    CONTRACT_TEST(a_fee_for_a_closed_shift_is_stale),
    CONTRACT_TEST(a_house_that_says_nothing_asks_fifty_for_more_than_25_kg),
    {0},
};
