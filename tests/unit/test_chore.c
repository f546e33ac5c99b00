/* Background work: when it is done again, what its row says, and how it stops. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "src/engine/chore_thread.h"
#include "src/engine/chores.h"

/* A store that keeps rows and nothing else, and work that goes as it is told. */
struct kit {
    struct store store;
    struct store_ops ops;
    struct fake_clock time;
    uint64_t seed;
    struct desk desk;
    struct chore_run run;
    struct worker_row row; /* the last beat */
    int beats;
    bool stays, deaf;
    atomic_int steps;
    atomic_bool released;
    int64_t next_ms;
    bool fails;
};
static struct kit kit;

static enum rc beat(struct store *store, const struct worker_row *row, bool stays, struct err *err)
{
    if (kit.deaf)
        return err_set(err, RC_TRANSIENT, "", "nobody listens");
    kit.row = *row;
    kit.stays = stays;
    kit.beats++;
    return RC_OK;
}

static struct store *chores(struct store *store, const struct chores_ops **out)
{
    static const struct chores_ops ops = {.beat = beat};
    *out = &ops;
    return store;
}

static enum rc work(void *ctx, struct chore_step *step, struct err *err)
{
    kit.steps++;
    if (kit.fails)
        return err_set(err, RC_TRANSIENT, "", "The house cannot be reached");
    step->done = 2;
    step->next_ms = kit.next_ms;
    return RC_OK;
}

static const struct chore chore = {.name = "reaper", .step = work};
static const struct actor service = {.name = "serve", .till = "serve", .role = ROLE_SERVICE};

static int set_up(void **state)
{
    memset(&kit, 0, sizeof kit);
    kit.time = (struct fake_clock){.wall = 1800000000000, .mono = 1000};
    kit.seed = 7;
    kit.next_ms = 5000;
    kit.ops = (struct store_ops){.name = "kit", .chores = chores};
    kit.store.ops = &kit.ops;
    kit.desk = (struct desk){
        .store = &kit.store, .clock = clock_fake(&kit.time), .ids = {.rng = rng_seeded(&kit.seed)}};
    chore_start(&kit.run, &chore, &kit.desk, &service);
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&kit.run.arena);
    return 0;
}

static int64_t turn_after(int64_t ms)
{
    kit.time.mono += ms;
    return chore_turn(&kit.run);
}

static void work_is_done_when_it_asked_to_be(void **state)
{
    assert_int_equal(turn_after(0), 5000);
    assert_int_equal(turn_after(4999), 1);
    assert_int_equal(kit.steps, 1);
    turn_after(1);
    assert_int_equal(kit.steps, 2);
}

static void whoever_has_more_to_do_goes_on_at_once(void **state)
{
    kit.next_ms = 0;
    assert_int_equal(turn_after(0), 0);
    turn_after(0);
    assert_int_equal(kit.steps, 2);
}

static void what_happens_meanwhile_brings_the_next_turn_forward(void **state)
{
    turn_after(0);
    chore_wake(&kit.run);
    turn_after(0);
    assert_int_equal(kit.steps, 2);
}

static void trouble_is_met_with_growing_patience(void **state)
{
    kit.fails = true;
    int64_t first = turn_after(0), most = 0;
    assert_in_range(first, 750, 1250);
    for (int i = 0; i < 12; i++) {
        int64_t wait = turn_after(0);
        most = wait > most ? wait : most;
        kit.time.mono = kit.run.due;
    }
    assert_in_range(most, CHORE_PATIENCE_MS * 3 / 4, CHORE_PATIENCE_MS * 5 / 4);
}

/* A hold is released five seconds after its end, however long the house was away before that. */
static void whoever_is_waited_for_is_back_soon_after_the_house(void **state)
{
    const struct chore reaper = chore_reaper(), waiting = chore_waiting();
    assert_in_range(reaper.patience_ms, 1, 4000);
    assert_in_range(waiting.patience_ms, 1, 4000);
    kit.run.chore.patience_ms = 2000;
    kit.fails = true;
    for (int i = 0; i < 12; i++) {
        assert_in_range(turn_after(0), 0, 2500);
        kit.time.mono = kit.run.due;
    }
}

static void trouble_is_not_hurried_by_what_happens(void **state)
{
    kit.fails = true;
    turn_after(0);
    chore_wake(&kit.run);
    turn_after(0);
    assert_int_equal(kit.steps, 1);
}

/* ---- the row -------------------------------------------------------------------------------- */

static void a_worker_says_at_once_that_it_lives_and_every_half_minute(void **state)
{
    turn_after(0);
    assert_int_equal(kit.beats, 1);
    assert_true(kit.stays);
    assert_string_equal(kit.row.worker, "reaper");
    turn_after(CHORE_BEAT_MS - 1);
    assert_int_equal(kit.beats, 1);
    turn_after(1);
    assert_int_equal(kit.beats, 2);
}

static void the_row_counts_runs_and_work(void **state)
{
    turn_after(0);
    turn_after(CHORE_BEAT_MS);
    assert_int_equal(kit.row.runs, 2);
    assert_int_equal(kit.row.done, 4);
}

static void trouble_and_its_end_are_told_at_once(void **state)
{
    turn_after(0);
    kit.fails = true;
    turn_after(5000);
    assert_string_equal(kit.row.fault, "The house cannot be reached");
    assert_int_equal(kit.row.failures, 1);
    kit.fails = false;
    turn_after(CHORE_PATIENCE_MS - 1);
    assert_string_equal(kit.row.fault, "");
    assert_int_equal(kit.row.failures, 1);
}

static void a_beat_that_was_not_heard_is_said_again_soon(void **state)
{
    kit.deaf = true;
    turn_after(0);
    kit.deaf = false;
    turn_after(CHORE_AGAIN_MS);
    assert_int_equal(kit.beats, 1);
}

static void two_instances_have_two_names(void **state)
{
    struct chore_run other;
    chore_start(&other, &chore, &kit.desk, &service);
    assert_string_not_equal(other.row.instance, kit.run.row.instance);
    arena_free(&other.arena);
}

/* ---- on a thread ---------------------------------------------------------------------------- */

static void a_thread_works_until_it_is_stopped_and_takes_its_row_away(void **state)
{
    struct err err;
    struct desk desk = kit.desk;
    desk.clock = clock_system();
    kit.next_ms = 0;
    struct chore_thread *thread = chore_thread_start(&chore, &desk, &service, &err);
    assert_non_null(thread);
    while (kit.steps < 3)
        sched_yield();
    chore_thread_join(&thread);
    assert_null(thread);
    assert_false(kit.stays);
}

static void a_thread_that_sleeps_can_be_woken(void **state)
{
    struct err err;
    struct desk desk = kit.desk;
    desk.clock = clock_system();
    kit.next_ms = (int64_t)24 * 60 * 60 * 1000;
    struct chore_thread *thread = chore_thread_start(&chore, &desk, &service, &err);
    assert_non_null(thread);
    while (kit.steps < 1)
        sched_yield();
    while (kit.steps < 2) {
        chore_thread_wake(thread);
        sched_yield();
    }
    chore_thread_join(&thread);
    assert_in_range(kit.steps, 2, INT32_MAX);
}

static enum rc wait_for_word(void *ctx, struct chore_step *step, struct err *err)
{
    kit.steps++;
    while (!atomic_load(&kit.released))
        sched_yield();
    step->next_ms = CHORE_BEAT_MS;
    return RC_OK;
}

/* What the watchdog goes by. */
static void how_long_a_thread_has_been_at_a_step_is_known(void **state)
{
    static const struct chore slow = {.name = "slow", .step = wait_for_word};
    struct err err;
    struct chore_thread *thread = chore_thread_start(&slow, &kit.desk, &service, &err);
    assert_non_null(thread);
    while (kit.steps < 1)
        sched_yield();
    kit.time.mono += 90000;
    assert_int_equal(chore_thread_busy_ms(thread), 90000);
    atomic_store(&kit.released, true);
    while (chore_thread_busy_ms(thread) > 0)
        sched_yield();
    chore_thread_join(&thread);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(work_is_done_when_it_asked_to_be),
        CASE(whoever_has_more_to_do_goes_on_at_once),
        CASE(what_happens_meanwhile_brings_the_next_turn_forward),
        CASE(trouble_is_met_with_growing_patience),
        CASE(whoever_is_waited_for_is_back_soon_after_the_house),
        CASE(trouble_is_not_hurried_by_what_happens),
        CASE(a_worker_says_at_once_that_it_lives_and_every_half_minute),
        CASE(the_row_counts_runs_and_work),
        CASE(trouble_and_its_end_are_told_at_once),
        CASE(a_beat_that_was_not_heard_is_said_again_soon),
        CASE(two_instances_have_two_names),
        CASE(a_thread_works_until_it_is_stopped_and_takes_its_row_away),
        CASE(a_thread_that_sleeps_can_be_woken),
        CASE(how_long_a_thread_has_been_at_a_step_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
