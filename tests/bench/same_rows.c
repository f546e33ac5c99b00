#include "config.h"

#include "tests/bench/same_rows.h"

#include <stdio.h>
#include <stdlib.h>

#include "src/base/arena.h"
#include "src/domain/seat.h"
#include "tests/bench/bench.h"
#include "tests/bench/house.h"

enum { COLUMNS_MAX = 24, STEPS_MOST = 4096 };

/* One statement with its values; the bare program does them in order. */
enum table {
    T_RECEIPT,
    T_EVENT,
    T_HOLD,
    T_CLAIM,
    T_SALE,
    T_TICKET,
    T_PAYMENT,
    T_ENTRY,
    T_ENTRY_STATE,
    TABLES
};
static const char *const table_names[TABLES] = {"receipt", "event",   "hold",  "claim",      "sale",
                                                "ticket",  "payment", "entry", "entry_state"};

struct step {
    sqlite3_stmt *stmt;
    sqlite3_value *values[COLUMNS_MAX];
    int count;
};

struct same_rows {
    sqlite3 *from, *to;
    bool journal;
    sqlite3_stmt *insert[TABLES], *begin, *commit;
    sqlite3_stmt *hold_seat, *sell_seat, *end_hold, *end_claim;
    sqlite3_stmt *keep_entry, *till_seat, *till_meta;
    struct step steps[STEPS_MOST];
    int step_count;
    int64_t last_event;
};

/* ---- what the engine wrote ------------------------------------------------------------------ */

static struct step *add_step(struct same_rows *rows, sqlite3_stmt *stmt)
{
    if (rows->step_count == COUNT_OF(rows->steps))
        bench_fail("the engine wrote more rows than expected");
    struct step *step = &rows->steps[rows->step_count++];
    step->stmt = stmt;
    step->count = 0;
    return step;
}

static void add_value(struct step *step, sqlite3_value *value)
{
    step->values[step->count++] = sqlite3_value_dup(value);
}

/* One step for each row the query gives. */
static int add_rows(struct same_rows *rows, sqlite3_stmt *stmt, const char *sql, sqlite3_value *key)
{
    sqlite3_stmt *query = bare_prepare(rows->from, sql);
    int count = 0;
    sqlite3_bind_value(query, 1, key);
    for (; sqlite3_step(query) == SQLITE_ROW; count++) {
        struct step *step = add_step(rows, stmt);
        for (int i = 0; i < sqlite3_column_count(query); i++)
            add_value(step, sqlite3_column_value(query, i));
    }
    sqlite3_finalize(query);
    return count;
}

static void learn_hold(struct same_rows *rows, sqlite3_value *key)
{
    if (add_rows(rows, rows->insert[T_HOLD],
                 "SELECT id, show_no, 0, 0, source, holder, till, email, created_at, expires_at,"
                 " ceiling_at, 0, 0, NULL, 1 FROM hold WHERE id ="
                 " (SELECT subject FROM event WHERE key = ?1)",
                 key) != 1)
        bench_fail("a receipt without its hold");
    add_rows(rows, rows->insert[T_CLAIM],
             "SELECT hold_id, seat_no, show_no, 1 FROM claim WHERE hold_id ="
             " (SELECT subject FROM event WHERE key = ?1)",
             key);
    add_rows(rows, rows->hold_seat,
             "SELECT show_no, seat_no, subject, 1 + at FROM event WHERE key = ?1", key);
}

#define SALE_OF_KEY                                                      \
    "(SELECT sale.id FROM event JOIN show_seat USING (show_no, seat_no)" \
    " JOIN sale ON sale.id = show_seat.holder WHERE event.key = ?1)"

static void learn_sale(struct same_rows *rows, sqlite3_value *key)
{
    if (add_rows(rows, rows->insert[T_SALE], "SELECT * FROM sale WHERE id = " SALE_OF_KEY, key) !=
        1)
        bench_fail("a receipt without its sale");
    add_rows(rows, rows->insert[T_TICKET], "SELECT * FROM ticket WHERE sale = " SALE_OF_KEY, key);
    add_rows(rows, rows->insert[T_PAYMENT], "SELECT * FROM payment WHERE sale = " SALE_OF_KEY, key);
    add_rows(rows, rows->sell_seat,
             "SELECT show_no, seat_no, holder FROM show_seat WHERE holder = " SALE_OF_KEY, key);
    add_rows(rows, rows->end_hold, "SELECT id, sale, ended_at FROM hold WHERE sale = " SALE_OF_KEY,
             key);
    add_rows(rows, rows->end_claim,
             "SELECT hold_id, seat_no FROM claim JOIN hold ON hold.id = hold_id"
             " WHERE live = 0 AND sale = " SALE_OF_KEY,
             key);
}

/* A sale's entry is the one after its hold's, which is kept for it. */
static void learn_entry(struct same_rows *rows, sqlite3_value *key, enum act act)
{
    if (add_rows(rows, rows->insert[T_ENTRY], "SELECT * FROM entry WHERE uid = ?1", key) != 1)
        bench_fail("a receipt without its entry");
    add_rows(rows, rows->insert[T_ENTRY_STATE],
             "SELECT seq, 0, 0, 0, 0, 0 FROM entry WHERE uid = ?1", key);
    add_rows(rows, rows->till_seat,
             "SELECT t.show_no, t.seat_no, e.seq, t.status, t.version, t.held_until, t.open_to,"
             " t.allotment, t.holder FROM event JOIN till_seat AS t USING (show_no, seat_no)"
             " JOIN entry AS e ON e.uid = event.key WHERE event.key = ?1",
             key);
    add_rows(rows, rows->till_meta,
             "SELECT 1, device, till, m.epoch, start_seq, e.seq, start_hash, e.hash, first_open,"
             " cursor, lease_boot, lease_ends, giving_back, give_back_through, shut_out,"
             " shut_out_why, shut_out_at"
             " FROM till_meta AS m, entry AS e WHERE e.uid = ?1",
             key);
    if (act == ACT_SELL)
        add_rows(rows, rows->keep_entry, "SELECT seq - 1 FROM entry WHERE uid = ?1", key);
}

static void learn_receipt(struct same_rows *rows, sqlite3_value *key, enum act act)
{
    add_step(rows, rows->begin);
    add_rows(rows, rows->insert[T_RECEIPT], "SELECT * FROM receipt WHERE key = ?1", key);
    if (rows->journal)
        learn_entry(rows, key, act);
    if (act == ACT_HOLD)
        learn_hold(rows, key);
    else
        learn_sale(rows, key);
    add_rows(rows, rows->insert[T_EVENT], "SELECT * FROM event WHERE key = ?1", key);
    add_step(rows, rows->commit);
}

static void forget(struct same_rows *rows)
{
    for (int i = 0; i < rows->step_count; i++)
        for (int j = 0; j < rows->steps[i].count; j++)
            sqlite3_value_free(rows->steps[i].values[j]);
    rows->step_count = 0;
}

void same_rows_learn(struct same_rows *rows, int acts)
{
    sqlite3_stmt *query = bare_prepare(rows->from, "SELECT key, act, last_event FROM receipt"
                                                   " WHERE last_event > ?1 ORDER BY last_event");
    int found = 0;
    forget(rows);
    sqlite3_bind_int64(query, 1, rows->last_event);
    for (; sqlite3_step(query) == SQLITE_ROW; found++) {
        learn_receipt(rows, sqlite3_column_value(query, 0), (enum act)sqlite3_column_int(query, 1));
        rows->last_event = sqlite3_column_int64(query, 2);
    }
    sqlite3_finalize(query);
    if (found != acts)
        bench_fail("%d receipts instead of %d", found, acts);
}

/* ---- the bare program ----------------------------------------------------------------------- */

int64_t same_rows_write(struct same_rows *rows)
{
    int64_t start = bench_now();
    for (int i = 0; i < rows->step_count; i++) {
        struct step *step = &rows->steps[i];
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
    end += sprintf(end, "INSERT INTO %s VALUES (?", table);
    for (int i = 1; i < columns; i++)
        end += sprintf(end, ", ?");
    sprintf(end, ")");
    return bare_prepare(db, sql);
}

static void prepare(struct same_rows *rows)
{
    sqlite3 *db = rows->to;
    for (int i = 0; i < TABLES; i++)
        rows->insert[i] = prepare_insert(db, table_names[i]);
    rows->begin = bare_prepare(db, "BEGIN IMMEDIATE");
    rows->commit = bare_prepare(db, "COMMIT");
    rows->hold_seat = bare_prepare(
        db, "UPDATE show_seat SET status = 1, version = version + 1, holder = ?3, held_until = ?4"
            " WHERE show_no = ?1 AND seat_no = ?2");
    rows->sell_seat = bare_prepare(
        db, "UPDATE show_seat SET status = 2, version = version + 1, holder = ?3, held_until = 0"
            " WHERE show_no = ?1 AND seat_no = ?2");
    rows->end_hold = bare_prepare(db, "UPDATE hold SET status = 2, sale = ?2, ended_at = ?3,"
                                      " version = version + 1 WHERE id = ?1");
    rows->end_claim =
        bare_prepare(db, "UPDATE claim SET live = 0 WHERE hold_id = ?1 AND seat_no = ?2");
    rows->keep_entry = bare_prepare(db, "UPDATE entry_state SET kept = 1 WHERE seq = ?1");
    rows->till_seat =
        bare_prepare(db, "INSERT OR REPLACE INTO till_seat VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,"
                         " ?9)");
    rows->till_meta =
        bare_prepare(db, "INSERT OR REPLACE INTO till_meta VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,"
                         " ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)");
}

static int64_t newest_event(sqlite3 *db)
{
    sqlite3_stmt *query = bare_prepare(db, "SELECT coalesce(max(id), 0) FROM event");
    sqlite3_step(query);
    int64_t id = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return id;
}

struct same_rows *same_rows_new(sqlite3 *from, sqlite3 *to, bool journal)
{
    struct same_rows *rows = x_alloc(sizeof *rows);
    rows->from = from;
    rows->to = to;
    rows->journal = journal;
    rows->last_event = newest_event(from);
    prepare(rows);
    return rows;
}

void same_rows_free(struct same_rows **rows)
{
    forget(*rows);
    for (sqlite3_stmt *stmt; (stmt = sqlite3_next_stmt((*rows)->to, NULL));)
        sqlite3_finalize(stmt);
    free(*rows);
    *rows = NULL;
}
