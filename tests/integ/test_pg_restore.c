/*
 * A backup is restored under two tills that were told of what came after it: they and Redis forget
 * by themselves what the house never did.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/contract/contract.h"
#include "tests/lib/fast_house.h"

static char backup[PG_NAME];
static struct store *second;

static enum rc create(const char *dir, const struct clock *clock, struct store **store,
                      struct err *err)
{
    free(redis_server_say(&fast_house_redis, "FLUSHALL", NULL));
    pg_house_make(fast_house_database);
    enum rc rc = fast_house_open(dir, clock, &second, err);
    return rc ? rc : fast_house_open(dir, clock, store, err);
}

const struct store_factory the_store = {"a house that is restored", true, create, fast_house_open};

static int leave(void **state)
{
    store_close(&second);
    return contract_teardown(state);
}

/* ---- backup and restore --------------------------------------------------------------------- */

static void on_server(const char *fmt, const char *a, const char *b)
{
    char url[PG_URL], sql[200];
    PGconn *conn = pg_server_connect(pg_server_url("postgres", NULL, NULL, url));
    snprintf(sql, sizeof sql, fmt, a, b);
    pg_server_do(conn, sql);
    PQfinish(conn);
}

#define HANG_UP                                                                              \
    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '%s' AND" \
    " pid <> pg_backend_pid() -- %s"

/* A read finds its line cut and makes another one. */
static void dial_again(struct store *store)
{
    struct house house;
    struct err err;
    assert_int_equal(store->ops->house_read(store, &house, &err), RC_OK);
}

static void back_up(struct contract *c)
{
    snprintf(backup, sizeof backup, "backup_of_%.20s", fast_house_database);
    on_server(HANG_UP, fast_house_database, "");
    on_server("CREATE DATABASE %s TEMPLATE %s", backup, fast_house_database);
    dial_again(c->store);
    dial_again(second);
}

static void restore(struct contract *c)
{
    on_server("DROP DATABASE %s WITH (FORCE) -- %s", fast_house_database, "");
    on_server("CREATE DATABASE %s TEMPLATE %s", fast_house_database, backup);
    dial_again(c->store);
    dial_again(second);
}

/* ---- tills ---------------------------------------------------------------------------------- */

/* A few seconds later, as a console does. Returns how many seats it was told of; -1: all of them.
 */
static int follow(struct contract *c, struct store *store, int64_t *last)
{
    struct fresh_seat *seats;
    int count;
    assert_int_equal(store->ops->seats_since(store, c->show_no, *last, 1000, c->arena, &seats,
                                             &count, last, &c->err),
                     RC_OK);
    return count;
}

/* Until what looks for drift beside the till has looked: later it could meet an act half done. */
static void sweep_in_peace(struct contract *c)
{
    const struct actor actor = {.name = "anna", .till = "till-1", .role = ROLE_CLERK};
    struct sweep_result swept;
    int64_t looked = house_store_speed(c->store).drift_checks;
    do
        assert_int_equal(c->store->ops->sweep(c->store, &actor, c->time.wall, 100, &swept, &c->err),
                         RC_OK);
    while (house_store_speed(c->store).drift_checks == looked);
}

static enum seat_status seen_by(struct contract *c, struct store *store, const char *label)
{
    struct snapshot map;
    assert_int_equal(store->ops->map_read(store, c->show_no, c->arena, &map, &c->err), RC_OK);
    return (enum seat_status)map.state[plan_find_seat(map.plan, label)].status;
}

static bool layers_agree(struct contract *c)
{
    struct house_layers layers;
    assert_int_equal(house_store_layers(c->store, c->show_no, &layers, &c->err), RC_OK);
    return layers.agree;
}

static void what_came_after_the_backup_is_forgotten_everywhere(void **state)
{
    struct contract *c = *state;
    struct store *tills[] = {c->store, second};
    int64_t last[] = {0, 0};
    const struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    back_up(c);
    sell(c, hold.id, (struct uuid){{0}});
    take(c, "Circle-A-1", NULL, NULL);
    for (int i = 0; i < 2; i++) {
        follow(c, tills[i], &last[i]);
        assert_int_equal(seen_by(c, tills[i], "Stalls-A-1"), SEAT_SOLD);
    }
    pass_time(c, 6 * SECOND_MS);
    for (int i = 0; i < 2; i++)
        follow(c, tills[i], &last[i]);
    restore(c);
    pass_time(c, 6 * SECOND_MS);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(follow(c, tills[i], &last[i]), -1);
        assert_int_equal(seen_by(c, tills[i], "Stalls-A-1"), SEAT_HELD);
        assert_int_equal(seen_by(c, tills[i], "Circle-A-1"), SEAT_AVAILABLE);
    }
    assert_true(layers_agree(c));
    take(c, "Circle-A-1", NULL, NULL);
    assert_int_equal(house_store_speed(c->store).refused_early, 0);
    sell(c, hold.id, (struct uuid){{0}});
    assert_sound(c);
}

static void a_till_that_comes_later_finds_what_redis_was_told(void **state)
{
    struct contract *c = *state;
    int64_t last = 0;
    back_up(c);
    take(c, "Circle-A-1", NULL, NULL);
    follow(c, c->store, &last);
    restore(c);
    store_close(&second);
    assert_int_equal(fast_house_open(c->dir, &c->clock, &second, &c->err), RC_OK);
    last = 0;
    follow(c, second, &last);
    assert_int_equal(seen_by(c, second, "Circle-A-1"), SEAT_AVAILABLE);
    assert_true(layers_agree(c));
}

/* Nothing is emptied for an ordinary evening. */
static void a_log_that_only_grows_is_left_alone(void **state)
{
    struct contract *c = *state;
    int64_t last = 0;
    for (int i = 0; i < 4; i++) {
        take(c, i % 2 ? "Stalls-A-2" : "Circle-A-1", NULL, NULL);
        pass_time(c, 16 * MINUTE_MS); /* it is over, and can be taken again */
        assert_true(follow(c, c->store, &last) >= 0);
        sweep_in_peace(c);
    }
    assert_int_equal(house_store_speed(c->store).healed, 0);
    assert_sound(c);
}

int main(void)
{
#define RESTORE_TEST(name) cmocka_unit_test_setup_teardown(name, contract_setup, leave)
    const struct CMUnitTest tests[] = {
        RESTORE_TEST(what_came_after_the_backup_is_forgotten_everywhere),
        RESTORE_TEST(a_till_that_comes_later_finds_what_redis_was_told),
        RESTORE_TEST(a_log_that_only_grows_is_left_alone),
    };
    if (pg_server_skip() || !redis_server_here())
        return 0;
    redis_server_start(&fast_house_redis);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    redis_server_stop(&fast_house_redis);
    return failed;
}
