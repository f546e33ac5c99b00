#include "config.h"

#include "src/domain/best.h"

#include <assert.h>
#include <stdlib.h>

#include "src/domain/best_parts.h"

/* ---- the request --------------------------------------------------------------------------- */

static enum verdict check_request(const struct plan *plan, const struct best_request *request,
                                  struct refusal *why)
{
    if (request->count < 1 || request->count > BEST_SEATS_MAX)
        return refuse(why, VERDICT_INVALID, "Ask for 1 to %d seats at once.", BEST_SEATS_MAX);
    if (request->accessible < 0 || request->accessible > request->count)
        return refuse(why, VERDICT_INVALID,
                      "Of %d seats, 0 to %d can be wheelchair places; say how many.",
                      request->count, request->count);
    if (request->class_no < -1 || request->class_no >= plan->class_count || request->section < -1 ||
        request->section >= plan->section_count)
        return refuse(why, VERDICT_INVALID, "This hall has no such section or price class.");
    if (request->skip < 0 || request->skip > BEST_SKIP_MAX)
        return refuse(why, VERDICT_INVALID, "At most %d offers can be passed over.", BEST_SKIP_MAX);
    return VERDICT_OK;
}

static enum verdict refuse_party(const struct best_request *request, int offers,
                                 struct refusal *why)
{
    if (offers)
        return refuse(why, VERDICT_NOT_ENOUGH_SEATS,
                      "There are %d offers and no further one; start from the best again.", offers);
    if (request->accessible)
        return refuse(why, VERDICT_NOT_ENOUGH_SEATS,
                      "There are not %d seats left with %d wheelchair places among them.",
                      request->count, request->accessible);
    if (request->count > 1 && (request->together || request->strict))
        return refuse(why, VERDICT_NOT_ENOUGH_SEATS,
                      "There are not %d seats left side by side that suit; ask for fewer, or for "
                      "less.",
                      request->count);
    return refuse(why, VERDICT_NOT_ENOUGH_SEATS, NULL);
}

/* ---- the result ---------------------------------------------------------------------------- */

static int by_index(const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;
    return (left > right) - (left < right);
}

int best_seats_of(const struct best_offer *groups, int count, int *seats)
{
    int total = 0;
    for (int g = 0; g < count; g++)
        for (int i = 0; i < groups[g].count; i++)
            seats[total++] = groups[g].first + i;
    qsort(seats, (size_t)total, sizeof *seats, by_index);
    return total;
}

static void count_groups(const struct plan *plan, struct best_result *result)
{
    for (int i = 0; i < result->count; i++) {
        if (i == 0 || !plan_neighbours(plan, result->seats[i - 1], result->seats[i]))
            result->group_count++;
        result->groups[result->group_count - 1]++;
    }
    result->adjacent = result->group_count == 1;
}

/* One seat at an aisle is enough for the party; anything else is given up if one group does. */
static uint32_t given_up_by(const struct best_offer *groups, int count)
{
    uint32_t any = 0, all = GIVES_AISLE;
    for (int i = 0; i < count; i++) {
        any |= groups[i].given_up;
        all &= groups[i].given_up;
    }
    return (any & ~(uint32_t)GIVES_AISLE) | all;
}

static void say_relaxed(struct best_result *result, uint32_t given_up)
{
    static const struct {
        enum given_up bit;
        const char *name;
    } names[] = {{GIVES_AISLE, "aisle"},
                 {GIVES_GAP, "gap"},
                 {GIVES_SECTION, "section"},
                 {GIVES_CLASS, "class"}};
    for (int i = 0; i < COUNT_OF(names); i++)
        if (given_up & names[i].bit)
            result->relaxed[result->relaxed_count++] = names[i].name;
    if (!result->adjacent)
        result->relaxed[result->relaxed_count++] = "together";
}

static void fill(const struct plan *plan, const struct best_offer *groups, int count,
                 struct best_result *result)
{
    result->count = best_seats_of(groups, count, result->seats);
    count_groups(plan, result);
    say_relaxed(result, given_up_by(groups, count));
}

enum verdict best_find(const struct best_index *index, const struct snapshot *snapshot,
                       const struct best_request *request, struct best_result *result,
                       struct refusal *why)
{
    assert(index->plan->seat_count == snapshot->plan->seat_count);
    *result = (struct best_result){0};
    enum verdict verdict = check_request(index->plan, request, why);
    if (verdict)
        return verdict;
    struct best_search search = {.index = index,
                                 .request = request,
                                 .view = {.snapshot = snapshot,
                                          .now = request->now,
                                          .channel = request->channel,
                                          .allotment = request->allotment}};
    best_search_run(&search, request->count, request->accessible, request->skip + 1);
    int offers = search.kept;
    if (offers > request->skip)
        fill(index->plan, &search.offers[request->skip], 1, result);
    else if (!offers && !request->skip && !request->strict && !request->together &&
             best_split(&search))
        fill(index->plan, search.used, search.used_count, result);
    else
        return refuse_party(request, offers, why);
    return VERDICT_OK;
}
