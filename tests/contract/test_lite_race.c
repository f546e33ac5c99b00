/* Several processes on one file, and processes that die in the middle. */
#include "config.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "tests/contract/contract.h"

enum { RACERS = 8, ROUNDS = 5, DEATHS = 12 };

/* Waits by the real clock: the others need real time to finish. */
static struct store *own_connection(struct contract *c)
{
    struct store *store = NULL;
    c->clock = clock_system();
    if (the_store.open(c->dir, &c->clock, &store, &c->err) != RC_OK)
        _exit(90);
    return store;
}

static enum applied apply_alone(struct contract *c, const struct changeset *cs)
{
    struct apply_result result;
    enum rc rc = c->store->ops->apply(c->store, cs, &result, &c->err);
    return rc == RC_OK ? result.applied : (enum applied)91;
}

/* Every racer applies what `make` gives it; counts the answers. Children only _exit. */
static void race(struct contract *c, struct changeset *(*make)(struct contract *, int),
                 int answers[128])
{
    pid_t racers[RACERS];
    struct changeset *acts[RACERS];
    for (int i = 0; i < RACERS; i++)
        acts[i] = make(c, i);
    store_close(&c->store); /* a connection must not be carried over a fork */
    for (int i = 0; i < RACERS; i++) {
        racers[i] = fork();
        if (racers[i] == 0) {
            c->store = own_connection(c);
            _exit((int)apply_alone(c, acts[i]));
        }
    }
    for (int i = 0; i < RACERS; i++) {
        int status = 0;
        assert_int_equal(waitpid(racers[i], &status, 0), racers[i]);
        assert_true(WIFEXITED(status));
        answers[WEXITSTATUS(status)]++;
    }
    assert_int_equal(the_store.open(c->dir, &c->clock, &c->store, &c->err), RC_OK);
}

static struct changeset *take_the_same_seat(struct contract *c, int racer)
{
    return taking(c, new_id(c), "Stalls-A-1", "Stalls-A-2", NULL);
}

static void one_of_many_gets_the_seat(void **state)
{
    struct contract *c = *state;
    for (int round = 0; round < ROUNDS; round++) {
        int answers[128] = {0};
        race(c, take_the_same_seat, answers);
        assert_int_equal(answers[APPLIED_OK], 1);
        assert_int_equal(answers[APPLIED_STALE], RACERS - 1);
        struct changeset *cs = an_act(c, ACT_RELEASE);
        struct hold *row = LIST_ADD(c->arena, &cs->holds);
        *row = read_hold(c, seat_now(c, "Stalls-A-1").holder);
        row->status = HOLD_CANCELLED;
        change(c, cs, "Stalls-A-1", ACT_RELEASE, SEAT_AVAILABLE);
        change(c, cs, "Stalls-A-2", ACT_RELEASE, SEAT_AVAILABLE);
        expect_ok(c, cs);
    }
    assert_sound(c);
}

static struct changeset *say_the_same_twice(struct contract *c, int racer)
{
    static struct uuid key, hold;
    if (racer == 0) {
        key = new_id(c);
        hold = new_id(c);
    }
    struct changeset *cs = taking(c, hold, "Stalls-B-1", NULL, NULL);
    cs->key = key;
    return cs;
}

static void one_key_in_many_processes_is_one_act(void **state)
{
    struct contract *c = *state;
    int answers[128] = {0};
    race(c, say_the_same_twice, answers);
    assert_int_equal(answers[APPLIED_OK], 1);
    assert_int_equal(answers[APPLIED_REPLAY], RACERS - 1);
    assert_int_equal(seat_now(c, "Stalls-B-1").version, 2);
    assert_sound(c);
}

static struct changeset *take_a_seat_of_ones_own(struct contract *c, int racer)
{
    char label[SEAT_TEXT];
    return taking(c, new_id(c), plan_seat_label(c->plan, racer, label), NULL, NULL);
}

static void acts_that_do_not_touch_all_succeed(void **state)
{
    struct contract *c = *state;
    int answers[128] = {0};
    race(c, take_a_seat_of_ones_own, answers);
    assert_int_equal(answers[APPLIED_OK], RACERS);
    assert_sound(c);
}

static void two_connections_take_turns(void **state)
{
    struct contract *c = *state;
    struct store *first = c->store, *second = NULL;
    assert_int_equal(the_store.open(c->dir, &c->clock, &second, &c->err), RC_OK);
    struct changeset *early = taking(c, new_id(c), "Stalls-A-1", NULL, NULL);
    struct changeset *late = taking(c, new_id(c), "Stalls-A-1", NULL, NULL);
    expect_ok(c, early);
    c->store = second;
    expect_stale(c, late);
    take(c, "Stalls-A-2", NULL, NULL);
    c->store = first;
    assert_int_equal(seat_now(c, "Stalls-A-2").status, SEAT_HELD);
    store_close(&second);
}

/* ---- death ---------------------------------------------------------------------------------- */

/* Blocks and unblocks one seat for ever, and says a byte after each act that was acknowledged. */
static void work_until_killed(struct contract *c, int acknowledge)
{
    c->store = own_connection(c);
    for (int i = 0;; i++) {
        enum seat_status now = (enum seat_status)seat_now(c, "Stalls-B-1").status;
        bool block = now == SEAT_AVAILABLE;
        struct changeset *cs = an_act(c, block ? ACT_BLOCK : ACT_UNBLOCK);
        change(c, cs, "Stalls-B-1", cs->act, block ? SEAT_BLOCKED : SEAT_AVAILABLE);
        change(c, cs, "Stalls-B-2", cs->act, block ? SEAT_BLOCKED : SEAT_AVAILABLE);
        if (apply_alone(c, cs) != APPLIED_OK || write(acknowledge, "+", 1) != 1)
            _exit(92);
    }
}

/* Lets the child get to a random place between two acknowledgements. */
static void dawdle(uint64_t *seed)
{
    struct rng rng = rng_seeded(seed);
    uint32_t random;
    rng.fill(rng.ctx, &random, sizeof random);
    for (volatile uint32_t turns = random % 400000; turns > 0; turns--)
        ;
}

static int kill_in_the_middle(struct contract *c, int acts)
{
    int pipe_ends[2], acknowledged = 0, status;
    char byte;
    assert_int_equal(pipe(pipe_ends), 0);
    store_close(&c->store);
    pid_t child = fork();
    if (child == 0) {
        close(pipe_ends[0]);
        work_until_killed(c, pipe_ends[1]);
    }
    close(pipe_ends[1]);
    while (acknowledged < acts && read(pipe_ends[0], &byte, 1) == 1)
        acknowledged++;
    dawdle(&c->seed);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    while (read(pipe_ends[0], &byte, 1) == 1)
        acknowledged++;
    close(pipe_ends[0]);
    assert_int_equal(the_store.open(c->dir, &c->clock, &c->store, &c->err), RC_OK);
    return acknowledged;
}

static void what_was_acknowledged_outlives_a_kill_and_the_house_is_sound(void **state)
{
    struct contract *c = *state;
    uint32_t version = seat_now(c, "Stalls-B-1").version;
    for (int round = 0; round < DEATHS; round++) {
        int acknowledged = kill_in_the_middle(c, 1 + round % 4);
        uint32_t after = seat_now(c, "Stalls-B-1").version;
        /* at most the one act whose acknowledgement did not get out is on top */
        assert_in_range(after - version, acknowledged, acknowledged + 1);
        assert_int_equal(seat_now(c, "Stalls-B-2").version, after);
        assert_sound(c);
        version = after;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CONTRACT_TEST(one_of_many_gets_the_seat),
        CONTRACT_TEST(one_key_in_many_processes_is_one_act),
        CONTRACT_TEST(acts_that_do_not_touch_all_succeed),
        CONTRACT_TEST(two_connections_take_turns),
        CONTRACT_TEST(what_was_acknowledged_outlives_a_kill_and_the_house_is_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
