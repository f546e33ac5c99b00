/* The till's core on a real file: what it wrote is there, once, unchanged, and its own. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "sync/lite_till_peek.h"
#include "tests/lib/till_file.h"

enum { SHOW = 1 };

struct fixture {
    struct till_file till;
    struct house_fixture *house; /* the till's */
    int32_t seat[3];
};

static struct uuid id(uint8_t n)
{
    return (struct uuid){{n, 0xaa}};
}

static void find_seats(struct fixture *f)
{
    struct snapshot map;
    struct store *store = f->house->desk.store;
    assert_int_equal(store->ops->map_read(store, SHOW, f->house->arena, &map, NULL), RC_OK);
    for (int i = 0; i < COUNT_OF(f->seat); i++)
        f->seat[i] = map.plan->seats[i].no;
}

static int set_up(void **state)
{
    struct fixture *f = x_alloc(sizeof *f);
    void *house;
    if (house_setup(&house))
        return -1;
    f->house = house;
    find_seats(f);
    store_close(&f->house->desk.store);
    till_file_init(&f->till, f->house);
    till_file_start(&f->till);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    void *house = f->house;
    till_file_stop(&f->till);
    free(f);
    return house_teardown(&house);
}

/* ---- acts ----------------------------------------------------------------------------------- */

static struct seat_change holding(const struct fixture *f, int seat, struct uuid hold)
{
    return (struct seat_change){.show = SHOW,
                                .seat = f->seat[seat],
                                .act = ACT_HOLD,
                                .from = SEAT_AVAILABLE,
                                .to = SEAT_HELD,
                                .holder = hold,
                                .held_until = 1790000900000};
}

static enum verdict journal_hold(struct fixture *f, int seat, uint8_t key)
{
    const struct seat_change change = holding(f, seat, id(0x70));
    const struct till_act act = {
        .uid = id(key), .kind = ENTRY_SEATS, .changes = &change, .count = 1};
    struct till_written written;
    return till_journal(&f->till.core, f->house->arena, &act, &written);
}

static struct replica_seat seat_now(struct fixture *f, int seat)
{
    struct replica_seat now;
    assert_true(f->till.disk.seat(f->till.disk.ctx, SHOW, f->seat[seat], &now));
    return now;
}

static struct seat_state state_now(struct fixture *f, int seat)
{
    struct snapshot map;
    struct store *store = lite_till_store(f->till.file);
    assert_int_equal(store->ops->map_read(store, SHOW, f->house->arena, &map, NULL), RC_OK);
    assert_int_equal(map.plan->seats[seat].no, f->seat[seat]);
    return map.state[seat];
}

/* ---- what was written ----------------------------------------------------------------------- */

static void an_act_is_there_when_the_till_starts_again(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(journal_hold(f, 0, 1), VERDICT_OK);
    assert_int_equal(journal_hold(f, 1, 2), VERDICT_OK);
    const struct till_meta before = f->till.core.meta;
    till_file_stop(&f->till);
    till_file_start(&f->till);
    assert_memory_equal(&f->till.core.meta, &before, sizeof before);
    assert_int_equal(f->till.core.meta.head_seq, 2);
    assert_true(till_verify(&f->till.core));
    assert_int_equal(seat_now(f, 1).tip, 2);
}

static void what_was_not_committed_is_not_there(void **state)
{
    struct fixture *f = *state;
    const struct entry entry = {.uid = id(1)};
    const struct entry_frame frame = {
        .seq = 1, .epoch = 1, .body = (const uint8_t *)"body", .size = 4};
    assert_true(f->till.disk.append(f->till.disk.ctx, &frame, &entry));
    till_file_stop(&f->till);
    till_file_start(&f->till);
    struct entry_frame found;
    assert_false(f->till.disk.frame(f->till.disk.ctx, 1, &found));
    assert_int_equal(journal_hold(f, 0, 1), VERDICT_OK);
}

static void an_entry_travels_as_it_was_written(void **state)
{
    struct fixture *f = *state;
    struct entry_frame frame;
    struct entry entry;
    assert_int_equal(journal_hold(f, 2, 9), VERDICT_OK);
    assert_true(f->till.disk.frame(f->till.disk.ctx, 1, &frame));
    assert_int_equal(entry_read(f->house->arena, frame.body, frame.size, &entry), ENTRY_GOOD);
    const struct uuid key = id(9);
    assert_true(uuid_equal(&entry.uid, &key));
    assert_int_equal(entry.seats[0].change.seat, f->seat[2]);
    assert_int_equal(entry.seats[0].change.seen, 1);
    assert_true(
        f->till.chain.signed_by(f->till.chain.ctx, &till_file_device, frame.hash, frame.signature));
    assert_false(frame.kept);
    assert_true(f->till.disk.keep(f->till.disk.ctx, 1) && f->till.disk.commit(f->till.disk.ctx));
    assert_true(f->till.disk.frame(f->till.disk.ctx, 1, &frame));
    assert_true(frame.kept);
}

/* ---- the replica ---------------------------------------------------------------------------- */

static void a_seat_shows_the_tills_act_until_the_house_has_judged_it(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(journal_hold(f, 0, 1), VERDICT_OK);
    assert_int_equal(state_now(f, 0).status, SEAT_HELD);
    assert_int_equal(seat_now(f, 0).house.status, SEAT_AVAILABLE);
    struct replica_seat judged = seat_now(f, 0);
    judged.tip = 0;
    judged.terms = 3;
    judged.house = (struct seat_state){.status = SEAT_SOLD, .version = 8, .holder = id(0x51)};
    assert_true(f->till.disk.put_seat(f->till.disk.ctx, SHOW, f->seat[0], &judged));
    const struct sync_verdict verdict = {
        .seq = 1, .state = ENTRY_CONFLICT, .reason = VERDICT_SEAT_TAKEN};
    assert_true(f->till.disk.settle(f->till.disk.ctx, &verdict) &&
                f->till.disk.commit(f->till.disk.ctx));
    assert_int_equal(state_now(f, 0).status, SEAT_SOLD);
    assert_int_equal(state_now(f, 0).version, 8);
    assert_int_equal(seat_now(f, 0).tip, 0);
    assert_int_equal(seat_now(f, 1).terms, 3); /* of the whole show */
}

static void a_seat_taken_here_is_refused_the_second_time(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(journal_hold(f, 0, 1), VERDICT_OK);
    assert_int_equal(journal_hold(f, 0, 2), VERDICT_SEAT_TAKEN);
    assert_int_equal(f->till.core.meta.head_seq, 1);
    assert_int_equal(journal_hold(f, 1, 3), VERDICT_OK);
}

static void news_of_a_seat_the_replica_lacks_changes_nothing(void **state)
{
    struct fixture *f = *state;
    const struct replica_seat news = {.house = {.version = 5}};
    assert_true(f->till.disk.put_seat(f->till.disk.ctx, SHOW, 9999, &news));
    assert_true(f->till.disk.commit(f->till.disk.ctx));
}

/* ---- what must not be ----------------------------------------------------------------------- */

static void a_gap_is_refused_and_latches_the_till(void **state)
{
    struct fixture *f = *state;
    f->till.core.meta.head_seq = 4;
    assert_int_equal(journal_hold(f, 0, 1), VERDICT_UNAVAILABLE);
    assert_true(f->till.core.latched);
    assert_non_null(strstr(lite_till_why(f->till.file)->text, "follows the one before it"));
    assert_int_equal(journal_hold(f, 1, 2), VERDICT_UNAVAILABLE);
}

static void entries_and_verdicts_stay(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(journal_hold(f, 0, 1), VERDICT_OK);
    const struct sync_verdict verdict = {.seq = 1, .state = ENTRY_ACCEPTED};
    assert_true(f->till.disk.settle(f->till.disk.ctx, &verdict) &&
                f->till.disk.commit(f->till.disk.ctx));
    till_file_stop(&f->till);
    assert_int_equal(till_file_tamper(&f->till, "UPDATE entry SET epoch = 2"), SQLITE_CONSTRAINT);
    assert_int_equal(till_file_tamper(&f->till, "DELETE FROM entry"), SQLITE_CONSTRAINT);
    assert_int_equal(till_file_tamper(&f->till, "UPDATE entry_state SET state = 5"),
                     SQLITE_CONSTRAINT);
    assert_int_equal(till_file_tamper(&f->till, "DELETE FROM entry_state"), SQLITE_CONSTRAINT);
    assert_int_equal(till_file_tamper(&f->till, "UPDATE entry_state SET kept = 1"),
                     SQLITE_OK); /* control */
    till_file_start(&f->till);
}

static bool see_state(void *to, const struct journal_row *row)
{
    *(enum entry_state *)to = row->state;
    return false;
}

static enum entry_state state_of(struct fixture *f, uint64_t seq)
{
    enum entry_state state = ENTRY_STATE_COUNT;
    struct till_peek peek;
    struct err err;
    assert_int_equal(till_peek_open(f->house->path, f->house->dir, f->till.crypt.crypt,
                                    &f->house->desk.clock, &peek, &err),
                     RC_OK);
    assert_int_equal(till_peek_walk(&peek, seq, see_state, &state, &err), RC_OK);
    till_peek_close(&peek);
    return state;
}

/* What is sent is seen in the file by whoever looks, at once; a verdict stays. */
static void an_entry_says_that_it_is_on_its_way(void **state)
{
    struct fixture *f = *state;
    const struct till_disk *disk = &f->till.disk;
    const struct sync_verdict verdict = {.seq = 1, .state = ENTRY_ACCEPTED};
    assert_int_equal(journal_hold(f, 0, 1), VERDICT_OK);
    assert_int_equal(journal_hold(f, 1, 2), VERDICT_OK);
    assert_true(disk->mark_sent(disk->ctx, 1, 2, true));
    assert_int_equal(state_of(f, 1), ENTRY_SENT);
    assert_true(disk->settle(disk->ctx, &verdict) && disk->commit(disk->ctx));
    assert_true(disk->mark_sent(disk->ctx, 1, 2, false));
    assert_int_equal(state_of(f, 1), ENTRY_ACCEPTED);
    assert_int_equal(state_of(f, 2), ENTRY_PENDING);
    assert_true(disk->mark_sent(disk->ctx, 2, 2, true));
    till_file_stop(&f->till);
    till_file_start(&f->till);
    assert_true(till_verify(&f->till.core));
    assert_int_equal(state_of(f, 2), ENTRY_PENDING);
}

static void spoil(struct fixture *f, const char *sql)
{
    assert_int_equal(journal_hold(f, 0, 1), VERDICT_OK);
    assert_int_equal(journal_hold(f, 1, 2), VERDICT_OK);
    till_file_stop(&f->till);
    assert_int_equal(till_file_tamper(&f->till, "DROP TRIGGER entry_never_changes"), SQLITE_OK);
    assert_int_equal(till_file_tamper(&f->till, sql), SQLITE_OK);
    till_file_start(&f->till);
}

static void a_byte_that_was_changed_is_found_at_the_start(void **state)
{
    struct fixture *f = *state;
    spoil(f, "UPDATE entry SET body = CAST(body || x'00' AS BLOB) WHERE seq = 1");
    assert_false(till_verify(&f->till.core));
    assert_int_equal(journal_hold(f, 2, 3), VERDICT_UNAVAILABLE);
}

/* The house would take the whole journal for a forgery. */
static void a_signature_that_is_spoiled_is_not_sent(void **state)
{
    struct fixture *f = *state;
    spoil(f, "UPDATE entry SET signature = zeroblob(64) WHERE seq = 1");
    assert_false(till_verify(&f->till.core));
    assert_int_equal(f->till.core.fault, JOURNAL_FOREIGN);
    assert_int_equal(f->till.core.fault_at, 1);
}

static void nobody_else_has_the_file(void **state)
{
    struct fixture *f = *state;
    struct lite_till *second;
    struct store *store;
    struct err err;
    assert_int_equal(
        lite_till_open(f->house->path, f->till.crypt.crypt, &f->house->desk.clock, &second, &err),
        RC_TRANSIENT);
    assert_null(second);
    assert_int_equal(
        lite_store_open(f->house->path, f->till.crypt.crypt, &f->house->desk.clock, &store, &err),
        RC_TRANSIENT);
    assert_non_null(strstr(err.text, "in use by another program"));
    till_file_stop(&f->till);
    assert_int_equal(
        lite_store_open(f->house->path, f->till.crypt.crypt, &f->house->desk.clock, &store, &err),
        RC_OK);
    store_close(&store);
    till_file_start(&f->till);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(an_act_is_there_when_the_till_starts_again),
        RULE(what_was_not_committed_is_not_there),
        RULE(an_entry_travels_as_it_was_written),
        RULE(a_seat_shows_the_tills_act_until_the_house_has_judged_it),
        RULE(a_seat_taken_here_is_refused_the_second_time),
        RULE(news_of_a_seat_the_replica_lacks_changes_nothing),
        RULE(a_gap_is_refused_and_latches_the_till),
        RULE(entries_and_verdicts_stay),
        RULE(an_entry_says_that_it_is_on_its_way),
        RULE(a_byte_that_was_changed_is_found_at_the_start),
        RULE(a_signature_that_is_spoiled_is_not_sent),
        RULE(nobody_else_has_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
