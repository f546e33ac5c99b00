/*
 * Seats the house keeps for somebody who lost his: a till that was alone knew nothing of them, and
 * what it did with them stands, whatever the house thinks of seats that moved.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "src/domain/merge.h"

enum { SHOW = 1, SEAT = 3, SEEN = 5, NOW = 1000000, MINUTE = 60000 };

static const struct uuid my_hold = {{1}}, my_sale = {{2}}, offer = {{3}};

static struct merge_rules rules;
static struct merge_seat seat; /* as the house has it */
static struct arena *arena;
static struct merge_result result;

/* The till saw the seat free at version 5; it was offered since. */
static int set_up(void **state)
{
    arena = arena_new();
    rules = (struct merge_rules){.rebase = false};
    seat = (struct merge_seat){.state = {.version = SEEN + 1,
                                         .status = SEAT_HELD,
                                         .holder = offer,
                                         .held_until = NOW + 60 * MINUTE},
                               .terms = 1,
                               .offered = true};
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&arena);
    return 0;
}

static bool read_seat(void *ctx, int32_t show, int32_t no, struct merge_seat *out)
{
    *out = seat;
    return show == SHOW && no == SEAT;
}

static bool left_nothing(void *ctx, uint64_t seq, int32_t show, int32_t no, uint32_t *version)
{
    return false;
}

static struct entry_seat held(void)
{
    return (struct entry_seat){.change = {.show = SHOW,
                                          .seat = SEAT,
                                          .seen = SEEN,
                                          .act = ACT_HOLD,
                                          .from = SEAT_AVAILABLE,
                                          .to = SEAT_HELD,
                                          .holder = my_hold,
                                          .held_until = NOW + 15 * MINUTE},
                               .terms = 1};
}

/* Of a hold that was the till's at version 5 and is over. */
static struct entry_seat sold(void)
{
    return (struct entry_seat){.change = {.show = SHOW,
                                          .seat = SEAT,
                                          .seen = SEEN,
                                          .act = ACT_SELL,
                                          .from = SEAT_HELD,
                                          .to = SEAT_SOLD,
                                          .was = my_hold,
                                          .holder = my_sale},
                               .terms = 1};
}

static enum entry_state judge(struct entry_seat wish)
{
    static const struct merge_house reads = {.seat = read_seat, .left = left_nothing};
    const struct entry entry = {.wall = NOW, .seats = &wish, .seat_count = 1};
    const struct merge_call call = {
        .entry = &entry, .seq = 2, .made_at = NOW, .now = NOW, .rules = &rules, .house = &reads};
    merge_entry(&call, arena, &result);
    return result.state;
}

static void expect_steps(const enum act *acts, int count)
{
    assert_int_equal(result.steps.count, count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(result.steps.at[i].act, acts[i]);
        assert_int_equal(result.steps.at[i].seen, SEEN + 1 + i);
    }
}

static void an_offer_gives_way_to_a_hold(void **state)
{
    static const enum act acts[] = {ACT_OVERRIDE, ACT_HOLD};
    assert_int_equal(judge(held()), ENTRY_REBASED);
    expect_steps(acts, 2);
    assert_memory_equal(&result.steps.at[0].was, &offer, sizeof offer);
    assert_false(result.seats.at[0].offered); /* to whoever asks next it is a hold as any */
}

static void an_offer_gives_way_to_a_sale(void **state)
{
    static const enum act acts[] = {ACT_OVERRIDE, ACT_HOLD, ACT_SELL};
    assert_int_equal(judge(sold()), ENTRY_REBASED);
    expect_steps(acts, 3);
    assert_int_equal(result.heading, MERGE_PLAIN); /* nobody lost what he had been promised */
}

/* Whatever the house wants done about other seats that moved. */
static void with_and_without_taking_seats_anew(void **state)
{
    rules.rebase = true;
    assert_int_equal(judge(held()), ENTRY_REBASED);
}

/* The control: of a hold of somebody's none of this is so. */
static void somebodys_hold_does_not_give_way(void **state)
{
    seat.offered = false;
    assert_int_equal(judge(held()), ENTRY_CONFLICT);
    assert_int_equal(judge(sold()), ENTRY_CONFLICT);
    assert_int_equal(result.steps.count, 0);
    rules.rebase = true;
    assert_int_equal(judge(held()), ENTRY_CONFLICT);
}

static void not_when_its_price_or_plan_changed(void **state)
{
    seat.terms = 2;
    assert_int_equal(judge(held()), ENTRY_CONFLICT);
}

/* The offer was declined meanwhile: a free seat that moved, as the house's rule has it. */
static void an_offer_that_is_over_is_a_seat_that_moved(void **state)
{
    seat.offered = false;
    seat.state = (struct seat_state){.version = SEEN + 2};
    assert_int_equal(judge(held()), ENTRY_CONFLICT);
    rules.rebase = true;
    assert_int_equal(judge(held()), ENTRY_REBASED);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(an_offer_gives_way_to_a_hold),       RULE(an_offer_gives_way_to_a_sale),
        RULE(with_and_without_taking_seats_anew), RULE(somebodys_hold_does_not_give_way),
        RULE(not_when_its_price_or_plan_changed), RULE(an_offer_that_is_over_is_a_seat_that_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
