/* A journal comes home: the rules of sync.h, till_sync.h and house_sync.h, one by one. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/domain/bytes.h"
#include "tests/lib/sync_pair.h"

static struct pair *pair;

static int set_up(void **state)
{
    pair = pair_new();
    return 0;
}

static int tear_down(void **state)
{
    assert_string_equal(pair->world.fault, "");
    pair_free(&pair);
    return 0;
}

static void meet(int times)
{
    for (int i = 0; i < times; i++)
        pair_meet(pair);
}

/* ---- words ---------------------------------------------------------------------------------- */

static void a_house_understands_tills_of_two_revisions_before_its_own(void **state)
{
    assert_int_equal(sync_revision(5, 5), SYNC_OK);
    assert_int_equal(sync_revision(5, 3), SYNC_OK);
    assert_int_equal(sync_revision(5, 2), SYNC_TOO_OLD);
    assert_int_equal(sync_revision(5, 6), SYNC_TOO_NEW);
    assert_int_equal(sync_revision(1, 0), SYNC_TOO_OLD);
}

static void a_batch_that_was_cut_anywhere_holds_the_frames_before_the_cut(void **state)
{
    uint8_t bytes[1000];
    struct byte_writer to = {bytes, bytes + sizeof bytes, false};
    struct entry_frame one = {.seq = 1, .body = (const uint8_t *)"first", .size = 5}, read;
    struct entry_frame two = {.seq = 2, .kept = true, .body = (const uint8_t *)"then", .size = 4};
    assert_true(batch_add(&to, &one));
    size_t first = (size_t)(to.at - bytes);
    assert_true(batch_add(&to, &two));
    for (size_t cut = 0; cut <= (size_t)(to.at - bytes); cut++) {
        struct byte_reader from = {bytes, bytes + cut, false};
        assert_int_equal(batch_next(&from, &read), cut >= first);
        assert_int_equal(batch_next(&from, &read), cut == (size_t)(to.at - bytes));
    }
    assert_true(read.kept);
    assert_memory_equal(read.body, "then", 4);
}

/* ---- coming home ---------------------------------------------------------------------------- */

static void what_was_done_offline_is_in_the_house_afterwards(void **state)
{
    assert_int_equal(pair_hold(pair, 0, 1), VERDICT_OK);
    assert_int_equal(pair_sell(pair, 0, 1, 2), VERDICT_OK);
    assert_int_equal(pair_both(pair, 1, 3), VERDICT_OK);
    meet(1);
    assert_int_equal(pair_at_house(pair, 0)->status, SEAT_SOLD);
    assert_int_equal(pair_at_house(pair, 1)->status, SEAT_SOLD);
    for (int seq = 1; seq <= 3; seq++)
        assert_int_equal(pair_state(pair, seq), ENTRY_ACCEPTED);
}

static void the_verdicts_version_is_what_the_next_act_stands_on(void **state)
{
    pair_hold(pair, 0, 1);
    meet(1);
    pair_sell(pair, 0, 1, 2);
    meet(1);
    assert_int_equal(pair_state(pair, 2), ENTRY_ACCEPTED);
    assert_int_equal(pair->world.disks[0].now.seats[0].house.version, 3);
    assert_int_equal(pair->world.disks[0].now.seats[0].tip, 0);
}

static void a_till_pushes_before_it_pulls(void **state)
{
    pair_both(pair, 0, 1);
    pair_batch(pair);
    assert_int_equal(pair->till.phase, TILL_PUSHING);
    assert_int_equal(pair->till.meta.cursor, 0);
}

static void while_an_entry_is_open_the_replica_shows_what_was_done_here(void **state)
{
    pair_both(pair, 0, 1);
    assert_int_equal(pair_hold(pair, 0, 5), VERDICT_SEAT_TAKEN);
    assert_int_equal(pair_sell(pair, 1, 9, 10), VERDICT_NOT_HOLDER);
    assert_int_equal(pair_hold(pair, RETIRED_SEAT + 1, 5), VERDICT_SEAT_NOT_FOUND);
}

static void a_conflict_shows_the_seat_as_the_house_has_it(void **state)
{
    pair_hold(pair, 0, 1);
    assert_true(pair_web_takes(pair, 0));
    meet(1);
    assert_int_equal(pair_state(pair, 1), ENTRY_CONFLICT);
    assert_true(uuid_equal(&pair->world.disks[0].now.seats[0].house.holder,
                           &pair_at_house(pair, 0)->holder));
}

static void a_poisoned_entry_stops_nobody_behind_it(void **state)
{
    pair_hold(pair, RETIRED_SEAT, 1);
    pair_both(pair, 1, 2);
    pair->world.deeds[0].poison = true;
    meet(1);
    assert_int_equal(pair_state(pair, 1), ENTRY_REFUSED);
    assert_int_equal(pair_state(pair, 2), ENTRY_ACCEPTED);
}

static void the_same_batch_twice_changes_nothing(void **state)
{
    pair_both(pair, 0, 1);
    struct sync_message batch = pair_batch(pair);
    struct sync_message first = pair_ask(pair, &batch), again = pair_ask(pair, &batch);
    assert_int_equal(first.verdicts.of.count, 1);
    assert_int_equal(again.verdicts.of.count, 1);
    assert_int_equal(again.verdicts.of.at[0].state, ENTRY_ACCEPTED);
    assert_int_equal(pair_at_house(pair, 0)->version, 3);
}

static void a_batch_that_overtook_another_is_not_judged(void **state)
{
    pair_both(pair, 0, 1);
    pair_both(pair, 1, 2);
    struct sync_message batch = pair_batch(pair);
    struct byte_reader from = {batch.batch.bytes, batch.batch.bytes + batch.batch.size, false};
    struct entry_frame first;
    assert_true(batch_next(&from, &first));
    memcpy(batch.batch.before, first.hash, ENTRY_HASH);
    batch.batch.bytes = from.at;
    batch.batch.size = (size_t)(from.end - from.at);
    struct sync_message answer = pair_ask(pair, &batch);
    assert_int_equal(answer.verdicts.status, SYNC_GAP);
    assert_int_equal(answer.verdicts.next, 1);
    assert_int_equal(pair_at_house(pair, 1)->status, SEAT_AVAILABLE);
}

static void a_damaged_batch_is_sent_again(void **state)
{
    pair_both(pair, 0, 1);
    struct sync_message batch = pair_batch(pair);
    uint8_t *bytes = arena_alloc(pair->world.arena, batch.batch.size);
    memcpy(bytes, batch.batch.bytes, batch.batch.size);
    bytes[batch.batch.size - 20] ^= 1;
    batch.batch.bytes = bytes;
    assert_int_equal(pair_ask(pair, &batch).verdicts.status, SYNC_DAMAGED);
    meet(1);
    assert_int_equal(pair_state(pair, 1), ENTRY_ACCEPTED);
}

static void what_belongs_to_an_earlier_session_is_not_listened_to(void **state)
{
    pair_both(pair, 0, 1);
    struct sync_message batch = pair_batch(pair);
    batch.batch.session--;
    assert_int_equal(pair_ask(pair, &batch).verdicts.status, SYNC_OTHER_SESSION);
    assert_int_equal(pair_at_house(pair, 0)->status, SEAT_AVAILABLE);
}

static void a_hello_that_comes_twice_begins_one_session(void **state)
{
    pair_both(pair, 0, 1);
    pair_tell(pair, TILL_PROBE);
    pair_tell(pair, TILL_TICK);
    struct sync_message hello = pair_next(pair, SYNC_HELLO);
    const struct sync_welcome first = pair_ask(pair, &hello).welcome;
    const struct sync_welcome again = pair_ask(pair, &hello).welcome;
    assert_int_equal(again.session, first.session);
    assert_int_equal(again.status, SYNC_OK);
    assert_int_equal(again.last_seq, first.last_seq);
    assert_int_equal(pair_device(pair)->session, first.session);
}

/* It is late: the till went on meanwhile, and is not suspected for it. */
static void a_copy_of_the_hello_does_not_end_what_it_began(void **state)
{
    pair_both(pair, 0, 1);
    pair_tell(pair, TILL_PROBE);
    pair_tell(pair, TILL_TICK);
    const struct sync_message hello = pair->waiting[pair->count - 1];
    assert_int_equal(hello.kind, SYNC_HELLO);
    pair_talk(pair);
    pair_both(pair, 1, 2);
    pair_tell(pair, TILL_TICK);
    pair_talk(pair);
    assert_int_equal(pair_state(pair, 2), ENTRY_ACCEPTED);
    const uint64_t session = pair_device(pair)->session;
    pair_ask(pair, &hello);
    pair_ask(pair, &hello);
    assert_int_equal(pair_device(pair)->session, session);
    assert_int_equal(pair_device(pair)->quarantine, QUARANTINE_NONE);
}

static void a_till_of_an_unknown_revision_waits_for_its_upgrade(void **state)
{
    pair_both(pair, 0, 1);
    pair->till.revision = SYNC_REVISION + 1;
    meet(1);
    assert_int_equal(pair->till.trouble, SYNC_TOO_NEW);
    assert_int_equal(pair_state(pair, 1), ENTRY_PENDING);
    pair->till.revision = SYNC_REVISION;
    meet(11);
    assert_int_equal(pair_state(pair, 1), ENTRY_ACCEPTED);
}

/* ---- power ---------------------------------------------------------------------------------- */

static void a_power_cut_at_any_write_leaves_an_act_whole_or_undone(void **state)
{
    int cuts = 0;
    for (int k = 1; k < 10; k++) {
        int before = pair->world.disks[0].committed.count;
        pair->world.disks[0].strike = k;
        enum verdict verdict = pair_both(pair, k % SEATS, 10 + k);
        pair->world.disks[0].strike = 0;
        cuts += verdict == VERDICT_UNAVAILABLE;
        if (verdict == VERDICT_UNAVAILABLE)
            assert_true(pair->till.latched);
        pair_restart(pair, false);
        assert_int_equal(pair->world.disks[0].now.count, before + (verdict == VERDICT_OK));
        assert_true(till_verify(&pair->till));
    }
    assert_true(cuts > 2 && cuts < 9);
}

static void a_latched_till_takes_no_more_acts(void **state)
{
    pair->world.disks[0].strike = 1;
    assert_int_equal(pair_hold(pair, 0, 1), VERDICT_UNAVAILABLE);
    assert_int_equal(pair_hold(pair, 1, 2), VERDICT_UNAVAILABLE);
}

static void a_power_cut_while_verdicts_are_folded_asks_for_them_again(void **state)
{
    for (int k = 1; k < 8; k++) {
        pair_both(pair, 0, 1);
        pair->world.disks[0].strike = k;
        meet(1);
        pair_restart(pair, false);
        meet(1);
        assert_int_equal(pair_state(pair, 1), ENTRY_ACCEPTED);
        assert_int_equal(pair_at_house(pair, 0)->version, 3);
        pair_free(&pair);
        pair = pair_new();
    }
}

static void an_altered_journal_is_found_when_the_till_starts(void **state)
{
    uint8_t altered[500];
    pair_both(pair, 0, 1);
    struct entry_frame *frame = &pair->world.disks[0].frames[0];
    memcpy(altered, frame->body, frame->size);
    altered[60] ^= 1;
    assert_true(till_verify(&pair->till));
    frame->body = altered;
    assert_false(till_verify(&pair->till));
    assert_true(pair->till.latched);
}

/* ---- a past that is not the house's ---------------------------------------------------------- */

/* The disk as it was after the first act, when the house already has the second. */
static void put_back_an_old_disk(void)
{
    pair_both(pair, 0, 1);
    struct disk_rows copy = pair->world.disks[0].committed;
    pair_both(pair, 1, 2);
    meet(1);
    pair->world.disks[0].committed = copy;
    pair->world.was_restored[0] = true;
    pair_restart(pair, true);
}

static void an_old_disk_that_was_put_back_is_quarantined(void **state)
{
    put_back_an_old_disk();
    meet(1);
    assert_int_equal(pair->till.trouble, SYNC_QUARANTINED);
    assert_int_equal(pair->till.quarantine, QUARANTINE_ROLLBACK);
}

static void a_late_hello_is_no_reason_for_that(void **state)
{
    pair_tell(pair, TILL_PROBE);
    pair_tell(pair, TILL_TICK);
    struct sync_message late = pair_next(pair, SYNC_HELLO);
    pair_both(pair, 0, 1);
    meet(2);
    assert_int_equal(pair_state(pair, 1), ENTRY_ACCEPTED);
    int64_t heard_at = pair_device(pair)->heard_at;
    pair_wait(pair, 5000);
    assert_int_equal(pair_ask(pair, &late).welcome.status, SYNC_AGAIN);
    assert_int_equal(pair_device(pair)->heard_at, heard_at);
    assert_int_equal(pair_device(pair)->quarantine, QUARANTINE_NONE);
}

static void two_histories_of_one_journal_are_a_fork(void **state)
{
    put_back_an_old_disk();
    pair_both(pair, 2, 3);
    meet(1);
    assert_int_equal(pair->till.quarantine, QUARANTINE_FORK);
    assert_int_equal(pair_at_house(pair, 2)->status, SEAT_AVAILABLE);
}

static void a_longer_history_is_found_by_its_chain(void **state)
{
    put_back_an_old_disk();
    pair_both(pair, 2, 3);
    pair_both(pair, 3, 4);
    meet(1);
    assert_int_equal(pair->till.quarantine, QUARANTINE_FORK);
    assert_int_equal(pair_at_house(pair, 3)->status, SEAT_AVAILABLE);
}

static void a_supervisor_lets_a_journal_go_on_and_every_act_counts_once(void **state)
{
    put_back_an_old_disk();
    pair_both(pair, 2, 3);
    meet(1);
    assert_true(house_readmit(&pair->world.house, &pair_device(pair)->id));
    meet(12);
    assert_int_equal(pair->till.meta.epoch, 2);
    assert_int_equal(pair_state(pair, 1), ENTRY_RENEWED); /* the copy did not know its verdict */
    assert_int_equal(pair_state(pair, 3), ENTRY_ACCEPTED);
    assert_int_equal(pair_at_house(pair, 0)->version, 3);
    assert_int_equal(pair_at_house(pair, 2)->status, SEAT_SOLD);
}

static void the_last_word_of_being_shut_out_is_kept_over_a_start(void **state)
{
    put_back_an_old_disk();
    pair_both(pair, 2, 3);
    meet(1);
    pair_restart(pair, false);
    assert_int_equal(pair->till.trouble, SYNC_OK); /* nobody was asked since */
    assert_int_equal(pair->till.meta.shut_out.status, SYNC_QUARANTINED);
    assert_int_equal(pair->till.meta.shut_out.why, QUARANTINE_FORK);
    assert_true(house_readmit(&pair->world.house, &pair_device(pair)->id));
    meet(12);
    assert_int_equal(pair->till.meta.shut_out.status, SYNC_OK);
    pair_restart(pair, false);
    assert_int_equal(pair->till.meta.shut_out.why, QUARANTINE_NONE);
}

static bool of_another_key(void *ctx, const struct uuid *id, const uint8_t hash[ENTRY_HASH],
                           const uint8_t signature[ENTRY_SIGNATURE])
{
    return false;
}

static void a_foreign_signature_is_quarantined(void **state)
{
    struct chain_crypt strict = sim_crypt;
    strict.signed_by = of_another_key;
    pair->world.blurred = true; /* the house has its reason */
    pair->world.house.chain.crypt = &strict;
    pair_both(pair, 0, 1);
    meet(1);
    assert_int_equal(pair->till.quarantine, QUARANTINE_FORGED);
    assert_int_equal(pair_state(pair, 1), ENTRY_PENDING);
}

static void a_journal_of_a_till_that_was_declared_lost_keeps_its_entries(void **state)
{
    pair_both(pair, 0, 1);
    assert_true(house_declare_dead(&pair->world.house, &pair_device(pair)->id));
    meet(1);
    assert_int_equal(pair->till.quarantine, QUARANTINE_REVOKED);
    assert_int_equal(pair_state(pair, 1), ENTRY_PENDING);
}

/* ---- lent seats ----------------------------------------------------------------------------- */

static void lend(int seat)
{
    struct seat_news wish = {.show = SHOW, .seat = seat};
    assert_true(house_lend(&pair->world.house, &pair_device(pair)->id, &wish, 1));
    meet(12);
    assert_true(till_sells_for_good(&pair->till, SHOW, seat));
}

static void only_lent_seats_are_sold_for_good(void **state)
{
    lend(0);
    assert_false(till_sells_for_good(&pair->till, SHOW, 1));
    pair_both(pair, 0, 1);
    pair_both(pair, 1, 2);
    assert_true(pair->world.deeds[0].final);
    assert_false(pair->world.deeds[1].final);
}

/* The house may have refunded meanwhile what is exchanged here, whoever the new seat is lent to. */
static void an_exchange_is_never_for_good(void **state)
{
    lend(0);
    lend(1);
    pair_both(pair, 0, 1);
    assert_int_equal(pair_exchange(pair, 0, 1, 101), VERDICT_OK);
    assert_true(pair->world.deeds[0].final);
    assert_false(pair->world.deeds[1].final);
}

/* And when it has, the seat that a refund alone has freed here is sold there. */
static void a_seat_that_was_freed_alone_is_not_sold_for_good(void **state)
{
    lend(0);
    pair_both(pair, 0, 1);
    assert_int_equal(pair_refund(pair, 0, 101), VERDICT_OK);
    pair_both(pair, 0, 2);
    assert_false(pair->world.deeds[2].final);
    meet(1);
    assert_int_equal(pair_refund(pair, 0, 102), VERDICT_OK);
    meet(1);
    pair_both(pair, 0, 3); /* the house has said yes to it */
    assert_true(pair->world.deeds[4].final);
}

static void a_lease_ends_by_the_monotonic_clock(void **state)
{
    lend(0);
    pair->till.clock.wall -= 1000000000;
    pair->till.clock.mono += PAIR_LEASE_MS;
    assert_false(till_sells_for_good(&pair->till, SHOW, 0));
}

static void a_lease_does_not_survive_a_boot_and_comes_back_with_the_house(void **state)
{
    lend(0);
    pair_restart(pair, true);
    assert_false(till_sells_for_good(&pair->till, SHOW, 0));
    meet(2);
    assert_true(till_sells_for_good(&pair->till, SHOW, 0));
}

static void it_survives_a_crash_of_the_program(void **state)
{
    lend(0);
    pair_restart(pair, false);
    assert_true(till_sells_for_good(&pair->till, SHOW, 0));
}

/* It may learn of its quarantine late; from then on it promises nothing. */
static void a_till_that_is_not_let_in_sells_nothing_for_good(void **state)
{
    lend(0);
    assert_true(house_declare_dead(&pair->world.house, &pair_device(pair)->id));
    assert_true(house_readmit(&pair->world.house, &pair_device(pair)->id));
    pair_restart(pair, false);
    pair_tell(pair, TILL_PROBE);
    pair_tell(pair, TILL_TICK);
    struct sync_message hello = pair_next(pair, SYNC_HELLO), welcome = pair_ask(pair, &hello);
    struct till_event event = {.kind = TILL_MESSAGE, .message = &welcome};
    struct till_actions actions;
    assert_int_equal(welcome.welcome.status, SYNC_NEW_EPOCH);
    till_step(&pair->till, pair->world.arena, &event, &actions);
    assert_false(till_sells_for_good(&pair->till, SHOW, 0));
}

static void a_give_back_of_an_earlier_session_is_not_listened_to(void **state)
{
    lend(0);
    struct sync_message late = {.kind = SYNC_GIVE_BACK};
    late.give_back =
        (struct sync_give_back){pair_device(pair)->id, pair_device(pair)->session - 1, 0};
    assert_int_equal(pair_ask(pair, &late).given_back.status, SYNC_OTHER_SESSION);
    assert_int_equal(pair_at_house(pair, 0)->allotment, 1);
}

static void a_lease_waits_until_the_replica_knows_what_is_lent(void **state)
{
    struct seat_news wish = {.show = SHOW, .seat = 0};
    assert_true(house_lend(&pair->world.house, &pair_device(pair)->id, &wish, 1));
    pair->world.disks[0].now.seats[3].house.allotment = 1; /* of an earlier evening */
    pair->till.meta.till = 1;
    pair_both(pair, 1, 1);
    pair_batch(pair);
    assert_false(till_sells_for_good(&pair->till, SHOW, 3));
}

static void given_back_seats_are_not_sold_for_good_any_more(void **state)
{
    lend(0);
    pair_tell(pair, TILL_GIVE_BACK);
    assert_false(till_sells_for_good(&pair->till, SHOW, 0));
    meet(2);
    assert_int_equal(pair_at_house(pair, 0)->allotment, 0);
    assert_false(pair_device(pair)->lent);
}

static void the_house_takes_them_back_only_after_the_last_upload(void **state)
{
    lend(0);
    pair_both(pair, 0, 1);
    struct sync_message early = {.kind = SYNC_GIVE_BACK};
    early.give_back = (struct sync_give_back){pair_device(pair)->id, pair_device(pair)->session, 1};
    assert_int_equal(pair_ask(pair, &early).given_back.status, SYNC_GAP);
    assert_int_equal(pair_at_house(pair, 0)->allotment, 1);
}

static void a_recalled_lease_ends_and_the_seats_go_back(void **state)
{
    lend(0);
    assert_true(house_recall(&pair->world.house, &pair_device(pair)->id));
    meet(14);
    assert_int_equal(pair_at_house(pair, 0)->allotment, 0);
    assert_false(till_sells_for_good(&pair->till, SHOW, 0));
}

static void seats_of_a_till_that_was_declared_lost_are_free_at_once(void **state)
{
    lend(0);
    assert_int_equal(pair_at_house(pair, 0)->allotment, 1);
    assert_true(house_declare_dead(&pair->world.house, &pair_device(pair)->id));
    assert_int_equal(pair_at_house(pair, 0)->allotment, 0);
}

static void a_seat_that_is_taken_or_lent_is_not_lent(void **state)
{
    struct seat_news wish = {.show = SHOW, .seat = 2};
    assert_true(pair_web_takes(pair, 2));
    assert_false(house_lend(&pair->world.house, &pair_device(pair)->id, &wish, 1));
    assert_false(pair_device(pair)->lent);
}

/* ---- pull ----------------------------------------------------------------------------------- */

static void a_page_stops_below_what_is_not_committed_yet(void **state)
{
    meet(1);
    uint64_t before = pair->till.meta.cursor;
    assert_true(house_begin_slow(&pair->world.store, 0));
    assert_true(pair_web_takes(pair, 1));
    meet(3);
    assert_int_equal(pair->till.meta.cursor, before);
    struct seat_change slow = {.show = SHOW, .seen = 1, .act = ACT_BLOCK, .to = SEAT_BLOCKED};
    assert_true(house_end_slow(&pair->world.store, &slow));
    meet(3);
    assert_int_equal(pair->world.disks[0].now.seats[0].house.status, SEAT_BLOCKED);
    assert_int_equal(pair->world.disks[0].now.seats[1].house.status, SEAT_HELD);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_house_understands_tills_of_two_revisions_before_its_own),
        TEST(a_batch_that_was_cut_anywhere_holds_the_frames_before_the_cut),
        TEST(what_was_done_offline_is_in_the_house_afterwards),
        TEST(the_verdicts_version_is_what_the_next_act_stands_on),
        TEST(a_till_pushes_before_it_pulls),
        TEST(while_an_entry_is_open_the_replica_shows_what_was_done_here),
        TEST(a_conflict_shows_the_seat_as_the_house_has_it),
        TEST(a_poisoned_entry_stops_nobody_behind_it),
        TEST(the_same_batch_twice_changes_nothing),
        TEST(a_batch_that_overtook_another_is_not_judged),
        TEST(a_damaged_batch_is_sent_again),
        TEST(what_belongs_to_an_earlier_session_is_not_listened_to),
        TEST(a_hello_that_comes_twice_begins_one_session),
        TEST(a_copy_of_the_hello_does_not_end_what_it_began),
        TEST(a_till_of_an_unknown_revision_waits_for_its_upgrade),
        TEST(a_power_cut_at_any_write_leaves_an_act_whole_or_undone),
        TEST(a_latched_till_takes_no_more_acts),
        TEST(a_power_cut_while_verdicts_are_folded_asks_for_them_again),
        TEST(an_altered_journal_is_found_when_the_till_starts),
        TEST(an_old_disk_that_was_put_back_is_quarantined),
        TEST(a_late_hello_is_no_reason_for_that),
        TEST(two_histories_of_one_journal_are_a_fork),
        TEST(a_longer_history_is_found_by_its_chain),
        TEST(a_supervisor_lets_a_journal_go_on_and_every_act_counts_once),
        TEST(the_last_word_of_being_shut_out_is_kept_over_a_start),
        TEST(a_foreign_signature_is_quarantined),
        TEST(a_journal_of_a_till_that_was_declared_lost_keeps_its_entries),
        TEST(only_lent_seats_are_sold_for_good),
        TEST(an_exchange_is_never_for_good),
        TEST(a_seat_that_was_freed_alone_is_not_sold_for_good),
        TEST(a_lease_ends_by_the_monotonic_clock),
        TEST(a_lease_does_not_survive_a_boot_and_comes_back_with_the_house),
        TEST(it_survives_a_crash_of_the_program),
        TEST(a_till_that_is_not_let_in_sells_nothing_for_good),
        TEST(a_give_back_of_an_earlier_session_is_not_listened_to),
        TEST(a_lease_waits_until_the_replica_knows_what_is_lent),
        TEST(given_back_seats_are_not_sold_for_good_any_more),
        TEST(the_house_takes_them_back_only_after_the_last_upload),
        TEST(a_recalled_lease_ends_and_the_seats_go_back),
        TEST(seats_of_a_till_that_was_declared_lost_are_free_at_once),
        TEST(a_seat_that_is_taken_or_lent_is_not_lent),
        TEST(a_page_stops_below_what_is_not_committed_yet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
