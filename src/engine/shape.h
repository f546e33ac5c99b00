/* How a hold looks after a changeset, without reading it back. */
#ifndef LOGE_ENGINE_SHAPE_H
#define LOGE_ENGINE_SHAPE_H

#include "src/domain/changeset.h"

/* The new hold of this changeset; its seats are labelled from the wish (indexes into the plan). */
struct hold *shape_new_hold(const struct changeset *cs, const struct uuid *id,
                            const struct plan *plan, const int *wish, int count);

/* A hold that was read, as the changeset leaves it: row, deadline, and which seats live on. */
struct hold *shape_changed_hold(const struct changeset *cs, const struct hold *before);

#endif
