/* A command that is on its way when the house is lost is done alone, once, and as it was. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/engine/counter.h"
#include "src/engine/run_unheard.h"
#include "tests/lib/till_file.h"

/* What becomes of an act that is sent to the house. */
enum house_is { HOUSE_WELL, HOUSE_DEAD, HOUSE_DEAF_DONE, HOUSE_DEAF_UNDONE };

static struct {
    enum house_is is;
    bool broken; /* something was sent, and nothing is heard any more */
    struct store_ops ops;
    const struct store_ops *real;
} line;

struct fixture {
    struct house_fixture *house;
    struct house_fixture here; /* the same people; the till's file */
    struct till_file till;
    struct store *at_house;
    struct desk_watch watch;
    int applied;
    struct counter counter;
    struct counter_aside aside;
    bool lost; /* the line says so, once asked */
};

static enum rc apply(struct store *store, const struct changeset *cs, struct apply_result *result,
                     struct err *err)
{
    if (line.is == HOUSE_WELL)
        return line.real->apply(store, cs, result, err);
    if (line.is == HOUSE_DEAD)
        return err_set(err, RC_TRANSIENT, "", "The house is not there.");
    line.broken = true;
    if (line.is == HOUSE_DEAF_DONE)
        (void)!line.real->apply(store, cs, result, err);
    return err_set(err, RC_UNKNOWN, "", "Nobody has heard what became of it.");
}

static enum rc receipt_read(struct store *store, const struct uuid *key,
                            const uint8_t fingerprint[FINGERPRINT_SIZE], struct arena *arena,
                            struct apply_result *result, bool *found, struct err *err)
{
    if (!line.broken && line.is != HOUSE_DEAD)
        return line.real->receipt_read(store, key, fingerprint, arena, result, found, err);
    return err_set(err, RC_TRANSIENT, "", "The house is not there.");
}

/* ---- the till -------------------------------------------------------------------------------- */

static void count_applied(void *ctx, const struct changeset *cs)
{
    struct fixture *f = ctx;
    (void)cs;
    f->applied++;
}

static void go_alone(struct fixture *f)
{
    f->house->desk.store = lite_till_store(f->till.file);
    f->house->desk.alone = true;
    lite_till_journal(f->till.file, &f->till.core);
}

static enum aside turn(void *ctx)
{
    struct fixture *f = ctx;
    if (!f->lost || f->house->desk.alone)
        return ASIDE_SAME;
    go_alone(f);
    return ASIDE_SWITCHED;
}

static enum aside failed(void *ctx, enum cmd_kind kind, const struct err *why)
{
    (void)kind, (void)why;
    return turn(ctx);
}

static int no_fd(void *ctx)
{
    (void)ctx;
    return -1;
}

static int64_t never(void *ctx)
{
    (void)ctx;
    return INT64_MAX;
}

static void copy_house(struct fixture *f)
{
    struct err err;
    f->here = *f->house;
    snprintf(f->here.path, sizeof f->here.path, "%s/till.db", f->here.dir);
    if (lite_store_copy(f->house->desk.store, f->here.path, &err))
        fail_msg("%s", err.text);
}

static int set_up(void **state)
{
    struct fixture *f = x_alloc(sizeof *f);
    void *house;
    if (house_setup(&house))
        return -1;
    f->house = house;
    copy_house(f);
    till_file_init(&f->till, &f->here);
    till_file_start(&f->till);
    f->at_house = f->house->desk.store;
    line.is = HOUSE_WELL;
    line.broken = false;
    line.real = f->at_house->ops;
    line.ops = *line.real;
    line.ops.apply = apply;
    line.ops.receipt_read = receipt_read;
    f->at_house->ops = &line.ops;
    f->watch = (struct desk_watch){.ctx = f, .applied = count_applied};
    f->house->desk.watch = &f->watch;
    f->aside = (struct counter_aside){f, turn, failed, no_fd, never, NULL};
    counter_init(&f->counter, &f->house->desk);
    f->counter.aside = &f->aside;
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    void *house = f->house;
    unheard_forget(&f->house->desk);
    counter_close(&f->counter);
    till_file_stop(&f->till);
    unlink(f->here.path);
    f->at_house->ops = line.real;
    f->house->desk.store = f->at_house;
    free(f);
    return house_teardown(&house);
}

/* ---- commands -------------------------------------------------------------------------------- */

static const char *const two[] = {"Stalls-A-1", "Stalls-A-2"};

static struct cmd hold_two(struct fixture *f)
{
    struct cmd cmd = {.id = 1, .kind = CMD_HOLD, .meta = f->house->meta};
    cmd.meta.key = uuid_make(&f->house->desk.ids, 1);
    cmd.u.hold = (struct desk_hold){.show = HOUSE_SHOW, .labels = two, .count = 2};
    return cmd;
}

static struct evt serve(struct fixture *f, const struct cmd *cmd)
{
    struct evt evt;
    counter_serve(&f->counter, cmd, &evt);
    return evt;
}

static struct hold hold_at(struct fixture *f, struct store *store, const struct uuid *id,
                           bool *found)
{
    struct hold hold = {.show = 0};
    assert_int_equal(line.real->hold_read(store, id, f->house->arena, &hold, found, NULL), RC_OK);
    return hold;
}

static void assert_one_entry_with(struct fixture *f, const struct uuid *key)
{
    struct entry_frame frame;
    struct entry entry;
    assert_int_equal(f->till.core.meta.head_seq, 1);
    assert_true(f->till.disk.frame(f->till.disk.ctx, 1, &frame));
    assert_int_equal(entry_read(f->house->arena, frame.body, frame.size, &entry), ENTRY_GOOD);
    assert_true(uuid_equal(&entry.uid, key));
}

/* ---- rules ----------------------------------------------------------------------------------- */

static void what_did_not_reach_the_house_is_done_alone(void **state)
{
    struct fixture *f = *state;
    const struct cmd cmd = hold_two(f);
    line.is = HOUSE_DEAD;
    f->lost = true;
    struct evt evt = serve(f, &cmd);
    assert_int_equal(evt.outcome.verdict, VERDICT_OK);
    assert_one_entry_with(f, &cmd.meta.key);
    assert_string_equal(house_status(f->house, "Stalls-A-1"), "held");
}

static void while_nobody_says_the_house_is_lost_it_is_refused(void **state)
{
    struct fixture *f = *state;
    const struct cmd cmd = hold_two(f);
    line.is = HOUSE_DEAD;
    struct evt evt = serve(f, &cmd);
    assert_int_equal(evt.outcome.verdict, VERDICT_UNAVAILABLE);
    assert_int_equal(f->till.core.meta.head_seq, 0);
}

/* The house has the hold already, or does not: the same one is journalled under the same key. */
static void what_nobody_heard_of_is_the_same_hold_alone(void **state)
{
    struct fixture *f = *state;
    const struct cmd cmd = hold_two(f);
    bool found;
    line.is = HOUSE_DEAF_DONE;
    f->lost = true;
    struct evt evt = serve(f, &cmd);
    assert_int_equal(evt.outcome.verdict, VERDICT_OK);
    assert_non_null(evt.outcome.hold);
    assert_one_entry_with(f, &cmd.meta.key);
    hold_at(f, f->at_house, &evt.outcome.hold->id, &found);
    assert_true(found);
}

static void asked_again_later_it_is_that_hold_still(void **state)
{
    struct fixture *f = *state;
    const struct cmd cmd = hold_two(f);
    bool found;
    line.is = HOUSE_DEAF_DONE;
    struct evt evt = serve(f, &cmd);
    assert_int_equal(evt.outcome.verdict, VERDICT_UNAVAILABLE);
    assert_int_equal(evt.outcome.err.rc, RC_UNKNOWN);
    go_alone(f);
    evt = serve(f, &cmd);
    assert_int_equal(evt.outcome.verdict, VERDICT_OK);
    assert_one_entry_with(f, &cmd.meta.key);
    hold_at(f, f->at_house, &evt.outcome.hold->id, &found);
    assert_true(found);
}

/* A program that was ended meanwhile has no copy of what it had sent. */
static void without_a_copy_it_is_still_the_same_hold(void **state)
{
    struct fixture *f = *state;
    const struct cmd cmd = hold_two(f);
    bool found;
    f->house->desk.watch = NULL;
    line.is = HOUSE_DEAF_DONE;
    f->lost = true;
    struct evt evt = serve(f, &cmd);
    assert_int_equal(evt.outcome.verdict, VERDICT_OK);
    hold_at(f, f->at_house, &evt.outcome.hold->id, &found);
    assert_true(found);
}

static struct cmd hold_best(struct fixture *f)
{
    struct cmd cmd = {.id = 1, .kind = CMD_HOLD_BEST, .meta = f->house->meta};
    cmd.meta.key = uuid_make(&f->house->desk.ids, 1);
    cmd.u.best.show = HOUSE_SHOW;
    cmd.u.best.request = (struct best_request){.count = 2, .class_no = -1, .section = -1};
    return cmd;
}

/* The till does not know yet that the very best seats are gone. */
static bool best_two_unheard_are_the_same(struct fixture *f)
{
    const struct cmd first = hold_best(f), second = hold_best(f);
    bool found;
    (void)serve(f, &first);
    line.is = HOUSE_DEAF_DONE;
    f->lost = true;
    struct evt evt = serve(f, &second);
    assert_int_equal(evt.outcome.verdict, VERDICT_OK);
    const struct hold *here = evt.outcome.hold;
    struct hold there = hold_at(f, f->at_house, &here->id, &found);
    assert_true(found);
    return here->seats[0].seat == there.seats[0].seat;
}

static void with_a_copy_the_best_seats_are_those_of_the_house(void **state)
{
    assert_true(best_two_unheard_are_the_same(*state));
}

static void without_a_copy_they_are_what_the_till_takes_for_free(void **state) /* control */
{
    struct fixture *f = *state;
    f->house->desk.watch = NULL;
    assert_false(best_two_unheard_are_the_same(f));
}

static void another_act_is_not_taken_for_it(void **state)
{
    struct fixture *f = *state;
    const struct cmd cmd = hold_two(f);
    line.is = HOUSE_DEAF_UNDONE;
    (void)serve(f, &cmd);
    go_alone(f);
    struct cmd other = hold_two(f);
    static const char *const row_b[] = {"Stalls-B-1", "Stalls-B-2"};
    other.u.hold.labels = row_b;
    struct evt evt = serve(f, &other);
    assert_int_equal(evt.outcome.verdict, VERDICT_OK);
    assert_string_equal(house_status(f->house, "Stalls-B-1"), "held");
    assert_string_equal(house_status(f->house, "Stalls-A-1"), "available");
}

static void what_the_house_acknowledged_is_told(void **state)
{
    struct fixture *f = *state;
    const struct cmd cmd = hold_two(f);
    struct evt evt = serve(f, &cmd);
    assert_int_equal(evt.outcome.verdict, VERDICT_OK);
    assert_int_equal(f->applied, 1);
    go_alone(f);
    struct cmd alone = hold_two(f);
    (void)serve(f, &alone);
    assert_int_equal(f->applied, 1);
}

static void the_screen_gets_every_seat_as_the_other_store_has_it(void **state)
{
    struct fixture *f = *state;
    struct cmd open = {
        .id = 2, .kind = CMD_OPEN_SHOW, .meta = f->house->meta, .u.show = HOUSE_SHOW};
    const struct cmd cmd = hold_two(f);
    struct evt evt = serve(f, &open), news;
    (void)serve(f, &cmd);
    assert_false(counter_turn(&f->counter, &news));
    f->lost = true;
    assert_true(counter_turn(&f->counter, &news));
    assert_int_equal(news.kind, EVT_SEATS);
    assert_true(news.u.seats.anew);
    assert_int_equal(news.u.seats.count, evt.u.map.plan->seat_count);
    assert_int_equal(news.u.seats.at[0].state.status, SEAT_AVAILABLE); /* nobody told the till */
    arena_free(&news.arena);
    assert_false(counter_turn(&f->counter, &news));
}

static void without_an_open_show_the_screen_hears_of_it_too(void **state)
{
    struct fixture *f = *state;
    struct evt news;
    f->lost = true;
    assert_true(counter_turn(&f->counter, &news));
    assert_true(news.u.seats.anew);
    assert_int_equal(news.u.seats.count, 0);
    arena_free(&news.arena);
    assert_false(counter_turn(&f->counter, &news));
}

static enum rc unreadable(struct store *store, int32_t show, struct arena *arena,
                          struct snapshot *snapshot, struct err *err)
{
    (void)store, (void)show, (void)arena, (void)snapshot;
    return err_set(err, RC_TRANSIENT, "", "The seats cannot be read now.");
}

static void seats_that_cannot_be_read_then_are_told_when_they_can(void **state)
{
    struct fixture *f = *state;
    struct cmd open = {
        .id = 2, .kind = CMD_OPEN_SHOW, .meta = f->house->meta, .u.show = HOUSE_SHOW};
    struct evt evt = serve(f, &open), news;
    f->lost = true;
    struct store *alone = lite_till_store(f->till.file);
    const struct store_ops *real = alone->ops;
    struct store_ops deaf = *real;
    deaf.map_read = unreadable;
    alone->ops = &deaf;
    assert_false(counter_turn(&f->counter, &news));
    alone->ops = real;
    assert_true(counter_turn(&f->counter, &news));
    assert_int_equal(news.u.seats.count, evt.u.map.plan->seat_count);
    arena_free(&news.arena);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(what_did_not_reach_the_house_is_done_alone),
        RULE(while_nobody_says_the_house_is_lost_it_is_refused),
        RULE(what_nobody_heard_of_is_the_same_hold_alone),
        RULE(asked_again_later_it_is_that_hold_still),
        RULE(without_a_copy_it_is_still_the_same_hold),
        RULE(with_a_copy_the_best_seats_are_those_of_the_house),
        RULE(without_a_copy_they_are_what_the_till_takes_for_free),
        RULE(another_act_is_not_taken_for_it),
        RULE(what_the_house_acknowledged_is_told),
        RULE(the_screen_gets_every_seat_as_the_other_store_has_it),
        RULE(without_an_open_show_the_screen_hears_of_it_too),
        RULE(seats_that_cannot_be_read_then_are_told_when_they_can),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
