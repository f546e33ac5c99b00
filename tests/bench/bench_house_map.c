/*
 * A house of 100,000 seats in PostgreSQL:
 *
 *   house.open_map  opening the map against COPY of the same columns
 *   house.sweep     freeing every seat, all holds being over, against one bare UPDATE a table with
 *                   the audit rows. The holds were never analysed
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/bench.h"
#include "tests/bench/big_house.h"
#include "tests/bench/servers.h"

enum { SEATS = BIG_SEATS, ROUNDS = 5 };
enum { BATCH = 20000 }; /* seats in one transaction, as desk_expire has it */

#define PASSWORD "correct-horse"
#define SHOW     "field-day"

/* ---- opening the map ------------------------------------------------------------------------ */

static int64_t open_map(void *ctx)
{
    struct big_house *house = ctx;
    struct arena *arena = arena_new();
    struct snapshot snapshot = {0};
    struct outcome outcome = {0};
    int64_t start = bench_now();
    desk_map(&house->desk, arena, BIG_SHOW, &snapshot, &outcome);
    int64_t spent = bench_now() - start;
    big_house_expect(&outcome, "map");
    if (snapshot.plan->seat_count != SEATS)
        bench_fail("the map has %d seats", snapshot.plan->seat_count);
    arena_free(&arena);
    return spent;
}

static void copy_out(struct big_house *house, const char *sql)
{
    int rows = 0, size;
    char *row;
    PGresult *result = PQexec(house->bare, sql);
    if (PQresultStatus(result) != PGRES_COPY_OUT)
        bench_fail("%s", PQerrorMessage(house->bare));
    PQclear(result);
    for (; (size = PQgetCopyData(house->bare, &row, 0)) > 0; rows++) {
        house->sum += row[size - 1];
        PQfreemem(row);
    }
    PQclear(PQgetResult(house->bare));
    PQclear(PQgetResult(house->bare));
    if (rows != SEATS)
        bench_fail("copied %d rows instead of %d", rows, SEATS);
}

static int64_t copy(void *ctx)
{
    int64_t start = bench_now();
    copy_out(ctx, "COPY (SELECT pos, seat_no, row_no, run, cell, x, y, class_no, flags, number,"
                  " guid FROM loge.hall_seat WHERE house = 1 AND hall_no = 1 AND retired = 0"
                  " ORDER BY seat_no) TO STDOUT");
    copy_out(ctx, "COPY (SELECT seat_no, status, version, held_until, open_to, allotment, holder"
                  " FROM loge.show_seat WHERE house = 1 AND show_no = 1 AND NOT retired"
                  " ORDER BY seat_no) TO STDOUT");
    return bench_now() - start;
}

/* ---- the sweep ------------------------------------------------------------------------------ */

/* Every seat held, in fours, until one second ago. */
static void hold_everything(struct big_house *house)
{
    pg_server_do(
        house->bare,
        "TRUNCATE loge.claim, loge.event, loge.hold CASCADE;"
        "CREATE TEMP TABLE numbered AS SELECT n, gen_random_uuid() AS id,"
        " (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now"
        " FROM generate_series(0, 24999) AS n;"
        "INSERT INTO loge.hold SELECT 1, id, 1, 0, 0, 0, 'ruth', 'till-1', '', now - 901000,"
        " now - 1000, now + 6300000, 0, 0, NULL, 1 FROM numbered;"
        "INSERT INTO loge.claim SELECT 1, id, seat_no, 1, true FROM loge.show_seat"
        " JOIN numbered ON n = seat_no / 4;"
        "UPDATE loge.show_seat SET status = 1, version = version + 1, holder = id,"
        " held_until = now - 1000 FROM numbered WHERE n = seat_no / 4;"
        "DROP TABLE numbered");
    pg_server_do(house->bare, "VACUUM loge.show_seat"); /* each round leaves dead rows */
    pg_server_do(house->bare, "CHECKPOINT");
}

static int64_t sweep(void *ctx)
{
    struct big_house *house = ctx;
    const struct actor actor = {.name = "ruth", .till = "till-1", .role = ROLE_MANAGER};
    struct store *store = house->desk.store;
    struct sweep_result swept;
    struct err err;
    int seats = 0;
    hold_everything(house);
    int64_t start = bench_now();
    do {
        int64_t now = clock_wall(&house->desk.clock);
        if (store->ops->sweep(store, &actor, now, BATCH, &swept, &err) != RC_OK)
            bench_fail("%s", err.text);
        seats += swept.seats;
    } while (swept.more);
    int64_t spent = bench_now() - start;
    if (seats != SEATS)
        bench_fail("the sweep freed %d seats", seats);
    return spent;
}

/* The rows the sweep changes, each table in one statement, and one audit row a seat. */
static int64_t update_bare(void *ctx)
{
    struct big_house *house = ctx;
    hold_everything(house);
    int64_t start = bench_now();
    pg_server_do(
        house->bare,
        "BEGIN; SET LOCAL loge.act = 5;" /* ACT_EXPIRE: the wall of steps */
        "INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,"
        " version, was, became, subject, held_ms, reason, note, key)"
        " SELECT 1, 4000000000000000000 + row_number() OVER (), h.expires_at, 5, 'ruth', 'till-1',"
        " '', 3, 1, s.seat_no, s.version + 1, 1, 0, h.id, 900000, '', '', NULL"
        " FROM loge.hold AS h JOIN loge.claim AS c ON c.house = h.house AND c.hold_id = h.id"
        " JOIN loge.show_seat AS s ON s.house = c.house AND s.show_no = c.show_no"
        " AND s.seat_no = c.seat_no WHERE c.live;"
        "UPDATE loge.show_seat SET status = 0, version = version + 1, holder = NULL,"
        " held_until = 0 WHERE house = 1 AND show_no = 1 AND status = 1;"
        "UPDATE loge.claim SET live = false WHERE live;"
        "UPDATE loge.hold SET status = 3, ending = 1, ended_at = expires_at,"
        " version = version + 1 WHERE status IN (0, 1);"
        "COMMIT");
    return bench_now() - start;
}

static const struct bench_figure figures[] = {
    {.name = "house.open_map",
     .goal = "<=2.0",
     .what = "opening 100,000 seats; COPY of the same columns",
     .ratio = BENCH_TIME,
     .ours = open_map,
     .bare = copy},
    {.name = "house.sweep",
     .goal = "<=2.0",
     .what = "100,000 seats in 25,000 holds that are over; bare",
     .ratio = BENCH_TIME,
     .rounds = ROUNDS,
     .ours = sweep,
     .bare = update_bare},
};

int main(void)
{
    static struct big_house house;
    if (!bench_servers(figures, COUNT_OF(figures)))
        return bench_end();
    big_house_open(&house);
    for (int i = 0; i < COUNT_OF(figures); i++)
        bench_run(&figures[i], &house);
    big_house_close(&house);
    return bench_end();
}
