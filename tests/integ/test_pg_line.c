/* What a line to the house has to be like: durable, and found dead within seconds at both ends. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/adapter/pg.h"
#include "src/adapter/sodium_crypt.h"
#include "tests/lib/cutter.h"
#include "tests/lib/pg_house.h"

enum { FDS = 256 };

static char database[PG_NAME], url[PG_URL];
static struct err err;

static int fresh_house(void **state)
{
    pg_house_make(database);
    pg_server_url(database, NULL, NULL, url);
    return 0;
}

static void run_sql(const char *sql)
{
    PGconn *conn = pg_server_connect(url);
    pg_server_do(conn, sql);
    PQfinish(conn);
}

static enum rc come_in_through(int port, struct store **store)
{
    char address[PG_URL];
    struct clock clock = clock_system();
    snprintf(address, sizeof address,
             "host=127.0.0.1 port=%d dbname=%s user=house_1_carrier password=%s", port, database,
             PG_PASSWORD);
    return pg_store_open(address, sodium_crypt(), &clock, store, &err);
}

static enum rc come_in(struct store **store)
{
    return come_in_through(pg_server_port(), store);
}

/* ---- durable -------------------------------------------------------------------------------- */

static void comes_in_with(const char *setting)
{
    struct store *store;
    run_sql(setting);
    if (come_in(&store))
        fail_msg("%s: %s", setting, err.text);
    store_close(&store);
}

static void stays_out_with(const char *setting)
{
    struct store *store;
    run_sql(setting);
    assert_int_equal(come_in(&store), RC_CONFIG);
    assert_null(store);
    assert_string_equal(err.native, "DURABLE");
    assert_non_null(strstr(err.text, "set synchronous_commit to on"));
}

static void a_server_that_does_not_wait_for_its_disk_is_refused(void **state)
{
    char sql[128];
    static const char *const loose[] = {"off", "local", "remote_write"};
    for (int i = 0; i < COUNT_OF(loose); i++) {
        snprintf(sql, sizeof sql, "ALTER DATABASE %s SET synchronous_commit = %s", database,
                 loose[i]);
        stays_out_with(sql);
    }
    snprintf(sql, sizeof sql, "ALTER DATABASE %s SET synchronous_commit = on", database);
    comes_in_with(sql);
    snprintf(sql, sizeof sql, "ALTER DATABASE %s SET synchronous_commit = remote_apply", database);
    comes_in_with(sql);
}

/* Everybody may change the settings of his own login. */
static void a_login_that_does_not_wait_is_refused(void **state)
{
    char sql[128];
    snprintf(sql, sizeof sql,
             "ALTER ROLE house_1_carrier IN DATABASE %s SET synchronous_commit"
             " = off",
             database);
    stays_out_with(sql);
    snprintf(sql, sizeof sql, "ALTER ROLE house_1_carrier IN DATABASE %s RESET ALL", database);
    comes_in_with(sql);
}

/* ---- what the session is told --------------------------------------------------------------- */

static struct changeset *a_note(struct arena *arena, uint8_t n)
{
    struct changeset *cs = changeset_new(arena);
    memset(cs->key.b, n, sizeof cs->key.b);
    memset(cs->fingerprint, n, sizeof cs->fingerprint);
    strcpy(cs->actor.name, "carrier");
    cs->actor.role = ROLE_MANAGER;
    cs->act = ACT_STAFF;
    LIST_ADD(arena, &cs->notes)->act = ACT_STAFF;
    return cs;
}

/* A spy in the log writes down what the session that writes to it goes by. */
static void settings_of_an_act(struct store *store, char out[200])
{
    struct arena *arena = arena_new();
    struct apply_result result;
    run_sql("CREATE TABLE public.seen (settings text);"
            "CREATE FUNCTION public.spy() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$"
            " BEGIN INSERT INTO public.seen SELECT string_agg(current_setting(s), ' ') FROM unnest("
            " '{synchronous_commit,tcp_keepalives_idle,tcp_keepalives_interval,"
            "tcp_keepalives_count,tcp_user_timeout,lock_timeout,statement_timeout,"
            "idle_in_transaction_session_timeout}'::text[]) AS s; RETURN new; END $$;"
            "CREATE TRIGGER spy BEFORE INSERT ON loge.event FOR EACH ROW EXECUTE FUNCTION"
            " public.spy()");
    assert_int_equal(store->ops->apply(store, a_note(arena, 5), &result, &err), RC_OK);
    assert_int_equal(result.applied, APPLIED_OK);
    PGconn *conn = pg_server_connect(url);
    pg_server_ask(conn, "SELECT settings FROM public.seen", out, 200);
    PQfinish(conn);
    arena_free(&arena);
}

static void the_server_frees_what_a_dead_till_holds(void **state)
{
    struct store *store;
    char seen[200];
    assert_int_equal(come_in(&store), RC_OK);
    settings_of_an_act(store, seen);
    assert_string_equal(seen, "on 2 1 3 4000 250ms 2s 3s");
    store_close(&store);
}

/* ---- what the till's own end is told -------------------------------------------------------- */

static int option(int fd, int level, int name)
{
    int value = -1;
    socklen_t size = sizeof value;
    return getsockopt(fd, level, name, &value, &size) == 0 ? value : -1;
}

/* Our end of a line to the server; -1: there is none. */
static int line_to_server(void)
{
    for (int fd = 3; fd < FDS; fd++) {
        struct sockaddr_in peer = {0};
        socklen_t size = sizeof peer;
        if (getpeername(fd, (struct sockaddr *)&peer, &size) == 0 && peer.sin_family == AF_INET &&
            ntohs(peer.sin_port) == pg_server_port())
            return fd;
    }
    return -1;
}

static void a_till_notices_that_the_server_is_gone(void **state)
{
    struct store *store;
    assert_int_equal(come_in(&store), RC_OK);
    int fd = line_to_server();
    assert_true(fd >= 0);
    assert_int_equal(option(fd, SOL_SOCKET, SO_KEEPALIVE), 1);
    assert_int_equal(option(fd, IPPROTO_TCP, TCP_KEEPIDLE), 2);
    assert_int_equal(option(fd, IPPROTO_TCP, TCP_KEEPINTVL), 1);
    assert_int_equal(option(fd, IPPROTO_TCP, TCP_KEEPCNT), 3);
    assert_int_equal(option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT), 4000);
    store_close(&store);
}

/* ---- a line that swallows everything -------------------------------------------------------- */

enum { FREED_MS = 5000, TILL_MS = 8000 };

#define OF_TILL "usename = 'house_1_carrier' AND datname = current_database()"

/* Whoever writes to the log stops there, with all its locks. */
#define STUCK                                                                                \
    "CREATE FUNCTION public.stick() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$" \
    " BEGIN PERFORM pg_sleep(60); RETURN new; END $$;"                                       \
    "CREATE TRIGGER stick BEFORE INSERT ON loge.event FOR EACH ROW EXECUTE FUNCTION"         \
    " public.stick()"

/* When the till is in the middle of its act nothing gets through any more: how long are its rows
 * locked? Ends with 0 when they were free in time. */
static int watch(struct cutter_orders *orders)
{
    struct clock clock = clock_system();
    PGconn *conn = pg_server_connect(url);
    while (!pg_server_count(conn, "SELECT count(*) FROM pg_stat_activity WHERE " OF_TILL
                                  " AND wait_event = 'PgSleep'"))
        ;
    atomic_store(&orders->hole_up, 1);
    atomic_store(&orders->hole_down, 1);
    int64_t before = clock_mono(&clock);
    while (pg_server_count(conn,
                           "SELECT count(*) FROM pg_locks WHERE mode = 'RowExclusiveLock'"
                           " AND pid IN (SELECT pid FROM pg_stat_activity WHERE " OF_TILL ")"))
        ;
    bool in_time = clock_mono(&clock) - before < FREED_MS;
    PQfinish(conn);
    return in_time ? 0 : 1;
}

static pid_t start_watching(struct cutter_orders *orders)
{
    pid_t parent = getpid(), pid;
    fflush(NULL);
    pid = fork();
    assert_true(pid >= 0);
    if (pid)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    _exit(getppid() == parent ? watch(orders) : 1);
}

static void a_till_that_vanishes_in_an_act_keeps_nothing_locked(void **state)
{
    char target[32];
    struct arena *arena = arena_new();
    struct clock clock = clock_system();
    struct apply_result result;
    struct cutter cutter;
    struct store *store;
    int status;
    snprintf(target, sizeof target, "127.0.0.1:%d", pg_server_port());
    cutter_start(&cutter, target);
    assert_int_equal(come_in_through(cutter.port, &store), RC_OK);
    run_sql(STUCK);
    pid_t watcher = start_watching(cutter.orders);
    int64_t before = clock_mono(&clock);
    assert_int_equal(store->ops->apply(store, a_note(arena, 6), &result, &err), RC_UNKNOWN);
    assert_true(clock_mono(&clock) - before < TILL_MS); /* nor does the till hang */
    assert_int_equal(waitpid(watcher, &status, 0), watcher);
    assert_int_equal(status, 0);
    store_close(&store);
    cutter_stop(&cutter);
    arena_free(&arena);
}

/* ---- several servers ------------------------------------------------------------------------ */

/* A server that is there and says nothing: whoever calls is let in by the system, and that is all.
 */
static int silent_server(int *port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(fd, 8), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &size), 0);
    *port = ntohs(at.sin_port);
    return fd;
}

static void a_silent_server_hides_no_other(void **state)
{
    char address[PG_URL];
    struct clock clock = clock_system();
    struct store *store;
    struct house seen;
    int port, fd = silent_server(&port);
    snprintf(address, sizeof address,
             "host=127.0.0.1,127.0.0.1 port=%d,%d dbname=%s user=house_1_carrier password=%s", port,
             pg_server_port(), database, PG_PASSWORD);
    if (pg_store_open(address, sodium_crypt(), &clock, &store, &err))
        fail_msg("%s", err.text);
    /* The next time it is asked first, so that a line that was cut is soon there again. */
    run_sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename ="
            " 'house_1_carrier' AND datname = current_database()");
    int64_t before = clock_mono(&clock);
    while (store->ops->house_read(store, &seen, &err))
        assert_int_equal(err.rc, RC_TRANSIENT);
    assert_true(clock_mono(&clock) - before < 1500);
    store_close(&store);
    close(fd);
}

#define LINE_TEST(name) cmocka_unit_test_setup(name, fresh_house)

/* ---- a pooler that is in the way --------------------------------------------------------------
 */

/* PgBouncer's own words; it has one state for all of them. */
static void whatever_a_pooler_refuses_for_its_mode_is_one_sentence(void **state)
{
    static const struct {
        const char *text, *native;
    } said[] = {{"prepared statement did not exist", PG_POOL_MODE},
                {"transaction blocks not allowed in statement pooling mode", PG_POOL_MODE},
                {"query_wait_timeout", "08P01"}};
    char address[PG_URL], sql[200];
    pg_server_url(database, "house_1_carrier", PG_PASSWORD, address);
    struct pg *pg = pg_new(address, sodium_crypt());
    assert_int_equal(pg_connect(pg, &err), RC_OK);
    for (int i = 0; i < COUNT_OF(said); i++) {
        snprintf(sql, sizeof sql,
                 "DO $$ BEGIN RAISE EXCEPTION '%s' USING ERRCODE = '08P01'; END $$", said[i].text);
        assert_int_not_equal(pg_do(pg, sql, &err), RC_OK);
        assert_string_equal(err.native, said[i].native);
    }
    pg_free(pg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LINE_TEST(a_server_that_does_not_wait_for_its_disk_is_refused),
        LINE_TEST(a_login_that_does_not_wait_is_refused),
        LINE_TEST(the_server_frees_what_a_dead_till_holds),
        LINE_TEST(a_till_notices_that_the_server_is_gone),
        LINE_TEST(a_till_that_vanishes_in_an_act_keeps_nothing_locked),
        LINE_TEST(a_silent_server_hides_no_other),
        LINE_TEST(whatever_a_pooler_refuses_for_its_mode_is_one_sentence),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
