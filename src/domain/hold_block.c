/* Seats a supervisor keeps back from sale, and gives free again. */
#include "config.h"

#include "src/domain/hold.h"

#include "src/domain/hold_parts.h"
#include "src/base/tongue.h"

static enum verdict check_wish(struct seat_list *wish, const int *seats, int count,
                               struct changeset *cs, struct refusal *why)
{
    if (count < 1 || count > wish->snapshot->plan->seat_count)
        return refuse(why, VERDICT_INVALID, "Name at least one seat, and each only once.");
    return hold_sort_wish(wish, seats, count, cs, why);
}

static bool is_in_use(const struct seat_state *state, int64_t now)
{
    return state->status == SEAT_SOLD ||
           (state->status == SEAT_HELD && !seat_hold_over(state, now));
}

static enum verdict check_not_in_use(const struct seat_list *wish, struct changeset *cs,
                                     struct refusal *why)
{
    struct seat_list used = {wish->snapshot,
                             arena_array(cs->arena, (size_t)wish->count, sizeof *used.at), 0};
    for (int i = 0; i < wish->count; i++)
        if (is_in_use(&wish->snapshot->state[wish->at[i]], cs->now))
            used.at[used.count++] = wish->at[i];
    if (!used.count)
        return VERDICT_OK;
    return hold_refuse_seats(why, VERDICT_SEAT_TAKEN, &used,
                             N_("%s is held or sold; release or refund it first."),
                             N_("%s are held or sold; release or refund them first."));
}

/* A seat blocked for others than before is opened and blocked anew, so that the log says so. */
static void block_seat(struct changeset *cs, const struct snapshot *snapshot, int seat,
                       uint8_t open_to)
{
    const struct seat_state *state = &snapshot->state[seat];
    if (state->status == SEAT_BLOCKED && state->open_to == open_to)
        return;
    uint32_t seen = hold_end_overdue(cs, snapshot, seat);
    if (state->status == SEAT_BLOCKED) {
        hold_change_state(cs, snapshot, seat, ACT_UNBLOCK, SEAT_AVAILABLE);
        seen++;
    }
    struct seat_change *change = hold_change_state(cs, snapshot, seat, ACT_BLOCK, SEAT_BLOCKED);
    change->from = SEAT_AVAILABLE;
    change->seen = seen;
    change->open_to = open_to;
}

enum verdict hold_decide_block(const struct snapshot *snapshot, const int *seats, int count,
                               uint8_t open_to, struct changeset *cs, struct refusal *why)
{
    struct seat_list wish = {snapshot, NULL, 0};
    enum verdict verdict = check_wish(&wish, seats, count, cs, why);
    if (!verdict)
        verdict = check_not_in_use(&wish, cs, why);
    for (int i = 0; !verdict && i < wish.count; i++)
        block_seat(cs, snapshot, wish.at[i], open_to);
    return verdict;
}

enum verdict hold_decide_unblock(const struct snapshot *snapshot, const int *seats, int count,
                                 struct changeset *cs, struct refusal *why)
{
    struct seat_list wish = {snapshot, NULL, 0};
    enum verdict verdict = check_wish(&wish, seats, count, cs, why);
    if (!verdict)
        verdict = check_not_in_use(&wish, cs, why);
    for (int i = 0; !verdict && i < wish.count; i++)
        if (snapshot->state[wish.at[i]].status == SEAT_BLOCKED)
            hold_change_state(cs, snapshot, wish.at[i], ACT_UNBLOCK, SEAT_AVAILABLE);
    return verdict;
}
