/*
 * Holding two seats and selling them, durably, through the engine; against a bare program that
 * writes the very same rows in the same two transactions.
 *
 * The yardstick learns its rows by looking at what the engine wrote just before: each receipt with
 * its events, hold, claims, sale, tickets and payments, read into memory and then inserted into a
 * copy of the house that has not seen them.
 */
#include "config.h"

#include <stdio.h>

#include "tests/bench/bench.h"
#include "tests/bench/house.h"

enum { SEATS = 20000, PAIRS = 40, ROUNDS = 9, COLUMNS_MAX = 24, STEPS_A_PAIR = 40 };

/* What the bare program does: in the order of `steps`, one statement with its values each. */
enum table { T_RECEIPT, T_EVENT, T_HOLD, T_CLAIM, T_SALE, T_TICKET, T_PAYMENT, TABLES };
static const char *const table_names[TABLES] = {"receipt", "event",  "hold",   "claim",
                                                "sale",    "ticket", "payment"};

struct step {
    sqlite3_stmt *stmt;
    sqlite3_value *values[COLUMNS_MAX];
    int count;
};

struct sell_bench {
    struct bench_house house;
    int next_seat;
    sqlite3 *from, *to;
    sqlite3_stmt *insert[TABLES], *begin, *commit;
    sqlite3_stmt *hold_seat, *sell_seat, *end_hold, *end_claim;
    struct step steps[PAIRS * STEPS_A_PAIR];
    int step_count;
    int64_t last_event;
};

/* ---- ours ----------------------------------------------------------------------------------- */

static struct uuid hold_pair(struct sell_bench *bench)
{
    char labels[2][SEAT_TEXT];
    const char *const wish[2] = {labels[0], labels[1]};
    for (int i = 0; i < 2; i++)
        plan_seat_label(bench->house.plan, bench->next_seat++, labels[i]);
    struct act_meta meta = bench_manager(&bench->house);
    struct desk_hold request = {.show = BENCH_SHOW,
                                .labels = wish,
                                .count = 2,
                                .source = SOURCE_COUNTER,
                                .channel = CHANNEL_COUNTER};
    struct outcome outcome = {0};
    desk_hold_new(&bench->house.desk, &meta, &request, &outcome);
    bench_expect_ok(&outcome, "hold");
    return outcome.hold->id;
}

static void sell_hold(struct sell_bench *bench, struct uuid hold)
{
    struct act_meta meta = bench_manager(&bench->house);
    struct tender_line cash = {.tender = TENDER_CASH};
    struct desk_sell request = {.hold = hold, .tenders = &cash, .tender_count = 1};
    struct outcome outcome = {0};
    desk_sell(&bench->house.desk, &meta, &request, &outcome);
    bench_expect_ok(&outcome, "sell");
}

static void learn_rows(struct sell_bench *bench);

static int64_t sell_pairs(void *ctx)
{
    struct sell_bench *bench = ctx;
    int64_t start = bench_now();
    for (int i = 0; i < PAIRS; i++) {
        bench->house.time.wall += 1000;
        sell_hold(bench, hold_pair(bench));
        arena_reset(bench->house.scratch);
    }
    int64_t spent = bench_now() - start;
    learn_rows(bench);
    return spent;
}

/* ---- what the engine wrote --------------------------------------------------------------------
 */

static struct step *add_step(struct sell_bench *bench, sqlite3_stmt *stmt)
{
    if (bench->step_count == COUNT_OF(bench->steps))
        bench_fail("the engine wrote more rows than expected");
    struct step *step = &bench->steps[bench->step_count++];
    step->stmt = stmt;
    step->count = 0;
    return step;
}

static void add_value(struct step *step, sqlite3_value *value)
{
    step->values[step->count++] = sqlite3_value_dup(value);
}

/* One step for each row the query gives. */
static int add_rows(struct sell_bench *bench, sqlite3_stmt *stmt, const char *sql,
                    sqlite3_value *key)
{
    sqlite3_stmt *query = bare_prepare(bench->from, sql);
    int rows = 0;
    sqlite3_bind_value(query, 1, key);
    for (; sqlite3_step(query) == SQLITE_ROW; rows++) {
        struct step *step = add_step(bench, stmt);
        for (int i = 0; i < sqlite3_column_count(query); i++)
            add_value(step, sqlite3_column_value(query, i));
    }
    sqlite3_finalize(query);
    return rows;
}

static void learn_hold(struct sell_bench *bench, sqlite3_value *key)
{
    if (add_rows(bench, bench->insert[T_HOLD],
                 "SELECT id, show_no, 0, 0, source, holder, till, email, created_at, expires_at,"
                 " ceiling_at, 0, 0, NULL, 1 FROM hold WHERE id ="
                 " (SELECT subject FROM event WHERE key = ?1)",
                 key) != 1)
        bench_fail("a receipt without its hold");
    add_rows(bench, bench->insert[T_CLAIM],
             "SELECT hold_id, seat_no, show_no, 1 FROM claim WHERE hold_id ="
             " (SELECT subject FROM event WHERE key = ?1)",
             key);
    add_rows(bench, bench->hold_seat,
             "SELECT show_no, seat_no, subject, 1 + at FROM event WHERE key = ?1", key);
}

#define SALE_OF_KEY                                                      \
    "(SELECT sale.id FROM event JOIN show_seat USING (show_no, seat_no)" \
    " JOIN sale ON sale.id = show_seat.holder WHERE event.key = ?1)"

static void learn_sale(struct sell_bench *bench, sqlite3_value *key)
{
    if (add_rows(bench, bench->insert[T_SALE], "SELECT * FROM sale WHERE id = " SALE_OF_KEY, key) !=
        1)
        bench_fail("a receipt without its sale");
    add_rows(bench, bench->insert[T_TICKET], "SELECT * FROM ticket WHERE sale = " SALE_OF_KEY, key);
    add_rows(bench, bench->insert[T_PAYMENT], "SELECT * FROM payment WHERE sale = " SALE_OF_KEY,
             key);
    add_rows(bench, bench->sell_seat,
             "SELECT show_no, seat_no, holder FROM show_seat WHERE holder = " SALE_OF_KEY, key);
    add_rows(bench, bench->end_hold,
             "SELECT id, sale, ended_at FROM hold WHERE sale = " SALE_OF_KEY, key);
    add_rows(bench, bench->end_claim,
             "SELECT hold_id, seat_no FROM claim JOIN hold ON hold.id = hold_id"
             " WHERE live = 0 AND sale = " SALE_OF_KEY,
             key);
}

static void learn_receipt(struct sell_bench *bench, sqlite3_value *key, enum act act)
{
    add_step(bench, bench->begin);
    add_rows(bench, bench->insert[T_RECEIPT], "SELECT * FROM receipt WHERE key = ?1", key);
    if (act == ACT_HOLD)
        learn_hold(bench, key);
    else
        learn_sale(bench, key);
    add_rows(bench, bench->insert[T_EVENT], "SELECT * FROM event WHERE key = ?1", key);
    add_step(bench, bench->commit);
}

static void forget_rows(struct sell_bench *bench)
{
    for (int i = 0; i < bench->step_count; i++)
        for (int j = 0; j < bench->steps[i].count; j++)
            sqlite3_value_free(bench->steps[i].values[j]);
    bench->step_count = 0;
}

static void learn_rows(struct sell_bench *bench)
{
    sqlite3_stmt *query = bare_prepare(bench->from, "SELECT key, act, last_event FROM receipt"
                                                    " WHERE last_event > ?1 ORDER BY last_event");
    int receipts = 0;
    forget_rows(bench);
    sqlite3_bind_int64(query, 1, bench->last_event);
    for (; sqlite3_step(query) == SQLITE_ROW; receipts++) {
        learn_receipt(bench, sqlite3_column_value(query, 0),
                      (enum act)sqlite3_column_int(query, 1));
        bench->last_event = sqlite3_column_int64(query, 2);
    }
    sqlite3_finalize(query);
    if (receipts != 2 * PAIRS)
        bench_fail("%d receipts instead of %d", receipts, 2 * PAIRS);
}

/* ---- the yardstick -------------------------------------------------------------------------- */

static int64_t write_rows(void *ctx)
{
    struct sell_bench *bench = ctx;
    int64_t start = bench_now();
    for (int i = 0; i < bench->step_count; i++) {
        struct step *step = &bench->steps[i];
        for (int j = 0; j < step->count; j++)
            sqlite3_bind_value(step->stmt, j + 1, step->values[j]);
        bare_run(step->stmt);
    }
    return bench_now() - start;
}

static sqlite3_stmt *prepare_insert(sqlite3 *db, const char *table)
{
    char sql[200], *end = sql;
    snprintf(sql, sizeof sql, "SELECT * FROM %s", table);
    sqlite3_stmt *probe = bare_prepare(db, sql);
    int columns = sqlite3_column_count(probe);
    sqlite3_finalize(probe);
    end += sprintf(sql, "INSERT INTO %s VALUES (?", table);
    for (int i = 1; i < columns; i++)
        end += sprintf(end, ", ?");
    sprintf(end, ")");
    return bare_prepare(db, sql);
}

static void prepare_yardstick(struct sell_bench *bench)
{
    sqlite3 *db = bench->to;
    for (int i = 0; i < TABLES; i++)
        bench->insert[i] = prepare_insert(db, table_names[i]);
    bench->begin = bare_prepare(db, "BEGIN IMMEDIATE");
    bench->commit = bare_prepare(db, "COMMIT");
    bench->hold_seat = bare_prepare(
        db, "UPDATE show_seat SET status = 1, version = version + 1, holder = ?3, held_until = ?4"
            " WHERE show_no = ?1 AND seat_no = ?2");
    bench->sell_seat = bare_prepare(
        db, "UPDATE show_seat SET status = 2, version = version + 1, holder = ?3, held_until = 0"
            " WHERE show_no = ?1 AND seat_no = ?2");
    bench->end_hold = bare_prepare(db, "UPDATE hold SET status = 2, sale = ?2, ended_at = ?3,"
                                       " version = version + 1 WHERE id = ?1");
    bench->end_claim =
        bare_prepare(db, "UPDATE claim SET live = 0 WHERE hold_id = ?1 AND seat_no = ?2");
}

static void finalize_all(sqlite3 *db)
{
    for (sqlite3_stmt *stmt; (stmt = sqlite3_next_stmt(db, NULL));)
        sqlite3_finalize(stmt);
    sqlite3_close(db);
}

static int64_t newest_event(sqlite3 *db)
{
    sqlite3_stmt *query = bare_prepare(db, "SELECT coalesce(max(id), 0) FROM event");
    sqlite3_step(query);
    int64_t id = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return id;
}

int main(void)
{
    static struct sell_bench bench;
    if (!bench_wanted("local.hold_sale"))
        return bench_end();
    bench_house_open(&bench.house, SEATS);
    bench.from = bare_open(bench.house.path);
    bench.to = bare_copy(&bench.house, "bare");
    bench.last_event = newest_event(bench.from);
    prepare_yardstick(&bench);
    bench_run(&(struct bench_figure){.name = "local.hold_sale",
                                     .goal = ">=0.7",
                                     .what = "hold of 2 seats + sale, against bare SQLite",
                                     .ratio = BENCH_RATE,
                                     .rounds = ROUNDS,
                                     .units = PAIRS,
                                     .ours = sell_pairs,
                                     .bare = write_rows},
              &bench);
    forget_rows(&bench);
    finalize_all(bench.from);
    finalize_all(bench.to);
    bench_house_close(&bench.house);
    return bench_end();
}
