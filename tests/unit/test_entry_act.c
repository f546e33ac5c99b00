/* An act that a till brings home: does it say the same of itself everywhere, and may a till do it?
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/domain/entry_act.h"

enum { PRICE = 2500 };

static const struct uuid order = {{1}}, drawer = {{2}};

static struct {
    struct arena *arena;
    struct changeset *act;
    struct entry entry;
    struct entry_seat seat;
} home;

/* A whole sale of one ticket at t1. */
static int set_up(void **state)
{
    home.arena = arena_new();
    home.act = changeset_new(home.arena);
    home.act->act = ACT_SELL;
    memcpy(home.act->actor.till, "t1", 3);
    *LIST_ADD(home.arena, &home.act->sales) =
        (struct sale){.id = order, .total = PRICE, .paid = PRICE};
    *LIST_ADD(home.arena, &home.act->tickets) =
        (struct ticket){.sale = order, .total = PRICE, .status = TICKET_VALID};
    *LIST_ADD(home.arena, &home.act->payments) = (struct payment){.sale = order, .amount = PRICE};
    home.seat = (struct entry_seat){.change = {.act = ACT_SELL}};
    home.entry = (struct entry){.seats = &home.seat, .seat_count = 1};
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&home.arena);
    return 0;
}

static bool is_whole(void)
{
    return entry_act_is_whole(&home.entry, home.act, "t1");
}

static void a_sale_that_adds_up_is_whole(void **state)
{
    assert_true(is_whole());
    assert_false(entry_act_is_whole(&home.entry, home.act, "t2"));
}

static void its_sums_are_those_of_its_rows(void **state)
{
    home.act->sales.at[0].paid--;
    assert_false(is_whole());
    home.act->sales.at[0].paid++;
    home.act->sales.at[0].total--;
    assert_false(is_whole());
    home.act->sales.at[0].total++;
    home.act->payments.at[0].sale = drawer;
    assert_false(is_whole());
}

/* Of an order that was there before the act has some of the rows only. */
static void an_order_that_changes_is_counted_at_the_house(void **state)
{
    home.act->sales.at[0].version = 3;
    home.act->sales.at[0].paid = 1;
    assert_true(is_whole());
}

static void only_what_a_till_may_do_alone_comes_from_it(void **state)
{
    static const enum act never[] = {ACT_OVERRIDE, ACT_BLOCK,  ACT_SHOW_ADD, ACT_STAFF,
                                     ACT_LEND,     ACT_TILL,   ACT_CONFLICT, ACT_KEY,
                                     ACT_VOUCHER,  ACT_UNBLOCK};
    for (int i = 0; i < COUNT_OF(never); i++) {
        home.act->act = never[i];
        assert_false(is_whole());
        home.act->act = ACT_SELL;
        struct change_note *note = LIST_ADD(home.arena, &home.act->notes);
        note->act = never[i];
        assert_false(is_whole());
        home.act->notes.count = 0;
    }
    home.seat.change.act = ACT_BLOCK;
    assert_false(is_whole());
    home.seat.change.act = ACT_OVERRIDE;
    assert_false(is_whole());
    home.seat.change.act = ACT_EXCHANGE;
    assert_true(is_whole());
}

static void a_bag_is_paid_by_its_fee_only(void **state)
{
    home.act->sales.count = home.act->tickets.count = home.act->payments.count = 0;
    home.act->act = ACT_BAG_FEE;
    assert_false(is_whole()); /* without a bag */
    struct checkin *bag = LIST_ADD(home.arena, &home.act->checkins);
    *bag = (struct checkin){.fee = 300, .paid = 300, .shift = drawer};
    assert_true(is_whole());
    bag->paid = 299;
    assert_false(is_whole());
    bag->paid = 300;
    bag->shift = (struct uuid){{0}};
    assert_false(is_whole());
    home.act->act = ACT_BAG;
    assert_false(is_whole());
    bag->paid = 0;
    assert_true(is_whole());
    bag->fee = -1;
    assert_false(is_whole());
    bag->fee = 0;
    home.act->act = ACT_SELL;
    assert_false(is_whole()); /* beside something else */
}

static void a_scan_is_there(void **state)
{
    home.entry.kind = ENTRY_SCAN;
    assert_false(is_whole());
    (void)LIST_ADD(home.arena, &home.act->scans);
    assert_true(is_whole());
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        RULE(a_sale_that_adds_up_is_whole),
        RULE(its_sums_are_those_of_its_rows),
        RULE(an_order_that_changes_is_counted_at_the_house),
        RULE(only_what_a_till_may_do_alone_comes_from_it),
        RULE(a_bag_is_paid_by_its_fee_only),
        RULE(a_scan_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
