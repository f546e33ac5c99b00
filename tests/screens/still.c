/*
 * Preloaded into the real program so that its screens are the same every time: the wall clock
 * stands still, at Friday 20 November 2026, 18:41 UTC or at STILL_AT seconds since 1970, and what
 * is random is counted up, for each thread on its own and from another number in each STILL_LIFE.
 * The monotonic clock goes on: waits are real.
 */
#include "config.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { FRIDAY_EVENING = 1795200060 };

static time_t now(void)
{
    const char *at = getenv("STILL_AT");
    return at ? (time_t)strtoll(at, NULL, 10) : FRIDAY_EVENING;
}

int clock_gettime(clockid_t id, struct timespec *out)
{
    if (id != CLOCK_REALTIME && id != CLOCK_REALTIME_COARSE)
        return (int)syscall(SYS_clock_gettime, id, out);
    *out = (struct timespec){.tv_sec = now()};
    return 0;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    (void)zone;
    *out = (struct timeval){.tv_sec = now()};
    return 0;
}

time_t time(time_t *out)
{
    if (out)
        *out = now();
    return now();
}

static uint64_t life(void)
{
    const char *number = getenv("STILL_LIFE");
    return number ? strtoull(number, NULL, 10) << 32 : 0;
}

/* Threads are told apart by the order in which they were made. */
static void fill(uint8_t *out, size_t size)
{
    static _Thread_local uint64_t state;
    if (!state)
        state = life() + (uint64_t)(syscall(SYS_gettid) - getpid()) + 1;
    for (size_t i = 0; i < size; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        out[i] = (uint8_t)(state >> 56);
    }
}

ssize_t getrandom(void *buffer, size_t size, unsigned int flags)
{
    (void)flags;
    fill(buffer, size);
    return (ssize_t)size;
}

int getentropy(void *buffer, size_t size)
{
    fill(buffer, size);
    return 0;
}
