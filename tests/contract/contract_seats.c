/* Seats are compared, judged and changed together or not at all. */
#include "config.h"

#include <string.h>

#include "tests/contract/contract.h"

static void a_taken_seat_is_held_and_one_version_on(void **state)
{
    struct contract *c = *state;
    uint32_t before = seat_now(c, "Stalls-A-1").version;
    struct hold hold = take(c, "Stalls-A-1", "Stalls-A-2", NULL);
    struct seat_state seat = seat_now(c, "Stalls-A-1");
    assert_int_equal(seat.status, SEAT_HELD);
    assert_int_equal(seat.version, before + 1);
    assert_true(uuid_equal(&seat.holder, &hold.id));
    assert_int_equal(seat.held_until, hold.expires_at);
    assert_int_equal(seat_now(c, "Stalls-A-3").status, SEAT_AVAILABLE);
    assert_sound(c);
}

static void nothing_changes_when_the_third_seat_is_stale(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = taking(c, new_id(c), "Stalls-A-1", "Stalls-A-2", "Stalls-A-3");
    take(c, "Stalls-A-3", NULL, NULL);
    const char *before = everything(c);
    expect_stale(c, cs);
    assert_string_equal(everything(c), before);
    struct apply_result result;
    bool found = true;
    assert_int_equal(c->store->ops->receipt_read(c->store, &cs->key, cs->fingerprint, c->arena,
                                                 &result, &found, &c->err),
                     RC_OK);
    assert_false(found); /* the key can be used for the next try */
    assert_sound(c);
}

static void stale_comes_with_the_seats_as_they_are(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = taking(c, new_id(c), "Stalls-A-1", "Stalls-A-2", NULL);
    guard(c, cs, "Stalls-A-3");
    struct hold winner = take(c, "Stalls-A-2", NULL, NULL);
    struct apply_result result = apply(c, cs);
    assert_int_equal(result.applied, APPLIED_STALE);
    if (result.fresh_count != 1) /* refused early, by who knows only of the seat that was lost */
        assert_int_equal(result.fresh_count, 3);
    bool told = false;
    for (int i = 0; i < result.fresh_count; i++) {
        const struct fresh_seat *fresh = &result.fresh[i];
        bool won = fresh->seat == seat_no(c, "Stalls-A-2");
        told = told || won;
        assert_int_equal(fresh->show, c->show_no);
        assert_int_equal(fresh->state.status, won ? SEAT_HELD : SEAT_AVAILABLE);
        assert_int_equal(fresh->state.version, won ? 2 : 1);
        if (won)
            assert_true(uuid_equal(&fresh->state.holder, &winner.id));
    }
    assert_true(told);
}

static void the_loser_may_try_again_under_the_same_key(void **state)
{
    struct contract *c = *state;
    struct changeset *late = taking(c, new_id(c), "Stalls-A-1", NULL, NULL);
    take(c, "Stalls-A-1", NULL, NULL);
    expect_stale(c, late);
    struct changeset *again = taking(c, new_id(c), "Stalls-A-2", NULL, NULL);
    again->key = late->key;
    expect_ok(c, again);
}

static void a_guard_seat_that_moved_makes_it_stale(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = taking(c, new_id(c), "Stalls-A-1", NULL, NULL);
    guard(c, cs, "Stalls-A-3");
    take(c, "Stalls-A-3", NULL, NULL);
    expect_stale(c, cs);
    assert_int_equal(seat_now(c, "Stalls-A-1").status, SEAT_AVAILABLE);
}

static void a_guard_seat_that_stood_still_does_not_change(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = taking(c, new_id(c), "Stalls-A-1", NULL, NULL);
    guard(c, cs, "Stalls-A-2");
    expect_ok(c, cs);
    assert_int_equal(seat_now(c, "Stalls-A-2").version, 1);
}

static void a_seat_that_does_not_exist_is_stale_and_not_among_the_fresh(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = taking(c, new_id(c), "Stalls-A-1", "Stalls-A-2", NULL);
    cs->seats.at[1].seat = 999;
    struct apply_result result = apply(c, cs);
    assert_int_equal(result.applied, APPLIED_STALE);
    assert_int_equal(result.fresh_count, 1);
    assert_int_equal(seat_now(c, "Stalls-A-1").status, SEAT_AVAILABLE);
}

static void a_step_the_table_does_not_know_is_refused(void **state)
{
    struct contract *c = *state;
    const char *before = everything(c);
    struct changeset *cs = an_act(c, ACT_SELL);
    change(c, cs, "Stalls-A-1", ACT_SELL, SEAT_SOLD)->holder = new_id(c);
    expect_refused(c, cs, VERDICT_INVALID);
    cs = an_act(c, ACT_UNBLOCK);
    change(c, cs, "Stalls-A-1", ACT_UNBLOCK, SEAT_AVAILABLE);
    expect_refused(c, cs, VERDICT_INVALID);
    assert_string_equal(everything(c), before);
}

static void a_step_from_where_the_seat_is_not_is_refused(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = an_act(c, ACT_RELEASE);
    change(c, cs, "Stalls-A-1", ACT_RELEASE, SEAT_AVAILABLE)->from = SEAT_HELD;
    expect_refused(c, cs, VERDICT_INVALID);
}

static void another_hold_cannot_let_go(void **state)
{
    struct contract *c = *state;
    take(c, "Stalls-A-1", NULL, NULL);
    struct changeset *cs = an_act(c, ACT_RELEASE);
    change(c, cs, "Stalls-A-1", ACT_RELEASE, SEAT_AVAILABLE)->was = new_id(c);
    expect_refused(c, cs, VERDICT_NOT_HOLDER);
    assert_int_equal(seat_now(c, "Stalls-A-1").status, SEAT_HELD);
}

static void a_blocked_seat_keeps_whom_it_is_open_to(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = an_act(c, ACT_BLOCK);
    change(c, cs, "Stalls-B-1", ACT_BLOCK, SEAT_BLOCKED)->open_to = CHANNEL_WEB | CHANNEL_WAITLIST;
    expect_ok(c, cs);
    struct seat_state seat = seat_now(c, "Stalls-B-1");
    assert_int_equal(seat.status, SEAT_BLOCKED);
    assert_int_equal(seat.open_to, CHANNEL_WEB | CHANNEL_WAITLIST);
    cs = an_act(c, ACT_UNBLOCK);
    change(c, cs, "Stalls-B-1", ACT_UNBLOCK, SEAT_AVAILABLE);
    expect_ok(c, cs);
    seat = seat_now(c, "Stalls-B-1");
    assert_int_equal(seat.status, SEAT_AVAILABLE);
    assert_int_equal(seat.open_to, 0);
    assert_int_equal(seat.version, 3);
    assert_sound(c);
}

static void one_seat_may_change_twice_in_one_act(void **state)
{
    struct contract *c = *state;
    struct hold mine = take(c, "Stalls-A-1", NULL, NULL);
    struct uuid next = new_id(c);
    struct changeset *cs = taking(c, next, NULL, NULL, NULL);
    struct seat_change *release = change(c, cs, "Stalls-A-1", ACT_RELEASE, SEAT_AVAILABLE);
    struct seat_change retake = *release;
    retake.act = ACT_HOLD;
    retake.seen++;
    retake.from = SEAT_AVAILABLE;
    retake.to = SEAT_HELD;
    retake.was = (struct uuid){{0}};
    retake.holder = next;
    retake.held_until = cs->holds.at[0].expires_at;
    *LIST_ADD(c->arena, &cs->seats) = retake;
    struct hold *old = LIST_ADD(c->arena, &cs->holds);
    *old = mine;
    old->status = HOLD_CANCELLED;
    old->end = END_USER_CANCELLED;
    expect_ok(c, cs);
    struct seat_state seat = seat_now(c, "Stalls-A-1");
    assert_int_equal(seat.version, 4);
    assert_true(uuid_equal(&seat.holder, &next));
    assert_sound(c);
}

static void many_seats_change_together(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = an_act(c, ACT_BLOCK);
    for (int i = 0; i < CONTRACT_SEATS; i++) {
        char label[SEAT_TEXT];
        plan_seat_label(c->plan, i, label);
        if (seat_now(c, label).status == SEAT_AVAILABLE)
            change(c, cs, label, ACT_BLOCK, SEAT_BLOCKED);
    }
    assert_int_equal(cs->seats.count, CONTRACT_SEATS - 1);
    expect_ok(c, cs);
    struct show_count *counts;
    struct show *shows;
    int count;
    assert_int_equal(c->store->ops->show_list(c->store, c->time.wall, c->arena, &shows, &counts,
                                              &count, &c->err),
                     RC_OK);
    assert_int_equal(counts[0].blocked, CONTRACT_SEATS);
    assert_int_equal(counts[0].available, 0);
}

const struct CMUnitTest contract_seat_tests[] = {
    CONTRACT_TEST(a_taken_seat_is_held_and_one_version_on),
    CONTRACT_TEST(nothing_changes_when_the_third_seat_is_stale),
    CONTRACT_TEST(stale_comes_with_the_seats_as_they_are),
    CONTRACT_TEST(the_loser_may_try_again_under_the_same_key),
    CONTRACT_TEST(a_guard_seat_that_moved_makes_it_stale),
    CONTRACT_TEST(a_guard_seat_that_stood_still_does_not_change),
    CONTRACT_TEST(a_seat_that_does_not_exist_is_stale_and_not_among_the_fresh),
    CONTRACT_TEST(a_step_the_table_does_not_know_is_refused),
    CONTRACT_TEST(a_step_from_where_the_seat_is_not_is_refused),
    CONTRACT_TEST(another_hold_cannot_let_go),
    CONTRACT_TEST(a_blocked_seat_keeps_whom_it_is_open_to),
    CONTRACT_TEST(one_seat_may_change_twice_in_one_act),
    CONTRACT_TEST(many_seats_change_together),
    {0},
};
