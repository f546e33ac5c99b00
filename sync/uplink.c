#include "config.h"

#include "sync/uplink.h"

#include <stdatomic.h>
#include <stdlib.h>

struct uplink {
    struct worker *worker;
    struct upstream *upstream; /* the thread's */
    atomic_bool ending;        /* what waits is not asked any more */
};

/* ---- asking --------------------------------------------------------------------------------- */

static enum rc look(struct upstream *upstream, struct uplink_answer *answer)
{
    enum rc rc = upstream->ops->look(upstream, &answer->err);
    upstream->ops->past(upstream, answer->past);
    return rc;
}

static enum rc ask_unknown(struct upstream *upstream, const struct uplink_ask *ask,
                           struct uplink_answer *answer)
{
    enum rc rc =
        upstream->ops->unknown(upstream, answer->arena, &ask->keys, &answer->unknown, &answer->err);
    upstream->ops->past(upstream, answer->past);
    return rc;
}

static enum rc ask_it(struct upstream *upstream, const struct uplink_ask *ask,
                      struct uplink_answer *answer)
{
    if (ask->kind == UPLINK_LOOK)
        return look(upstream, answer);
    answer->arena = arena_new();
    if (ask->kind == UPLINK_UNKNOWN)
        return ask_unknown(upstream, ask, answer);
    if (ask->kind == UPLINK_SAY)
        return upstream->ops->say(upstream, answer->arena, &ask->say, &answer->said, &answer->err);
    return upstream->ops->pull(upstream, answer->arena, &ask->pull, &answer->rows, &answer->err);
}

void uplink_do(struct upstream **upstream, const struct uplink_ask *ask,
               struct uplink_answer *answer)
{
    answer->kind = ask->kind;
    answer->asked = ask->arena;
    if (ask->kind == UPLINK_USE) {
        upstream_close(upstream);
        *upstream = ask->upstream;
    } else if (!*upstream) {
        answer->rc = err_set(&answer->err, RC_TRANSIENT, "",
                             "Nobody has signed in to the house since this till was started.");
    } else {
        answer->rc = ask_it(*upstream, ask, answer);
    }
}

void uplink_answer_free(struct uplink_answer *answer)
{
    arena_free(&answer->asked);
    arena_free(&answer->arena);
}

/* ---- the thread ----------------------------------------------------------------------------- */

static void handle(void *ctx, const void *command, void *result)
{
    struct uplink *uplink = ctx;
    const struct uplink_ask *ask = command;
    struct uplink_answer *answer = result;
    if (atomic_load(&uplink->ending) && ask->kind != UPLINK_USE) {
        answer->kind = ask->kind;
        answer->asked = ask->arena;
        answer->rc = err_set_stopped(&answer->err);
        return;
    }
    uplink_do(&uplink->upstream, ask, answer);
}

struct uplink *uplink_start(const struct clock *clock, struct err *err)
{
    struct uplink *uplink = x_alloc(sizeof *uplink);
    const struct worker_spec spec = {.name = "loge-uplink",
                                     .command_size = sizeof(struct uplink_ask),
                                     .result_size = sizeof(struct uplink_answer),
                                     .room = UPLINK_ROOM,
                                     .clock = *clock,
                                     .handle = handle,
                                     .ctx = uplink};
    uplink->worker = worker_start(&spec, err);
    if (uplink->worker)
        return uplink;
    free(uplink);
    return NULL;
}

bool uplink_send(struct uplink *uplink, const struct uplink_ask *ask)
{
    return worker_send(uplink->worker, ask) == QUEUE_OK;
}

bool uplink_receive(struct uplink *uplink, struct uplink_answer *answer)
{
    return worker_receive(uplink->worker, answer) == QUEUE_OK;
}

int uplink_fd(const struct uplink *uplink)
{
    return worker_fd(uplink->worker);
}

void uplink_stop(struct uplink **uplink)
{
    struct uplink_answer answer;
    if (!*uplink)
        return;
    atomic_store(&(*uplink)->ending, true);
    worker_stop((*uplink)->worker);
    while (worker_receive_wait((*uplink)->worker, &answer, QUEUE_FOR_EVER) == QUEUE_OK)
        uplink_answer_free(&answer);
    worker_join(&(*uplink)->worker);
    upstream_close(&(*uplink)->upstream);
    free(*uplink);
    *uplink = NULL;
}
