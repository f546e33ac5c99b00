#include "config.h"

#include "src/cmd/serve_keeper.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"
#include "src/base/thread.h"
#include "src/cmd/payments_back.h"
#include "src/cmd/till_heard.h"
#include "src/cmd/till_here.h"
#include "src/cmd/till_room.h"

enum { TURN_MS = 250 };

struct serve_keeper {
    struct serve_engine engine;
    struct till_here *here;
    pthread_t thread;
    _Atomic bool ending;
};

/* ---- its thread ------------------------------------------------------------------------------ */

static void take_turn(struct till_here *here)
{
    till_room_yield(here->path);
    if (!till_heard_take(here))
        till_line_follow(here->line);
    till_line_turn(here->line, here->uplink);
    till_here_mind(here);
    payments_back_turn(here);
    till_here_forget_waits(here);
}

static void wait_for_turn(const struct till_here *here)
{
    int64_t left = till_line_due(here->line) - clock_mono(&here->clock);
    struct pollfd fd = {.fd = uplink_fd(here->uplink), .events = POLLIN};
    (void)!poll(&fd, 1, left < 0 ? 0 : left > TURN_MS ? TURN_MS : (int)left);
}

static void *keep(void *ctx)
{
    struct serve_keeper *keeper = ctx;
    while (!atomic_load(&keeper->ending)) {
        take_turn(keeper->here);
        wait_for_turn(keeper->here);
    }
    return NULL;
}

/* ---- from start to end ----------------------------------------------------------------------- */

static void free_keeper(struct serve_keeper **keeper)
{
    till_here_free(&(*keeper)->here);
    (*keeper)->engine.call.till = NULL;
    serve_engine_close(&(*keeper)->engine);
    free(*keeper);
    *keeper = NULL;
}

static enum rc open_till(struct serve_keeper *keeper, const struct call *call, struct err *err)
{
    struct call *own = &keeper->engine.call;
    struct till_here *here = keeper->here = till_here_new(own, own->meta.actor.till);
    enum rc rc = till_here_open(here, err);
    if (!rc)
        rc = till_here_connect(here, err);
    if (rc)
        return rc;
    text_copy(here->person.name, sizeof here->person.name, own->meta.actor.name);
    text_copy(here->person.pin, sizeof here->person.pin, call->line.pin);
    till_turn_use(here);
    till_line_found(here->line);
    return RC_OK;
}

static void say_without(const struct call *call, const struct err *why)
{
    log_event(call->desk.log, LEVEL_WARNING, "serve", NULL,
              "what is done here does not come back should the house go back",
              LOG_FIELDS(LOG_ERR(why)));
}

struct serve_keeper *serve_keeper_start(struct call *call, const struct serve_metrics *metrics)
{
    struct err err = {0};
    if (!till_here_is_joined(call, call->meta.actor.till))
        return NULL;
    till_here_free(&call->till); /* a service that starts has the file from now on */
    struct serve_keeper *keeper = x_alloc(sizeof *keeper);
    bool ready = serve_engine_open(&keeper->engine, call, metrics) &&
                 !open_till(keeper, call, &err) &&
                 !thread_create_unsignalled(&keeper->thread, keep, keeper);
    if (ready)
        return keeper;
    say_without(call, &err);
    free_keeper(&keeper);
    return NULL;
}

void serve_keeper_stop(struct serve_keeper **keeper)
{
    if (!*keeper)
        return;
    atomic_store(&(*keeper)->ending, true);
    pthread_join((*keeper)->thread, NULL);
    free_keeper(keeper);
}
