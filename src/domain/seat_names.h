/*
 * The texts of a plan's seats, each kept once: the rows of a hall are numbered alike, so 100,000
 * seats need some dozens of them. They stand in one piece of memory (plan->names), a seat's number
 * and behind its end its guid, and a seat says where: plan_seat_number, plan_seat_guid.
 */
#ifndef LOGE_DOMAIN_SEAT_NAMES_H
#define LOGE_DOMAIN_SEAT_NAMES_H

#include "src/domain/plan.h"

enum { SEAT_NAMES_RECENT = 256 };

/* Zero but for the arena to begin with. */
struct seat_names {
    struct arena *arena;
    char *text;
    size_t size, room;
    uint32_t recent[SEAT_NAMES_RECENT]; /* without a guid, by their hash; 0: none yet */
};

/* The plan_seat.name, never 0, of a seat with this number and guid ("" if none). */
uint32_t seat_names_keep(struct seat_names *names, const char *number, const char *guid);

/* The same for a seat of another plan. */
uint32_t seat_names_copy(struct seat_names *names, const struct plan *from,
                         const struct plan_seat *seat);

/* The plan->names of seats named so: once all of them are, for keeping another one moves it. */
const char *seat_names_text(const struct seat_names *names);

#endif
