/*
 * A house of 100,000 seats in PostgreSQL:
 *
 *   house.open_map  opening the map against COPY of the same columns
 *   house.sweep     freeing every seat, all holds being over, against one bare UPDATE a table with
 *                   the audit rows
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/pg_store.h"
#include "src/adapter/sodium_crypt.h"
#include "src/engine/desk.h"
#include "tests/bench/bench.h"
#include "tests/bench/big_hall.h"
#include "tests/lib/pg_server.h"

enum { SEATS = 100000, ROUNDS = 5 };
enum { BATCH = 20000 }; /* seats in one transaction, as desk_expire has it */

#define PASSWORD "correct-horse"
#define SHOW     "field-day"

struct big_house {
    char database[PG_NAME];
    struct desk desk;
    struct arena *arena;
    PGconn *bare;
    int64_t sum; /* keeps the compiler from leaving the reading out */
};

/* ---- the house ------------------------------------------------------------------------------ */

static struct act_meta ruth(struct big_house *house)
{
    struct act_meta meta = {.arena = house->arena};
    strcpy(meta.actor.name, "ruth");
    strcpy(meta.actor.till, "till-1");
    meta.actor.role = ROLE_MANAGER;
    return meta;
}

static void expect_ok(const struct outcome *outcome, const char *what)
{
    if (outcome->verdict != VERDICT_OK)
        bench_fail("%s: %s: %s %s", what, verdict_code(outcome->verdict), outcome->message,
                   outcome->err.text);
}

static void say_nothing(void *ctx, const char *notice)
{
}

static void open_store(struct big_house *house)
{
    static const struct house row = {.name = "Bench", .currency = "EUR"};
    const struct pg_person manager = {"ruth", ROLE_MANAGER, PASSWORD, false};
    char url[PG_URL], login[PG_LOGIN_TEXT];
    struct err err = {0};
    pg_server_start();
    pg_server_database(NULL, house->database);
    pg_server_url(house->database, NULL, NULL, url);
    house->desk.crypt = sodium_crypt();
    house->desk.clock = clock_system();
    house->desk.ids.rng = rng_system();
    if (pg_house_init(url, &row, &err) != RC_OK ||
        pg_staff_put(url, row.name, &manager, login, &err) != RC_OK ||
        pg_store_open(pg_server_url(house->database, login, PASSWORD, url), house->desk.crypt,
                      &house->desk.clock, &house->desk.store, &err) != RC_OK)
        bench_fail("cannot make a house: %s", err.text);
    house->bare = pg_server_connect(pg_server_url(house->database, NULL, NULL, url));
    PQsetNoticeProcessor(house->bare, say_nothing, NULL);
}

static void fill(struct big_house *house)
{
    struct act_meta meta = ruth(house);
    struct hall hall = {.id = "field", .name = "Field"};
    struct outcome outcome = {0};
    desk_plan_import(&house->desk, &meta, &hall, big_hall(house->arena, SEATS), "", &outcome);
    expect_ok(&outcome, "plan import");
    struct price prices[3];
    for (int i = 0; i < COUNT_OF(prices); i++)
        prices[i] = (struct price){.class_no = i, .amount = {6500 - 1000 * i, 3000, 5000, 4000, 0}};
    struct show show = {.id = SHOW,
                        .title = "Field Day",
                        .hall = "field",
                        .currency = "EUR",
                        .status = SHOW_OPEN,
                        .starts_at = clock_wall(&house->desk.clock) + 86400000,
                        .hold_ttl_ms = 15 * 60000,
                        .extend_ms = 5 * 60000,
                        .ceiling_ms = 120 * 60000,
                        .prices = prices,
                        .price_count = COUNT_OF(prices)};
    memset(&outcome, 0, sizeof outcome);
    desk_show_add(&house->desk, &meta, &show, &outcome);
    expect_ok(&outcome, "show add");
    pg_server_do(house->bare, "VACUUM ANALYZE");
}

/* ---- opening the map ------------------------------------------------------------------------ */

static int64_t open_map(void *ctx)
{
    struct big_house *house = ctx;
    struct arena *arena = arena_new();
    struct snapshot snapshot = {0};
    struct outcome outcome = {0};
    int64_t start = bench_now();
    desk_map(&house->desk, arena, SHOW, &snapshot, &outcome);
    int64_t spent = bench_now() - start;
    expect_ok(&outcome, "map");
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
    pg_server_do(house->bare, "VACUUM ANALYZE loge.show_seat");
    pg_server_do(house->bare, "VACUUM ANALYZE loge.hold");
    pg_server_do(house->bare, "VACUUM ANALYZE loge.claim");
    pg_server_do(house->bare, "CHECKPOINT");
}

static int64_t sweep(void *ctx)
{
    struct big_house *house = ctx;
    const struct actor actor = {"ruth", "till-1", ROLE_MANAGER};
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
        "BEGIN;"
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

int main(void)
{
    static struct big_house house;
    const struct bench_figure map = {.name = "house.open_map",
                                     .goal = "<=2.0",
                                     .what = "opening 100,000 seats; COPY of the same columns",
                                     .ratio = BENCH_TIME,
                                     .ours = open_map,
                                     .bare = copy};
    const struct bench_figure swept = {.name = "house.sweep",
                                       .goal = "<=2.0",
                                       .what = "100,000 seats in 25,000 holds that are over; bare",
                                       .ratio = BENCH_TIME,
                                       .rounds = ROUNDS,
                                       .ours = sweep,
                                       .bare = update_bare};
    if (!bench_wanted(map.name) && !bench_wanted(swept.name))
        return bench_end();
    if (!pg_server_installed()) {
        printf("house.open_map: PostgreSQL is not installed, nothing was measured\n");
        return bench_end();
    }
    house.arena = arena_new();
    open_store(&house);
    fill(&house);
    bench_run(&map, &house);
    bench_run(&swept, &house);
    store_close(&house.desk.store);
    PQfinish(house.bare);
    arena_free(&house.arena);
    pg_server_stop();
    return bench_end();
}
