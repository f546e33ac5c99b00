/*
 * A till brings 10,000 entries home: holds and sales of two seats each, from its file to its
 * house, until each entry has its verdict in that file. Against the same till saying one
 * entry a message; and against a bare program writing the very rows the house wrote by set-based
 * SQL, 500 entries a transaction, which has nothing to read, to check or to judge.
 *
 * The house is in use: the till was here before, with a thousand entries. Its tables were never
 * analysed since the show was added. As in a till, one thread has the file and another one speaks
 * with the house, so verdicts are written while the next batch is judged. Commits are durable. Each
 * run has a house and a file of its own, copied from ones that were cut off from one another.
 */
#include "config.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "src/adapter/pg_upstream.h"
#include "sync/lite_replica.h"
#include "sync/lite_till.h"
#include "sync/till_crypt.h"
#include "sync/till_line.h"
#include "sync/uplink.h"
#include "tests/bench/bench.h"
#include "tests/bench/big_hall.h"
#include "tests/bench/big_house.h"
#include "tests/bench/set_rows.h"
#include "tests/bench/servers.h"

enum {
    BEFORE = 1000, /* entries that the house has already */
    ENTRIES = 10000,
    SEATS = 12000,
    SINGLY = 500,
    BATCH = SYNC_ENTRIES_MOST,
    ROUNDS = 3,
};

static const struct uuid device = {{0xd0, 1}}, boot = {{0xb0, 1}};

struct push_bench {
    struct big_house house;
    struct act_meta meta;
    const struct plan *plan;
    struct uuid house_id;
    char path[320], copy[320]; /* of the till's file: as it was cut off, and in this run */
    struct till_crypt crypt;
    struct chain_crypt chain;
    struct set_rows *rows;
    PGconn *pushed; /* a house that has taken all of it */
};

/* ---- a till --------------------------------------------------------------------------------- */

struct run {
    struct push_bench *bench;
    struct lite_till *file;
    struct till_disk disk;
    struct till_sync core;
    struct upstream *up; /* until the uplink has it */
    struct uplink *uplink;
    int open; /* messages that are not answered */
};

static void start_core(struct run *run)
{
    struct err err;
    bool known;
    run->disk = lite_till_disk(run->file);
    run->core = (struct till_sync){.disk = &run->disk,
                                   .chain = {&run->bench->chain, run->bench->house_id, device},
                                   .limits = till_line_limits,
                                   .revision = SYNC_REVISION};
    if (lite_till_meta(run->file, &run->core.meta, &known, &err))
        bench_fail("%s", err.text);
    if (!known)
        run->core.meta = (struct till_meta){.device = device, .epoch = 1, .first_open = 1};
    till_start(&run->core, 7);
}

static void set_clock(struct run *run)
{
    const struct clock *clock = &run->bench->house.desk.clock;
    run->core.clock = (struct till_clock){boot, clock_mono(clock), clock_wall(clock)};
}

static void open_file(struct run *run, const char *path)
{
    const struct desk *desk = &run->bench->house.desk;
    struct err err;
    if (lite_till_open(path, desk->crypt, &desk->clock, &run->file, &err))
        bench_fail("%s", err.text);
    start_core(run);
    set_clock(run);
}

/* ---- saying it ------------------------------------------------------------------------------ */

static void ask(struct run *run, const struct uplink_ask *ask)
{
    if (!uplink_send(run->uplink, ask))
        bench_fail("the till says too much at once");
}

static void step(struct run *run, const struct till_event *event)
{
    struct arena *arena = arena_new();
    struct till_actions said;
    set_clock(run);
    till_step(&run->core, arena, event, &said);
    if (run->core.latched || run->core.phase == TILL_STOPPED)
        bench_fail("the till stopped: %s", lite_till_why(run->file)->text);
    for (int i = 0; i < said.send.count; i++, run->open++)
        ask(run, &(struct uplink_ask){.kind = UPLINK_SAY,
                                      .say = said.send.at[i],
                                      .arena = i + 1 < said.send.count ? NULL : arena});
    if (!said.send.count)
        arena_free(&arena);
}

static void hear(struct run *run)
{
    struct pollfd ready = {.fd = uplink_fd(run->uplink), .events = POLLIN};
    struct uplink_answer answer;
    while (!uplink_receive(run->uplink, &answer))
        (void)!poll(&ready, 1, -1);
    run->open--;
    if (answer.rc != RC_OK)
        bench_fail("%s", answer.err.text);
    step(run, &(struct till_event){.kind = TILL_MESSAGE, .message = &answer.said});
    uplink_answer_free(&answer);
}

static void start_uplink(struct run *run)
{
    struct err err;
    struct uplink_answer answer;
    run->uplink = uplink_start(&run->bench->house.desk.clock, &err);
    if (!run->uplink)
        bench_fail("%s", err.text);
    ask(run, &(struct uplink_ask){.kind = UPLINK_USE, .upstream = run->up});
    run->up = NULL;
    struct pollfd ready = {.fd = uplink_fd(run->uplink), .events = POLLIN};
    while (!uplink_receive(run->uplink, &answer))
        (void)!poll(&ready, 1, -1);
}

/* So many entries at least. */
static int64_t push(struct run *run, uint64_t entries)
{
    const struct till_meta *meta = &run->core.meta;
    const uint64_t last = meta->first_open + entries - 1;
    start_uplink(run);
    int64_t start = bench_now();
    step(run, &(struct till_event){.kind = TILL_PROBE, .good = true});
    step(run, &(struct till_event){.kind = TILL_TICK});
    while (meta->first_open <= last && run->open)
        hear(run);
    int64_t spent = bench_now() - start;
    if (meta->first_open <= last)
        bench_fail("the till fell silent");
    uplink_stop(&run->uplink);
    return spent;
}

/* ---- a run of its own ----------------------------------------------------------------------- */

static void copy_file(const char *from, const char *to)
{
    char buffer[65536];
    size_t size;
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    if (!in || !out)
        bench_fail("cannot copy %s", from);
    while ((size = fread(buffer, 1, sizeof buffer, in)) > 0)
        if (fwrite(buffer, 1, size, out) != size)
            bench_fail("cannot write %s", to);
    fclose(in);
    if (fclose(out))
        bench_fail("cannot write %s", to);
}

static struct upstream *line_to(struct push_bench *bench, const char *database)
{
    char url[PG_URL];
    const struct desk *desk = &bench->house.desk;
    struct upstream *up = pg_upstream_new(big_house_url(&bench->house, database, url), desk->crypt,
                                          &desk->clock, &bench->crypt.key);
    struct err err;
    if (up->ops->look(up, &err))
        bench_fail("%s", err.text);
    return up;
}

static PGconn *root_of(const char *database)
{
    char url[PG_URL];
    return pg_server_connect(pg_server_url(database, NULL, NULL, url));
}

/* Pushes into a new copy of the house. */
static int64_t push_anew(struct push_bench *bench, struct till_limits limits, uint64_t entries,
                         char database[PG_NAME])
{
    struct run run = {.bench = bench};
    pg_server_database(bench->house.database, database);
    copy_file(bench->path, bench->copy);
    open_file(&run, bench->copy);
    run.core.limits = limits;
    run.up = line_to(bench, database);
    int64_t spent = push(&run, entries);
    lite_till_close(&run.file);
    return spent;
}

static void forget(const char *database)
{
    char sql[100];
    PGconn *root = root_of("postgres");
    snprintf(sql, sizeof sql, "DROP DATABASE %s", database);
    pg_server_do(root, sql);
    PQfinish(root);
}

static int64_t in_batches(void *ctx)
{
    char database[PG_NAME];
    int64_t spent = push_anew(ctx, till_line_limits, ENTRIES, database);
    forget(database);
    return spent;
}

static int64_t singly(void *ctx)
{
    struct till_limits limits = till_line_limits;
    char database[PG_NAME];
    limits.entries = limits.batches = 1;
    int64_t spent = push_anew(ctx, limits, SINGLY, database);
    forget(database);
    return spent * (ENTRIES / SINGLY);
}

static int64_t bare(void *ctx)
{
    struct push_bench *bench = ctx;
    char database[PG_NAME];
    pg_server_database(bench->house.database, database);
    PGconn *root = root_of(database);
    int64_t spent = set_rows_write(bench->rows, root);
    set_rows_compare(bench->pushed, root);
    PQfinish(root);
    forget(database);
    return spent;
}

/* ---- a till that is cut off ------------------------------------------------------------------ */

static void make_file(struct push_bench *bench)
{
    static const struct house nothing = {.name = "?", .currency = "EUR"};
    struct store *store;
    struct err err;
    snprintf(bench->path, sizeof bench->path, "%s/till.db", bench_dir());
    snprintf(bench->copy, sizeof bench->copy, "%s/copy.db", bench_dir());
    if (lite_store_create(bench->path, &nothing, bench->house.desk.crypt, &bench->house.desk.clock,
                          &store, &err))
        bench_fail("%s", err.text);
    store_close(&store);
}

/* Not the one that set the house up. */
static const char own_till[] = "till-2";

static void enrol(struct push_bench *bench, struct upstream *up)
{
    struct enrolment who = {.device = device};
    struct enrolled is;
    struct err err;
    strcpy(who.till, own_till);
    memcpy(who.public, bench->crypt.key.public, sizeof who.public);
    if (up->ops->enrol(up, &who, &is, &err))
        bench_fail("%s", err.text);
    bench->house_id = is.house;
}

static void pull_all(struct lite_till *till, struct upstream *up)
{
    struct arena *arena = arena_new();
    struct till_replica now = {.ready = false};
    struct err err = {0};
    while (!now.ready) {
        struct replica_ask ask;
        struct replica_rows *rows;
        if (lite_till_ask(till, arena, &ask, &err) || up->ops->pull(up, arena, &ask, &rows, &err) ||
            lite_till_take(till, rows, &err) || lite_till_replica(till, &now, &err))
            bench_fail("%s", err.text);
        arena_reset(arena);
    }
    arena_free(&arena);
}

static void sell_pair(struct run *run, struct desk *desk, int first)
{
    struct act_meta meta = run->bench->meta;
    char labels[2][SEAT_TEXT];
    const char *const wish[2] = {labels[0], labels[1]};
    struct outcome outcome = {0};
    meta.arena = arena_new();
    for (int i = 0; i < 2; i++)
        plan_seat_label(run->bench->plan, first + i, labels[i]);
    set_clock(run);
    desk_hold_new(desk, &meta,
                  &(struct desk_hold){.show = BIG_SHOW,
                                      .labels = wish,
                                      .count = 2,
                                      .source = SOURCE_COUNTER,
                                      .channel = CHANNEL_COUNTER},
                  &outcome);
    big_house_expect(&outcome, "hold");
    const struct tender_line cash = {.tender = TENDER_CASH};
    const struct desk_sell sell = {.hold = outcome.hold->id, .tenders = &cash, .tender_count = 1};
    memset(&outcome, 0, sizeof outcome);
    desk_sell(desk, &meta, &sell, &outcome);
    big_house_expect(&outcome, "sell");
    arena_free(&meta.arena);
}

static void sell_alone(struct run *run, int entries)
{
    struct desk desk = run->bench->house.desk;
    const uint64_t last = run->core.meta.head_seq + (uint64_t)entries;
    desk.store = lite_till_store(run->file);
    desk.alone = true;
    lite_till_journal(run->file, &run->core);
    while (run->core.meta.head_seq < last)
        sell_pair(run, &desk, (int)run->core.meta.head_seq);
}

static void make_key(struct push_bench *bench)
{
    static const uint8_t seed[SIGN_SEED] = {42};
    bench->crypt = (struct till_crypt){.crypt = bench->house.desk.crypt, .device = device};
    bench->crypt.crypt->sign_key(seed, &bench->crypt.key);
    bench->chain = till_crypt_chain(&bench->crypt);
}

static void settle(struct push_bench *bench)
{
    pg_server_do(bench->house.bare, "ALTER SYSTEM SET fsync = on");
    pg_server_do(bench->house.bare, "SELECT pg_reload_conf()");
    pg_server_do(bench->house.bare, "CHECKPOINT");
    big_house_leave(&bench->house);
}

static void cut_off(struct push_bench *bench)
{
    struct run run = {.bench = bench};
    make_key(bench);
    bench->meta = big_house_manager(&bench->house);
    strcpy(bench->meta.actor.till, own_till);
    bench->plan = big_hall(bench->house.arena, SEATS);
    make_file(bench);
    run.up = line_to(bench, bench->house.database);
    enrol(bench, run.up);
    open_file(&run, bench->path);
    pull_all(run.file, run.up);
    sell_alone(&run, BEFORE);
    push(&run, BEFORE);
    sell_alone(&run, ENTRIES);
    lite_till_close(&run.file);
    settle(bench);
}

enum { BATCHES, ROWS };
static const struct bench_figure figures[] = {
    [BATCHES] = {.name = "sync.push_batches",
                 .goal = ">=10",
                 .what = "push of 10,000 entries, against one entry a message (500, times 20)",
                 .ratio = BENCH_RATE,
                 .rounds = ROUNDS,
                 .least = true,
                 .units = ENTRIES,
                 .ours = in_batches,
                 .bare = singly},
    [ROWS] = {.name = "sync.push_bare",
              .goal = ">=0.5",
              .what = "push of 10,000 entries, against set-based SQL of the same rows, 500 entries "
                      "a transaction",
              .ratio = BENCH_RATE,
              .rounds = ROUNDS,
              .least = true,
              .units = ENTRIES,
              .ours = in_batches,
              .bare = bare},
};

int main(void)
{
    static struct push_bench bench = {.house.seats = SEATS};
    char database[PG_NAME];
    if (!bench_servers(figures, COUNT_OF(figures)))
        return bench_end();
    big_house_open(&bench.house);
    cut_off(&bench);
    bench_run(&figures[BATCHES], &bench);
    if (bench_wanted(figures[ROWS].name)) {
        push_anew(&bench, till_line_limits, ENTRIES, database);
        bench.pushed = root_of(database);
        bench.rows = set_rows_new(bench.pushed, BEFORE, ENTRIES, BATCH);
        bench_run(&figures[ROWS], &bench);
        set_rows_free(&bench.rows);
        PQfinish(bench.pushed);
    }
    big_house_close(&bench.house);
    return bench_end();
}
