/*
 * Tills go on selling one house while its servers are killed, frozen, restarted, emptied and cut
 * off. Each case says what it fired and ends in the verdict of field.h. SEED chooses the moments,
 * ROUNDS how many times as often each fault is fired, CLERKS how many tills there are.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "src/port/lock.h"
#include "tests/fault/field.h"

enum { MANY = 240, MOMENT_MS = 400, BRIEF_MS = 1200, TRIES = 10 };

static void no_fault_at_all(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "all well"});
    field_wait(&field, MANY);
    field.fired = field.hit = 1; /* nothing, and on purpose */
    field_close(&field);
    assert_int_equal(field.unknown, 0);
}

/* ---- Redis ---------------------------------------------------------------------------------- */

static void redis_killed_and_started_again(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "redis killed", .hurt = HURT_REDIS});
    for (int i = 0; i < field_rounds(2); i++) {
        field_work(&field);
        redis_server_kill(&field_redis);
        field_work(&field);
        redis_server_restart(&field_redis);
        field.fired++;
    }
    field_work(&field);
    field_close(&field);
}

static void redis_frozen(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "redis frozen", .hurt = HURT_REDIS});
    for (int i = 0; i < field_rounds(2); i++) {
        field_work(&field);
        redis_server_freeze(&field_redis);
        field_work(&field);
        redis_server_thaw(&field_redis);
        field.fired++;
    }
    field_work(&field);
    field_close(&field);
}

static void redis_emptied(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "redis emptied"});
    for (int i = 0; i < field_rounds(4); i++) {
        field_work(&field);
        field.hit += redis_server_keys(&field_redis);
        free(redis_server_say(&field_redis, "FLUSHALL", NULL));
        field.fired++;
    }
    field_work(&field);
    field_close(&field);
}

/* What was saved a while ago comes back: locks that were let go, holds that are long over. */
static void redis_restored_with_stale_keys(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "redis restored"});
    for (int i = 0; i < field_rounds(2); i++) {
        field_work(&field);
        free(redis_server_say(&field_redis, "SAVE", NULL));
        field_work(&field);
        redis_server_kill(&field_redis);
        redis_server_restart(&field_redis);
        field.hit += redis_server_keys(&field_redis);
        field.fired++;
    }
    field_work(&field);
    field_close(&field);
}

/* ---- PostgreSQL ----------------------------------------------------------------------------- */

static void postgresql_killed_and_started_again(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){
                           .name = "postgresql killed", .hurt = HURT_HOUSE, .crashes = true});
    for (int i = 0; i < field_rounds(2); i++) {
        field_work(&field);
        pg_server_kill();
        field_pass(&field, MOMENT_MS);
        pg_server_restart();
        field.fired++;
    }
    field_work(&field);
    field_close(&field);
}

static void postgresql_restarted(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "postgresql restarted", .hurt = HURT_HOUSE});
    for (int i = 0; i < field_rounds(2) || (i < TRIES && !field_hits(&field)); i++) {
        field_work(&field);
        pg_server_restart();
        field.fired++;
    }
    field_work(&field);
    field_close(&field);
}

static void postgresql_frozen(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "postgresql frozen", .hurt = HURT_HOUSE});
    for (int i = 0; i < field_rounds(1); i++) {
        field_work(&field);
        pg_server_freeze();
        field_wait_trouble(&field, 1);
        pg_server_thaw();
        field.fired++;
    }
    field_work(&field);
    field_close(&field);
}

static void lines_cut_by_the_server(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "backends terminated", .hurt = HURT_HOUSE});
    for (int i = 0; i < field_rounds(6) || (i < TRIES && !field_hits(&field)); i++) {
        field_work(&field);
        field.fired += (int)field_sql(
            &field, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()");
    }
    field_work(&field);
    field_close(&field);
}

/* ---- tills ---------------------------------------------------------------------------------- */

static void tills_killed_at(const char *name, enum tap_moment moment)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = name});
    for (int i = 0; i < field_rounds(4); i++) {
        field_work(&field);
        int clerk = field_roll(&field, 0, field.clerks);
        field_strike(&field, clerk, moment, SIGKILL);
        field.hit++;
        field_work(&field);
        field_again(&field, clerk);
    }
    field_work(&field);
    field_close(&field);
}

static void a_till_killed_between_lock_and_commit(void **state)
{
    tills_killed_at("till killed with locks", TAP_LOCKED);
}

static void a_till_killed_between_commit_and_publish(void **state)
{
    tills_killed_at("till killed unpublished", TAP_COMMITTED);
}

/* Their time is over sooner here; or it is waited for, twice as long as a lock lasts. */
static void let_locks_end(struct field *field, bool really)
{
    static const char hurry[] = "for i, k in ipairs(redis.call('KEYS', '*:lock:*')) do"
                                " redis.call('PEXPIRE', k, 1) end";
    int64_t until = history_now() / 1000000 + 2 * LOCK_MS;
    if (!really)
        free(redis_server_say(&field_redis, "EVAL", hurry, "0", NULL));
    do
        field_work(field);
    while (really && history_now() / 1000000 < until);
}

static int locks_there(void)
{
    char *said =
        redis_server_say(&field_redis, "EVAL", "return #redis.call('KEYS', '*:lock:*')", "0", NULL);
    int locks = atoi(said);
    free(said);
    return locks;
}

/* It wakes up when its locks are long gone and others were given the seats. */
static void a_till_frozen_with_its_locks_until_they_are_gone(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "till frozen with locks"});
    for (int i = 0; i < field_rounds(4); i++) {
        int clerk = field_roll(&field, 0, field.clerks);
        field_strike(&field, clerk, TAP_LOCKED, SIGSTOP);
        field.hit += locks_there();
        let_locks_end(&field, i == 4); /* in long runs */
        kill(field.pids[clerk], SIGCONT);
    }
    field_work(&field);
    field_close(&field);
}

/* Ten seats for everybody, wished for from the left and from the right. */
static void seats_in_opposite_order(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){
                           .name = "opposite order", .hurt = HURT_ANOTHER, .narrow = true});
    field_wait(&field, field_rounds(1) * MANY);
    for (int i = 0; i < TRIES && !field_hits(&field); i++)
        field_work(&field);
    field.fired = field.refused;
    field_close(&field);
}

/* With no lock in front of it the house itself has to put them in order. */
static void seats_in_opposite_order_without_redis(void **state)
{
    struct field field;
    redis_server_kill(&field_redis);
    field_open(&field, &(struct field_wish){
                           .name = "opposite, no redis", .hurt = HURT_ANOTHER, .narrow = true});
    field_wait(&field, field_rounds(1) * MANY);
    for (int i = 0; i < TRIES && !field_hits(&field); i++)
        field_work(&field);
    field.fired = field.refused;
    redis_server_restart(&field_redis);
    field_close(&field);
}

/* Nobody does anything until the shortest holds are over. */
static int let_holds_end(struct field *field)
{
    static const char over[] = "SELECT count(*) FROM loge.hold WHERE status IN (0, 3)"
                               " AND expires_at <= loge.now_ms()";
    int64_t until = history_now() / 1000000 + BRIEF_MS;
    field_rest(field, true);
    while (history_now() / 1000000 < until)
        field_pass(field, MOMENT_MS);
    field_rest(field, false);
    return (int)field_sql(field, over);
}

/* Hit are the holds whose time is over: all clocks but one are wrong about them. */
static void clocks_an_hour_apart(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "clocks apart", .skew_ms = 3600000});
    for (int i = 0; i < TRIES && !field.hit; i++) {
        field_work(&field);
        field.hit = let_holds_end(&field);
    }
    field_wait(&field, field_rounds(1) * MANY);
    field.fired = field.clerks - 1;
    field_close(&field);
}

/* ---- the runner ----------------------------------------------------------------------------- */

/* A word is a pattern of tests to run, as in '*frozen*'. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        FIELD_TEST(no_fault_at_all),
        FIELD_TEST(redis_killed_and_started_again),
        FIELD_TEST(redis_frozen),
        FIELD_TEST(redis_emptied),
        FIELD_TEST(redis_restored_with_stale_keys),
        FIELD_TEST(postgresql_killed_and_started_again),
        FIELD_TEST(postgresql_restarted),
        FIELD_TEST(postgresql_frozen),
        FIELD_TEST(lines_cut_by_the_server),
        FIELD_TEST(a_till_killed_between_lock_and_commit),
        FIELD_TEST(a_till_killed_between_commit_and_publish),
        FIELD_TEST(a_till_frozen_with_its_locks_until_they_are_gone),
        FIELD_TEST(seats_in_opposite_order),
        FIELD_TEST(seats_in_opposite_order_without_redis),
        FIELD_TEST(clocks_an_hour_apart),
    };
    if (pg_server_skip() || !redis_server_here())
        return 0;
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, field_servers_start, field_servers_stop);
}
