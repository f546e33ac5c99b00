/*
 * The rows that entries of the journal have written, until the house was asked for them again.
 *
 * They are found in the journal itself, so nothing is written for them when an act is made, and a
 * till that starts again finds the same.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/domain/act_bytes.h"
#include "sync/lite_replica_parts.h"

/* ---- the set -------------------------------------------------------------------------------- */

static unsigned hash_of(const struct replica_name *name)
{
    unsigned hash = 2166136261u ^ (unsigned)name->table;
    for (size_t i = 0; i < sizeof name->id.b; i++)
        hash = (hash ^ name->id.b[i]) * 16777619u;
    for (const char *at = name->code; *at; at++)
        hash = (hash ^ (uint8_t)*at) * 16777619u;
    return hash;
}

static bool same_name(const struct replica_name *a, const struct replica_name *b)
{
    return a->table == b->table && uuid_equal(&a->id, &b->id) && strcmp(a->code, b->code) == 0;
}

/* The slot of a name, or the free one where it would go. */
static int *slot_of(struct touched *touched, const struct replica_name *name)
{
    unsigned at = hash_of(name);
    for (;; at++) {
        int *slot = &touched->slots[at % (unsigned)touched->slot_count];
        if (!*slot || same_name(&touched->at[*slot - 1].name, name))
            return slot;
    }
}

static void put_in_slots(struct touched *touched)
{
    free(touched->slots);
    touched->slot_count = touched->room * 2;
    touched->slots = x_alloc((size_t)touched->slot_count * sizeof *touched->slots);
    for (int i = 0; i < touched->count; i++)
        *slot_of(touched, &touched->at[i].name) = i + 1;
}

static void make_room(struct touched *touched)
{
    if (touched->count < touched->room)
        return;
    int room = touched->room ? touched->room * 2 : 64;
    struct touched_row *at = x_alloc((size_t)room * sizeof *at);
    if (touched->count)
        memcpy(at, touched->at, (size_t)touched->count * sizeof *at);
    free(touched->at);
    touched->at = at;
    touched->room = room;
    put_in_slots(touched);
}

static void add(struct touched *touched, uint64_t seq, const struct replica_name *name)
{
    make_room(touched);
    int *slot = slot_of(touched, name);
    if (!*slot)
        *slot = ++touched->count;
    struct touched_row *row = &touched->at[*slot - 1];
    row->name = *name;
    row->seq = seq;
}

struct touched_row *touched_find(struct touched *touched, const struct replica_name *name)
{
    if (!touched->count)
        return NULL;
    int slot = *slot_of(touched, name);
    return slot ? &touched->at[slot - 1] : NULL;
}

void touched_drop(struct touched *touched, const struct replica_name *names, int count)
{
    for (int i = 0; i < count; i++) {
        struct touched_row *row = touched_find(touched, &names[i]);
        if (row)
            row->seq = 0;
    }
    int kept = 0;
    for (int i = 0; touched->at && i < touched->count; i++)
        if (touched->at[i].seq)
            touched->at[kept++] = touched->at[i];
    touched->count = kept;
    if (touched->room)
        put_in_slots(touched);
}

uint64_t touched_settled(const struct touched *touched)
{
    uint64_t settled = touched->noted;
    for (int i = 0; i < touched->count; i++)
        if (touched->at[i].seq <= settled)
            settled = touched->at[i].seq - 1;
    return settled;
}

/* ---- what an act wrote ---------------------------------------------------------------------- */

static void add_id(struct touched *touched, uint64_t seq, enum replica_table table,
                   const struct uuid *id)
{
    const struct replica_name name = {.table = table, .id = *id};
    if (!uuid_is_zero(id))
        add(touched, seq, &name);
}

/* A hold that lost its last seat because its time was over ended with it. */
static void add_seats(struct touched *touched, uint64_t seq, const struct entry *entry)
{
    for (int i = 0; i < entry->seat_count; i++) {
        const struct seat_change *change = &entry->seats[i].change;
        if (change->from == SEAT_HELD)
            add_id(touched, seq, REPLICA_HOLD, &change->was);
    }
}

static void add_money(struct touched *touched, uint64_t seq, const struct changeset *cs)
{
    for (int i = 0; i < cs->sales.count; i++)
        add_id(touched, seq, REPLICA_SALE, &cs->sales.at[i].id);
    for (int i = 0; i < cs->tickets.count; i++)
        add_id(touched, seq, REPLICA_SALE, &cs->tickets.at[i].sale);
    for (int i = 0; i < cs->payments.count; i++) {
        add_id(touched, seq, REPLICA_SALE, &cs->payments.at[i].sale);
        add_id(touched, seq, REPLICA_SHIFT, &cs->payments.at[i].shift);
    }
    for (int i = 0; i < cs->shifts.count; i++)
        add_id(touched, seq, REPLICA_SHIFT, &cs->shifts.at[i].id);
    for (int i = 0; i < cs->moves.count; i++)
        add_id(touched, seq, REPLICA_SHIFT, &cs->moves.at[i].shift);
    for (int i = 0; i < cs->vouchers.count; i++) {
        struct replica_name name = {.table = REPLICA_VOUCHER};
        memcpy(name.code, cs->vouchers.at[i].code, sizeof name.code);
        add(touched, seq, &name);
    }
}

static void add_rest(struct touched *touched, uint64_t seq, const struct changeset *cs)
{
    for (int i = 0; i < cs->holds.count; i++)
        add_id(touched, seq, REPLICA_HOLD, &cs->holds.at[i].id);
    for (int i = 0; i < cs->customers.count; i++)
        add_id(touched, seq, REPLICA_CUSTOMER, &cs->customers.at[i].id);
    for (int i = 0; i < cs->waiters.count; i++)
        add_id(touched, seq, REPLICA_WAITER, &cs->waiters.at[i].id);
    for (int i = 0; i < cs->admissions.count; i++)
        add_id(touched, seq, REPLICA_ADMISSION, &cs->admissions.at[i].ticket);
    for (int i = 0; i < cs->checkins.count; i++) {
        add_id(touched, seq, REPLICA_ADMISSION, &cs->checkins.at[i].ticket);
        add_id(touched, seq, REPLICA_SHIFT, &cs->checkins.at[i].shift);
    }
}

/* What cannot be read was put there by somebody else; the chain tells of that. */
static void note_entry(struct touched *touched, struct arena *arena, uint64_t seq,
                       const uint8_t *body, size_t size)
{
    struct entry entry;
    if (entry_read(arena, body, (uint32_t)size, &entry) != ENTRY_GOOD)
        return;
    struct changeset *cs = changeset_new(arena);
    add_seats(touched, seq, &entry);
    if (!act_read(entry.payload, entry.payload_size, cs))
        return;
    add_money(touched, seq, cs);
    add_rest(touched, seq, cs);
}

/* Only what was written counts here; whether it is signed is looked at when a till starts. */
static const uint8_t *next_body(struct query *q, uint64_t *seq, size_t *size)
{
    uint8_t skipped[ENTRY_SIGNATURE];
    if (!query_row(q))
        return NULL;
    *seq = (uint64_t)get_int(q);
    (void)get_int(q);
    get_blob(q, skipped, ENTRY_HASH);
    get_blob(q, skipped, ENTRY_SIGNATURE);
    return get_bytes_here(q, size);
}

enum rc touched_note(struct lite_till *till, uint64_t settled, struct err *err)
{
    struct touched *touched = &till->touched;
    struct arena *arena = arena_new();
    const uint8_t *body;
    size_t size;
    if (touched->noted < settled)
        touched->noted = settled;
    struct query q = query_start(till->lite, lite_sql_list_entries);
    put_int(&q, (int64_t)touched->noted + 1);
    while ((body = next_body(&q, &touched->noted, &size))) {
        arena_reset(arena);
        note_entry(touched, arena, touched->noted, body, size);
    }
    arena_free(&arena);
    return query_end(&q, err);
}

/* ---- is it still open? ---------------------------------------------------------------------- */

static bool is_seat_open(struct lite_till *till, const struct changeset *cs)
{
    const struct till_disk disk = lite_till_disk(till);
    struct replica_seat seat;
    for (int i = 0; i < cs->seats.count; i++)
        if (disk.seat(disk.ctx, cs->seats.at[i].show, cs->seats.at[i].seat, &seat) && seat.tip)
            return true;
    return false;
}

static bool is_row_open(struct touched *touched, const struct changeset *cs, uint64_t through)
{
    struct touched rows = {0};
    bool open = false;
    add_money(&rows, 1, cs);
    add_rest(&rows, 1, cs);
    for (int i = 0; i < rows.count && !open; i++) {
        const struct touched_row *row = touched_find(touched, &rows.at[i].name);
        open = row && row->seq > through;
    }
    free(rows.at);
    free(rows.slots);
    return open;
}

bool touched_is_open(struct lite_till *till, const struct changeset *cs, uint64_t through)
{
    return is_seat_open(till, cs) || is_row_open(&till->touched, cs, through);
}
