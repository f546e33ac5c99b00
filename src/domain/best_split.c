/*
 * When nobody can sit all together: the fewest groups, as even as may be, each the best that is
 * left. Wheelchair places come first, with as many of the others as can adjoin them.
 */
#include "config.h"

#include "src/domain/best_parts.h"

enum { MORE_GROUPS = 4 }; /* tried beyond the fewest, when the gap rule refuses those */

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

/* The longest stretches, longest first, at most one for each of the people. */
static int longest_stretches(struct best_search *search, int people, int *longest)
{
    int lengths[BEST_SEATS_MAX + 1] = {0}, count = 0;
    search->wheels = 0;
    count_stretches(search, people, lengths);
    for (int length = people; length > 0; length--)
        for (int i = 0; i < lengths[length] && count < people; i++)
            longest[count++] = length;
    return count;
}

static int fewest_groups(int people, const int *longest, int count)
{
    int room = 0;
    for (int groups = 0; groups < count; groups++) {
        room += longest[groups];
        if (room >= people)
            return groups + 1;
    }
    return 0;
}

/* As even as the stretches allow, largest first: that order never uses up what a later one needs.
 */
static bool use_even_groups(struct best_search *search, int people, const int *longest, int groups)
{
    int sizes[BEST_SEATS_MAX];
    for (int i = groups - 1; i >= 0; i--) {
        int even = people / (i + 1);
        sizes[i] = even < longest[i] ? even : longest[i];
        people -= sizes[i];
    }
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

static bool use_others(struct best_search *search, int people)
{
    int longest[BEST_SEATS_MAX], wheel_groups = search->used_count;
    int stretches = longest_stretches(search, people, longest);
    int fewest = fewest_groups(people, longest, stretches);
    search->gap_may_stay = true;
    for (int more = 0; fewest && more <= MORE_GROUPS && fewest + more <= stretches; more++) {
        search->used_count = wheel_groups;
        if (use_even_groups(search, people, longest, fewest + more) && rule_accepts(search))
            return true;
    }
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
