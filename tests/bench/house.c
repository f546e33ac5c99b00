#include "config.h"

#include "tests/bench/house.h"

#include <stdio.h>
#include <string.h>

#include "src/adapter/sodium_crypt.h"
#include "sync/lite_store.h"
#include "tests/bench/bench.h"
#include "tests/bench/big_hall.h"

static const int64_t start_ms = 1790000000000; /* September 2026 */

void bench_expect_ok(const struct outcome *outcome, const char *what)
{
    if (outcome->verdict != VERDICT_OK)
        bench_fail("%s: %s: %s %s", what, verdict_code(outcome->verdict), outcome->message,
                   outcome->err.text);
}

struct act_meta bench_manager(struct bench_house *house)
{
    struct act_meta meta = {.arena = house->scratch};
    strcpy(meta.actor.name, "ruth");
    strcpy(meta.actor.till, "till-1");
    meta.actor.role = ROLE_MANAGER;
    return meta;
}

static void open_store(struct bench_house *house)
{
    struct house row = {.name = "Bench", .currency = "EUR"};
    struct err err = {0};
    snprintf(house->path, sizeof house->path, "%s/house.db", bench_dir());
    house->desk.crypt = sodium_crypt();
    house->desk.clock = clock_fake(&house->time);
    house->desk.ids.rng = rng_system();
    if (lite_store_create(house->path, &row, house->desk.crypt, &house->desk.clock,
                          &house->desk.store, &err) != RC_OK)
        bench_fail("cannot make a house: %s", err.text);
}

static void import_hall(struct bench_house *house, int seats)
{
    struct act_meta meta = bench_manager(house);
    struct hall hall = {.id = "field", .name = "Field"};
    struct outcome outcome = {0};
    struct plan *plan = big_hall(house->arena, seats);
    desk_plan_import(&house->desk, &meta, &hall, plan, "", &outcome);
    bench_expect_ok(&outcome, "plan import");
    house->plan = plan;
}

static void open_show(struct bench_house *house)
{
    struct act_meta meta = bench_manager(house);
    struct price prices[3];
    for (int i = 0; i < COUNT_OF(prices); i++)
        prices[i] = (struct price){.class_no = i, .amount = {6500 - 1000 * i, 3000, 5000, 4000, 0}};
    struct show show = {.id = BENCH_SHOW,
                        .title = "Field Day",
                        .hall = "field",
                        .currency = "EUR",
                        .status = SHOW_OPEN,
                        .starts_at = house->time.wall + 86400000,
                        .hold_ttl_ms = 15 * 60000,
                        .extend_ms = 5 * 60000,
                        .ceiling_ms = 120 * 60000,
                        .gap_rule = true,
                        .fee = 150,
                        .tax_bp = 700,
                        .prices = prices,
                        .price_count = COUNT_OF(prices)};
    struct outcome outcome = {0};
    desk_show_add(&house->desk, &meta, &show, &outcome);
    bench_expect_ok(&outcome, "show add");
    memset(&outcome, 0, sizeof outcome);
    desk_shift_open(&house->desk, &meta, 10000, &outcome);
    bench_expect_ok(&outcome, "shift open");
}

void bench_house_open(struct bench_house *house, int seats)
{
    memset(house, 0, sizeof *house);
    house->arena = arena_new();
    house->scratch = arena_new();
    house->time = (struct fake_clock){.wall = start_ms, .mono = 1000};
    open_store(house);
    import_hall(house, seats);
    open_show(house);
    arena_reset(house->scratch);
}

void bench_house_close(struct bench_house *house)
{
    store_close(&house->desk.store);
    arena_free(&house->scratch);
    arena_free(&house->arena);
}

/* ---- sales ---------------------------------------------------------------------------------- */

static struct uuid hold_pair(struct bench_house *house)
{
    char labels[2][SEAT_TEXT];
    const char *const wish[2] = {labels[0], labels[1]};
    for (int i = 0; i < 2; i++)
        plan_seat_label(house->plan, house->next_seat++, labels[i]);
    struct act_meta meta = bench_manager(house);
    struct desk_hold request = {.show = BENCH_SHOW,
                                .labels = wish,
                                .count = 2,
                                .source = SOURCE_COUNTER,
                                .channel = CHANNEL_COUNTER};
    struct outcome outcome = {0};
    desk_hold_new(&house->desk, &meta, &request, &outcome);
    bench_expect_ok(&outcome, "hold");
    return outcome.hold->id;
}

static void sell_hold(struct bench_house *house, struct uuid hold)
{
    struct act_meta meta = bench_manager(house);
    struct tender_line cash = {.tender = TENDER_CASH};
    struct desk_sell request = {.hold = hold, .tenders = &cash, .tender_count = 1};
    struct outcome outcome = {0};
    desk_sell(&house->desk, &meta, &request, &outcome);
    bench_expect_ok(&outcome, "sell");
}

int64_t bench_sell_pairs(struct bench_house *house, int pairs)
{
    int64_t start = bench_now();
    for (int i = 0; i < pairs; i++) {
        house->time.wall += 1000;
        sell_hold(house, hold_pair(house));
        arena_reset(house->scratch);
    }
    return bench_now() - start;
}

/* ---- the yardstick -------------------------------------------------------------------------- */

static void give_up(sqlite3 *db, const char *what)
{
    bench_fail("bare SQLite: %s: %s", what, sqlite3_errmsg(db));
}

void bare_exec(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        give_up(db, sql);
}

sqlite3_stmt *bare_prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *stmt;
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &stmt, NULL) != SQLITE_OK)
        give_up(db, sql);
    return stmt;
}

void bare_run(sqlite3_stmt *stmt)
{
    if (sqlite3_step(stmt) != SQLITE_DONE)
        give_up(sqlite3_db_handle(stmt), sqlite3_sql(stmt));
    sqlite3_reset(stmt);
}

sqlite3 *bare_open(const char *path)
{
    sqlite3 *db;
    if (sqlite3_open(path, &db) != SQLITE_OK)
        give_up(db, path);
    bare_exec(db, "PRAGMA journal_mode=PERSIST; PRAGMA synchronous=FULL; PRAGMA cache_size=-32000");
    return db;
}

sqlite3 *bare_copy(const struct bench_house *house, const char *name)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s.db", bench_dir(), name);
    sqlite3 *from = bare_open(house->path), *to = bare_open(path);
    sqlite3_backup *copy = sqlite3_backup_init(to, "main", from, "main");
    if (!copy || sqlite3_backup_step(copy, -1) != SQLITE_DONE)
        give_up(to, "backup");
    sqlite3_backup_finish(copy);
    sqlite3_close(from);
    return to;
}
