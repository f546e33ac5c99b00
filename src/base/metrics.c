#include "config.h"

#include "src/base/metrics.h"

#include <assert.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/arena.h"

enum { NUMBER_TEXT = 32 };

struct metric {
    _Atomic int64_t value;                      /* of a histogram: the sum */
    _Atomic int64_t buckets[METRIC_BOUNDS + 1]; /* the last one has no upper end */
};

struct metrics {
    const struct metric_rule *rules;
    int count;
    struct metric at[];
};

static int bound_count(const struct metric_rule *rule)
{
    int count = 0;
    while (count < METRIC_BOUNDS && rule->bounds[count] != 0)
        count++;
    return count;
}

static bool well_formed(const struct metric_rule *rule)
{
    size_t length = strspn(rule->name, "abcdefghijklmnopqrstuvwxyz0123456789_");
    int bounds = bound_count(rule);
    for (int i = 1; i < bounds; i++)
        if (rule->bounds[i] <= rule->bounds[i - 1])
            return false;
    return length > 0 && rule->name[length] == '\0' && rule->help && *rule->help &&
           (bounds > 0) == (rule->kind == METRIC_HISTOGRAM) &&
           (rule->per == 0 || rule->per == 1000);
}

struct metrics *metrics_new(const struct metric_rule *rules, int count)
{
    struct metrics *metrics = x_alloc(sizeof *metrics + (size_t)count * sizeof metrics->at[0]);
    metrics->rules = rules;
    metrics->count = count;
    for (int i = 0; i < count; i++)
        assert(well_formed(&rules[i]));
    return metrics;
}

void metrics_free(struct metrics **metrics)
{
    free(*metrics);
    *metrics = NULL;
}

static struct metric *metric_of(struct metrics *metrics, int metric, enum metric_kind kind)
{
    assert(metric >= 0 && metric < metrics->count && metrics->rules[metric].kind == kind);
    return &metrics->at[metric];
}

void metrics_add(struct metrics *metrics, int metric, int64_t by)
{
    if (!metrics)
        return;
    assert(by >= 0 && "a counter only grows");
    atomic_fetch_add_explicit(&metric_of(metrics, metric, METRIC_COUNTER)->value, by,
                              memory_order_relaxed);
}

void metrics_set(struct metrics *metrics, int metric, int64_t value)
{
    if (!metrics)
        return;
    atomic_store_explicit(&metric_of(metrics, metric, METRIC_GAUGE)->value, value,
                          memory_order_relaxed);
}

void metrics_move(struct metrics *metrics, int metric, int64_t by)
{
    if (!metrics)
        return;
    atomic_fetch_add_explicit(&metric_of(metrics, metric, METRIC_GAUGE)->value, by,
                              memory_order_relaxed);
}

static int bucket_of(const struct metric_rule *rule, int64_t value)
{
    int bucket = 0, bounds = bound_count(rule);
    while (bucket < bounds && value > rule->bounds[bucket])
        bucket++;
    return bucket;
}

void metrics_observe(struct metrics *metrics, int metric, int64_t value)
{
    if (!metrics)
        return;
    struct metric *histogram = metric_of(metrics, metric, METRIC_HISTOGRAM);
    int bucket = bucket_of(&metrics->rules[metric], value);
    atomic_fetch_add_explicit(&histogram->buckets[bucket], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&histogram->value, value, memory_order_relaxed);
}

static int64_t observations(struct metric *histogram)
{
    int64_t sum = 0;
    for (int i = 0; i <= METRIC_BOUNDS; i++)
        sum += atomic_load_explicit(&histogram->buckets[i], memory_order_relaxed);
    return sum;
}

int64_t metrics_value(struct metrics *metrics, int metric)
{
    assert(metric >= 0 && metric < metrics->count);
    struct metric *found = &metrics->at[metric];
    if (metrics->rules[metric].kind == METRIC_HISTOGRAM)
        return observations(found);
    return atomic_load_explicit(&found->value, memory_order_relaxed);
}

static const char *number_text(const struct metric_rule *rule, int64_t value, char out[NUMBER_TEXT])
{
    if (rule->per)
        snprintf(out, NUMBER_TEXT, "%s%" PRId64 ".%03" PRId64, value < 0 ? "-" : "",
                 (value < 0 ? -value : value) / 1000, (value < 0 ? -value : value) % 1000);
    else
        snprintf(out, NUMBER_TEXT, "%" PRId64, value);
    return out;
}

static void print_bucket(const struct metric_rule *rule, const char *end, int64_t below, FILE *file)
{
    fprintf(file, "%s_bucket{%s%sle=\"%s\"} %" PRId64 "\n", rule->name,
            rule->labels ? rule->labels : "", rule->labels ? "," : "", end, below);
}

/* One line: the name and what it ends with, its labels, its value. */
static void print_line(const struct metric_rule *rule, const char *ending, const char *value,
                       FILE *file)
{
    fprintf(file, "%s%s%s%s%s %s\n", rule->name, ending, rule->labels ? "{" : "",
            rule->labels ? rule->labels : "", rule->labels ? "}" : "", value);
}

/* The total comes from the buckets printed, so that a line counted meanwhile cannot contradict. */
static void print_histogram(const struct metric_rule *rule, struct metric *histogram, FILE *file)
{
    char text[NUMBER_TEXT];
    int64_t below = 0;
    int bounds = bound_count(rule);
    for (int i = 0; i < bounds; i++) {
        below += atomic_load_explicit(&histogram->buckets[i], memory_order_relaxed);
        print_bucket(rule, number_text(rule, rule->bounds[i], text), below, file);
    }
    below += atomic_load_explicit(&histogram->buckets[bounds], memory_order_relaxed);
    int64_t sum = atomic_load_explicit(&histogram->value, memory_order_relaxed);
    print_bucket(rule, "+Inf", below, file);
    print_line(rule, "_sum", number_text(rule, sum, text), file);
    snprintf(text, sizeof text, "%" PRId64, below);
    print_line(rule, "_count", text, file);
}

static bool begins_family(const struct metrics *metrics, int metric)
{
    return metric == 0 || strcmp(metrics->rules[metric].name, metrics->rules[metric - 1].name) != 0;
}

void metrics_print(struct metrics *metrics, FILE *file)
{
    static const char *const kinds[] = {"counter", "gauge", "histogram"};
    char text[NUMBER_TEXT];
    for (int i = 0; i < metrics->count; i++) {
        const struct metric_rule *rule = &metrics->rules[i];
        if (begins_family(metrics, i))
            fprintf(file, "# HELP %s %s\n# TYPE %s %s\n", rule->name, rule->help, rule->name,
                    kinds[rule->kind]);
        if (rule->kind == METRIC_HISTOGRAM)
            print_histogram(rule, &metrics->at[i], file);
        else
            print_line(rule, "", number_text(rule, metrics_value(metrics, i), text), file);
    }
}

enum { SERIES_TEXT = 160 };

static const char *series_name(const struct metric_rule *rule, const char *ending,
                               char out[SERIES_TEXT])
{
    snprintf(out, SERIES_TEXT, "%s%s%s%s%s", rule->name, ending, rule->labels ? "{" : "",
             rule->labels ? rule->labels : "", rule->labels ? "}" : "");
    return out;
}

void metrics_each(struct metrics *metrics,
                  void (*tell)(void *ctx, const char *series, int64_t value), void *ctx)
{
    char name[SERIES_TEXT];
    for (int i = 0; metrics && i < metrics->count; i++) {
        const struct metric_rule *rule = &metrics->rules[i];
        int64_t value = atomic_load_explicit(&metrics->at[i].value, memory_order_relaxed);
        if (rule->kind == METRIC_COUNTER)
            tell(ctx, series_name(rule, "", name), value);
        if (rule->kind != METRIC_HISTOGRAM)
            continue;
        tell(ctx, series_name(rule, "_count", name), observations(&metrics->at[i]));
        tell(ctx, series_name(rule, "_sum", name), value);
    }
}
