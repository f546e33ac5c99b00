/* What a scan comes to at the house, among all passages of its ticket (merge.h, passage.h). */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "src/domain/merge.h"

enum { NOW = 1000000 };

static struct {
    struct arena *arena;
    struct passage passages[4]; /* of the ticket */
    int passage_count;
    bool revoked, knowing, bag_moved;
    int used; /* the ticket that somebody was let in by; 0: nobody was */
    struct merge_result result;
} house;

static int set_up(void **state)
{
    house.arena = arena_new();
    house.passage_count = 0;
    house.revoked = house.knowing = house.bag_moved = false;
    house.used = 0;
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&house.arena);
    return 0;
}

static void ticket_of(void *ctx, const struct entry *entry, struct merge_ticket *out)
{
    *out = (struct merge_ticket){.passages = house.passages,
                                 .count = house.passage_count,
                                 .revoked = house.revoked,
                                 .knowing = house.knowing};
}

static bool used(void *ctx, const struct entry *act, struct uuid *ticket)
{
    *ticket = (struct uuid){{(uint8_t)house.used}};
    return house.used;
}

static bool seat_of(void *ctx, int32_t show, int32_t seat, struct merge_seat *out)
{
    *out = (struct merge_seat){.state = {.version = 3, .status = SEAT_SOLD, .holder = {{8}}}};
    return true;
}

static bool bag_moved(void *ctx, const struct entry *act)
{
    return house.bag_moved;
}

static const struct merge_house reads = {
    .ticket = ticket_of, .used = used, .seat = seat_of, .bag_moved = bag_moved};

/* What came home before: of act `id`, so long after NOW. */
static void was_home(uint8_t id, bool out, int64_t after)
{
    house.passages[house.passage_count++] =
        (struct passage){.act = {{id}}, .at = NOW + after, .out = out};
}

/* Act 50 comes home. */
static void scan(bool out, int64_t after)
{
    struct entry entry = {.kind = ENTRY_SCAN, .uid = {{50}}, .scan = {.ticket = {{9}}, .out = out}};
    const struct merge_call call = {
        .entry = &entry, .seq = 2, .made_at = NOW + after, .now = NOW + 1000, .house = &reads};
    merge_entry(&call, house.arena, &house.result);
    assert_int_equal(house.result.state, ENTRY_ACCEPTED);
}

static void assert_flagged(int act)
{
    assert_int_equal(house.result.flagged.b[0], act);
    assert_int_equal(house.result.heading, act == 50 ? MERGE_TWICE_IN : MERGE_PLAIN);
}

static bool is_twice(int act)
{
    for (int i = 0; i < house.result.passages.count; i++)
        if (house.result.passages.at[i].act.b[0] == act)
            return house.result.passages.at[i].twice;
    fail_msg("passage %d is not there", act);
    return false;
}

static void a_first_admission_counts(void **state)
{
    scan(false, 0);
    assert_flagged(0);
    assert_true(house.result.passages.inside);
    assert_int_equal(house.result.passages.counted.b[0], 50);
    assert_int_equal(house.result.passages.entries, 1);
}

static void of_two_admissions_the_later_one_is_flagged_whichever_arrived_first(void **state)
{
    was_home(60, false, 0);
    scan(false, 1);
    assert_flagged(50);
    assert_int_equal(house.result.passages.counted.b[0], 60);
    scan(false, -1);
    assert_flagged(60);
    assert_int_equal(house.result.passages.counted.b[0], 50);
    assert_int_equal(house.result.passages.first_at, NOW - 1);
}

static void whoever_went_out_may_come_in_again(void **state)
{
    was_home(60, false, 0);
    was_home(61, true, 1);
    scan(false, 2);
    assert_flagged(0);
    assert_int_equal(house.result.passages.entries, 2);
}

/* Gate A: in and later out. Gate B, in between: in. Whichever comes home first. */
static void who_came_in_while_another_was_in_is_flagged_though_he_is_out_by_now(void **state)
{
    was_home(60, false, 0);
    was_home(61, true, 30);
    scan(false, 10);
    assert_flagged(50);
    assert_false(house.result.passages.inside);
    assert_int_equal(house.result.passages.last_at, NOW + 30);
}

static void an_exit_that_comes_home_late_takes_the_flag_back(void **state)
{
    was_home(60, false, 0);
    was_home(61, false, 20);
    scan(true, 10);
    assert_flagged(0);
    assert_false(is_twice(61));
    assert_true(house.result.passages.inside);
    assert_int_equal(house.result.passages.counted.b[0], 61);
}

static void one_who_was_let_in_knowingly_is_not_flagged(void **state)
{
    was_home(60, false, 0);
    house.knowing = true;
    scan(false, 10);
    assert_flagged(0);
}

static void a_ticket_that_did_not_count_any_more_is_told_of_and_kept(void **state)
{
    house.revoked = true;
    scan(false, 0);
    assert_int_equal(house.result.heading, MERGE_REVOKED_IN);
    assert_true(house.result.passages.inside);
    scan(true, 0);
    assert_int_equal(house.result.heading, MERGE_PLAIN);
}

/* Money goes back for the ticket of a seat at version `seen`; the house has it at 3. */
static void refund(uint32_t seen)
{
    const struct merge_rules rules = {0};
    struct entry_seat seat = {.change = {.show = 1,
                                         .seat = 1,
                                         .act = ACT_REFUND,
                                         .from = SEAT_SOLD,
                                         .to = SEAT_AVAILABLE,
                                         .seen = seen,
                                         .was = {{8}}}};
    const struct entry entry = {
        .kind = ENTRY_SEATS, .uid = {{50}}, .seats = &seat, .seat_count = 1};
    const struct merge_call call = {.entry = &entry,
                                    .seq = 2,
                                    .made_at = NOW,
                                    .now = NOW + 1000,
                                    .rules = &rules,
                                    .house = &reads};
    merge_entry(&call, house.arena, &house.result);
}

/* Whichever of the two came home first. */
static void money_that_went_back_for_a_ticket_somebody_is_in_by_is_told_of(void **state)
{
    refund(3);
    assert_int_equal(house.result.state, ENTRY_ACCEPTED);
    assert_int_equal(house.result.heading, MERGE_PLAIN);
    house.used = 9;
    refund(3);
    assert_int_equal(house.result.state, ENTRY_ACCEPTED);
    assert_int_equal(house.result.heading, MERGE_REVOKED_IN);
    assert_int_equal(house.result.used.b[0], 9);
}

static void what_did_not_take_place_took_no_ticket_back(void **state)
{
    house.used = 9;
    refund(2);
    assert_int_equal(house.result.state, ENTRY_CONFLICT);
    assert_int_equal(house.result.heading, MERGE_DECIDE);
}

/* ---- bags ------------------------------------------------------------------------------------ */

/* broken: its rows contradict one another. */
static void take_fee(int64_t paid, bool broken)
{
    static const uint8_t payload[1];
    const struct entry entry = {.uid = {{50}}, .payload = payload, .payload_size = 1};
    struct checkin step = {.fee = paid, .paid = paid};
    struct changeset act = {.act = ACT_BAG_FEE};
    changeset_set_rows(&act, ROWS_CHECKINS, &step, 1);
    const struct merge_call call = {
        .entry = &entry, .act = &act, .seq = 2, .broken = broken, .now = NOW, .house = &reads};
    merge_entry(&call, house.arena, &house.result);
}

static void check_in(void)
{
    take_fee(0, false);
    assert_int_equal(house.result.state, ENTRY_ACCEPTED);
}

static void a_bag_another_door_checked_in_is_told_of_and_kept(void **state)
{
    check_in();
    assert_int_equal(house.result.heading, MERGE_PLAIN);
    house.bag_moved = true;
    check_in();
    assert_int_equal(house.result.heading, MERGE_BAG_TWICE);
    assert_int_equal(house.result.amount, 0);
}

static void a_fee_that_nobody_accounts_for_is_told(void **state)
{
    take_fee(5000, false);
    assert_int_equal(house.result.amount, 0);
    house.bag_moved = true;
    take_fee(5000, false);
    assert_int_equal(house.result.amount, 5000);
    take_fee(5000, true);
    assert_int_equal(house.result.state, ENTRY_REFUSED);
    assert_int_equal(house.result.amount, 5000);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_first_admission_counts),
        TEST(of_two_admissions_the_later_one_is_flagged_whichever_arrived_first),
        TEST(whoever_went_out_may_come_in_again),
        TEST(who_came_in_while_another_was_in_is_flagged_though_he_is_out_by_now),
        TEST(an_exit_that_comes_home_late_takes_the_flag_back),
        TEST(one_who_was_let_in_knowingly_is_not_flagged),
        TEST(a_ticket_that_did_not_count_any_more_is_told_of_and_kept),
        TEST(money_that_went_back_for_a_ticket_somebody_is_in_by_is_told_of),
        TEST(what_did_not_take_place_took_no_ticket_back),
        TEST(a_bag_another_door_checked_in_is_told_of_and_kept),
        TEST(a_fee_that_nobody_accounts_for_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
