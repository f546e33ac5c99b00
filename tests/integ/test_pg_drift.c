/*
 * What the house and Redis know of holds is compared once a minute at every till, on a thread of
 * its own; and anybody may ask how they stand, or write Redis anew, while tills sell.
 */
#include "config.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/sodium_crypt.h"
#include "src/engine/desk.h"
#include "tests/contract/contract.h"
#include "tests/lib/fast_house.h"

const struct store_factory the_store = {"house, drifting", true, fast_house_make, fast_house_open};

static const struct actor sweeper = {.name = "sweep", .till = "", .role = ROLE_SERVICE};

static void sweep(struct contract *c)
{
    struct sweep_result swept;
    if (c->store->ops->sweep(c->store, &sweeper, c->time.wall, 100, &swept, &c->err))
        fail_msg("%s", c->err.text);
}

static struct house_layers layers_of(struct contract *c, struct store *store)
{
    struct house_layers layers;
    if (house_store_layers(store, c->show_no, &layers, &c->err))
        fail_msg("%s", c->err.text);
    return layers;
}

static int64_t checks(struct contract *c)
{
    return house_store_speed(c->store).drift_checks;
}

static void wait_for_check(struct contract *c, int64_t which)
{
    for (int i = 0; i < 2000 && checks(c) < which; i++) {
        poll(NULL, 0, 10);
        sweep(c);
    }
    assert_int_equal(checks(c), which);
}

/* ---- once a minute -------------------------------------------------------------------------- */

static void what_redis_lost_is_there_again_within_a_minute(void **state)
{
    struct contract *c = *state;
    take(c, "Stalls-A-1", "Stalls-A-2", NULL);
    free(redis_server_say(&fast_house_redis, "FLUSHALL", NULL));
    c->time.mono += 59000;
    sweep(c);
    assert_false(layers_of(c, c->store).agree); /* control: it is not time yet */
    c->time.mono += 1000;
    sweep(c);
    wait_for_check(c, 1);
    assert_true(layers_of(c, c->store).agree);
    assert_int_equal(house_store_speed(c->store).healed, 2);
    sweep(c);
    c->time.mono += 60000;
    sweep(c);
    wait_for_check(c, 2);
}

static bool somebody_waits(PGconn *root)
{
    for (int i = 0; i < 20000; i++)
        if (pg_server_count(root, "SELECT count(*) FROM pg_stat_activity"
                                  " WHERE wait_event_type = 'Lock'"))
            return true;
    return false;
}

/* The check waits for a table that no hold needs, when the sweep that began it is over. */
static void nobody_waits_for_the_check(void **state)
{
    struct contract *c = *state;
    char url[PG_URL];
    pg_server_url(fast_house_database, NULL, NULL, url);
    PGconn *other = pg_server_connect(url), *root = pg_server_connect(url);
    take(c, "Stalls-A-1", NULL, NULL);
    const struct changeset *next = taking(c, new_id(c), "Stalls-B-1", NULL, NULL);
    pg_server_do(other, "BEGIN; LOCK TABLE loge.price IN ACCESS EXCLUSIVE MODE");
    c->time.mono += 60000;
    sweep(c);
    assert_true(somebody_waits(root));
    expect_ok(c, next);
    pg_server_do(other, "ROLLBACK");
    PQfinish(other);
    PQfinish(root);
}

static void a_till_may_close_in_the_middle_of_it(void **state)
{
    struct contract *c = *state;
    take(c, "Stalls-A-1", NULL, NULL);
    c->time.mono += 60000;
    sweep(c);
    store_close(&c->store);
    assert_int_equal(fast_house_open(c->dir, &c->clock, &c->store, &c->err), RC_OK);
}

/* ---- by whoever wants to know, while tills sell --------------------------------------------- */

struct seller {
    struct contract *c;
    struct store *store;
    atomic_bool stop;
    int sold;
    char fault[200];
};

static void sell_once(struct seller *seller, struct desk *desk, struct arena *arena)
{
    const struct act_meta meta = {.arena = arena,
                                  .actor = {.name = "anna", .till = "till-2", .role = ROLE_CLERK}};
    const struct best_request wish = {
        .count = 2, .class_no = 0, .section = -1, .channel = CHANNEL_COUNTER};
    struct outcome out;
    desk_hold_best(desk, &meta, "hamlet", &wish, NULL, &out);
    if (out.verdict)
        snprintf(seller->fault, sizeof seller->fault, "hold: %.150s", out.message);
    const struct uuid hold = out.hold ? out.hold->id : (struct uuid){{0}};
    if (!out.verdict)
        desk_hold_release(desk, &meta, &hold, NULL, 0, END_USER_CANCELLED, &out);
    if (out.verdict && !*seller->fault)
        snprintf(seller->fault, sizeof seller->fault, "release: %.150s", out.message);
    seller->sold++;
}

static void *sell_on(void *ctx)
{
    struct seller *seller = ctx;
    struct arena *arena = arena_new();
    struct desk desk = {.store = seller->store,
                        .crypt = sodium_crypt(),
                        .clock = seller->c->clock,
                        .ids = {.rng = rng_system()}};
    desk.clock.pause_ms = clock_system().pause_ms;
    while (!atomic_load(&seller->stop) && !*seller->fault) {
        sell_once(seller, &desk, arena);
        arena_reset(arena);
    }
    arena_free(&arena);
    return NULL;
}

static void status_and_reconcile_run_while_a_till_sells(void **state)
{
    struct contract *c = *state;
    struct seller seller = {.c = c};
    struct house_drift drift;
    pthread_t thread;
    take(c, "Stalls-A-5", "Stalls-A-6", NULL);
    assert_int_equal(fast_house_open(c->dir, &c->clock, &seller.store, &c->err), RC_OK);
    assert_int_equal(pthread_create(&thread, NULL, sell_on, &seller), 0);
    for (int i = 0; i < 20; i++) {
        assert_true(layers_of(c, c->store).registry_answers);
        if (house_store_reconcile(c->store, NULL, &drift, &c->err))
            fail_msg("%s", c->err.text);
    }
    atomic_store(&seller.stop, true);
    pthread_join(thread, NULL);
    store_close(&seller.store);
    assert_string_equal(seller.fault, "");
    assert_true(seller.sold > 0);
    assert_int_equal(house_store_mend(c->store, &drift, &c->err), RC_OK);
    assert_true(layers_of(c, c->store).agree);
    assert_sound(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CONTRACT_TEST(what_redis_lost_is_there_again_within_a_minute),
        CONTRACT_TEST(nobody_waits_for_the_check),
        CONTRACT_TEST(a_till_may_close_in_the_middle_of_it),
        CONTRACT_TEST(status_and_reconcile_run_while_a_till_sells),
    };
    if (pg_server_skip() || !redis_server_here())
        return 0;
    redis_server_start(&fast_house_redis);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    redis_server_stop(&fast_house_redis);
    return failed;
}
