/* The log: one line a seat change, one a note, and finding them again. */
#include "config.h"

#include <string.h>

#include "tests/contract/contract.h"

static int events(struct contract *c, struct event_filter filter, struct event **list)
{
    struct event *ignored;
    int count = -1;
    assert_int_equal(c->store->ops->event_list(c->store, &filter, c->arena, list ? list : &ignored,
                                               &count, &c->err),
                     RC_OK);
    return count;
}

static int64_t log_end(struct contract *c)
{
    struct event *last;
    struct event_filter newest = {.seat = -1, .newest_first = true, .limit = 1};
    return events(c, newest, &last) ? last[0].id : 0;
}

static struct event_filter after(int64_t id)
{
    return (struct event_filter){.after = id, .seat = -1};
}

static void a_seat_change_leaves_one_line_with_who_and_what(void **state)
{
    struct contract *c = *state;
    struct event *list;
    int64_t end = log_end(c);
    struct uuid hold = new_id(c);
    struct changeset *cs = taking(c, hold, "Stalls-A-1", NULL, NULL);
    strcpy(cs->approver, "mark");
    strcpy(cs->reason, "gap override");
    strcpy(cs->note, "family of five");
    expect_ok(c, cs);
    assert_int_equal(events(c, after(end), &list), 1);
    const struct event *event = &list[0];
    assert_true(event->id > end);
    assert_int_equal(event->at, c->time.wall);
    assert_int_equal(event->act, ACT_HOLD);
    assert_string_equal(event->actor, "anna");
    assert_string_equal(event->till, "till-1");
    assert_string_equal(event->approver, "mark");
    assert_int_equal(event->approval, APPROVAL_HOUSE); /* no till that was alone has told it */
    assert_int_equal(event->role, ROLE_CLERK);
    assert_int_equal(event->show, c->show_no);
    assert_int_equal(event->seat, seat_no(c, "Stalls-A-1"));
    assert_string_equal(event->label, "Stalls-A-1");
    assert_int_equal(event->version, 2);
    assert_int_equal(event->from, SEAT_AVAILABLE);
    assert_int_equal(event->to, SEAT_HELD);
    assert_true(uuid_equal(&event->subject, &hold));
    assert_int_equal(event->held_ms, 0);
    assert_string_equal(event->reason, "gap override");
    assert_string_equal(event->note, "family of five");
    assert_true(uuid_equal(&event->key, &cs->key));
}

/* On the line of every seat and of every note; a hold that ended by itself came from nowhere. */
static void an_act_over_http_tells_where_it_came_from(void **state)
{
    static const struct act_origin shop = {.address = "192.0.2.7", .client = "shop"};
    struct contract *c = *state;
    struct event *list;
    take(c, "Stalls-A-1", NULL, NULL);
    pass_time(c, 20 * MINUTE_MS);
    int64_t end = log_end(c);
    struct uuid next = new_id(c);
    struct changeset *cs = an_act(c, ACT_HOLD);
    const struct hold *hold = hold_row(c, cs, next);
    struct seat_change *expire = change(c, cs, "Stalls-A-1", ACT_EXPIRE, SEAT_AVAILABLE);
    struct seat_change take_it = *expire;
    take_it.seen++;
    take_it.act = ACT_HOLD;
    take_it.from = SEAT_AVAILABLE;
    take_it.to = SEAT_HELD;
    take_it.was = (struct uuid){{0}};
    take_it.holder = next;
    take_it.held_until = hold->expires_at;
    *LIST_ADD(c->arena, &cs->seats) = take_it;
    *LIST_ADD(c->arena, &cs->notes) = (struct change_note){.act = ACT_CUSTOMER};
    cs->actor.origin = shop;
    expect_ok(c, cs);
    assert_int_equal(events(c, after(end), &list), 3);
    assert_string_equal(list[0].address, "");
    for (int i = 1; i < 3; i++) {
        assert_string_equal(list[i].address, shop.address);
        assert_string_equal(list[i].client, shop.client);
    }
    end = log_end(c);
    cs = taking(c, new_id(c), "Stalls-A-2", NULL, NULL);
    cs->actor.origin = shop;
    expect_ok(c, cs);
    assert_int_equal(events(c, after(end), &list), 1);
    assert_string_equal(list[0].address, shop.address);
    assert_string_equal(list[0].client, shop.client);
}

static void a_seat_that_is_let_go_tells_how_long_it_was_held(void **state)
{
    struct contract *c = *state;
    struct event *list;
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    int64_t end = log_end(c);
    pass_time(c, 61 * SECOND_MS);
    struct changeset *cs = an_act(c, ACT_RELEASE);
    change(c, cs, "Stalls-A-1", ACT_RELEASE, SEAT_AVAILABLE);
    expect_ok(c, cs);
    assert_int_equal(events(c, after(end), &list), 1);
    assert_int_equal(list[0].held_ms, 61 * SECOND_MS);
    assert_true(uuid_equal(&list[0].subject, &hold.id));
}

static void a_sold_seat_names_its_sale(void **state)
{
    struct contract *c = *state;
    struct uuid none = {{0}};
    struct event *list;
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    pass_time(c, 7 * SECOND_MS);
    struct sale sale = sell(c, hold.id, none);
    struct event_filter of_sale = {.seat = -1, .subject = sale.id};
    assert_int_equal(events(c, of_sale, &list), 1);
    assert_int_equal(list[0].act, ACT_SELL);
    assert_int_equal(list[0].held_ms, 7 * SECOND_MS);
}

static void taking_over_tells_how_long_the_old_hold_had_the_seat(void **state)
{
    struct contract *c = *state;
    struct event *list;
    struct hold old = take(c, "Stalls-A-1", NULL, NULL);
    struct uuid next = new_id(c);
    pass_time(c, 20 * MINUTE_MS);
    int64_t end = log_end(c);
    struct changeset *cs = an_act(c, ACT_HOLD);
    const struct hold *hold = hold_row(c, cs, next);
    struct seat_change *expire = change(c, cs, "Stalls-A-1", ACT_EXPIRE, SEAT_AVAILABLE);
    struct seat_change take_it = *expire;
    take_it.seen++;
    take_it.act = ACT_HOLD;
    take_it.from = SEAT_AVAILABLE;
    take_it.to = SEAT_HELD;
    take_it.was = (struct uuid){{0}};
    take_it.holder = next;
    take_it.held_until = hold->expires_at;
    *LIST_ADD(c->arena, &cs->seats) = take_it;
    expect_ok(c, cs);
    assert_int_equal(events(c, after(end), &list), 2);
    assert_int_equal(list[0].act, ACT_EXPIRE);
    assert_string_equal(list[0].actor, "sweep"); /* time ended it, not who took the seat */
    assert_int_equal(list[0].held_ms, 20 * MINUTE_MS);
    assert_true(uuid_equal(&list[0].subject, &old.id));
    assert_int_equal(list[1].act, ACT_HOLD);
    assert_int_equal(list[1].held_ms, 0);
}

static void a_note_is_a_line_without_a_seat(void **state)
{
    struct contract *c = *state;
    struct event *list;
    int64_t end = log_end(c);
    struct changeset *cs = an_act(c, ACT_STAFF);
    struct change_note *note = LIST_ADD(c->arena, &cs->notes);
    note->act = ACT_STAFF;
    note->show = c->show_no;
    note->subject = new_id(c);
    strcpy(note->note, "anna: clerk");
    struct apply_result result = apply(c, cs);
    assert_int_equal(events(c, after(end), &list), 1);
    assert_int_equal(result.last_event, list[0].id);
    assert_int_equal(list[0].act, ACT_STAFF);
    assert_int_equal(list[0].show, c->show_no);
    assert_int_equal(list[0].seat, -1);
    assert_string_equal(list[0].label, "");
    assert_string_equal(list[0].note, "anna: clerk");
    assert_true(uuid_equal(&list[0].subject, &note->subject));
}

static void the_note_of_a_new_show_knows_its_number(void **state)
{
    struct contract *c = *state;
    struct event *list;
    int64_t end = log_end(c);
    struct changeset *cs = an_act(c, ACT_SHOW_ADD);
    struct show *show = LIST_ADD(c->arena, &cs->shows);
    strcpy(show->id, "matinee");
    strcpy(show->hall, "studio");
    strcpy(show->currency, "EUR");
    LIST_ADD(c->arena, &cs->notes)->act = ACT_SHOW_ADD;
    expect_ok(c, cs);
    assert_int_equal(events(c, after(end), &list), 1);
    assert_int_equal(list[0].show, c->show_no + 1);
}

static void an_act_that_is_not_done_leaves_no_line(void **state)
{
    struct contract *c = *state;
    int64_t end = log_end(c);
    struct changeset *cs = an_act(c, ACT_SELL);
    change(c, cs, "Stalls-A-1", ACT_SELL, SEAT_SOLD)->holder = new_id(c);
    expect_refused(c, cs, VERDICT_INVALID);
    assert_int_equal(log_end(c), end);
}

static void lines_come_in_order_or_newest_first(void **state)
{
    struct contract *c = *state;
    struct event *list;
    take(c, "Stalls-A-1", "Stalls-A-2", "Stalls-A-3");
    int count = events(c, after(0), &list);
    assert_true(count >= 3);
    for (int i = 1; i < count; i++)
        assert_int_equal(list[i].id, list[i - 1].id + 1);
    struct event_filter newest = {.seat = -1, .newest_first = true, .limit = 2};
    assert_int_equal(events(c, newest, &list), 2);
    assert_int_equal(list[0].id, log_end(c));
    assert_int_equal(list[1].id, log_end(c) - 1);
}

static void lines_are_found_by_show_seat_and_person(void **state)
{
    struct contract *c = *state;
    struct event *list;
    struct hold hold = take(c, "Stalls-A-1", "Stalls-A-2", NULL);
    struct changeset *cs = an_act(c, ACT_BLOCK);
    strcpy(cs->actor.name, "mark");
    strcpy(cs->actor.till, "till-2");
    change(c, cs, "Stalls-B-1", ACT_BLOCK, SEAT_BLOCKED);
    expect_ok(c, cs);
    struct event_filter one = {.show = c->show_no, .seat = seat_no(c, "Stalls-A-2")};
    assert_int_equal(events(c, one, &list), 1);
    assert_string_equal(list[0].label, "Stalls-A-2");
    assert_int_equal(events(c, (struct event_filter){.seat = -1, .show = c->show_no}, NULL), 3);
    assert_int_equal(events(c, (struct event_filter){.seat = -1, .show = 99}, NULL), 0);
    assert_int_equal(events(c, (struct event_filter){.seat = -1, .actor = "mark"}, NULL), 1);
    assert_int_equal(events(c, (struct event_filter){.seat = -1, .till = "till-2"}, NULL), 1);
    assert_int_equal(events(c, (struct event_filter){.seat = -1, .till = "till-3"}, NULL), 0);
    assert_int_equal(events(c, (struct event_filter){.seat = -1, .subject = hold.id}, NULL), 2);
}

static void the_history_of_a_seat_can_be_read_newest_first(void **state)
{
    struct contract *c = *state;
    struct event *list;
    take(c, "Stalls-A-1", NULL, NULL);
    struct changeset *cs = an_act(c, ACT_RELEASE);
    change(c, cs, "Stalls-A-1", ACT_RELEASE, SEAT_AVAILABLE);
    expect_ok(c, cs);
    struct event_filter one = {
        .show = c->show_no, .seat = seat_no(c, "Stalls-A-1"), .newest_first = true};
    assert_int_equal(events(c, one, &list), 2);
    assert_int_equal(list[0].act, ACT_RELEASE);
    one.limit = 1;
    assert_int_equal(events(c, one, &list), 1);
    one.limit = 0;
    one.after = list[0].id;
    assert_int_equal(events(c, one, &list), 0);
}

const struct CMUnitTest contract_event_tests[] = {
    CONTRACT_TEST(a_seat_change_leaves_one_line_with_who_and_what),
    CONTRACT_TEST(an_act_over_http_tells_where_it_came_from),
    CONTRACT_TEST(a_seat_that_is_let_go_tells_how_long_it_was_held),
    CONTRACT_TEST(a_sold_seat_names_its_sale),
    CONTRACT_TEST(taking_over_tells_how_long_the_old_hold_had_the_seat),
    CONTRACT_TEST(a_note_is_a_line_without_a_seat),
    CONTRACT_TEST(the_note_of_a_new_show_knows_its_number),
    CONTRACT_TEST(an_act_that_is_not_done_leaves_no_line),
    CONTRACT_TEST(lines_come_in_order_or_newest_first),
    CONTRACT_TEST(lines_are_found_by_show_seat_and_person),
    CONTRACT_TEST(the_history_of_a_seat_can_be_read_newest_first),
    {0},
};
