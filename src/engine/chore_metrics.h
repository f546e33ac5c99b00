/* What background workers did, for whoever watches the service: a series a worker. */
#ifndef LOGE_ENGINE_CHORE_METRICS_H
#define LOGE_ENGINE_CHORE_METRICS_H

#include <stdbool.h>

#include "src/base/metrics.h"
#include "src/port/chores.h"

enum { CHORE_NAMES = 7 };

enum chore_metric {
    CHORE_RUNS, /* + the worker's place among the names */
    CHORE_DONE = CHORE_RUNS + CHORE_NAMES,
    CHORE_FAILED = CHORE_DONE + CHORE_NAMES,
    CHORE_TOOK = CHORE_FAILED + CHORE_NAMES,
    CHORE_WAITS = CHORE_TOOK + CHORE_NAMES, /* + enum waits_for */
    CHORE_METRICS = CHORE_WAITS + WAITS_COUNT
};
extern const struct metric_rule chore_metric_rules[CHORE_METRICS];

struct chore_run_told {
    const char *worker;
    int64_t done, ms;
    bool failed;
};
/* One run of a worker; one whose name is not in the table is not counted. */
void chore_metrics_tell(struct metrics *metrics, const struct chore_run_told *run);

/* What waits in the house now. */
void chore_metrics_waits(struct metrics *metrics, const int64_t counts[WAITS_COUNT]);

#endif
