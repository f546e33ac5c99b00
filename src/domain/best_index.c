#include "config.h"

#include "src/domain/best_parts.h"

#include <math.h>
#include <stdlib.h>

/*
 * Distances become whole numbers, so that sums do not depend on the order of adding and equal
 * places compare equal: the farthest seat is at FARTHEST, whatever unit the plan is drawn in.
 */
enum { FARTHEST = 1 << 20, RESTRICTED = FARTHEST / 4 };

/* Squared; a place that is no number is as good as the focal point, and only has to be harmless. */
static inline double square_of(const struct plan *plan, int seat)
{
    double dx = (double)plan->seats[seat].x - (double)plan->focal_x;
    double dy = (double)plan->seats[seat].y - (double)plan->focal_y;
    double square = dx * dx + dy * dy;
    return isfinite(square) ? square : 0;
}

/* Whole units a unit of the plan. */
static double scale_of(const struct plan *plan)
{
    double farthest = 0;
    for (int i = 0; i < plan->seat_count; i++) {
        double square = square_of(plan, i);
        if (square > farthest)
            farthest = square;
    }
    return farthest > 0 ? FARTHEST / sqrt(farthest) : 1;
}

static void add_sums(struct best_index *index, int seat, double scale)
{
    const struct plan_seat *at = &index->plan->seats[seat];
    int64_t cost = (int64_t)(sqrt(square_of(index->plan, seat)) * scale + 0.5) +
                   (at->flags & SEAT_RESTRICTED ? RESTRICTED : 0);
    index->cost[seat + 1] = index->cost[seat] + cost;
    index->wheels[seat + 1] = index->wheels[seat] + !!(at->flags & SEAT_WHEELCHAIR);
    index->company[seat + 1] = index->company[seat] + !!(at->flags & SEAT_COMPANION);
    index->aisles[seat + 1] = index->aisles[seat] + !!(at->flags & SEAT_AISLE);
    index->flags[seat] = at->flags;
    bool same = plan_neighbours(index->plan, seat - 1, seat) && at[-1].class_no == at->class_no;
    index->same_from[seat] = same ? index->same_from[seat - 1] : seat;
}

static void add_to_run(struct best_index *index, int seat)
{
    const struct plan *plan = index->plan;
    const struct plan_seat *at = &plan->seats[seat];
    int64_t cost = index->cost[seat + 1] - index->cost[seat];
    if (!plan_neighbours(plan, seat - 1, seat))
        index->runs[index->run_count++] = (struct best_run){
            .first = seat, .section = plan->rows[at->row].section, .nearest = cost};
    struct best_run *run = &index->runs[index->run_count - 1];
    run->count++;
    run->wheels += !!(at->flags & SEAT_WHEELCHAIR);
    run->aisles += !!(at->flags & SEAT_AISLE);
    run->classes |= UINT64_C(1) << (at->class_no % 64);
    if (cost < run->nearest)
        run->nearest = cost;
}

static int by_nearness(const void *a, const void *b)
{
    const struct best_run *left = a, *right = b;
    if (left->nearest != right->nearest)
        return left->nearest < right->nearest ? -1 : 1;
    return (left->first > right->first) - (left->first < right->first);
}

static size_t count_runs(const struct plan *plan)
{
    size_t runs = 0;
    for (int i = 0; i < plan->seat_count; i++)
        runs += !plan_neighbours(plan, i - 1, i);
    return runs;
}

const struct best_index *best_index_new(const struct plan *plan, struct arena *arena)
{
    size_t seats = (size_t)plan->seat_count;
    struct best_index *index = arena_alloc(arena, sizeof *index);
    *index = (struct best_index){
        .plan = plan,
        .runs = arena_array(arena, count_runs(plan), sizeof *index->runs),
        .cost = arena_array(arena, seats + 1, sizeof *index->cost),
        .wheels = arena_array(arena, seats + 1, sizeof *index->wheels),
        .company = arena_array(arena, seats + 1, sizeof *index->company),
        .aisles = arena_array(arena, seats + 1, sizeof *index->aisles),
        .same_from = arena_array(arena, seats, sizeof *index->same_from),
        .flags = arena_array(arena, seats, sizeof *index->flags),
    };
    double scale = scale_of(plan);
    for (int i = 0; i < plan->seat_count; i++) {
        add_sums(index, i, scale);
        add_to_run(index, i);
    }
    qsort(index->runs, (size_t)index->run_count, sizeof *index->runs, by_nearness);
    return index;
}
