/*
 * Following the log while some write slowly: eight write, one act in twenty stays open for a while,
 * one from the first to the last, and whoever follows is killed over and over and goes on from
 * where it was. It may hear a thing twice; it misses nothing. The control follows with "what is
 * newer than the newest I know" and misses what was begun before and written after.
 *
 * ROUNDS: each writes so many times as much; with more than one the longest stays open for a
 * minute, and whoever follows is killed until then.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/adapter/sodium_crypt.h"
#include "src/base/clock.h"
#include "tests/lib/play.h"

enum { WRITERS = 8, ROUND = 60, ROUNDS_MOST = 8 };
enum { SEATS_MOST = WRITERS * ROUND * ROUNDS_MOST + 1, LIMIT = 4096, LONG_MS = 60000 };
enum { SLOW_EVERY = 20, SLOW_MS = 150, MOMENT_MS = 80, PATIENCE_MS = 30000 };

/* Shared by all processes: a seat changes once. */
static struct board {
    _Atomic int seen[SEATS_MOST + 1], naively[SEATS_MOST + 1];
    _Atomic int64_t last, naive_last; /* how far each has come */
    _Atomic int stop;
} * board;

static char database[PG_NAME];
static int rounds = 1;

static int each(void)
{
    return rounds * ROUND;
}

/* The longest one's; the others have those before. */
static int last_seat(void)
{
    return WRITERS * each() + 1;
}

static PGconn *come_in(const char *name)
{
    char url[PG_URL], sql[80];
    PGconn *conn = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    snprintf(sql, sizeof sql, "SET SESSION AUTHORIZATION house_1_%s", name);
    pg_server_do(conn, sql);
    return conn;
}

static int64_t now_ms(void)
{
    const struct clock clock = clock_system();
    return clock_mono(&clock);
}

/* ---- those who write ------------------------------------------------------------------------ */

static void write_down(PGconn *conn, int seat, int slow_ms)
{
    char sql[200], text[32];
    snprintf(sql, sizeof sql, "SELECT play.quick_hold('k%d', 'h%d', ARRAY[%d])", seat, seat, seat);
    if (slow_ms)
        pg_server_do(conn, "BEGIN");
    assert_string_equal(pg_server_ask(conn, sql, text, sizeof text), "done");
    if (!slow_ms)
        return;
    poll(NULL, 0, slow_ms);
    pg_server_do(conn, "COMMIT");
}

static void write_all(int writer)
{
    PGconn *conn = come_in("anna");
    for (int i = 0; i < each(); i++)
        write_down(conn, 1 + writer * each() + i, i % SLOW_EVERY == writer ? SLOW_MS : 0);
    PQfinish(conn);
}

/* ---- those who follow ------------------------------------------------------------------------ */

static void follow(int unused)
{
    char url[PG_URL];
    struct clock clock = clock_system();
    struct arena *arena = arena_new();
    struct fresh_seat *seats;
    struct store *store;
    struct err err;
    (void)unused;
    pg_server_url(database, "house_1_mark", PG_PASSWORD, url);
    while (pg_store_open(url, sodium_crypt(), &clock, &store, &err))
        poll(NULL, 0, 1);
    while (!atomic_load(&board->stop)) {
        int64_t last = atomic_load(&board->last);
        int count = 0;
        if (store->ops->seats_since(store, 1, last, LIMIT, arena, &seats, &count, &last, &err))
            fail_msg("%s", err.text);
        for (int i = 0; i < count; i++)
            atomic_fetch_add(&board->seen[seats[i].seat], 1);
        atomic_store(&board->last, last); /* it may die before it is here */
        arena_reset(arena);
    }
}

static void follow_naively(int unused)
{
    char url[PG_URL], sql[120];
    PGconn *conn = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    (void)unused;
    while (!atomic_load(&board->stop)) {
        snprintf(sql, sizeof sql, "SELECT seat_no, id FROM loge.event WHERE id > %lld ORDER BY id",
                 (long long)atomic_load(&board->naive_last));
        PGresult *rows = PQexec(conn, sql);
        for (int i = 0; i < PQntuples(rows); i++) {
            atomic_fetch_add(&board->naively[atoi(PQgetvalue(rows, i, 0))], 1);
            atomic_store(&board->naive_last, atoll(PQgetvalue(rows, i, 1)));
        }
        PQclear(rows);
    }
    PQfinish(conn);
}

/* ---- processes ------------------------------------------------------------------------------ */

static pid_t start(void (*work)(int), int no)
{
    fflush(NULL);
    pid_t parent = getpid(), pid = fork();
    assert_true(pid >= 0);
    if (pid)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == parent)
        work(no);
    _exit(0);
}

static void wait_for(pid_t pid)
{
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

/* Until all of them have written, and not before; how often the one who follows was killed. */
static int kill_while_they_write(const pid_t *writers, pid_t *follower, int64_t before)
{
    int kills = 0, left = WRITERS;
    while (left > 0 || now_ms() < before) {
        poll(NULL, 0, MOMENT_MS + kills * 37 % MOMENT_MS);
        kill(*follower, SIGKILL);
        waitpid(*follower, NULL, 0);
        *follower = start(follow, 0);
        kills++;
        left = 0;
        for (int i = 0; i < WRITERS; i++)
            left += kill(writers[i], 0) == 0 && waitpid(writers[i], NULL, WNOHANG) == 0;
    }
    return kills;
}

static int count_missed(_Atomic int *seen)
{
    int missed = 0;
    for (int seat = 1; seat <= last_seat(); seat++)
        missed += atomic_load(&seen[seat]) == 0;
    return missed;
}

static void build(void)
{
    char url[PG_URL], sql[160];
    play_make(database);
    PGconn *conn = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    snprintf(sql, sizeof sql,
             "INSERT INTO loge.show_seat (house, show_no, seat_no, status, version)"
             " SELECT 1, 1, n, 0, 1 FROM generate_series(5, %d) AS n",
             last_seat());
    pg_server_do(conn, sql);
    pg_server_do(conn, "CALL play.begin()");
    PQfinish(conn);
    board = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(board != MAP_FAILED);
}

static void who_follows_misses_nothing(void **state)
{
    pid_t writers[WRITERS], follower, naive;
    char text[32], sql[80];
    build();
    PGconn *longest = come_in("ben");
    pg_server_do(longest, "BEGIN");
    snprintf(sql, sizeof sql, "SELECT play.quick_hold('k0', 'h0', ARRAY[%d])", last_seat());
    pg_server_ask(longest, sql, text, sizeof text);
    int64_t ends_at = rounds > 1 ? now_ms() + LONG_MS : 0;
    follower = start(follow, 0);
    naive = start(follow_naively, 0);
    for (int i = 0; i < WRITERS; i++)
        writers[i] = start(write_all, i);
    int kills = kill_while_they_write(writers, &follower, ends_at);
    int missed_so_far = count_missed(board->seen);
    pg_server_do(longest, "COMMIT");
    for (int64_t until = now_ms() + PATIENCE_MS; count_missed(board->seen) && now_ms() < until;)
        poll(NULL, 0, 10);
    atomic_store(&board->stop, 1);
    wait_for(follower);
    wait_for(naive);
    PQfinish(longest);
    printf(
        "# feed: %d changes, killed %d times, %d waited for the longest; the naive one missed %d\n",
        last_seat(), kills, missed_so_far, count_missed(board->naively));
    assert_true(kills > 0);
    assert_int_equal(count_missed(board->seen), 0);
    assert_true(count_missed(board->naively) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(who_follows_misses_nothing)};
    const char *wished = getenv("ROUNDS");
    if (pg_server_skip())
        return 0;
    rounds = wished && atoi(wished) > 0 && atoi(wished) <= ROUNDS_MOST ? atoi(wished) : 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
