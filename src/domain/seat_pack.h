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

/* The rows and seats of a plan. */
struct packed places_pack(const struct plan *plan) MUST_USE;
/* Fills in rows and seats, from the arena; plan->seat_count says how many seats there must be.
 * Which seats are a row's, and which rows a section's, is not packed: it follows from the seats. */
bool places_unpack(const void *bytes, size_t size, struct arena *arena, struct plan *plan) MUST_USE;

/* How they stand, in the same order. */
struct packed states_pack(const struct seat_state *states, int count) MUST_USE;
bool states_unpack(const void *bytes, size_t size, struct seat_state *states, int count) MUST_USE;

#endif
