/* How seats stand: stretches of seats that stand alike, and between them what the next is. */
#include "config.h"

#include <string.h>

#include "src/domain/pack_bytes.h"

/* The status in the two lowest bits, and what follows it. */
enum { STATUS = 3, CHANGES = 4, UNTIL = 8, OPEN_TO = 16, ALLOTMENT = 32, HOLDER = 64, KNOWN = 127 };
_Static_assert(SEAT_STATUS_COUNT <= STATUS + 1, "two bits");

static bool alike(const struct seat_state *a, const struct seat_state *b)
{
    return a->status == b->status && a->version == b->version && a->held_until == b->held_until &&
           a->open_to == b->open_to && a->allotment == b->allotment &&
           uuid_equal(&a->holder, &b->holder);
}

static int stretch(const struct seat_state *states, int from, int count,
                   const struct seat_state *like)
{
    int end = from;
    while (end < count && alike(&states[end], like))
        end++;
    return end - from;
}

static void pack_state(struct packed *packed, const struct seat_state *state,
                       const struct seat_state *before)
{
    bool held = !uuid_is_zero(&state->holder);
    pack_byte(packed, (uint8_t)(state->status | (state->version != before->version ? CHANGES : 0) |
                                (state->held_until ? UNTIL : 0) | (state->open_to ? OPEN_TO : 0) |
                                (state->allotment ? ALLOTMENT : 0) | (held ? HOLDER : 0)));
    if (state->version != before->version)
        pack_number(packed, state->version);
    if (state->held_until)
        pack_number(packed, (uint64_t)state->held_until);
    if (state->open_to)
        pack_byte(packed, state->open_to);
    if (state->allotment)
        pack_number(packed, state->allotment);
    if (held)
        pack_bytes(packed, state->holder.b, sizeof state->holder.b);
}

struct packed states_pack(const struct seat_state *states, int count)
{
    struct packed packed = {.bytes = NULL};
    struct seat_state before = {.version = 1};
    for (int i = 0; i < count; i++) {
        int same = stretch(states, i, count, &before);
        pack_number(&packed, (uint64_t)same);
        i += same;
        if (i < count) {
            pack_state(&packed, &states[i], &before);
            before = states[i];
        }
    }
    return packed;
}

static bool unpack_state(struct unpack *from, struct seat_state *state)
{
    uint8_t has = unpack_byte(from);
    struct seat_state next = {.status = has & STATUS, .version = state->version};
    if (has & CHANGES)
        next.version = (uint32_t)unpack_number(from);
    if (has & UNTIL)
        next.held_until = (int64_t)unpack_number(from);
    if (has & OPEN_TO)
        next.open_to = unpack_byte(from);
    if (has & ALLOTMENT)
        next.allotment = (uint16_t)unpack_number(from);
    const void *holder = has & HOLDER ? unpack_bytes(from, sizeof next.holder.b) : NULL;
    if (holder)
        memcpy(next.holder.b, holder, sizeof next.holder.b);
    *state = next;
    return !from->short_of && has <= KNOWN;
}

bool states_unpack(const void *bytes, size_t size, struct seat_state *states, int count)
{
    struct unpack from = unpack_start(bytes, size);
    struct seat_state state = {.version = 1};
    for (int i = 0; i < count; i++) {
        uint64_t same = unpack_number(&from);
        if (from.short_of || same > (uint64_t)(count - i))
            return false;
        for (int end = i + (int)same; i < end; i++)
            states[i] = state;
        if (i == count)
            break;
        if (!unpack_state(&from, &state))
            return false;
        states[i] = state;
    }
    return from.at == from.end;
}
