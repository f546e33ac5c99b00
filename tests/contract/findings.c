#include "config.h"

#include "tests/contract/findings.h"

#include <stdio.h>
#include <string.h>

#include "src/domain/checkin.h"
#include "src/domain/shift.h"

/* ---- a sound house -------------------------------------------------------------------------- */

static struct shift read_shift(struct contract *c, const struct uuid *id)
{
    struct shift shift;
    bool found = false;
    assert_int_equal(c->store->ops->shift_read(c->store, id, NULL, &shift, &found, &c->err), RC_OK);
    assert_true(found);
    return shift;
}

/* With 41.50 in cash, counted right. */
static void a_shift_that_is_over(struct contract *c)
{
    const struct uuid id = open_shift(c, "till-1");
    sell(c, take(c, "Stalls-B-1", NULL, NULL).id, id);
    struct changeset *cs = an_act(c, ACT_SHIFT_CLOSE);
    struct shift *row = LIST_ADD(c->arena, &cs->shifts);
    *row = read_shift(c, &id);
    row->closed_at = c->time.wall;
    for (enum tender tender = 0; tender < TENDER_COUNT; tender++)
        row->expected[tender] = row->counted[tender] = shift_expected(row, tender);
    expect_ok(c, cs);
    pass_time(c, MINUTE_MS);
}

static void a_reservation(struct contract *c, struct uuid shift)
{
    const struct hold hold = take(c, "Stalls-B-2", NULL, NULL);
    struct changeset *cs = selling(c, &hold, shift, new_id(c));
    cs->sales.at[0].status = SALE_DUE;
    cs->sales.at[0].paid = 0;
    cs->payments.count = 0;
    expect_ok(c, cs);
}

/* All of it but the fee. */
static void a_refund(struct contract *c, struct uuid shift)
{
    const struct sale sale = sell(c, take(c, "Stalls-B-3", NULL, NULL).id, shift);
    struct changeset *cs = an_act(c, ACT_REFUND);
    struct sale *row = LIST_ADD(c->arena, &cs->sales);
    struct ticket *ticket = LIST_ADD(c->arena, &cs->tickets);
    struct payment *back = LIST_ADD(c->arena, &cs->payments);
    *ticket = sale.tickets[0];
    ticket->status = TICKET_REFUNDED;
    ticket->kept = ticket->fee;
    *row = sale;
    row->status = SALE_REFUNDED;
    row->total = 0;
    row->paid = ticket->kept;
    *back = (struct payment){.id = new_id(c),
                             .sale = sale.id,
                             .shift = shift,
                             .amount = ticket->kept - ticket->total,
                             .at = c->time.wall};
    change(c, cs, ticket->label, ACT_REFUND, SEAT_AVAILABLE);
    expect_ok(c, cs);
}

static void vouchers(struct contract *c)
{
    struct changeset *cs = an_act(c, ACT_VOUCHER);
    *LIST_ADD(c->arena, &cs->vouchers) = (struct voucher){
        .code = "GIFT", .kind = VOUCHER_GIFT, .value = 5000, .budget = 5000, .used = 1000};
    *LIST_ADD(c->arena, &cs->vouchers) = (struct voucher){
        .code = "LESS", .kind = VOUCHER_PERCENT, .value = 1000, .max_uses = 2, .uses = 1};
    expect_ok(c, cs);
}

static void write_bag(struct contract *c, enum act act, const struct checkin *bag)
{
    struct changeset *cs = an_act(c, act);
    *LIST_ADD(c->arena, &cs->checkins) = *bag;
    *LIST_ADD(c->arena, &cs->notes) =
        (struct change_note){.act = act, .show = bag->show, .subject = bag->ticket};
    expect_ok(c, cs);
}

/* Somebody is in with a ticket, and has paid for a heavy bag by card. */
static void a_bag(struct contract *c, const struct ticket *ticket, struct uuid shift)
{
    struct changeset *cs = an_act(c, ACT_ADMIT);
    struct checkin bag = {.ticket = ticket->id,
                          .entry = 1,
                          .show = ticket->show,
                          .status = CHECKIN_WAITING,
                          .weight_g = BAG_LIMIT_G + 1,
                          .fee = BAG_FEE,
                          .at = c->time.wall,
                          .till = "till-1"};
    *LIST_ADD(c->arena, &cs->admissions) = (struct admission){.ticket = ticket->id,
                                                              .show = ticket->show,
                                                              .inside = true,
                                                              .entries = 1,
                                                              .first_at = c->time.wall,
                                                              .last_at = c->time.wall};
    *LIST_ADD(c->arena, &cs->scans) = (struct scan){.id = new_id(c),
                                                    .at = c->time.wall,
                                                    .show = ticket->show,
                                                    .ticket = ticket->id,
                                                    .till = "till-1",
                                                    .actor = "anna"};
    expect_ok(c, cs);
    write_bag(c, ACT_BAG, &bag);
    bag.version = 1;
    bag.status = CHECKIN_COMPLETED;
    bag.tender = TENDER_CARD;
    bag.paid = bag.fee;
    bag.shift = shift;
    write_bag(c, ACT_BAG_FEE, &bag);
}

static int set_up(void **state)
{
    assert_int_equal(contract_setup(state), 0);
    struct contract *c = *state;
    a_shift_that_is_over(c);
    const struct uuid shift = open_shift(c, "till-1");
    const struct sale sale = sell(c, take(c, "Stalls-A-1", "Stalls-A-2", NULL).id, shift);
    a_reservation(c, shift);
    a_refund(c, shift);
    vouchers(c);
    a_bag(c, &sale.tickets[0], shift);
    take(c, "Stalls-A-3", "Stalls-A-4", NULL);
    return 0;
}

/* ---- one thing is not true any more --------------------------------------------------------- */

#define HELD       "status = 1"
#define RESERVED   "status = 1"
#define REFUNDED   "status = 3"
#define TWO_SEATS  "total = 8300"
#define OF(which)  "sale = (SELECT id FROM sale WHERE " which ")"
#define COUNTED    "(SELECT id FROM shift WHERE closed_at > 0)"
#define RESERVE(t) "UPDATE ticket SET " t " WHERE " OF(RESERVED)

/* truth: the row and column of truths.def. */
static const struct broken {
    const char *finding, *truth, *sql;
} cases[] = {
    {"held_seat_without_claim", NULL,
     "DELETE FROM claim WHERE live AND seat_no = (SELECT max(seat_no) FROM claim WHERE live)"},
    {"claim_without_held_seat", NULL,
     "UPDATE show_seat SET status = 0, holder = NULL, held_until = 0 WHERE seat_no ="
     " (SELECT max(seat_no) FROM show_seat WHERE " HELD ")"},
    {"claim_of_ended_hold", NULL, "UPDATE hold SET status = 4 WHERE status = 0"},
    {"open_hold_without_seat", NULL,
     "UPDATE claim SET live = false WHERE live;"
     "UPDATE show_seat SET status = 0, holder = NULL, held_until = 0 WHERE " HELD},
    {"hold_past_its_ceiling", NULL, "UPDATE hold SET expires_at = ceiling_at + 1 WHERE status = 0"},
    {"converted_hold_without_sale", NULL,
     "UPDATE hold SET sale = (SELECT id FROM sale WHERE " REFUNDED ") WHERE status = 0"},
    {"sale_of_a_hold_that_is_not_converted", NULL,
     "UPDATE sale SET hold = (SELECT id FROM hold WHERE status = 0) WHERE " REFUNDED},
    {"sold_seat_without_ticket", NULL,
     "UPDATE show_seat SET status = 2, holder = (SELECT id FROM sale WHERE " REFUNDED ")"
     " WHERE seat_no = (SELECT seat_no FROM ticket WHERE status = 1)"},
    {"ticket_without_sold_seat", NULL,
     "UPDATE show_seat SET status = 0, holder = NULL WHERE holder ="
     " (SELECT id FROM sale WHERE " RESERVED ")"},
    {"sale_total_is_not_its_tickets", "order sale.total",
     "UPDATE sale SET total = total - 1 WHERE " RESERVED},
    {"sale_paid_is_not_its_payments", "order sale.paid",
     "UPDATE payment SET amount = amount + 1 WHERE " OF(TWO_SEATS)},
    {"sale_paid_less_than_its_tickets", "order sale.paid",
     "UPDATE sale SET status = 0 WHERE " RESERVED},
    {"sale_paid_less_than_its_tickets", "order sale.paid", /* less than nothing */
     "UPDATE payment SET amount = 150 WHERE amount > 0 AND " OF(
         REFUNDED) ";"
                   "UPDATE payment SET sale = (SELECT id FROM sale WHERE " RESERVED
                   ") WHERE amount < 0;"
                   "UPDATE sale SET paid = -4000 WHERE " RESERVED},
    {"valid_ticket_of_refunded_sale", "order sale.status",
     "UPDATE sale SET status = 3 WHERE " TWO_SEATS},
    {"sale_paid_more_than_its_tickets", NULL,
     "UPDATE payment SET amount = amount + 1 WHERE " OF(
         TWO_SEATS) ";"
                    "UPDATE sale SET paid = paid + 1 WHERE " TWO_SEATS},
    {"ticket_does_not_add_up", "ticket ticket.discount",
     RESERVE("discount = price + 1, tax = 0, total = fee - 1") ";"
                                                               "UPDATE sale SET total = 149 "
                                                               "WHERE " RESERVED},
    {"ticket_does_not_add_up", "ticket ticket.total",
     RESERVE("total = total + 1") ";UPDATE sale SET total = total + 1 WHERE " RESERVED},
    {"ticket_does_not_add_up", "ticket ticket.tax", RESERVE("tax = total + 1")},
    {"ticket_does_not_add_up", "ticket ticket.tax", RESERVE("tax = -1")},
    {"ticket_does_not_add_up", "ticket ticket.kept", RESERVE("kept = 1")},
    {"ticket_does_not_add_up", "ticket ticket.kept", /* more than its fee */
     "UPDATE ticket SET kept = fee + 1 WHERE status = 1;"
     "UPDATE payment SET amount = amount + 1 WHERE amount < 0;"
     "UPDATE sale SET paid = paid + 1 WHERE " REFUNDED},
    {"voucher_over_its_limit", "voucher voucher.used",
     "UPDATE voucher SET used = budget + 1 WHERE code = 'GIFT'"},
    {"voucher_over_its_limit", "voucher voucher.used",
     "UPDATE voucher SET budget = 0 WHERE code = 'GIFT'"},
    {"voucher_over_its_limit", "voucher voucher.used",
     "UPDATE voucher SET budget = 1, used = 2 WHERE code = 'LESS'"},
    {"voucher_over_its_limit", "voucher voucher.uses",
     "UPDATE voucher SET uses = max_uses + 1 WHERE code = 'LESS'"},
    {"shift_does_not_add_up", "shift shift.expected_cash",
     "UPDATE shift SET expected_cash = expected_cash + 1 WHERE closed_at > 0"},
    {"shift_does_not_add_up", "shift shift.expected_card",
     "UPDATE shift SET expected_card = expected_card + 1 WHERE closed_at > 0"},
    {"shift_does_not_add_up", "shift shift.expected_voucher",
     "UPDATE shift SET expected_voucher = expected_voucher + 1 WHERE closed_at > 0"},
    {"payment_in_a_closed_shift", NULL,
     "UPDATE payment SET at = at + 3600000 WHERE shift = " COUNTED},
    {"bag_of_nobody_who_was_let_in", NULL, "DELETE FROM admission"},
    {"fee_taken_after_its_shift", NULL,
     "UPDATE checkin SET shift = " COUNTED ";"
     "UPDATE shift SET expected_card = expected_card + 5000 WHERE closed_at > 0"},
};

static void a_sound_house_has_none(void **state)
{
    struct contract *c = *state;
    struct findings findings;
    findings_after(c, "", &findings);
    assert_string_equal(findings.lines, "");
    assert_sound(c);
}

/* The column that is not true stands at the end of what is told. */
static bool names_its_column(const struct broken *at, const struct findings *findings)
{
    const char *column = at->truth ? strchr(at->truth, ' ') : NULL;
    return !column || strncmp(at->truth, "order", 5) == 0 ||
           strstr(findings->lines, arena_printf(findings->arena, "%s\n", column));
}

static void each_thing_that_is_not_true_is_told_by_its_name_alone(void **state)
{
    struct contract *c = *state;
    int wrong = 0;
    for (int i = 0; i < COUNT_OF(cases); i++) {
        const struct broken *at = &cases[i];
        struct findings findings;
        findings_after(c, at->sql, &findings);
        if (strcmp(findings.names, at->finding) == 0 && names_its_column(at, &findings))
            continue;
        wrong++;
        print_error("%s (%s) is told as: %s\n%s\n", at->finding, at->truth ? at->truth : "",
                    findings.lines, at->sql);
    }
    assert_int_equal(wrong, 0);
    a_sound_house_has_none(state);
}

/* ---- nothing is forgotten ------------------------------------------------------------------- */

static int cases_of(const char *truth)
{
    int count = 0;
    for (int i = 0; i < COUNT_OF(cases); i++)
        count += cases[i].truth && strcmp(cases[i].truth, truth) == 0;
    return count;
}

/* One column may be untrue in two ways, which need a case each. */
static void each_truth_has_a_case(void **state)
{
    const struct contract *c = *state;
    const char *const *truths = findings_truths(c->arena);
    assert_non_null(truths[0]);
    for (int i = 0; truths[i]; i++) {
        int ways = 0;
        for (int j = 0; truths[j]; j++)
            ways += strcmp(truths[i], truths[j]) == 0;
        if (cases_of(truths[i]) < ways)
            fail_msg("%s has %d cases, and is untrue in %d ways", truths[i], cases_of(truths[i]),
                     ways);
    }
}

static bool has_case(const char *finding)
{
    for (int i = 0; i < COUNT_OF(cases); i++)
        if (strcmp(cases[i].finding, finding) == 0)
            return true;
    return false;
}

/* PostgreSQL has more: of journals, tills and offices (test_pg_journal_books). */
static void each_finding_of_both_stores_has_a_case(void **state)
{
    const struct contract *c = *state;
    const char *const *names = findings_named("lite", c->arena);
    assert_non_null(names[0]);
    for (int i = 0; names[i]; i++)
        if (!has_case(names[i]))
            fail_msg("%s has no case", names[i]);
}

static void each_case_is_a_finding_of_the_store(void **state)
{
    const struct contract *c = *state;
    const char *const *names = findings_named(findings_store, c->arena);
    for (int i = 0; i < COUNT_OF(cases); i++) {
        bool found = false;
        for (int j = 0; names[j]; j++)
            found = found || strcmp(names[j], cases[i].finding) == 0;
        if (!found)
            fail_msg("%s is found by no statement of this store", cases[i].finding);
    }
}

int findings_main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_house_has_none),
        cmocka_unit_test(each_thing_that_is_not_true_is_told_by_its_name_alone),
        cmocka_unit_test(each_truth_has_a_case),
        cmocka_unit_test(each_finding_of_both_stores_has_a_case),
        cmocka_unit_test(each_case_is_a_finding_of_the_store),
    };
    return _cmocka_run_group_tests(findings_store, tests, COUNT_OF(tests), set_up,
                                   contract_teardown);
}
