/*
 * The till's own map of one show: the drawing, how each seat stands, and how it is known.
 *
 * A seat is known for sure when the store said so, at a moment; what the feed says is hearsay,
 * taken when its version is newer. The store's word always counts, newer or not.
 */
#ifndef LOGE_ADAPTER_HOUSE_MAP_H
#define LOGE_ADAPTER_HOUSE_MAP_H

#include "src/port/registry.h"
#include "src/port/store.h"

struct house_map {
    struct arena *arena; /* NULL: no map */
    struct snapshot at;  /* whole; last_event is what the store is known to have told up to */
    struct plan_index *labels;
    int32_t *index_of; /* seat number to index, -1: none */
    int32_t index_count;
    int64_t *sure_at; /* monotonic; INT64_MIN: hearsay */
    bool *dirty;      /* changed and not told to the follower */
    int dirty_count;
    int32_t plan_version;
};

void house_map_load(struct house_map *map, const struct snapshot *snapshot, int32_t plan_version,
                    int64_t mono);
void house_map_drop(struct house_map *map);
static inline bool house_map_is(const struct house_map *map, int32_t show)
{
    return map->arena && map->at.show.no == show;
}

/* The store said so. */
void house_map_learn(struct house_map *map, int32_t seat, const struct seat_state *state,
                     int64_t mono);
/* Somebody said so. */
void house_map_hear(struct house_map *map, int32_t seat, const struct seat_state *state);
/* A newer whole map of the same drawing; false: it is of another one. */
bool house_map_refresh(struct house_map *map, const struct snapshot *snapshot, int64_t mono);

/* Sums of the map as it is, in its own arena's terms: blocks live in `arena`. */
void house_map_digest(const struct house_map *map, struct arena *arena, struct map_digest *digest);

/* Copies of everything, of the show's row alone, or of the rows with the labels; false: a label is
 * not known. */
void house_map_copy(const struct house_map *map, struct arena *arena, struct snapshot *out);
void house_map_show(const struct house_map *map, struct arena *arena, struct show *out);
bool house_map_rows(const struct house_map *map, const char *const *labels, int count,
                    struct arena *arena, struct snapshot *out);
/* Is a seat of this copy not free, and not for sure since `since`? */
bool house_map_unsure(const struct house_map *map, const struct snapshot *copy, int64_t since);

/* What the follower has not been told, by seat number; -1 when more than limit. Then all is told.
 */
int house_map_take_news(struct house_map *map, int limit, struct arena *arena,
                        struct fresh_seat **news);

#endif
