/* Every seat of a plan by its label, hashed: for checking, merging and finding many at once. */
#ifndef LOGE_DOMAIN_PLAN_INDEX_H
#define LOGE_DOMAIN_PLAN_INDEX_H

#include "src/base/arena.h"
#include "src/domain/plan.h"

struct plan_index;

struct plan_index *plan_index_new(const struct plan *plan, struct arena *arena);

/* Index of the seat with this label (the first, should there be two), or -1. */
int plan_index_find(const struct plan_index *index, const char *label);

/* The earlier seat with the same label as this one, or -1. */
int plan_index_twin(const struct plan_index *index, int seat);

#endif
