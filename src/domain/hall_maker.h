/*
 * Halls out of nothing, for the demo, the bench and the tests: a studio in the round (62 seats), a
 * playhouse (1,100) and an arena of any size, its sections placed around the pitch.
 *
 * Pure: the same call gives the same plan. Seats have no number of their own yet (plan_merge).
 */
#ifndef LOGE_DOMAIN_HALL_MAKER_H
#define LOGE_DOMAIN_HALL_MAKER_H

#include "src/domain/plan.h"

struct plan *hall_make_studio(struct arena *arena);
struct plan *hall_make_playhouse(struct arena *arena);
struct plan *hall_make_arena(int seats, struct arena *arena); /* 1 ... PLAN_SEATS_MAX */

/* The drawing behind "studio" or "playhouse", as it stands in data/halls; NULL for other names. */
const char *hall_drawing(const char *name);

#endif
