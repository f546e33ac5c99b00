#include "config.h"

#include "src/domain/curve.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/domain/when.h"

static int64_t floor_to(int64_t value, int64_t step)
{
    int64_t rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

/* ---- points ------------------------------------------------------------------------------- */

static void find_span(const struct curve_sample *samples, int count, int64_t *first, int64_t *last)
{
    *first = *last = samples[0].at;
    for (int i = 1; i < count; i++) {
        *first = samples[i].at < *first ? samples[i].at : *first;
        *last = samples[i].at > *last ? samples[i].at : *last;
    }
}

/* Steps for all samples, and nothing in them. */
static struct curve empty_curve(const struct curve_sample *samples, int count, int64_t step,
                                struct arena *arena)
{
    struct curve curve = {.step = step};
    int64_t first, last;
    assert(step > 0);
    if (count == 0)
        return curve;
    find_span(samples, count, &first, &last);
    while ((last - floor_to(first, curve.step)) / curve.step >= CURVE_POINTS_MAX)
        curve.step *= 2;
    curve.start = floor_to(first, curve.step);
    curve.count = (int)((last - curve.start) / curve.step) + 1;
    curve.values = arena_array(arena, (size_t)curve.count, sizeof *curve.values);
    return curve;
}

struct curve curve_make(const struct curve_sample *samples, int count, int64_t step,
                        struct arena *arena)
{
    struct curve curve = empty_curve(samples, count, step, arena);
    for (int i = 0; i < count; i++)
        curve.values[(samples[i].at - curve.start) / curve.step] += samples[i].value;
    return curve;
}

struct curve curve_of_levels(const struct curve_sample *samples, int count, int64_t step,
                             struct arena *arena)
{
    struct curve curve = empty_curve(samples, count, step, arena);
    int next = 0;
    int64_t level = 0;
    for (int i = 0; i < curve.count; i++) {
        for (; next < count && samples[next].at < curve.start + (i + 1) * curve.step; next++)
            level = samples[next].value;
        curve.values[i] = level;
    }
    return curve;
}

struct curve curve_cumulate(const struct curve *curve, struct arena *arena)
{
    struct curve sums = *curve;
    int64_t sum = 0;
    sums.values = arena_array(arena, (size_t)curve->count + 1, sizeof *sums.values);
    for (int i = 0; i < curve->count; i++)
        sums.values[i] = sum += curve->values[i];
    return sums;
}

int64_t curve_most(const struct curve *curve)
{
    int64_t most = 0;
    for (int i = 0; i < curve->count; i++)
        most = curve->values[i] > most ? curve->values[i] : most;
    return most;
}

int64_t curve_sum(const struct curve *curve)
{
    int64_t sum = 0;
    for (int i = 0; i < curve->count; i++)
        sum += curve->values[i];
    return sum;
}

/* Column i stands for the points from i/count to (i+1)/count; at least one, so wide is fine. */
void curve_squeeze(const struct curve *curve, enum curve_squeeze how, int64_t *columns, int count)
{
    for (int i = 0; i < count; i++) {
        int from = (int)((int64_t)curve->count * i / count);
        int until = (int)((int64_t)curve->count * (i + 1) / count);
        columns[i] = 0;
        if (how == SQUEEZE_LAST && curve->count)
            columns[i] = curve->values[until > from ? until - 1 : from];
        for (int at = from; how == SQUEEZE_SUM && at < until; at++)
            columns[i] += curve->values[at];
    }
}

bool curve_moment(const char *label, int64_t *at)
{
    enum { DAY = sizeof "2026-11-20" - 1, HOUR = sizeof "2026-11-20 19:00" - 1 };
    char text[TIME_TEXT];
    size_t size = strlen(label);
    if (size == DAY)
        snprintf(text, sizeof text, "%sT00:00Z", label);
    else if (size == HOUR || size == HOUR + sizeof "+01:00" - 1)
        snprintf(text, sizeof text, "%.10sT%.5sZ", label, label + DAY + 1);
    else
        return false;
    return time_parse(text, at);
}

int curve_scale(int64_t value, int64_t most, int size)
{
    if (value <= 0 || most <= 0 || size <= 0)
        return 0;
    if (value >= most)
        return size;
    for (; most > INT64_MAX / size; most >>= 1)
        value >>= 1; /* the product must not overflow */
    int share = (int)(value * size / most);
    return share ? share : 1;
}

/* ---- ticks -------------------------------------------------------------------------------- */

struct ticks ticks_of(int64_t most, int want)
{
    static const int rounds[] = {1, 2, 5};
    struct ticks ticks = {.step = 1};
    int64_t power = 1;
    if (want < 1)
        want = 1;
    if (want > TICKS_MAX - 2)
        want = TICKS_MAX - 2;
    for (int i = 0; ticks.step < most / want + (most % want != 0); i++) {
        power *= i && i % COUNT_OF(rounds) == 0 ? 10 : 1;
        ticks.step = rounds[i % COUNT_OF(rounds)] * power;
    }
    do {
        ticks.at[ticks.count] = ticks.count * ticks.step;
    } while (ticks.at[ticks.count++] < most && ticks.count < TICKS_MAX);
    return ticks;
}

static int64_t time_step(int64_t span, int want)
{
    static const int hours[] = {1, 2, 3, 6, 12, 24, 2 * 24, 7 * 24, 14 * 24, 28 * 24};
    int64_t step = CURVE_HOUR;
    for (int i = 0; i < COUNT_OF(hours); i++) {
        step = hours[i] * CURVE_HOUR;
        if (span / step < want)
            return step;
    }
    while (span / step >= want)
        step *= 2;
    return step;
}

struct ticks ticks_of_time(int64_t from, int64_t until, int offset_min, int want)
{
    struct ticks ticks = {0};
    int64_t offset = (int64_t)offset_min * 60000;
    if (want < 1)
        want = 1;
    if (want > TICKS_MAX)
        want = TICKS_MAX;
    ticks.step = time_step(until - from, want);
    int64_t at = floor_to(from + offset, ticks.step) - offset;
    for (at += at < from ? ticks.step : 0; at <= until && ticks.count < want; at += ticks.step)
        ticks.at[ticks.count++] = at;
    return ticks;
}

char *tick_time_text(int64_t at, int64_t step, int offset_min, say_in *language,
                     char out[TICK_TEXT])
{
    struct when when = when_at(at, offset_min);
    if (step < CURVE_DAY && (when.hour || when.minute))
        snprintf(out, TICK_TEXT, "%02d:%02d", when.hour, when.minute);
    else
        /* L10N: day and month beside an axis; reorder them like %2$s */
        snprintf(out, TICK_TEXT, say(language, N_("%d %s")), when.day,
                 when_month(when.month, language));
    return out;
}
