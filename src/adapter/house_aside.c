/*
 * The drift check, on a thread and on lines of its own: in a full house it reads tens of thousands
 * of holds on both sides, and whoever sells must not wait for that. It is begun by a sweep, once a
 * minute, with lines of its own to the house and to Redis that it hangs up afterwards; what came of
 * it is counted at the next sweep.
 */
#include "config.h"

#include "src/adapter/house_parts.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "src/adapter/redis_registry.h"
#include "src/base/worker.h"

enum { ONE = 1, PATIENCE_MS = 1000 };

/* What the thread has for itself. */
struct aside {
    struct store *store; /* a house store that follows nothing */
    struct clock system;
    int64_t ahead; /* the house's clock minus this machine's monotonic one */
    atomic_bool unwanted;
};

struct house_aside {
    struct worker *worker;
    struct aside *at; /* NULL: nothing is being checked */
};

struct check {
    struct message message;
    struct aside *aside;
};

struct checked {
    struct message message;
    enum rc rc;
    struct house_drift drift;
};

/* ---- the thread's side ---------------------------------------------------------------------- */

static int64_t aside_wall(void *ctx)
{
    const struct aside *aside = ctx;
    return clock_mono(&aside->system) + aside->ahead;
}

static int64_t aside_mono(void *ctx)
{
    const struct aside *aside = ctx;
    return clock_mono(&aside->system);
}

static void aside_pause(void *ctx, int64_t ms)
{
    const struct aside *aside = ctx;
    aside->system.pause_ms(aside->system.ctx, ms);
}

/* Whoever leaves does not wait for it. */
static bool is_wanted(void *ctx, int64_t done, int64_t total)
{
    struct aside *aside = ctx;
    return !atomic_load(&aside->unwanted);
}

static void check(void *ctx, const void *command, void *result)
{
    struct aside *aside = ((const struct check *)command)->aside;
    struct checked *checked = result;
    struct store *inner = house_of(aside->store)->inner;
    const struct progress progress = {is_wanted, aside};
    if (inner->ops->heed)
        inner->ops->heed(inner, &progress);
    checked->rc = house_store_mend(aside->store, &checked->drift, NULL);
    store_close(&aside->store);
}

/* ---- lines of its own ----------------------------------------------------------------------- */

static enum rc open_store(const struct house_store *house, struct aside *aside)
{
    const struct clock clock = {aside_wall, aside_mono, aside_pause, aside};
    struct house_front front = {.link = redis_link_another(house->front.link, &clock, PATIENCE_MS)};
    struct store *inner = house->inner->ops->another(house->inner);
    front.registry = redis_registry_new(front.link);
    enum rc rc =
        inner ? house_store_new(inner, &front, &clock, false, &aside->store, NULL) : RC_CONFIG;
    if (!inner) {
        registry_close(&front.registry);
        redis_link_free(&front.link);
    }
    return rc;
}

static struct aside *aside_new(const struct house_store *house)
{
    struct aside *aside = x_alloc(sizeof *aside);
    aside->system = clock_system();
    aside->ahead = clock_wall(&house->clock) - clock_mono(&aside->system);
    if (open_store(house, aside) == RC_OK)
        return aside;
    free(aside);
    return NULL;
}

/* ---- the till's side ------------------------------------------------------------------------ */

static struct house_aside *begin_worker(struct house_store *house)
{
    const struct worker_spec spec = {.name = "drift",
                                     .command_size = sizeof(struct check),
                                     .result_size = sizeof(struct checked),
                                     .room = ONE,
                                     .clock = clock_system(),
                                     .handle = check};
    if (!house->aside) {
        struct worker *worker = worker_start(&spec, NULL);
        house->aside = worker ? x_alloc(sizeof *house->aside) : NULL;
        if (worker)
            house->aside->worker = worker;
    }
    return house->aside;
}

/* A store that can be reached only once is checked by whoever has it. */
static bool has_lines(const struct house_store *house)
{
    return house->front.link && house->inner->ops->another;
}

bool house_aside_check(struct house_store *house)
{
    struct house_aside *aside = has_lines(house) ? begin_worker(house) : NULL;
    if (!aside)
        return false;
    if (aside->at)
        return true; /* the last one is at it still */
    aside->at = aside_new(house);
    const struct check command = {.aside = aside->at};
    if (aside->at && worker_send(aside->worker, &command) != QUEUE_OK) {
        store_close(&aside->at->store);
        free(aside->at);
        aside->at = NULL;
    }
    return true;
}

static void note_check(struct house_store *house, const struct checked *checked)
{
    if (checked->rc)
        return;
    house->counts.drift_checks++;
    house->counts.healed += checked->drift.missing + checked->drift.stale;
}

void house_aside_collect(struct house_store *house)
{
    struct house_aside *aside = house->aside;
    struct checked checked;
    if (!aside || !aside->at || worker_receive(aside->worker, &checked) != QUEUE_OK)
        return;
    note_check(house, &checked);
    free(aside->at);
    aside->at = NULL;
}

void house_aside_end(struct house_store *house)
{
    struct house_aside *aside = house->aside;
    if (!aside)
        return;
    if (aside->at)
        atomic_store(&aside->at->unwanted, true);
    worker_join(&aside->worker);
    free(aside->at);
    free(aside);
    house->aside = NULL;
}
