/* What supervisors decide about tills that were alone, on PostgreSQL. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "src/base/text.h"
#include "src/engine/desk_office.h"
#include "tests/lib/pg_tills.h"

/* As a supervisor at the house's own desk. */
static struct house_fixture *office(struct pg_shop *shop)
{
    house_become(&shop->house, "mark", ROLE_SUPERVISOR);
    house_reason(&shop->house, "sold twice");
    shop->house.meta.note = "";
    return &shop->house;
}

static struct conflict the_conflict(struct pg_shop *shop)
{
    struct conflict *all;
    int count;
    desk_conflict_list(&shop->house.desk, &shop->house.meta, false, 10, &all, &count,
                       &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_int_equal(count, 1);
    return all[0];
}

/* Both sell A 1 and A 2; the till comes home second. */
static struct conflict sold_twice(struct pg_shop *shop)
{
    house_sell_two(&shop->house, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&shop->till[0].home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, &shop->till[0]);
    assert_int_equal(shop->till[0].state[2], ENTRY_CONFLICT);
    office(shop);
    return the_conflict(shop);
}

static void decide(struct pg_shop *shop, const struct conflict *conflict,
                   enum conflict_outcome outcome)
{
    const struct desk_decision wish = {conflict->id, outcome, TENDER_CASH};
    desk_conflict_decide(&shop->house.desk, &shop->house.meta, &wish, &shop->house.out);
    assert_int_equal(shop->house.out.changed, !shop->house.out.verdict);
}

static void a_conflict_says_who_has_the_seats_and_what_was_paid(void **state)
{
    struct pg_shop *shop = *state;
    const struct conflict conflict = sold_twice(shop);
    assert_string_equal(conflict.till, "till-1");
    assert_string_equal(conflict.show_id, HOUSE_SHOW);
    assert_int_equal(conflict.paid, 8800);
    assert_int_equal(conflict.seat_count, 2);
    assert_string_equal(conflict.seats[0].label, "Stalls-A-1");
    assert_int_equal(conflict.seats[0].status, SEAT_SOLD);
    assert_string_equal(conflict.seats[0].owner, "anna");
    assert_string_equal(conflict.seats[0].till, "office");
}

static int open_holds_of(struct pg_shop *shop, const char *holder)
{
    const struct hold_filter filter = {
        .holder = holder, .open_only = true, .now = clock_wall(&shop->house.desk.clock)};
    struct store *store = shop->house.desk.store;
    struct hold *holds;
    int count;
    struct err err;
    assert_int_equal(store->ops->hold_list(store, &filter, shop->house.arena, &holds, &count, &err),
                     RC_OK);
    return count;
}

static void other_seats_side_by_side_are_held_at_once(void **state)
{
    struct pg_shop *shop = *state;
    const struct conflict conflict = sold_twice(shop);
    assert_int_equal(conflict.offer_count, 2);
    assert_string_equal(conflict.offer[0].label, "Stalls-A-3"); /* the nearest */
    assert_string_equal(conflict.offer[1].label, "Stalls-A-4");
    assert_string_equal(house_status(&shop->house, "Stalls-A-3"), "held");
    assert_int_equal(open_holds_of(shop, NULL), 1);
    assert_int_equal(open_holds_of(shop, "anna"), 0); /* it lies in nobody's basket */
    house_become(&shop->house, "anna", ROLE_CLERK);
    house_hold(&shop->house, "Stalls-A-3", "Stalls-A-4", NULL);
    assert_int_equal(shop->house.out.verdict, VERDICT_SEAT_TAKEN);
}

/* Row A beyond the aisle is 5 6 7 and a taken 8: its nearest pair, 5 and 6, would leave 7 alone. */
static void no_offer_leaves_a_single_seat(void **state)
{
    struct pg_shop *shop = *state;
    static const char *const taken[][2] = {
        {"Stalls-A-3", "Stalls-A-4"}, {"Stalls-B-1", "Stalls-B-2"}, {"Stalls-B-3", "Stalls-B-4"},
        {"Stalls-B-5", "Stalls-B-6"}, {"Stalls-B-7", "Stalls-B-8"}, {"Stalls-C-3", "Stalls-C-4"},
        {"Stalls-C-5", "Stalls-C-6"}, {"Stalls-C-7", "Stalls-C-8"}};
    for (int i = 0; i < COUNT_OF(taken); i++)
        house_sell_two(&shop->house, taken[i][0], taken[i][1]);
    house_hold(&shop->house, "Stalls-A-8", NULL);
    house_sell(&shop->house);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    house_hold(&shop->house, "Stalls-A-5", "Stalls-A-6", NULL); /* as the counter says */
    assert_int_equal(shop->house.out.verdict, VERDICT_SINGLE_SEAT_GAP);
    const struct conflict conflict = sold_twice(shop);
    assert_int_equal(conflict.offer_count, 2);
    assert_string_equal(conflict.offer[0].label, "Stalls-A-6");
    assert_string_equal(conflict.offer[1].label, "Stalls-A-7");
    decide(shop, &conflict, CONFLICT_OTHER);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
}

/* Which no other till could know. Whoever lost his seats is offered others once more. */
static void an_offer_gives_way_to_what_a_till_sold_alone(void **state)
{
    struct pg_shop *shop = *state;
    sold_twice(shop);
    house_sell_two(&shop->till[1].home, "Stalls-A-4", "Stalls-A-5");
    pg_till_push(shop, &shop->till[1]);
    assert_int_equal(shop->till[1].state[1], ENTRY_REBASED);
    assert_int_equal(shop->till[1].state[2], ENTRY_ACCEPTED);
    assert_string_equal(house_status(&shop->house, "Stalls-A-4"), "sold");
    const struct conflict conflict = the_conflict(shop);
    assert_int_equal(conflict.offer_count, 2);
    assert_int_equal(open_holds_of(shop, NULL), 1);
    for (int i = 0; i < conflict.offer_count; i++)
        assert_string_equal(house_status(&shop->house, conflict.offer[i].label), "held");
    assert_string_not_equal(conflict.offer[0].label, "Stalls-A-4");
    assert_string_not_equal(conflict.offer[1].label, "Stalls-A-4");
    decide(shop, &conflict, CONFLICT_OTHER);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
}

/* The till sold the nearest seats itself, further on in its journal, which comes in many batches.
 */
static void seats_are_offered_when_the_till_has_told_everything(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    till->file.core.limits.entries = 1;
    house_sell_two(&shop->house, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&till->home, "Stalls-A-3", "Stalls-A-4");
    pg_till_push(shop, till);
    assert_int_equal(till->state[2], ENTRY_CONFLICT);
    assert_int_equal(till->state[3], ENTRY_ACCEPTED); /* nothing had to give way */
    assert_int_equal(till->state[4], ENTRY_ACCEPTED);
    office(shop);
    assert_int_equal(the_conflict(shop).offer_count, 2);
}

/* Looking for seats is an extra: what the till did is judged and kept before it. */
static void verdicts_stand_when_no_offer_can_be_made(void **state)
{
    struct pg_shop *shop = *state;
    pg_server_do(shop->root, "ALTER FUNCTION loge.losers RENAME TO losers_away");
    house_sell_two(&shop->house, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&shop->till[0].home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, &shop->till[0]);
    pg_server_do(shop->root, "ALTER FUNCTION loge.losers_away RENAME TO losers");
    assert_int_equal(shop->till[0].state[2], ENTRY_CONFLICT);
    office(shop);
    assert_int_equal(the_conflict(shop).offer_count, 0);
    house_sell_two(&shop->till[0].home, "Stalls-B-1", "Stalls-B-2");
    pg_till_push(shop, &shop->till[0]);
    assert_int_equal(the_conflict(shop).offer_count, 2);
}

/* In a large hall a search takes long, and its transaction keeps seats from everybody else. */
static void each_offer_is_a_transaction_of_its_own(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&shop->house, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&shop->house, "Stalls-B-1", "Stalls-B-2");
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&till->home, "Stalls-B-1", "Stalls-B-2");
    pg_till_push(shop, till);
    office(shop);
    assert_int_equal(open_holds_of(shop, NULL), 2);
    assert_int_equal(pg_server_count(shop->root,
                                     "SELECT count(DISTINCT t.xmin::text) FROM (SELECT xmin FROM"
                                     " loge.hold WHERE holder = '' AND status = 0 AND house ="
                                     " (SELECT max(house) FROM loge.house)) AS t"),
                     2);
}

static void the_other_seats_come_with_new_tickets(void **state)
{
    struct pg_shop *shop = *state;
    const struct conflict conflict = sold_twice(shop);
    decide(shop, &conflict, CONFLICT_OTHER);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_string_equal(house_status(&shop->house, "Stalls-A-3"), "sold");
    const struct sale *sale = shop->house.out.sale;
    assert_int_equal(sale->total, 8800);
    assert_int_equal(sale->paid, 8800);
    int valid = 0;
    for (int i = 0; i < sale->ticket_count; i++)
        if (sale->tickets[i].status == TICKET_VALID) {
            assert_int_equal(sale->tickets[i].generation, 2);
            valid++;
        }
    assert_int_equal(valid, 2);
    assert_int_equal(the_conflict(shop).outcome, CONFLICT_OTHER);
}

static void a_decision_stands(void **state)
{
    struct pg_shop *shop = *state;
    const struct conflict conflict = sold_twice(shop);
    decide(shop, &conflict, CONFLICT_KEEP);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_string_equal(house_status(&shop->house, "Stalls-A-3"), "available");
    decide(shop, &conflict, CONFLICT_OTHER);
    assert_int_equal(shop->house.out.verdict, VERDICT_STATE_CONFLICT);
}

/* Whoever had them gave them back meanwhile: the printed tickets are good again. */
static void the_same_seats_when_they_are_free_again(void **state)
{
    struct pg_shop *shop = *state;
    const struct conflict conflict = sold_twice(shop);
    decide(shop, &conflict, CONFLICT_SAME);
    assert_int_equal(shop->house.out.verdict, VERDICT_SEAT_TAKEN);
    desk_refund(&shop->house.desk, &shop->house.meta, conflict.seats[0].code, NULL, 0, false,
                TENDER_CASH, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    decide(shop, &conflict, CONFLICT_SAME);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_string_equal(house_status(&shop->house, "Stalls-A-1"), "sold");
    assert_string_equal(house_status(&shop->house, "Stalls-A-3"), "available");
    assert_int_equal(shop->house.out.sale->total, 8800);
}

/* One of their own seats is among those that are kept for them when it is free again; then the time
 * to decide passes, and nobody sweeps. */
static void the_same_seats_when_an_offer_of_them_is_over(void **state)
{
    struct pg_shop *shop = *state;
    struct conflict conflict = sold_twice(shop);
    desk_refund(&shop->house.desk, &shop->house.meta, conflict.seats[0].code, NULL, 0, false,
                TENDER_CASH, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    house_sell_two(&shop->till[1].home, "Stalls-A-4", "Stalls-A-5");
    pg_till_push(shop, &shop->till[1]); /* pushes the offer aside */
    conflict = the_conflict(shop);
    assert_string_equal(conflict.offer[0].label, "Stalls-A-2");
    office(shop);
    decide(shop, &conflict, CONFLICT_SAME);
    assert_int_equal(shop->house.out.verdict, VERDICT_SEAT_TAKEN);
    pg_shop_pass(shop, conflict.deadline - clock_wall(&shop->house.desk.clock));
    office(shop);
    decide(shop, &conflict, CONFLICT_SAME);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_string_equal(house_status(&shop->house, "Stalls-A-2"), "sold");
    assert_string_equal(house_status(&shop->house, "Stalls-A-3"), "available");
    assert_int_equal(open_holds_of(shop, NULL), 0);
    assert_int_equal(pg_server_count(shop->root, "SELECT count(*) FROM qa.invariants()"), 0);
}

static void money_is_given_back_out_of_an_open_shift(void **state)
{
    struct pg_shop *shop = *state;
    const struct conflict conflict = sold_twice(shop);
    decide(shop, &conflict, CONFLICT_DUE); /* the customer comes later */
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_int_equal(shop->house.out.sale->paid, 8800);
    decide(shop, &conflict, CONFLICT_REFUND);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_int_equal(shop->house.out.sale->paid, 0);
    assert_int_equal(shop->house.out.sale->status, SALE_REFUNDED);
}

static void a_clerk_decides_nothing(void **state)
{
    struct pg_shop *shop = *state;
    const struct conflict conflict = sold_twice(shop);
    house_become(&shop->house, "anna", ROLE_CLERK);
    decide(shop, &conflict, CONFLICT_OTHER);
    assert_int_equal(shop->house.out.verdict, VERDICT_NOT_ALLOWED);
}

/* ---- lent seats ------------------------------------------------------------------------------ */

static void lend_two(struct pg_shop *shop)
{
    static const char *const labels[] = {"Stalls-A-1", "Stalls-A-2"};
    office(shop);
    desk_allot_take(&shop->house.desk, &shop->house.meta, "till-1", HOUSE_SHOW, labels, 2,
                    &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
}

static void what_is_lent_nobody_else_sells(void **state)
{
    struct pg_shop *shop = *state;
    lend_two(shop);
    house_hold(&shop->house, "Stalls-A-1", "Stalls-A-2", NULL);
    assert_int_equal(shop->house.out.verdict, VERDICT_SEAT_BLOCKED);
    /* A till that knows nothing of it sells them, and that is a conflict. */
    house_sell_two(&shop->till[1].home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, &shop->till[1]);
    assert_int_equal(shop->till[1].state[2], ENTRY_CONFLICT);
    house_sell_two(&shop->till[0].home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, &shop->till[0]);
    assert_int_equal(shop->till[0].state[2], ENTRY_ACCEPTED);
}

/* Of two desks at one till only the one that knows its till's number may have them. */
static void what_is_lent_the_till_itself_sells_online(void **state)
{
    struct pg_shop *shop = *state;
    lend_two(shop);
    text_copy(shop->house.meta.actor.till, TILL_TEXT, "till-1");
    house_hold(&shop->house, "Stalls-A-1", "Stalls-A-2", NULL);
    assert_int_equal(shop->house.out.verdict, VERDICT_SEAT_BLOCKED);
    pg_till_push(shop, &shop->till[0]); /* it is told its number */
    shop->house.desk.allotment = shop->till[0].file.core.meta.till;
    house_hold(&shop->house, "Stalls-A-1", "Stalls-A-2", NULL);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_string_equal(house_status(&shop->house, "Stalls-A-1"), "held");
}

static void what_is_asked_for_comes_back(void **state)
{
    struct pg_shop *shop = *state;
    struct lent_seat *seats;
    int count;
    lend_two(shop);
    desk_allot_return(&shop->house.desk, &shop->house.meta, "till-1", &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    pg_till_push(shop, &shop->till[0]);
    desk_allot_list(&shop->house.desk, &shop->house.meta, "till-1", &seats, &count,
                    &shop->house.out);
    assert_int_equal(count, 0);
    house_hold(&shop->house, "Stalls-A-1", "Stalls-A-2", NULL);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
}

/* ---- tills ------------------------------------------------------------------------------------
 */

static void a_till_that_is_given_up_is_not_heard_any_more(void **state)
{
    struct pg_shop *shop = *state;
    char told[80];
    lend_two(shop);
    house_reason(&shop->house, "fell off the ramp");
    desk_till_dead(&shop->house.desk, &shop->house.meta, "till-1", &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    pg_server_ask(
        shop->root,
        "SELECT reason FROM loge.event WHERE note = 'revoked' ORDER BY house DESC LIMIT 1", told,
        sizeof told);
    assert_string_equal(told, "fell off the ramp");
    house_sell_two(&shop->till[0].home, "Stalls-B-1", "Stalls-B-2");
    pg_till_push(shop, &shop->till[0]);
    assert_int_equal(shop->till[0].trouble, SYNC_QUARANTINED);
    assert_int_equal(shop->till[0].quarantine, QUARANTINE_REVOKED);
    house_hold(&shop->house, "Stalls-A-1", "Stalls-A-2", NULL); /* its seats are free */
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
}

/* In a new epoch its open acts stand once more, and what was judged keeps its verdict. */
static void a_till_that_is_let_in_again_goes_on(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, till);
    office(shop);
    desk_till_dead(&shop->house.desk, &shop->house.meta, "till-1", &shop->house.out);
    house_sell_two(&till->home, "Stalls-B-1", "Stalls-B-2");
    pg_till_push(shop, till);
    assert_int_equal(till->trouble, SYNC_QUARANTINED);
    desk_till_readmit(&shop->house.desk, &shop->house.meta, "till-1", &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    pg_till_push(shop, till);
    assert_int_equal(till->trouble, SYNC_OK);
    assert_int_equal(till->file.core.meta.epoch, 2);
    assert_int_equal(till->state[6], ENTRY_ACCEPTED); /* 3 and 4, once more */
    assert_string_equal(house_status(&shop->house, "Stalls-B-1"), "sold");
    assert_string_equal(house_status(&shop->house, "Stalls-A-1"), "sold");
}

/*
 * An old copy was put back: the house has entries 5 and 6 of the first epoch, which this file has
 * lost, and then others of those numbers in the second. What stands on 5 means its own, also when
 * each comes in a batch of its own.
 */
static void what_an_old_copy_did_stands_on_its_own_entries(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, till);
    pg_till_back_up(till);
    house_sell_two(&till->home, "Stalls-B-1", "Stalls-B-2");
    house_sell_two(&till->home, "Stalls-B-6", "Stalls-B-7");
    pg_till_push(shop, till);
    pg_till_put_back(till);
    house_sell_two(&till->home, "Stalls-C-1", "Stalls-C-2"); /* 3 and 4, anew */
    pg_till_push(shop, till);
    assert_int_equal(till->quarantine, QUARANTINE_ROLLBACK);
    office(shop);
    desk_till_readmit(&shop->house.desk, &shop->house.meta, "till-1", &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    till->file.core.limits.entries = 1;
    pg_till_push(shop, till);
    assert_int_equal(till->trouble, SYNC_OK);
    assert_int_equal(till->file.core.meta.head_seq, 6);
    assert_int_equal(till->state[5], ENTRY_ACCEPTED);
    assert_int_equal(till->state[6], ENTRY_ACCEPTED);
    assert_string_equal(house_status(&shop->house, "Stalls-C-1"), "sold");
    assert_string_equal(house_status(&shop->house, "Stalls-B-6"), "sold");
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, pg_shop_setup, pg_shop_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(a_conflict_says_who_has_the_seats_and_what_was_paid),
        RULE(other_seats_side_by_side_are_held_at_once),
        RULE(no_offer_leaves_a_single_seat),
        RULE(an_offer_gives_way_to_what_a_till_sold_alone),
        RULE(seats_are_offered_when_the_till_has_told_everything),
        RULE(verdicts_stand_when_no_offer_can_be_made),
        RULE(each_offer_is_a_transaction_of_its_own),
        RULE(the_other_seats_come_with_new_tickets),
        RULE(a_decision_stands),
        RULE(the_same_seats_when_they_are_free_again),
        RULE(the_same_seats_when_an_offer_of_them_is_over),
        RULE(money_is_given_back_out_of_an_open_shift),
        RULE(a_clerk_decides_nothing),
        RULE(what_is_lent_nobody_else_sells),
        RULE(what_is_lent_the_till_itself_sells_online),
        RULE(what_is_asked_for_comes_back),
        RULE(a_till_that_is_given_up_is_not_heard_any_more),
        RULE(a_till_that_is_let_in_again_goes_on),
        RULE(what_an_old_copy_did_stands_on_its_own_entries),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
