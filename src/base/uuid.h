/*
 * UUIDv7: the key of every act and the name of every hold, sale and ticket.
 *
 * The first 48 bits are the wall clock in milliseconds, so keys sort by the time they were made;
 * the rest is random. A generator never goes back, even when the clock does.
 */
#ifndef LOGE_BASE_UUID_H
#define LOGE_BASE_UUID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "src/base/attr.h"

enum { UUID_TEXT = 37 }; /* 36 characters and the end */

struct uuid {
    uint8_t b[16];
};

/* Fills a buffer with random bytes; injected, so that tests are repeatable. */
struct rng {
    void (*fill)(void *ctx, void *buffer, size_t size);
    void *ctx;
};

struct uuid_source {
    struct rng rng;
    int64_t last_ms;   /* never goes back */
    uint16_t sequence; /* counts within one millisecond */
    bool pinned;       /* to that millisecond, whatever the clock says */
};

struct rng rng_system(void);           /* getrandom(2) */
struct rng rng_seeded(uint64_t *seed); /* xorshift, for tests and simulation */

/* Keys that are as old as this one and follow each other from the first on. */
struct uuid_source uuid_source_of(const struct uuid *id, struct rng rng);
struct uuid uuid_make(struct uuid_source *source, int64_t wall_ms);
bool uuid_is_zero(const struct uuid *id);
int uuid_compare(const struct uuid *a, const struct uuid *b);
static inline bool uuid_equal(const struct uuid *a, const struct uuid *b)
{
    return memcmp(a->b, b->b, sizeof a->b) == 0;
}

/* Lower-case canonical text into out[UUID_TEXT]; returns out. */
char *uuid_text(const struct uuid *id, char out[UUID_TEXT]);
/* Canonical text only (36 characters, any case). False leaves *out alone. */
bool uuid_parse(const char *text, struct uuid *out) MUST_USE;

/* Of this start of the machine, whose monotonic clock began then; where the system does not say,
 * one that is never met again. */
struct uuid uuid_of_boot(void);

#endif
