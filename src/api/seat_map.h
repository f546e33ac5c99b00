/*
 * The map of a show, kept ready: as one document, plain and zipped, which every answer shares.
 *
 * It is read once, and from then on follows the house's log: a change writes the block its seat
 * stands in anew, and the document is put together from its blocks. So what a change costs does not
 * grow with what a hall costs.
 */
#ifndef LOGE_API_SEAT_MAP_H
#define LOGE_API_SEAT_MAP_H

#include "src/api/page.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/port/store.h"

enum { MAP_FRESH_MS = 100, MAPS_KEPT = 32, MAP_COPY_MS = 15000 };

struct seat_maps;

struct seat_maps *seat_maps_new(void) RETURNS_FRESH;
void seat_maps_free(struct seat_maps **maps);

/* Which layer a look was answered by: each that comes before it was asked in vain. */
enum map_layer { MAP_HOT, MAP_REDIS, MAP_STORE, MAP_LAYERS };

/* What an answer needs of a map. */
struct map_look {
    enum map_layer layer;
    struct page *page; /* to be left */
    int64_t last_event;
    uint32_t version; /* of the show's row */
    bool copy_missed; /* Redis was asked before the store, in vain */
};

/* What lies ready, if it was right at most MAP_FRESH_MS ago; never waits for the house. */
bool seat_maps_ready(struct seat_maps *maps, const char *show, bool gzip, int64_t mono,
                     struct map_look *look) MUST_USE;

/* As it is now. RC_OK with look->page NULL: there is no such show. */
enum rc seat_maps_look(struct seat_maps *maps, struct store *store, const struct clock *clock,
                       const char *show, bool gzip, struct map_look *look,
                       struct err *err) MUST_USE;

/* Was the map read from the store, so that it need not be found elsewhere? */
bool seat_maps_has(struct seat_maps *maps, const char *show, int64_t mono) MUST_USE;

/* Reads it, unless it is there or somebody is at it. */
void seat_maps_open(struct seat_maps *maps, struct store *store, const struct clock *clock,
                    const char *show);

/* The plain document and how old it is, once in MAP_COPY_MS; NULL: it was given out already, or
 * there is none. */
struct page *seat_maps_copy(struct seat_maps *maps, const struct clock *clock, const char *show,
                            int64_t *age_ms);

/* What changed after an event: a document of its own. page NULL: no such show, or more than is
 * worth it (*whole): look at the map. */
enum rc seat_maps_since(struct seat_maps *maps, struct store *store, const struct clock *clock,
                        const char *show, int64_t since, struct map_look *look, bool *whole,
                        struct err *err) MUST_USE;

/* A map that is kept here, beside the store's sums: how far it is what its next reader should get.
 */
struct map_beside {
    char show[SLUG_TEXT];
    int64_t last_event;
    int held;          /* seats */
    int blocks_differ; /* of 256 seats (domain/digest.h); -1: the store keeps no sums */
};
/* All of them; rows in the arena. */
enum rc seat_maps_compare(struct seat_maps *maps, struct store *store, const struct clock *clock,
                          struct arena *arena, struct map_beside **out, int *count,
                          struct err *err) MUST_USE;

#endif
