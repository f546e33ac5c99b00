/* Batches that no till would send, at a house on PostgreSQL: what is wrong is said, nothing of it
 * is done, and the journal comes home all the same when it is sent as it is. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "src/domain/bytes.h"
#include "tests/lib/pg_tills.h"

#define OURS "house = (SELECT max(house) FROM loge.house)"

/* Entries that the house has of a till. */
static long long entries_of(struct pg_shop *shop, const struct pg_till *till)
{
    char sql[200], device[UUID_TEXT];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM loge.entry WHERE device = '%s' AND " OURS,
             uuid_text(&till->file.device, device));
    return pg_server_count(shop->root, sql);
}

static long long events(struct pg_shop *shop)
{
    return pg_server_count(shop->root, "SELECT count(*) FROM loge.event WHERE " OURS);
}

/* ---- a batch, frame by frame ----------------------------------------------------------------- */

struct made {
    struct pg_till *till;
    struct sync_message message;
    struct byte_writer to;
    uint8_t last[ENTRY_HASH]; /* of what was added last */
};

/* In a session of its own. */
static struct made batch_for(struct pg_till *till)
{
    struct made made = {.till = till, .message = pg_till_whole_batch(till)};
    uint8_t *bytes = arena_alloc(till->arena, SYNC_BYTES_MOST);
    made.message.batch.bytes = bytes;
    made.to = (struct byte_writer){.at = bytes, .end = bytes + SYNC_BYTES_MOST};
    return made;
}

static struct entry_frame frame_of(const struct pg_till *till, uint64_t seq)
{
    struct entry_frame frame;
    assert_true(till->file.disk.frame(till->file.disk.ctx, seq, &frame));
    return frame;
}

static void add(struct made *made, const struct entry_frame *frame)
{
    assert_true(batch_add(&made->to, frame));
    memcpy(made->last, frame->hash, ENTRY_HASH);
}

/* As it stands in that till's journal. */
static void add_own(struct made *made, const struct pg_till *whose, uint64_t seq)
{
    const struct entry_frame frame = frame_of(whose, seq);
    add(made, &frame);
}

/* Under another number, chained to what was added last and signed with the till's own key. */
static void add_signed_as(struct made *made, uint64_t seq, uint64_t number)
{
    const struct chain *chain = &made->till->file.core.chain;
    struct entry_frame frame = frame_of(made->till, seq);
    frame.seq = number;
    chain_hash(chain, made->last, &frame, frame.hash);
    chain->crypt->sign(chain->crypt->ctx, frame.hash, frame.signature);
    add(made, &frame);
}

static struct sync_verdicts send_over(struct made *made, struct upstream *up)
{
    struct sync_message answer;
    struct err err;
    made->message.batch.size = (size_t)(made->to.at - made->message.batch.bytes);
    assert_int_equal(up->ops->say(up, made->till->arena, &made->message, &answer, &err), RC_OK);
    assert_int_equal(answer.kind, SYNC_VERDICTS);
    return answer.verdicts;
}

static struct sync_verdicts sent(struct made *made)
{
    return send_over(made, made->till->up);
}

/* All of the journal is taken when it comes as it is. */
static void assert_comes_home(struct pg_shop *shop, struct pg_till *till)
{
    const uint64_t last = till->file.core.meta.head_seq;
    pg_till_push(shop, till);
    assert_int_equal(till->state[last], ENTRY_ACCEPTED);
    assert_int_equal(entries_of(shop, till), last);
}

/* ---- gaps ------------------------------------------------------------------------------------ */

static void what_begins_behind_a_gap_is_not_taken(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&till->home, "Stalls-B-1", "Stalls-B-2");
    const long long before = events(shop);
    struct made made = batch_for(till);
    memcpy(made.message.batch.before, frame_of(till, 2).hash, ENTRY_HASH);
    add_own(&made, till, 3);
    add_own(&made, till, 4);
    const struct sync_verdicts said = sent(&made);
    assert_int_equal(said.status, SYNC_GAP);
    assert_int_equal(said.next, 1);
    assert_int_equal(said.of.count, 0);
    assert_int_equal(events(shop), before);
    assert_comes_home(shop, till);
}

static void an_entry_that_is_left_out_ends_the_batch_there(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&till->home, "Stalls-B-1", "Stalls-B-2");
    struct made made = batch_for(till);
    add_own(&made, till, 1);
    add_own(&made, till, 2);
    add_own(&made, till, 4);
    const struct sync_verdicts said = sent(&made);
    assert_int_equal(said.status, SYNC_DAMAGED);
    assert_int_equal(said.next, 3);
    assert_int_equal(said.of.count, 2);
    assert_int_equal(entries_of(shop, till), 2);
    assert_string_equal(house_status(&shop->house, "Stalls-B-1"), "available");
    assert_comes_home(shop, till);
}

/* Whoever has the key can chain and sign what he likes; the numbers are counted all the same. */
static void a_signed_number_that_skips_is_a_gap(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&till->home, "Stalls-B-1", "Stalls-B-2");
    struct made made = batch_for(till);
    add_own(&made, till, 1);
    add_own(&made, till, 2);
    add_signed_as(&made, 3, 4);
    const struct sync_verdicts said = sent(&made);
    assert_int_equal(said.status, SYNC_GAP);
    assert_int_equal(said.next, 3);
    assert_int_equal(said.of.count, 2);
    assert_int_equal(entries_of(shop, till), 2);
    assert_string_equal(house_status(&shop->house, "Stalls-B-1"), "available");
    assert_comes_home(shop, till);
}

/* ---- the same twice ---------------------------------------------------------------------------
 */

static void an_entry_that_comes_twice_in_a_batch_is_done_once(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    struct made made = batch_for(till);
    add_own(&made, till, 1);
    add_own(&made, till, 1);
    add_own(&made, till, 2);
    const struct sync_verdicts said = sent(&made);
    assert_int_equal(said.status, SYNC_DAMAGED);
    assert_int_equal(said.next, 2);
    assert_int_equal(said.of.count, 1);
    assert_int_equal(entries_of(shop, till), 1);
    assert_comes_home(shop, till);
}

/* The answer was lost, and the journal has grown since: whoever stands on an entry that the house
 * knows already stands on what it did. */
static void what_follows_a_known_entry_is_judged_as_seen(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    pg_server_do(shop->root, "INSERT INTO loge.policy (house, rebase, version)"
                             " SELECT max(house), false, 1 FROM loge.house");
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    struct made made = batch_for(till);
    add_own(&made, till, 1);
    assert_int_equal(sent(&made).of.at[0].state, ENTRY_ACCEPTED);
    assert_comes_home(shop, till);
}

static void an_act_under_two_numbers_is_done_once(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    struct made made = batch_for(till);
    add_own(&made, till, 1);
    add_own(&made, till, 2);
    add_signed_as(&made, 2, 3);
    const struct sync_verdicts said = sent(&made);
    assert_int_equal(said.status, SYNC_OK);
    assert_int_equal(said.of.count, 3);
    assert_int_equal(said.of.at[2].state, ENTRY_ACCEPTED);
    assert_int_equal(pg_server_count(shop->root, "SELECT count(*) FROM loge.sale WHERE " OURS), 1);
}

/* ---- somebody else's ---------------------------------------------------------------------------
 */

static void entries_of_another_till_are_not_taken_for_its_own(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0], *other = &shop->till[1];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&other->home, "Stalls-B-1", "Stalls-B-2");
    const long long before = events(shop);
    struct made made = batch_for(till);
    add_own(&made, other, 1);
    add_own(&made, other, 2);
    const struct sync_verdicts said = sent(&made);
    assert_int_equal(said.status, SYNC_DAMAGED);
    assert_int_equal(said.quarantine, QUARANTINE_NONE);
    assert_int_equal(said.next, 1);
    assert_int_equal(said.of.count, 0);
    assert_int_equal(events(shop), before);
    assert_comes_home(shop, till);
    assert_comes_home(shop, other);
}

/* A clerk with the key of one till and the journal of another. */
static void nobody_speaks_for_another_till(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0], *other = &shop->till[1];
    house_sell_two(&other->home, "Stalls-B-1", "Stalls-B-2");
    const long long before = events(shop);
    struct made made = batch_for(other);
    add_own(&made, other, 1);
    add_own(&made, other, 2);
    struct upstream *line = pg_shop_line(shop, shop->anna, &till->file.crypt.key);
    const struct sync_verdicts said = send_over(&made, line);
    upstream_close(&line);
    assert_int_equal(said.status, SYNC_UNKNOWN);
    assert_int_equal(said.of.count, 0);
    assert_int_equal(events(shop), before);
    assert_comes_home(shop, other);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, pg_shop_setup, pg_shop_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(what_begins_behind_a_gap_is_not_taken),
        RULE(an_entry_that_is_left_out_ends_the_batch_there),
        RULE(a_signed_number_that_skips_is_a_gap),
        RULE(an_entry_that_comes_twice_in_a_batch_is_done_once),
        RULE(what_follows_a_known_entry_is_judged_as_seen),
        RULE(an_act_under_two_numbers_is_done_once),
        RULE(entries_of_another_till_are_not_taken_for_its_own),
        RULE(nobody_speaks_for_another_till),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
