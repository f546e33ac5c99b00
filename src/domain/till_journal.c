/* Acts into the journal and the replica, and a journal into a new epoch. */
#include "config.h"

#include <string.h>

#include "src/domain/till_sync_parts.h"

/* ---- writing an entry ----------------------------------------------------------------------- */

bool till_latch(struct till_sync *till)
{
    till->disk->rollback(till->disk->ctx);
    till->latched = true;
    return false;
}

bool till_save(struct till_sync *till)
{
    if (till->disk->put_meta(till->disk->ctx, &till->meta) && till->disk->commit(till->disk->ctx))
        return true;
    return till_latch(till);
}

bool till_hash_of(struct till_sync *till, uint64_t seq, uint8_t out[ENTRY_HASH])
{
    struct entry_frame frame;
    memset(out, 0, ENTRY_HASH);
    if (!seq)
        return true;
    if (!till->disk->frame(till->disk->ctx, seq, &frame))
        return false;
    memcpy(out, frame.hash, ENTRY_HASH);
    return true;
}

bool till_append(struct till_sync *till, struct arena *arena, struct entry *entry, bool kept)
{
    size_t room = entry_size(entry);
    uint8_t *body = arena_alloc(arena, room);
    struct entry_frame frame = {.seq = till->meta.head_seq + 1,
                                .epoch = till->meta.epoch,
                                .kept = kept,
                                .body = body,
                                .size = entry_write(entry, body, room)};
    if (!frame.size)
        return false;
    chain_hash(&till->chain, till->meta.head_hash, &frame, frame.hash);
    till->chain.crypt->sign(till->chain.crypt->ctx, frame.hash, frame.signature);
    if (!till->disk->append(till->disk->ctx, &frame, entry))
        return false;
    till->meta.head_seq = frame.seq;
    memcpy(till->meta.head_hash, frame.hash, ENTRY_HASH);
    return true;
}

bool till_mark_sent(struct till_sync *till, uint64_t first, uint64_t last, bool sent)
{
    return first > last || till->disk->mark_sent(till->disk->ctx, first, last, sent) ||
           till_latch(till);
}

static bool see_entry(void *to, const struct entry_frame *frame)
{
    return journal_check_entry(to, frame);
}

bool till_verify(struct till_sync *till)
{
    const struct till_meta *meta = &till->meta;
    struct journal_check check = journal_check_start(&till->chain, meta->first_open);
    bool read = till->disk->walk(till->disk->ctx, 1, see_entry, &check);
    if (read && journal_check_end(&check, meta->head_seq, meta->head_hash))
        return till_mark_sent(till, meta->first_open, meta->head_seq, false);
    till->fault = check.fault;
    till->fault_at = check.at;
    return till_latch(till);
}

/* ---- an act --------------------------------------------------------------------------------- */

static bool has_lease(const struct till_sync *till)
{
    return !till->meta.giving_back && uuid_equal(&till->meta.lease_boot, &till->clock.boot) &&
           till->clock.mono < till->meta.lease_ends;
}

bool till_sells_for_good(struct till_sync *till, int32_t show, int32_t seat)
{
    struct replica_seat known;
    return has_lease(till) && till->disk->seat(till->disk->ctx, show, seat, &known) &&
           known.house.allotment && known.house.allotment == till->meta.till;
}

static const struct seat_state *shown(const struct replica_seat *seat)
{
    return seat->tip ? &seat->mine : &seat->house;
}

static enum verdict check(struct till_sync *till, const struct seat_change *change,
                          const struct replica_seat *seat)
{
    const struct seat_state *state = shown(seat);
    bool lent_away = state->allotment && state->allotment != till->meta.till;
    if (change->act == ACT_HOLD && lent_away)
        return VERDICT_SEAT_TAKEN;
    if (state->status != change->from)
        return change->from == SEAT_HELD ? VERDICT_NOT_HOLDER : VERDICT_SEAT_TAKEN;
    if (!uuid_is_zero(&change->was) && !uuid_equal(&change->was, &state->holder))
        return VERDICT_NOT_HOLDER;
    return seat_transition((enum seat_status)change->from, change->act,
                           (enum seat_status)change->to)
               ? VERDICT_OK
               : VERDICT_INVALID;
}

/* A hold that a later entry continues has to be kept at the house until that is judged. */
static bool keep_what_it_stands_on(struct till_sync *till, const struct entry_seat *seat)
{
    bool continues = seat->change.from == SEAT_HELD && seat->change.to != SEAT_AVAILABLE;
    if (!continues || !seat->after || seat->after > till->meta.head_seq)
        return true;
    return till->disk->keep(till->disk->ctx, seat->after);
}

/* The seat as the entry that is being written leaves it. Of a house that went back nobody knows the
 * version: whatever it says next is newer. */
static bool show_change(struct till_sync *till, const struct seat_change *change,
                        struct replica_seat *seat, bool went_back)
{
    seat->mine = (struct seat_state){.version = shown(seat)->version,
                                     .status = change->to,
                                     .holder = change->holder,
                                     .held_until = change->held_until,
                                     .open_to = change->open_to,
                                     .allotment = seat->house.allotment};
    if (went_back)
        seat->house.version = 0;
    seat->tip = till->meta.head_seq + 1;
    return till->disk->put_seat(till->disk->ctx, change->show, change->seat, seat);
}

static enum verdict change_seat(struct till_sync *till, const struct seat_change *change,
                                struct entry_seat *out)
{
    struct replica_seat seat;
    if (!till->disk->seat(till->disk->ctx, change->show, change->seat, &seat))
        return VERDICT_SEAT_NOT_FOUND;
    enum verdict verdict = check(till, change, &seat);
    if (verdict != VERDICT_OK)
        return verdict;
    *out = (struct entry_seat){*change, seat.tip, seat.terms};
    out->change.seen = seat.tip ? 0 : seat.house.version;
    return keep_what_it_stands_on(till, out) && show_change(till, change, &seat, false)
               ? VERDICT_OK
               : VERDICT_UNAVAILABLE;
}

static const struct entry_seat *first_change_of(const struct entry *entry,
                                                const struct seat_change *like)
{
    for (int i = 0; i < entry->seat_count; i++)
        if (entry->seats[i].change.show == like->show && entry->seats[i].change.seat == like->seat)
            return &entry->seats[i];
    return NULL;
}

/* Is the seat free because of an act of this till that the house has still to judge? It may say no
 * to a refund or an exchange, and then the seat is sold already. */
static bool is_freed_alone(struct till_sync *till, struct arena *arena,
                           const struct seat_change *change)
{
    struct replica_seat known;
    struct entry_frame frame;
    struct entry entry;
    uint64_t seq =
        till->disk->seat(till->disk->ctx, change->show, change->seat, &known) ? known.tip : 0;
    while (seq && till->disk->frame(till->disk->ctx, seq, &frame) &&
           entry_read(arena, frame.body, frame.size, &entry) == ENTRY_GOOD) {
        const struct entry_seat *stands = first_change_of(&entry, change);
        if (!stands || stands->change.from == SEAT_SOLD)
            return stands;
        seq = stands->after;
    }
    return false;
}

/* What was sold before may be refunded at the house meanwhile, so an exchange is not. */
static bool is_for_good(struct till_sync *till, struct arena *arena, const struct till_act *act)
{
    bool sold = act->gives;
    if (act->beyond || (act->gives && !has_lease(till)))
        return false;
    for (int i = 0; i < act->count; i++) {
        const struct seat_change *change = &act->changes[i];
        if (change->from == SEAT_SOLD || !till_sells_for_good(till, change->show, change->seat) ||
            is_freed_alone(till, arena, change))
            return false;
        sold = sold || change->to == SEAT_SOLD;
    }
    return sold;
}

static bool is_too_large(const struct till_act *act)
{
    const struct entry entry = {
        .kind = act->kind, .seat_count = act->count, .payload_size = act->payload_size};
    return act->count > ENTRY_SEATS_MOST || entry_size(&entry) > ENTRY_BYTES_MOST;
}

/* All but what its seats stand on. */
static void begin_entry(const struct till_sync *till, struct arena *arena,
                        const struct till_act *act, struct entry *entry)
{
    *entry = (struct entry){.uid = act->uid,
                            .kind = act->kind,
                            .boot = till->clock.boot,
                            .mono = till->clock.mono,
                            .wall = till->clock.wall,
                            .seat_count = act->count,
                            .scan = act->scan,
                            .payload = act->payload,
                            .payload_size = act->payload_size};
    memcpy(entry->fingerprint, act->fingerprint, FINGERPRINT_SIZE);
    if (act->count)
        entry->seats = arena_array(arena, (size_t)act->count, sizeof *entry->seats);
}

static enum verdict fill_entry(struct till_sync *till, struct arena *arena,
                               const struct till_act *act, struct entry *entry)
{
    enum verdict verdict = VERDICT_OK;
    if (is_too_large(act))
        return VERDICT_INVALID;
    begin_entry(till, arena, act, entry);
    entry->final = is_for_good(till, arena, act);
    for (int i = 0; i < act->count && verdict == VERDICT_OK; i++)
        verdict = change_seat(till, &act->changes[i], &entry->seats[i]);
    return verdict;
}

enum verdict till_journal(struct till_sync *till, struct arena *arena, const struct till_act *act,
                          struct till_written *out)
{
    struct entry entry;
    if (till->latched)
        return VERDICT_UNAVAILABLE;
    enum verdict verdict = fill_entry(till, arena, act, &entry);
    if (verdict != VERDICT_OK && verdict != VERDICT_UNAVAILABLE) {
        till->disk->rollback(till->disk->ctx);
        return verdict;
    }
    if (verdict == VERDICT_UNAVAILABLE || !till_append(till, arena, &entry, false)) {
        till_latch(till);
        return VERDICT_UNAVAILABLE;
    }
    if (!till_save(till))
        return VERDICT_UNAVAILABLE;
    mode_journalled(&till->mode);
    *out = (struct till_written){till->meta.head_seq, entry.final};
    return VERDICT_OK;
}

/* ---- what the house has lost ---------------------------------------------------------------- */

uint32_t till_act_bytes(struct till_sync *till, struct arena *arena, const struct till_act *act,
                        const uint8_t **out)
{
    struct entry entry;
    if (!act->payload_size || is_too_large(act))
        return 0;
    begin_entry(till, arena, act, &entry);
    for (int i = 0; i < act->count; i++)
        entry.seats[i] = (struct entry_seat){.change = act->changes[i]};
    size_t room = entry_size(&entry);
    uint8_t *bytes = arena_alloc(arena, room);
    *out = bytes;
    return entry_write(&entry, bytes, room);
}

/* A hold that comes back ends by itself, and frees what somebody had freed before its time. */
static bool only_frees(const struct entry *act)
{
    int freed = 0;
    for (int i = 0; i < act->seat_count; i++)
        freed += act->seats[i].change.act == ACT_OVERRIDE || act->seats[i].change.act == ACT_EXPIRE;
    return freed && freed == act->seat_count;
}

/* Does an entry that was made alone since, up to this one, go on with what the act holds? */
static bool has_gone_on(struct till_sync *till, const struct entry *act, uint64_t head)
{
    for (int i = 0; i < act->seat_count; i++) {
        const struct seat_change *change = &act->seats[i].change;
        struct replica_seat known;
        if (change->to == SEAT_HELD &&
            till->disk->seat(till->disk->ctx, change->show, change->seat, &known) && known.tip &&
            known.tip <= head)
            return true;
    }
    return false;
}

/* It stands on the act before it where that was lost too, else on the version that was seen. */
static bool replay_seat(struct till_sync *till, struct entry_seat *seat, uint64_t head)
{
    const struct seat_change *change = &seat->change;
    struct replica_seat known;
    if (!till->disk->seat(till->disk->ctx, change->show, change->seat, &known))
        return true;
    seat->terms = known.terms;
    if (known.tip && known.tip <= head) /* what was done alone since stays as it is shown */
        return true;
    seat->after = known.tip;
    if (known.tip)
        seat->change.seen = 0;
    return keep_what_it_stands_on(till, seat) && show_change(till, change, &known, true);
}

static bool replay_one(struct till_sync *till, struct arena *arena, const struct entry *act,
                       uint64_t head)
{
    struct entry entry = *act;
    if (only_frees(act) || has_gone_on(till, act, head))
        return true;
    for (int i = 0; i < entry.seat_count; i++)
        if (!replay_seat(till, &entry.seats[i], head))
            return false;
    return till_append(till, arena, &entry, false);
}

bool till_replay(struct till_sync *till, struct arena *arena, const struct entry *acts, int count)
{
    struct till_meta before = till->meta;
    bool good = !till->latched;
    for (int i = 0; i < count && good; i++)
        good = replay_one(till, arena, &acts[i], before.head_seq);
    if (!good) {
        till->meta = before;
        return till_latch(till);
    }
    if (till->meta.head_seq > before.head_seq)
        mode_journalled(&till->mode);
    return till_save(till);
}

/* ---- a new epoch ---------------------------------------------------------------------------- */

/* Where an open entry's act stands after the journal's open acts were taken up again. */
static uint64_t renewed(uint64_t seq, uint64_t first_open, uint64_t head)
{
    return seq < first_open ? seq : seq - first_open + head + 1;
}

static bool move_tip(struct till_sync *till, const struct seat_change *change, uint64_t from,
                     uint64_t to)
{
    struct replica_seat seat;
    if (!till->disk->seat(till->disk->ctx, change->show, change->seat, &seat) || seat.tip != from)
        return true;
    seat.tip = to;
    return till->disk->put_seat(till->disk->ctx, change->show, change->seat, &seat);
}

static bool renew_one(struct till_sync *till, struct arena *arena, uint64_t seq, uint64_t head)
{
    struct entry_frame frame;
    struct entry entry;
    uint64_t to = till->meta.head_seq + 1;
    if (!till->disk->frame(till->disk->ctx, seq, &frame) ||
        entry_read(arena, frame.body, frame.size, &entry) != ENTRY_GOOD)
        return false;
    entry.renews = seq;
    for (int i = 0; i < entry.seat_count; i++) {
        struct entry_seat *seat = &entry.seats[i];
        seat->after = seat->after ? renewed(seat->after, till->meta.first_open, head) : 0;
        if (!move_tip(till, &seat->change, seq, to))
            return false;
    }
    struct sync_verdict moved = {.seq = seq, .state = ENTRY_RENEWED};
    return till_append(till, arena, &entry, frame.kept) &&
           till->disk->settle(till->disk->ctx, &moved);
}

bool till_renew(struct till_sync *till, struct arena *arena, uint32_t epoch)
{
    struct till_meta before = till->meta;
    uint64_t head = before.head_seq;
    till->meta.epoch = epoch;
    till->meta.start_seq = head;
    memcpy(till->meta.start_hash, before.head_hash, ENTRY_HASH);
    for (uint64_t seq = before.first_open; seq <= head; seq++)
        if (!renew_one(till, arena, seq, head)) {
            till->meta = before;
            return till_latch(till);
        }
    till->meta.first_open = head + 1;
    return till_save(till);
}
