/*
 * A batch of journal entries at the house: each is checked against the chain, judged, and given its
 * one verdict; all of it is one transaction.
 */
#include "config.h"

#include <string.h>

#include "src/domain/act_bytes.h"
#include "src/domain/bytes.h"
#include "src/domain/house_sync_parts.h"

struct intake {
    struct house_sync *house;
    struct arena *arena;
    struct house_device device;
    struct sync_verdicts *out;
    LIST(struct house_entry) entries;
};

/* ---- reading -------------------------------------------------------------------------------- */

static struct changeset *act_of(struct arena *arena, const struct entry *entry)
{
    struct changeset *act = entry->payload_size ? changeset_new(arena) : NULL;
    return act && act_read(entry->payload, entry->payload_size, act) ? act : NULL;
}

static void read_entries(struct intake *in, const struct sync_batch *batch)
{
    struct byte_reader from = {.at = batch->bytes, .end = batch->bytes + batch->size};
    struct entry_frame frame;
    if (batch->size > SYNC_BYTES_MOST)
        from.end = from.at + SYNC_BYTES_MOST;
    while (in->entries.count < SYNC_ENTRIES_MOST && batch_next(&from, &frame)) {
        struct house_entry *entry = LIST_ADD(in->arena, &in->entries);
        *entry = (struct house_entry){.frame = frame};
        entry->fault = entry_read(in->arena, frame.body, frame.size, &entry->entry);
        if (entry->fault == ENTRY_GOOD && entry->frame.seq > in->device.last_seq) /* else judged */
            entry->act = act_of(in->arena, &entry->entry);
    }
}

static bool stop(struct intake *in, enum sync_status status)
{
    in->out->status = status;
    return false;
}

/* seq and hash: of what the till has there, in its epoch. */
static bool quarantine(struct intake *in, enum quarantine why, uint64_t seq, const uint8_t *hash)
{
    struct house_doubt *doubt = &in->device.doubt;
    in->device.quarantine = in->out->quarantine = why;
    doubt->epoch = in->device.epoch;
    doubt->seq = seq;
    memcpy(doubt->hash, hash, ENTRY_HASH);
    return stop(in, SYNC_QUARANTINED);
}

static bool quarantine_forged(struct intake *in, const struct entry_frame *frame)
{
    memcpy(in->device.doubt.signature, frame->signature, ENTRY_SIGNATURE);
    return quarantine(in, QUARANTINE_FORGED, frame->seq, frame->hash);
}

/* ---- the answer ----------------------------------------------------------------------------- */

/* A seat the house does not have is told at version 0, so that nothing waits for news of it. */
static void tell_seats(struct intake *in, const struct entry *entry, struct sync_verdict *verdict)
{
    const struct house_store *store = in->house->store;
    if (!entry->seat_count)
        return;
    verdict->seat_count = entry->seat_count;
    verdict->seats = arena_array(in->arena, (size_t)entry->seat_count, sizeof *verdict->seats);
    for (int i = 0; i < entry->seat_count; i++) {
        const struct seat_change *change = &entry->seats[i].change;
        struct merge_seat seat = {0};
        (void)!store->seat(store->ctx, change->show, change->seat, &seat);
        verdict->seats[i] = (struct seat_news){change->show, change->seat, seat.terms, seat.state};
    }
}

static void answer(struct intake *in, const struct house_entry *item,
                   const struct house_receipt *receipt)
{
    struct sync_verdict *verdict = LIST_ADD(in->arena, &in->out->of);
    *verdict = (struct sync_verdict){.seq = receipt->seq,
                                     .state = receipt->state,
                                     .reason = receipt->reason,
                                     .heading = receipt->heading};
    memcpy(verdict->hash, receipt->hash, ENTRY_HASH);
    if (item->fault == ENTRY_GOOD)
        tell_seats(in, &item->entry, verdict);
}

/* ---- judging -------------------------------------------------------------------------------- */

static bool left_by(void *ctx, uint64_t seq, int32_t show, int32_t seat, uint32_t *version)
{
    const struct intake *in = ctx;
    return in->house->store->left(in->house->store->ctx, &in->device.id, seq, show, seat, version);
}

static bool seat_of(void *ctx, int32_t show, int32_t seat, struct merge_seat *out)
{
    const struct intake *in = ctx;
    return in->house->store->seat(in->house->store->ctx, show, seat, out);
}

static void ticket(void *ctx, const struct entry *scan, struct merge_ticket *out)
{
    const struct intake *in = ctx;
    in->house->store->ticket(in->house->store->ctx, scan, out);
}

static bool used(void *ctx, const struct entry *act, struct uuid *ticket)
{
    const struct intake *in = ctx;
    const struct house_store *store = in->house->store;
    return store->used && store->used(store->ctx, act, ticket);
}

static bool bag_moved(void *ctx, const struct entry *act)
{
    const struct intake *in = ctx;
    const struct house_store *store = in->house->store;
    return store->bag_moved && store->bag_moved(store->ctx, act);
}

int64_t house_made_at(const struct house_device *device, const struct entry *entry, int64_t now)
{
    int64_t ago = uuid_equal(&entry->boot, &device->boot) ? device->mono - entry->mono
                                                          : device->wall - entry->wall;
    int64_t at = device->heard_at - ago;
    return at < now ? at : now;
}

static bool is_broken(const struct intake *in, const struct house_entry *item)
{
    const struct house_store *store = in->house->store;
    return store->fits && !store->fits(store->ctx, &in->device, item);
}

static const struct changeset *rows_now(const struct intake *in)
{
    const struct house_store *store = in->house->store;
    return store->rows ? store->rows(store->ctx) : NULL;
}

static bool judge(struct intake *in, const struct house_entry *item, struct house_receipt *receipt)
{
    struct merge_house reads = {in, seat_of, left_by, ticket, used, bag_moved};
    struct merge_call call = {.entry = &item->entry,
                              .act = item->act,
                              .rows = rows_now(in),
                              .seq = item->frame.seq,
                              .kept = item->frame.kept,
                              .till = in->device.till,
                              .broken = is_broken(in, item),
                              .made_at = house_made_at(&in->device, &item->entry, in->house->now),
                              .now = in->house->now,
                              .rules = &in->house->rules,
                              .house = &reads};
    struct merge_result result;
    merge_entry(&call, in->arena, &result);
    receipt->state = result.state;
    receipt->reason = result.reason;
    receipt->heading = result.heading;
    return in->house->store->put_entry(in->house->store->ctx, receipt, &item->entry, &result);
}

/* The act was judged before, in an earlier epoch of this journal: it keeps that verdict. */
static bool repeat(struct intake *in, const struct house_entry *item,
                   const struct house_receipt *before, struct house_receipt *receipt)
{
    bool same = memcmp(before->fingerprint, receipt->fingerprint, FINGERPRINT_SIZE) == 0;
    receipt->state = same ? before->state : ENTRY_REFUSED;
    receipt->reason = same ? before->reason : VERDICT_INVALID;
    receipt->heading = same ? before->heading : MERGE_PLAIN;
    return in->house->store->put_entry(in->house->store->ctx, receipt, &item->entry, NULL);
}

static bool settle(struct intake *in, const struct house_entry *item, struct house_receipt *receipt)
{
    struct house_receipt before;
    if (item->fault != ENTRY_GOOD) {
        receipt->state = ENTRY_REFUSED;
        receipt->reason = VERDICT_INVALID;
        return in->house->store->put_entry(in->house->store->ctx, receipt, &item->entry, NULL);
    }
    if (in->house->store->receipt_of(in->house->store->ctx, &receipt->uid, &before))
        return repeat(in, item, &before, receipt);
    return judge(in, item, receipt);
}

/* ---- one entry ------------------------------------------------------------------------------ */

static bool take_known(struct intake *in, const struct house_entry *item)
{
    struct house_receipt receipt;
    if (!in->house->store->receipt(in->house->store->ctx, &in->device.id, item->frame.epoch,
                                   item->frame.seq, &receipt) ||
        memcmp(receipt.hash, item->frame.hash, ENTRY_HASH) != 0)
        return quarantine(in, QUARANTINE_FORK, item->frame.seq, item->frame.hash);
    answer(in, item, &receipt);
    return true;
}

/* A till's key and one person's password speak for that person. What somebody else did there waits
 * at the till, and what stands on it, until the house has seen him sign in or a supervisor vouches
 * for him: nothing of it is lost. */
static bool is_of_a_stranger(const struct intake *in, const struct house_entry *item)
{
    const struct house_store *store = in->house->store;
    return item->act && store->signed_in && !store->signed_in(store->ctx, item->act->actor.name);
}

static bool take_next(struct intake *in, const struct house_entry *item)
{
    struct house_receipt receipt = {.device = in->device.id,
                                    .uid = item->entry.uid,
                                    .epoch = item->frame.epoch,
                                    .seq = item->frame.seq};
    memcpy(receipt.hash, item->frame.hash, ENTRY_HASH);
    memcpy(receipt.fingerprint, item->entry.fingerprint, FINGERPRINT_SIZE);
    if (item->fault == ENTRY_TOO_NEW)
        return stop(in, SYNC_TOO_NEW);
    if (is_of_a_stranger(in, item))
        return stop(in, SYNC_STRANGER);
    if (!settle(in, item, &receipt))
        return stop(in, SYNC_BUSY);
    in->device.last_seq = item->frame.seq;
    memcpy(in->device.last_hash, item->frame.hash, ENTRY_HASH);
    answer(in, item, &receipt);
    return true;
}

static bool take_entry(struct intake *in, const struct house_entry *item, const uint8_t *before)
{
    const struct chain_crypt *crypt = in->house->chain.crypt;
    struct chain chain = in->house->chain;
    chain.device = in->device.id;
    if (item->frame.epoch != in->device.epoch || item->frame.seq <= in->device.start_seq ||
        !chain_follows(&chain, before, &item->frame))
        return stop(in, SYNC_DAMAGED);
    if (!crypt->signed_by(crypt->ctx, &in->device.id, item->frame.hash, item->frame.signature))
        return quarantine_forged(in, &item->frame);
    if (item->frame.seq <= in->device.last_seq)
        return take_known(in, item);
    if (item->frame.seq > in->device.last_seq + 1)
        return stop(in, SYNC_GAP);
    if (memcmp(before, in->device.last_hash, ENTRY_HASH) != 0)
        return quarantine(in, QUARANTINE_FORK, in->device.last_seq, before);
    return take_next(in, item);
}

static void take_all(struct intake *in, const struct sync_batch *batch)
{
    const uint8_t *before = batch->before;
    for (int i = 0; i < in->entries.count && take_entry(in, &in->entries.at[i], before); i++)
        before = in->entries.at[i].frame.hash;
}

void house_take_batch(struct house_sync *house, struct arena *arena, const struct sync_batch *batch,
                      struct sync_verdicts *out)
{
    struct intake in = {.house = house, .arena = arena, .out = out};
    out->session = batch->session;
    if (!house->store->device(house->store->ctx, &batch->device, &in.device)) {
        out->status = SYNC_UNKNOWN;
        return;
    }
    out->next = in.device.last_seq + 1;
    out->quarantine = in.device.quarantine;
    if (in.device.session != batch->session || in.device.quarantine) {
        out->status = in.device.quarantine ? SYNC_QUARANTINED : SYNC_OTHER_SESSION;
        return;
    }
    read_entries(&in, batch);
    if (!house->store->prepare(house->store->ctx, in.entries.at, in.entries.count))
        out->status = SYNC_BUSY;
    else
        take_all(&in, batch);
    if (out->status == SYNC_BUSY || !house_save(house, &in.device)) {
        house_undo(house);
        out->of.count = 0;
        out->status = SYNC_BUSY;
        return;
    }
    out->next = in.device.last_seq + 1;
}
