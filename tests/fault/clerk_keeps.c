/* The file of a clerk's till: what the house acknowledges is kept there, and given back to a house
 * that has lost it, as src/cmd/till_turn.c and till_here.c do it. */
#include "config.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "src/adapter/pg_upstream.h"
#include "src/adapter/sodium_crypt.h"
#include "sync/lite_replica.h"
#include "sync/lite_till_kept.h"
#include "sync/till_crypt.h"
#include "sync/till_line.h"
#include "tests/fault/clerk_kinds.h"

enum { PATIENCE_MS = 60000, A_MOMENT_MS = 20 };

struct clerk_file {
    struct lite_till *file;
    struct till_crypt crypt;
    struct chain_crypt chain;
    struct till_disk disk;
    struct till_sync core;
    struct till_line *line;
    struct upstream *up;
    struct desk_watch watch;
    struct err err;
};

void clerk_key_of(int clerk, struct uuid *device, struct sign_key *key)
{
    const uint8_t seed[SIGN_SEED] = {77, (uint8_t)clerk};
    *device = (struct uuid){{0xd0, (uint8_t)(clerk + 1)}};
    sodium_crypt()->sign_key(seed, key);
}

/* ---- what the line asks of the file --------------------------------------------------------- */

static enum rc want(void *ctx, struct arena *arena, struct replica_ask *ask, struct err *err)
{
    struct clerk_file *file = ctx;
    return lite_till_ask(file->file, arena, ask, err);
}

static enum rc take(void *ctx, const struct replica_rows *rows, struct err *err)
{
    struct clerk_file *file = ctx;
    return lite_till_take(file->file, rows, err);
}

static enum rc kept(void *ctx, const char *past, struct arena *arena, struct act_keys *keys,
                    bool *ask, struct err *err)
{
    struct clerk_file *file = ctx;
    return lite_till_kept(file->file, past, arena, keys, ask, err);
}

static enum rc replay(void *ctx, const char *past, const struct act_keys *lost, struct err *err)
{
    struct clerk_file *file = ctx;
    return lite_till_replay(file->file, &file->core, past, lost, err);
}

/* ---- what the desk tells it ----------------------------------------------------------------- */

static void applied(void *ctx, const struct changeset *cs)
{
    struct clerk_file *file = ctx;
    struct store *replica = lite_till_store(file->file);
    struct apply_result result;
    struct err err;
    if (lite_till_keep(file->file, &file->core, cs, &err))
        clerk_give_up("an act is not kept", err.text);
    if (replica->ops->apply(replica, cs, &result, &err) || result.applied != APPLIED_OK)
        till_line_follow(file->line);
}

/* ---- opening -------------------------------------------------------------------------------- */

static void start_core(struct clerk_file *file, const struct clerk_job *job)
{
    bool known;
    struct till_meta meta;
    if (lite_till_meta(file->file, &meta, &known, &file->err))
        clerk_give_up("no journal", file->err.text);
    if (!known)
        meta = (struct till_meta){.device = file->crypt.device, .epoch = 1, .first_open = 1};
    file->disk = lite_till_disk(file->file);
    file->core = (struct till_sync){.disk = &file->disk,
                                    .chain = {&file->chain, job->house, file->crypt.device},
                                    .limits = till_line_limits,
                                    .revision = SYNC_REVISION,
                                    .meta = meta,
                                    .clock = {.boot = {{0xb0, 1}}}};
    till_start(&file->core, job->seed);
    if (!file->disk.put_meta(file->file, &meta) || !file->disk.commit(file->file))
        clerk_give_up("no journal", lite_till_why(file->file)->text);
}

static void start_line(struct clerk_file *file, struct clerk *clerk)
{
    const struct till_line_spec spec = {.core = &file->core,
                                        .clock = clerk->clock,
                                        .pace = till_line_pace,
                                        .want = want,
                                        .take = take,
                                        .kept = kept,
                                        .replay = replay,
                                        .ctx = file};
    file->line = till_line_new(&spec);
    file->up = pg_upstream_new(clerk->job->url, sodium_crypt(), &clerk->clock, &file->crypt.key);
}

static void make_file(struct clerk_file *file, const char *path, const struct clock *clock)
{
    const struct house house = {.name = "House", .currency = "EUR"};
    struct store *store;
    if (access(path, F_OK) == 0)
        return;
    if (lite_store_create(path, &house, sodium_crypt(), clock, &store, &file->err))
        clerk_give_up("no file of its own", file->err.text);
    store_close(&store);
}

void clerk_file_open(struct clerk *clerk)
{
    char path[sizeof clerk->job->path + 8];
    struct clerk_file *file = x_alloc(sizeof *file);
    snprintf(path, sizeof path, "%s.db", clerk->job->path);
    file->crypt.crypt = sodium_crypt();
    clerk_key_of(clerk->job->no, &file->crypt.device, &file->crypt.key);
    file->chain = till_crypt_chain(&file->crypt);
    make_file(file, path, &clerk->clock);
    if (lite_till_open(path, sodium_crypt(), &clerk->clock, &file->file, &file->err))
        clerk_give_up("no file of its own", file->err.text);
    start_core(file, clerk->job);
    start_line(file, clerk);
    file->watch = (struct desk_watch){.ctx = file, .applied = applied};
    clerk->desk.watch = &file->watch;
    clerk->file = file;
}

/* ---- the line ------------------------------------------------------------------------------- */

void clerk_file_turn(struct clerk *clerk)
{
    struct clerk_file *file = clerk->file;
    struct uplink_ask ask;
    if (!file)
        return;
    till_line_tick(file->line);
    while (till_line_next(file->line, &ask)) {
        struct uplink_answer answer = {0};
        uplink_do(&file->up, &ask, &answer);
        till_line_hear(file->line, &answer);
    }
}

/* Whatever it has to say to the house is said, and the house is in sight. */
void clerk_file_come_home(struct clerk *clerk)
{
    struct till_standing now = {0};
    int64_t until = history_now() + (int64_t)PATIENCE_MS * 1000000;
    if (!clerk->file)
        return;
    till_line_found(clerk->file->line);
    while (now.mode != MODE_ONLINE || now.pending || !now.compared) {
        if (history_now() > until)
            clerk_give_up("it does not come home", now.why.text);
        clerk_file_turn(clerk);
        till_line_standing(clerk->file->line, &now);
        poll(NULL, 0, A_MOMENT_MS);
    }
}

void clerk_file_close(struct clerk *clerk)
{
    struct clerk_file *file = clerk->file;
    if (!file)
        return;
    till_line_free(&file->line);
    upstream_close(&file->up);
    lite_till_close(&file->file);
    free(file);
    clerk->file = NULL;
}
