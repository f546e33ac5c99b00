#include "config.h"

#include "src/engine/chore.h"

#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "src/base/text.h"
#include "src/engine/chore_metrics.h"

/* ---- the row in the store ------------------------------------------------------------------- */

/* Host, process, and the how manieth chore in it. */
static void name_instance(char out[INSTANCE_TEXT])
{
    static atomic_uint begun;
    char host[40] = "";
    (void)!gethostname(host, sizeof host - 1);
    snprintf(out, INSTANCE_TEXT, "%s/%ld.%u", *host ? host : "localhost", (long)getpid(),
             atomic_fetch_add(&begun, 1) + 1);
}

/* A beat that does not arrive is no fault of the work: the next one comes soon. */
static void beat(struct chore_run *run, bool stays)
{
    struct err err;
    run->beat_due = clock_mono(&run->desk->clock) + CHORE_BEAT_MS;
    if (!run->ops)
        return;
    run->told = run->ops->beat(run->keeper, &run->row, stays, &err) == RC_OK;
    if (!run->told)
        run->beat_due = clock_mono(&run->desk->clock) + CHORE_AGAIN_MS;
}

static void beat_when_due(struct chore_run *run)
{
    if (!run->told || clock_mono(&run->desk->clock) >= run->beat_due)
        beat(run, true);
}

/* ---- a step --------------------------------------------------------------------------------- */

/* Between three quarters and five quarters of it. */
static int64_t about(struct chore_run *run, int64_t ms)
{
    uint16_t chance;
    run->desk->ids.rng.fill(run->desk->ids.rng.ctx, &chance, sizeof chance);
    return ms * 3 / 4 + ms * chance / (2 * 65536);
}

static int64_t pause_after(struct chore_run *run)
{
    int64_t ms = CHORE_AGAIN_MS;
    int64_t most = run->chore.patience_ms ? run->chore.patience_ms : CHORE_PATIENCE_MS;
    for (int i = 1; i < run->failures && ms < most; i++)
        ms *= 2;
    return about(run, ms < most ? ms : most);
}

/* The beginning and the end of trouble are told at once, and logged once. */
static void note_failure(struct chore_run *run, const struct err *err)
{
    run->row.failures++;
    if (run->failures++ == 0) {
        run->told = false;
        log_event(run->desk->log, LEVEL_WARNING, "worker", NULL, "a worker failed",
                  LOG_FIELDS(LOG_CODE("worker", run->chore.name), LOG_ERR(err)));
    }
    text_copy(run->row.fault, sizeof run->row.fault, err->text);
}

/* One piece of the work that cannot be done is no reason to do the rest of it later. */
static void note_success(struct chore_run *run, const struct err *left)
{
    const char *fault = left->rc ? left->text : "";
    bool news = run->failures || (*run->row.fault != '\0') != (*fault != '\0');
    if (news && *fault)
        log_event(run->desk->log, LEVEL_WARNING, "worker", NULL, "a worker left something undone",
                  LOG_FIELDS(LOG_CODE("worker", run->chore.name), LOG_ERR(left)));
    else if (news)
        log_event(run->desk->log, LEVEL_INFO, "worker", NULL, "a worker recovered",
                  LOG_FIELDS(LOG_CODE("worker", run->chore.name)));
    run->told = run->told && !news;
    run->failures = 0;
    text_copy(run->row.fault, sizeof run->row.fault, fault);
}

static int64_t step(struct chore_run *run)
{
    struct err err = {0};
    struct chore_step step = {.desk = run->desk,
                              .meta = {.arena = run->arena, .actor = run->actor},
                              .instance = run->row.instance,
                              .next_ms = CHORE_AGAIN_MS};
    int64_t began = clock_mono(&run->desk->clock);
    enum rc rc = run->chore.step(run->chore.ctx, &step, &err);
    arena_reset(run->arena);
    const struct chore_run_told told = {run->chore.name, step.done,
                                        clock_mono(&run->desk->clock) - began, rc != RC_OK};
    chore_metrics_tell(run->chore.metrics, &told);
    run->row.runs++;
    run->row.done += step.done;
    if (rc) {
        note_failure(run, &err);
        return pause_after(run);
    }
    note_success(run, &step.left);
    return step.next_ms;
}

int64_t chore_turn(struct chore_run *run)
{
    int64_t now = clock_mono(&run->desk->clock);
    if (now >= run->due) {
        int64_t pause = step(run);
        now = clock_mono(&run->desk->clock);
        run->due = now + pause;
    }
    beat_when_due(run);
    int64_t due = run->due < run->beat_due ? run->due : run->beat_due;
    return due > now ? due - now : 0;
}

/* ---- life ----------------------------------------------------------------------------------- */

void chore_start(struct chore_run *run, const struct chore *chore, struct desk *desk,
                 const struct actor *actor)
{
    *run = (struct chore_run){.chore = *chore, .desk = desk, .actor = *actor, .arena = arena_new()};
    text_copy(run->row.worker, sizeof run->row.worker, chore->name);
    name_instance(run->row.instance);
    run->row.started_at = clock_wall(&desk->clock);
    run->due = clock_mono(&desk->clock);
    if (desk->store->ops->chores)
        run->keeper = desk->store->ops->chores(desk->store, &run->ops);
}

void chore_wake(struct chore_run *run)
{
    if (!run->failures)
        run->due = clock_mono(&run->desk->clock);
}

void chore_end(struct chore_run *run)
{
    beat(run, false);
    arena_free(&run->arena);
}
