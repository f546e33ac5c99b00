/* A till without its house: the same desk on the replica, and every act in the journal with it. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sqlite3.h>
#include <string.h>

#include "src/domain/act_bytes.h"
#include "tests/lib/till_file.h"

static void hold_two(struct till_file *f)
{
    house_hold(f->house, "Stalls-A-1", "Stalls-A-2", NULL);
    ASSERT_VERDICT(f->house, VERDICT_OK);
}

static struct entry entry_at(struct till_file *f, uint64_t seq)
{
    struct entry_frame frame;
    struct entry entry;
    assert_true(f->disk.frame(f->disk.ctx, seq, &frame));
    uint8_t *body = arena_alloc(f->house->arena, frame.size);
    memcpy(body, frame.body, frame.size);
    assert_int_equal(entry_read(f->house->arena, body, frame.size, &entry), ENTRY_GOOD);
    return entry;
}

static struct changeset *act_at(struct till_file *f, uint64_t seq)
{
    const struct entry entry = entry_at(f, seq);
    struct changeset *cs = changeset_new(f->house->arena);
    assert_true(act_read(entry.payload, entry.payload_size, cs));
    return cs;
}

/* ---- acts ----------------------------------------------------------------------------------- */

static void a_sale_stands_in_the_replica_and_in_the_journal(void **state)
{
    struct till_file *f = *state;
    hold_two(f);
    house_sell(f->house);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    assert_string_equal(house_status(f->house, "Stalls-A-2"), "sold");
    assert_int_equal(f->core.meta.head_seq, 2);
    const struct changeset *sold = act_at(f, 2);
    assert_int_equal(sold->act, ACT_SELL);
    assert_int_equal(sold->sales.at[0].total, 8800);
    assert_int_equal(sold->tickets.count, 2);
    assert_string_equal(sold->actor.name, "anna");
    const struct entry entry = entry_at(f, 2);
    assert_int_equal(entry.seat_count, 2);
    assert_int_equal(entry.seats[0].after, 1); /* it stands on the hold before it */
    assert_int_equal(entry_at(f, 1).seats[0].change.seen, 1);
}

/* The house has checked none of it, so it stands in the till's own log as the till's word, too. */
static void who_signed_without_the_house_is_marked(void **state)
{
    struct till_file *f = *state;
    struct store *store = f->house->desk.store;
    const struct event_filter all = {.seat = -1};
    struct audit_report report = {0};
    struct event *events;
    int count;
    hold_two(f);
    struct desk_sell wish = {.hold = f->house->out.hold->id, .discount = {DISCOUNT_ORDER, 2000}};
    house_become(f->house, "anna", ROLE_CLERK);
    f->house->meta.approver = (struct actor){"mark", "till-1", ROLE_SUPERVISOR, {"", ""}};
    house_reason(f->house, "regular");
    desk_sell(&f->house->desk, &f->house->meta, &wish, &f->house->out);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    assert_int_equal(store->ops->event_list(store, &all, f->house->arena, &events, &count, NULL),
                     RC_OK);
    for (int i = 0; i < count; i++)
        assert_int_equal(events[i].approval, *events[i].approver ? APPROVAL_TILL : APPROVAL_NONE);
    assert_string_equal(events[count - 1].approver, "mark");
    assert_int_equal(store->ops->audit_verify(store, f->house->arena, NULL, &report, NULL), RC_OK);
    assert_int_equal(report.approvals, 1);
    assert_int_equal(report.approvals_by_tills, 1);
}

/* Its waiter may be buying it in the web shop meanwhile; what a clerk took over is the clerk's. */
static void an_offer_of_the_waiting_list_is_sold_by_the_house_only(void **state)
{
    struct till_file *f = *state;
    hold_two(f);
    const struct desk_sell wish = {.hold = f->house->out.hold->id};
    till_file_rest(f);
    assert_int_equal(till_file_tamper(f, "UPDATE hold SET source = 4"), SQLITE_OK);
    till_file_work_alone(f);
    house_become(f->house, "joe", ROLE_CLERK);
    desk_sell(&f->house->desk, &f->house->meta, &wish, &f->house->out);
    assert_int_equal(f->house->out.verdict, VERDICT_UNAVAILABLE);
    assert_int_equal(f->core.meta.head_seq, 1);
    house_become(f->house, "anna", ROLE_CLERK);
    desk_sell(&f->house->desk, &f->house->meta, &wish, &f->house->out);
    ASSERT_VERDICT(f->house, VERDICT_OK);
}

static void all_is_there_when_the_till_starts_again(void **state)
{
    struct till_file *f = *state;
    hold_two(f);
    house_sell(f->house);
    const struct till_meta before = f->core.meta;
    till_file_rest(f);
    till_file_work_alone(f);
    assert_memory_equal(&f->core.meta, &before, sizeof before);
    assert_string_equal(house_status(f->house, "Stalls-A-1"), "sold");
    house_hold(f->house, "Stalls-B-1", "Stalls-B-2", NULL);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    assert_int_equal(f->core.meta.head_seq, 3);
}

static void a_refused_act_is_not_journalled(void **state)
{
    struct till_file *f = *state;
    hold_two(f);
    house_become(f->house, "mark", ROLE_SUPERVISOR);
    house_hold(f->house, "Stalls-A-2", "Stalls-A-3", NULL);
    assert_int_equal(f->house->out.verdict, VERDICT_SEAT_TAKEN);
    assert_int_equal(f->core.meta.head_seq, 1);
}

static void the_same_key_is_journalled_once(void **state)
{
    struct till_file *f = *state;
    f->house->meta.key = uuid_make(&f->house->desk.ids, 1);
    hold_two(f);
    hold_two(f);
    assert_true(f->house->out.replay);
    assert_int_equal(f->core.meta.head_seq, 1);
}

/* Taking over a hold that is over changes a seat twice in one act. */
static void a_seat_may_change_twice_in_an_act(void **state)
{
    struct till_file *f = *state;
    hold_two(f);
    f->house->time.wall += 3600 * 1000;
    hold_two(f);
    assert_int_equal(f->core.meta.head_seq, 2);
    const struct entry entry = entry_at(f, 2);
    assert_int_equal(entry.seat_count, 4);
    assert_int_equal(entry.seats[0].change.act, ACT_EXPIRE);
    assert_int_equal(entry.seats[0].after, 1);
    assert_int_equal(entry.seats[1].after, 2); /* on the change before it, of the same entry */
    assert_string_equal(house_status(f->house, "Stalls-A-1"), "held");
}

/* Else the replica would know what the journal does not. */
static void a_sweep_frees_nothing_behind_the_journals_back(void **state)
{
    struct till_file *f = *state;
    struct sweep_result swept;
    struct store *store = f->house->desk.store;
    hold_two(f);
    f->house->time.wall += 3600 * 1000;
    assert_int_equal(
        store->ops->sweep(store, &f->house->meta.actor, f->house->time.wall, 100, &swept, NULL),
        RC_OK);
    assert_int_equal(swept.seats, 0);
    lite_till_journal(f->file, NULL); /* control: a file without a journal is swept */
    assert_int_equal(
        store->ops->sweep(store, &f->house->meta.actor, f->house->time.wall, 100, &swept, NULL),
        RC_OK);
    assert_int_equal(swept.seats, 2);
}

static void what_waits_for_the_house_is_refused_in_a_sentence(void **state)
{
    struct till_file *f = *state;
    const char *const seat[] = {"Stalls-C-3"};
    house_become(f->house, "mark", ROLE_SUPERVISOR);
    house_reason(f->house, "rain");
    desk_seats_block(&f->house->desk, &f->house->meta, HOUSE_SHOW, seat, 1, 0, &f->house->out);
    assert_int_equal(f->house->out.verdict, VERDICT_UNAVAILABLE);
    assert_non_null(strstr(f->house->out.message, "when this till is online"));
    assert_int_equal(f->core.meta.head_seq, 0);
    assert_string_equal(house_status(f->house, "Stalls-C-3"), "available");
}

/* ---- both or neither ------------------------------------------------------------------------ */

static void tamper(struct till_file *f, const char *sql)
{
    till_file_rest(f);
    assert_int_equal(till_file_tamper(f, sql), SQLITE_OK);
    till_file_work_alone(f);
}

/* The receipt is the last thing that is written. */
static void an_act_that_fails_at_its_end_leaves_no_entry(void **state)
{
    struct till_file *f = *state;
    hold_two(f);
    tamper(f, "CREATE TRIGGER no_more BEFORE INSERT ON receipt"
              " BEGIN SELECT raise(ABORT, 'no'); END");
    house_hold(f->house, "Stalls-B-1", "Stalls-B-2", NULL);
    assert_int_not_equal(f->house->out.verdict, VERDICT_OK);
    assert_int_equal(f->core.meta.head_seq, 1);
    tamper(f, "DROP TRIGGER no_more");
    assert_int_equal(f->core.meta.head_seq, 1);
    assert_string_equal(house_status(f->house, "Stalls-B-1"), "available");
    house_hold(f->house, "Stalls-B-1", "Stalls-B-2", NULL);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    assert_int_equal(f->core.meta.head_seq, 2);
}

static void an_entry_that_cannot_be_written_undoes_the_act(void **state)
{
    struct till_file *f = *state;
    tamper(f, "CREATE TRIGGER no_more BEFORE INSERT ON entry"
              " BEGIN SELECT raise(ABORT, 'no'); END");
    house_hold(f->house, "Stalls-A-1", "Stalls-A-2", NULL);
    assert_int_equal(f->house->out.verdict, VERDICT_UNAVAILABLE);
    assert_true(f->core.latched);
    assert_string_equal(house_status(f->house, "Stalls-A-1"), "available");
    house_hold(f->house, "Stalls-B-1", "Stalls-B-2", NULL); /* nothing more until it starts anew */
    assert_int_equal(f->house->out.verdict, VERDICT_UNAVAILABLE);
    tamper(f, "DROP TRIGGER no_more");
    hold_two(f);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, till_file_setup, till_file_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(a_sale_stands_in_the_replica_and_in_the_journal),
        RULE(who_signed_without_the_house_is_marked),
        RULE(an_offer_of_the_waiting_list_is_sold_by_the_house_only),
        RULE(all_is_there_when_the_till_starts_again),
        RULE(a_refused_act_is_not_journalled),
        RULE(the_same_key_is_journalled_once),
        RULE(a_seat_may_change_twice_in_an_act),
        RULE(a_sweep_frees_nothing_behind_the_journals_back),
        RULE(what_waits_for_the_house_is_refused_in_a_sentence),
        RULE(an_act_that_fails_at_its_end_leaves_no_entry),
        RULE(an_entry_that_cannot_be_written_undoes_the_act),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
