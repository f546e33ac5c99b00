/*
 * A server whose clock jumps: it is told another time than there is (libfaketime). A till that has
 * seen it before frees nothing early.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/adapter/sodium_crypt.h"
#include "tests/lib/pg_house.h"
#include "tests/lib/temp_dir.h"

static char dir[128], told[160], database[PG_NAME], url[PG_URL];
static struct err err;

/* From now on the server's clock is so much from the real one: "+3h", "-2h". */
static void tell(const char *much)
{
    char fresh[170];
    snprintf(fresh, sizeof fresh, "%s.new", told);
    FILE *file = fopen(fresh, "w");
    assert_non_null(file);
    fprintf(file, "%s\n", much);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(fresh, 0644), 0);
    assert_int_equal(rename(fresh, told), 0);
}

static PGconn *root(void)
{
    return pg_server_connect(pg_server_url(database, NULL, NULL, url));
}

/* Two holds with a seat each: one of a minute, one that was over a minute ago. */
static void make_holds(void)
{
    PGconn *conn = root();
    pg_server_do(conn,
                 "SET session_replication_role = replica;"
                 "INSERT INTO loge.hold SELECT house, ('00000000-0000-7000-8000-00000000000' || n)"
                 "::uuid, 1, 0, 0, 0, 'ada', 'box-1', '', 1, loge.now_ms() + 60000 * (3 - 2 * n),"
                 " loge.now_ms() + 7200000, 0, 0, NULL, 1 FROM loge.house, generate_series(1, 2)"
                 " AS n;"
                 "INSERT INTO loge.show_seat (house, show_no, seat_no, status, version, holder,"
                 " held_until) SELECT house, 1, row_number() OVER (), 1, 2, id, expires_at"
                 " FROM loge.hold;"
                 "INSERT INTO loge.claim (house, show_no, seat_no, hold_id, live) SELECT house,"
                 " show_no, seat_no, holder, true FROM loge.show_seat");
    PQfinish(conn);
}

static struct store *come_in_by(const struct clock *clock)
{
    char address[PG_URL];
    struct store *store;
    pg_server_url(database, "house_1_carrier", PG_PASSWORD, address);
    if (pg_store_open(address, sodium_crypt(), clock, &store, &err))
        fail_msg("%s", err.text);
    return store;
}

static struct store *come_in(void)
{
    struct clock clock = clock_system();
    return come_in_by(&clock);
}

/* How many holds one sweep frees, as the engine asks for it. */
static int sweep(struct store *store)
{
    static const struct actor actor = {.name = "sweep", .till = "", .role = ROLE_SERVICE};
    struct clock clock = pg_store_clock(store);
    struct sweep_result swept;
    if (store->ops->sweep(store, &actor, clock_wall(&clock), 100, &swept, &err))
        fail_msg("%s", err.text);
    return swept.holds;
}

/* The line is cut, and there again: the till learns what time the server has now. */
static void meet_again(struct store *store)
{
    struct house seen;
    PGconn *conn = root();
    pg_server_do(conn, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                       " WHERE usename = 'house_1_carrier'");
    PQfinish(conn);
    while (store->ops->house_read(store, &seen, &err))
        assert_int_equal(err.rc, RC_TRANSIENT);
}

static int fresh_house(void **state)
{
    tell("+0");
    pg_house_make(database);
    pg_house_set_clock(database, 0);
    make_holds();
    return 0;
}

static void a_clock_that_jumps_ahead_ends_no_hold(void **state)
{
    struct store *store = come_in();
    assert_int_equal(sweep(store), 1); /* the one that is over */
    tell("+3h");
    assert_int_equal(sweep(store), 0);
    meet_again(store);
    assert_int_equal(sweep(store), 0);
    struct store *stranger = come_in(); /* who has not seen it before cannot know: the danger */
    assert_int_equal(sweep(stranger), 1);
    store_close(&stranger);
    store_close(&store);
}

static void a_clock_that_jumps_back_ends_none_either(void **state)
{
    struct store *store = come_in();
    assert_int_equal(sweep(store), 1);
    tell("-3h");
    meet_again(store);
    assert_int_equal(sweep(store), 0);
    tell("+0");
    meet_again(store);
    assert_int_equal(sweep(store), 0);
    store_close(&store);
}

static int64_t house_time(struct store *store)
{
    const struct clock clock = pg_store_clock(store);
    return clock_wall(&clock);
}

/* A console that stays connected: its machine's clock is set, and later the server's. */
static void a_clock_that_is_set_here_changes_no_time_of_the_house(void **state)
{
    enum { HOUR_MS = 3600000, NEAR_MS = 60000 };
    const struct clock real = clock_system();
    struct fake_clock time = {.wall = clock_wall(&real), .mono = 1000};
    struct clock clock = clock_fake(&time);
    struct store *store = come_in_by(&clock);
    (void)sweep(store);
    const int64_t then = house_time(store);
    assert_true(llabs(then - time.wall) < NEAR_MS);
    time.wall += 26 * (int64_t)HOUR_MS;
    assert_int_equal(house_time(store), then);
    time.mono += HOUR_MS;
    assert_int_equal(house_time(store), then + HOUR_MS);
    tell("+3h");
    (void)sweep(store); /* any answer that says what time it is there */
    assert_true(llabs(house_time(store) - then - 3 * (int64_t)HOUR_MS) < NEAR_MS);
    store_close(&store);
}

/* ---- the runner ----------------------------------------------------------------------------- */

static bool find_faketime(char out[200])
{
    glob_t found = {0};
    bool any = glob("/usr/lib/*/faketime/libfaketime.so.1", 0, NULL, &found) == 0;
    if (any)
        snprintf(out, 200, "%s", found.gl_pathv[0]);
    globfree(&found);
    return any;
}

/* Only programs that are started from now on see it: the server, not this one. */
static void start_server(const char *library)
{
    temp_dir_make(dir, sizeof dir);
    assert_int_equal(chmod(dir, 0755), 0);
    snprintf(told, sizeof told, "%s/time", dir);
    tell("+0");
    setenv("LD_PRELOAD", library, 1);
    setenv("FAKETIME_TIMESTAMP_FILE", told, 1);
    setenv("FAKETIME_NO_CACHE", "1", 1);
    setenv("FAKETIME_DONT_FAKE_MONOTONIC", "1", 1);
    pg_server_start();
    unsetenv("LD_PRELOAD");
}

int main(void)
{
    char library[200];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_clock_that_jumps_ahead_ends_no_hold, fresh_house),
        cmocka_unit_test_setup(a_clock_that_jumps_back_ends_none_either, fresh_house),
        cmocka_unit_test_setup(a_clock_that_is_set_here_changes_no_time_of_the_house, fresh_house),
    };
    if (pg_server_skip())
        return 0;
    if (!find_faketime(library)) {
        printf("1..0 # SKIP libfaketime (package faketime) is not installed\n");
        return 0;
    }
    start_server(library);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    pg_server_stop();
    temp_dir_remove(dir);
    return failed;
}
