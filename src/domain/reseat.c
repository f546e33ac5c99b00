#include "config.h"

#include "src/domain/reseat.h"

#include "src/base/text.h"
#include "src/domain/best.h"
#include "src/domain/hold_parts.h"

/* What was lost: how the places stand that were paid for. */
struct lost {
    int class_no;
    int wheels;
    double x, y; /* their middle */
};

static int index_of(const struct plan *plan, int32_t no)
{
    int seat = 0;
    while (seat < plan->seat_count && plan->seats[seat].no != no)
        seat++;
    return seat < plan->seat_count ? seat : -1;
}

static enum verdict look_at_lost(const struct reseat_request *request, struct lost *lost,
                                 struct refusal *why)
{
    const struct plan *plan = request->snapshot->plan;
    *lost = (struct lost){.class_no = -1};
    for (int i = 0; i < request->count; i++) {
        int seat = index_of(plan, request->lost[i]);
        const struct plan_seat *at = seat < 0 ? NULL : &plan->seats[seat];
        if (!at || (i && at->class_no != lost->class_no))
            return refuse(why, VERDICT_NOT_POSSIBLE, NULL);
        lost->class_no = at->class_no;
        lost->wheels += !!(at->flags & SEAT_WHEELCHAIR);
        lost->x += (double)at->x / request->count;
        lost->y += (double)at->y / request->count;
    }
    return VERDICT_OK;
}

/* The best seats are the nearest to what everybody came to see; here that is what was lost. */
static enum verdict find_nearest(const struct reseat_request *request, const struct lost *lost,
                                 struct changeset *cs, struct best_result *found,
                                 struct refusal *why)
{
    const struct best_request wish = {.count = request->count,
                                      .class_no = lost->class_no,
                                      .section = -1,
                                      .accessible = lost->wheels,
                                      .together = true,
                                      .stay = true,
                                      .now = cs->now};
    struct plan *seen_from = arena_alloc(cs->arena, sizeof *seen_from);
    *seen_from = *request->snapshot->plan;
    seen_from->focal_x = (float)lost->x;
    seen_from->focal_y = (float)lost->y;
    return best_find(best_index_new(seen_from, cs->arena), request->snapshot, &wish, found, why);
}

/* Nobody's, until it has to be decided, however long a hold lasts otherwise. */
static void keep_for_the_loser(const struct reseat_request *request, struct changeset *cs)
{
    struct hold *hold = &cs->holds.at[cs->holds.count - 1];
    *hold->holder = *hold->till = '\0';
    hold->expires_at = request->until;
    hold->ceiling_at = 0;
    for (int i = 0; i < cs->seats.count; i++)
        if (uuid_equal(&cs->seats.at[i].holder, &hold->id))
            cs->seats.at[i].held_until = request->until;
}

enum verdict reseat_decide(const struct reseat_request *request, struct changeset *cs,
                           struct refusal *why)
{
    struct lost lost;
    struct best_result found;
    const struct hold *existing;
    enum verdict verdict = look_at_lost(request, &lost, why);
    if (!verdict)
        verdict = find_nearest(request, &lost, cs, &found, why);
    if (verdict)
        return verdict;
    const struct hold_request wish = {.id = request->hold,
                                      .seats = found.seats,
                                      .count = found.count,
                                      .email = request->email,
                                      .source = SOURCE_OFFLINE_SYNC};
    verdict = hold_decide_new(request->snapshot, &wish, cs, &existing, why);
    if (!verdict)
        keep_for_the_loser(request, cs);
    return verdict;
}

enum verdict reseat_withdraw(const struct hold *offer, struct changeset *cs, struct refusal *why)
{
    for (int i = 0; i < offer->seat_count; i++)
        if (offer->seats[i].live)
            hold_change_seat(cs, offer, &offer->seats[i], ACT_OVERRIDE, SEAT_AVAILABLE);
    return hold_put_closed(cs, offer, ACT_OVERRIDE, END_SYNC_CONFLICT, why);
}
