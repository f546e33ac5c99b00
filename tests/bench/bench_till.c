/*
 * A till without its house: a sale that is in the journal and in the replica, durably, against a
 * bare program that writes the very same rows in as many transactions; and a till that is started
 * with a long journal, against hashing and verifying the same bytes in memory.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/domain/bytes.h"
#include "tests/bench/bench.h"
#include "tests/bench/same_rows.h"
#include "tests/bench/till.h"

enum { SEATS = 20000, PAIRS = 40, ROUNDS = 9, ENTRIES = 50000, OPENINGS = 5 };

struct till_bench {
    struct bench_till till;
    struct same_rows *rows;
    uint8_t *bodies; /* of the whole journal, one behind the other */
    bool settled;    /* the house has judged all of it: signatures have done their work */
    struct entry_frame *frames;
};

/* ---- a sale --------------------------------------------------------------------------------- */

static int64_t sell_alone(void *ctx)
{
    struct till_bench *bench = ctx;
    int64_t spent = bench_sell_pairs(&bench->till.house, PAIRS);
    same_rows_learn(bench->rows, 2 * PAIRS);
    return spent;
}

static int64_t write_rows(void *ctx)
{
    struct till_bench *bench = ctx;
    return same_rows_write(bench->rows);
}

/* The copy has a till's settings as well. */
static sqlite3 *bare_till(struct bench_till *till)
{
    bench_till_stop(till);
    sqlite3 *db = bare_copy(&till->house, "bare");
    bare_exec(db, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;"
                  "PRAGMA synchronous = FULL");
    bench_till_start(till);
    lite_till_journal(till->file, &till->core);
    till->house.desk.store = lite_till_store(till->file);
    return db;
}

static void measure_sales(struct till_bench *bench)
{
    sqlite3 *to = bare_till(&bench->till);
    bench->rows = same_rows_new(bench_till_db(&bench->till), to, true);
    bench_run(&(struct bench_figure){.name = "local.offline_sale",
                                     .goal = ">=0.6",
                                     .what = "hold of 2 seats + sale, journalled, against bare "
                                             "SQLite",
                                     .ratio = BENCH_RATE,
                                     .rounds = ROUNDS,
                                     .least = true,
                                     .units = PAIRS,
                                     .ours = sell_alone,
                                     .bare = write_rows},
              bench);
    same_rows_free(&bench->rows);
    sqlite3_close(to);
}

/* ---- a start -------------------------------------------------------------------------------- */

static struct entry_frame frame_at(struct till_bench *bench, uint64_t seq)
{
    struct entry_frame frame;
    if (!bench->till.disk.frame(bench->till.disk.ctx, seq, &frame))
        bench_fail("%s", lite_till_why(bench->till.file)->text);
    return frame;
}

/* As many entries as wanted, holds and sales in turn as the first two are. */
static void grow_journal(struct till_bench *bench)
{
    struct bench_till *till = &bench->till;
    struct arena *arena = till->house.scratch;
    struct till_meta *meta = &till->core.meta;
    for (uint64_t like = 0; meta->head_seq < ENTRIES; like = !like) {
        struct entry_frame frame = frame_at(bench, 1 + like);
        struct entry entry;
        uint8_t body[ENTRY_BYTES_MOST];
        if (entry_read(arena, frame.body, frame.size, &entry))
            bench_fail("an entry cannot be read");
        entry.uid = (struct uuid){{0xee}};
        frame.seq = ++meta->head_seq;
        memcpy(entry.uid.b + 8, &frame.seq, sizeof frame.seq);
        frame.size = entry_write(&entry, body, sizeof body);
        frame.body = body;
        chain_hash(&till->core.chain, meta->head_hash, &frame, frame.hash);
        till->chain.sign(till->chain.ctx, frame.hash, frame.signature);
        if (!till->disk.append(till->disk.ctx, &frame, &entry))
            bench_fail("%s", lite_till_why(till->file)->text);
        memcpy(meta->head_hash, frame.hash, sizeof frame.hash);
        arena_reset(arena);
    }
    if (!till->disk.put_meta(till->disk.ctx, meta) || !till->disk.commit(till->disk.ctx))
        bench_fail("%s", lite_till_why(till->file)->text);
}

static void read_journal(struct till_bench *bench)
{
    size_t size = 0, at = 0;
    bench->frames = calloc(ENTRIES, sizeof *bench->frames);
    for (int i = 0; i < ENTRIES; i++)
        size += (bench->frames[i] = frame_at(bench, (uint64_t)i + 1)).size;
    bench->bodies = malloc(size);
    for (int i = 0; i < ENTRIES; i++) {
        struct entry_frame frame = frame_at(bench, (uint64_t)i + 1);
        memcpy(bench->bodies + at, frame.body, frame.size);
        bench->frames[i].body = bench->bodies + at;
        at += frame.size;
    }
}

static int64_t start_till(void *ctx)
{
    struct till_bench *bench = ctx;
    bench_till_stop(&bench->till);
    int64_t start = bench_now();
    bench_till_start(&bench->till);
    if (!till_verify(&bench->till.core))
        bench_fail("the journal does not hang together");
    return bench_now() - start;
}

/* As behind a program that was killed. */
static int64_t start_left(void *ctx)
{
    struct till_bench *bench = ctx;
    struct err err;
    char wal[400];
    snprintf(wal, sizeof wal, "%s-wal", bench->till.house.path);
    bench_till_stop(&bench->till);
    FILE *left = fopen(wal, "we");
    if (!left || fclose(left) != 0)
        bench_fail("%s cannot be written", wal);
    int64_t start = bench_now();
    bench_till_start(&bench->till);
    if (lite_till_pages(bench->till.file, &err))
        bench_fail("%s", err.text);
    if (!till_verify(&bench->till.core))
        bench_fail("the journal does not hang together");
    return bench_now() - start;
}

static int64_t verify_in_memory(void *ctx)
{
    struct till_bench *bench = ctx;
    const struct bench_till *till = &bench->till;
    uint8_t before[ENTRY_HASH] = {0};
    int64_t start = bench_now();
    for (int i = 0; i < ENTRIES; i++) {
        if (!chain_follows(&till->core.chain, before, &bench->frames[i]))
            bench_fail("entry %d does not follow", i + 1);
        memcpy(before, bench->frames[i].hash, ENTRY_HASH);
        if ((!bench->settled || i == ENTRIES - 1) &&
            !till->chain.signed_by(till->chain.ctx, &till->core.meta.device, bench->frames[i].hash,
                                   bench->frames[i].signature))
            bench_fail("entry %d is not signed", i + 1);
    }
    return bench_now() - start;
}

static void settle_all(struct till_bench *bench)
{
    struct bench_till *till = &bench->till;
    struct till_meta *meta = &till->core.meta;
    meta->first_open = meta->head_seq + 1;
    if (!till->disk.put_meta(till->disk.ctx, meta) || !till->disk.commit(till->disk.ctx))
        bench_fail("%s", lite_till_why(till->file)->text);
    bench->settled = true;
}

static void measure_start(struct till_bench *bench)
{
    if (bench->till.core.meta.head_seq < 2)
        bench_sell_pairs(&bench->till.house, 1);
    grow_journal(bench);
    read_journal(bench);
    bench_run(&(struct bench_figure){.name = "local.open_journal",
                                     .goal = "<=1.5",
                                     .what = "a till started with 50,000 entries to send, against "
                                             "hashing and verifying them in memory",
                                     .ratio = BENCH_TIME,
                                     .rounds = OPENINGS,
                                     .least = true,
                                     .ours = start_till,
                                     .bare = verify_in_memory},
              bench);
    bench_run(&(struct bench_figure){.name = "local.open_left",
                                     .goal = "<=1.5",
                                     .what = "the same behind a program that was killed, all pages "
                                             "looked at",
                                     .ratio = BENCH_TIME,
                                     .rounds = OPENINGS,
                                     .least = true,
                                     .ours = start_left,
                                     .bare = verify_in_memory},
              bench);
    settle_all(bench);
    bench_run(&(struct bench_figure){.name = "local.open_settled",
                                     .goal = "<=1.5",
                                     .what = "a till started with 50,000 entries the house has "
                                             "judged, against hashing them in memory",
                                     .ratio = BENCH_TIME,
                                     .rounds = OPENINGS,
                                     .least = true,
                                     .ours = start_till,
                                     .bare = verify_in_memory},
              bench);
    free(bench->frames);
    free(bench->bodies);
}

int main(void)
{
    static struct till_bench bench;
    bool sales = bench_wanted("local.offline_sale"), start = bench_wanted("local.open_journal") ||
                                                             bench_wanted("local.open_left") ||
                                                             bench_wanted("local.open_settled");
    if (!sales && !start)
        return bench_end();
    bench_till_open(&bench.till, SEATS);
    if (sales)
        measure_sales(&bench);
    if (start)
        measure_start(&bench);
    bench_till_close(&bench.till);
    return bench_end();
}
