/*
 * The canonical bytes of an entry. One entry has one form: fields in the order below, fixed widths,
 * nothing left over; so the same act hashes the same everywhere and a changed byte is found.
 *
 * What reads them trusts nothing: counts are checked against the bytes that are there before
 * memory is taken, enums and times against what they may be.
 */
#include "config.h"

#include "src/domain/bytes.h"
#include "src/domain/entry.h"

enum {
    HEAD_BYTES = 1 + 1 + 1 + 16 + FINGERPRINT_SIZE + 8 + 16 + 8 + 8,
    SCAN_BYTES = 16 + 4,
    COUNT_BYTES = 2 + 4, /* of the seats, and of the payload */
    SEAT_BYTES = 68,
    FLAG_FINAL = 1,
    FLAG_OUT = 2,
};

/* ---- writing -------------------------------------------------------------------------------- */

static void put_seat(struct byte_writer *to, const struct entry_seat *seat)
{
    const struct seat_change *change = &seat->change;
    put_number(to, (uint32_t)change->show, 4);
    put_number(to, (uint32_t)change->seat, 4);
    put_number(to, change->seen, 4);
    put_number(to, seat->after, 8);
    put_number(to, seat->terms, 4);
    put_number(to, (uint64_t)change->act, 1);
    put_number(to, change->from, 1);
    put_number(to, change->to, 1);
    put_number(to, change->open_to, 1);
    put_id(to, &change->holder);
    put_id(to, &change->was);
    put_number(to, (uint64_t)change->held_until, 8);
}

static void put_head(struct byte_writer *to, const struct entry *entry)
{
    bool out = entry->kind == ENTRY_SCAN && entry->scan.out;
    put_number(to, ENTRY_REVISION, 1);
    put_number(to, (uint64_t)entry->kind, 1);
    put_number(to, (entry->final ? FLAG_FINAL : 0u) | (out ? FLAG_OUT : 0u), 1);
    put_id(to, &entry->uid);
    put_raw(to, entry->fingerprint, sizeof entry->fingerprint);
    put_number(to, entry->renews, 8);
    put_id(to, &entry->boot);
    put_number(to, (uint64_t)entry->mono, 8);
    put_number(to, (uint64_t)entry->wall, 8);
}

size_t entry_size(const struct entry *entry)
{
    return (size_t)HEAD_BYTES + COUNT_BYTES + (entry->kind == ENTRY_SCAN ? SCAN_BYTES : 0) +
           (size_t)entry->seat_count * SEAT_BYTES + entry->payload_size;
}

uint32_t entry_write(const struct entry *entry, uint8_t *out, size_t room)
{
    struct byte_writer to = {.at = out, .end = out + room};
    if (room > ENTRY_BYTES_MOST)
        to.end = out + ENTRY_BYTES_MOST;
    put_head(&to, entry);
    if (entry->kind == ENTRY_SCAN) {
        put_id(&to, &entry->scan.ticket);
        put_number(&to, (uint32_t)entry->scan.gate, 4);
    }
    put_number(&to, (uint64_t)entry->seat_count, 2);
    for (int i = 0; i < entry->seat_count; i++)
        put_seat(&to, &entry->seats[i]);
    put_number(&to, entry->payload_size, 4);
    put_raw(&to, entry->payload, entry->payload_size);
    return to.bad ? 0 : (uint32_t)(to.at - out);
}

/* ---- reading -------------------------------------------------------------------------------- */

static int64_t take_time(struct byte_reader *from)
{
    uint64_t time = take_number(from, 8);
    if (time > (uint64_t)ENTRY_LATEST_TIME)
        from->bad = true;
    return from->bad ? 0 : (int64_t)time;
}

static uint8_t take_below(struct byte_reader *from, int limit)
{
    uint64_t number = take_number(from, 1);
    if (number >= (uint64_t)limit)
        from->bad = true;
    return from->bad ? 0 : (uint8_t)number;
}

static int32_t take_index(struct byte_reader *from)
{
    uint64_t number = take_number(from, 4);
    if (number > INT32_MAX)
        from->bad = true;
    return from->bad ? 0 : (int32_t)number;
}

static void take_seat(struct byte_reader *from, struct entry_seat *seat)
{
    struct seat_change *change = &seat->change;
    change->show = take_index(from);
    change->seat = take_index(from);
    change->seen = (uint32_t)take_number(from, 4);
    seat->after = take_number(from, 8);
    seat->terms = (uint32_t)take_number(from, 4);
    change->act = (enum act)take_below(from, ACT_COUNT);
    change->from = take_below(from, SEAT_STATUS_COUNT);
    change->to = take_below(from, SEAT_STATUS_COUNT);
    change->open_to = (uint8_t)take_number(from, 1);
    change->holder = take_id(from);
    change->was = take_id(from);
    change->held_until = take_time(from);
}

static void take_head(struct byte_reader *from, struct entry *entry)
{
    entry->kind = (enum entry_kind)take_below(from, ENTRY_KIND_COUNT);
    uint8_t flags = take_below(from, FLAG_FINAL + FLAG_OUT + 1);
    entry->final = flags & FLAG_FINAL;
    entry->scan.out = flags & FLAG_OUT;
    if (entry->scan.out && entry->kind != ENTRY_SCAN)
        from->bad = true;
    entry->uid = take_id(from);
    take_raw(from, entry->fingerprint, sizeof entry->fingerprint);
    entry->renews = take_number(from, 8);
    entry->boot = take_id(from);
    entry->mono = take_time(from);
    entry->wall = take_time(from);
}

static void take_seats(struct byte_reader *from, struct arena *arena, struct entry *entry)
{
    size_t count = take_number(from, 2);
    if (count > ENTRY_SEATS_MOST || count * SEAT_BYTES > (size_t)(from->end - from->at))
        from->bad = true;
    if (from->bad || !count)
        return;
    entry->seats = arena_array(arena, count, sizeof *entry->seats);
    entry->seat_count = (int)count;
    for (size_t i = 0; i < count; i++)
        take_seat(from, &entry->seats[i]);
}

enum entry_fault entry_read(struct arena *arena, const uint8_t *body, uint32_t size,
                            struct entry *out)
{
    struct byte_reader from = {.at = body, .end = body + size, .bad = size > ENTRY_BYTES_MOST};
    *out = (struct entry){0};
    uint64_t revision = take_number(&from, 1);
    if (!from.bad && revision > ENTRY_REVISION)
        return ENTRY_TOO_NEW;
    take_head(&from, out);
    if (out->kind == ENTRY_SCAN) {
        out->scan.ticket = take_id(&from);
        out->scan.gate = take_index(&from);
    }
    take_seats(&from, arena, out);
    out->payload_size = (uint32_t)take_number(&from, 4);
    out->payload = take_view(&from, out->payload_size);
    return from.bad || from.at != from.end || !revision ? ENTRY_MALFORMED : ENTRY_GOOD;
}
