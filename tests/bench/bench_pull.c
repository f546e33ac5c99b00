/*
 * A till's first pull of a house with 100,000 seats, a quarter of them sold since the tables were
 * last analysed: asked for, read and written into an empty file until the till is ready; against
 * COPY (binary) of the same rows in one go, bound to plain INSERTs into tables of the same schema
 * in one transaction.
 */
#include "config.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/adapter/pg_pull.h"
#include "sync/lite_replica.h"
#include "sync/lite_store.h"
#include "tests/bench/bench.h"
#include "tests/bench/big_house.h"
#include "tests/bench/servers.h"

enum { ROUNDS = 5 };

struct pull_bench {
    struct big_house house;
    char ours[320], bare[320];
    long long rows; /* of both sides, in the tables compared */
};

/* ---- the house ------------------------------------------------------------------------------ */

static void sell_a_quarter(struct big_house *house)
{
    pg_server_do(
        house->bare,
        "CREATE TEMP TABLE n AS SELECT n, gen_random_uuid() AS hold, gen_random_uuid() AS sale"
        " FROM generate_series(0, 12499) AS n;"
        "INSERT INTO loge.hold SELECT 1, hold, 1, 2, 0, 0, 'ruth', 'till-1', '', n, n, n, n, 0,"
        " NULL, 2 FROM n;"
        "INSERT INTO loge.sale SELECT 1, sale, 'B-' || n, 1, 0, hold, NULL, NULL, 'Eve',"
        " 'eve@example.org', 'EUR', 13000, 13000, 'ruth', 'till-1', n, n, 1 FROM n;"
        "UPDATE loge.hold AS h SET sale = n.sale FROM n WHERE n.hold = h.id;"
        "INSERT INTO loge.claim SELECT 1, hold, n * 2 + i, 1, false FROM n,"
        " generate_series(0, 1) AS i;"
        "INSERT INTO loge.ticket SELECT 1, sale, gen_random_uuid(), 'T-' || n * 2 + i, 1,"
        " n * 2 + i, 0, 0, 0, 1, 6500, 0, 0, 425, 6500, 1 FROM n, generate_series(0, 1) AS i;"
        "INSERT INTO loge.payment SELECT 1, sale, gen_random_uuid(), NULL, 0, 13000, 13000, '', '',"
        " '', n FROM n;"
        "UPDATE loge.show_seat SET status = 2, version = 3, holder = n.sale FROM n"
        " WHERE seat_no / 2 = n.n;"
        "DROP TABLE n");
    pg_server_do(house->bare, "CHECKPOINT");
}

static void empty_file(struct pull_bench *bench, const char *path)
{
    static const struct house nothing = {.name = "?", .currency = "EUR"};
    char wal[340];
    struct store *store;
    struct err err;
    unlink(path);
    snprintf(wal, sizeof wal, "%s-wal", path);
    unlink(wal);
    if (lite_store_create(path, &nothing, bench->house.desk.crypt, &bench->house.desk.clock, &store,
                          &err))
        bench_fail("%s", err.text);
    store_close(&store);
}

static void count_rows(struct pull_bench *bench, const char *path)
{
    sqlite3 *db;
    sqlite3_stmt *stmt;
    if (sqlite3_open(path, &db) != SQLITE_OK ||
        sqlite3_prepare_v2(db,
                           "SELECT (SELECT count(*) FROM hall_seat) + (SELECT count(*) FROM"
                           " show_seat) + (SELECT count(*) FROM hold) + (SELECT count(*) FROM"
                           " claim) + (SELECT count(*) FROM sale) + (SELECT count(*) FROM ticket)"
                           " + (SELECT count(*) FROM payment)",
                           -1, &stmt, NULL) != SQLITE_OK ||
        sqlite3_step(stmt) != SQLITE_ROW)
        bench_fail("%s: %s", path, sqlite3_errmsg(db));
    long long rows = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    if (bench->rows && bench->rows != rows)
        bench_fail("%s has %lld rows instead of %lld", path, rows, bench->rows);
    bench->rows = rows;
}

/* ---- ours ----------------------------------------------------------------------------------- */

static void pull_all(struct pull_bench *bench, struct lite_till *till, struct arena *arena)
{
    struct till_replica now = {.ready = false};
    struct err err = {0};
    while (!now.ready) {
        struct replica_ask ask;
        struct replica_rows *rows;
        if (lite_till_ask(till, arena, &ask, &err) ||
            pg_pull(pg_of(bench->house.desk.store), arena, &ask, &rows, &err) ||
            lite_till_take(till, rows, &err) || lite_till_replica(till, &now, &err))
            bench_fail("%s", err.text);
        arena_reset(arena);
    }
}

static int64_t pull(void *ctx)
{
    struct pull_bench *bench = ctx;
    struct lite_till *till;
    struct arena *arena = arena_new();
    struct err err;
    empty_file(bench, bench->ours);
    if (lite_till_open(bench->ours, bench->house.desk.crypt, &bench->house.desk.clock, &till, &err))
        bench_fail("%s", err.text);
    int64_t start = bench_now();
    pull_all(bench, till, arena);
    int64_t spent = bench_now() - start;
    lite_till_close(&till);
    arena_free(&arena);
    count_rows(bench, bench->ours);
    return spent;
}

/* ---- the yardstick -------------------------------------------------------------------------- */

static uint64_t number_of(const char *at, int size)
{
    uint64_t value = 0;
    for (int i = 0; i < size; i++)
        value = value << 8 | (uint8_t)at[i];
    return value;
}

static void bind(sqlite3_stmt *stmt, int column, char type, const char *at, int32_t size)
{
    if (size < 0)
        sqlite3_bind_null(stmt, column);
    else if (type == 'i')
        sqlite3_bind_int64(stmt, column, (int64_t)number_of(at, size));
    else if (type == 'r') {
        uint32_t bits = (uint32_t)number_of(at, 4);
        float real;
        memcpy(&real, &bits, sizeof real);
        sqlite3_bind_double(stmt, column, (double)real);
    } else if (type == 't')
        sqlite3_bind_text(stmt, column, at, size, SQLITE_STATIC);
    else
        sqlite3_bind_blob(stmt, column, at, size, SQLITE_STATIC);
}

/* A row of COPY (FORMAT binary): the number of its columns, and each one's length and bytes. */
static void insert(sqlite3_stmt *stmt, const char *types, const char *row)
{
    int columns = (int)number_of(row, 2);
    const char *at = row + 2;
    for (int i = 0; i < columns; i++) {
        int32_t size = (int32_t)number_of(at, 4);
        bind(stmt, i + 1, types[i], at + 4, size);
        at += 4 + (size > 0 ? size : 0);
    }
    if (sqlite3_step(stmt) != SQLITE_DONE)
        bench_fail("insert: %s", sqlite3_errmsg(sqlite3_db_handle(stmt)));
    sqlite3_reset(stmt);
}

struct copied {
    const char *view, *types, *table;
    const struct row_shape *row; /* NULL: the columns are those of the table, in its order */
};

static const struct copied tables[] = {
#define X(name, word, types) {#word, types, TABLE_##name},
#define TABLE_HOUSE          NULL, NULL
#define TABLE_STAFF          "staff (name, role, disabled, version, failures, locked_until, pin_hash)", NULL
#define TABLE_CUSTOMER       "customer", &shape_customer
#define TABLE_HALL           "hall", NULL
#define TABLE_DOCUMENT       "hall_document", NULL
#define TABLE_CLASS          "hall_class", NULL
#define TABLE_SECTION        "hall_section", NULL
#define TABLE_ROW            "hall_row", NULL
#define TABLE_AREA           "hall_area", NULL
#define TABLE_SEAT           "hall_seat", NULL
#define TABLE_SHOW           "show", NULL
#define TABLE_PRICE          "price", NULL
#define TABLE_TERMS          "till_show", NULL
#define TABLE_SHIFT          "shift", &shape_shift
#define TABLE_MOVE           "shift_move", &shape_shift_move
#define TABLE_STATE          "show_seat", NULL
#define TABLE_HOLD           "hold", &shape_hold
#define TABLE_CLAIM          "claim (hold_id, seat_no, show_no, live)", NULL
#define TABLE_SALE           "sale", &shape_sale
#define TABLE_TICKET         "ticket", &shape_ticket
#define TABLE_PAYMENT        "payment", &shape_payment
#define TABLE_VOUCHER        "voucher", &shape_voucher
#define TABLE_VOUCHER_LOAN   NULL, NULL /* nothing is lent */
#define TABLE_WAITER         "waitlist", &shape_waiter
#define TABLE_KEY            "ticket_key", &shape_ticket_key
#define TABLE_ADMISSION      "admission", &shape_admission
#define TABLE_SCAN           "scan", &shape_scan
#define TABLE_CHECKIN        NULL, NULL /* nobody has brought a bag */
    REPLICA_TABLES(X)
#undef X
};

static const char *insert_sql(const struct copied *of, char sql[800])
{
    int at = snprintf(sql, 800, "INSERT INTO %s", of->table);
    for (int i = 0; of->row && i < of->row->count; i++)
        if (of->row->fields[i].column)
            at += snprintf(sql + at, (size_t)(800 - at), "%s%s", i ? ", " : " (",
                           of->row->fields[i].column);
    at += snprintf(sql + at, (size_t)(800 - at), "%sVALUES (", of->row ? ") " : " ");
    for (int i = 1; of->types[i - 1]; i++)
        at += snprintf(sql + at, (size_t)(800 - at), "%s?%d", i > 1 ? ", " : "", i);
    if (strcmp(of->view, "claim") == 0)
        at += snprintf(sql + at, (size_t)(800 - at), ", 0");
    else if (strcmp(of->view, "staff") == 0)
        at += snprintf(sql + at, (size_t)(800 - at), ", 0, 0, ''");
    snprintf(sql + at, (size_t)(800 - at), ")");
    return sql;
}

static void copy_table(PGconn *conn, sqlite3 *db, const struct copied *of)
{
    char sql[800], *row;
    sqlite3_stmt *stmt;
    int size, first = 1;
    if (sqlite3_prepare_v2(db, insert_sql(of, sql), -1, &stmt, NULL) != SQLITE_OK)
        bench_fail("%s: %s", of->view, sqlite3_errmsg(db));
    snprintf(sql, sizeof sql, "COPY (SELECT * FROM loge.pull_%s) TO STDOUT (FORMAT binary)",
             of->view);
    PGresult *result = PQexec(conn, sql);
    if (PQresultStatus(result) != PGRES_COPY_OUT)
        bench_fail("%s", PQerrorMessage(conn));
    PQclear(result);
    for (; (size = PQgetCopyData(conn, &row, 0)) > 0; first = 0) {
        const char *at = first ? row + 19 : row; /* behind the head of the whole */
        if (size - (int)(at - row) > 2)
            insert(stmt, of->types, at);
        PQfreemem(row);
    }
    PQclear(PQgetResult(conn));
    PQclear(PQgetResult(conn));
    sqlite3_finalize(stmt);
}

static void must(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        bench_fail("%s: %s", sql, sqlite3_errmsg(db));
}

static int64_t copy(void *ctx)
{
    struct pull_bench *bench = ctx;
    PGconn *conn = pg_server_connect(bench->house.url);
    sqlite3 *db;
    empty_file(bench, bench->bare);
    if (sqlite3_open(bench->bare, &db) != SQLITE_OK)
        bench_fail("%s: %s", bench->bare, sqlite3_errmsg(db));
    must(db, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;"
             "PRAGMA synchronous = FULL; PRAGMA cache_size = -32000; PRAGMA foreign_keys = OFF");
    int64_t start = bench_now();
    must(db, "BEGIN IMMEDIATE");
    for (int i = 0; i < COUNT_OF(tables); i++)
        if (tables[i].table)
            copy_table(conn, db, &tables[i]);
    must(db, "COMMIT");
    int64_t spent = bench_now() - start;
    sqlite3_close(db);
    PQfinish(conn);
    count_rows(bench, bench->bare);
    return spent;
}

int main(void)
{
    static const struct bench_figure figure = {
        .name = "sync.first_pull",
        .goal = "<=2.0",
        .what = "first pull of a house of 100,000 seats, against COPY of the same rows into SQLite",
        .ratio = BENCH_TIME,
        .rounds = ROUNDS,
        .ours = pull,
        .bare = copy,
    };
    static struct pull_bench bench;
    if (!bench_servers(&figure, 1))
        return bench_end();
    big_house_open(&bench.house);
    sell_a_quarter(&bench.house);
    snprintf(bench.ours, sizeof bench.ours, "%s/ours.db", bench_dir());
    snprintf(bench.bare, sizeof bench.bare, "%s/bare.db", bench_dir());
    bench_run(&figure, &bench);
    big_house_close(&bench.house);
    return bench_end();
}
