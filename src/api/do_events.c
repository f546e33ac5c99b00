/* The live map: what the seats of a show become, as server-sent events. */
#include "config.h"

#include <string.h>

#include "src/api/api_parts.h"
#include "src/api/handlers.h"
#include "src/api/reply.h"
#include "src/base/text.h"

/* Where the client stands: what it heard last, if it says so. */
static bool read_place(struct exchange *x, bool *known, int64_t *since)
{
    const char *text = exchange_query(x, "since");
    text = text ? text : x->asked.last_event;
    *known = text != NULL;
    if (!text || text_to_int(text, 0, INT64_MAX, since))
        return true;
    reply_invalid(x, "Last-Event-ID (or \"since\") has to be the id of an event.");
    return false;
}

static struct page *hello(struct exchange *x, int64_t last_event)
{
    const char *text = arena_printf(x->arena, "{\"last_event\":%lld}", (long long)last_event);
    size_t size = strlen(text);
    struct page *data = page_new(size);
    memcpy(data->bytes, text, size);
    struct page *event = stream_event("hello", last_event, data);
    page_leave(&data);
    return event;
}

/* What has to go out before the first change. NULL: it was answered. */
static struct page *first_event(struct exchange *x, bool known, int64_t since, int64_t *last)
{
    struct map_look look = {.page = NULL};
    struct seat_maps *maps = x->api->maps;
    struct store *store = x->engine->store;
    struct err err;
    bool whole = !known;
    enum rc rc = RC_OK;
    if (known)
        rc =
            seat_maps_since(maps, store, &x->engine->clock, x->part[0], since, &look, &whole, &err);
    if (!rc && whole)
        rc = seat_maps_look(maps, store, &x->engine->clock, x->part[0], false, &look, &err);
    if (rc || !look.page) {
        if (rc)
            reply_unavailable(x);
        else
            reply_error(x, 404, "NOT_FOUND", "There is no show \"%.60s\".", x->part[0]);
        return NULL;
    }
    *last = look.last_event;
    struct page *event =
        known ? stream_event("seats", look.last_event, look.page) : hello(x, look.last_event);
    page_leave(&look.page);
    return event;
}

void do_events(struct exchange *x)
{
    enum { TRIES = 20 };
    int64_t since = 0, last;
    bool known;
    if (!read_place(x, &known, &since))
        return;
    for (int i = 0; i < TRIES; i++) {
        struct page *first = first_event(x, known, since, &last);
        if (!first)
            return;
        bool alone = !streams_any(x->api->streams); /* the watcher dozes */
        x->reply.stream = streams_open(x->api->streams, x->part[0], last, x->client.token, &first);
        page_leave(&first);
        if (!x->reply.stream)
            continue; /* more was told meanwhile */
        x->reply.status = 200;
        x->reply.type = "text/event-stream";
        reply_header(x, "Cache-Control", "no-store");
        if (alone)
            api_hurry(x->api);
        return;
    }
    reply_unavailable(x);
}
