/*
 * The texts of a plan's seats, each kept once: the rows of a hall are numbered alike, so 100,000
 * seats need some dozens of them. What is kept lives as long as the arena.
 */
#ifndef LOGE_DOMAIN_SEAT_NAMES_H
#define LOGE_DOMAIN_SEAT_NAMES_H

#include "src/domain/plan.h"

enum { SEAT_NAMES_RECENT = 256 };

/* Zero but for the arena to begin with. */
struct seat_names {
    struct arena *arena;
    const char *recent[SEAT_NAMES_RECENT]; /* without a guid, by their hash; NULL: none yet */
};

/* What plan_seat.number points to for a seat with this number and guid ("" if none). */
const char *seat_names_keep(struct seat_names *names, const char *number, const char *guid);

/* Keeps again what seats have that were copied from another plan. */
void seat_names_copy(struct seat_names *names, struct plan_seat *seats, int count);

#endif
