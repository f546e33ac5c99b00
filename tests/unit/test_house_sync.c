/* The house against what is broken, foreign, too new or too much, and against its own power cuts.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/base/text.h"
#include "src/domain/act_bytes.h"
#include "src/domain/bytes.h"
#include "tests/lib/sync_pair.h"

enum { KEPT_AT = 8 + 4 }; /* in a frame */

static struct pair *pair;

/* A journal that somebody else's program writes: frames of any content, well chained and signed. */
static struct {
    uint8_t bytes[2 * SYNC_BYTES_MOST];
    struct byte_writer to;
    uint8_t head[ENTRY_HASH];
    uint64_t seq;
} foreign;

static int set_up(void **state)
{
    pair = pair_new();
    foreign.to = (struct byte_writer){foreign.bytes, foreign.bytes + sizeof foreign.bytes, false};
    memset(foreign.head, 0, ENTRY_HASH);
    foreign.seq = 0;
    return 0;
}

static int tear_down(void **state)
{
    pair_free(&pair);
    return 0;
}

static void write_frame(const void *body, uint32_t size)
{
    struct entry_frame frame = {.seq = ++foreign.seq, .epoch = 1, .body = body, .size = size};
    chain_hash(&pair->till.chain, foreign.head, &frame, frame.hash);
    sim_crypt.sign(NULL, frame.hash, frame.signature);
    memcpy(foreign.head, frame.hash, ENTRY_HASH);
    assert_true(batch_add(&foreign.to, &frame));
}

static void write_entry(const struct entry *entry)
{
    uint8_t body[ENTRY_BYTES_MOST];
    uint32_t size = entry_write(entry, body, sizeof body);
    assert_true(size > 0);
    write_frame(body, size);
}

/* Keys are told apart by one byte, so that no act is another's repetition. */
static struct entry scan_of(int key, bool out)
{
    return (struct entry){.uid = {{(uint8_t)key, 1}},
                          .kind = ENTRY_SCAN,
                          .scan = {.ticket = {{1}}, .out = out},
                          .mono = key};
}

static uint64_t open_session(void)
{
    struct sync_message hello = {.kind = SYNC_HELLO};
    hello.hello = (struct sync_hello){.revision = SYNC_REVISION,
                                      .device = {{1}},
                                      .epoch = 1,
                                      .head_seq = foreign.seq,
                                      .mono = 1000};
    memcpy(hello.hello.head_hash, foreign.head, ENTRY_HASH);
    return pair_ask(pair, &hello).welcome.session;
}

static struct sync_verdicts push_to(struct uuid device, uint64_t session)
{
    struct sync_message batch = {.kind = SYNC_BATCH};
    batch.batch.device = device;
    batch.batch.session = session;
    batch.batch.bytes = foreign.bytes;
    batch.batch.size = (size_t)(foreign.to.at - foreign.bytes);
    return pair_ask(pair, &batch).verdicts;
}

static struct sync_verdicts push(void)
{
    return push_to((struct uuid){{1}}, open_session());
}

/* ---- broken and foreign --------------------------------------------------------------------- */

static void a_malformed_entry_is_refused_and_the_next_one_is_judged(void **state)
{
    struct entry scan = scan_of(2, false);
    write_frame("\1not an entry", 13);
    write_entry(&scan);
    struct sync_verdicts answer = push();
    assert_int_equal(answer.of.count, 2);
    assert_int_equal(answer.of.at[0].state, ENTRY_REFUSED);
    assert_int_equal(answer.of.at[1].state, ENTRY_ACCEPTED);
}

static void an_entry_of_a_newer_program_waits_until_the_house_is_upgraded(void **state)
{
    struct entry scan = scan_of(1, false);
    write_entry(&scan);
    write_frame("\377newer", 6);
    struct sync_verdicts answer = push();
    assert_int_equal(answer.status, SYNC_TOO_NEW);
    assert_int_equal(answer.of.count, 1);
    assert_int_equal(answer.next, 2);
}

/* An act of a person, with its bytes. */
static void write_act_of(const char *person, int key)
{
    uint8_t payload[1024];
    struct arena *arena = pair->world.arena;
    struct changeset *act = changeset_new(arena);
    struct entry entry = scan_of(key, false);
    act->act = ACT_ADMIT;
    text_copy(act->actor.name, sizeof act->actor.name, person);
    entry.payload = payload;
    entry.payload_size = (uint32_t)act_write(act, payload, sizeof payload);
    assert_true(entry.payload_size > 0);
    write_entry(&entry);
}

static bool is_anna(void *ctx, const char *person)
{
    (void)ctx;
    return strcmp(person, "anna") == 0;
}

static bool is_anybody(void *ctx, const char *person)
{
    (void)ctx;
    return *person;
}

/* It, and what may stand on it, has no verdict yet. */
static void an_act_of_somebody_who_has_not_signed_in_there_waits(void **state)
{
    (void)state;
    write_act_of("anna", 1);
    write_act_of("mark", 2);
    write_act_of("anna", 3);
    pair->house_table.signed_in = is_anna;
    struct sync_verdicts answer = push();
    assert_int_equal(answer.status, SYNC_STRANGER);
    assert_int_equal(answer.of.count, 1);
    assert_int_equal(answer.next, 2);
    assert_int_equal(pair_device(pair)->last_seq, 1);
    assert_int_equal(pair_device(pair)->quarantine, QUARANTINE_NONE);
    pair->house_table.signed_in = is_anybody;
    answer = push();
    assert_int_equal(answer.status, SYNC_OK);
    assert_int_equal(answer.of.count, 3);
    assert_int_equal(answer.next, 4);
}

static void a_key_that_comes_again_with_other_content_is_refused(void **state)
{
    struct entry scan = scan_of(1, false), other = scan_of(1, true);
    other.fingerprint[0] = 9;
    write_entry(&scan);
    write_entry(&other);
    write_entry(&scan);
    struct sync_verdicts answer = push();
    assert_int_equal(answer.of.at[0].state, ENTRY_ACCEPTED);
    assert_int_equal(answer.of.at[1].state, ENTRY_REFUSED);
    assert_int_equal(answer.of.at[2].state, ENTRY_ACCEPTED);
    assert_int_equal(pair->world.store.now.passages, 1);
    assert_false(pair->world.store.passages[0].passage.out);
}

static void a_till_nobody_knows_is_told_so(void **state)
{
    struct sync_message hello = {.kind = SYNC_HELLO};
    hello.hello = (struct sync_hello){.revision = SYNC_REVISION, .device = {{99}}};
    assert_int_equal(pair_ask(pair, &hello).welcome.status, SYNC_UNKNOWN);
    assert_int_equal(push_to((struct uuid){{99}}, 1).status, SYNC_UNKNOWN);
}

static void more_than_a_batch_may_hold_is_left_for_the_next(void **state)
{
    for (int i = 0; i < SYNC_ENTRIES_MOST / 2; i++) {
        struct entry scan = scan_of(i % 250, i % 2);
        scan.uid.b[2] = (uint8_t)(i / 250);
        scan.payload = foreign.bytes;
        scan.payload_size = 1000;
        write_entry(&scan);
    }
    struct sync_verdicts answer = push();
    assert_true(answer.of.count > 200 && answer.of.count < SYNC_ENTRIES_MOST / 2);
    assert_int_equal(answer.next, answer.of.count + 1);
    assert_int_equal(answer.status, SYNC_OK);
}

static void any_byte_that_changes_on_the_way_changes_nothing_at_the_house(void **state)
{
    struct entry scan = scan_of(1, false);
    write_entry(&scan);
    size_t size = (size_t)(foreign.to.at - foreign.bytes);
    pair->world.blurred = true;
    for (size_t at = 0; at < size; at++) {
        foreign.bytes[at] ^= 0x41;
        struct sync_verdicts answer = push();
        foreign.bytes[at] ^= 0x41;
        if (at != KEPT_AT) /* whether it is kept is no part of an entry */
            assert_int_equal(answer.of.count, 0);
        assert_int_equal(pair_device(pair)->last_seq, answer.of.count);
        house_start(&pair->world.store, &pair->world);
    }
}

/* ---- the door ------------------------------------------------------------------------------- */

static void a_ticket_admitted_twice_is_found(void **state)
{
    struct entry first = scan_of(1, false), again = scan_of(2, false);
    write_entry(&first);
    write_entry(&again);
    struct sync_verdicts answer = push();
    assert_int_equal(answer.of.at[0].heading, MERGE_PLAIN);
    assert_int_equal(answer.of.at[1].heading, MERGE_TWICE_IN);
    assert_int_equal(answer.of.at[1].state, ENTRY_ACCEPTED);
}

/* ---- busy, and without power ---------------------------------------------------------------- */

static void a_busy_house_has_done_nothing(void **state)
{
    pair_both(pair, 0, 1);
    assert_true(house_begin_slow(&pair->world.store, 0));
    pair_meet(pair);
    assert_int_equal(pair_state(pair, 1), ENTRY_SENT);
    assert_int_equal(pair_device(pair)->last_seq, 0);
    struct seat_change never = {.show = SHOW};
    (void)!house_end_slow(&pair->world.store, &never);
    pair_meet(pair);
    assert_int_equal(pair_state(pair, 1), ENTRY_ACCEPTED);
}

static void a_power_cut_at_any_write_leaves_verdict_and_effect_both_or_neither(void **state)
{
    int cuts = 0;
    for (int k = 1; k < 6; k++) {
        pair_both(pair, 0, 1);
        pair->world.store.strike = k;
        pair_meet(pair);
        cuts += pair->world.store.dead;
        house_crash(&pair->world.store);
        bool sold = pair_at_house(pair, 0)->status == SEAT_SOLD;
        assert_int_equal(sold, pair->world.store.now.receipts == 1);
        pair_meet(pair);
        pair_meet(pair);
        assert_int_equal(pair_state(pair, 1), ENTRY_ACCEPTED);
        assert_string_equal(pair->world.fault, "");
        pair_free(&pair);
        pair = pair_new();
    }
    assert_true(cuts >= 4);
}

/* ---- supervisors ---------------------------------------------------------------------------- */

static void only_a_journal_in_quarantine_can_be_let_in_again(void **state)
{
    assert_false(house_readmit(&pair->world.house, &pair_device(pair)->id));
    assert_int_equal(pair_device(pair)->granted, 0);
}

static void only_lent_seats_can_be_recalled(void **state)
{
    assert_false(house_recall(&pair->world.house, &pair_device(pair)->id));
    assert_false(pair_device(pair)->recall);
}

static void nothing_is_lent_to_a_till_in_quarantine(void **state)
{
    struct seat_news wish = {.show = SHOW};
    assert_true(house_declare_dead(&pair->world.house, &pair_device(pair)->id));
    assert_false(house_lend(&pair->world.house, &pair_device(pair)->id, &wish, 1));
    assert_int_equal(pair_at_house(pair, 0)->allotment, 0);
}

static void a_group_of_seats_is_lent_whole_or_not_at_all(void **state)
{
    struct seat_news wish[] = {{.show = SHOW, .seat = 0}, {.show = SHOW, .seat = 1}};
    assert_true(pair_web_takes(pair, 1));
    assert_false(house_lend(&pair->world.house, &pair_device(pair)->id, wish, 2));
    assert_int_equal(pair_at_house(pair, 0)->allotment, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_malformed_entry_is_refused_and_the_next_one_is_judged),
        TEST(an_entry_of_a_newer_program_waits_until_the_house_is_upgraded),
        TEST(an_act_of_somebody_who_has_not_signed_in_there_waits),
        TEST(a_key_that_comes_again_with_other_content_is_refused),
        TEST(a_till_nobody_knows_is_told_so),
        TEST(more_than_a_batch_may_hold_is_left_for_the_next),
        TEST(any_byte_that_changes_on_the_way_changes_nothing_at_the_house),
        TEST(a_ticket_admitted_twice_is_found),
        TEST(a_busy_house_has_done_nothing),
        TEST(a_power_cut_at_any_write_leaves_verdict_and_effect_both_or_neither),
        TEST(only_a_journal_in_quarantine_can_be_let_in_again),
        TEST(only_lent_seats_can_be_recalled),
        TEST(nothing_is_lent_to_a_till_in_quarantine),
        TEST(a_group_of_seats_is_lent_whole_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
