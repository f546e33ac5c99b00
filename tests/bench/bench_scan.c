/*
 * A scan at a till that is alone, 100,000 tickets in its replica: to the door's verdict, as the
 * desk finds it before anything is written, against one bare Ed25519 verification; and until the
 * scan is durable in journal and replica, which is when a person sees it, against a verification
 * and one bare durable row.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/domain/door.h"
#include "src/engine/ticket_seal.h"
#include "tests/bench/bench.h"
#include "tests/bench/till.h"

enum { SEATS = 100000, SCANS = 1000, KEPT = 50, ROUNDS = 9, ENTRY_SIZE = 600 };

struct scan_bench {
    struct bench_till till;
    struct sign_key key;
    struct show show;
    char codes[SCANS][TICKET_CODE_TEXT];
    struct ticket_frame frames[SCANS];
    int good; /* keeps the compiler from leaving the work out */
    int next; /* nobody has come in by this one yet */
    sqlite3_stmt *insert;
};

/* ---- the house ------------------------------------------------------------------------------ */

/* Only the house makes keys; the till has it with the rest. */
static void add_key(struct scan_bench *bench)
{
    const uint8_t seed[SIGN_SEED] = {1, 2, 3};
    struct bench_till *till = &bench->till;
    struct desk *desk = &till->house.desk;
    struct ticket_key key = {.kind = KEY_HOUSE};
    struct act_meta meta = bench_manager(&till->house);
    struct outcome out;
    desk->crypt->sign_key(seed, &bench->key);
    memcpy(key.public, bench->key.public, sizeof key.public);
    desk->alone = false;
    lite_till_journal(till->file, NULL);
    desk_key_add(desk, &meta, &key, &out);
    bench_expect_ok(&out, "key");
    lite_till_journal(till->file, &till->core);
    desk->alone = true;
}

/* All of the house was here a moment ago. */
static void fill_replica(struct scan_bench *bench)
{
    char sql[200];
    snprintf(sql, sizeof sql,
             "INSERT INTO till_replica VALUES (1, 1, 0, 0, NULL, 0, 1, %lld, 0, 14, 0)",
             (long long)bench->till.house.time.wall);
    bare_exec(bench_till_db(&bench->till), sql);
}

#define SALE_ID "x'00000000000000000000000000000001'"

/* One order with a ticket for every seat: only the tickets count here. */
static void sell_all(struct scan_bench *bench)
{
    static const char *const rows[] = {
        "INSERT INTO sale (id, code, show_no, status, name, email, currency, total, paid, sold_by,"
        " till, sold_at, version) SELECT " SALE_ID ", 'B-1', no, 0, '', '', currency, 0, 0,"
        " 'ruth', 'till-1', 0, 1 FROM show",
        "INSERT INTO ticket (sale, id, code, show_no, seat_no, status, type, class_no, generation,"
        " price, discount, fee, tax, total, version) SELECT " SALE_ID ", randomblob(16),"
        " 'T-' || seat_no, show_no, seat_no, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1 FROM show_seat",
    };
    for (int i = 0; i < COUNT_OF(rows); i++)
        bare_exec(bench_till_db(&bench->till), rows[i]);
}

static void sign_some(struct scan_bench *bench)
{
    sqlite3_stmt *stmt = bare_prepare(bench_till_db(&bench->till),
                                      "SELECT id, seat_no FROM ticket ORDER BY seat_no % 997,"
                                      " seat_no LIMIT ?1");
    struct store *store = bench->till.house.desk.store;
    struct ticket_key *keys;
    struct err err;
    int count;
    if (store->ops->key_list(store, bench->till.house.arena, &keys, &count, &err) || count != 1)
        bench_fail("the house has no key");
    sqlite3_bind_int(stmt, 1, SCANS);
    for (int i = 0; i < SCANS && sqlite3_step(stmt) == SQLITE_ROW; i++) {
        struct ticket_mark mark = {.house = keys[0].house,
                                   .key = (uint16_t)keys[0].id,
                                   .show = bench->show.no,
                                   .generation = 1,
                                   .seat = sqlite3_column_int(stmt, 1)};
        memcpy(mark.ticket.b, sqlite3_column_blob(stmt, 0), sizeof mark.ticket.b);
        if (!ticket_seal(bench->till.house.desk.crypt, &bench->key, &mark, bench->codes[i]) ||
            ticket_code_read(bench->codes[i], TICKET_CODE_LENGTH, &bench->frames[i], &mark))
            bench_fail("a ticket cannot be signed");
    }
    sqlite3_finalize(stmt);
}

/* ---- both sides ----------------------------------------------------------------------------- */

static void scan_one(struct scan_bench *bench, const char *code,
                     void scan(struct desk *, const struct act_meta *, const struct desk_scan *,
                               struct outcome *))
{
    struct bench_house *house = &bench->till.house;
    const struct act_meta meta = bench_manager(house);
    const struct desk_scan wish = {.show = BENCH_SHOW, .text = code};
    struct outcome out;
    scan(&house->desk, &meta, &wish, &out);
    bench_expect_ok(&out, "scan");
    if (out.scanned->code != DOOR_ADMIT)
        bench_fail("a good ticket is %s", door_code_name(out.scanned->code));
    arena_reset(house->scratch);
}

static int64_t scan_all(void *ctx)
{
    struct scan_bench *bench = ctx;
    int64_t start = bench_now();
    for (int i = 0; i < SCANS; i++)
        scan_one(bench, bench->codes[i], desk_scan_look);
    return bench_now() - start;
}

static bool verify(struct scan_bench *bench, int i)
{
    return bench->till.house.desk.crypt->sign_verify(bench->key.public, bench->frames[i].bytes,
                                                     TICKET_SIGNED, bench->frames[i].signature);
}

static int64_t verify_all(void *ctx)
{
    struct scan_bench *bench = ctx;
    int64_t start = bench_now();
    for (int i = 0; i < SCANS; i++)
        bench->good += verify(bench, i);
    return bench_now() - start;
}

static int64_t keep_some(void *ctx)
{
    struct scan_bench *bench = ctx;
    int64_t start = bench_now();
    for (int i = 0; i < KEPT; i++)
        scan_one(bench, bench->codes[bench->next++], desk_scan);
    return bench_now() - start;
}

static int64_t verify_and_write(void *ctx)
{
    struct scan_bench *bench = ctx;
    int64_t start = bench_now();
    for (int i = 0; i < KEPT; i++) {
        bench->good += verify(bench, i);
        bare_run(bench->insert);
    }
    return bench_now() - start;
}

/* Durable as a till's own file is. */
static sqlite3 *bare_journal(struct scan_bench *bench)
{
    char path[400];
    snprintf(path, sizeof path, "%s.bare", bench->till.house.path);
    sqlite3 *db = bare_open(path);
    bare_exec(db, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;"
                  "PRAGMA synchronous = FULL");
    bare_exec(db, "CREATE TABLE entry (seq INTEGER PRIMARY KEY, body BLOB)");
    bench->insert = bare_prepare(db, "INSERT INTO entry (body) VALUES (zeroblob(?1))");
    sqlite3_bind_int(bench->insert, 1, ENTRY_SIZE);
    return db;
}

/* ---- figures -------------------------------------------------------------------------------- */

static const struct bench_figure to_verdict = {
    .name = "local.scan",
    .goal = "<=2.0",
    .what = "a scan to its verdict, alone, 100,000 tickets known, against one Ed25519 verification",
    .ratio = BENCH_TIME,
    .rounds = ROUNDS,
    .units = SCANS,
    .ours = scan_all,
    .bare = verify_all};
static const struct bench_figure until_kept = {
    .name = "local.scan_kept",
    .goal = "<=2.0",
    .what = "the same until it is journalled, against a verification and a bare durable row",
    .ratio = BENCH_TIME,
    .rounds = ROUNDS,
    .units = KEPT,
    .ours = keep_some,
    .bare = verify_and_write};

int main(void)
{
    if (!bench_wanted(to_verdict.name) && !bench_wanted(until_kept.name))
        return bench_end();
    struct scan_bench *bench = calloc(1, sizeof *bench);
    struct bench_house *house = &bench->till.house;
    struct err err;
    bool found;
    bench_till_open(&bench->till, SEATS);
    struct store *store = house->desk.store;
    if (store->ops->show_find(store, BENCH_SHOW, house->arena, &bench->show, &found, &err) ||
        !found)
        bench_fail("there is no show");
    add_key(bench);
    sell_all(bench);
    fill_replica(bench);
    sign_some(bench);
    bench_run(&to_verdict, bench);
    sqlite3 *bare = bare_journal(bench);
    bench_run(&until_kept, bench);
    sqlite3_finalize(bench->insert);
    sqlite3_close(bare);
    bench_till_close(&bench->till);
    free(bench);
    return bench_end();
}
