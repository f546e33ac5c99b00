#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "src/base/metrics.h"

enum { SALES, OPEN_HOLDS, ANSWER, HITS_MAP, HITS_ROWS, LAG, TOOK, RULES };

static const struct metric_rule rules[RULES] = {
    [SALES] = {.name = "loge_sales_total", .help = "Sales done.", .kind = METRIC_COUNTER},
    [OPEN_HOLDS] = {.name = "loge_open_holds",
                    .help = "Holds that are open now.",
                    .kind = METRIC_GAUGE},
    [ANSWER] = {.name = "loge_answer_us",
                .help = "Time to an answer.",
                .kind = METRIC_HISTOGRAM,
                .bounds = {10, 100, 1000}},
    [HITS_MAP] = {"loge_hits_total", "Hits.", METRIC_COUNTER, .labels = "layer=\"map\""},
    [HITS_ROWS] = {"loge_hits_total", "Hits.", METRIC_COUNTER, .labels = "layer=\"rows\""},
    [LAG] = {"loge_lag_seconds", "Lag.", METRIC_GAUGE, .per = 1000},
    [TOOK] =
        {"loge_took_seconds", "Time.", METRIC_HISTOGRAM, {20, 1000}, "worker=\"reaper\"", 1000},
};

static struct metrics *metrics;

static int set_up(void **state)
{
    metrics = metrics_new(rules, RULES);
    return 0;
}

static int tear_down(void **state)
{
    metrics_free(&metrics);
    return 0;
}

static void counters_grow_and_gauges_move(void **state)
{
    metrics_add(metrics, SALES, 1);
    metrics_add(metrics, SALES, 2);
    metrics_set(metrics, OPEN_HOLDS, 7);
    metrics_set(metrics, OPEN_HOLDS, -3);
    assert_int_equal(metrics_value(metrics, SALES), 3);
    assert_int_equal(metrics_value(metrics, OPEN_HOLDS), -3);
}

static void all_is_printed_as_text(void **state)
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    metrics_add(metrics, SALES, 5);
    metrics_observe(metrics, ANSWER, 10);
    metrics_observe(metrics, ANSWER, 11);
    metrics_observe(metrics, ANSWER, 5000);
    metrics_add(metrics, HITS_ROWS, 2);
    metrics_move(metrics, LAG, 40);
    metrics_move(metrics, LAG, 1500);
    metrics_observe(metrics, TOOK, 15);
    metrics_print(metrics, file);
    fclose(file);
    assert_string_equal(text, "# HELP loge_sales_total Sales done.\n"
                              "# TYPE loge_sales_total counter\n"
                              "loge_sales_total 5\n"
                              "# HELP loge_open_holds Holds that are open now.\n"
                              "# TYPE loge_open_holds gauge\n"
                              "loge_open_holds 0\n"
                              "# HELP loge_answer_us Time to an answer.\n"
                              "# TYPE loge_answer_us histogram\n"
                              "loge_answer_us_bucket{le=\"10\"} 1\n"
                              "loge_answer_us_bucket{le=\"100\"} 2\n"
                              "loge_answer_us_bucket{le=\"1000\"} 2\n"
                              "loge_answer_us_bucket{le=\"+Inf\"} 3\n"
                              "loge_answer_us_sum 5021\n"
                              "loge_answer_us_count 3\n"
                              "# HELP loge_hits_total Hits.\n"
                              "# TYPE loge_hits_total counter\n"
                              "loge_hits_total{layer=\"map\"} 0\n"
                              "loge_hits_total{layer=\"rows\"} 2\n"
                              "# HELP loge_lag_seconds Lag.\n"
                              "# TYPE loge_lag_seconds gauge\n"
                              "loge_lag_seconds 1.540\n"
                              "# HELP loge_took_seconds Time.\n"
                              "# TYPE loge_took_seconds histogram\n"
                              "loge_took_seconds_bucket{worker=\"reaper\",le=\"0.020\"} 1\n"
                              "loge_took_seconds_bucket{worker=\"reaper\",le=\"1.000\"} 1\n"
                              "loge_took_seconds_bucket{worker=\"reaper\",le=\"+Inf\"} 1\n"
                              "loge_took_seconds_sum{worker=\"reaper\"} 0.015\n"
                              "loge_took_seconds_count{worker=\"reaper\"} 1\n");
    assert_int_equal(metrics_value(metrics, ANSWER), 3);
    free(text);
}

static void *count_a_lot(void *unused)
{
    for (int i = 0; i < 20000; i++) {
        metrics_add(metrics, SALES, 1);
        metrics_observe(metrics, ANSWER, i);
    }
    return unused;
}

static void threads_lose_no_count(void **state)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, count_a_lot, NULL), 0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(metrics_value(metrics, SALES), 60000);
    assert_int_equal(metrics_value(metrics, ANSWER), 60000);
}

static void nobody_has_to_count(void **state)
{
    metrics_add(NULL, SALES, 1);
    metrics_set(NULL, OPEN_HOLDS, 1);
    metrics_observe(NULL, ANSWER, 1);
}

#define METRICS_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        METRICS_TEST(counters_grow_and_gauges_move),
        METRICS_TEST(all_is_printed_as_text),
        METRICS_TEST(threads_lose_no_count),
        METRICS_TEST(nobody_has_to_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
