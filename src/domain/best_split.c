/*
 * When nobody can sit all together: the fewest groups, as even as may be, each the best that is
 * left. Wheelchair places come first, with as many of the others as can adjoin them.
 */
#include "config.h"

#include "src/domain/best_parts.h"

enum { ATTEMPTS = 32 }; /* at other sizes and more groups, where the gap rule refuses the first */

/* Takes the best group there is; false when there is none. */
static bool use_group(struct best_search *search, int size, int wheels)
{
    best_search_run(search, size, wheels, 1);
    if (!search->kept)
        return false;
    search->used[search->used_count++] = search->offers[0];
    return true;
}

/* ---- wheelchair places --------------------------------------------------------------------- */

/* The most wheelchairs together, and then the most people with them. */
static bool use_wheel_group(struct best_search *search, int *people, int *wheels)
{
    for (int w = *wheels; w > 0; w--)
        for (int size = *people - (*wheels - w); size >= w; size--)
            if (use_group(search, size, w)) {
                *people -= size;
                *wheels -= w;
                return true;
            }
    return false;
}

/* ---- everybody else ------------------------------------------------------------------------ */

/* How many stretches of each length there are; those longer than `most` count as that. */
static void count_stretches(const struct best_search *search, int most, int *lengths)
{
    for (int i = 0; i < search->index->run_count; i++) {
        const struct best_run *run = &search->index->runs[i];
        int length = 0;
        for (int seat = run->first; seat <= run->first + run->count; seat++) {
            if (seat < run->first + run->count && best_can_use(search, seat))
                length++;
            else if (length) {
                lengths[length < most ? length : most]++;
                length = 0;
            }
        }
    }
}

/* Who is to be seated, and the longest stretches there are for them, longest first. */
struct crowd {
    int people;
    int longest[BEST_SEATS_MAX];
    int stretches; /* at most one for each of the people */
};

static void measure_stretches(struct best_search *search, struct crowd *crowd)
{
    int lengths[BEST_SEATS_MAX + 1] = {0};
    search->wheels = 0;
    count_stretches(search, crowd->people, lengths);
    for (int length = crowd->people; length > 0; length--)
        for (int i = 0; i < lengths[length] && crowd->stretches < crowd->people; i++)
            crowd->longest[crowd->stretches++] = length;
}

/* 0: there is no room for all of them. */
static int fewest_groups(const struct crowd *crowd)
{
    int room = 0;
    for (int groups = 0; groups < crowd->stretches; groups++) {
        room += crowd->longest[groups];
        if (room >= crowd->people)
            return groups + 1;
    }
    return 0;
}

/* As even as the stretches allow, largest first. */
static void size_evenly(int people, const int *longest, int groups, int *sizes)
{
    for (int i = groups - 1; i >= 0; i--) {
        int even = people / (i + 1);
        sizes[i] = even < longest[i] ? even : longest[i];
        people -= sizes[i];
    }
}

/* One person goes from the smallest group that is more than one to the largest with room. */
static bool size_less_evenly(const int *longest, int groups, int *sizes)
{
    int from = groups - 1, to = 0;
    while (to < groups && sizes[to] == longest[to])
        to++;
    while (from > to && sizes[from] == 1)
        from--;
    if (from <= to)
        return false;
    sizes[from]--;
    sizes[to]++;
    return true;
}

/* Largest first: that order never uses up what a later one needs. */
static bool use_groups(struct best_search *search, const int *sizes, int groups)
{
    for (int i = 0; i < groups; i++)
        if (!use_group(search, sizes[i], 0))
            return false;
    return true;
}

/* ---- all of them --------------------------------------------------------------------------- */

/* Would a hold of all these groups at once be accepted? */
static bool rule_accepts(const struct best_search *search)
{
    int wish[BEST_SEATS_MAX];
    if (!search->view.snapshot->show.gap_rule)
        return true;
    int count = best_seats_of(search->used, search->used_count, wish);
    return gap_find(&search->view, wish, count) < 0;
}

/* Each group the best it can be, if the rule accepts all of them so; else none with an orphan. */
static bool use_accepted(struct best_search *search, const int *sizes, int groups)
{
    static const enum best_orphan ways[] = {ORPHAN_MAY_STAY, ORPHAN_NEVER};
    int used = search->used_count;
    for (int i = 0; i < COUNT_OF(ways); i++) {
        search->orphan = ways[i];
        if (use_groups(search, sizes, groups) && rule_accepts(search))
            return true;
        search->used_count = used;
    }
    return false;
}

/* So many groups; where the gap rule refuses even ones, less even ones. */
static bool use_others_in(struct best_search *search, const struct crowd *crowd, int groups,
                          int *attempts)
{
    int sizes[BEST_SEATS_MAX];
    size_evenly(crowd->people, crowd->longest, groups, sizes);
    do
        if (use_accepted(search, sizes, groups))
            return true;
    while (--*attempts > 0 && size_less_evenly(crowd->longest, groups, sizes));
    return false;
}

static bool use_others(struct best_search *search, int people)
{
    struct crowd crowd = {.people = people};
    measure_stretches(search, &crowd);
    int groups = fewest_groups(&crowd), attempts = ATTEMPTS;
    for (; groups && groups <= crowd.stretches && attempts > 0; groups++)
        if (use_others_in(search, &crowd, groups, &attempts))
            return true;
    return false;
}

bool best_split(struct best_search *search)
{
    int people = search->request->count, wheels = search->request->accessible;
    while (wheels)
        if (!use_wheel_group(search, &people, &wheels))
            return false;
    return people ? use_others(search, people) : rule_accepts(search);
}
