/*
 * Counters, gauges and histograms, named in a const table by whoever counts (the index into the
 * table is the metric) and printed in the text format monitoring systems read:
 *
 *     # HELP loge_act_duration_seconds Time from an act to its answer.
 *     # TYPE loge_act_duration_seconds histogram
 *     loge_act_duration_seconds_bucket{le="0.100"} 7
 *
 * Any thread may count; counting takes no lock. Values are whole numbers in the unit the name ends
 * with, or in thousandths of it. Metrics of one name that stand together differ by their labels.
 */
#ifndef LOGE_BASE_METRICS_H
#define LOGE_BASE_METRICS_H

#include <stdint.h>
#include <stdio.h>

#include "src/base/attr.h"

enum { METRIC_BOUNDS = 12 };
enum metric_kind { METRIC_COUNTER, METRIC_GAUGE, METRIC_HISTOGRAM };

struct metric_rule {
    const char *name; /* loge_holds_total: a-z 0-9 and '_' */
    const char *help; /* one sentence */
    enum metric_kind kind;
    int64_t bounds[METRIC_BOUNDS]; /* of a histogram: upper ends, rising; 0 ends the list */
    const char *labels;            /* layer="map"; NULL: none */
    int64_t per;                   /* 1000: values are thousandths; 0: whole */
};

struct metrics;

/* The table must outlive the metrics. A malformed table is a bug. */
struct metrics *metrics_new(const struct metric_rule *rules, int count) RETURNS_FRESH;
void metrics_free(struct metrics **metrics);

/* Counting a metric as a kind it is not is a bug. A NULL metrics counts nothing. */
void metrics_add(struct metrics *metrics, int metric, int64_t by);        /* counter: by >= 0 */
void metrics_set(struct metrics *metrics, int metric, int64_t value);     /* gauge */
void metrics_move(struct metrics *metrics, int metric, int64_t by);       /* gauge */
void metrics_observe(struct metrics *metrics, int metric, int64_t value); /* histogram */

/* Of a counter or gauge; of a histogram how often it was observed. */
int64_t metrics_value(struct metrics *metrics, int metric);

/* Every series that only grows, by its whole name: counters, and of a histogram "_sum" and
 * "_count". Always the same ones in the same order. */
void metrics_each(struct metrics *metrics,
                  void (*tell)(void *ctx, const char *series, int64_t value), void *ctx);

/* Every metric of the table, in its order. */
void metrics_print(struct metrics *metrics, FILE *file);

#endif
