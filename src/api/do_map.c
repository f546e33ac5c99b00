/* The map of a show, whole or what changed; most of the time it lies ready. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
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

static void count_layers(struct exchange *x, const struct map_look *look)
{
    metrics_add(x->api->metrics, API_MAP_MISSES + MAP_HOT, look->layer != MAP_HOT);
    metrics_add(x->api->metrics, API_MAP_MISSES + MAP_REDIS, look->copy_missed);
    metrics_add(x->api->metrics, API_MAP_HITS + (int)look->layer, 1);
}

static void answer(struct exchange *x, struct map_look *look, const char *kind)
{
    count_layers(x, look);
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
    if (!seat_maps_ready(x->api->maps, x->part[0], x->asked.gzip, clock_mono(&x->api->spec.clock),
                         &look))
        return false;
    answer(x, &look, kind_of(x));
    return true;
}

static void answer_nothing(struct exchange *x)
{
    reply_error(x, 404, "NOT_FOUND", "There is no show \"%.60s\".", x->part[0]);
}

/* ---- the copy in Redis ------------------------------------------------------------------------
 *
 * A service copies the map it hands out to Redis, so that one that has just started has an answer
 * before it has read the show, at most a minute old and marked with its age. Only this public map
 * is ever answered so: what is held, sold or shown to an owner is asked of the house. A copy that
 * lies cannot sell anything, because a hold compares the seat in PostgreSQL. It cannot even lie
 * much: it begins with a seal over itself and the show's name, made with a secret that Redis does
 * not know, so half a copy, another show's or a forged one is passed over. (The seal hashes twice:
 * with one hash Redis could append to a sealed copy.) An old one has its age by Redis' clock.
 */

enum { COPY_MOST = 4 * 1024 * 1024 }; /* more takes Redis too long to be asked for it at once */

static void seal_copy(struct api *api, const char *show, const char *bytes, size_t size,
                      uint8_t seal[HASH_SIZE])
{
    const struct crypt_port *crypt = api->spec.crypt;
    const uint8_t *secret = token_table_secret(api->tokens);
    struct hash_state state;
    crypt->hash_start(&state);
    crypt->hash_add(&state, secret, TOKEN_SECRET);
    crypt->hash_add(&state, show, strlen(show) + 1);
    crypt->hash_add(&state, bytes, size);
    crypt->hash_end(&state, seal);
    crypt->hash_start(&state);
    crypt->hash_add(&state, secret, TOKEN_SECRET);
    crypt->hash_add(&state, seal, HASH_SIZE);
    crypt->hash_end(&state, seal);
}

static void put_copy(struct api *api, const struct service_engine *engine, const char *show,
                     const struct page *page, int64_t age_ms)
{
    uint8_t *sealed = x_alloc(HASH_SIZE + page->size);
    const struct registry_page copy = {sealed, HASH_SIZE + page->size, age_ms};
    seal_copy(api, show, page->bytes, page->size, sealed);
    memcpy(sealed + HASH_SIZE, page->bytes, page->size);
    engine->registry->ops->page_put(engine->registry, show, &copy);
    free(sealed);
}

/* Behind an answer: opens what was answered from a copy, and copies what is open. */
static void keep_copy(struct api *api, const struct service_engine *engine, const char *show)
{
    int64_t age_ms;
    seat_maps_open(api->maps, engine->store, &engine->clock, show);
    struct page *page = seat_maps_copy(api->maps, &engine->clock, show, &age_ms);
    if (page && page->size <= COPY_MOST)
        put_copy(api, engine, show, page, age_ms);
    page_leave(&page);
}

/* The document of a copy; NULL: there is none that may be shown. */
static const char *find_copy(struct exchange *x, size_t *size, int64_t *age_ms)
{
    struct registry *registry = x->engine->registry;
    struct registry_page copy;
    uint8_t seal[HASH_SIZE];
    if (!registry->ops->page_get(registry, x->part[0], x->arena, &copy) || copy.size <= HASH_SIZE)
        return NULL;
    const char *document = (const char *)copy.bytes + HASH_SIZE;
    *size = copy.size - HASH_SIZE;
    *age_ms = copy.age_ms;
    seal_copy(x->api, x->part[0], document, *size, seal);
    return memcmp(seal, copy.bytes, HASH_SIZE) == 0 ? document : NULL;
}

/* {"age":n, and then as it was sent before. */
static struct page *page_of_copy(bool gzip, const char *head, const char *document, size_t size)
{
    size_t head_size = strlen(head);
    if (gzip) {
        struct piece pieces[] = {piece_new(head, head_size), piece_new(document + 1, size - 1)};
        struct page *zipped = page_of_pieces(pieces, COUNT_OF(pieces));
        for (int i = 0; i < COUNT_OF(pieces); i++)
            page_leave(&pieces[i].packed);
        return zipped;
    }
    struct page *page = page_new(head_size + size - 1);
    memcpy(page->bytes, head, head_size);
    memcpy(page->bytes + head_size, document + 1, size - 1);
    return page;
}

/* Without a tag: it is nothing to compare later answers with. */
static bool answer_copy(struct exchange *x)
{
    static const struct map_look look = {.layer = MAP_REDIS};
    size_t size;
    int64_t age_ms;
    const char *document = find_copy(x, &size, &age_ms);
    if (!document)
        return false;
    count_layers(x, &look);
    const char *age = arena_printf(x->arena, "%" PRId64, age_ms / 1000);
    reply_header(x, "Age", age);
    reply_header(x, "Cache-Control", "private, no-cache");
    reply_header(x, "Vary", "Accept-Encoding");
    if (x->asked.gzip)
        reply_header(x, "Content-Encoding", "gzip");
    x->reply.status = 200;
    x->reply.type = json_type;
    x->reply.page =
        page_of_copy(x->asked.gzip, arena_printf(x->arena, "{\"age\":%s,", age), document, size);
    x->after = keep_copy;
    return true;
}

/* ---- asking -----------------------------------------------------------------------------------
 */

static void answer_whole(struct exchange *x)
{
    struct map_look look;
    struct err err;
    bool copies = x->engine->registry && strlen(x->part[0]) < SLUG_TEXT;
    bool cold = copies && !seat_maps_has(x->api->maps, x->part[0], clock_mono(&x->engine->clock));
    if (cold && answer_copy(x))
        return;
    if (seat_maps_look(x->api->maps, x->engine->store, &x->engine->clock, x->part[0], x->asked.gzip,
                       &look, &err)) {
        reply_unavailable(x);
    } else if (look.page) {
        look.copy_missed = cold;
        answer(x, &look, kind_of(x));
        x->after = copies ? keep_copy : NULL;
    } else {
        answer_nothing(x);
    }
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
