#include "config.h"

#include "src/cmd/workers.h"

#include <stdlib.h>
#include <string.h>

#include "src/adapter/house_store.h"
#include "src/cmd/letter.h"
#include "src/cmd/post.h"
#include "src/cmd/serve_engine.h"
#include "src/cmd/till_count.h"
#include "src/engine/chore_metrics.h"
#include "src/engine/chore_payments.h"
#include "src/engine/chore_thread.h"
#include "src/engine/chores.h"

enum { MEND_MS = 60000, TILLS_MS = 10000, STUCK_MS = 20 * 60000 /* mails may all be slow */ };

struct worker_of {
    struct serve_engine engine;
    struct chore chore; /* what is done in a step */
    bool reads_tills;
    int64_t tills_due;      /* monotonic */
    struct post_port *port; /* of those who send */
    struct post_office office;
    char password[SECRET_TEXT];
    struct curl_pay *provider; /* of the completer */
    struct payments payments;
    struct chore_thread *thread;
};

enum { REAPER, WAITING, OCCUPANCY, MEND, MAIL, WEBHOOKS, PAYMENTS, WORKERS };

struct workers {
    struct worker_of at[WORKERS];
};

/* ---- Redis, and what waits, once a minute --------------------------------------------------- */

/* A count that cannot be had is as it was; the work itself says that the house is away. */
static void tell_what_waits(struct serve_engine *engine)
{
    const struct chores_ops *ops;
    int64_t counts[WAITS_COUNT] = {0};
    struct err err;
    struct store *store = engine->call.desk.store;
    struct store *keeper = store->ops->chores ? store->ops->chores(store, &ops) : NULL;
    if (keeper && !ops->waits(keeper, counts, &err))
        chore_metrics_waits(engine->metrics->chores, counts);
}

static enum rc mend(void *ctx, struct chore_step *step, struct err *err)
{
    struct serve_engine *engine = ctx;
    struct house_drift drift = {0};
    step->next_ms = MEND_MS;
    tell_what_waits(engine);
    if (!engine->call.line.front)
        return RC_OK;
    enum rc rc = house_store_mend(engine->call.line.front, &drift, err);
    step->done = drift.missing + drift.stale;
    return rc;
}

/* ---- which there are ------------------------------------------------------------------------ */

static bool open_post(struct worker_of *worker, struct call *call)
{
    struct err err;
    worker->port = post_open(&worker->engine.call, worker->password, &err);
    worker->office = (struct post_office){
        .port = worker->port, .write = letter_write, .ctx = &worker->engine.call};
    if (!worker->port)
        call_err(call, &err);
    return worker->port != NULL;
}

static bool open_provider(struct worker_of *worker, const struct pay_setup *setup,
                          struct call *call)
{
    struct err err;
    worker->provider = pay_line_open(setup, &err);
    if (!worker->provider)
        call_err(call, &err);
    else
        worker->payments.provider = curl_pay_port(worker->provider);
    return worker->provider != NULL;
}

static struct chore chore_of(struct worker_of *worker, int which)
{
    switch (which) {
    case REAPER:
        return chore_reaper();
    case WAITING:
        return chore_waiting();
    case OCCUPANCY:
        return chore_occupancy();
    case MAIL:
        return chore_mail(&worker->office);
    case WEBHOOKS:
        return chore_webhooks(&worker->office);
    case PAYMENTS:
        return chore_payments(&worker->payments);
    default:
        return (struct chore){.name = "registry", .step = mend, .ctx = &worker->engine};
    }
}

/* The reaper comes by often enough. */
static void read_tills_when_due(struct worker_of *worker, const struct clock *clock)
{
    if (!worker->reads_tills || clock_mono(clock) < worker->tills_due)
        return;
    worker->tills_due = clock_mono(clock) + TILLS_MS;
    till_board_read(worker->engine.metrics->tills, worker->engine.call.desk.store);
}

/* Counters and the breaker's gauge follow what the worker sees, whether anybody buys or not. */
static enum rc step_and_tell(void *ctx, struct chore_step *step, struct err *err)
{
    struct worker_of *worker = ctx;
    enum rc rc = worker->chore.step(worker->chore.ctx, step, err);
    serve_engine_idle(&worker->engine);
    read_tills_when_due(worker, &step->desk->clock);
    return rc;
}

static bool open_tools(struct worker_of *worker, int which, const struct pay_setup *setup,
                       struct call *call)
{
    if (which == MAIL || which == WEBHOOKS)
        return open_post(worker, call);
    return which != PAYMENTS || open_provider(worker, setup, call);
}

struct start {
    struct call *call;
    const struct serve_metrics *metrics;
    const struct pay_setup *setup;
};

static bool start(struct worker_of *worker, int which, const struct start *with)
{
    struct err err;
    if (!serve_engine_open(&worker->engine, with->call, with->metrics) ||
        !open_tools(worker, which, with->setup, with->call))
        return false;
    worker->chore = chore_of(worker, which);
    worker->reads_tills = which == REAPER;
    struct chore chore = worker->chore;
    chore.metrics = with->metrics->chores;
    if (which != OCCUPANCY) { /* once a minute: too seldom to say how Redis is */
        chore.step = step_and_tell;
        chore.ctx = worker;
    }
    worker->thread = chore_thread_start(&chore, &worker->engine.call.desk,
                                        &worker->engine.call.meta.actor, &err);
    if (!worker->thread)
        call_err(with->call, &err);
    return worker->thread != NULL;
}

static bool may_work(const struct call *call)
{
    enum role role = call->meta.actor.role;
    if (role == ROLE_MANAGER || role == ROLE_SERVICE)
        return true;
    log_event(call->desk.log, LEVEL_WARNING, "worker", NULL,
              "no workers: whoever serves is neither a manager nor a service", LOG_NOTHING);
    return false;
}

struct workers *workers_start(struct call *call, const struct serve_metrics *metrics,
                              const struct pay_setup *setup)
{
    const struct start with = {call, metrics, setup};
    struct workers *workers = x_alloc(sizeof *workers);
    int count = may_work(call) ? WORKERS : 0;
    for (int i = 0; i < count; i++)
        if ((i != PAYMENTS || setup->on) && !start(&workers->at[i], i, &with)) {
            workers_stop(&workers);
            return NULL;
        }
    return workers;
}

void workers_complete(struct workers *workers)
{
    if (workers->at[PAYMENTS].thread)
        chore_thread_wake(workers->at[PAYMENTS].thread);
}

bool workers_stuck(const struct workers *workers)
{
    for (int i = 0; i < WORKERS; i++)
        if (workers->at[i].thread && chore_thread_busy_ms(workers->at[i].thread) > STUCK_MS)
            return true;
    return false;
}

void workers_stop(struct workers **workers)
{
    if (!*workers)
        return;
    for (int i = 0; i < WORKERS; i++)
        if ((*workers)->at[i].thread)
            chore_thread_stop((*workers)->at[i].thread);
    for (int i = 0; i < WORKERS; i++) {
        struct worker_of *worker = &(*workers)->at[i];
        chore_thread_join(&worker->thread);
        curl_post_close(&worker->port);
        curl_pay_free(&worker->provider);
        serve_engine_close(&worker->engine);
        explicit_bzero(worker->password, sizeof worker->password);
    }
    free(*workers);
    *workers = NULL;
}
