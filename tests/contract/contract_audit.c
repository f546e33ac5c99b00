/* Sealing and verifying a log that nobody has touched. (Touched ones: each store's own tests.) */
#include "config.h"

#include <string.h>

#include "tests/contract/contract.h"

static int seal(struct contract *c, bool everything)
{
    int blocks = -1;
    assert_int_equal(
        c->store->ops->audit_seal(c->store, everything, c->time.wall, &blocks, &c->err), RC_OK);
    return blocks;
}

static struct audit_report verify(struct contract *c)
{
    struct audit_report report;
    assert_int_equal(c->store->ops->audit_verify(c->store, c->arena, NULL, &report, &c->err),
                     RC_OK);
    return report;
}

/* `count` lines: blocking and unblocking one seat in turn. */
static void make_events(struct contract *c, int count)
{
    for (int i = 0; i < count; i++) {
        struct changeset *cs = an_act(c, i % 2 ? ACT_UNBLOCK : ACT_BLOCK);
        change(c, cs, "Stalls-B-1", cs->act, i % 2 ? SEAT_AVAILABLE : SEAT_BLOCKED);
        expect_ok(c, cs);
    }
}

/* The same by acts on so many seats each, from the plan's second on; an odd number of them leaves
 * these blocked. */
static void make_many_events(struct contract *c, int acts, int seats)
{
    char label[SEAT_TEXT];
    for (int i = 0; i < acts; i++) {
        struct changeset *cs = an_act(c, i % 2 ? ACT_UNBLOCK : ACT_BLOCK);
        for (int k = 1; k <= seats; k++)
            *LIST_ADD(c->arena, &cs->seats) =
                (struct seat_change){.show = c->show_no,
                                     .seat = seat_no(c, plan_seat_label(c->plan, k, label)),
                                     .seen = 1 + (uint32_t)i,
                                     .act = cs->act,
                                     .from = i % 2 ? SEAT_BLOCKED : SEAT_AVAILABLE,
                                     .to = i % 2 ? SEAT_AVAILABLE : SEAT_BLOCKED};
        expect_ok(c, cs);
    }
}

static void what_was_done_by_the_book_verifies(void **state)
{
    struct contract *c = *state;
    struct uuid none = {{0}};
    sell(c, take(c, "Stalls-A-1", "Stalls-A-2", NULL).id, none);
    take(c, "Stalls-A-5", NULL, NULL);
    struct audit_report report = verify(c);
    assert_int_equal(report.fault_count, 0);
    assert_int_equal(report.events, 5);
    assert_int_equal(report.unsealed, 5);
    assert_int_equal(report.blocks, 0);
    assert_int_equal(report.seats, CONTRACT_SEATS);
    assert_int_equal(report.holds, 2);
    assert_int_equal(report.sales, 1);
}

/* Not lines of the log: whoever signs for two seats signs once. */
static void acts_that_were_signed_for_are_counted(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = taking(c, new_id(c), "Stalls-A-1", "Stalls-A-2", NULL);
    strcpy(cs->approver, "mark");
    expect_ok(c, cs);
    take(c, "Stalls-A-5", NULL, NULL);
    struct audit_report report = verify(c);
    assert_int_equal(report.events, 3);
    assert_int_equal(report.approvals, 1);
    assert_int_equal(report.approvals_by_tills, 0);
    assert_int_equal(report.fault_count, 0);
}

static void only_full_blocks_are_sealed(void **state)
{
    struct contract *c = *state;
    make_many_events(c, 51, 5); /* 255 */
    assert_int_equal(seal(c, false), 0);
    take(c, "Stalls-A-1", NULL, NULL);
    assert_int_equal(seal(c, false), 1);
    assert_int_equal(seal(c, false), 0);
    struct audit_report report = verify(c);
    assert_int_equal(report.blocks, 1);
    assert_int_equal(report.unsealed, 0);
    assert_int_equal(report.fault_count, 0);
}

/* Whoever keeps house seals a little and comes again; nobody waits for all of it. */
static void a_long_log_is_sealed_piece_by_piece(void **state)
{
    enum { BLOCKS = 5, SEATS = 10 };
    struct contract *c = *state;
    make_many_events(c, BLOCKS * 256 / SEATS, SEATS);
    int first = seal(c, false), sealed = first;
    assert_in_range(first, 1, BLOCKS - 1);
    for (int more; (more = seal(c, false)) > 0;)
        sealed += more;
    assert_int_equal(sealed, BLOCKS);
    assert_int_equal(verify(c).fault_count, 0);
}

static void everything_can_be_sealed(void **state)
{
    struct contract *c = *state;
    make_events(c, 4);
    assert_int_equal(seal(c, true), 1);
    assert_int_equal(seal(c, true), 0);
    make_events(c, 1);
    struct audit_report report = verify(c);
    assert_int_equal(report.fault_count, 0);
    assert_int_equal(report.blocks, 1);
    assert_int_equal(report.unsealed, 1);
}

static void each_seal_changes_the_head(void **state)
{
    struct contract *c = *state;
    make_events(c, 2);
    seal(c, true);
    struct audit_report first = verify(c);
    make_events(c, 2);
    seal(c, true);
    struct audit_report second = verify(c);
    assert_int_equal(second.blocks, 2);
    assert_int_equal(second.unsealed, 0);
    assert_memory_not_equal(first.head, second.head, sizeof first.head);
    assert_int_equal(second.fault_count, 0);
}

struct watcher {
    int64_t calls;
    bool stop;
};

static bool watch(void *ctx, int64_t done, int64_t total)
{
    struct watcher *watcher = ctx;
    watcher->calls++;
    assert_true(done <= total);
    return !watcher->stop;
}

static void long_checks_tell_how_far_they_are_and_can_be_stopped(void **state)
{
    struct contract *c = *state;
    struct watcher watcher = {0};
    struct progress progress = {watch, &watcher};
    struct audit_report report;
    struct changeset *cs = an_act(c, ACT_STAFF);
    for (int i = 0; i < 5000; i++)
        LIST_ADD(c->arena, &cs->notes)->act = ACT_STAFF;
    expect_ok(c, cs);
    const struct store_ops *ops = c->store->ops;
    assert_int_equal(ops->audit_verify(c->store, c->arena, &progress, &report, &c->err), RC_OK);
    assert_true(watcher.calls > 0);
    watcher.stop = true;
    assert_int_equal(ops->audit_verify(c->store, c->arena, &progress, &report, &c->err),
                     RC_CANCELLED);
    take(c, "Stalls-A-1", NULL, NULL); /* and the store goes on */
}

const struct CMUnitTest contract_audit_tests[] = {
    CONTRACT_TEST(what_was_done_by_the_book_verifies),
    CONTRACT_TEST(acts_that_were_signed_for_are_counted),
    CONTRACT_TEST(only_full_blocks_are_sealed),
    CONTRACT_TEST(a_long_log_is_sealed_piece_by_piece),
    CONTRACT_TEST(everything_can_be_sealed),
    CONTRACT_TEST(each_seal_changes_the_head),
    CONTRACT_TEST(long_checks_tell_how_far_they_are_and_can_be_stopped),
    {0},
};
