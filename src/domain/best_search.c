#include "config.h"

#include "src/domain/best_parts.h"

/* ---- order --------------------------------------------------------------------------------- */

static bool is_better(const struct best_offer *a, const struct best_offer *b)
{
    if (a->given_up != b->given_up)
        return a->given_up < b->given_up;
    if (a->apart != b->apart)
        return a->apart < b->apart;
    if (a->cost != b->cost)
        return a->cost < b->cost;
    return a->first < b->first;
}

/* Would it be kept? */
static bool is_wanted(const struct best_search *search, const struct best_offer *offer)
{
    return search->kept < search->room || is_better(offer, &search->offers[search->kept - 1]);
}

static void keep(struct best_search *search, const struct best_offer *offer)
{
    if (search->kept < search->room)
        search->kept++;
    int at = search->kept - 1;
    for (; at > 0 && is_better(offer, &search->offers[at - 1]); at--)
        search->offers[at] = search->offers[at - 1];
    search->offers[at] = *offer;
}

/* ---- seats --------------------------------------------------------------------------------- */

static bool is_used(const struct best_search *search, int seat)
{
    for (int i = 0; i < search->used_count; i++)
        if (seat >= search->used[i].first && seat < search->used[i].first + search->used[i].count)
            return true;
    return false;
}

/* Most seats are plainly available or plainly sold; this runs for each of 100,000. */
static inline bool is_free(const struct best_search *search, int seat)
{
    const struct seat_state *state = &search->view.snapshot->state[seat];
    if (state->status == SEAT_SOLD)
        return false;
    if (state->status == SEAT_AVAILABLE && !state->allotment)
        return true;
    return seat_is_free(state, search->view.now, search->view.channel, search->view.allotment);
}

/* Is the seat where somebody who stays would sit? */
static bool is_within(const struct best_request *request, const struct plan *plan, int seat)
{
    const struct plan_seat *at = &plan->seats[seat];
    return (request->class_no < 0 || at->class_no == request->class_no) &&
           (request->section < 0 || plan->rows[at->row].section == request->section);
}

bool best_can_use(const struct best_search *search, int seat)
{
    if (!search->wheels && search->index->flags[seat] & (SEAT_WHEELCHAIR | SEAT_COMPANION))
        return false;
    if (search->fenced && !is_within(search->request, search->index->plan, seat))
        return false;
    return is_free(search, seat) && !is_used(search, seat);
}

/* ---- the gap rule -------------------------------------------------------------------------- */

/* Would the seat one step beside `from` be left alone? */
static bool is_left_alone(const struct best_search *search, int from, int step)
{
    int seat = from + step, beyond = from + 2 * step;
    if (gap_look(&search->view, from, seat) != GAP_FREE || is_used(search, seat))
        return false;
    enum gap_place place = gap_look(&search->view, from, beyond);
    return place == GAP_TAKEN || (place == GAP_FREE && is_used(search, beyond));
}

static bool rule_yields(struct best_search *search, int seat)
{
    int row = search->index->plan->seats[seat].row;
    if (search->asked_row != row) {
        search->asked_row = row;
        search->row_yields = gap_row_yields(&search->view, row, search->size);
    }
    return search->row_yields;
}

/* Of several groups one at an aisle is enough, so only a party that is one can be judged here. */
static bool must_not(const struct best_search *search, const struct best_offer *offer)
{
    const struct best_request *request = search->request;
    if (request->strict)
        return offer->given_up;
    return request->stay && offer->count == request->count && offer->given_up & GIVES_AISLE;
}

/* Alone, a group may leave an orphan only where a hold of its seats would be accepted. */
static bool may_leave_orphan(struct best_search *search, int seat)
{
    if (search->orphan == ORPHAN_NEVER || search->request->no_orphan)
        return false;
    return search->orphan == ORPHAN_MAY_STAY || !search->view.snapshot->show.gap_rule ||
           rule_yields(search, seat);
}

/* ---- offers -------------------------------------------------------------------------------- */

/* What every offer in the run gives up. */
static uint32_t given_up_in(const struct best_search *search, const struct best_run *run)
{
    const struct best_request *request = search->request;
    uint32_t given_up = 0;
    if (request->section >= 0 && run->section != request->section)
        given_up |= GIVES_SECTION;
    if (request->class_no >= 0 && !(run->classes >> request->class_no & 1))
        given_up |= GIVES_CLASS;
    if (request->aisle && !run->aisles)
        given_up |= GIVES_AISLE;
    return given_up;
}

static uint32_t given_up_at(const struct best_search *search, int first, int end)
{
    const struct best_index *index = search->index;
    const struct best_request *request = search->request;
    uint32_t given_up = 0;
    if (request->class_no >= 0 && (index->plan->seats[first].class_no != request->class_no ||
                                   index->same_from[end - 1] > first))
        given_up |= GIVES_CLASS;
    if (request->aisle && index->aisles[end] == index->aisles[first])
        given_up |= GIVES_AISLE;
    return given_up;
}

static void consider(struct best_search *search, uint32_t given_up, int first)
{
    const struct best_index *index = search->index;
    int end = first + search->size;
    struct best_offer offer = {.given_up = given_up | given_up_at(search, first, end),
                               .cost = index->cost[end] - index->cost[first],
                               .first = first,
                               .count = search->size};
    if (search->wheels) {
        if (index->wheels[end] - index->wheels[first] != search->wheels)
            return;
        offer.apart = search->size - search->wheels - (index->company[end] - index->company[first]);
    }
    if (!is_wanted(search, &offer))
        return;
    if (is_left_alone(search, first, -1) || is_left_alone(search, end - 1, 1))
        offer.given_up |= GIVES_GAP;
    if (!is_wanted(search, &offer) || must_not(search, &offer) ||
        (offer.given_up & GIVES_GAP && !may_leave_orphan(search, first)))
        return;
    keep(search, &offer);
}

static void search_run(struct best_search *search, const struct best_run *run)
{
    uint32_t given_up = given_up_in(search, run);
    int stretch = run->first;
    for (int seat = run->first; seat < run->first + run->count; seat++) {
        if (!best_can_use(search, seat))
            stretch = seat + 1;
        else if (seat - stretch + 1 >= search->size)
            consider(search, given_up, seat + 1 - search->size);
    }
}

/* No offer in the run can be better than this. */
static struct best_offer bound_of(const struct best_search *search, const struct best_run *run)
{
    return (struct best_offer){.given_up = given_up_in(search, run),
                               .cost = run->nearest * search->size,
                               .first = run->first};
}

void best_search_run(struct best_search *search, int size, int wheels, int room)
{
    search->size = size;
    search->wheels = wheels;
    search->room = room;
    search->kept = 0;
    search->asked_row = -1;
    search->fenced =
        search->request->stay && (search->request->class_no >= 0 || search->request->section >= 0);
    for (int i = 0; i < search->index->run_count; i++) {
        const struct best_run *run = &search->index->runs[i];
        struct best_offer bound = bound_of(search, run);
        if (run->count < size || run->wheels < wheels || !is_wanted(search, &bound)) {
            /* Later runs cost as much or more; only what they give up could be less. */
            bound.given_up = 0;
            if (!is_wanted(search, &bound))
                return;
            continue;
        }
        search_run(search, run);
    }
}
