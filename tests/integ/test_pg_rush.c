/*
 * The rush, at the database alone: nobody keeps anybody off. Many connections want every seat there
 * is, one after another; each seat is sold once. Then groups of three out of thirty, over and over:
 * no circle, no half of a group. ROUNDS makes it longer.
 *
 * The control is the same rush with the one lock left out of the same function: then seats are
 * given away twice.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/play.h"

enum {
    CLIENTS = 64,
    SEATS = 100,
    CROWD = 200,
    FEW_SEATS = 4,
    CONTROL_SEATS = 40,
    CONTROL_TRIES = 20
};
enum { PAIRS_OF_HANDS = 32, GROUPS = 25, HOT_SEATS = 30 };

/* What clients were told. */
struct told {
    int done, taken, other;
};

struct rush {
    char database[PG_NAME];
    int clients, seats;
    void (*work)(PGconn *conn, const struct rush *rush, int client, struct told *told);
};

static int rounds(void)
{
    const char *text = getenv("ROUNDS");
    return text && atoi(text) > 0 ? atoi(text) : 1;
}

static PGconn *look(const char *database)
{
    char url[PG_URL];
    return pg_server_connect(pg_server_url(database, NULL, NULL, url));
}

static long long number(const char *database, const char *sql)
{
    PGconn *conn = look(database);
    long long value = pg_server_count(conn, sql);
    PQfinish(conn);
    return value;
}

/* As if nothing had been held yet. */
static void open_again(const struct rush *rush)
{
    PGconn *conn = look(rush->database);
    pg_server_do(conn, "CALL play.begin()");
    PQfinish(conn);
}

static void build(struct rush *rush)
{
    char sql[200];
    play_make(rush->database);
    PGconn *conn = look(rush->database);
    snprintf(sql, sizeof sql,
             "INSERT INTO loge.show_seat (house, show_no, seat_no, status, version)"
             " SELECT 1, 1, n, 0, 1 FROM generate_series(5, %d) AS n",
             rush->seats);
    pg_server_do(conn, sql);
    PQfinish(conn);
    open_again(rush);
}

/* ---- one client ----------------------------------------------------------------------------- */

/* It moved since it was looked at, or was somebody else's already. */
static bool is_taken(const char *said)
{
    return strcmp(said, "stale") == 0 || strcmp(said, "invalid") == 0;
}

static void say(PGconn *conn, const char *sql, struct told *told)
{
    PGresult *rows = PQexec(conn, sql);
    const char *said = PQntuples(rows) ? PQgetvalue(rows, 0, 0) : "";
    told->done += strcmp(said, "done") == 0;
    told->taken += is_taken(said);
    told->other += strcmp(said, "done") != 0 && !is_taken(said);
    if (PQresultStatus(rows) != PGRES_TUPLES_OK)
        fprintf(stderr, "%s: %s", sql, PQerrorMessage(conn));
    PQclear(rows);
}

static void want_every_seat(PGconn *conn, const struct rush *rush, int client, struct told *told)
{
    char sql[120];
    for (int seat = 1; seat <= rush->seats; seat++) {
        snprintf(sql, sizeof sql, "SELECT play.quick_hold('k%d_%d', 'h%d_%d', ARRAY[%d])", client,
                 seat, client, seat, seat);
        say(conn, sql, told);
    }
}

static void want_groups(PGconn *conn, const struct rush *rush, int client, struct told *told)
{
    char sql[160];
    unsigned dice = (unsigned)client * 2654435761U;
    for (int i = 0; i < GROUPS * rounds(); i++) {
        struct told held = {0};
        int seats[3];
        for (int s = 0; s < 3; s++)
            seats[s] = 1 + (int)((dice = dice * 1664525U + 1013904223U) >> 16) % (HOT_SEATS / 3) +
                       s * (HOT_SEATS / 3);
        snprintf(sql, sizeof sql, "SELECT play.group_hold('k%d_%d', 'h%d_%d', ARRAY[%d,%d,%d])",
                 client, i, client, i, seats[i % 3], seats[(i + 1) % 3], seats[(i + 2) % 3]);
        say(conn, sql, &held);
        snprintf(sql, sizeof sql, "SELECT play.group_release('r%d_%d', 'h%d_%d')", client, i,
                 client, i);
        if (held.done)
            say(conn, sql, told);
        told->taken += held.taken;
        told->other += held.other;
    }
}

/* ---- all of them ---------------------------------------------------------------------------- */

static void be_a_client(const struct rush *rush, int client, int start, int say_to)
{
    struct told told = {0};
    char byte, url[PG_URL];
    PGconn *conn = PQconnectdb(pg_server_url(rush->database, NULL, NULL, url));
    PGresult *me = PQexec(conn, "SET SESSION AUTHORIZATION house_1_anna");
    if (PQresultStatus(me) != PGRES_COMMAND_OK)
        told.other++;
    PQclear(me);
    if (read(start, &byte, 1) == 0)
        rush->work(conn, rush, client, &told);
    PQfinish(conn);
    _exit(write(say_to, &told, sizeof told) != sizeof told);
}

static struct told off_they_go(const struct rush *rush)
{
    int start[2], say_to[2], status;
    struct told sum = {0}, one;
    assert_int_equal(pipe(start), 0);
    assert_int_equal(pipe(say_to), 0);
    fflush(NULL);
    for (int client = 0; client < rush->clients; client++) {
        pid_t pid = fork();
        assert_true(pid >= 0);
        if (pid)
            continue;
        close(start[1]);
        be_a_client(rush, client, start[0], say_to[1]);
    }
    close(start[0]);
    close(start[1]);
    close(say_to[1]);
    while (read(say_to[0], &one, sizeof one) == sizeof one) {
        sum.done += one.done;
        sum.taken += one.taken;
        sum.other += one.other;
    }
    close(say_to[0]);
    for (int client = 0; client < rush->clients; client++)
        assert_true(wait(&status) > 0 && status == 0);
    return sum;
}

#define UNSOUND   "SELECT count(*) FROM qa.invariants()"
#define DEADLOCKS "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"

/* ---- one winner a seat ------------------------------------------------------------------------
 */

static void each_seat_has_one_winner(int clients, int seats)
{
    struct rush rush = {.clients = clients, .seats = seats, .work = want_every_seat};
    build(&rush);
    const struct told told = off_they_go(&rush);
    printf("# %d clients, %d seats: %d done, %d taken\n", clients, seats, told.done, told.taken);
    assert_int_equal(told.done, seats);
    assert_int_equal(told.taken, (clients - 1) * seats);
    assert_int_equal(told.other, 0);
    assert_int_equal(number(rush.database, UNSOUND), 0);
}

static void of_64_who_want_every_seat_one_gets_each(void **state)
{
    each_seat_has_one_winner(CLIENTS, SEATS * rounds());
}

static void of_200_who_want_a_seat_one_gets_it(void **state)
{
    each_seat_has_one_winner(CROWD, FEW_SEATS * rounds() * rounds());
}

/* What the lock is there for. Two cores may happen to let one client in after another: the rush is
 * tried again until two of them met. */
static void without_the_lock_seats_are_given_away_twice(void **state)
{
    struct rush rush = {.clients = CLIENTS, .seats = CONTROL_SEATS, .work = want_every_seat};
    build(&rush);
    PGconn *conn = look(rush.database);
    pg_server_do(conn,
                 "DROP INDEX loge.claim_live, loge.event_seat"); /* airbags behind the brake */
    pg_server_do(conn,
                 "DO $do$ DECLARE f text := pg_get_functiondef('loge.hold_seats'::regproc); BEGIN"
                 " IF position('FOR NO KEY UPDATE' IN f) = 0 THEN RAISE 'no lock'; END IF;"
                 " EXECUTE replace(f, 'FOR NO KEY UPDATE', ''); END $do$");
    PQfinish(conn);
    int done = 0, tries = 0;
    for (; done <= rush.seats && tries < CONTROL_TRIES; tries++) {
        open_again(&rush);
        done = off_they_go(&rush).done;
    }
    printf("# without the lock: %d seats, %d given away at try %d\n", rush.seats, done, tries);
    assert_true(done > rush.seats);
    assert_true(number(rush.database, UNSOUND) > 0);
}

/* ---- groups -----------------------------------------------------------------------------------
 */

/* Held as they stand at the moment; and let go, all of them. */
static const char group_verbs[] =
    "CREATE FUNCTION play.group_hold(of_key text, hold text, seats integer[]) RETURNS text"
    " LANGUAGE sql AS $$ SELECT play.said(loge.hold_seats(loge.schema(), play.header(of_key, 0), "
    "NULL,"
    "    array_agg(t.seat_no ORDER BY t.seat_no), array_agg(t.version ORDER BY t.seat_no),"
    "    ARRAY[1, 2, 3], play.hold_row(hold, 0, 0, play.ends())))"
    " FROM loge.show_seat AS t WHERE t.seat_no = ANY (seats) $$;"
    "CREATE FUNCTION play.group_release(of_key text, hold text) RETURNS text"
    " LANGUAGE sql AS $$ SELECT play.apply(of_key, 3, array_agg(ROW(n, 1, seat_no, version, 3, 1, "
    "0,"
    "    NULL, play.id(hold), 0, 0)::loge.step ORDER BY seat_no), NULL,"
    "    ARRAY[play.hold_row(hold, 1, 4, play.ends())])"
    " FROM (SELECT row_number() OVER (ORDER BY seat_no) AS n, seat_no, version FROM loge.show_seat"
    "    WHERE holder = play.id(hold)) AS t $$";

#define TORN \
    "SELECT count(*) FROM (SELECT key FROM loge.event GROUP BY key HAVING count(*) <> 3) AS torn"

static void groups_are_never_torn_and_wait_in_no_circle(void **state)
{
    struct rush rush = {.clients = PAIRS_OF_HANDS, .seats = HOT_SEATS, .work = want_groups};
    build(&rush);
    PGconn *conn = look(rush.database);
    pg_server_do(conn, group_verbs);
    PQfinish(conn);
    const struct told told = off_they_go(&rush);
    printf("# groups: %d held and let go, %d taken\n", told.done, told.taken);
    assert_true(told.done > 0 && told.taken > 0);
    assert_int_equal(told.other, 0);
    assert_int_equal(number(rush.database, DEADLOCKS), 0);
    assert_int_equal(number(rush.database, TORN), 0);
    assert_int_equal(number(rush.database, "SELECT count(*) FROM loge.event"), 6 * told.done);
    assert_int_equal(number(rush.database, UNSOUND), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_64_who_want_every_seat_one_gets_each),
        cmocka_unit_test(of_200_who_want_a_seat_one_gets_it),
        cmocka_unit_test(groups_are_never_torn_and_wait_in_no_circle),
        cmocka_unit_test(without_the_lock_seats_are_given_away_twice),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
