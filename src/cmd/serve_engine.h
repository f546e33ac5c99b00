/* An engine of the service: a desk of its own on a connection of its own, for one thread. */
#ifndef LOGE_CMD_SERVE_ENGINE_H
#define LOGE_CMD_SERVE_ENGINE_H

#include "src/adapter/house_store.h"
#include "src/cmd/call.h"
#include "src/cmd/web_tickets.h"
#include "src/engine/counter.h"
#include "src/port/service.h"

/* What an engine counts, shared by all of them. */
struct serve_metrics {
    struct metrics *desk, *house, *chores;
    struct till_board *tills; /* what tills count */
};

struct serve_engine {
    struct call call;
    struct counter counter;
    struct web_tickets tickets;
    struct ticket_port ticket_port;
    const struct serve_metrics *metrics;
    struct house_speed told; /* of the front, as it was last told */
};

/* Signs in as whoever the service is; false: call->exit says why. The engine stays where it is
 * until it is closed. */
bool serve_engine_open(struct serve_engine *engine, struct call *call,
                       const struct serve_metrics *metrics) MUST_USE;
/* On its own thread: tells the metrics what its front did since. */
void serve_engine_tell(struct serve_engine *engine);
/* Nobody has asked for a while: is Redis there? And the same. */
void serve_engine_idle(struct serve_engine *engine);
struct service_engine serve_engine_port(struct serve_engine *engine);
/* When no thread uses it any more; one that was never opened (all zero) is fine. */
void serve_engine_close(struct serve_engine *engine);

#endif
