#include "config.h"

#include "src/domain/pace.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/arena.h"
#include "src/base/text.h"

/* The last `room` times something was done. */
struct ring {
    int64_t *at;
    int room, count, next;
};

struct seen_map {
    uint32_t map;
    int64_t at;
};

struct asker {
    char name[PACE_NAME];
    struct asker *same;          /* the next in its slot */
    struct asker *newer, *older; /* by when it asked last */
    struct ring burst, requests, holds, lookups;
    struct seen_map *maps; /* the newest, at most limits.maps + 1 */
    int map_count;
};

struct pace_table {
    struct pace_limits limits;
    int room, count, slots;
    struct asker *newest, *oldest;
    struct asker *slot[];
};

const char *pace_word(enum pace_verdict verdict)
{
    static const char *const words[PACE_VERDICTS] = {"ok",   "requests", "holds",
                                                     "maps", "burst",    "lookups"};
    return words[verdict];
}

int64_t pace_window(enum pace_verdict rule)
{
    static const int64_t windows[PACE_VERDICTS] = {[PACE_REQUESTS] = PACE_MINUTE_MS,
                                                   [PACE_HOLDS] = PACE_MINUTE_MS,
                                                   [PACE_MAPS] = PACE_MAPS_MS,
                                                   [PACE_BURST] = PACE_BURST_MS,
                                                   [PACE_LOOKUPS] = PACE_MINUTE_MS};
    return windows[rule];
}

int32_t pace_most(const struct pace_limits *limits, enum pace_verdict rule)
{
    const int32_t most[PACE_VERDICTS] = {[PACE_REQUESTS] = limits->requests,
                                         [PACE_HOLDS] = limits->holds,
                                         [PACE_MAPS] = limits->maps,
                                         [PACE_BURST] = limits->burst,
                                         [PACE_LOOKUPS] = limits->lookups};
    return most[rule];
}

/* ---- windows -------------------------------------------------------------------------------- */

static void ring_open(struct ring *ring, int room)
{
    ring->room = room;
    ring->at = x_alloc((size_t)room * sizeof *ring->at);
}

static void ring_add(struct ring *ring, int64_t now)
{
    ring->at[ring->next] = now;
    ring->next = (ring->next + 1) % ring->room;
    if (ring->count < ring->room)
        ring->count++;
}

/* The oldest of a full ring; false: it is not full. */
static bool ring_oldest(const struct ring *ring, int64_t *at)
{
    *at = ring->at[ring->next];
    return ring->count == ring->room;
}

/* Counts one more in a ring of limit + 1. The oldest of them if all fell into the window; else 0.
 */
static int64_t overflow(struct ring *ring, int64_t window, int64_t now)
{
    int64_t first;
    ring_add(ring, now);
    return ring_oldest(ring, &first) && first > now - window ? first : 0;
}

/* The place of this map, or of the one that gives way to it. */
static struct seen_map *place_of(struct asker *asker, int32_t limit, uint32_t map)
{
    struct seen_map *oldest = &asker->maps[0];
    for (int i = 0; i < asker->map_count; i++) {
        if (asker->maps[i].map == map)
            return &asker->maps[i];
        if (asker->maps[i].at < oldest->at)
            oldest = &asker->maps[i];
    }
    return asker->map_count <= limit ? &asker->maps[asker->map_count++] : oldest;
}

/* The oldest look of limit + 1 different maps within the window; 0: they are not so many. */
static int64_t reads_out(struct asker *asker, int32_t limit, const struct pace_ask *ask)
{
    int fresh = 0;
    int64_t first = ask->now;
    if (!limit || !ask->map)
        return 0;
    *place_of(asker, limit, ask->map) = (struct seen_map){ask->map, ask->now};
    for (int i = 0; i < asker->map_count; i++) {
        fresh += asker->maps[i].at > ask->now - PACE_MAPS_MS;
        first = asker->maps[i].at < first ? asker->maps[i].at : first;
    }
    return fresh > limit ? first : 0;
}

/* When there is room in the minute; 0: now. */
static int64_t room_in(const struct ring *ring, int32_t limit, int64_t now)
{
    int64_t first;
    if (!limit || !ring_oldest(ring, &first) || first <= now - PACE_MINUTE_MS)
        return 0;
    int64_t wait = first + PACE_MINUTE_MS - now;
    return wait < PACE_MINUTE_MS ? wait : PACE_MINUTE_MS; /* whoever's clock went back */
}

static struct pace_answer wait_for_room(enum pace_verdict rule, int64_t wait, int64_t now)
{
    return (struct pace_answer){rule, wait, now + wait - PACE_MINUTE_MS};
}

static struct pace_answer judge_lookup(struct asker *asker, int32_t limit, int64_t now)
{
    int64_t first = limit ? overflow(&asker->lookups, PACE_MINUTE_MS, now) : 0;
    return (struct pace_answer){first ? PACE_LOOKUPS : PACE_OK, 0, first};
}

static struct pace_answer judge(struct asker *asker, const struct pace_limits *limits,
                                const struct pace_ask *ask)
{
    if (ask->wrong_lookup)
        return judge_lookup(asker, limits->lookups, ask->now);
    int64_t flood = limits->burst ? overflow(&asker->burst, PACE_BURST_MS, ask->now) : 0;
    int64_t read_out = reads_out(asker, limits->maps, ask);
    int64_t hold_wait = ask->hold ? room_in(&asker->holds, limits->holds, ask->now) : 0;
    int64_t wait = room_in(&asker->requests, limits->requests, ask->now);
    if (flood || read_out)
        return (struct pace_answer){flood ? PACE_BURST : PACE_MAPS, 0, flood ? flood : read_out};
    if (hold_wait)
        return wait_for_room(PACE_HOLDS, hold_wait, ask->now);
    if (wait)
        return wait_for_room(PACE_REQUESTS, wait, ask->now);
    if (limits->requests)
        ring_add(&asker->requests, ask->now);
    if (limits->holds && ask->hold)
        ring_add(&asker->holds, ask->now);
    return (struct pace_answer){PACE_OK, 0, 0};
}

/* ---- who asks ------------------------------------------------------------------------------- */

static struct asker *asker_new(const struct pace_limits *limits, const char *name)
{
    struct asker *asker = x_alloc(sizeof *asker);
    text_copy(asker->name, sizeof asker->name, name);
    ring_open(&asker->burst, limits->burst + 1);
    ring_open(&asker->lookups, limits->lookups + 1);
    ring_open(&asker->requests, limits->requests ? limits->requests : 1);
    ring_open(&asker->holds, limits->holds ? limits->holds : 1);
    asker->maps = x_alloc(((size_t)limits->maps + 1) * sizeof *asker->maps);
    return asker;
}

static void asker_free(struct asker *asker)
{
    free(asker->burst.at);
    free(asker->requests.at);
    free(asker->holds.at);
    free(asker->lookups.at);
    free(asker->maps);
    free(asker);
}

static struct asker **slot_of(struct pace_table *table, const char *name)
{
    uint64_t hash = 1469598103934665603U;
    for (const char *at = name; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 1099511628211U;
    struct asker **slot = &table->slot[(hash ^ hash >> 32) % (unsigned)table->slots];
    while (*slot && strcmp((*slot)->name, name) != 0)
        slot = &(*slot)->same;
    return slot;
}

static void unlink_age(struct pace_table *table, struct asker *asker)
{
    *(asker->newer ? &asker->newer->older : &table->newest) = asker->older;
    *(asker->older ? &asker->older->newer : &table->oldest) = asker->newer;
}

static void link_newest(struct pace_table *table, struct asker *asker)
{
    asker->newer = NULL;
    asker->older = table->newest;
    *(table->newest ? &table->newest->newer : &table->oldest) = asker;
    table->newest = asker;
}

void pace_forget(struct pace_table *table, const char *name)
{
    struct asker **slot = slot_of(table, name), *asker = *slot;
    if (!asker)
        return;
    *slot = asker->same;
    unlink_age(table, asker);
    asker_free(asker);
    table->count--;
}

static struct asker *find(struct pace_table *table, const char *name)
{
    struct asker *asker = *slot_of(table, name);
    if (asker) {
        unlink_age(table, asker);
        link_newest(table, asker);
        return asker;
    }
    if (table->count == table->room)
        pace_forget(table, table->oldest->name);
    asker = *slot_of(table, name) = asker_new(&table->limits, name);
    link_newest(table, asker);
    table->count++;
    return asker;
}

/* ---- the table ------------------------------------------------------------------------------ */

struct pace_table *pace_table_new(const struct pace_limits *limits, int room)
{
    struct pace_table *table = x_alloc(sizeof *table + 2 * (size_t)room * sizeof table->slot[0]);
    table->limits = *limits;
    table->room = room;
    table->slots = 2 * room;
    return table;
}

void pace_table_free(struct pace_table **table)
{
    if (!*table)
        return;
    while ((*table)->oldest)
        pace_forget(*table, (*table)->oldest->name);
    free(*table);
    *table = NULL;
}

struct pace_answer pace_judge(struct pace_table *table, const char *name,
                              const struct pace_ask *ask)
{
    assert(strlen(name) < PACE_NAME);
    return judge(find(table, name), &table->limits, ask);
}
