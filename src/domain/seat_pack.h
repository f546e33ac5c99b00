/*
 * Seats as bytes: a hall of 100,000 seats, and how they stand, written so that all of it is read at
 * once. Each seat is told by what is other than one expects: the next number at the next place of
 * the same row, standing as its neighbour does. So a large hall takes little more than a byte a
 * seat, and reading it is filling an array.
 *
 * Unpacking trusts nothing: bytes that do not fit together are refused, and what was filled in by
 * then is rubbish.
 */
#ifndef LOGE_DOMAIN_SEAT_PACK_H
#define LOGE_DOMAIN_SEAT_PACK_H

#include "src/domain/plan.h"
#include "src/domain/seat.h"

struct packed {
    uint8_t *bytes; /* on the heap */
    size_t size, room;
};

void packed_free(struct packed *packed);

/* The seats of a plan, in its order. */
struct packed seats_pack(const struct plan_seat *seats, int count) MUST_USE;
/* As many seats as were packed; their numbers and guids are put into the arena. */
bool seats_unpack(const void *bytes, size_t size, struct arena *arena, struct plan_seat *seats,
                  int count) MUST_USE;

/* How they stand, in the same order. */
struct packed states_pack(const struct seat_state *states, int count) MUST_USE;
bool states_unpack(const void *bytes, size_t size, struct seat_state *states, int count) MUST_USE;

#endif
