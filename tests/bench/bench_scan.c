/*
 * From a scanned code to the door's verdict with 100,000 tickets known: the signature verified, the
 * keys and the ticket looked up in the house's file, and decided; against one bare Ed25519
 * verification of the same codes.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/domain/door.h"
#include "src/engine/ticket_seal.h"
#include "tests/bench/bench.h"
#include "tests/bench/house.h"

enum { SEATS = 100000, SCANS = 1000, ROUNDS = 9 };

struct scan_bench {
    struct bench_house house;
    struct sign_key key;
    struct show show;
    char codes[SCANS][TICKET_CODE_TEXT];
    struct ticket_frame frames[SCANS];
    int good; /* keeps the compiler from leaving the work out */
};

/* ---- the house ------------------------------------------------------------------------------ */

static void add_key(struct scan_bench *bench)
{
    const uint8_t seed[SIGN_SEED] = {1, 2, 3};
    struct ticket_key key = {.kind = KEY_HOUSE};
    struct act_meta meta = bench_manager(&bench->house);
    struct outcome out;
    bench->house.desk.crypt->sign_key(seed, &bench->key);
    memcpy(key.public, bench->key.public, sizeof key.public);
    desk_key_add(&bench->house.desk, &meta, &key, &out);
    bench_expect_ok(&out, "key");
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
    sqlite3 *db = bare_open(bench->house.path);
    for (int i = 0; i < COUNT_OF(rows); i++)
        bare_exec(db, rows[i]);
    sqlite3_close(db);
}

static void sign_some(struct scan_bench *bench)
{
    sqlite3 *db = bare_open(bench->house.path);
    sqlite3_stmt *stmt = bare_prepare(db, "SELECT id, seat_no FROM ticket ORDER BY seat_no % 997,"
                                          " seat_no LIMIT ?1");
    struct store *store = bench->house.desk.store;
    struct ticket_key *keys;
    struct err err;
    int count;
    if (store->ops->key_list(store, bench->house.arena, &keys, &count, &err) || count != 1)
        bench_fail("the house has no key");
    sqlite3_bind_int(stmt, 1, SCANS);
    for (int i = 0; i < SCANS && sqlite3_step(stmt) == SQLITE_ROW; i++) {
        struct ticket_mark mark = {.house = keys[0].house,
                                   .key = (uint16_t)keys[0].id,
                                   .show = bench->show.no,
                                   .generation = 1,
                                   .seat = sqlite3_column_int(stmt, 1)};
        memcpy(mark.ticket.b, sqlite3_column_blob(stmt, 0), sizeof mark.ticket.b);
        if (!ticket_seal(bench->house.desk.crypt, &bench->key, &mark, bench->codes[i]) ||
            ticket_code_read(bench->codes[i], TICKET_CODE_LENGTH, &bench->frames[i], &mark))
            bench_fail("a ticket cannot be signed");
    }
    sqlite3_finalize(stmt);
    sqlite3_close(db);
}

/* ---- both sides ----------------------------------------------------------------------------- */

/* As the desk does it before it writes anything down. */
static enum door_code verdict_of(struct scan_bench *bench, const char *code)
{
    struct store *store = bench->house.desk.store;
    struct ticket_key *keys;
    struct ticket_keys known;
    struct opened opened;
    struct door_row row = {0};
    struct err err;
    bool found;
    if (store->ops->key_list(store, bench->house.scratch, &keys, &known.count, &err))
        bench_fail("%s", err.text);
    known.at = keys;
    ticket_open(bench->house.desk.crypt, &known, code, &opened);
    if (store->ops->door_read(store, &opened.mark.ticket, NULL, &row, &found, &err))
        bench_fail("%s", err.text);
    const struct door_question question = {
        .seal = opened.seal,
        .ticket = {.show = opened.mark.show, .generation = 1},
        .known = {.found = row.sold, .status = row.ticket.status, .generation = 1},
        .rules = {.show = bench->show.no, .complete = true},
        .now = bench->house.time.wall};
    return door_decide(&question);
}

static int64_t scan_all(void *ctx)
{
    struct scan_bench *bench = ctx;
    int good = 0;
    int64_t start = bench_now();
    for (int i = 0; i < SCANS; i++) {
        good += verdict_of(bench, bench->codes[i]) == DOOR_ADMIT;
        arena_reset(bench->house.scratch);
    }
    int64_t spent = bench_now() - start;
    if (good != SCANS)
        bench_fail("%d of %d good tickets were refused", SCANS - good, SCANS);
    return spent;
}

static int64_t verify_all(void *ctx)
{
    struct scan_bench *bench = ctx;
    const struct crypt_port *crypt = bench->house.desk.crypt;
    int64_t start = bench_now();
    for (int i = 0; i < SCANS; i++)
        bench->good += crypt->sign_verify(bench->key.public, bench->frames[i].bytes, TICKET_SIGNED,
                                          bench->frames[i].signature);
    return bench_now() - start;
}

int main(void)
{
    static const struct bench_figure figure = {
        .name = "local.scan",
        .goal = "<=2.0",
        .what = "a scan to its verdict, 100,000 tickets known, against one Ed25519 verification",
        .ratio = BENCH_TIME,
        .rounds = ROUNDS,
        .units = SCANS,
        .ours = scan_all,
        .bare = verify_all};
    if (!bench_wanted(figure.name))
        return bench_end();
    struct scan_bench *bench = calloc(1, sizeof *bench);
    struct err err;
    bool found;
    bench_house_open(&bench->house, SEATS);
    struct store *store = bench->house.desk.store;
    if (store->ops->show_find(store, BENCH_SHOW, bench->house.arena, &bench->show, &found, &err) ||
        !found)
        bench_fail("there is no show");
    add_key(bench);
    sell_all(bench);
    sign_some(bench);
    bench_run(&figure, bench);
    bench_house_close(&bench->house);
    free(bench);
    return bench_end();
}
