/* Starting, stopping, and what becomes of a request between the two threads. */
#include "config.h"

#include "src/api/api.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gen/api_texts.h"
#include "src/api/api_parts.h"
#include "src/api/reply.h"
#include "src/base/text.h"
#include "src/base/thread.h"

enum { LINE_ROOM = 2000, ANSWER_MS = 15000 };

#define WEBHOOKS(what)                                                                       \
    {                                                                                        \
        .name = "loge_payment_webhooks_total",                                               \
        .help = "Calls of the payment provider, by what they were.", .kind = METRIC_COUNTER, \
        .labels = "heard=\"" what "\""                                                       \
    }

#define MAPS(layer, result)                                                                      \
    {                                                                                            \
        .name = "loge_public_map_reads_total",                                                   \
        .help = "Maps handed out, by layer and whether it had the map.", .kind = METRIC_COUNTER, \
        .labels = "layer=\"" layer "\",result=\"" result "\""                                    \
    }

const struct metric_rule api_metric_rules[API_METRICS] = {
    [API_REQUESTS] = {.name = "loge_http_requests_total",
                      .help = "Requests that were answered.",
                      .kind = METRIC_COUNTER},
    [API_REFUSED] = {.name = "loge_http_refused_total",
                     .help = "Requests that were answered with a status of 4xx.",
                     .kind = METRIC_COUNTER},
    [API_FAILED] = {.name = "loge_http_failed_total",
                    .help = "Requests that were answered with a status of 5xx.",
                    .kind = METRIC_COUNTER},
    [API_BUSY] = {.name = "loge_http_busy_total",
                  .help = "Requests that found the line before the engines full.",
                  .kind = METRIC_COUNTER},
    [API_REQUEST_MS] = {.name = "loge_http_request_duration_seconds",
                        .help = "Time from a whole request to its answer.",
                        .kind = METRIC_HISTOGRAM,
                        .bounds = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000},
                        .per = 1000},
    [API_LIMITED] = {.name = "loge_abuse_refused_total",
                     .help = "Requests that were refused because somebody asks too fast.",
                     .kind = METRIC_COUNTER},
    [API_PACED] = {.name = "loge_abuse_limited_total",
                   .help = "Times somebody came to a limit and was told to wait.",
                   .kind = METRIC_COUNTER},
    [API_SHUT_OUT] = {.name = "loge_abuse_blocked_total",
                      .help = "Times somebody was shut out.",
                      .kind = METRIC_COUNTER},
    [API_COUNTED_ALONE] = {.name = "loge_abuse_counted_alone_total",
                           .help = "Requests counted by this instance only, without Redis.",
                           .kind = METRIC_COUNTER},
    [API_TOO_MANY] = {.name = "loge_http_connections_refused_total",
                      .help = "Connections of addresses that had as many as they may.",
                      .kind = METRIC_COUNTER},
    [API_TOO_SLOW] = {.name = "loge_http_requests_cut_total",
                      .help = "Requests that were on their way for too long.",
                      .kind = METRIC_COUNTER},
    [API_MAP_HITS + MAP_HOT] = MAPS("hot", "hit"),
    [API_MAP_HITS + MAP_REDIS] = MAPS("redis", "hit"),
    [API_MAP_HITS + MAP_STORE] = MAPS("postgresql", "hit"),
    [API_MAP_MISSES + MAP_HOT] = MAPS("hot", "miss"),
    [API_MAP_MISSES + MAP_REDIS] = MAPS("redis", "miss"),
    [API_WEBHOOKS + PAY_NEW] = WEBHOOKS("new"),
    [API_WEBHOOKS + PAY_KNOWN] = WEBHOOKS("known"),
    [API_WEBHOOKS + PAY_FITS_NOTHING] = WEBHOOKS("kept"),
    [API_WEBHOOKS + PAY_NO_PAYMENT] = WEBHOOKS("ignored"),
    [API_WEBHOOKS + PAY_FORGED] = WEBHOOKS("forged"),
    [API_WEBHOOKS + PAY_NONSENSE] = WEBHOOKS("nonsense"),
    [API_OPEN] = {.name = "loge_http_requests_open",
                  .help = "Requests that were begun and have not ended; live maps too.",
                  .kind = METRIC_GAUGE},
};

/* ---- one request ---------------------------------------------------------------------------- */

static bool refuse_stranger(struct exchange *x)
{
    reply_header(x, "WWW-Authenticate", "Bearer");
    reply_error(x, 401, "UNAUTHORIZED",
                x->asked.token ? "This token is not valid here. Ask the house for a new one."
                               : "This needs a token: Authorization: Bearer TOKEN.");
    return false;
}

static bool has_scope(struct exchange *x)
{
    if (x->client.scopes & (x->route->scope | SCOPE_ADMIN))
        return true;
    reply_error(x, 403, verdict_code(VERDICT_NOT_ALLOWED),
                "This token's scopes do not allow that. Ask the house for a token that does.");
    return false;
}

/* A token that was made a moment ago is not known yet. */
static bool learn_and_find(struct exchange *x)
{
    struct api *api = x->api;
    struct err err;
    enum rc rc =
        token_table_learn(api->tokens, x->engine->store, &api->spec.clock, x->arrived, &err);
    return (!rc && token_table_find(api->tokens, x->asked.token, &x->client)) || refuse_stranger(x);
}

/* The acts of a client are done at a till of its name, by whoever the service is signed in as. The
 * log keeps the same address that the gate counts. */
static void name_actor(struct exchange *x)
{
    struct actor *actor = &x->cmd.meta.actor;
    *actor = x->api->spec.actor;
    text_copy(actor->origin.address, sizeof actor->origin.address, x->address);
    text_copy(actor->origin.client, sizeof actor->origin.client, x->client.name);
    if (*x->client.name)
        text_copy(actor->till, sizeof actor->till, x->client.name);
}

static void run_handler(struct exchange *x)
{
    const struct contract *contract = x->api->contract;
    name_actor(x);
    if (contract_holds(contract, x) && (!contract_takes_key(contract, x) || exchange_key(x)))
        x->route->run(x);
}

/* The gate has the last word then. */
static bool count_after(struct exchange *x)
{
    bool counted = x->forged || (x->wrong_lookup && !(x->client.scopes & SCOPE_UNLIMITED));
    return counted && gate_counts(x->api->gate) && pool_put(x->api->gatekeeper, x);
}

/* What outlives the exchange: another thread may free it as soon as its answer is sent. */
struct afterwards {
    void (*run)(struct api *, const struct service_engine *, const char *part);
    const struct service_engine *engine;
    char part[SLUG_TEXT];
};

static struct afterwards afterwards_of(const struct exchange *x)
{
    struct afterwards rest = {.run = x->after, .engine = x->engine};
    if (rest.run)
        text_copy(rest.part, sizeof rest.part, x->part[0]);
    return rest;
}

static void run_in_pool(struct exchange *x)
{
    struct api *api = x->api;
    bool known = !x->route->scope || *x->client.name || learn_and_find(x);
    x->cmd.deadline = clock_mono(&api->spec.clock) + ANSWER_MS;
    if (known && (!x->route->scope || has_scope(x)))
        run_handler(x);
    struct afterwards rest = afterwards_of(x);
    if (!count_after(x))
        server_wake(x);
    if (rest.run)
        rest.run(api, rest.engine, rest.part);
}

static bool send_to_pool(struct exchange *x, struct pool *pool)
{
    if (pool_put(pool, x))
        return true;
    metrics_add(x->api->metrics, API_BUSY, 1);
    reply_error(x, 503, verdict_code(VERDICT_UNAVAILABLE),
                "The house has more to do than it can; try again in a moment.");
    return false;
}

/* Past the gate. True: it was answered. */
static bool go_on(struct exchange *x)
{
    const struct route *route = x->route;
    if (x->reply.status) /* there is no such path */
        return true;
    if (route->scope && !x->asked.token)
        return !refuse_stranger(x);
    bool known = !route->scope || *x->client.name;
    if (known && route->scope && !has_scope(x))
        return true;
    if (known && route->ready && !*x->query && !x->body_size && route->ready(x))
        return true;
    if (!known || route->place == AT_DESK)
        return !send_to_pool(x, x->api->pool);
    run_handler(x);
    return true;
}

static void run_at_gate(struct exchange *x)
{
    if (!gate_judge(x->api->gate, x) || go_on(x))
        server_wake(x);
}

bool api_find_route(struct exchange *x, const char *method, const char *path)
{
    switch (route_find(api_routes, method, path, x->arena, x->part, &x->route)) {
    case ROUTE_FOUND:
        return true;
    case ROUTE_OTHER_METHOD:
        reply_header(x, "Allow", route_methods(api_routes, path, x->arena));
        reply_error(x, 405, "METHOD_NOT_ALLOWED", "This path does not take %.16s.", method);
        return false;
    case ROUTE_BAD_PATH:
        reply_invalid(x, "This path is malformed.");
        return false;
    case ROUTE_NONE:
        break;
    }
    reply_error(x, 404, "NOT_FOUND",
                "There is nothing at this path; /openapi.json says what there is.");
    return false;
}

bool api_run(struct exchange *x)
{
    struct api *api = x->api;
    x->cmd.meta.arena = x->arena;
    x->cmd.meta.trace = x->trace;
    if (x->asked.token && !token_table_find(api->tokens, x->asked.token, &x->client))
        x->client = (struct client){.scopes = 0};
    switch (gate_look(api->gate, x)) {
    case GATE_PASS:
        return go_on(x);
    case GATE_ASK:
        return !send_to_pool(x, api->gatekeeper);
    case GATE_REFUSED:
        break;
    }
    return true;
}

/* ---- the watcher ---------------------------------------------------------------------------- */

/* Until then, or until it is to stop. */
static bool sleep_watcher(struct api *api, int64_t ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&api->lock);
    while (!api->stopping && !api->hurry &&
           !pthread_cond_timedwait(&api->wakeup, &api->lock, &until))
        continue;
    bool stopping = api->stopping;
    api->hurry = false;
    pthread_mutex_unlock(&api->lock);
    return !stopping;
}

static bool is_good(void *ctx, uint64_t token)
{
    return token_table_knows(ctx, token);
}

static void learn_when_due(struct api *api, int64_t *due)
{
    struct err err;
    int64_t now = clock_mono(&api->spec.clock);
    if (now < *due && !gate_has_news(api->gate))
        return;
    *due = now + TOKENS_EVERY_MS;
    (void)token_table_learn(api->tokens, api->spec.watcher, &api->spec.clock, INT64_MAX, &err);
    streams_keep(api->streams, is_good, api->tokens);
    server_cut(api->server);
    (void)gate_learn(api->gate, api->spec.watcher);
}

static void *watch(void *ctx)
{
    struct api *api = ctx;
    int64_t due = 0, again;
    do {
        learn_when_due(api, &due);
        streams_tell(api->streams, api->maps, api->spec.watcher, &api->spec.clock);
        again = publisher_turn(api->publisher, api->maps, api->spec.watcher);
        if (streams_any(api->streams))
            again = STREAM_EVERY_MS;
    } while (sleep_watcher(api, again ? again : TOKENS_EVERY_MS));
    return NULL;
}

void api_hurry(struct api *api)
{
    pthread_mutex_lock(&api->lock);
    api->hurry = true;
    pthread_cond_signal(&api->wakeup);
    pthread_mutex_unlock(&api->lock);
}

static void stop_watcher(struct api *api)
{
    pthread_mutex_lock(&api->lock);
    api->stopping = true;
    pthread_cond_signal(&api->wakeup);
    pthread_mutex_unlock(&api->lock);
    pthread_join(api->watcher, NULL);
}

static bool start_watcher(struct api *api, struct err *err)
{
    int error = thread_create_unsignalled(&api->watcher, watch, api);
    if (error)
        err_set(err, RC_CONFIG, "EAGAIN", "No thread can be started: %s", strerror(error));
    return !error;
}

/* ---- starting and stopping ------------------------------------------------------------------ */

static struct api *make(const struct api_spec *spec)
{
    struct api *api = x_alloc(sizeof *api);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&api->wakeup, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&api->lock, NULL);
    api->spec = *spec;
    api->metrics = metrics_new(api_metric_rules, API_METRICS);
    api->contract = contract_new(api_openapi);
    api->tokens = token_table_new(spec->crypt);
    api->names = names_new();
    api->maps = seat_maps_new();
    api->streams = streams_new(&server_stream_wire);
    api->publisher = publisher_new(spec->registry, &spec->clock);
    api->gate = gate_new(spec->guard, &spec->clock, api->metrics);
    gate_set_rules(api->gate, &spec->rules);
    return api;
}

static void drop(struct api *api)
{
    pthread_cond_destroy(&api->wakeup);
    pthread_mutex_destroy(&api->lock);
    pool_free(&api->gatekeeper);
    pool_free(&api->pool);
    contract_free(&api->contract);
    token_table_free(&api->tokens);
    names_free(&api->names);
    seat_maps_free(&api->maps);
    streams_free(&api->streams);
    publisher_free(&api->publisher);
    gate_free(&api->gate);
    metrics_free(&api->metrics);
    free(api);
}

static bool start_pools(struct api *api, struct err *err)
{
    const struct api_spec *spec = &api->spec;
    const struct service_engine none = {.ctx = NULL};
    const struct pool_spec gatekeeper = {&none, 1, LINE_ROOM, spec->clock, run_at_gate};
    const struct pool_spec pool = {spec->engines, spec->engine_count, LINE_ROOM, spec->clock,
                                   run_in_pool};
    (void)gate_learn(api->gate, spec->watcher);
    api->gatekeeper = pool_start(&gatekeeper, err);
    api->pool = api->gatekeeper ? pool_start(&pool, err) : NULL;
    return api->pool != NULL;
}

/* Each may be sent something by the other until both have ended, and by whoever asks on a line that
 * was open before until the server has ended: they are there till then, and take nothing. */
static void end_pools(struct api *api)
{
    pool_end(api->gatekeeper);
    pool_end(api->pool);
}

struct api *api_start(const struct api_spec *spec, struct err *err)
{
    struct api *api = make(spec);
    bool learnt = !token_table_learn(api->tokens, spec->watcher, &spec->clock, INT64_MAX, err);
    api->server = learnt && start_pools(api, err) ? server_start(api, err) : NULL;
    if (api->server && start_watcher(api, err))
        return api;
    if (api->server)
        server_quiet(api->server);
    end_pools(api);
    server_stop(&api->server);
    drop(api);
    return NULL;
}

void api_set_rules(struct api *api, const struct gate_rules *rules)
{
    gate_set_rules(api->gate, rules);
    api_hurry(api);
}

int64_t api_longest_ms(struct api *api)
{
    int64_t engines = pool_longest_ms(api->pool), gate = pool_longest_ms(api->gatekeeper);
    return engines > gate ? engines : gate;
}

int api_port(const struct api *api)
{
    return server_port(api->server);
}

void api_stop(struct api **api)
{
    struct api *it = *api;
    if (!it)
        return;
    server_quiet(it->server);
    stop_watcher(it);
    end_pools(it);
    streams_end(it->streams);
    server_stop(&it->server);
    drop(it);
    *api = NULL;
}
