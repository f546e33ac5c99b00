#include "config.h"

#include "src/domain/merge.h"

#include "src/domain/merge_parts.h"

/* ---- scans: what happened at a door is never refused, only flagged --------------------------- */

static void admit(const struct merge_call *call, struct merge_result *out)
{
    struct merge_admission was = {0}, now = {call->entry->uid, call->made_at, true};
    bool known = call->house->admission(call->house->ctx, &call->entry->scan.ticket, &was);
    out->admission = now;
    if (!known || !was.inside)
        return;
    bool earlier = call->made_at < was.at;
    out->admission = earlier ? now : was;
    out->flagged = earlier ? was.uid : now.uid;
    out->heading = MERGE_TWICE_IN;
}

static void merge_scan(const struct merge_call *call, struct merge_result *out)
{
    out->state = call->broken ? ENTRY_REFUSED : ENTRY_ACCEPTED;
    out->reason = call->broken ? VERDICT_INVALID : VERDICT_OK;
    if (call->broken)
        return;
    if (call->entry->scan.out)
        out->admission = (struct merge_admission){call->entry->uid, call->made_at, false};
    else
        admit(call, out);
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

static void finish(struct judging *j)
{
    j->out->state = j->rebased ? ENTRY_REBASED : ENTRY_ACCEPTED;
    for (int i = 0; i < j->out->seats.count; i++) {
        j->out->seats.at[i].left = j->out->seats.at[i].state.version;
        j->out->seats.at[i].left_known = true;
    }
}

static void fail(struct judging *j, enum fit fit)
{
    static const enum entry_state states[] = {
        [FIT_OVER] = ENTRY_EXPIRED, [FIT_CONTESTED] = ENTRY_CONFLICT, [FIT_WRONG] = ENTRY_REFUSED};
    undo(j);
    j->out->state = states[fit];
    j->out->reason = j->reason;
    j->out->heading = fit == FIT_CONTESTED ? heading_of(j->call, j->out->seats.count) : MERGE_PLAIN;
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
    if (fit == FIT_DONE)
        finish(&j);
    else
        fail(&j, fit);
}

void merge_entry(const struct merge_call *call, struct arena *arena, struct merge_result *out)
{
    *out = (struct merge_result){.reason = VERDICT_OK};
    if (call->entry->kind == ENTRY_SCAN)
        merge_scan(call, out);
    else
        merge_seats(call, arena, out);
}
