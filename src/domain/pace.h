/*
 * How fast somebody may ask the house's service.
 *
 * Whoever asks (an address, a token) is counted in five windows that slide:
 *
 *     requests   so many in a minute          what is over is refused until there is room again
 *     holds      so many new holds a minute   the same
 *     maps       more different seat maps than that in 2 s:  a program is reading the house out
 *     burst      more requests than that in 5 s:             somebody floods it
 *     lookups    more wrong guesses at an order than that a minute: somebody tries codes and names
 *
 * The first two are limits that a busy visitor may meet, and what was refused is not counted. The
 * others are abuse: whatever was asked counts, and the caller shuts the source out for long.
 *
 * The rule is a pure function of what is remembered and the time it is given, so that a script in
 * Redis (data/lua/judge_pace.lua) can say the same; a test holds the two together.
 */
#ifndef LOGE_DOMAIN_PACE_H
#define LOGE_DOMAIN_PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/attr.h"

enum { PACE_MINUTE_MS = 60000, PACE_MAPS_MS = 2000, PACE_BURST_MS = 5000 };
enum { PACE_LIMIT_MOST = 1000, PACE_NAME = 64 };

/* 0: no limit. At most PACE_LIMIT_MOST each. */
struct pace_limits {
    int32_t requests, holds, maps, burst, lookups;
};

/* From mild to bad: of several the worst counts. */
enum pace_verdict {
    PACE_OK,
    PACE_REQUESTS,
    PACE_HOLDS,
    PACE_MAPS,
    PACE_BURST,
    PACE_LOOKUPS,
    PACE_VERDICTS,
};

struct pace_ask {
    bool hold;         /* makes one */
    uint32_t map;      /* whose seats are looked at; 0: nobody's */
    bool wrong_lookup; /* a request that was counted guessed wrong: only that is counted now */
    int64_t now;       /* ms; any clock, as long as it is the same one */
};

struct pace_answer {
    enum pace_verdict verdict;
    int64_t retry_ms; /* of REQUESTS and HOLDS: when there is room again */
    int64_t first;    /* the oldest of those that fill the window; of OK 0 */
};

static inline bool pace_is_abuse(enum pace_verdict verdict)
{
    return verdict >= PACE_MAPS;
}

/* "requests", "holds", "maps", "burst", "lookups"; also how they are kept. */
const char *pace_word(enum pace_verdict verdict);
/* Of a rule: how long its window is, in ms, and how many may be in it. */
int64_t pace_window(enum pace_verdict rule);
int32_t pace_most(const struct pace_limits *limits, enum pace_verdict rule);

static inline bool pace_is_on(const struct pace_limits *limits)
{
    return limits->requests || limits->holds || limits->maps || limits->burst || limits->lookups;
}

/* Those who asked last, by name; whoever has not asked for longest is forgotten first. */
struct pace_table;

struct pace_table *pace_table_new(const struct pace_limits *limits, int room) RETURNS_FRESH;
void pace_table_free(struct pace_table **table);
/* Judges one request of `name` (shorter than PACE_NAME) and counts it. */
struct pace_answer pace_judge(struct pace_table *table, const char *name,
                              const struct pace_ask *ask);
/* As if it had never asked. */
void pace_forget(struct pace_table *table, const char *name);

#endif
