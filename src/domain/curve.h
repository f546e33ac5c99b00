/*
 * Figures over time: evenly spaced, cumulated, squeezed into the columns there are, and the round
 * numbers and moments to write beside them. Whole numbers throughout: money is drawn here, too.
 */
#ifndef LOGE_DOMAIN_CURVE_H
#define LOGE_DOMAIN_CURVE_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/arena.h"
#include "src/base/attr.h"
#include "src/domain/say.h"

enum { CURVE_POINTS_MAX = 4096, TICKS_MAX = 16, TICK_TEXT = 48 };
#define CURVE_MINUTE ((int64_t)60 * 1000)
#define CURVE_HOUR   ((int64_t)3600 * 1000)
#define CURVE_DAY    (24 * CURVE_HOUR)

struct curve_sample {
    int64_t at, value;
};

struct curve {
    int64_t start, step; /* values[i] is of start + i * step and the step after it */
    int64_t *values;
    int count;
};

/*
 * Samples in any order, as sums a step; a step in which nothing happened is 0. The step is doubled
 * until CURVE_POINTS_MAX are enough. No samples: count is 0.
 */
struct curve curve_make(const struct curve_sample *samples, int count, int64_t step,
                        struct arena *arena);
/*
 * Samples in order of time, as what was so at the end of each step: the last one of it, or else
 * what was so before. The step is doubled until CURVE_POINTS_MAX are enough.
 */
struct curve curve_of_levels(const struct curve_sample *samples, int count, int64_t step,
                             struct arena *arena);
/* What has come together up to the end of each step. */
struct curve curve_cumulate(const struct curve *curve, struct arena *arena);
int64_t curve_most(const struct curve *curve); /* 0 when it is empty */
int64_t curve_sum(const struct curve *curve);

/* As many points as there are columns: sums of neighbours, or the last of them (cumulated). */
enum curve_squeeze { SQUEEZE_SUM, SQUEEZE_LAST };
void curve_squeeze(const struct curve *curve, enum curve_squeeze how, int64_t *columns, int count);

/*
 * "2026-11-20" or "2026-11-20 19:00", as reports label days and hours, on an axis of its own: what
 * the clock of the house shows, as if it were UTC. So a day has 24 steps also when the clock
 * changes, and an hour that it shows twice ("2026-10-25 02:00+01:00") is one step.
 */
bool curve_moment(const char *label, int64_t *at) MUST_USE;

/*
 * A share of `size`, rounded down; but what is not nothing is at least 1, and only the whole is
 * the whole (if size is above 1): a picture must not say "none" or "all" when it is not so.
 */
int curve_scale(int64_t value, int64_t most, int size);

/* Round values from 0 to the first that is not below most: 1, 2 or 5 times a power of ten. */
struct ticks {
    int64_t at[TICKS_MAX];
    int count;
    int64_t step;
};
struct ticks ticks_of(int64_t most, int want);
/* Round moments within [from, until]: whole hours, days, weeks at the house. */
struct ticks ticks_of_time(int64_t from, int64_t until, int offset_min, int want);
/* "19:00" within a day, else "20 Nov". Returns out. */
char *tick_time_text(int64_t at, int64_t step, int offset_min, say_in *language,
                     char out[TICK_TEXT]);

#endif
