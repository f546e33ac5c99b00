/*
 * The gap rule: nobody may leave a single seat that cannot be sold.
 *
 * In a run, `taken · free · taken` is refused, counting the wish itself as taken. Only a gap that
 * this wish makes counts, not one that was there. A wall, an aisle or the end of the row ends a
 * run and is not a neighbour, and so does a seat lent to another till. The rule yields in a row
 * when no choice of as many seats in that row could avoid a gap; somebody with the right may
 * override it.
 *
 * Two people acting at once must not make a gap together: the seats looked at become guards.
 */
#ifndef LOGE_DOMAIN_GAP_H
#define LOGE_DOMAIN_GAP_H

#include "src/domain/changeset.h"
#include "src/domain/snapshot.h"

struct gap_view { /* who is asking, and when */
    const struct snapshot *snapshot;
    int64_t now;
    enum channel channel;
    uint16_t allotment;
};

/*
 * Indexes (ascending, no repeats) into the plan's seats; all must be free. Returns the index of a
 * seat that would be left alone, or -1 when the wish is fine.
 */
int gap_find(const struct gap_view *view, const int *wish, int count);

/* Adds the seats whose movement could make the verdict wrong. */
void gap_guard(const struct gap_view *view, const int *wish, int count, struct changeset *cs);

#endif
