/*
 * Tills go on selling one house while its servers are killed, frozen, restarted, emptied and cut
 * off. Each case says what it fired and ends in the verdict of field.h. SEED chooses the moments;
 * ROUNDS how often each fault is fired, CLERKS how many tills there are.
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

#include "tests/fault/field.h"

enum { SOME = 40, A_FEW = 15, MOMENT_MS = 400 };

/* Work goes on for a while, up to a moment nobody chose. */
static void until_some_moment(struct field *field)
{
    field_wait(field, field_roll(field, A_FEW, SOME));
}

static void no_fault_at_all(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "all well"});
    field_wait(&field, 6 * SOME);
    field.fired = 1; /* nothing, and on purpose */
    field_close(&field);
    assert_int_equal(field.unknown, 0);
}

/* ---- Redis ---------------------------------------------------------------------------------- */

static void redis_killed_and_started_again(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "redis killed"});
    for (int i = 0; i < field_rounds(2); i++) {
        until_some_moment(&field);
        redis_server_kill(&field_redis);
        until_some_moment(&field);
        redis_server_restart(&field_redis);
        field.fired++;
    }
    until_some_moment(&field);
    field_close(&field);
}

static void redis_frozen(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "redis frozen"});
    for (int i = 0; i < field_rounds(2); i++) {
        until_some_moment(&field);
        redis_server_freeze(&field_redis);
        until_some_moment(&field);
        redis_server_thaw(&field_redis);
        field.fired++;
    }
    until_some_moment(&field);
    field_close(&field);
}

static void redis_emptied(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "redis emptied"});
    for (int i = 0; i < field_rounds(4); i++) {
        until_some_moment(&field);
        free(redis_server_say(&field_redis, "FLUSHALL", NULL));
        field.fired++;
    }
    until_some_moment(&field);
    field_close(&field);
}

/* What was saved a while ago comes back: locks that were let go, holds that are long over. */
static void redis_restored_with_stale_keys(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "redis restored"});
    for (int i = 0; i < field_rounds(2); i++) {
        until_some_moment(&field);
        free(redis_server_say(&field_redis, "SAVE", NULL));
        until_some_moment(&field);
        redis_server_kill(&field_redis);
        redis_server_restart(&field_redis);
        field.fired++;
    }
    until_some_moment(&field);
    field_close(&field);
}

/* ---- PostgreSQL ----------------------------------------------------------------------------- */

static void postgresql_killed_and_started_again(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "postgresql killed", .crashes = true});
    for (int i = 0; i < field_rounds(2); i++) {
        until_some_moment(&field);
        pg_server_kill();
        field_pass(&field, MOMENT_MS);
        pg_server_restart();
        field.fired++;
    }
    until_some_moment(&field);
    field_close(&field);
}

static void postgresql_restarted(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "postgresql restarted"});
    for (int i = 0; i < field_rounds(2); i++) {
        until_some_moment(&field);
        pg_server_restart();
        field.fired++;
    }
    until_some_moment(&field);
    field_close(&field);
}

static void postgresql_frozen(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "postgresql frozen"});
    for (int i = 0; i < field_rounds(1); i++) {
        until_some_moment(&field);
        pg_server_freeze();
        field_wait_trouble(&field, 1);
        pg_server_thaw();
        field.fired++;
    }
    until_some_moment(&field);
    field_close(&field);
}

static void lines_cut_by_the_server(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "backends terminated"});
    for (int i = 0; i < field_rounds(6); i++) {
        until_some_moment(&field);
        field.fired += (int)field_sql(
            &field, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()");
    }
    until_some_moment(&field);
    field_close(&field);
}

/* ---- tills ---------------------------------------------------------------------------------- */

static void tills_killed_at(const char *name, enum tap_moment moment)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = name});
    for (int i = 0; i < field_rounds(4); i++) {
        until_some_moment(&field);
        int clerk = field_roll(&field, 0, field.clerks);
        field_strike(&field, clerk, moment, SIGKILL);
        until_some_moment(&field);
        field_again(&field, clerk);
    }
    until_some_moment(&field);
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

/* It wakes up when its locks are long gone and others were given the seats. */
static void a_till_frozen_with_its_locks_until_they_are_gone(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "till frozen with locks"});
    for (int i = 0; i < field_rounds(4); i++) {
        int clerk = field_roll(&field, 0, field.clerks);
        field_strike(&field, clerk, TAP_LOCKED, SIGSTOP);
        free(redis_server_say(&field_redis, "FLUSHALL", NULL));
        until_some_moment(&field);
        kill(field.pids[clerk], SIGCONT);
    }
    until_some_moment(&field);
    field_close(&field);
}

static void clocks_an_hour_apart(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "clocks apart", .skew_ms = 3600000});
    field_wait(&field, 6 * SOME);
    field.fired = field.clerks - 1;
    field_close(&field);
}

/* ---- the runner ----------------------------------------------------------------------------- */

static int start_servers(void **state)
{
    field_servers_start();
    return 0;
}

static int stop_servers(void **state)
{
    field_servers_stop();
    return 0;
}

static int empty_redis(void **state)
{
    free(redis_server_say(&field_redis, "FLUSHALL", NULL));
    return 0;
}

#define FAULT(name) cmocka_unit_test_setup_teardown(name, empty_redis, field_clear)

/* A word is a pattern of tests to run, as in '*frozen*'. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        FAULT(no_fault_at_all),
        FAULT(redis_killed_and_started_again),
        FAULT(redis_frozen),
        FAULT(redis_emptied),
        FAULT(redis_restored_with_stale_keys),
        FAULT(postgresql_killed_and_started_again),
        FAULT(postgresql_restarted),
        FAULT(postgresql_frozen),
        FAULT(lines_cut_by_the_server),
        FAULT(a_till_killed_between_lock_and_commit),
        FAULT(a_till_killed_between_commit_and_publish),
        FAULT(a_till_frozen_with_its_locks_until_they_are_gone),
        FAULT(clocks_an_hour_apart),
    };
    if (pg_server_skip() || !redis_server_here())
        return 0;
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, start_servers, stop_servers);
}
