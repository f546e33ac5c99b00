/*
 * Many tills want one seat of a real house at the same moment, and PostgreSQL is slow to commit:
 * one gets it, and the others do not find out in the database. Counted is what the tills sent
 * there.
 */
#include "config.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/house_store.h"
#include "src/adapter/redis_feed.h"
#include "src/adapter/redis_lock.h"
#include "src/adapter/redis_registry.h"
#include "src/adapter/sodium_crypt.h"
#include "src/engine/desk.h"
#include "tests/contract/contract.h"
#include "tests/lib/pg_house.h"
#include "tests/lib/redis_server.h"

enum { TILLS = 20, ACTS_MOST = 3 };

static struct redis_server redis;
static char database[PG_NAME];
static bool never_extend;

static bool refuse_more_time(struct lock *lock, const struct lock_wish *wish)
{
    return false;
}

/* The control: locks as they were before anybody extended one. */
static void forget_to_extend(struct lock *lock)
{
    static struct lock_ops ops;
    ops = *lock->ops;
    ops.extend = refuse_more_time;
    lock->ops = &ops;
}

static enum rc open_front(struct store *inner, const struct clock *clock, struct store **store,
                          struct err *err)
{
    const struct redis_config config = {
        .house = "main", .address = redis.address, .connect_ms = 10000, .command_ms = 10000};
    struct house_front front = {0};
    enum rc rc = redis_link_new(&config, clock, &front.link, err);
    if (!rc)
        rc = redis_feed_new(front.link, clock, &front.feed, err);
    if (rc)
        return rc;
    front.lock = redis_lock_new(front.link);
    front.registry = redis_registry_new(front.link);
    if (never_extend)
        forget_to_extend(front.lock);
    return house_store_new(inner, &front, clock, false, store, err);
}

static enum rc open_house(const char *dir, const struct clock *clock, struct store **store,
                          struct err *err)
{
    struct store *inner;
    enum rc rc = pg_house_open(database, clock, &inner, err);
    return rc ? rc : open_front(inner, clock, store, err);
}

static enum rc create(const char *dir, const struct clock *clock, struct store **store,
                      struct err *err)
{
    free(redis_server_say(&redis, "FLUSHALL", NULL));
    pg_house_make(database);
    return open_house(dir, clock, store, err);
}

const struct store_factory the_store = {"house", true, create, open_house};

/* ---- the server ----------------------------------------------------------------------------- */

static PGconn *superuser(void)
{
    char url[PG_URL];
    return pg_server_connect(pg_server_url(database, NULL, NULL, url));
}

/* Every act takes so long to commit, as on a machine that has other things to do. */
static void slow_down(int ms)
{
    char sql[400];
    PGconn *root = superuser();
    snprintf(sql, sizeof sql,
             "CREATE FUNCTION public.dawdle() RETURNS trigger LANGUAGE plpgsql AS"
             " $$ BEGIN PERFORM pg_sleep(%d / 1000.0); RETURN NULL; END $$;"
             "CREATE CONSTRAINT TRIGGER dawdle AFTER INSERT ON loge.receipt DEFERRABLE"
             " INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.dawdle()",
             ms);
    pg_server_do(root, sql);
    PQfinish(root);
}

/* ---- tills ---------------------------------------------------------------------------------- */

struct a_till {
    struct desk desk;
    struct clock clock;
    struct arena *arena;
    struct act_meta meta;
    struct outcome out;
    pthread_barrier_t *start;
};

/* Logins belong to the server: each house has people of its own. */
static void open_till(struct a_till *till, int number, pthread_barrier_t *start)
{
    char login[PG_LOGIN_TEXT], url[PG_URL];
    struct store *inner;
    struct err err;
    *till = (struct a_till){.clock = clock_system(), .arena = arena_new(), .start = start};
    till->meta = (struct act_meta){.arena = till->arena, .actor = {.role = ROLE_CLERK}};
    snprintf(till->meta.actor.name, PERSON_TEXT, "%.20s-till%d", database, number);
    snprintf(till->meta.actor.till, TILL_TEXT, "till-%d", number);
    pg_house_person(database, till->meta.actor.name, ROLE_CLERK, login);
    pg_server_url(database, login, PG_PASSWORD, url);
    till->desk =
        (struct desk){.crypt = sodium_crypt(), .clock = till->clock, .ids = {.rng = rng_system()}};
    if (pg_store_open(url, sodium_crypt(), &till->clock, &inner, &err))
        fail_msg("%s", err.text);
    pg_till_act_at(database, inner, till->meta.actor.till);
    if (open_front(inner, &till->clock, &till->desk.store, &err))
        fail_msg("%s", err.text);
    till->meta.key = uuid_make(&till->desk.ids, clock_wall(&till->clock));
    till->meta.first_sent = true;
}

static void *want_the_seat(void *ctx)
{
    static const char *const label = "Stalls-A-1";
    const struct desk_hold wish = {
        .show = "hamlet", .labels = &label, .count = 1, .channel = CHANNEL_COUNTER};
    struct a_till *till = ctx;
    pthread_barrier_wait(till->start);
    desk_hold_new(&till->desk, &till->meta, &wish, &till->out);
    return NULL;
}

static void all_want_it(struct a_till *tills)
{
    pthread_t threads[TILLS];
    for (int i = 0; i < TILLS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, want_the_seat, &tills[i]), 0);
    for (int i = 0; i < TILLS; i++)
        pthread_join(threads[i], NULL);
}

static int got(const struct a_till *tills, enum verdict verdict)
{
    int count = 0;
    for (int i = 0; i < TILLS; i++)
        count += tills[i].out.verdict == verdict;
    return count;
}

static int64_t acts_sent(const struct a_till *tills)
{
    int64_t acts = 0;
    for (int i = 0; i < TILLS; i++)
        acts += house_store_speed(tills[i].desk.store).applies;
    return acts;
}

static void close_tills(struct a_till *tills)
{
    for (int i = 0; i < TILLS; i++) {
        store_close(&tills[i].desk.store);
        arena_free(&tills[i].arena);
    }
}

/* How many acts reached the house. Whoever was told that somebody is at it, and to try again, has
 * found neither that it is his nor that it is taken. */
static int64_t stampede(int commit_ms)
{
    static struct a_till tills[TILLS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, TILLS);
    pg_house_set_clock(database, 0);
    slow_down(commit_ms);
    for (int i = 0; i < TILLS; i++)
        open_till(&tills[i], i, &start);
    all_want_it(tills);
    int taken = got(tills, VERDICT_SEAT_TAKEN), told_to_wait = got(tills, VERDICT_UNAVAILABLE);
    int64_t acts = acts_sent(tills);
    printf("# %d tills, commits of %d ms: %d refused, %d told to try again, %lld acts sent\n",
           TILLS, commit_ms, taken, told_to_wait, (long long)acts);
    assert_int_equal(got(tills, VERDICT_OK), 1);
    assert_int_equal(taken + told_to_wait, TILLS - 1);
    assert_in_range(told_to_wait, 0, acts - 1);
    close_tills(tills);
    pthread_barrier_destroy(&start);
    return acts;
}

static void a_stampede_for_one_seat_is_hardly_noticed_by_the_house(void **state)
{
    assert_in_range(stampede(0), 1, ACTS_MOST);
}

static void nor_is_it_when_the_house_is_slow(void **state)
{
    assert_int_equal(stampede(LOCK_MS / 2), 1);
}

static void nor_when_an_act_takes_longer_than_its_locks_last(void **state)
{
    assert_int_equal(stampede(3 * LOCK_MS), 1);
}

/* The control: one more a second goes to see, and finds somebody at it. */
static void without_more_time_others_are_let_in_while_the_act_is_at_it(void **state)
{
    never_extend = true;
    int64_t acts = stampede(LOCK_MS + LOCK_MS / 2);
    never_extend = false;
    assert_in_range(acts, 2, TILLS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CONTRACT_TEST(a_stampede_for_one_seat_is_hardly_noticed_by_the_house),
        CONTRACT_TEST(nor_is_it_when_the_house_is_slow),
        CONTRACT_TEST(nor_when_an_act_takes_longer_than_its_locks_last),
        CONTRACT_TEST(without_more_time_others_are_let_in_while_the_act_is_at_it),
    };
    if (pg_server_skip() || !redis_server_here())
        return 0;
    redis_server_start(&redis);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    redis_server_stop(&redis);
    return failed;
}
