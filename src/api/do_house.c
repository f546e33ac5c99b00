/* How the service is, for whoever runs it. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "gen/api_texts.h"
#include "src/api/api_parts.h"
#include "src/api/handlers.h"
#include "src/api/reply.h"
#include "src/base/member.h"

/* It lives. */
void do_health(struct exchange *x)
{
    member_text(reply_doc(x), "status", "ok");
    reply_doc_end(x, 200);
}

static void answer_ready(struct exchange *x, const struct readiness *known)
{
    if (!known->good) {
        reply_unavailable(x);
        return;
    }
    struct json_out *doc = reply_doc(x);
    member_text(doc, "status", "ready");
    member_text(doc, "house", known->house.name);
    member_int(doc, "schema", known->house.schema);
    reply_doc_end(x, 200);
}

/* It can do something: its house answers. */
void do_ready(struct exchange *x)
{
    struct store *store = x->engine->store;
    struct readiness now = {.at = clock_mono(&x->api->spec.clock)};
    struct err err;
    now.good = !store->ops->house_read(store, &now.house, &err);
    pthread_mutex_lock(&x->api->lock);
    x->api->readiness = now;
    pthread_mutex_unlock(&x->api->lock);
    answer_ready(x, &now);
}

/* Nobody is counted who asks (routes.c), so the house is asked once a second at most. */
bool ready_known(struct exchange *x)
{
    enum { GOOD_FOR_MS = 1000 };
    struct api *api = x->api;
    pthread_mutex_lock(&api->lock);
    const struct readiness known = api->readiness;
    pthread_mutex_unlock(&api->lock);
    if (!known.at || clock_mono(&api->spec.clock) - known.at >= GOOD_FOR_MS)
        return false;
    answer_ready(x, &known);
    return true;
}

void do_metrics(struct exchange *x)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file) {
        reply_unavailable(x);
        return;
    }
    const struct api *api = x->api;
    metrics_print(api->metrics, file);
    for (int i = 0; i < api->spec.metrics_count; i++)
        metrics_print(api->spec.metrics[i], file);
    if (api->spec.more_metrics)
        api->spec.more_metrics(api->spec.more_ctx, file);
    fclose(file);
    reply_text(x, 200, "text/plain; version=0.0.4; charset=utf-8",
               arena_strndup(x->arena, text, size));
    free(text);
}

/* What there is, for programs that write programs. */
void do_openapi(struct exchange *x)
{
    reply_text(x, 200, "application/json", api_openapi);
}
