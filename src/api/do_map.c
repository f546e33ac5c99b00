/* The map of a show, whole or what changed; most of the time it lies ready. */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "src/api/api_parts.h"
#include "src/api/handlers.h"
#include "src/api/reply.h"
#include "src/base/text.h"

static const char json_type[] = "application/json";

/* Changes with every change of a seat and of the show itself, and tells how it is packed. */
static const char *tag_of(struct exchange *x, const struct map_look *look, const char *kind)
{
    return arena_printf(x->arena, "\"%" PRId64 "-%" PRIu32 "-%s\"", look->last_event, look->version,
                        kind);
}

/* A list of tags, or "*". */
static bool has_it(const struct exchange *x, const char *tag)
{
    const char *known = x->asked.none_match;
    return known && (strcmp(known, "*") == 0 || strstr(known, tag) != NULL);
}

static void answer(struct exchange *x, struct map_look *look, const char *kind)
{
    const char *tag = tag_of(x, look, kind);
    reply_header(x, "ETag", tag);
    reply_header(x, "Cache-Control", "private, no-cache");
    reply_header(x, "Vary", "Accept-Encoding");
    if (has_it(x, tag)) {
        page_leave(&look->page);
        x->reply.status = 304;
        return;
    }
    x->reply.status = 200;
    x->reply.type = json_type;
    x->reply.page = look->page;
    if (strcmp(kind, "gzip") == 0)
        reply_header(x, "Content-Encoding", "gzip");
}

static const char *kind_of(const struct exchange *x)
{
    return x->asked.gzip ? "gzip" : "plain";
}

bool map_ready(struct exchange *x)
{
    struct map_look look;
    if (*x->query || !seat_maps_ready(x->api->maps, x->part[0], x->asked.gzip,
                                      clock_mono(&x->api->spec.clock), &look))
        return false;
    answer(x, &look, kind_of(x));
    return true;
}

static void answer_nothing(struct exchange *x)
{
    reply_error(x, 404, "NOT_FOUND", "There is no show \"%.60s\".", x->part[0]);
}

static void answer_whole(struct exchange *x)
{
    struct map_look look;
    struct err err;
    if (seat_maps_look(x->api->maps, x->engine->store, &x->engine->clock, x->part[0], x->asked.gzip,
                       &look, &err))
        reply_unavailable(x);
    else if (look.page)
        answer(x, &look, kind_of(x));
    else
        answer_nothing(x);
}

static void answer_since(struct exchange *x, int64_t since)
{
    struct map_look look;
    struct err err;
    bool whole;
    if (seat_maps_since(x->api->maps, x->engine->store, &x->engine->clock, x->part[0], since, &look,
                        &whole, &err))
        reply_unavailable(x);
    else if (whole)
        answer_whole(x);
    else if (look.page)
        answer(x, &look, "since");
    else
        answer_nothing(x);
}

void do_map(struct exchange *x)
{
    const char *text = exchange_query(x, "since");
    int64_t since;
    if (!text)
        answer_whole(x);
    else if (text_to_int(text, 0, INT64_MAX, &since))
        answer_since(x, since);
    else
        reply_invalid(x, "\"since\" has to be the last_event of an earlier answer.");
}
