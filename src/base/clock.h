/*
 * Time, injected. Wall milliseconds are for storing and showing, monotonic ones for deadlines and
 * for measuring. Nothing else in the program asks the system what time it is.
 */
#ifndef LOGE_BASE_CLOCK_H
#define LOGE_BASE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/attr.h"

enum { TIME_TEXT = 25 }; /* "2026-11-20T19:30:00.000Z" and the end */

struct clock {
    int64_t (*wall_ms)(void *ctx);
    int64_t (*mono_ms)(void *ctx);
    void (*pause_ms)(void *ctx, int64_t ms); /* back-off between retries; fakes just advance */
    void *ctx;
};

struct clock clock_system(void);

/* A clock that stands still until told; pause_ms advances it. ctx is the struct itself. */
struct fake_clock {
    int64_t wall, mono;
};
struct clock clock_fake(struct fake_clock *fake);

static inline int64_t clock_wall(const struct clock *clock)
{
    return clock->wall_ms(clock->ctx);
}

static inline int64_t clock_mono(const struct clock *clock)
{
    return clock->mono_ms(clock->ctx);
}

/* Of two moments; INT64_MAX is never. */
static inline int64_t clock_sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Minutes east of UTC at that moment, in the time zone this process runs in: the house's. */
int clock_offset_min(int64_t wall_ms);

/* ISO 8601 UTC. Milliseconds are written only when they are not zero. Returns out. */
char *time_text(int64_t wall_ms, char out[TIME_TEXT]);
/*
 * Reads "2026-11-20T19:30Z", with or without seconds, fraction, or an offset like "+02:00".
 * Years 1970 to 9999 only. False leaves *out alone.
 */
bool time_parse(const char *text, int64_t *out_ms) MUST_USE;

#endif
