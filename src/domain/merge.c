#include "config.h"

#include "src/domain/merge.h"

#include "src/domain/merge_parts.h"

/* ---- scans: what happened at a door is never refused, only flagged --------------------------- */

static bool was_twice(const struct merge_ticket *known, const struct uuid *act)
{
    for (int i = 0; i < known->count; i++)
        if (uuid_equal(&known->passages[i].act, act))
            return known->passages[i].twice;
    return false;
}

/* Whoever comes in between two others can make only one of them one too many. */
static struct uuid newly_flagged(const struct merge_ticket *known, const struct passages *all)
{
    for (int i = 0; i < all->count; i++)
        if (all->at[i].twice && !was_twice(known, &all->at[i].act))
            return all->at[i].act;
    return (struct uuid){{0}};
}

/* All passages as they were judged without this one, and then with it. */
static void pass(const struct merge_call *call, struct merge_ticket *known, struct arena *arena,
                 struct passages *all)
{
    struct passages before = {.count = known->count};
    before.at = arena_array(arena, (size_t)known->count + 1, sizeof *before.at);
    all->at = arena_array(arena, (size_t)known->count + 1, sizeof *all->at);
    for (int i = 0; i < known->count; i++)
        before.at[i] = known->passages[i];
    passages_judge(&before);
    for (int i = 0; i < known->count; i++)
        all->at[i] = before.at[i];
    all->count = known->count + 1;
    all->at[known->count] = (struct passage){.act = call->entry->uid,
                                             .at = call->made_at,
                                             .out = call->entry->scan.out,
                                             .knowing = known->knowing};
    passages_judge(all);
    known->passages = before.at;
}

static void merge_scan(const struct merge_call *call, struct arena *arena, struct merge_result *out)
{
    struct merge_ticket known = {0};
    out->state = call->broken ? ENTRY_REFUSED : ENTRY_ACCEPTED;
    out->reason = call->broken ? VERDICT_INVALID : VERDICT_OK;
    if (call->broken)
        return;
    call->house->ticket(call->house->ctx, call->entry, &known);
    pass(call, &known, arena, &out->passages);
    out->flagged = newly_flagged(&known, &out->passages);
    if (uuid_equal(&out->flagged, &call->entry->uid))
        out->heading = MERGE_TWICE_IN;
    if (known.revoked && !call->entry->scan.out)
        out->heading = MERGE_REVOKED_IN;
}

/* ---- seats ---------------------------------------------------------------------------------- */

static bool is_paid(const struct entry *entry)
{
    for (int i = 0; i < entry->seat_count; i++)
        if (entry->seats[i].change.to == SEAT_SOLD)
            return true;
    return false;
}

static bool is_only_held(const struct entry *entry)
{
    for (int i = 0; i < entry->seat_count; i++)
        if (entry->seats[i].change.to != SEAT_HELD && entry->seats[i].change.act != ACT_EXPIRE)
            return false;
    return true;
}

static enum merge_class heading_of(const struct merge_call *call, int seats)
{
    if (is_only_held(call->entry))
        return MERGE_FIRST_WRITER;
    if (is_paid(call->entry) && seats <= call->rules->reseat_most)
        return MERGE_RESEAT;
    return MERGE_DECIDE;
}

/* All or nothing: no step stays, and every seat is shown as the house has it. */
static void undo(struct judging *j)
{
    const struct entry *entry = j->call->entry;
    bool first;
    j->out->steps.count = 0;
    j->out->seats.count = 0;
    for (int i = 0; i < entry->seat_count; i++) {
        struct merge_seat *seat = merge_seat_of(j, &entry->seats[i].change, &first);
        if (seat && first && entry->seats[i].after < j->call->seq)
            seat->left_known = merge_base_of(j, &entry->seats[i], &seat->left);
    }
}

/* The house gave the money back, and does not know that somebody sits there. */
static void look_for_use(const struct merge_call *call, struct merge_result *out)
{
    if (call->house->used && call->house->used(call->house->ctx, call->entry, &out->used))
        out->heading = MERGE_REVOKED_IN;
}

/* What went over the counter, in or out; a bag's fee is money of its check-in. */
static int64_t money_of(const struct changeset *act)
{
    int64_t sum = 0;
    for (int i = 0; act && i < act->payments.count; i++)
        sum += act->payments.at[i].amount;
    for (int i = 0; act && i < act->checkins.count; i++)
        sum += act->checkins.at[i].paid;
    return sum < 0 ? -sum : sum;
}

/* The first who checked it in did: whatever this one was paid is told, too. */
static void look_for_bag(const struct merge_call *call, struct merge_result *out)
{
    if (!call->house->bag_moved || !call->house->bag_moved(call->house->ctx, call->entry))
        return;
    out->heading = MERGE_BAG_TWICE;
    out->amount += money_of(call->act);
}

static void finish(struct judging *j)
{
    j->out->state = j->rebased ? ENTRY_REBASED : ENTRY_ACCEPTED;
    for (int i = 0; i < j->out->seats.count; i++) {
        j->out->seats.at[i].left = j->out->seats.at[i].state.version;
        j->out->seats.at[i].left_known = true;
    }
    look_for_use(j->call, j->out);
    look_for_bag(j->call, j->out);
}

static void fail(struct judging *j, enum fit fit)
{
    static const enum entry_state states[] = {
        [FIT_OVER] = ENTRY_EXPIRED, [FIT_CONTESTED] = ENTRY_CONFLICT, [FIT_WRONG] = ENTRY_REFUSED};
    undo(j);
    j->out->state = states[fit];
    j->out->reason = j->reason;
    j->out->heading = MERGE_PLAIN;
    if (!j->out->amount)
        j->out->amount = money_of(j->call->act);
    if (fit == FIT_CONTESTED)
        j->out->heading = j->heading ? j->heading : heading_of(j->call, j->out->seats.count);
}

/* The house has done the same: the seats stay as they are there. */
static void find_done(struct judging *j)
{
    undo(j);
    j->out->state = ENTRY_ACCEPTED;
    j->out->same = true;
}

static bool has_something_to_say(const struct merge_call *call)
{
    return !call->broken && (call->entry->seat_count || call->entry->payload_size);
}

static void merge_seats(const struct merge_call *call, struct arena *arena,
                        struct merge_result *out)
{
    struct judging j = {.call = call, .arena = arena, .out = out, .reason = VERDICT_INVALID};
    enum fit fit = has_something_to_say(call) ? FIT_DONE : FIT_WRONG;
    for (int i = 0; i < call->entry->seat_count && fit == FIT_DONE; i++)
        fit = merge_judge_change(&j, &call->entry->seats[i]);
    if (fit == FIT_CONTESTED && merge_is_there(&j)) {
        find_done(&j);
        return;
    }
    if (fit == FIT_DONE)
        fit = merge_judge_rows(&j);
    if (fit == FIT_DONE)
        finish(&j);
    else
        fail(&j, fit);
}

void merge_entry(const struct merge_call *call, struct arena *arena, struct merge_result *out)
{
    *out = (struct merge_result){.reason = VERDICT_OK};
    if (call->entry->kind == ENTRY_SCAN)
        merge_scan(call, arena, out);
    else
        merge_seats(call, arena, out);
}

/* ---- what is told --------------------------------------------------------------------------- */

/* Whoever was let in twice is told of with all passages of the ticket (loge.sync_twice). A hold
 * that came too late is not told when the sale that follows it will be. */
bool merge_is_told(enum entry_state state, enum merge_class heading, bool kept)
{
    if (state == ENTRY_CONFLICT)
        return heading != MERGE_FIRST_WRITER || !kept;
    return state == ENTRY_REFUSED ||
           (heading != MERGE_PLAIN && heading != MERGE_TWICE_IN && entry_state_done(state));
}

/* By whoever was let in nobody has lost anything, and a drawer is of no order. */
struct uuid merge_order_of(enum merge_class heading, const struct changeset *act)
{
    const struct uuid none = {{0}};
    if (!act || heading == MERGE_REVOKED_IN || heading == MERGE_SHIFT_TWICE)
        return none;
    if (act->sales.count)
        return act->sales.at[0].id;
    return act->tickets.count ? act->tickets.at[0].sale : none;
}
