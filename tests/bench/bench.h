/*
 * Figures, each a ratio taken in one run so that the machine cancels out.
 *
 * A bench program calls bench_run for each figure and returns bench_end(). Both sides of a pair run
 * alternately, several times, and the medians are compared. People read the table; programs read
 * the lines `NAME RATIO GOAL ok|short` after it
 * (`make bench` gathers those of all programs at its end). A figure that misses its goal says
 * `short` and fails nothing; only a side that could not run fails the program. A figure whose
 * yardstick is not installed has '-' for its ratio and the word `skipped`.
 */
#ifndef LOGE_TESTS_BENCH_BENCH_H
#define LOGE_TESTS_BENCH_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/attr.h"

enum { BENCH_ROUNDS_MAX = 101 };

/* One measured piece of work. Sets up, measures only what counts, and returns its nanoseconds, or
 * how many of another unit it took. */
typedef int64_t bench_side(void *ctx);

enum bench_ratio {
    BENCH_RATE, /* how fast ours is against the yardstick: 1.0 the same, 0.5 half as fast */
    BENCH_TIME, /* how long ours takes against the yardstick: 1.0 the same, 2.0 twice */
};

enum bench_unit { BENCH_NS, BENCH_BYTES, BENCH_KILOBYTES, BENCH_WAKES, BENCH_FRAMES, BENCH_SEATS };

struct bench_figure {
    const char *name; /* "local.hold_sale" */
    const char *goal; /* ">=0.7" or "<=2.0" */
    const char *what; /* one line for people */
    enum bench_ratio ratio;
    enum bench_unit unit; /* of both sides and of the budget */
    int rounds;           /* 0: 9 */
    bool least;    /* compare the least of both sides instead: the rest is other programs' doing */
    int64_t units; /* how often one run does the thing; the table shows time a unit; 0: 1 */
    bench_side *ours;
    bench_side *bare; /* the yardstick; NULL with a budget */
    int64_t budget;   /* without a bare side: what a unit may take */
};

/* Is this figure asked for (environment BENCH: part of its name)? Saves needless set-up. */
bool bench_wanted(const char *name);

/* Runs both sides (or ours against its budget) unless not wanted. */
void bench_run(const struct bench_figure *figure, void *ctx);

/* Says in the figure's place why it was not measured here: "htop is not installed". */
void bench_skip(const struct bench_figure *figure, const char *why);

/* Prints the lines; the exit code of the program. */
int bench_end(void) MUST_USE;

/* Monotonic nanoseconds. */
int64_t bench_now(void);

/* Does it so often, one a period; what came late follows at once, so that the rate holds. */
void bench_beat(int64_t period_ns, uint64_t times, void (*act)(void *ctx), void *ctx);

/* Ends the program with one sentence: a bench whose set-up fails measures nothing. */
void bench_fail(const char *fmt, ...) PRINTF(1, 2) __attribute__((noreturn));

/* A directory of its own below $TMPDIR, removed by bench_end. */
const char *bench_dir(void);

#endif
