/* What acts of a till leave of the house's rows (house_rows.h): one entry after the other. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/base/text.h"
#include "src/domain/house_rows.h"

enum { NOW = 1000000, PRICE = 2500, FEE = 150, OFF = 7000 };

static const struct uuid order = {{1}}, first = {{2}}, second = {{3}}, drawer = {{4}}, eve = {{5}},
                         key = {{6}}, money_id = {{7}};

static struct {
    struct arena *arena;
    struct house_rows rows;
    struct changeset *act;
    struct merge_result effect;
} home;

static int set_up(void **state)
{
    arena_free(&home.arena); /* of the case before, in a test of several */
    home.arena = arena_new();
    house_rows_start(&home.rows, home.arena);
    home.act = changeset_new(home.arena);
    home.effect = (struct merge_result){0};
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&home.arena);
    return 0;
}

/* ---- rows -------------------------------------------------------------------------------------
 */

static struct sale *an_order(struct changeset *cs, uint32_t version, enum sale_status status)
{
    struct sale *sale = LIST_ADD(home.arena, &cs->sales);
    *sale = (struct sale){.id = order,
                          .version = version,
                          .status = status,
                          .total = PRICE,
                          .paid = status == SALE_DUE ? 0 : PRICE,
                          .sold_at = NOW - 1};
    return sale;
}

static struct ticket *a_ticket(struct changeset *cs, struct uuid id, uint32_t version,
                               enum ticket_status status)
{
    struct ticket *ticket = LIST_ADD(home.arena, &cs->tickets);
    *ticket = (struct ticket){.id = id,
                              .sale = order,
                              .version = version,
                              .status = status,
                              .total = PRICE,
                              .sold_at = NOW - 1};
    return ticket;
}

static struct payment *a_payment(int64_t amount, enum tender tender)
{
    struct payment *payment = LIST_ADD(home.arena, &home.act->payments);
    *payment = (struct payment){.id = money_id,
                                .sale = order,
                                .shift = drawer,
                                .tender = tender,
                                .amount = amount,
                                .at = NOW};
    return payment;
}

static struct shift *a_drawer(struct changeset *cs, uint32_t version, int64_t closed)
{
    struct shift *row = LIST_ADD(home.arena, &cs->shifts);
    *row = (struct shift){
        .id = drawer, .version = version, .till = "t1", .opened_at = 1, .closed_at = closed};
    return row;
}

static void next_act(enum act act)
{
    home.act = changeset_new(home.arena);
    home.act->act = act;
}

/* ---- an act that was judged --------------------------------------------------------------------
 */

struct judged {
    struct entry entry;
    struct house_act act;
};

static struct judged *judged(void)
{
    struct judged *made = arena_alloc(home.arena, sizeof *made);
    made->entry = (struct entry){.uid = key, .wall = NOW - OFF};
    made->act = (struct house_act){.act = home.act,
                                   .entry = &made->entry,
                                   .made_at = NOW,
                                   .effect = &home.effect,
                                   .till = "t1"};
    return made;
}

static void done(void)
{
    house_rows_done(&home.rows, &judged()->act);
}

static void lost(void)
{
    house_rows_lost(&home.rows, &judged()->act);
}

static void refused(void)
{
    house_rows_refused(&home.rows, &judged()->act);
}

static const struct sale *left(void)
{
    assert_int_equal(home.rows.write->sales.count, 1);
    return &home.rows.write->sales.at[0];
}

/* ---- orders that change ------------------------------------------------------------------------
 */

struct change_case {
    const char *name;
    enum sale_status status;
    enum act act;
    enum ticket_status ends; /* of the first of two tickets; TICKET_VALID: it stays */
    bool other;              /* the second is valid at the house */
    int64_t payment;
    enum sale_status after;
    int64_t total, paid;
};

static const struct change_case change_cases[] = {
    {"paid", SALE_DUE, ACT_PAY, TICKET_VALID, true, 2 * PRICE, SALE_PAID, 2 * PRICE, 2 * PRICE},
    {"paid in part stays due", SALE_DUE, ACT_PAY, TICKET_VALID, true, PRICE, SALE_DUE, 2 * PRICE,
     PRICE},
    {"one of two refunded", SALE_PAID, ACT_REFUND, TICKET_REFUNDED, true, -PRICE,
     SALE_PART_REFUNDED, PRICE, 0},
    {"the last refunded", SALE_PAID, ACT_REFUND, TICKET_REFUNDED, false, -PRICE, SALE_REFUNDED, 0,
     0},
    {"one of two reserved given up", SALE_DUE, ACT_REFUND, TICKET_REFUNDED, true, 0, SALE_DUE,
     PRICE, 0},
    {"the last reserved given up", SALE_DUE, ACT_REFUND, TICKET_REFUNDED, false, 0, SALE_REFUNDED,
     0, 0},
    {"collected", SALE_PAID, ACT_COLLECT, TICKET_VALID, false, 0, SALE_PAID, PRICE, PRICE},
};

static void sums_and_states_follow_from_tickets_and_payments(void **state)
{
    for (int i = 0; i < COUNT_OF(change_cases); i++) {
        const struct change_case *at = &change_cases[i];
        (void)set_up(NULL);
        an_order(home.rows.now, 4, at->status);
        a_ticket(home.rows.now, first, 2, TICKET_VALID);
        a_ticket(home.rows.now, second, 2, at->other ? TICKET_VALID : TICKET_REFUNDED);
        next_act(at->act);
        an_order(home.act, 1, at->status)->total = 99; /* as its till had counted */
        if (at->ends != TICKET_VALID)
            a_ticket(home.act, first, 1, at->ends);
        if (at->payment)
            a_payment(at->payment, TENDER_CASH);
        done();
        const struct sale *sale = left();
        if (sale->status != at->after || sale->total != at->total || sale->paid != at->paid ||
            sale->version != 4)
            fail_msg("%s: %s, %d of %d", at->name, sale_status_name(sale->status), (int)sale->paid,
                     (int)sale->total);
        (void)tear_down(NULL);
    }
    (void)set_up(NULL);
}

static void two_acts_of_a_batch_are_one_row(void **state)
{
    an_order(home.rows.now, 4, SALE_DUE);
    a_ticket(home.rows.now, first, 2, TICKET_VALID);
    next_act(ACT_PAY);
    an_order(home.act, 1, SALE_PAID);
    a_payment(PRICE, TENDER_CARD);
    done();
    next_act(ACT_REFUND);
    an_order(home.act, 2, SALE_REFUNDED);
    a_ticket(home.act, first, 1, TICKET_REFUNDED);
    a_payment(-PRICE, TENDER_CARD);
    done();
    assert_int_equal(left()->status, SALE_REFUNDED);
    assert_int_equal(left()->paid, 0);
    assert_int_equal(left()->version, 4); /* the one that must be found */
    assert_int_equal(home.rows.write->payments.count, 2);
}

static void what_a_batch_made_stays_a_new_row(void **state)
{
    next_act(ACT_SELL);
    an_order(home.act, 0, SALE_PAID);
    a_ticket(home.act, first, 0, TICKET_VALID);
    done();
    next_act(ACT_COLLECT);
    an_order(home.act, 1, SALE_PAID)->collected_at = NOW - OFF;
    done();
    assert_int_equal(left()->version, 0);
    assert_int_equal(left()->collected_at, NOW);
}

static void only_what_the_act_may_change_is_taken(void **state)
{
    text_copy(an_order(home.rows.now, 4, SALE_PAID)->name, NAME_TEXT, "Eve");
    a_ticket(home.rows.now, first, 2, TICKET_VALID)->price = PRICE;
    next_act(ACT_REFUND);
    text_copy(an_order(home.act, 1, SALE_PAID)->name, NAME_TEXT, "Mallory");
    struct ticket *ticket = a_ticket(home.act, first, 1, TICKET_REFUNDED);
    ticket->price = 1;
    ticket->kept = FEE;
    done();
    assert_string_equal(left()->name, "Eve");
    assert_int_equal(home.rows.write->tickets.at[0].price, PRICE);
    assert_int_equal(home.rows.write->tickets.at[0].kept, FEE);
}

static void the_first_who_handed_it_over_did(void **state)
{
    an_order(home.rows.now, 4, SALE_PAID)->collected_at = NOW - 50;
    a_ticket(home.rows.now, first, 2, TICKET_VALID);
    next_act(ACT_COLLECT);
    an_order(home.act, 1, SALE_PAID)->collected_at = NOW;
    done();
    assert_int_equal(left()->collected_at, NOW - 50);
}

static void a_tills_clock_is_set_right(void **state)
{
    next_act(ACT_SELL);
    an_order(home.act, 0, SALE_PAID)->sold_at = NOW - OFF;
    a_payment(PRICE, TENDER_CASH)->at = NOW - OFF;
    done();
    assert_int_equal(left()->sold_at, NOW);
    assert_int_equal(home.rows.write->payments.at[0].at, NOW);
}

/* ---- what was lost, and what was refused --------------------------------------------------------
 */

static void a_lost_sale_stands_with_its_money_and_without_a_seat(void **state)
{
    next_act(ACT_SELL);
    an_order(home.act, 0, SALE_PAID)->hold = first;
    a_ticket(home.act, first, 0, TICKET_VALID);
    a_payment(PRICE, TENDER_CARD);
    lost();
    assert_int_equal(left()->total, 0);
    assert_int_equal(left()->paid, PRICE);
    assert_true(uuid_is_zero(&left()->hold));
    const struct ticket *ticket = &home.rows.write->tickets.at[0];
    assert_int_equal(ticket->status, TICKET_EXCHANGED);
    assert_int_equal(ticket->sold_at, 0); /* no report counts it */
    assert_int_equal(home.rows.write->payments.at[0].tender, TENDER_CARD);
}

static void money_paid_in_vain_is_with_the_order(void **state)
{
    an_order(home.rows.now, 4, SALE_PAID);
    a_ticket(home.rows.now, first, 2, TICKET_VALID);
    next_act(ACT_PAY);
    an_order(home.act, 1, SALE_PAID);
    a_payment(PRICE, TENDER_CASH);
    lost();
    assert_int_equal(left()->paid, 2 * PRICE);
    assert_int_equal(left()->total, PRICE);
    assert_int_equal(left()->status, SALE_PAID);
}

static void a_lost_refund_ends_no_ticket(void **state)
{
    an_order(home.rows.now, 4, SALE_PAID);
    a_ticket(home.rows.now, first, 2, TICKET_VALID);
    next_act(ACT_REFUND);
    an_order(home.act, 1, SALE_REFUNDED);
    a_ticket(home.act, first, 1, TICKET_REFUNDED);
    a_payment(-PRICE, TENDER_CASH);
    lost();
    assert_int_equal(home.rows.write->tickets.count, 0);
    assert_int_equal(left()->paid, 0);
    assert_int_equal(left()->total, PRICE);
    assert_int_equal(left()->status, SALE_PAID);
}

static void gift_money_is_counted_whatever_is_said(void **state)
{
    void (*const verdicts[])(void) = {done, lost, refused};
    for (int i = 0; i < COUNT_OF(verdicts); i++) {
        (void)set_up(NULL);
        struct voucher *card = LIST_ADD(home.arena, &home.rows.now->vouchers);
        *card = (struct voucher){.code = "GIFT", .kind = VOUCHER_GIFT, .used = 400, .version = 2};
        next_act(ACT_SELL);
        an_order(home.act, 0, SALE_PAID);
        struct voucher *used = LIST_ADD(home.arena, &home.act->vouchers);
        *used = (struct voucher){.code = "GIFT", .kind = VOUCHER_GIFT, .used = 9, .gave = 300};
        verdicts[i]();
        assert_int_equal(home.rows.write->vouchers.at[0].used, 300); /* by how much it grows */
        assert_int_equal(home.rows.write->vouchers.at[0].uses, 0);
        assert_int_equal(home.rows.now->vouchers.at[0].used, 700);
        (void)tear_down(NULL);
    }
    (void)set_up(NULL);
}

static void a_promotion_counts_its_uses(void **state)
{
    next_act(ACT_SELL);
    struct voucher *used = LIST_ADD(home.arena, &home.act->vouchers);
    *used = (struct voucher){.code = "LESS", .kind = VOUCHER_AMOUNT, .gave = 300};
    done();
    assert_int_equal(home.rows.write->vouchers.at[0].uses, 1);
}

/* Of a refused act money is kept, and nothing else: no discount, and no card that nobody issued. */
static void what_is_no_money_of_a_refused_act_is_not_counted(void **state)
{
    next_act(ACT_SELL);
    *LIST_ADD(home.arena, &home.rows.now->vouchers) =
        (struct voucher){.code = "LESS", .kind = VOUCHER_AMOUNT, .version = 2};
    *LIST_ADD(home.arena, &home.act->vouchers) =
        (struct voucher){.code = "LESS", .kind = VOUCHER_AMOUNT, .gave = 300};
    *LIST_ADD(home.arena, &home.act->vouchers) =
        (struct voucher){.code = "NONE", .kind = VOUCHER_GIFT, .gave = 300};
    refused();
    assert_int_equal(home.rows.write->vouchers.count, 0);
}

static void the_houses_words_stand(void **state)
{
    next_act(ACT_CUSTOMER);
    struct customer *wish = LIST_ADD(home.arena, &home.act->customers);
    *wish = (struct customer){.id = eve, .name = "Eva", .version = 2};
    home.effect.heading = MERGE_MOVED;
    lost();
    assert_int_equal(home.rows.write->customers.count, 0);
}

static void refused_money_is_kept_by_the_acts_key(void **state)
{
    next_act(ACT_PAY);
    an_order(home.act, 1, SALE_PAID);
    a_payment(PRICE, TENDER_CARD);
    struct shift_move *move = LIST_ADD(home.arena, &home.act->moves);
    *move = (struct shift_move){.id = money_id, .shift = drawer, .amount = 500};
    refused();
    assert_int_equal(changeset_count_rows(home.rows.write), 0);
    const struct payment *kept = &home.rows.money->payments.at[0];
    assert_true(uuid_equal(&kept->sale, &key));
    assert_int_equal(kept->amount, PRICE);
    assert_int_equal(kept->tender, TENDER_CARD);
    assert_true(uuid_equal(&kept->shift, &drawer));
    assert_int_equal(home.rows.money->moves.at[0].amount, 500);
    assert_string_equal(home.rows.money->moves.at[0].reason, "sync");
}

static void a_refused_act_opens_the_drawer_of_its_own_till_only(void **state)
{
    next_act(ACT_SELL);
    a_drawer(home.act, 0, 0);
    refused();
    assert_int_equal(home.rows.write->shifts.count, 1);
    (void)tear_down(NULL);
    (void)set_up(NULL);
    next_act(ACT_SELL);
    text_copy(a_drawer(home.act, 0, 0)->till, TILL_TEXT, "t2");
    refused();
    assert_int_equal(home.rows.write->shifts.count, 0);
}

/* ---- very many ----------------------------------------------------------------------------------
 */

enum { MANY = 700 };

static struct uuid numbered(int kind, int i)
{
    return (struct uuid){{(uint8_t)kind, (uint8_t)(i >> 8), (uint8_t)i}};
}

/* A hall is refunded: rows are found by an index then, which grows as rows are made. */
static void each_of_very_many_orders_is_found(void **state)
{
    for (int i = 0; i < MANY; i++) {
        an_order(home.rows.now, 4, SALE_PAID)->id = numbered(1, i);
        a_ticket(home.rows.now, numbered(2, i), 2, TICKET_VALID)->sale = numbered(1, i);
        a_ticket(home.rows.now, numbered(3, i), 2, TICKET_VALID)->sale = numbered(1, i);
    }
    for (int i = MANY - 1; i >= 0; i--) {
        next_act(ACT_REFUND);
        an_order(home.act, 1, SALE_PAID)->id = numbered(1, i);
        a_ticket(home.act, numbered(2, i), 1, TICKET_REFUNDED)->sale = numbered(1, i);
        a_payment(-i, TENDER_CASH)->sale = numbered(1, i);
        done();
        next_act(ACT_SELL); /* and made anew */
        an_order(home.act, 0, SALE_PAID)->id = numbered(4, i);
        a_ticket(home.act, numbered(5, i), 0, TICKET_VALID)->sale = numbered(4, i);
        done();
    }
    assert_int_equal(home.rows.write->sales.count, 2 * MANY);
    for (int i = 0; i < MANY; i++) {
        const struct uuid was = numbered(1, i), made = numbered(4, i), gone = numbered(9, i);
        assert_int_equal(changeset_sale(home.rows.write, &was)->paid, PRICE - i);
        assert_int_equal(changeset_sale(home.rows.write, &was)->total, PRICE);
        assert_int_equal(changeset_sale(home.rows.write, &made)->version, 0);
        assert_int_equal(changeset_valid(home.rows.now, &was).count, 1);
        assert_null(changeset_sale(home.rows.now, &gone));
        assert_int_equal(changeset_valid(home.rows.now, &gone).count, 0);
    }
}

/* ---- drawers ------------------------------------------------------------------------------------
 */

static void a_drawer_is_counted(void **state)
{
    a_drawer(home.rows.now, 3, 0);
    next_act(ACT_SHIFT_CLOSE);
    a_drawer(home.act, 1, NOW - OFF)->counted[TENDER_CASH] = 5000;
    done();
    assert_int_equal(home.rows.write->shifts.at[0].closed_at, NOW);
    assert_int_equal(home.rows.write->shifts.at[0].counted[TENDER_CASH], 5000);
    assert_int_equal(home.rows.write->shifts.at[0].version, 3);
}

/* An old copy of a till's disk does not know that it was counted. */
static void a_counted_drawer_is_not_opened_again(void **state)
{
    a_drawer(home.rows.now, 3, NOW - 50)->counted[TENDER_CASH] = 5000;
    next_act(ACT_SHIFT_MOVE);
    a_drawer(home.act, 1, 0);
    struct shift_move *move = LIST_ADD(home.arena, &home.act->moves);
    *move = (struct shift_move){.id = money_id, .shift = drawer, .amount = 500};
    done();
    assert_int_equal(home.rows.write->shifts.count, 0);
    assert_int_equal(home.rows.write->moves.count, 1); /* the money was moved all the same */
}

static void the_first_who_counted_it_did(void **state)
{
    a_drawer(home.rows.now, 3, NOW - 50)->counted[TENDER_CASH] = 5000;
    next_act(ACT_SHIFT_CLOSE);
    a_drawer(home.act, 1, NOW)->counted[TENDER_CASH] = 4000;
    done();
    assert_int_equal(home.rows.write->shifts.count, 0);
}

/* What is done there already writes nothing, but what is sold next is sold in that drawer. */
static void an_act_that_was_done_already_may_open_a_drawer(void **state)
{
    next_act(ACT_REFUND);
    an_order(home.act, 1, SALE_REFUNDED);
    a_drawer(home.act, 0, 0);
    home.effect.same = true;
    done();
    assert_int_equal(home.rows.write->sales.count, 0);
    assert_int_equal(home.rows.write->shifts.count, 1);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        RULE(sums_and_states_follow_from_tickets_and_payments),
        RULE(two_acts_of_a_batch_are_one_row),
        RULE(what_a_batch_made_stays_a_new_row),
        RULE(only_what_the_act_may_change_is_taken),
        RULE(the_first_who_handed_it_over_did),
        RULE(a_tills_clock_is_set_right),
        RULE(a_lost_sale_stands_with_its_money_and_without_a_seat),
        RULE(money_paid_in_vain_is_with_the_order),
        RULE(a_lost_refund_ends_no_ticket),
        RULE(gift_money_is_counted_whatever_is_said),
        RULE(a_promotion_counts_its_uses),
        RULE(what_is_no_money_of_a_refused_act_is_not_counted),
        RULE(the_houses_words_stand),
        RULE(refused_money_is_kept_by_the_acts_key),
        RULE(a_refused_act_opens_the_drawer_of_its_own_till_only),
        RULE(each_of_very_many_orders_is_found),
        RULE(a_drawer_is_counted),
        RULE(a_counted_drawer_is_not_opened_again),
        RULE(the_first_who_counted_it_did),
        RULE(an_act_that_was_done_already_may_open_a_drawer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
