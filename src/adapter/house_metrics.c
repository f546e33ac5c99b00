#include "config.h"

#include "src/adapter/house_metrics.h"

#define COUNTS(n, h)                                     \
    {                                                    \
        .name = (n), .help = (h), .kind = METRIC_COUNTER \
    }
/* A read that a layer could not answer is a miss there, and goes on to the next. */
#define READS(layer, result)                                                                     \
    {                                                                                            \
        .name = "loge_map_reads_total",                                                          \
        .help = "Reads of seats, by layer and whether it could answer.", .kind = METRIC_COUNTER, \
        .labels = "layer=\"" layer "\",result=\"" result "\""                                    \
    }

const struct metric_rule house_metric_rules[HOUSE_METRICS] = {
    [HOUSE_REDIS_CALLS] = COUNTS("loge_redis_calls_total", "Calls of Redis."),
    [HOUSE_REDIS_FAILURES] = COUNTS("loge_redis_failures_total", "Calls of Redis that failed."),
    [HOUSE_REDIS_SLOW] = COUNTS("loge_redis_slow_total", "Calls of Redis that were too slow."),
    [HOUSE_BREAKER_OPENED] =
        COUNTS("loge_redis_breaker_opened_total", "Times a breaker before Redis opened."),
    [HOUSE_BREAKERS_OPEN] = {.name = "loge_redis_breakers_open",
                             .help = "Engines and workers that leave Redis alone now.",
                             .kind = METRIC_GAUGE},
    [HOUSE_READS_HOT] = READS("hot", "hit"),
    [HOUSE_MISSES_HOT] = READS("hot", "miss"),
    [HOUSE_READS_REDIS] = READS("redis", "hit"),
    [HOUSE_MISSES_REDIS] = READS("redis", "miss"),
    [HOUSE_READS_TRUTH] = READS("postgresql", "hit"),
    [HOUSE_APPLIES] = COUNTS("loge_store_applies_total", "Acts that were sent to PostgreSQL."),
    [HOUSE_REFUSED_EARLY] =
        COUNTS("loge_refused_early_total", "Acts that Redis refused before PostgreSQL was asked."),
    [HOUSE_FALLBACKS] =
        COUNTS("loge_hold_fallbacks_total", "Holds decided by PostgreSQL alone, without Redis."),
    [HOUSE_HEALED] = COUNTS("loge_registry_healed_total", "Seats Redis told wrongly of."),
    [HOUSE_FEED_LAG_MS] = {.name = "loge_feed_lag_seconds",
                           .help = "For how long a show was followed without the feed.",
                           .kind = METRIC_GAUGE,
                           .per = 1000},
};

static bool is_open(const struct house_speed *speed)
{
    return speed->state != BREAKER_CLOSED;
}

void house_metrics_tell(struct metrics *metrics, const struct house_speed *now,
                        struct house_speed *before)
{
    const struct {
        enum house_metric metric;
        int64_t now, before;
    } counts[] = {
        {HOUSE_REDIS_CALLS, now->redis.calls, before->redis.calls},
        {HOUSE_REDIS_FAILURES, now->redis.failures, before->redis.failures},
        {HOUSE_REDIS_SLOW, now->redis.slow, before->redis.slow},
        {HOUSE_BREAKER_OPENED, now->redis.opened, before->redis.opened},
        {HOUSE_READS_HOT, now->own_maps + now->own_rows, before->own_maps + before->own_rows},
        {HOUSE_MISSES_HOT, now->own_misses, before->own_misses},
        {HOUSE_READS_REDIS, now->registry_hits, before->registry_hits},
        {HOUSE_MISSES_REDIS, now->registry_misses, before->registry_misses},
        {HOUSE_READS_TRUTH, now->truth_reads, before->truth_reads},
        {HOUSE_APPLIES, now->applies, before->applies},
        {HOUSE_REFUSED_EARLY, now->refused_early, before->refused_early},
        {HOUSE_FALLBACKS, now->fallbacks, before->fallbacks},
        {HOUSE_HEALED, now->healed, before->healed},
    };
    for (int i = 0; i < COUNT_OF(counts); i++)
        metrics_add(metrics, (int)counts[i].metric, counts[i].now - counts[i].before);
    metrics_move(metrics, HOUSE_BREAKERS_OPEN, is_open(now) - is_open(before));
    metrics_set(metrics, HOUSE_FEED_LAG_MS, now->silent_ms);
    *before = *now;
}
