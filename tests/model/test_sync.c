/*
 * The sync protocol under everything a network and a power supply do (tests/model/sync_sim.h): the
 * program's own steps, thousands of small worlds, each decided by its seed.
 *
 *   test_sync                    the cases that failed once, and a short slice
 *   SEEDS=1000000 FIRST=1        how many, and from where
 *   SEED=4711 test_sync          one, told step by step
 *   HUNT=1 SEEDS=1000            only until something is wrong
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/model/sync_sim.h"

enum { SLICE = 20000 };

static int tests, failed;

static int64_t wished(const char *name, int64_t otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoll(text, NULL, 10) : otherwise;
}

static void result(bool good, const char *what)
{
    tests++;
    failed += !good;
    printf("%sok %d - %s\n", good ? "" : "not ", tests, what);
}

static bool run_one(struct sim *sim, uint64_t seed, bool loud)
{
    const char *fault = sim_run(sim, seed, loud);
    if (fault)
        printf("# seed %" PRIu64 ": %s\n", seed, fault);
    return !fault;
}

/* Seeds that failed once, a line each; what they showed stands behind them. */
static bool run_cases(struct sim *sim)
{
    char line[200], path[1000];
    bool good = true;
    int count = 0;
    snprintf(path, sizeof path, "%s/tests/model/sync_cases.txt",
             getenv("srcdir") ? getenv("srcdir") : ".");
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (line[0] < '0' || line[0] > '9')
            continue;
        good = run_one(sim, strtoull(line, NULL, 10), false) && good;
        count++;
    }
    if (file)
        fclose(file);
    return good && count > 0;
}

static bool run_slice(struct sim *sim, uint64_t first, int64_t seeds)
{
    for (int64_t i = 0; i < seeds; i++)
        if (!run_one(sim, first + (uint64_t)i, false))
            return false;
    return true;
}

/* The same seed twice, with another between: the same things are fired. */
static bool replays(struct sim *sim)
{
    struct sim_sums sums[3];
    for (int i = 0; i < 3; i++) {
        sums[i] = *sim_sums_of(sim);
        if (!run_one(sim, 77, false))
            return false;
    }
    for (int i = 0; i < FIRED_COUNT; i++)
        if (sums[2].fired[i] - sums[1].fired[i] != sums[1].fired[i] - sums[0].fired[i])
            return false;
    return true;
}

/* A run in which some kind of fault never struck proves nothing about it. */
static bool report(const struct sim_sums *sums, double seconds)
{
    bool all = true;
    printf("# %" PRId64 " schedules", sums->schedules);
    if (seconds > 0)
        printf(", %.0f a second", (double)sums->schedules / seconds);
    putchar('\n');
    for (int i = 0; i < FIRED_COUNT; i++) {
        printf("# %10" PRId64 " %s\n", sums->fired[i], fired_name((enum fired)i));
        all = all && sums->fired[i] > 0;
    }
    return all;
}

int main(void)
{
    struct sim *sim = sim_new();
    int64_t seed = wished("SEED", -1);
    if (seed >= 0) {
        result(run_one(sim, (uint64_t)seed, true), "one seed, told step by step");
    } else if (wished("HUNT", 0)) {
        result(run_slice(sim, 1, wished("SEEDS", SLICE)), "nothing is wrong");
    } else {
        result(run_cases(sim), "the seeds that failed once");
        result(replays(sim), "a seed happens again exactly");
        clock_t start = clock();
        result(run_slice(sim, (uint64_t)wished("FIRST", 1), wished("SEEDS", SLICE)),
               "whatever happens, tills and house agree in the end");
        result(report(sim_sums_of(sim), (double)(clock() - start) / CLOCKS_PER_SEC),
               "every kind of fault was fired");
    }
    printf("1..%d\n", tests);
    sim_free(&sim);
    return failed > 0;
}
