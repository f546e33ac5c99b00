/* A verdict and its effect, collected until the batch is committed. */
#include "config.h"

#include <string.h>

#include "src/adapter/pg_sync.h"

static const struct house_entry *item_of(const struct pg_sync *sync, uint64_t seq)
{
    for (int i = 0; i < sync->batch_count; i++)
        if (sync->batch[i].frame.seq == seq)
            return &sync->batch[i];
    return NULL;
}

/* ---- bytes ---------------------------------------------------------------------------------- */

static void add_bytes(struct pg_sync *sync, const void *bytes, size_t size)
{
    struct sync_out *out = &sync->out;
    if (out->size + size > out->room) {
        size_t room = 2 * (out->size + size) + 4096;
        out->bytes = arena_grow(sync->arena, out->bytes, out->size, room, 1);
        out->room = room;
    }
    if (size)
        memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
}

/* As data/schema/pg/code/sync_write.sql takes them apart. */
static void add_frame(struct pg_sync *sync, struct entry_out *row, const struct entry_frame *frame)
{
    row->place = sync->out.size;
    row->size = frame->size;
    add_bytes(sync, frame->hash, sizeof frame->hash);
    add_bytes(sync, frame->signature, sizeof frame->signature);
    add_bytes(sync, row->receipt.fingerprint, sizeof row->receipt.fingerprint);
    add_bytes(sync, frame->body, frame->size);
}

/* ---- where it left its seats ---------------------------------------------------------------- */

static void leave_at(struct pg_sync *sync, uint64_t seq, const struct merge_seat *seat)
{
    struct seat_key key = {seq, seat->show, seat->seat};
    seat_slot_of(sync->arena, &sync->left, key, true)->left = seat->left;
}

/* This act was done before under another number. */
static void leave_as_before(struct pg_sync *sync, struct entry_out *row)
{
    LIST(struct merge_seat) seats = {0};
    for (int i = 0; i < sync->left_by.count; i++) {
        const struct left_by *by = &sync->left_by.at[i];
        if (uuid_equal(&by->uid, &row->receipt.uid))
            *LIST_ADD(sync->arena, &seats) = (struct merge_seat){
                .show = by->show, .seat = by->seat, .left = by->version, .left_known = true};
    }
    row->left = seats.at;
    row->left_count = seats.count;
}

static void leave_seats(struct pg_sync *sync, struct entry_out *row)
{
    for (int i = 0; i < row->left_count; i++) {
        const struct merge_seat *seat = &row->left[i];
        if (!seat->left_known)
            continue;
        leave_at(sync, row->receipt.seq, seat);
        *LIST_ADD(sync->arena, &sync->left_by) =
            (struct left_by){row->receipt.uid, seat->show, seat->seat, seat->left};
    }
}

/* ---- the effect ----------------------------------------------------------------------------- */

static void add_steps(struct pg_sync *sync, const struct merge_result *effect)
{
    struct sync_out *out = &sync->out;
    for (int i = 0; i < effect->steps.count; i++)
        *LIST_ADD(sync->arena, &out->steps) =
            (struct step_out){++out->events, out->entries.count, effect->steps.at[i]};
    for (int i = 0; i < effect->seats.count; i++) {
        const struct merge_seat *seat = &effect->seats.at[i];
        struct seat_slot *slot = seat_slot_of(sync->arena, &sync->seats,
                                              (struct seat_key){0, seat->show, seat->seat}, false);
        if (slot) {
            slot->seat.state = seat->state;
            slot->seat.offered = seat->offered;
        }
    }
}

static void add_note(struct pg_sync *sync, const struct change_note *note)
{
    struct sync_out *out = &sync->out;
    *LIST_ADD(sync->arena, &out->notes) =
        (struct note_out){++out->events, out->entries.count, *note};
}

static struct admission_out *admission_row(struct pg_sync *sync, const struct uuid *ticket)
{
    struct sync_out *out = &sync->out;
    for (int i = 0; i < out->admissions.count; i++)
        if (uuid_equal(&out->admissions.at[i].ticket, ticket))
            return &out->admissions.at[i];
    struct admission_out *row = LIST_ADD(sync->arena, &out->admissions);
    row->ticket = *ticket;
    return row;
}

static void add_scan(struct pg_sync *sync, const struct entry *entry,
                     const struct merge_result *effect)
{
    const struct scan *scan = &sync->act->scans.at[0];
    struct admission_out *row = admission_row(sync, &entry->scan.ticket);
    if (!row->show || uuid_equal(&effect->passages.last, &entry->uid))
        row->gate = scan->gate;
    row->show = scan->show;
    row->passages = effect->passages;
    for (int i = 0; i < effect->passages.count; i++)
        if (uuid_equal(&effect->passages.at[i].act, &entry->uid))
            *LIST_ADD(sync->arena, &sync->passages) =
                (struct known_passage){entry->scan.ticket, effect->passages.at[i]};
    if (!uuid_is_zero(&effect->flagged) && effect->heading != MERGE_REVOKED_IN) {
        const struct change_note note = {.act = ACT_CONFLICT, .subject = effect->flagged};
        add_note(sync, &note);
    }
}

/* ---- seats taken anew for a hold that is gone -------------------------------------------------
 */

static bool is_in_entry(const struct entry *entry, const struct seat_change *step)
{
    for (int i = 0; i < entry->seat_count; i++) {
        const struct seat_change *change = &entry->seats[i].change;
        if (change->act == ACT_HOLD && change->show == step->show && change->seat == step->seat)
            return true;
    }
    return false;
}

/* Of this act and that hold, the same whenever it is asked. */
static struct uuid id_between(const struct uuid *act, const struct uuid *hold)
{
    struct uuid id;
    for (size_t i = 0; i < sizeof id.b; i++)
        id.b[i] = act->b[i] ^ hold->b[i];
    return id;
}

/*
 * A sale of a hold that is gone takes its seats by a hold of its own: the one that is gone may have
 * been sold and given back by somebody else, and its story stays as it was.
 */
static struct merge_result with_own_holds(struct pg_sync *sync, const struct entry *entry,
                                          const struct merge_result *effect)
{
    struct merge_result own = *effect;
    own.steps.at = arena_array(sync->arena, (size_t)effect->steps.count + 1, sizeof *own.steps.at);
    for (int i = 0; i < effect->steps.count; i++) {
        struct seat_change *step = &own.steps.at[i];
        *step = effect->steps.at[i];
        if (step->act == ACT_HOLD && !is_in_entry(entry, step))
            step->holder = id_between(&entry->uid, &step->holder);
        for (int k = i - 1; k >= 0; k--)
            if (own.steps.at[k].show == step->show && own.steps.at[k].seat == step->seat) {
                step->was = own.steps.at[k].to == SEAT_HELD ? own.steps.at[k].holder : step->was;
                break;
            }
    }
    return own;
}

static bool is_named(const struct merge_result *effect, const struct uuid *hold)
{
    for (int i = 0; i < effect->steps.count; i++)
        if (uuid_equal(&effect->steps.at[i].was, hold) ||
            uuid_equal(&effect->steps.at[i].holder, hold))
            return true;
    return false;
}

/* The act's holds and sales by the same names; a hold that keeps some of its seats stays too. */
static void name_own_holds(struct pg_sync *sync, const struct entry *entry,
                           const struct merge_result *effect)
{
    struct changeset *act = sync->act;
    int count = act->holds.count;
    for (int i = 0; i < count; i++) {
        const struct uuid was = act->holds.at[i].id, own = id_between(&entry->uid, &was);
        if (!is_named(effect, &own))
            continue;
        struct hold hold = act->holds.at[i];
        hold.id = own;
        hold.version = 0;
        if (is_named(effect, &was)) {
            *LIST_ADD(act->arena, &act->holds) = hold;
            continue;
        }
        act->holds.at[i] = hold;
        for (int k = 0; k < act->sales.count; k++)
            if (uuid_equal(&act->sales.at[k].hold, &was))
                act->sales.at[k].hold = own;
    }
}

/* Whoever scans one of them further on in the batch is judged as in the next one. */
static void revoke_tickets(struct pg_sync *sync)
{
    for (int i = 0; i < sync->act->tickets.count; i++)
        if (pg_sync_takes_back(&sync->act->tickets.at[i]))
            *LIST_ADD(sync->arena, &sync->revoked) = sync->act->tickets.at[i].id;
}

static struct house_act judged_act(const struct pg_sync *sync, const struct entry *entry,
                                   const struct entry_out *row, const struct merge_result *effect)
{
    return (struct house_act){.act = sync->act,
                              .entry = entry,
                              .made_at = row->made_at,
                              .effect = effect,
                              .till = sync->till};
}

/* No seat moved by it, and yet it is in the log. */
static void note_same(struct pg_sync *sync)
{
    const struct changeset *act = sync->act;
    struct change_note note = {.act = act->act, .subject = merge_order_of(MERGE_PLAIN, act)};
    if (act->tickets.count)
        note.show = act->tickets.at[0].show;
    add_note(sync, &note);
}

static void do_entry(struct pg_sync *sync, const struct entry *entry, struct entry_out *row,
                     const struct merge_result *merged)
{
    const struct merge_result own = with_own_holds(sync, entry, merged), *effect = &own;
    const struct house_act judged = judged_act(sync, entry, row, effect);
    name_own_holds(sync, entry, effect);
    add_steps(sync, effect);
    for (int i = 0; i < sync->act->notes.count; i++)
        add_note(sync, &sync->act->notes.at[i]);
    if (effect->same)
        note_same(sync);
    if (entry->kind == ENTRY_SCAN)
        add_scan(sync, entry, effect);
    revoke_tickets(sync);
    house_rows_done(&sync->rows, &judged);
    row->was_done = true;
    row->done = sync->out.events;
}

/* ---- what has to be known ------------------------------------------------------------------- */

static void tell(struct pg_sync *sync, const struct house_entry *item,
                 const struct house_receipt *receipt, const struct merge_result *effect)
{
    struct sync_out *out = &sync->out;
    struct conflict_out *row = LIST_ADD(sync->arena, &out->conflicts);
    struct change_note note = {.act = ACT_CONFLICT, .subject = receipt->uid};
    *row = (struct conflict_out){.entry = out->entries.count, .about = ""};
    if (sync->fits)
        row->sale = merge_order_of(receipt->heading, sync->act);
    if (item->entry.kind == ENTRY_SCAN)
        row->ticket = item->entry.scan.ticket;
    else if (effect)
        row->ticket = effect->used;
    if (effect) {
        row->seats = effect->seats.at;
        row->seat_count = effect->seats.count;
        row->amount = effect->amount;
        row->about = arena_strdup(sync->arena, effect->about);
    }
    row->show = row->seat_count ? row->seats[0].show : 0;
    if (sync->act && sync->act->checkins.count) {
        row->show = sync->act->checkins.at[0].show;
        row->ticket = sync->act->checkins.at[0].ticket;
    }
    note.show = row->show;
    if (!uuid_is_zero(&row->sale))
        note.subject = row->sale;
    add_note(sync, &note);
}

/* ---- an entry ------------------------------------------------------------------------------- */

static void fill(struct pg_sync *sync, struct entry_out *row, const struct house_entry *item,
                 const struct merge_result *effect)
{
    row->act = sync->act;
    row->made_at = house_made_at(&sync->device, &item->entry, sync->now);
    add_frame(sync, row, &item->frame);
    if (effect) {
        row->left = effect->seats.at;
        row->left_count = effect->seats.count;
    } else {
        leave_as_before(sync, row);
    }
    leave_seats(sync, row);
    *LIST_ADD(sync->arena, &sync->receipts) = row->receipt;
}

/* Twice poisoned: the database does not take its money either. */
static bool has_money_to_keep(const struct pg_sync *sync, const struct entry *entry)
{
    return sync->act && !uuid_is_zero(&entry->uid) && pg_sync_poisoned(sync, &entry->uid) < 2;
}

/* effect NULL: what was done before, or bytes that are no entry. */
bool pg_sync_put_entry(void *ctx, const struct house_receipt *receipt, const struct entry *entry,
                       const struct merge_result *effect)
{
    struct pg_sync *sync = ctx;
    const struct house_entry *item = item_of(sync, receipt->seq);
    bool repeated = !effect && item->fault == ENTRY_GOOD && receipt->state != ENTRY_REFUSED;
    struct entry_out *row = LIST_ADD(sync->arena, &sync->out.entries);
    *row = (struct entry_out){.receipt = *receipt};
    if (!effect) {
        sync->act = NULL;
        sync->fits = false;
    }
    fill(sync, row, item, effect);
    const struct house_act judged = judged_act(sync, entry, row, effect);
    if (effect && entry_state_done(receipt->state))
        do_entry(sync, entry, row, effect);
    else if (effect && sync->fits)
        house_rows_lost(&sync->rows, &judged);
    else if (effect && receipt->state == ENTRY_REFUSED && has_money_to_keep(sync, entry))
        house_rows_refused(&sync->rows, &judged);
    if (!repeated && merge_is_told(receipt->state, receipt->heading, item->frame.kept))
        tell(sync, item, receipt, effect);
    return true;
}
