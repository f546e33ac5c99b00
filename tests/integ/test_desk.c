/* The desk on a real local store: what staff do all day, and what must never happen. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/lib/house.h"

static struct uuid some_key(uint8_t last)
{
    return (struct uuid){{1, 2, 3, 4, 5, 6, 0x70, 8, 0x80, 10, 11, 12, 13, 14, 15, last}};
}

/* ---- hold and sell ------------------------------------------------------------------------- */

static void two_seats_are_held_and_sold_for_cash(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(h->out.hold->seat_count, 2);
    assert_string_equal(h->out.hold->seats[0].label, "Stalls-A-1");
    assert_int_equal(h->out.hold->expires_at, h->time.wall + 900000);
    house_sell(h);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(h->out.sale->total, 2 * 4400);
    assert_int_equal(h->out.sale->ticket_count, 2);
    assert_string_equal(h->out.sale->tickets[1].label, "Stalls-A-2");
    assert_string_equal(house_status(h, "Stalls-A-1"), "sold");
    house_verify(h);
}

static void seats_picked_one_by_one_are_sold_in_one_order(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", NULL);
    struct uuid first = h->out.hold->id;
    house_hold(h, "Stalls-A-2", NULL);
    struct uuid second = h->out.hold->id;
    const struct desk_type child = {"Stalls-A-2", TYPE_CHILD};
    const struct desk_sell wish = {
        .hold = first, .also = &second, .also_count = 1, .types = &child, .type_count = 1};
    struct quote quote;
    desk_quote(&h->desk, &h->meta, &wish, &quote, &h->out);
    assert_int_equal(quote.count, 2);
    assert_int_equal(quote.total, 4400 + 2300);
    desk_sell(&h->desk, &h->meta, &wish, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(h->out.sale->ticket_count, 2);
    assert_int_equal(h->out.sale->total, 4400 + 2300);
    assert_string_equal(h->out.sale->tickets[1].label, "Stalls-A-2");
    assert_string_equal(house_status(h, "Stalls-A-1"), "sold");
    assert_string_equal(house_status(h, "Stalls-A-2"), "sold");
    house_verify(h);
}

static void one_hold_cannot_be_sold_twice_in_an_order(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", NULL);
    struct uuid hold = h->out.hold->id;
    const struct desk_sell wish = {.hold = hold, .also = &hold, .also_count = 1};
    desk_sell(&h->desk, &h->meta, &wish, &h->out);
    ASSERT_VERDICT(h, VERDICT_INVALID);
    assert_string_equal(house_status(h, "Stalls-A-1"), "held");
}

static void a_sale_knows_its_customer(void **state)
{
    struct house_fixture *h = *state;
    const struct customer eve = {.name = "Eve Example"};
    desk_customer_put(&h->desk, &h->meta, &eve, &h->out);
    struct uuid id = h->out.customer->id;
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    const struct desk_sell wish = {.hold = h->out.hold->id, .customer = id, .name = "Eve Example"};
    desk_sell(&h->desk, &h->meta, &wish, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    desk_sale_find(&h->desk, h->arena, h->out.sale->code, &h->out);
    assert_true(uuid_equal(&h->out.sale->customer, &id));
    assert_string_equal(h->out.sale->name, "Eve Example");
}

static void cash_given_over_is_change(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", NULL);
    const struct tender_line cash = {.tender = TENDER_CASH, .given = 10000};
    const struct desk_sell wish = {.hold = h->out.hold->id, .tenders = &cash, .tender_count = 1};
    desk_sell(&h->desk, &h->meta, &wish, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(h->out.change, 10000 - 4400);
}

static void price_types_go_to_the_seats_in_order(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", "Stalls-A-2", "Stalls-A-3", NULL);
    const struct desk_type types[] = {{"Stalls-A-3", TYPE_ADULT}, {NULL, TYPE_CHILD}};
    const struct desk_sell wish = {.hold = h->out.hold->id, .types = types, .type_count = 2};
    desk_sell(&h->desk, &h->meta, &wish, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(h->out.sale->tickets[0].type, TYPE_CHILD);
    assert_int_equal(h->out.sale->tickets[1].type, TYPE_ADULT);
    assert_int_equal(h->out.sale->tickets[2].type, TYPE_ADULT);
}

static void a_held_seat_is_taken_for_everybody_else(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    house_become(h, "mark", ROLE_SUPERVISOR);
    house_hold(h, "Stalls-A-2", "Stalls-A-3", NULL);
    ASSERT_VERDICT(h, VERDICT_SEAT_TAKEN);
    assert_int_equal(h->out.seat_count, 1);
    assert_string_equal(h->out.seats[0], "Stalls-A-2");
    assert_string_equal(house_status(h, "Stalls-A-3"), "available");
}

static void holding_what_you_hold_already_succeeds(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    struct uuid first = h->out.hold->id;
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_false(h->out.changed);
    assert_true(uuid_equal(&first, &h->out.hold->id));
}

static void unknown_seats_are_named(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", "Stalls-Z-9", NULL);
    ASSERT_VERDICT(h, VERDICT_SEAT_NOT_FOUND);
    assert_string_equal(h->out.seats[0], "Stalls-Z-9");
    assert_string_equal(house_status(h, "Stalls-A-1"), "available");
}

/* ---- time ---------------------------------------------------------------------------------- */

static void an_expired_hold_never_blocks_a_sale(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    struct uuid old = h->out.hold->id;
    h->time.wall += 900001;
    house_become(h, "mark", ROLE_SUPERVISOR);
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    house_sell(h);
    ASSERT_VERDICT(h, VERDICT_OK);
    char text[UUID_TEXT];
    desk_hold_find(&h->desk, h->arena, uuid_text(&old, text), &h->out);
    assert_int_equal(h->out.hold->status, HOLD_EXPIRED);
    assert_int_equal(h->out.hold->end, END_TTL_EXPIRED);
    house_verify(h);
}

static void an_expired_hold_cannot_be_sold_or_extended(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", NULL);
    struct uuid id = h->out.hold->id;
    h->time.wall += 900001;
    const struct desk_sell wish = {.hold = id};
    desk_sell(&h->desk, &h->meta, &wish, &h->out);
    ASSERT_VERDICT(h, VERDICT_HOLD_EXPIRED);
    desk_hold_extend(&h->desk, &h->meta, &id, 0, &h->out);
    ASSERT_VERDICT(h, VERDICT_HOLD_EXPIRED);
}

static void an_extension_moves_the_deadline(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", NULL);
    struct uuid id = h->out.hold->id;
    desk_hold_extend(&h->desk, &h->meta, &id, 0, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    h->time.wall += 1000000;
    const struct desk_sell wish = {.hold = id};
    desk_sell(&h->desk, &h->meta, &wish, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    house_verify(h);
}

static void a_sweep_frees_what_is_over_and_only_that(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    h->time.wall += 600000;
    house_hold(h, "Stalls-A-3", NULL);
    h->time.wall += 300001;
    desk_expire(&h->desk, &h->meta, NULL, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(h->out.swept.holds, 1);
    assert_int_equal(h->out.swept.seats, 2);
    assert_string_equal(house_status(h, "Stalls-A-1"), "available");
    assert_string_equal(house_status(h, "Stalls-A-3"), "held");
    house_verify(h);
}

static void a_sweep_seals_what_the_log_has_filled(void **state)
{
    struct house_fixture *h = *state;
    for (int i = 0; i < 140; i++) {
        house_hold(h, "Stalls-A-1", NULL);
        struct uuid id = h->out.hold->id;
        desk_hold_release(&h->desk, &h->meta, &id, NULL, 0, END_USER_CANCELLED, &h->out);
    }
    desk_expire(&h->desk, &h->meta, NULL, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    struct audit_report report;
    h->desk.store->ops->audit_verify(h->desk.store, h->arena, NULL, &report, NULL);
    assert_int_equal(report.blocks, 1);
    assert_int_equal(report.fault_count, 0);
}

/* ---- keys ---------------------------------------------------------------------------------- */

static void the_same_key_is_done_once_and_answers_the_same(void **state)
{
    struct house_fixture *h = *state;
    h->meta.key = some_key(1);
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    struct uuid first = h->out.hold->id;
    int64_t expires = h->out.hold->expires_at;
    h->time.wall += 5000;
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_true(h->out.replay);
    assert_true(uuid_equal(&first, &h->out.hold->id));
    assert_int_equal(h->out.hold->expires_at, expires);
}

static void a_replay_tells_the_first_answer_after_the_world_moved_on(void **state)
{
    struct house_fixture *h = *state;
    h->meta.key = some_key(1);
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    struct uuid id = h->out.hold->id;
    h->meta.key = some_key(2);
    desk_hold_release(&h->desk, &h->meta, &id, NULL, 0, END_USER_CANCELLED, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    h->meta.key = some_key(1);
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    assert_true(h->out.replay);
    assert_int_equal(h->out.hold->status, HOLD_ACTIVE);
    assert_true(h->out.hold->seats[0].live);
    assert_string_equal(house_status(h, "Stalls-A-1"), "available");
}

static void a_key_with_other_content_changes_nothing(void **state)
{
    struct house_fixture *h = *state;
    h->meta.key = some_key(1);
    house_hold(h, "Stalls-A-1", NULL);
    house_hold(h, "Stalls-B-1", NULL);
    ASSERT_VERDICT(h, VERDICT_KEY_REUSED);
    assert_string_equal(house_status(h, "Stalls-B-1"), "available");
}

/* ---- letting go ---------------------------------------------------------------------------- */

static void part_of_a_hold_can_be_released(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    struct uuid id = h->out.hold->id;
    const char *label = "Stalls-A-2";
    desk_hold_release(&h->desk, &h->meta, &id, &label, 1, END_USER_CANCELLED, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(h->out.hold->status, HOLD_ACTIVE);
    assert_string_equal(house_status(h, "Stalls-A-1"), "held");
    assert_string_equal(house_status(h, "Stalls-A-2"), "available");
    house_verify(h);
}

static void releasing_twice_is_releasing_once(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", NULL);
    struct uuid id = h->out.hold->id;
    desk_hold_release(&h->desk, &h->meta, &id, NULL, 0, END_USER_CANCELLED, &h->out);
    assert_true(h->out.changed);
    desk_hold_release(&h->desk, &h->meta, &id, NULL, 0, END_USER_CANCELLED, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_false(h->out.changed);
}

static void a_clerk_cannot_release_anothers_hold_but_a_supervisor_can(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", NULL);
    struct uuid id = h->out.hold->id;
    house_become(h, "joe", ROLE_CLERK);
    house_reason(h, "till stuck");
    desk_hold_release(&h->desk, &h->meta, &id, NULL, 0, END_USER_CANCELLED, &h->out);
    ASSERT_VERDICT(h, VERDICT_NOT_ALLOWED);
    house_become(h, "mark", ROLE_SUPERVISOR);
    desk_hold_release(&h->desk, &h->meta, &id, NULL, 0, END_USER_CANCELLED, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(h->out.hold->end, END_ADMIN_OVERRIDE);
    house_verify(h);
}

static void a_supervisor_signs_for_a_clerk(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", NULL);
    struct uuid id = h->out.hold->id;
    house_become(h, "joe", ROLE_CLERK);
    house_reason(h, "till stuck");
    h->meta.approver = (struct actor){.name = "mark", .till = "till-1", .role = ROLE_SUPERVISOR};
    desk_hold_release(&h->desk, &h->meta, &id, NULL, 0, END_USER_CANCELLED, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    const struct event_filter last = {.seat = -1, .newest_first = true, .limit = 1};
    struct event *events;
    int count;
    assert_int_equal(
        h->desk.store->ops->event_list(h->desk.store, &last, h->arena, &events, &count, NULL),
        RC_OK);
    assert_string_equal(events[0].approver, "mark");
    assert_string_equal(events[0].actor, "joe");
    assert_string_equal(events[0].reason, "till stuck");
}

static void an_override_without_a_reason_is_refused(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", NULL);
    struct uuid id = h->out.hold->id;
    house_become(h, "mark", ROLE_SUPERVISOR);
    desk_hold_release(&h->desk, &h->meta, &id, NULL, 0, END_USER_CANCELLED, &h->out);
    ASSERT_VERDICT(h, VERDICT_INVALID);
    assert_string_equal(house_status(h, "Stalls-A-1"), "held");
}

static void a_transferred_hold_is_sold_by_the_receiver(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", NULL);
    struct uuid id = h->out.hold->id;
    desk_hold_transfer(&h->desk, &h->meta, &id, "mark", "till-2", &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    const struct desk_sell wish = {.hold = id};
    desk_sell(&h->desk, &h->meta, &wish, &h->out);
    ASSERT_VERDICT(h, VERDICT_NOT_HOLDER);
    house_become(h, "mark", ROLE_SUPERVISOR);
    desk_sell(&h->desk, &h->meta, &wish, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    house_verify(h);
}

/* ---- the supervisor's map ------------------------------------------------------------------ */

static void blocked_seats_are_not_sold_until_unblocked(void **state)
{
    struct house_fixture *h = *state;
    const char *labels[] = {"Stalls-B-1", "Stalls-B-2"};
    house_become(h, "mark", ROLE_SUPERVISOR);
    house_reason(h, "broken");
    desk_seats_block(&h->desk, &h->meta, HOUSE_SHOW, labels, 2, 0, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    house_hold(h, "Stalls-B-1", NULL);
    ASSERT_VERDICT(h, VERDICT_SEAT_BLOCKED);
    desk_seats_unblock(&h->desk, &h->meta, HOUSE_SHOW, labels, 2, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    house_hold(h, "Stalls-B-1", "Stalls-B-2", NULL);
    ASSERT_VERDICT(h, VERDICT_OK);
    house_verify(h);
}

static void a_release_takes_each_seat_on_its_own_merits(void **state)
{
    struct house_fixture *h = *state;
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    house_sell(h);
    house_hold(h, "Stalls-A-5", "Stalls-A-6", NULL);
    house_become(h, "mark", ROLE_SUPERVISOR);
    house_reason(h, "till stuck");
    const char *blocked = "Stalls-B-1";
    desk_seats_block(&h->desk, &h->meta, HOUSE_SHOW, &blocked, 1, 0, &h->out);
    const char *labels[] = {"Stalls-A-1", "Stalls-A-5", "Stalls-B-1", "Stalls-B-2"};
    desk_seats_release(&h->desk, &h->meta, HOUSE_SHOW, labels, 4, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(h->out.seat_count, 1);
    assert_string_equal(h->out.seats[0], "Stalls-A-1");
    assert_string_equal(house_status(h, "Stalls-A-1"), "sold");
    assert_string_equal(house_status(h, "Stalls-A-5"), "available");
    assert_string_equal(house_status(h, "Stalls-A-6"), "held");
    assert_string_equal(house_status(h, "Stalls-B-1"), "available");
    house_verify(h);
}

static void a_seat_that_changed_hands_since_it_was_seen_is_not_released(void **state)
{
    struct house_fixture *h = *state;
    struct uuid holders[2];
    const char *labels[] = {"Stalls-A-1", "Stalls-B-1"};
    house_hold(h, labels[0], NULL);
    holders[0] = holders[1] = h->out.hold->id;
    house_hold(h, labels[1], NULL); /* held by another hold than was seen */
    house_become(h, "mark", ROLE_SUPERVISOR);
    house_reason(h, "till stuck");
    const struct desk_release seen = {HOUSE_SHOW, labels, holders, 2};
    desk_seats_release_seen(&h->desk, &h->meta, &seen, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(h->out.seat_count, 1);
    assert_string_equal(h->out.seats[0], labels[1]);
    assert_string_equal(house_status(h, labels[0]), "available");
    assert_string_equal(house_status(h, labels[1]), "held");
    const struct desk_release again = {HOUSE_SHOW, &labels[1], holders, 1};
    desk_seats_release_seen(&h->desk, &h->meta, &again, &h->out);
    ASSERT_VERDICT(h, VERDICT_VERSION_CONFLICT);
    house_verify(h);
}

/* ---- two tills ----------------------------------------------------------------------------- */

static void two_tills_never_hold_the_same_seat(void **state)
{
    struct house_fixture *h = *state;
    struct desk second = house_second_desk(h, &h->desk.clock);
    static const char *const label[] = {"Stalls-A-1"};
    const struct desk_hold wish = {
        .show = HOUSE_SHOW, .labels = label, .count = 1, .channel = CHANNEL_COUNTER};
    desk_hold_new(&h->desk, &h->meta, &wish, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    house_become(h, "mark", ROLE_SUPERVISOR);
    desk_hold_new(&second, &h->meta, &wish, &h->out);
    ASSERT_VERDICT(h, VERDICT_SEAT_TAKEN);
    store_close(&second.store);
}

/* Another till acts once between our read and our apply: the act is decided again. */
static struct {
    struct house_fixture *house;
    const struct store_ops *before;
    struct store_ops ops;
    void (*act)(struct house_fixture *house);
} between;

static enum rc apply_after_the_other(struct store *store, const struct changeset *cs,
                                     struct apply_result *result, struct err *err)
{
    store->ops = between.before;
    struct act_meta mine = between.house->meta;
    struct outcome my_out = between.house->out;
    between.act(between.house);
    assert_int_equal(between.house->out.verdict, VERDICT_OK);
    between.house->meta = mine;
    between.house->out = my_out;
    return store->ops->apply(store, cs, result, err);
}

static void meanwhile(struct house_fixture *house, void (*act)(struct house_fixture *))
{
    between.house = house;
    between.before = house->desk.store->ops;
    between.ops = *between.before;
    between.ops.apply = apply_after_the_other;
    between.act = act;
    house->desk.store->ops = &between.ops;
}

static void mark_takes_a3(struct house_fixture *h)
{
    house_become(h, "mark", ROLE_SUPERVISOR);
    house_hold(h, "Stalls-A-3", NULL);
}

static void a_neighbour_taken_meanwhile_is_weighed_again_by_the_gap_rule(void **state)
{
    struct house_fixture *h = *state;
    meanwhile(h, mark_takes_a3);
    house_hold(h, "Stalls-A-1", NULL); /* fine while A-3 is free, a gap at A-2 once it is not */
    ASSERT_VERDICT(h, VERDICT_SINGLE_SEAT_GAP);
    assert_string_equal(house_status(h, "Stalls-A-1"), "available");
}

static void somebody_closes_the_shift(struct house_fixture *h)
{
    const int64_t counted[TENDER_COUNT] = {0};
    desk_shift_close(&h->desk, &h->meta, counted, 0, &h->out);
}

static void a_sale_racing_a_closing_shift_goes_into_a_new_one(void **state)
{
    struct house_fixture *h = *state;
    desk_shift_open(&h->desk, &h->meta, 0, &h->out);
    struct uuid closed = h->out.shift->id;
    house_hold(h, "Stalls-A-1", NULL);
    meanwhile(h, somebody_closes_the_shift);
    house_sell(h);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_false(uuid_equal(&closed, &h->out.sale->shift));
    const int64_t counted[TENDER_COUNT] = {4400, 0, 0};
    desk_shift_close(&h->desk, &h->meta, counted, 0, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    house_verify(h);
}

/* ---- the house ----------------------------------------------------------------------------- */

static void a_show_that_is_closed_sells_nothing(void **state)
{
    struct house_fixture *h = *state;
    house_become(h, "ruth", ROLE_MANAGER);
    desk_show_status(&h->desk, &h->meta, HOUSE_SHOW, SHOW_CLOSED, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    house_hold(h, "Stalls-A-1", NULL);
    ASSERT_VERDICT(h, VERDICT_SHOW_NOT_OPEN);
}

static void clerks_do_not_add_shows(void **state)
{
    struct house_fixture *h = *state;
    const struct show show = house_show("lear");
    desk_show_add(&h->desk, &h->meta, &show, &h->out);
    ASSERT_VERDICT(h, VERDICT_NOT_ALLOWED);
}

static void five_wrong_pins_lock_the_person_for_a_while(void **state)
{
    struct house_fixture *h = *state;
    struct actor actor;
    for (int i = 0; i < 5; i++) {
        desk_sign_in(&h->desk, h->arena, "anna", "9999", "till-1", &actor, &h->out);
        ASSERT_VERDICT(h, VERDICT_NOT_ALLOWED);
    }
    desk_sign_in(&h->desk, h->arena, "anna", "1111", "till-1", &actor, &h->out);
    ASSERT_VERDICT(h, VERDICT_NOT_ALLOWED);
    h->time.wall += 300001;
    desk_sign_in(&h->desk, h->arena, "anna", "1111", "till-1", &actor, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(actor.role, ROLE_CLERK);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {
        RULE(two_seats_are_held_and_sold_for_cash),
        RULE(seats_picked_one_by_one_are_sold_in_one_order),
        RULE(one_hold_cannot_be_sold_twice_in_an_order),
        RULE(a_sale_knows_its_customer),
        RULE(cash_given_over_is_change),
        RULE(price_types_go_to_the_seats_in_order),
        RULE(a_held_seat_is_taken_for_everybody_else),
        RULE(holding_what_you_hold_already_succeeds),
        RULE(unknown_seats_are_named),
        RULE(an_expired_hold_never_blocks_a_sale),
        RULE(an_expired_hold_cannot_be_sold_or_extended),
        RULE(an_extension_moves_the_deadline),
        RULE(a_sweep_frees_what_is_over_and_only_that),
        RULE(a_sweep_seals_what_the_log_has_filled),
        RULE(the_same_key_is_done_once_and_answers_the_same),
        RULE(a_replay_tells_the_first_answer_after_the_world_moved_on),
        RULE(a_key_with_other_content_changes_nothing),
        RULE(part_of_a_hold_can_be_released),
        RULE(releasing_twice_is_releasing_once),
        RULE(a_clerk_cannot_release_anothers_hold_but_a_supervisor_can),
        RULE(a_supervisor_signs_for_a_clerk),
        RULE(an_override_without_a_reason_is_refused),
        RULE(a_transferred_hold_is_sold_by_the_receiver),
        RULE(blocked_seats_are_not_sold_until_unblocked),
        RULE(a_release_takes_each_seat_on_its_own_merits),
        RULE(a_seat_that_changed_hands_since_it_was_seen_is_not_released),
        RULE(two_tills_never_hold_the_same_seat),
        RULE(a_neighbour_taken_meanwhile_is_weighed_again_by_the_gap_rule),
        RULE(a_sale_racing_a_closing_shift_goes_into_a_new_one),
        RULE(a_show_that_is_closed_sells_nothing),
        RULE(clerks_do_not_add_shows),
        RULE(five_wrong_pins_lock_the_person_for_a_while),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
