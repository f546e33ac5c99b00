/* Rows placed anywhere, curved or slanted, become rows on a grid: that is how they are drawn. */
#ifndef LOGE_DOMAIN_PLAN_STRAIGHTEN_H
#define LOGE_DOMAIN_PLAN_STRAIGHTEN_H

#include "src/domain/plan.h"

/*
 * Given seats with row and position, in any order within their row: puts each row's seats in order
 * from left to right (from top to bottom where it stands upright) and gives them their cells. A
 * distance well over the usual one becomes a gap. Returns, for each seat, the index it had before.
 */
const int *plan_straighten(struct plan *plan, struct arena *arena);

/* The usual distance between neighbours; 0 when no two seats share a row. */
float plan_seat_distance(const struct plan *plan, struct arena *arena);

#endif
