/* What the fast layer before a house's store did, for whoever watches the service. */
#ifndef LOGE_ADAPTER_HOUSE_METRICS_H
#define LOGE_ADAPTER_HOUSE_METRICS_H

#include "src/adapter/house_store.h"
#include "src/base/metrics.h"

enum house_metric {
    HOUSE_REDIS_CALLS,
    HOUSE_REDIS_FAILURES,
    HOUSE_REDIS_SLOW,
    HOUSE_BREAKER_OPENED,
    HOUSE_BREAKERS_OPEN, /* of all stores that are told of */
    HOUSE_READS_HOT,     /* the process' own map */
    HOUSE_MISSES_HOT,
    HOUSE_READS_REDIS,
    HOUSE_MISSES_REDIS,
    HOUSE_READS_TRUTH,
    HOUSE_APPLIES,
    HOUSE_REFUSED_EARLY,
    HOUSE_FALLBACKS,
    HOUSE_HEALED,
    HOUSE_FEED_LAG_MS,
    HOUSE_METRICS
};
extern const struct metric_rule house_metric_rules[HOUSE_METRICS];

/* Tells what has happened since `before`, which becomes `now`. On the store's own thread. */
void house_metrics_tell(struct metrics *metrics, const struct house_speed *now,
                        struct house_speed *before);

#endif
