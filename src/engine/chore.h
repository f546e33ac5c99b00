/*
 * Background work of the house's service: one chore is a step, done again and again.
 *
 * A step is one batch, short enough that stopping needs no more than its end, and says when it
 * wants to be called next. What fails is done again later: 1 s, 2 s, ... 30 s, with some chance in
 * it, so that instances that failed together do not come back together. (What people wait for has
 * less patience: it must be in time as soon as the house is back.) Any number of instances,
 * here or elsewhere, may do the same chore: the store lets each piece be done by one.
 *
 * Every half minute, and when a chore begins to fail or recovers, its row in the store says how it
 * goes (port/chores.h). chore_turn() is a plain function, so tests call it with a clock of theirs;
 * src/engine/chore_thread.h calls it on a thread of its own.
 */
#ifndef LOGE_ENGINE_CHORE_H
#define LOGE_ENGINE_CHORE_H

#include "src/engine/desk.h"
#include "src/port/chores.h"

enum { CHORE_BEAT_MS = WORKER_BEAT_MS, CHORE_AGAIN_MS = 1000, CHORE_PATIENCE_MS = 30000 };

struct chore_step {
    struct desk *desk;
    struct act_meta meta; /* as whom it acts; the key is fresh, the arena only for this step */
    const char *instance;
    int64_t done;    /* out: pieces of work that were done */
    int64_t next_ms; /* out: call it again then; 0: there is more to do */
    struct err left; /* out: what could not be done though the rest was */
};

struct chore {
    const char *name; /* "reaper" */
    enum rc (*step)(void *ctx, struct chore_step *step, struct err *err);
    void *ctx;
    struct metrics *metrics; /* of chore_metric_rules; NULL: none */
    int64_t patience_ms;     /* the longest pause after a failure; 0: CHORE_PATIENCE_MS */
};

struct chore_run {
    struct chore chore;
    struct desk *desk;
    struct actor actor;
    struct arena *arena;
    struct worker_row row;        /* as it stands in the store, when the last beat arrived */
    int64_t due, beat_due;        /* monotonic */
    int failures;                 /* in a row */
    bool told;                    /* the store knows whether it fails */
    const struct chores_ops *ops; /* NULL: this store keeps no rows */
    struct store *keeper;
};

/* actor: the service itself. The desk stays the caller's. */
void chore_start(struct chore_run *run, const struct chore *chore, struct desk *desk,
                 const struct actor *actor);
/* Does what is due; how many ms nothing will be. */
int64_t chore_turn(struct chore_run *run);
/* Something has happened: the next turn is due now, unless it waits because it failed. */
void chore_wake(struct chore_run *run);
/* Says that it ends, and lets go of what it has. */
void chore_end(struct chore_run *run);

#endif
