/*
 * How many schedules of the simulator (tests/model/sync_sim.h) one core runs, against the 20,000 a
 * second that a million of them within a minute take: what is proved before a merge depends on it.
 */
#include "config.h"

#include <inttypes.h>
#include <time.h>

#include "tests/bench/bench.h"
#include "tests/model/sync_sim.h"

enum { SCHEDULES = 10000, EACH_NS = 50000 };

struct sync_bench {
    struct sim *sim;
    uint64_t seed;
};

/* Of this program alone: what else the machine does is not the simulator's doing. */
static int64_t spent(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int64_t run_schedules(void *ctx)
{
    struct sync_bench *bench = ctx;
    int64_t start = spent();
    for (int i = 0; i < SCHEDULES; i++) {
        const char *fault = sim_run(bench->sim, ++bench->seed, false);
        if (fault)
            bench_fail("seed %" PRIu64 ": %s", bench->seed, fault);
    }
    return spent() - start;
}

int main(void)
{
    struct sync_bench bench = {0};
    if (!bench_wanted("sync.schedules"))
        return bench_end();
    bench.sim = sim_new();
    bench_run(&(struct bench_figure){.name = "sync.schedules",
                                     .goal = ">=1.0",
                                     .what = "worlds in which journals come home, against 20,000 "
                                             "a second on one core",
                                     .ratio = BENCH_RATE,
                                     .rounds = 5,
                                     .least = true,
                                     .units = SCHEDULES,
                                     .ours = run_schedules,
                                     .budget = EACH_NS},
              &bench);
    sim_free(&bench.sim);
    return bench_end();
}
