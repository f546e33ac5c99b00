/* The rules alone, no store: finding the best seats, and deciding a hold, in a hall of 100,000. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/domain/best.h"
#include "src/domain/hold.h"
#include "tests/bench/bench.h"
#include "tests/bench/big_hall.h"

enum { SEATS = 100000, NOW = 1000000, PARTY = 4, DECISIONS = 1000 };

struct rules_bench {
    struct arena *arena, *scratch;
    struct snapshot snapshot;
    const struct best_index *index;
    uint64_t random;
    int round;
    int wishes[DECISIONS][2];
};

/* xorshift: the same hall is sold in the same way on every machine. */
static int next_below(struct rules_bench *bench, int limit)
{
    bench->random ^= bench->random << 13;
    bench->random ^= bench->random >> 7;
    bench->random ^= bench->random << 17;
    return (int)(bench->random % (uint64_t)limit);
}

/* Sells parties of 1 to 6 at random places until about `percent` of the seats are gone. */
static void sell_until(struct rules_bench *bench, int percent)
{
    struct seat_state *state = bench->snapshot.state;
    for (int i = 0; i < SEATS; i++)
        state[i] = (struct seat_state){.status = SEAT_AVAILABLE, .version = 1};
    for (int sold = 0; sold < SEATS / 100 * percent;) {
        int first = next_below(bench, SEATS - 6), size = 1 + next_below(bench, 6);
        for (int i = first; i < first + size; i++) {
            sold += state[i].status == SEAT_AVAILABLE;
            state[i].status = SEAT_SOLD;
        }
    }
}

/* Each round sees the hall in another state, from empty to nearly full. */
static int64_t find_best(void *ctx)
{
    static const int percents[] = {0, 10, 30, 50, 70, 80, 90, 95, 98, 99};
    struct rules_bench *bench = ctx;
    sell_until(bench, percents[bench->round++ % COUNT_OF(percents)]);
    struct best_request request = {
        .count = PARTY, .class_no = -1, .section = -1, .now = NOW, .channel = CHANNEL_COUNTER};
    struct best_result result;
    struct refusal why;
    int64_t start = bench_now();
    enum verdict verdict = best_find(bench->index, &bench->snapshot, &request, &result, &why);
    int64_t spent = bench_now() - start;
    if (verdict != VERDICT_OK && verdict != VERDICT_NOT_ENOUGH_SEATS)
        bench_fail("best: %s", verdict_code(verdict));
    return spent;
}

static void pick_wishes(struct rules_bench *bench)
{
    for (int i = 0; i < DECISIONS; i++) {
        int seat = next_below(bench, SEATS - 1);
        while (bench->snapshot.state[seat].status != SEAT_AVAILABLE ||
               bench->snapshot.state[seat + 1].status != SEAT_AVAILABLE)
            seat = next_below(bench, SEATS - 1);
        bench->wishes[i][0] = seat;
        bench->wishes[i][1] = seat + 1;
    }
}

static void decide_one(struct rules_bench *bench, int wish)
{
    struct hold_request request = {
        .seats = bench->wishes[wish], .count = 2, .email = "", .channel = CHANNEL_COUNTER};
    request.id.b[0] = 1;
    struct changeset *cs = changeset_new(bench->scratch);
    const struct hold *existing = NULL;
    struct refusal why;
    cs->now = NOW;
    strcpy(cs->actor.name, "anna");
    cs->actor.role = ROLE_CLERK;
    enum verdict verdict = hold_decide_new(&bench->snapshot, &request, cs, &existing, &why);
    if (verdict != VERDICT_OK && verdict != VERDICT_SINGLE_SEAT_GAP)
        bench_fail("decide: %s: %s", verdict_code(verdict), why.message);
}

static int64_t decide(void *ctx)
{
    struct rules_bench *bench = ctx;
    sell_until(bench, 60);
    pick_wishes(bench);
    int64_t start = bench_now();
    for (int i = 0; i < DECISIONS; i++) {
        decide_one(bench, i);
        arena_reset(bench->scratch);
    }
    return bench_now() - start;
}

static void set_up(struct rules_bench *bench)
{
    bench->arena = arena_new();
    bench->scratch = arena_new();
    bench->random = 88172645463325252u;
    struct plan *plan = big_hall(bench->arena, SEATS);
    for (int i = 0; i < plan->seat_count; i++)
        plan->seats[i].no = i;
    bench->snapshot.plan = plan;
    bench->snapshot.whole = true;
    bench->snapshot.state = arena_array(bench->arena, SEATS, sizeof *bench->snapshot.state);
    bench->snapshot.show.status = SHOW_OPEN;
    bench->snapshot.show.gap_rule = true;
    bench->snapshot.show.hold_ttl_ms = 15 * 60000;
    bench->snapshot.show.ceiling_ms = 120 * 60000;
    bench->index = best_index_new(plan, bench->arena);
}

int main(void)
{
    struct rules_bench bench = {0};
    set_up(&bench);
    bench_run(&(struct bench_figure){.name = "local.best",
                                     .goal = "<=1.0",
                                     .what = "best 4 of 100,000 seats, against 3 ms",
                                     .ratio = BENCH_TIME,
                                     .rounds = 50,
                                     .ours = find_best,
                                     .budget = 3000000},
              &bench);
    bench_run(&(struct bench_figure){.name = "local.decide",
                                     .goal = "<=1.0",
                                     .what = "deciding a hold of 2, against 20 us",
                                     .ratio = BENCH_TIME,
                                     .units = DECISIONS,
                                     .ours = decide,
                                     .budget = 20000},
              &bench);
    arena_free(&bench.scratch);
    arena_free(&bench.arena);
    return bench_end();
}
