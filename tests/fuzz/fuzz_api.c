/*
 * A request from a stranger, from the front door up to the engine, past the gate that counts it:
 * whatever comes in is answered once, in JSON, and what the engine is asked is clean. What a
 * payment provider tells is looked at, too.
 *
 *     POST /api/holds?since=1
 *     the Idempotency-Key
 *     the X-Forwarded-For
 *     the body, to the end
 */
#include "config.h"

#include <assert.h>
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/hook_sign.h"
#include "src/adapter/null_store.h"
#include "src/adapter/pay_json.h"
#include "src/adapter/sodium_crypt.h"
#include "src/api/api_parts.h"
#include "src/base/text.h"
#include "src/domain/hold.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- an engine that knows nothing, and looks at what it is asked ------------------------------
 */

static void look_text(const char *text)
{
    assert(!text || text_valid(text, strlen(text)));
}

static void look_texts(const char *const *texts, int count)
{
    for (int i = 0; i < count; i++) {
        assert(texts[i]);
        look_text(texts[i]);
    }
}

static void serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    (void)ctx;
    look_text(cmd->meta.reason);
    look_text(cmd->meta.note);
    if (cmd->kind == CMD_HOLD) {
        assert(cmd->u.hold.count > 0 && cmd->u.hold.count <= HOLD_SEATS_MAX);
        look_texts(cmd->u.hold.labels, cmd->u.hold.count);
        look_text(cmd->u.hold.show);
        assert(cmd->u.hold.ttl_ms >= 0);
    } else if (cmd->kind == CMD_HOLD_BEST) {
        look_text(cmd->u.best.section_name);
        assert(cmd->u.best.ttl_ms >= 0);
    } else if (cmd->kind == CMD_FREE_SEATS || cmd->kind == CMD_BLOCK) {
        look_texts(cmd->u.seats.labels, cmd->u.seats.count);
    } else if (cmd->kind == CMD_BAG_WEIGH) {
        look_text(cmd->u.bag.ticket);
        assert(cmd->u.bag.weight_g >= 0 && cmd->u.bag.weight_g <= BAG_MOST_G);
    }
    *evt = (struct evt){.id = cmd->id, .outcome = {.verdict = VERDICT_NOT_FOUND}};
}

static void doze(void *connection)
{
    (void)connection;
}

static const struct stream_wire wire = {doze, doze};

/* ---- a guard that lets everybody in, and looks at what it is told -----------------------------
 */

static void judge(struct guard *guard, const struct guard_wish *wish, struct guard_answer *answer)
{
    (void)guard;
    for (int i = 0; i < wish->count; i++)
        assert(strlen(wish->asker[i]) < PACE_NAME);
    *answer = (struct guard_answer){.pace = {.verdict = PACE_OK}};
}

static void forget(struct guard *guard, const char *asker)
{
    (void)guard, (void)asker;
}

static const struct guard_ops guard_ops = {.judge = judge, .forget = forget};
static struct guard guard = {&guard_ops};

/* Made once: a stranger's request changes none of it. */
static struct api *an_api(void)
{
    static struct api api;
    if (api.maps)
        return &api;
    pthread_mutex_init(&api.lock, NULL);
    pthread_cond_init(&api.wakeup, NULL);
    api.spec = (struct api_spec){.crypt = sodium_crypt(), .clock = clock_system()};
    api.metrics = metrics_new(api_metric_rules, API_METRICS);
    api.names = names_new();
    api.maps = seat_maps_new();
    api.streams = streams_new(&wire);
    api.gate = gate_new(&guard, &api.spec.clock, api.metrics);
    gate_set_rules(api.gate, &(struct gate_rules){.limits = {.requests = 60, .maps = 10}});
    return &api;
}

/* ---- one request ------------------------------------------------------------------------------
 */

/* Up to the next end of a line; *text stands behind it. */
static const char *cut_line(struct arena *arena, const char **text)
{
    size_t length = strcspn(*text, "\n");
    const char *line = arena_strndup(arena, *text, length);
    *text += length + ((*text)[length] == '\n');
    return line;
}

static void look_answer(const struct exchange *x)
{
    const struct reply *reply = &x->reply;
    assert(reply->status >= 200 && reply->status < 600);
    if (!reply->bytes || !reply->type || strcmp(reply->type, "application/json") != 0)
        return;
    json_t *document = json_loadb(reply->bytes, reply->size, JSON_REJECT_DUPLICATES, NULL);
    assert(document);
    assert((reply->status >= 400) == (json_object_get(document, "error") != NULL));
    json_decref(document);
}

static void ask(struct exchange *x, const char *line)
{
    size_t method = strcspn(line, " ");
    const char *name = arena_strndup(x->arena, line, method);
    const char *path = line + method + (line[method] == ' ');
    size_t length = strcspn(path, "?");
    x->query = path[length] ? path + length + 1 : "";
    if (strlen(path) >= URL_MAX)
        return;
    bool found = api_find_route(x, name, arena_strndup(x->arena, path, length));
    if (x->route && gate_look(x->api->gate, x) == GATE_ASK)
        assert(gate_judge(x->api->gate, x));
    if (found)
        x->route->run(x);
    look_answer(x);
}

static void hear_provider(const char *signature, const char *body, size_t size)
{
    static const char secret[] = "fuzz";
    struct hook_text text = {secret, sizeof secret - 1, 1700000000000, body, size};
    struct pay_message message;
    char good[HOOK_SIGNATURE];
    assert(!hook_check(&text, signature, 1000) || strstr(signature, "v1="));
    assert(hook_check(&text, hook_sign(&text, good), 1000));
    assert(pay_read_event(body, size, &message) <= PAY_EVENT_NONSENSE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct store *store = null_store_new();
    const struct service_engine engine = {.serve = serve, .store = store, .clock = clock_system()};
    struct exchange *x = exchange_new(an_api());
    const char *text = arena_strndup(x->arena, (const char *)data, size), *end = text + size;
    const struct origin peer = {{[10] = 0xff, [11] = 0xff, [12] = 127, [15] = 1}};
    x->engine = &engine;
    x->cmd.meta.arena = x->arena;
    const char *line = cut_line(x->arena, &text);
    x->asked.key = cut_line(x->arena, &text);
    x->asked.signature = x->asked.key;
    gate_find_origin(x->api->gate, x, &peer, cut_line(x->arena, &text));
    x->body_size = (size_t)(end - text);
    x->body = x_alloc(x->body_size + 1);
    memcpy(x->body, text, x->body_size);
    ask(x, line);
    hear_provider(x->asked.signature, x->body, x->body_size);
    exchange_free(&x);
    store_close(&store);
    return 0;
}
