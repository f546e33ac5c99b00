#include "config.h"

#include "src/domain/hold_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/tongue.h"
#include "src/domain/rights.h"
#include "src/domain/row/steps.h"

/* ---- is it alive, and whose is it ---------------------------------------------------------- */

bool hold_is_alive(const struct hold *hold, int64_t now)
{
    return (hold->status == HOLD_ACTIVE && hold->expires_at > now) ||
           (hold->status == HOLD_PAYING && hold->paying_until > now);
}

static const char *how_it_ended(const struct hold *hold)
{
    switch (hold->status) {
    case HOLD_CONVERTED:
        return tongue(N_("This hold has become a sale; look for the sale instead."));
    case HOLD_CANCELLED:
        return tongue(N_("This hold was released and its seats are free again; hold them anew."));
    case HOLD_ACTIVE:
    case HOLD_PAYING:
    case HOLD_EXPIRED:
    case HOLD_STATUS_COUNT:
        break;
    }
    return verdict_sentence(VERDICT_HOLD_EXPIRED);
}

enum verdict hold_check_alive(const struct hold *hold, int64_t now, struct refusal *why)
{
    if (hold_is_alive(hold, now))
        return VERDICT_OK;
    return refuse(why, VERDICT_HOLD_EXPIRED, "%s", how_it_ended(hold));
}

bool hold_is_of(const struct hold *hold, const struct actor *actor)
{
    return strcmp(hold->holder, actor->name) == 0 ||
           (hold->source == SOURCE_WAITLIST && rights_may(actor->role, RIGHT_SELL));
}

enum verdict hold_check_owner(const struct hold *hold, const struct actor *actor, int64_t now,
                              struct refusal *why)
{
    enum verdict verdict = hold_check_alive(hold, now, why);
    if (verdict || hold_is_of(hold, actor))
        return verdict;
    return refuse(why, VERDICT_NOT_HOLDER,
                  "These seats are held by %s; have the hold transferred first.", hold->holder);
}

/* ---- rows and changes ---------------------------------------------------------------------- */

enum verdict hold_put_step(struct changeset *cs, const struct hold *hold, enum act act,
                           enum hold_status to, struct refusal *why)
{
    struct hold next = *hold;
    enum verdict verdict = hold_step(&next, act, to, why);
    if (verdict == VERDICT_OK)
        *LIST_ADD(cs->arena, &cs->holds) = next;
    return verdict;
}

enum verdict hold_put_closed(struct changeset *cs, const struct hold *hold, enum act act,
                             enum hold_end end, struct refusal *why)
{
    struct hold next = *hold;
    next.end = end;
    next.ended_at = cs->now;
    return hold_put_step(cs, &next, act, HOLD_CANCELLED, why);
}

struct seat_change *hold_change_seat(struct changeset *cs, const struct hold *hold,
                                     const struct hold_seat *seat, enum act act,
                                     enum seat_status to)
{
    struct seat_change *change = LIST_ADD(cs->arena, &cs->seats);
    *change = (struct seat_change){.show = hold->show,
                                   .seat = seat->seat,
                                   .seen = seat->version,
                                   .act = act,
                                   .from = SEAT_HELD,
                                   .to = (uint8_t)to,
                                   .was = hold->id};
    if (to == SEAT_HELD) {
        change->holder = hold->id;
        change->held_until = hold->expires_at;
    }
    return change;
}

struct seat_change *hold_change_state(struct changeset *cs, const struct snapshot *snapshot,
                                      int seat, enum act act, enum seat_status to)
{
    struct seat_change *change = LIST_ADD(cs->arena, &cs->seats);
    *change = (struct seat_change){.show = snapshot->show.no,
                                   .seat = snapshot->plan->seats[seat].no,
                                   .seen = snapshot->state[seat].version,
                                   .act = act,
                                   .from = snapshot->state[seat].status,
                                   .to = (uint8_t)to};
    return change;
}

uint32_t hold_end_overdue(struct changeset *cs, const struct snapshot *snapshot, int seat)
{
    const struct seat_state *state = &snapshot->state[seat];
    if (state->status != SEAT_HELD)
        return state->version;
    struct seat_change *change = hold_change_state(cs, snapshot, seat, ACT_EXPIRE, SEAT_AVAILABLE);
    change->was = state->holder;
    return state->version + 1;
}

/* ---- lists of seats ------------------------------------------------------------------------ */

enum { LISTED_TEXT = 160, LISTED_MAX = 4, MORE_TEXT = 40 };

/* "A-1, A-2 and 3 more": the first always, the others while they fit. */
static void seats_text(const struct seat_list *seats, char out[LISTED_TEXT])
{
    char label[SEAT_TEXT];
    const struct plan *plan = seats->snapshot->plan;
    int named = 1;
    size_t used =
        (size_t)snprintf(out, LISTED_TEXT, "%s", plan_seat_label(plan, *seats->at, label));
    for (; named < seats->count && named < LISTED_MAX; named++) {
        /* L10N: before the last name of a list of seats, with its blanks: "A-1, A-2 and A-3" */
        const char *joint = named == seats->count - 1 ? tongue(N_(" and ")) : ", ";
        plan_seat_label(plan, seats->at[named], label);
        if (used + strlen(label) + MORE_TEXT > LISTED_TEXT)
            break;
        used += (size_t)snprintf(out + used, LISTED_TEXT - used, "%s%s", joint, label);
    }
    if (named < seats->count)
        /* L10N: behind the first few names of a list of seats: "A-1, A-2 and 3 more" */
        snprintf(out + used, LISTED_TEXT - used, tongue(N_(" and %d more")), seats->count - named);
}

enum verdict hold_refuse_seats(struct refusal *why, enum verdict verdict,
                               const struct seat_list *seats, const char *one, const char *many)
{
    char names[LISTED_TEXT];
    seats_text(seats, names);
    for (int i = 0; i < seats->count; i++)
        refusal_add_seat(why, seats->at[i]);
    return refuse(why, verdict, seats->count == 1 ? one : many, names);
}

static int by_index(const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;
    return (left > right) - (left < right);
}

enum verdict hold_sort_wish(struct seat_list *list, const int *seats, int count,
                            struct changeset *cs, struct refusal *why)
{
    list->at = arena_array(cs->arena, (size_t)count, sizeof *list->at);
    list->count = count;
    memcpy(list->at, seats, (size_t)count * sizeof *seats);
    qsort(list->at, (size_t)count, sizeof *list->at, by_index);
    if (list->at[0] < 0 || list->at[count - 1] >= list->snapshot->plan->seat_count)
        return refuse(why, VERDICT_SEAT_NOT_FOUND, NULL);
    for (int i = 1; i < count; i++)
        if (list->at[i] == list->at[i - 1])
            return hold_refuse_seats(why, VERDICT_DUPLICATE_SEAT,
                                     &(struct seat_list){list->snapshot, &list->at[i], 1},
                                     N_("%s was named twice; name each seat once."), NULL);
    return VERDICT_OK;
}
