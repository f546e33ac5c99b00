/* What an act does to orders, paper, vouchers, people and drawers, and what the house says to it.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "src/base/text.h"
#include "src/domain/merge.h"

enum { NOW = 1000000, PRICE = 2500, FEE = 150 };

static const struct uuid order = {{1}}, first = {{2}}, second = {{3}}, drawer = {{4}}, eve = {{5}};

/* The rows of the house, the act of a till, and what came of it. */
static struct {
    struct arena *arena;
    struct changeset *rows, *act;
    struct merge_rules rules;
    struct merge_seat seat; /* the only one; its number is 1 */
    struct entry_seat changes[2];
    int change_count;
    struct merge_result result;
} home;

static int set_up(void **state)
{
    arena_free(&home.arena); /* of the case before, in a test of several */
    home.arena = arena_new();
    home.rows = changeset_new(home.arena);
    home.act = changeset_new(home.arena);
    home.rules = (struct merge_rules){.rebase = true, .paid_beats_hold = true};
    home.seat = (struct merge_seat){.show = 1, .seat = 1, .state = {.version = 5}, .terms = 1};
    home.change_count = 0;
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&home.arena);
    return 0;
}

static bool read_seat(void *ctx, int32_t show, int32_t seat, struct merge_seat *out)
{
    *out = home.seat;
    return seat == 1;
}

static enum entry_state judge(void)
{
    static const struct merge_house reads = {.seat = read_seat};
    const struct entry entry = {.wall = NOW,
                                .payload = (const uint8_t *)"",
                                .payload_size = 1,
                                .seats = home.changes,
                                .seat_count = home.change_count};
    const struct merge_call call = {.entry = &entry,
                                    .act = home.act,
                                    .rows = home.rows,
                                    .seq = 2,
                                    .till = 7,
                                    .made_at = NOW,
                                    .now = NOW,
                                    .rules = &home.rules,
                                    .house = &reads};
    merge_entry(&call, home.arena, &home.result);
    return home.result.state;
}

/* ---- rows -------------------------------------------------------------------------------------
 */

static struct sale *an_order(struct changeset *cs, enum sale_status status, int64_t paid)
{
    struct sale *sale = LIST_ADD(home.arena, &cs->sales);
    *sale = (struct sale){
        .id = order, .version = 1, .code = "B-7", .status = status, .paid = paid, .total = PRICE};
    return sale;
}

static struct ticket *a_ticket(struct changeset *cs, struct uuid id, enum ticket_status status)
{
    struct ticket *ticket = LIST_ADD(home.arena, &cs->tickets);
    *ticket = (struct ticket){.id = id,
                              .sale = order,
                              .version = 1,
                              .code = "T-1",
                              .generation = 1,
                              .status = status,
                              .fee = FEE,
                              .total = PRICE};
    return ticket;
}

static void a_payment(int64_t amount)
{
    struct payment *payment = LIST_ADD(home.arena, &home.act->payments);
    *payment = (struct payment){.id = {{9}}, .sale = order, .shift = drawer, .amount = amount};
}

static struct voucher *a_voucher(struct changeset *cs, const char *code, enum voucher_kind kind)
{
    struct voucher *voucher = LIST_ADD(home.arena, &cs->vouchers);
    *voucher = (struct voucher){.kind = kind, .version = 1};
    text_copy(voucher->code, sizeof voucher->code, code);
    return voucher;
}

/* ---- orders, money and paper ------------------------------------------------------------------
 */

struct order_case {
    const char *name;
    /* at the house */
    enum sale_status status;
    int64_t paid;
    enum ticket_status ticket;
    int64_t kept, collected;
    /* what the till did; ends: the ticket, as this status */
    enum act act;
    int64_t payment;
    enum ticket_status ends;
    int64_t keeps;
    /* what is said */
    enum entry_state state;
    enum merge_class heading;
    enum verdict reason;
    int64_t amount;
};

#define V TICKET_VALID
#define R TICKET_REFUNDED
#define X TICKET_EXCHANGED
#define P TICKET_REPRINTED

static const struct order_case order_cases[] = {
    {"what is due is paid", SALE_DUE, 0, V, 0, 0, ACT_PAY, PRICE, V, 0, ENTRY_ACCEPTED, MERGE_PLAIN,
     VERDICT_OK, 0},
    {"paid twice", SALE_PAID, PRICE, V, 0, 0, ACT_PAY, PRICE, V, 0, ENTRY_CONFLICT, MERGE_OVERPAID,
     VERDICT_ALREADY_PAID, PRICE},
    {"paid for what was cancelled", SALE_REFUNDED, 0, R, 0, 0, ACT_PAY, PRICE, V, 0, ENTRY_CONFLICT,
     MERGE_OVERPAID, VERDICT_TICKET_NOT_VALID, PRICE},
    {"paid for what lost its seats", SALE_DUE, 0, X, 0, 0, ACT_PAY, PRICE, V, 0, ENTRY_CONFLICT,
     MERGE_OVERPAID, VERDICT_ALREADY_PAID, PRICE},
    {"refunded", SALE_PAID, PRICE, V, 0, 0, ACT_REFUND, -PRICE, R, 0, ENTRY_ACCEPTED, MERGE_PLAIN,
     VERDICT_OK, 0},
    {"refunded without its fee", SALE_PAID, PRICE, V, 0, 0, ACT_REFUND, FEE - PRICE, R, FEE,
     ENTRY_ACCEPTED, MERGE_PLAIN, VERDICT_OK, 0},
    {"refunded twice", SALE_REFUNDED, 0, R, 0, 0, ACT_REFUND, -PRICE, R, 0, ENTRY_CONFLICT,
     MERGE_DECIDE, VERDICT_TICKET_NOT_VALID, PRICE},
    {"more goes back than was paid", SALE_PAID, PRICE, V, 0, 0, ACT_REFUND, -2 * PRICE, R, 0,
     ENTRY_CONFLICT, MERGE_DECIDE, VERDICT_AMOUNT_MISMATCH, 2 * PRICE},
    {"money goes back that was never paid", SALE_DUE, 0, V, 0, 0, ACT_REFUND, -PRICE, R, 0,
     ENTRY_CONFLICT, MERGE_DECIDE, VERDICT_AMOUNT_MISMATCH, PRICE},
    {"what was paid is cancelled for nothing", SALE_PAID, PRICE, V, 0, 0, ACT_REFUND, 0, R, 0,
     ENTRY_CONFLICT, MERGE_OVERPAID, VERDICT_ALREADY_PAID, PRICE},
    {"a reprint of what was refunded", SALE_REFUNDED, 0, R, 0, 0, ACT_REPRINT, 0, P, 0,
     ENTRY_CONFLICT, MERGE_PAPER, VERDICT_TICKET_NOT_VALID, 0},
    {"collected", SALE_PAID, PRICE, V, 0, 0, ACT_COLLECT, 0, V, 0, ENTRY_ACCEPTED, MERGE_PLAIN,
     VERDICT_OK, 0},
    {"collected twice", SALE_PAID, PRICE, V, 0, NOW, ACT_COLLECT, 0, V, 0, ENTRY_ACCEPTED,
     MERGE_PAPER, VERDICT_OK, 0},
    {"collected after it was refunded", SALE_REFUNDED, 0, R, 0, 0, ACT_COLLECT, 0, V, 0,
     ENTRY_CONFLICT, MERGE_PAPER, VERDICT_TICKET_NOT_VALID, 0},
    {"collected after it lost its seats", SALE_PAID, PRICE, X, 0, 0, ACT_COLLECT, 0, V, 0,
     ENTRY_CONFLICT, MERGE_PAPER, VERDICT_TICKET_NOT_VALID, 0},
    {"a fee that was kept is nothing too much", SALE_PART_REFUNDED, PRICE + FEE, V, FEE, 0,
     ACT_REFUND, -PRICE, R, 0, ENTRY_ACCEPTED, MERGE_PLAIN, VERDICT_OK, 0},
};

static void fill_case(const struct order_case *at)
{
    an_order(home.rows, at->status, at->paid)->collected_at = at->collected;
    a_ticket(home.rows, first, at->ticket);
    if (at->kept)
        a_ticket(home.rows, second, TICKET_REFUNDED)->kept = at->kept;
    home.act->act = at->act;
    an_order(home.act, at->status, at->paid);
    if (at->ends != TICKET_VALID)
        a_ticket(home.act, first, at->ends)->kept = at->keeps;
    if (at->payment)
        a_payment(at->payment);
}

static void money_and_paper_of_an_order(void **state)
{
    for (int i = 0; i < COUNT_OF(order_cases); i++) {
        const struct order_case *at = &order_cases[i];
        (void)set_up(NULL);
        fill_case(at);
        enum entry_state said = judge();
        if (said != at->state || home.result.heading != at->heading ||
            home.result.reason != at->reason || home.result.amount != at->amount)
            fail_msg("%s: %s, heading %d, reason %d, %d", at->name, entry_state_name(said),
                     (int)home.result.heading, (int)home.result.reason, (int)home.result.amount);
        (void)tear_down(NULL);
    }
    (void)set_up(NULL);
}

static void an_independent_ticket_of_the_order_is_no_ones_business(void **state)
{
    an_order(home.rows, SALE_PART_REFUNDED, PRICE);
    a_ticket(home.rows, first, TICKET_VALID);
    a_ticket(home.rows, second, TICKET_REFUNDED);
    home.act->act = ACT_REFUND;
    an_order(home.act, SALE_PAID, PRICE);
    a_ticket(home.act, first, TICKET_REFUNDED);
    a_payment(-PRICE);
    assert_int_equal(judge(), ENTRY_ACCEPTED);
}

static void the_paper_that_is_out_is_named(void **state)
{
    an_order(home.rows, SALE_REFUNDED, 0);
    a_ticket(home.rows, first, TICKET_REFUNDED);
    home.act->act = ACT_REPRINT;
    a_ticket(home.act, first, TICKET_REPRINTED);
    struct ticket *fresh = a_ticket(home.act, second, TICKET_VALID);
    fresh->version = 0;
    fresh->generation = 2;
    text_copy(fresh->code, sizeof fresh->code, "T-2");
    assert_int_equal(judge(), ENTRY_CONFLICT);
    assert_string_equal(home.result.about, "T-2");
}

static void what_the_house_never_had_is_refused_with_its_money(void **state)
{
    home.act->act = ACT_PAY;
    an_order(home.act, SALE_PAID, PRICE);
    a_payment(PRICE);
    assert_int_equal(judge(), ENTRY_REFUSED);
    assert_int_equal(home.result.reason, VERDICT_NOT_FOUND);
    assert_int_equal(home.result.amount, PRICE);
    home.act->sales.count = 0; /* the payment alone */
    assert_int_equal(judge(), ENTRY_REFUSED);
    home.act->payments.count = 0;
    a_ticket(home.act, first, TICKET_REFUNDED);
    assert_int_equal(judge(), ENTRY_REFUSED);
}

/* ---- vouchers ---------------------------------------------------------------------------------
 */

struct voucher_case {
    const char *name;
    enum voucher_kind kind;
    int64_t budget, used;
    int max_uses, uses;
    bool disabled;
    int64_t gave, beyond;
};

static const struct voucher_case voucher_cases[] = {
    {"within its budget", VOUCHER_GIFT, 5000, 1000, 0, 0, false, 4000, 0},
    {"one cent beyond", VOUCHER_GIFT, 5000, 1000, 0, 0, false, 4001, 1},
    {"a card that was empty", VOUCHER_GIFT, 5000, 5000, 0, 0, false, 700, 700},
    {"never more than it gave", VOUCHER_GIFT, 5000, 9000, 0, 0, false, 700, 700},
    {"a promotion without a budget", VOUCHER_AMOUNT, 0, 9000, 0, 0, false, 700, 0},
    {"used as often as it may", VOUCHER_AMOUNT, 0, 0, 3, 3, false, 700, 700},
    {"once left", VOUCHER_AMOUNT, 0, 0, 3, 2, false, 700, 0},
    {"disabled meanwhile", VOUCHER_AMOUNT, 0, 0, 0, 0, true, 700, 700},
    {"money that goes back to it", VOUCHER_GIFT, 5000, 9000, 0, 0, false, -700, 0},
};

static void what_a_voucher_gave_beyond_its_budget_is_told(void **state)
{
    for (int i = 0; i < COUNT_OF(voucher_cases); i++) {
        const struct voucher_case *at = &voucher_cases[i];
        (void)set_up(NULL);
        struct voucher *now = a_voucher(home.rows, "GIFT", at->kind);
        now->budget = at->budget;
        now->used = at->used;
        now->max_uses = at->max_uses;
        now->uses = at->uses;
        now->disabled = at->disabled;
        a_voucher(home.act, "GIFT", at->kind)->gave = at->gave;
        assert_int_equal(judge(), ENTRY_ACCEPTED);
        if (home.result.heading != (at->beyond ? MERGE_OVER_BUDGET : MERGE_PLAIN) ||
            home.result.amount != at->beyond)
            fail_msg("%s: %d", at->name, (int)home.result.amount);
        (void)tear_down(NULL);
    }
    (void)set_up(NULL);
}

static void two_vouchers_of_an_act_are_both_told(void **state)
{
    a_voucher(home.rows, "GIFT", VOUCHER_GIFT);
    a_voucher(home.rows, "LESS", VOUCHER_AMOUNT)->disabled = true;
    a_voucher(home.act, "GIFT", VOUCHER_GIFT)->gave = 700;
    a_voucher(home.act, "LESS", VOUCHER_AMOUNT)->gave = 300;
    assert_int_equal(judge(), ENTRY_ACCEPTED);
    assert_int_equal(home.result.heading, MERGE_OVER_BUDGET);
    assert_int_equal(home.result.amount, 1000);
    assert_string_equal(home.result.about, "GIFT, LESS");
}

/* A paid sale wins a seat, for which somebody else has to be told, too. */
static void a_voucher_is_told_beside_a_hold_that_lost_its_seat(void **state)
{
    const struct uuid mine = {{0x40}}, theirs = {{0x41}};
    home.seat.state = (struct seat_state){
        .version = 6, .status = SEAT_HELD, .holder = theirs, .held_until = NOW + 60000};
    home.changes[0] = (struct entry_seat){.change = {.show = 1,
                                                     .seat = 1,
                                                     .seen = 5,
                                                     .act = ACT_SELL,
                                                     .from = SEAT_HELD,
                                                     .to = SEAT_SOLD,
                                                     .was = mine,
                                                     .holder = order},
                                          .terms = 1};
    home.change_count = 1;
    a_voucher(home.rows, "GIFT", VOUCHER_GIFT);
    a_voucher(home.act, "GIFT", VOUCHER_GIFT)->gave = 700;
    assert_int_equal(judge(), ENTRY_REBASED);
    assert_int_equal(home.result.heading, MERGE_PAID_WON);
    assert_int_equal(home.result.amount, 700);
    assert_string_equal(home.result.about, "GIFT");
}

static void a_voucher_the_house_does_not_know_gave_all_of_it_beyond(void **state)
{
    a_voucher(home.act, "FAKE", VOUCHER_GIFT)->gave = 700;
    assert_int_equal(judge(), ENTRY_ACCEPTED);
    assert_int_equal(home.result.heading, MERGE_OVER_BUDGET);
    assert_int_equal(home.result.amount, 700);
}

/* ---- people and drawers ------------------------------------------------------------------------
 */

static struct customer *a_customer(struct changeset *cs, uint32_t version, const char *name)
{
    struct customer *row = LIST_ADD(home.arena, &cs->customers);
    *row = (struct customer){.id = eve, .version = version};
    text_copy(row->name, sizeof row->name, name);
    return row;
}

static void a_name_that_both_changed_otherwise_is_the_houses(void **state)
{
    a_customer(home.rows, 3, "Eve");
    a_customer(home.act, 2, "Eva");
    assert_int_equal(judge(), ENTRY_CONFLICT);
    assert_int_equal(home.result.heading, MERGE_MOVED);
    assert_string_equal(home.result.about, "Eva");
}

static void a_name_that_both_changed_alike_is_done(void **state)
{
    a_customer(home.rows, 3, "Eve");
    a_customer(home.act, 2, "Eve");
    assert_int_equal(judge(), ENTRY_ACCEPTED);
}

static struct shift *a_drawer(struct changeset *cs, int64_t closed, int64_t counted)
{
    struct shift *row = LIST_ADD(home.arena, &cs->shifts);
    *row = (struct shift){.id = drawer, .version = 1, .staff = "ann", .closed_at = closed};
    row->counted[TENDER_CASH] = counted;
    return row;
}

static void a_drawer_counted_twice_otherwise_is_told(void **state)
{
    a_drawer(home.rows, NOW, 5000);
    a_drawer(home.act, NOW, 5200);
    assert_int_equal(judge(), ENTRY_ACCEPTED);
    assert_int_equal(home.result.heading, MERGE_SHIFT_TWICE);
    assert_int_equal(home.result.amount, 200);
    assert_string_equal(home.result.about, "ann");
}

static void a_drawer_counted_twice_alike_is_nothing(void **state)
{
    a_drawer(home.rows, NOW, 5000);
    a_drawer(home.act, NOW, 5000);
    assert_int_equal(judge(), ENTRY_ACCEPTED);
    assert_int_equal(home.result.heading, MERGE_PLAIN);
}

/* ---- done by somebody else already --------------------------------------------------------------
 */

static void cancelling_what_was_cancelled_is_done_already(void **state)
{
    home.changes[0] = (struct entry_seat){.change = {.show = 1,
                                                     .seat = 1,
                                                     .seen = 5,
                                                     .act = ACT_REFUND,
                                                     .from = SEAT_SOLD,
                                                     .to = SEAT_AVAILABLE,
                                                     .was = order}};
    home.change_count = 1;
    home.seat.state.version = 6;
    an_order(home.rows, SALE_REFUNDED, 0);
    a_ticket(home.rows, first, TICKET_REFUNDED);
    home.act->act = ACT_REFUND;
    an_order(home.act, SALE_DUE, 0);
    a_ticket(home.act, first, TICKET_REFUNDED);
    assert_int_equal(judge(), ENTRY_ACCEPTED);
    assert_true(home.result.same);
    a_payment(-PRICE); /* but not with money */
    assert_int_equal(judge(), ENTRY_CONFLICT);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        RULE(money_and_paper_of_an_order),
        RULE(an_independent_ticket_of_the_order_is_no_ones_business),
        RULE(the_paper_that_is_out_is_named),
        RULE(what_the_house_never_had_is_refused_with_its_money),
        RULE(what_a_voucher_gave_beyond_its_budget_is_told),
        RULE(two_vouchers_of_an_act_are_both_told),
        RULE(a_voucher_is_told_beside_a_hold_that_lost_its_seat),
        RULE(a_voucher_the_house_does_not_know_gave_all_of_it_beyond),
        RULE(a_name_that_both_changed_otherwise_is_the_houses),
        RULE(a_name_that_both_changed_alike_is_done),
        RULE(a_drawer_counted_twice_otherwise_is_told),
        RULE(a_drawer_counted_twice_alike_is_nothing),
        RULE(cancelling_what_was_cancelled_is_done_already),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
