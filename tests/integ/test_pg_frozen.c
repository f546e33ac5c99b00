/*
 * A house that is reached and does not answer: its machine is frozen, or the line is open in one
 * direction only. Whoever dials, reads or acts finds out in about five seconds. All of it at once,
 * for they are five seconds each.
 */
#include "config.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/pg.h"
#include "src/adapter/sodium_crypt.h"
#include "src/engine/desk.h"
#include "tests/contract/contract.h"
#include "tests/lib/cutter.h"
#include "tests/lib/pg_house.h"

static char database[PG_NAME];
static struct cutter line;

static enum rc open_till(const char *dir, const struct clock *clock, struct store **store,
                         struct err *err)
{
    return pg_house_open(database, clock, store, err);
}

static enum rc create(const char *dir, const struct clock *clock, struct store **store,
                      struct err *err)
{
    pg_house_make_beside(clock_wall(clock), database);
    return open_till(dir, clock, store, err);
}

const struct store_factory the_store = {"house, frozen", true, create, open_till};

/* ---- what is asked of it -------------------------------------------------------------------- */

enum { ABOUT_FIVE_S = 6500 };

struct asker {
    void (*ask)(struct asker *asker);
    struct store *store; /* over the line */
    struct contract *house;
    struct arena *arena;
    struct err err;
    struct outcome out;
    enum rc rc;
    int64_t took_ms, next_took_ms;
};

static const char *far_away(char address[PG_URL])
{
    snprintf(address, PG_URL, "host=127.0.0.1 port=%d dbname=%s user=house_1_carrier password=%s",
             line.port, database, PG_PASSWORD);
    return address;
}

static void come_in(struct asker *asker)
{
    char address[PG_URL];
    struct clock real = clock_system();
    asker->rc = pg_store_open(far_away(address), sodium_crypt(), &real, &asker->store, &asker->err);
}

static enum rc read_house(struct asker *asker)
{
    struct house house;
    return asker->store->ops->house_read(asker->store, &house, &asker->err);
}

static void dial(struct asker *asker)
{
    come_in(asker);
}

static void read_something(struct asker *asker)
{
    asker->rc = read_house(asker);
}

/* Reads that belong together: the transaction has begun when the line goes. */
static void begin_to_read(struct asker *asker)
{
    assert_int_equal(pg_begin_read(pg_of(asker->store), &asker->err), RC_OK);
    assert_int_equal(read_house(asker), RC_OK);
}

static struct store *far;

static enum rc far_apply(struct store *near, const struct changeset *cs,
                         struct apply_result *result, struct err *err)
{
    return far->ops->apply(far, cs, result, err);
}

static enum rc far_receipt(struct store *near, const struct uuid *key,
                           const uint8_t print[FINGERPRINT_SIZE], struct arena *arena,
                           struct apply_result *result, bool *found, struct err *err)
{
    return far->ops->receipt_read(far, key, print, arena, result, found, err);
}

/* A whole act, of which only what is sent goes over the line. */
static void hold(struct asker *asker, const char *label)
{
    const struct desk_hold wish = {
        .show = "hamlet", .labels = &label, .count = 1, .channel = CHANNEL_COUNTER};
    const struct store_ops *near = asker->house->store->ops;
    struct store_ops ops = *near;
    struct desk desk = {.store = asker->house->store,
                        .crypt = sodium_crypt(),
                        .clock = clock_system(),
                        .ids = {.rng = rng_system()}};
    struct act_meta meta = {.arena = asker->arena,
                            .actor = {.name = "carrier", .till = "till-1", .role = ROLE_CLERK},
                            .key = uuid_make(&desk.ids, clock_wall(&desk.clock)),
                            .first_sent = true};
    far = asker->store;
    ops.apply = far_apply;
    ops.receipt_read = far_receipt;
    asker->house->store->ops = &ops;
    desk_hold_new(&desk, &meta, &wish, &asker->out);
    asker->house->store->ops = near;
    asker->rc = asker->out.err.rc;
}

static void act(struct asker *asker)
{
    hold(asker, "Stalls-A-1");
}

/* The first act prepares its statement: the next one is sent, and then nobody knows. */
static void act_once(struct asker *asker)
{
    hold(asker, "Stalls-B-1");
    assert_int_equal(asker->out.verdict, VERDICT_OK);
}

/* ---- all at once ---------------------------------------------------------------------------- */

static void *ask(void *ctx)
{
    struct asker *asker = ctx;
    struct clock real = clock_system();
    int64_t began = clock_mono(&real);
    asker->ask(asker);
    asker->took_ms = clock_mono(&real) - began;
    return NULL;
}

static void ask_all(struct asker *askers, int count)
{
    pthread_t threads[8];
    atomic_store(&line.orders->hole_down, 1);
    for (int i = 0; i < count; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &askers[i]), 0);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

/* Nobody waits for it anew who asks the next thing at once. */
static void ask_once_more(struct asker *asker)
{
    struct clock real = clock_system();
    int64_t began = clock_mono(&real);
    assert_int_equal(read_house(asker), RC_TRANSIENT);
    asker->next_took_ms = clock_mono(&real) - began;
}

enum { DIALS, READS, READS_ON, ACTS, ASKERS };

static void whoever_asks_a_frozen_house_knows_in_five_seconds(void **state)
{
    struct asker askers[ASKERS] = {[DIALS] = {dial},
                                   [READS] = {read_something},
                                   [READS_ON] = {read_something},
                                   [ACTS] = {act}};
    for (int i = 0; i < ASKERS; i++) {
        askers[i].house = *state;
        askers[i].arena = arena_new();
        if (i != DIALS)
            come_in(&askers[i]);
    }
    begin_to_read(&askers[READS_ON]);
    act_once(&askers[ACTS]);
    ask_all(askers, ASKERS);
    ask_once_more(&askers[READS]);
    atomic_store(&line.orders->hole_down, 0);
    for (int i = 0; i < ASKERS; i++) {
        printf("# %s: %lld ms\n", (const char *[]){"dial", "read", "read on", "act"}[i],
               (long long)askers[i].took_ms);
        assert_int_equal(askers[i].rc, i == ACTS ? RC_UNKNOWN : RC_TRANSIENT);
        assert_in_range(askers[i].took_ms, 1000, ABOUT_FIVE_S);
        store_close(&askers[i].store);
        arena_free(&askers[i].arena);
    }
    assert_in_range(askers[READS].next_took_ms, 0, 1000);
}

static int over_the_line(void **state)
{
    pg_server_start();
    char target[32];
    snprintf(target, sizeof target, "127.0.0.1:%d", pg_server_port());
    cutter_start(&line, target);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CONTRACT_TEST(whoever_asks_a_frozen_house_knows_in_five_seconds),
    };
    if (pg_server_skip())
        return 0;
    int failed = cmocka_run_group_tests(tests, over_the_line, NULL);
    cutter_stop(&line);
    return failed;
}
