/* Housekeeping: seats of holds that are over become free, and only those. */
#include "config.h"

#include <string.h>

#include "tests/contract/contract.h"

static struct sweep_result sweep(struct contract *c, int64_t now, int limit)
{
    static const struct actor reaper = {.name = "sweep", .till = "till-1", .role = ROLE_SERVICE};
    struct sweep_result result;
    assert_int_equal(c->store->ops->sweep(c->store, &reaper, now, limit, &result, &c->err), RC_OK);
    return result;
}

static void a_sweep_frees_what_is_over(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", "Stalls-A-2", NULL);
    pass_time(c, 15 * MINUTE_MS);
    struct sweep_result result = sweep(c, c->time.wall, 100);
    assert_int_equal(result.holds, 1);
    assert_int_equal(result.seats, 2);
    assert_false(result.more);
    struct seat_state seat = seat_now(c, "Stalls-A-1");
    assert_int_equal(seat.status, SEAT_AVAILABLE);
    assert_int_equal(seat.version, 3);
    assert_true(uuid_is_zero(&seat.holder));
    hold = read_hold(c, hold.id);
    assert_int_equal(hold.status, HOLD_EXPIRED);
    assert_int_equal(hold.end, END_TTL_EXPIRED);
    assert_int_equal(hold.ended_at, c->time.wall);
    assert_int_equal(hold.version, 2);
    assert_false(hold.seats[0].live);
    assert_sound(c);
}

static void a_sweep_leaves_what_is_not_over(void **state)
{
    struct contract *c = *state;
    take(c, "Stalls-A-1", NULL, NULL);
    pass_time(c, 15 * MINUTE_MS - 1);
    const char *before = everything(c);
    struct sweep_result result = sweep(c, c->time.wall, 100);
    assert_int_equal(result.holds, 0);
    assert_int_equal(result.seats, 0);
    assert_string_equal(everything(c), before);
}

static void a_second_sweep_finds_nothing(void **state)
{
    struct contract *c = *state;
    take(c, "Stalls-A-1", NULL, NULL);
    pass_time(c, 15 * MINUTE_MS);
    sweep(c, c->time.wall, 100);
    assert_int_equal(sweep(c, c->time.wall, 100).seats, 0);
}

static void a_sweep_is_never_ahead_of_the_stores_clock(void **state)
{
    struct contract *c = *state;
    take(c, "Stalls-A-1", NULL, NULL);
    assert_int_equal(sweep(c, c->time.wall + 60 * MINUTE_MS, 100).seats, 0);
}

static void a_hold_in_the_middle_of_paying_is_left_alone(void **state)
{
    struct contract *c = *state;
    struct uuid id = new_id(c);
    struct changeset *cs = taking(c, id, "Stalls-A-1", NULL, NULL);
    cs->holds.at[0].status = HOLD_PAYING;
    cs->holds.at[0].paying_until = c->time.wall + 20 * MINUTE_MS;
    expect_ok(c, cs);
    pass_time(c, 15 * MINUTE_MS);
    assert_int_equal(sweep(c, c->time.wall, 100).seats, 0);
    pass_time(c, 5 * MINUTE_MS);
    assert_int_equal(sweep(c, c->time.wall, 100).seats, 1);
    assert_sound(c);
}

static void a_sweep_keeps_to_its_limit(void **state)
{
    struct contract *c = *state;
    struct hold first = take(c, "Stalls-A-1", "Stalls-A-2", "Stalls-A-3");
    take(c, "Stalls-B-1", "Stalls-B-2", NULL);
    pass_time(c, 15 * MINUTE_MS);
    struct sweep_result result = sweep(c, c->time.wall, 2);
    assert_int_equal(result.seats, 2);
    assert_true(result.more);
    assert_sound(c);
    int holds = result.holds, seats = result.seats, turns = 0;
    while (result.more && ++turns < 10) {
        result = sweep(c, c->time.wall, 2);
        holds += result.holds;
        seats += result.seats;
    }
    assert_int_equal(holds, 2);
    assert_int_equal(seats, 5);
    assert_int_equal(read_hold(c, first.id).status, HOLD_EXPIRED);
    assert_sound(c);
}

static void what_was_let_go_before_is_not_freed_again(void **state)
{
    struct contract *c = *state;
    take(c, "Stalls-A-1", "Stalls-A-2", NULL);
    struct changeset *cs = an_act(c, ACT_RELEASE);
    change(c, cs, "Stalls-A-1", ACT_RELEASE, SEAT_AVAILABLE);
    expect_ok(c, cs);
    struct hold other = take(c, "Stalls-A-1", NULL, NULL);
    cs = an_act(c, ACT_EXTEND);
    struct hold *row = LIST_ADD(c->arena, &cs->holds);
    *row = other;
    row->expires_at += 30 * MINUTE_MS;
    struct seat_change *seat = change(c, cs, "Stalls-A-1", ACT_EXTEND, SEAT_HELD);
    seat->holder = other.id;
    seat->held_until = row->expires_at;
    expect_ok(c, cs);
    pass_time(c, 15 * MINUTE_MS);
    assert_int_equal(sweep(c, c->time.wall, 100).seats, 1);
    assert_int_equal(seat_now(c, "Stalls-A-1").status, SEAT_HELD);
    assert_int_equal(seat_now(c, "Stalls-A-2").status, SEAT_AVAILABLE);
    assert_sound(c);
}

static void a_sweep_leaves_a_line_for_each_seat(void **state)
{
    struct contract *c = *state;
    struct event *list;
    int count;
    struct hold hold = take(c, "Stalls-A-1", "Stalls-A-2", NULL);
    pass_time(c, 16 * MINUTE_MS);
    sweep(c, c->time.wall, 100);
    struct event_filter newest = {.seat = -1, .newest_first = true, .limit = 3};
    assert_int_equal(c->store->ops->event_list(c->store, &newest, c->arena, &list, &count, &c->err),
                     RC_OK);
    assert_int_equal(list[0].act, ACT_EXPIRE);
    assert_int_equal(list[1].act, ACT_EXPIRE);
    assert_int_equal(list[2].act, ACT_HOLD);
    assert_string_equal(list[0].actor, "sweep");
    assert_int_equal(list[0].role, ROLE_SERVICE);
    assert_int_equal(list[0].from, SEAT_HELD);
    assert_int_equal(list[0].to, SEAT_AVAILABLE);
    assert_int_equal(list[0].version, 3);
    assert_int_equal(list[0].held_ms, 16 * MINUTE_MS);
    assert_true(uuid_equal(&list[0].subject, &hold.id));
}

const struct CMUnitTest contract_sweep_tests[] = {
    CONTRACT_TEST(a_sweep_frees_what_is_over),
    CONTRACT_TEST(a_sweep_leaves_what_is_not_over),
    CONTRACT_TEST(a_second_sweep_finds_nothing),
    CONTRACT_TEST(a_sweep_is_never_ahead_of_the_stores_clock),
    CONTRACT_TEST(a_hold_in_the_middle_of_paying_is_left_alone),
    CONTRACT_TEST(a_sweep_keeps_to_its_limit),
    CONTRACT_TEST(what_was_let_go_before_is_not_freed_again),
    CONTRACT_TEST(a_sweep_leaves_a_line_for_each_seat),
    {0},
};
