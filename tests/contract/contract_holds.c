/* The life of a hold in the store: claims, deadlines on the store's clock, endings. */
#include "config.h"

#include <string.h>

#include "src/base/text.h"
#include "tests/contract/contract.h"

static struct changeset *releasing(struct contract *c, const struct hold *hold, const char *label)
{
    struct changeset *cs = an_act(c, ACT_RELEASE);
    struct hold *row = LIST_ADD(c->arena, &cs->holds);
    *row = *hold;
    change(c, cs, label, ACT_RELEASE, SEAT_AVAILABLE);
    return cs;
}

static struct changeset *releasing_all(struct contract *c, const struct hold *hold,
                                       const char *label)
{
    struct changeset *cs = releasing(c, hold, label);
    cs->holds.at[0].status = HOLD_CANCELLED;
    cs->holds.at[0].end = END_USER_CANCELLED;
    cs->holds.at[0].ended_at = c->time.wall;
    return cs;
}

static struct changeset *extending(struct contract *c, const struct hold *hold, const char *label,
                                   int64_t until)
{
    struct changeset *cs = an_act(c, ACT_EXTEND);
    struct hold *row = LIST_ADD(c->arena, &cs->holds);
    *row = *hold;
    row->expires_at = until;
    struct seat_change *seat = change(c, cs, label, ACT_EXTEND, SEAT_HELD);
    seat->holder = hold->id;
    seat->held_until = until;
    return cs;
}

static void a_hold_is_read_back_as_it_was_written(void **state)
{
    struct contract *c = *state;
    struct uuid id = new_id(c);
    struct changeset *cs = taking(c, id, "Circle-A-2", "Stalls-A-1", NULL);
    struct hold *written = &cs->holds.at[0];
    written->source = SOURCE_WEB;
    written->paying_until = c->time.wall + 77;
    expect_ok(c, cs);
    struct hold hold = read_hold(c, id);
    assert_int_equal(hold.show, c->show_no);
    assert_int_equal(hold.status, HOLD_ACTIVE);
    assert_int_equal(hold.end, END_NONE);
    assert_int_equal(hold.source, SOURCE_WEB);
    assert_string_equal(hold.holder, "anna");
    assert_string_equal(hold.till, "till-1");
    assert_string_equal(hold.email, "eva@example.org");
    assert_int_equal(hold.created_at, c->time.wall);
    assert_int_equal(hold.expires_at, written->expires_at);
    assert_int_equal(hold.ceiling_at, written->ceiling_at);
    assert_int_equal(hold.ended_at, 0);
    assert_int_equal(hold.paying_until, c->time.wall + 77);
    assert_true(uuid_is_zero(&hold.sale));
    assert_int_equal(hold.version, 1);
}

static void a_hold_lists_its_seats_as_drawn(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Circle-A-2", "Stalls-A-1", "Stalls-A-2");
    assert_int_equal(hold.seat_count, 3);
    assert_string_equal(hold.seats[0].label, "Stalls-A-1");
    assert_string_equal(hold.seats[1].label, "Stalls-A-2");
    assert_string_equal(hold.seats[2].label, "Circle-A-2");
    assert_int_equal(hold.seats[2].seat, seat_no(c, "Circle-A-2"));
    assert_int_equal(hold.seats[2].class_no, 1);
    assert_int_equal(hold.seats[2].version, 2);
    assert_true(hold.seats[0].live && hold.seats[1].live && hold.seats[2].live);
}

static void a_seat_let_go_stays_with_the_hold_but_not_alive(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", "Stalls-A-2", NULL);
    expect_ok(c, releasing(c, &hold, "Stalls-A-2"));
    hold = read_hold(c, hold.id);
    assert_int_equal(hold.version, 2);
    assert_int_equal(hold.seat_count, 2);
    assert_true(hold.seats[0].live);
    assert_false(hold.seats[1].live);
    struct seat_state seat = seat_now(c, "Stalls-A-2");
    assert_int_equal(seat.status, SEAT_AVAILABLE);
    assert_true(uuid_is_zero(&seat.holder));
    assert_int_equal(seat.held_until, 0);
    assert_sound(c);
}

static void a_hold_that_changed_meanwhile_is_stale(void **state)
{
    struct contract *c = *state;
    struct hold seen = take(c, "Stalls-A-1", "Stalls-A-2", NULL);
    expect_ok(c, releasing(c, &seen, "Stalls-A-2"));
    const char *before = everything(c);
    expect_stale(c, releasing(c, &seen, "Stalls-A-1"));
    assert_string_equal(everything(c), before);
}

/* No seat says so: the hold's own version does. */
static void a_hold_being_paid_meanwhile_is_stale(void **state)
{
    struct contract *c = *state;
    struct hold seen = take(c, "Stalls-A-1", NULL, NULL);
    for (int i = 0; i < 2; i++) {
        struct changeset *cs = an_act(c, ACT_EXTEND);
        struct hold *row = LIST_ADD(c->arena, &cs->holds);
        *row = seen;
        row->status = HOLD_PAYING;
        row->paying_until = c->time.wall + (i + 1) * MINUTE_MS;
        if (i == 0)
            expect_ok(c, cs);
        else
            expect_stale(c, cs);
    }
    assert_int_equal(read_hold(c, seen.id).paying_until, c->time.wall + MINUTE_MS);
}

static void a_hold_with_a_known_id_is_stale(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    expect_stale(c, taking(c, hold.id, "Stalls-A-3", NULL, NULL));
    assert_int_equal(seat_now(c, "Stalls-A-3").status, SEAT_AVAILABLE);
}

static void a_hold_that_must_be_its_customers_only_one_is_stale_beside_another(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    struct changeset *cs = taking(c, new_id(c), "Circle-A-2", NULL, NULL);
    cs->only_hold = true;
    text_copy(cs->holds.at[0].email, EMAIL_TEXT, "EVA@example.org");
    expect_stale(c, cs);
    cs = taking(c, new_id(c), "Circle-A-2", NULL, NULL);
    cs->only_hold = true;
    text_copy(cs->holds.at[0].email, EMAIL_TEXT, "adam@example.org");
    expect_ok(c, cs);
    expect_ok(c, releasing_all(c, &hold, "Stalls-A-1"));
    cs = taking(c, new_id(c), "Circle-A-3", NULL, NULL);
    cs->only_hold = true;
    expect_ok(c, cs);
}

static void one_that_is_over_is_not_in_its_way(void **state)
{
    struct contract *c = *state;
    take(c, "Stalls-A-1", NULL, NULL);
    pass_time(c, 16 * MINUTE_MS);
    struct changeset *cs = taking(c, new_id(c), "Circle-A-2", NULL, NULL);
    cs->only_hold = true;
    expect_ok(c, cs);
}

static void extending_moves_the_deadline_and_keeps_the_claim(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    int64_t until = hold.expires_at + 5 * MINUTE_MS;
    expect_ok(c, extending(c, &hold, "Stalls-A-1", until));
    struct hold after = read_hold(c, hold.id);
    assert_int_equal(after.expires_at, until);
    assert_true(after.seats[0].live);
    assert_int_equal(seat_now(c, "Stalls-A-1").held_until, until);
    assert_sound(c);
}

static void an_expired_hold_cannot_be_extended(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    pass_time(c, 15 * MINUTE_MS);
    expect_refused(c, extending(c, &hold, "Stalls-A-1", c->time.wall + MINUTE_MS),
                   VERDICT_HOLD_EXPIRED);
    assert_int_equal(read_hold(c, hold.id).version, 1);
}

static void one_millisecond_before_the_end_it_can(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    pass_time(c, 15 * MINUTE_MS - 1);
    expect_ok(c, extending(c, &hold, "Stalls-A-1", c->time.wall + MINUTE_MS));
}

static void an_expired_hold_cannot_be_sold(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    struct uuid none = {{0}};
    pass_time(c, 15 * MINUTE_MS);
    const char *before = everything(c);
    expect_refused(c, selling(c, &hold, none, new_id(c)), VERDICT_HOLD_EXPIRED);
    assert_string_equal(everything(c), before);
}

static void an_expired_hold_cannot_be_handed_over(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    pass_time(c, 15 * MINUTE_MS);
    struct changeset *cs = an_act(c, ACT_TRANSFER);
    struct seat_change *seat = change(c, cs, "Stalls-A-1", ACT_TRANSFER, SEAT_HELD);
    seat->holder = hold.id;
    seat->held_until = hold.expires_at;
    expect_refused(c, cs, VERDICT_HOLD_EXPIRED);
}

static void only_the_stores_clock_counts(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    struct changeset *cs = extending(c, &hold, "Stalls-A-1", hold.expires_at + MINUTE_MS);
    cs->now = hold.expires_at + 1; /* whoever decided had a clock that is ahead */
    expect_ok(c, cs);
}

static void handing_over_changes_the_holder_and_keeps_the_claim(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    struct changeset *cs = an_act(c, ACT_TRANSFER);
    struct hold *row = LIST_ADD(c->arena, &cs->holds);
    *row = hold;
    strcpy(row->holder, "bert");
    strcpy(row->till, "till-2");
    struct seat_change *seat = change(c, cs, "Stalls-A-1", ACT_TRANSFER, SEAT_HELD);
    seat->holder = hold.id;
    seat->held_until = hold.expires_at;
    expect_ok(c, cs);
    hold = read_hold(c, hold.id);
    assert_string_equal(hold.holder, "bert");
    assert_string_equal(hold.till, "till-2");
    assert_true(hold.seats[0].live);
    assert_sound(c);
}

static struct changeset *taking_over(struct contract *c, struct uuid next, const char *label)
{
    struct changeset *cs = an_act(c, ACT_HOLD);
    const struct hold *hold = hold_row(c, cs, next);
    change(c, cs, label, ACT_EXPIRE, SEAT_AVAILABLE);
    struct seat_change *take = LIST_ADD(c->arena, &cs->seats);
    *take = cs->seats.at[0];
    take->seen = cs->seats.at[0].seen + 1;
    take->act = ACT_HOLD;
    take->from = SEAT_AVAILABLE;
    take->to = SEAT_HELD;
    take->was = (struct uuid){{0}};
    take->holder = next;
    take->held_until = hold->expires_at;
    return cs;
}

static void an_expired_hold_never_blocks(void **state)
{
    struct contract *c = *state;
    struct hold old = take(c, "Stalls-A-1", NULL, NULL);
    struct uuid next = new_id(c);
    pass_time(c, 15 * MINUTE_MS);
    expect_ok(c, taking_over(c, next, "Stalls-A-1"));
    struct seat_state seat = seat_now(c, "Stalls-A-1");
    assert_int_equal(seat.status, SEAT_HELD);
    assert_true(uuid_equal(&seat.holder, &next));
    assert_int_equal(seat.version, 4);
    old = read_hold(c, old.id);
    assert_int_equal(old.status, HOLD_EXPIRED);
    assert_int_equal(old.end, END_TTL_EXPIRED);
    assert_int_equal(old.ended_at, c->time.wall);
    assert_int_equal(old.version, 2);
    assert_false(old.seats[0].live);
    assert_sound(c);
}

static void a_hold_that_lost_one_of_two_seats_stays_open(void **state)
{
    struct contract *c = *state;
    struct hold old = take(c, "Stalls-A-1", "Stalls-A-2", NULL);
    pass_time(c, 15 * MINUTE_MS);
    expect_ok(c, taking_over(c, new_id(c), "Stalls-A-1"));
    old = read_hold(c, old.id);
    assert_int_equal(old.status, HOLD_ACTIVE);
    assert_int_equal(old.version, 1);
    assert_sound(c);
}

static void letting_go_of_the_seat_that_another_hold_left_is_stale(void **state)
{
    struct contract *c = *state;
    const struct hold seen = take(c, "Stalls-A-1", "Stalls-A-2", NULL);
    pass_time(c, 15 * MINUTE_MS);
    expect_ok(c, taking_over(c, new_id(c), "Stalls-A-1"));
    const char *before = everything(c);
    expect_stale(c, releasing(c, &seen, "Stalls-A-2"));
    assert_string_equal(everything(c), before);
    const struct hold fresh = read_hold(c, seen.id);
    expect_ok(c, releasing_all(c, &fresh, "Stalls-A-2"));
    assert_sound(c);
}

static void a_hold_that_is_not_over_cannot_be_taken_over(void **state)
{
    struct contract *c = *state;
    take(c, "Stalls-A-1", NULL, NULL);
    pass_time(c, 15 * MINUTE_MS - 1);
    const char *before = everything(c);
    expect_refused(c, taking_over(c, new_id(c), "Stalls-A-1"), VERDICT_SEAT_TAKEN);
    assert_string_equal(everything(c), before);
}

/* ---- lists ---------------------------------------------------------------------------------- */

static int listed(struct contract *c, struct hold_filter filter, struct hold **holds)
{
    struct hold *ignored;
    int count = -1;
    assert_int_equal(c->store->ops->hold_list(c->store, &filter, c->arena, holds ? holds : &ignored,
                                              &count, &c->err),
                     RC_OK);
    return count;
}

static void holds_are_listed_newest_first_with_their_seats(void **state)
{
    struct contract *c = *state;
    struct hold *holds, first = take(c, "Stalls-A-1", NULL, NULL);
    pass_time(c, 1);
    struct hold second = take(c, "Stalls-A-3", "Stalls-A-4", NULL);
    assert_int_equal(listed(c, (struct hold_filter){0}, &holds), 2);
    assert_true(uuid_equal(&holds[0].id, &second.id));
    assert_true(uuid_equal(&holds[1].id, &first.id));
    assert_int_equal(holds[0].seat_count, 2);
    assert_string_equal(holds[0].seats[1].label, "Stalls-A-4");
    assert_int_equal(listed(c, (struct hold_filter){.limit = 1}, NULL), 1);
}

static void holds_are_found_by_who_where_and_for_whom(void **state)
{
    struct contract *c = *state;
    take(c, "Stalls-A-1", NULL, NULL);
    assert_int_equal(listed(c, (struct hold_filter){.show = c->show_no}, NULL), 1);
    assert_int_equal(listed(c, (struct hold_filter){.show = c->show_no + 1}, NULL), 0);
    assert_int_equal(listed(c, (struct hold_filter){.holder = "anna"}, NULL), 1);
    assert_int_equal(listed(c, (struct hold_filter){.holder = "bert"}, NULL), 0);
    assert_int_equal(listed(c, (struct hold_filter){.till = "till-1"}, NULL), 1);
    assert_int_equal(listed(c, (struct hold_filter){.till = "till-2"}, NULL), 0);
    assert_int_equal(listed(c, (struct hold_filter){.email = "EVA@example.org"}, NULL), 1);
    assert_int_equal(listed(c, (struct hold_filter){.email = "eve@example.org"}, NULL), 0);
}

static void open_holds_are_those_that_are_not_over(void **state)
{
    struct contract *c = *state;
    struct hold *holds, first = take(c, "Stalls-A-1", NULL, NULL);
    pass_time(c, MINUTE_MS);
    struct hold second = take(c, "Stalls-A-3", NULL, NULL);
    struct hold_filter open = {.open_only = true, .now = c->time.wall};
    assert_int_equal(listed(c, open, &holds), 2);
    assert_true(uuid_equal(&holds[0].id, &first.id)); /* the one that ends first */
    open.now = first.expires_at;
    assert_int_equal(listed(c, open, &holds), 1);
    assert_true(uuid_equal(&holds[0].id, &second.id));
    struct changeset *cs = releasing(c, &second, "Stalls-A-3");
    cs->holds.at[0].status = HOLD_CANCELLED;
    cs->holds.at[0].end = END_USER_CANCELLED;
    expect_ok(c, cs);
    assert_int_equal(listed(c, open, NULL), 0);
    assert_int_equal(listed(c, (struct hold_filter){0}, NULL), 2);
}

static void a_hold_in_the_middle_of_paying_is_open(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    struct changeset *cs = extending(c, &hold, "Stalls-A-1", hold.expires_at);
    cs->holds.at[0].status = HOLD_PAYING;
    cs->holds.at[0].paying_until = hold.expires_at + MINUTE_MS;
    expect_ok(c, cs);
    struct hold_filter open = {.open_only = true, .now = hold.expires_at};
    assert_int_equal(listed(c, open, NULL), 1);
    open.now = hold.expires_at + MINUTE_MS;
    assert_int_equal(listed(c, open, NULL), 0);
}

const struct CMUnitTest contract_hold_tests[] = {
    CONTRACT_TEST(a_hold_is_read_back_as_it_was_written),
    CONTRACT_TEST(a_hold_lists_its_seats_as_drawn),
    CONTRACT_TEST(a_seat_let_go_stays_with_the_hold_but_not_alive),
    CONTRACT_TEST(a_hold_that_changed_meanwhile_is_stale),
    CONTRACT_TEST(a_hold_being_paid_meanwhile_is_stale),
    CONTRACT_TEST(a_hold_with_a_known_id_is_stale),
    CONTRACT_TEST(a_hold_that_must_be_its_customers_only_one_is_stale_beside_another),
    CONTRACT_TEST(one_that_is_over_is_not_in_its_way),
    CONTRACT_TEST(extending_moves_the_deadline_and_keeps_the_claim),
    CONTRACT_TEST(an_expired_hold_cannot_be_extended),
    CONTRACT_TEST(one_millisecond_before_the_end_it_can),
    CONTRACT_TEST(an_expired_hold_cannot_be_sold),
    CONTRACT_TEST(an_expired_hold_cannot_be_handed_over),
    CONTRACT_TEST(only_the_stores_clock_counts),
    CONTRACT_TEST(handing_over_changes_the_holder_and_keeps_the_claim),
    CONTRACT_TEST(an_expired_hold_never_blocks),
    CONTRACT_TEST(a_hold_that_lost_one_of_two_seats_stays_open),
    CONTRACT_TEST(letting_go_of_the_seat_that_another_hold_left_is_stale),
    CONTRACT_TEST(a_hold_that_is_not_over_cannot_be_taken_over),
    CONTRACT_TEST(holds_are_listed_newest_first_with_their_seats),
    CONTRACT_TEST(holds_are_found_by_who_where_and_for_whom),
    CONTRACT_TEST(open_holds_are_those_that_are_not_over),
    CONTRACT_TEST(a_hold_in_the_middle_of_paying_is_open),
    {0},
};
