#include "config.h"

#include "src/cmd/serve_engine.h"

#include <string.h>

#include "src/adapter/house_metrics.h"
#include "src/adapter/house_store.h"
#include "src/cmd/house_open.h"
#include "src/cmd/line.h"
#include "src/cmd/till_heard.h"

/* What is typed behind ':' in a console is what some requests ask in the same words. */
static const char *run_line(void *ctx, const struct act_meta *meta, const char *line)
{
    int code;
    return line_run(ctx, meta, line, &code);
}

static void look_at_line(void *ctx, struct health_report *health)
{
    house_health(ctx, health);
}

/* Settings, folders and names are shared; the connection, the desk and the memory are not. */
static void borrow(struct call *own, const struct call *call)
{
    line_borrow(own, call, &call->meta);
    own->arena = arena_new();
    own->doc = json_out_new();
    own->meta.arena = own->arena;
    own->out = call->out;
    own->err = call->err;
    own->json = call->json;
    own->till = NULL;
    own->desk.store = NULL;
    own->desk.people = NULL;
    own->desk.watch = NULL;
    own->line = (struct house_line){.pg = NULL};
}

bool serve_engine_open(struct serve_engine *engine, struct call *call,
                       const struct serve_metrics *metrics)
{
    struct call *own = &engine->call;
    struct outcome out;
    const struct actor *actor = &call->meta.actor;
    borrow(own, call);
    engine->metrics = metrics;
    own->desk.metrics = metrics->desk;
    if (!house_open(own, true)) {
        call->exit = own->exit;
        return false;
    }
    if (own->line.front)
        house_store_keep_maps(own->line.front);
    desk_sign_in(&own->desk, own->arena, actor->name, call->line.pin, actor->till, &own->meta.actor,
                 &out);
    if (out.verdict) {
        call_refused(call, &out);
        return false;
    }
    till_heard_watch(own);
    counter_init(&engine->counter, &own->desk);
    engine->counter.run_line = run_line;
    engine->counter.look_at_line = look_at_line;
    engine->counter.line_ctx = own;
    engine->tickets = (struct web_tickets){.call = own};
    engine->ticket_port = web_tickets_port(&engine->tickets);
    return true;
}

void serve_engine_tell(struct serve_engine *engine)
{
    struct store *front = engine->call.line.front;
    if (!front)
        return;
    const struct house_speed now = house_store_speed(front);
    house_metrics_tell(engine->metrics->house, &now, &engine->told);
}

void serve_engine_idle(struct serve_engine *engine)
{
    if (engine->call.line.front)
        house_store_probe(engine->call.line.front);
    serve_engine_tell(engine);
}

static void idle(void *ctx)
{
    serve_engine_idle(ctx);
}

static void serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    struct serve_engine *engine = ctx;
    counter_serve(&engine->counter, cmd, evt);
    serve_engine_tell(engine);
}

/* The service keeps maps of its own: whoever looks asks the log, and has no second map kept. */
struct service_engine serve_engine_port(struct serve_engine *engine)
{
    struct store *front = engine->call.line.front;
    return (struct service_engine){.serve = serve,
                                   .idle = idle,
                                   .ctx = engine,
                                   .store = engine->call.line.pg,
                                   .tickets = &engine->ticket_port,
                                   .registry = front ? house_store_registry(front) : NULL,
                                   .clock = engine->call.desk.clock};
}

void serve_engine_close(struct serve_engine *engine)
{
    struct call *own = &engine->call;
    if (!own->arena)
        return;
    web_tickets_forget(&engine->tickets);
    counter_close(&engine->counter);
    house_close(own);
    store_close(&own->desk.store);
    json_out_free(&own->doc);
    arena_free(&own->arena);
}
