/* One section of a hall as a hall of its own, to draw it alone. */
#ifndef LOGE_DOMAIN_PLAN_PART_H
#define LOGE_DOMAIN_PLAN_PART_H

#include "src/base/arena.h"
#include "src/domain/snapshot.h"

/*
 * Its rows and seats stand where they stood, with how they stand; what is drawn around a hall (a
 * stage, a bar) is left out. Names and classes are borrowed from the whole.
 */
struct snapshot snapshot_section(const struct snapshot *whole, int section, struct arena *arena);

#endif
