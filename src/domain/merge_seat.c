/* One change of one seat: does it fit how the seat stands now, and by which steps? */
#include "config.h"

#include "src/domain/merge_parts.h"

/* ---- the seat as it stands ------------------------------------------------------------------ */

static struct merge_seat *known_seat(struct judging *j, int32_t show, int32_t seat)
{
    for (int i = 0; i < j->out->seats.count; i++) {
        struct merge_seat *known = &j->out->seats.at[i];
        if (known->seat == seat && known->show == show)
            return known;
    }
    return NULL;
}

struct merge_seat *merge_seat_of(struct judging *j, const struct seat_change *change, bool *first)
{
    struct merge_seat *known = known_seat(j, change->show, change->seat), fresh = {0};
    *first = !known;
    if (known || !j->call->house->seat(j->call->house->ctx, change->show, change->seat, &fresh))
        return known;
    fresh.show = change->show;
    fresh.seat = change->seat;
    known = LIST_ADD(j->arena, &j->out->seats);
    *known = fresh;
    return known;
}

bool merge_base_of(const struct judging *j, const struct entry_seat *want, uint32_t *version)
{
    *version = want->change.seen;
    return !want->after || j->call->house->left(j->call->house->ctx, want->after, want->change.show,
                                                want->change.seat, version);
}

static bool same_holder(const struct seat_change *change, const struct merge_seat *seat)
{
    return uuid_is_zero(&change->was) || uuid_equal(&change->was, &seat->state.holder);
}

/* The house's seat is as it was when the till last heard of it, whatever the till did since. */
static bool is_untouched(const struct judging *j, const struct entry_seat *want,
                         const struct merge_seat *seat)
{
    uint32_t version;
    return want->after != j->call->seq && merge_base_of(j, want, &version) &&
           seat->state.version == version;
}

/*
 * Has nothing happened to the seat since the till, or its own earlier entry, left it so? What an
 * entry that came to nothing left does not look as the till thinks.
 */
static bool is_as_seen(struct judging *j, const struct entry_seat *want,
                       const struct merge_seat *seat)
{
    if (want->after == j->call->seq)
        return !seat->moved;
    if (!is_untouched(j, want, seat))
        return false;
    return !want->after ||
           (seat->state.status == want->change.from && same_holder(&want->change, seat));
}

static bool is_lent_to_others(const struct judging *j, const struct merge_seat *seat)
{
    return seat->state.allotment && seat->state.allotment != j->call->till;
}

/* Nobody else can want a seat that is lent to this till: it takes it whatever moved. */
static bool is_lent_to_us(const struct judging *j, const struct merge_seat *seat)
{
    return seat->state.allotment && seat->state.allotment == j->call->till;
}

/* ---- steps ---------------------------------------------------------------------------------- */

/* One step from how the seat stands, which it changes; only what the table of transitions knows. */
static bool step(struct judging *j, struct merge_seat *seat, const struct seat_change *to)
{
    struct seat_state *state = &seat->state;
    if (!seat_transition((enum seat_status)state->status, to->act, (enum seat_status)to->to))
        return false;
    struct seat_change *made = LIST_ADD(j->arena, &j->out->steps);
    *made = *to;
    made->seen = state->version;
    made->from = state->status;
    made->was = state->holder;
    *state = (struct seat_state){.version = state->version + 1,
                                 .status = to->to,
                                 .holder = to->holder,
                                 .held_until = to->held_until,
                                 .open_to = to->open_to,
                                 .allotment = state->allotment};
    return true;
}

static bool step_to_free(struct judging *j, struct merge_seat *seat, enum act act)
{
    struct seat_change free_it = {
        .show = seat->show, .seat = seat->seat, .act = act, .to = SEAT_AVAILABLE};
    return step(j, seat, &free_it);
}

/* Does a later entry, or this one further on, go on with what this change holds? */
static bool is_continued(const struct judging *j, const struct entry_seat *want)
{
    const struct entry *entry = j->call->entry;
    bool continued = j->call->kept;
    for (const struct entry_seat *next = want + 1; next < entry->seats + entry->seat_count; next++)
        continued = continued || (next->change.seat == want->change.seat &&
                                  next->change.show == want->change.show);
    return continued;
}

/* When a hold of this entry ends by the house's clock: durations count, the till's wall does not.
 */
static int64_t held_until(const struct judging *j, const struct entry_seat *want)
{
    int64_t until = j->call->made_at + (want->change.held_until - j->call->entry->wall);
    int64_t kept = j->call->now + MERGE_KEEP_MS;
    return until < kept && is_continued(j, want) ? kept : until;
}

static enum fit wrong(struct judging *j, enum verdict reason)
{
    j->reason = reason;
    return FIT_WRONG;
}

static enum fit contested(struct judging *j, enum verdict reason)
{
    j->reason = reason;
    return FIT_CONTESTED;
}

static enum fit over(struct judging *j)
{
    j->reason = VERDICT_HOLD_EXPIRED;
    return FIT_OVER;
}

/* Makes the change on a seat that stands as it needs it. */
static enum fit apply(struct judging *j, const struct entry_seat *want, struct merge_seat *seat)
{
    const struct seat_change *change = &want->change;
    struct seat_change to = *change;
    to.held_until = change->to == SEAT_HELD ? held_until(j, want) : 0;
    if (change->to != SEAT_HELD && change->to != SEAT_SOLD)
        to.holder = (struct uuid){0};
    return step(j, seat, &to) ? FIT_DONE : wrong(j, VERDICT_INVALID);
}

/* ---- as seen -------------------------------------------------------------------------------- */

static enum fit judge_as_seen(struct judging *j, const struct entry_seat *want,
                              struct merge_seat *seat)
{
    const struct seat_change *change = &want->change;
    if (seat->state.status != change->from)
        return wrong(j, VERDICT_INVALID);
    if (!same_holder(change, seat))
        return wrong(j, VERDICT_NOT_HOLDER);
    if (is_lent_to_others(j, seat) && change->from != SEAT_SOLD)
        return contested(j, VERDICT_SEAT_TAKEN);
    if (change->act == ACT_EXPIRE && !seat_hold_over(&seat->state, j->call->now))
        return contested(j, VERDICT_SEAT_TAKEN); /* the till's clock ran ahead */
    return apply(j, want, seat);
}

/* ---- moved ---------------------------------------------------------------------------------- */

static bool takes_a_seat(const struct seat_change *change)
{
    return change->act == ACT_HOLD || change->act == ACT_BLOCK ||
           (change->from == SEAT_HELD && change->to == SEAT_SOLD);
}

static bool is_still_ours(const struct seat_change *change, const struct merge_seat *seat)
{
    return !uuid_is_zero(&change->was) && seat->state.status == change->from &&
           same_holder(change, seat) && !seat->paying;
}

static enum verdict why_not(const struct merge_seat *seat)
{
    if (seat->state.status == SEAT_BLOCKED)
        return VERDICT_SEAT_BLOCKED;
    return seat->state.status == SEAT_AVAILABLE && !seat->state.allotment ? VERDICT_VERSION_CONFLICT
                                                                          : VERDICT_SEAT_TAKEN;
}

/* Frees the seat from whoever may lose it; false: nobody has to give way. */
static bool make_way(struct judging *j, const struct seat_change *change, struct merge_seat *seat)
{
    const struct seat_state *state = &seat->state;
    if (seat_is_free(state, j->call->now, CHANNEL_COUNTER, j->call->till))
        return state->status != SEAT_HELD || step_to_free(j, seat, ACT_EXPIRE);
    if (seat->offered) {
        seat->offered = false;
        return step_to_free(j, seat, ACT_OVERRIDE);
    }
    if (change->to != SEAT_SOLD || !j->call->rules->paid_beats_hold || seat->paying ||
        state->status != SEAT_HELD || is_lent_to_others(j, seat))
        return false;
    j->out->heading = MERGE_PAID_WON;
    return step_to_free(j, seat, ACT_OVERRIDE);
}

/* A sale of a hold that is gone takes the seat as that hold did, then sells it. */
static enum fit take(struct judging *j, const struct entry_seat *want, struct merge_seat *seat)
{
    const struct seat_change *change = &want->change;
    bool may = is_lent_to_us(j, seat) || is_untouched(j, want, seat) ||
               ((j->call->rules->rebase || seat->offered) && seat->terms == want->terms);
    if (!may || !make_way(j, change, seat))
        return contested(j, why_not(seat));
    struct seat_change hold = *change;
    hold.act = ACT_HOLD;
    hold.to = SEAT_HELD;
    hold.holder = change->was;
    if (change->to == SEAT_SOLD && !step(j, seat, &hold))
        return wrong(j, VERDICT_INVALID);
    return apply(j, want, seat);
}

static enum fit judge_moved(struct judging *j, const struct entry_seat *want,
                            struct merge_seat *seat)
{
    const struct seat_change *change = &want->change;
    enum fit fit;
    if (change->act == ACT_EXPIRE)
        return FIT_DONE; /* whatever takes the seat next is judged by how it stands */
    if ((j->call->rules->rebase || is_lent_to_us(j, seat)) && is_still_ours(change, seat))
        fit = apply(j, want, seat);
    else if (takes_a_seat(change))
        fit = take(j, want, seat);
    else if (change->from == SEAT_HELD)
        fit = over(j);
    else
        fit = contested(j, VERDICT_VERSION_CONFLICT);
    seat->moved = false; /* what this entry does next stands on its own change */
    return fit;
}

enum fit merge_judge_change(struct judging *j, const struct entry_seat *want)
{
    const struct seat_change *change = &want->change;
    bool first;
    struct merge_seat *seat = merge_seat_of(j, change, &first);
    if (!seat)
        return wrong(j, VERDICT_SEAT_NOT_FOUND);
    if (want->after > j->call->seq || (first && want->after == j->call->seq) ||
        !seat_transition((enum seat_status)change->from, change->act, (enum seat_status)change->to))
        return wrong(j, VERDICT_INVALID);
    if (change->to == SEAT_HELD && held_until(j, want) <= j->call->now)
        return over(j);
    if (is_as_seen(j, want, seat))
        return judge_as_seen(j, want, seat);
    seat->moved = true;
    j->rebased = true;
    return judge_moved(j, want, seat);
}
