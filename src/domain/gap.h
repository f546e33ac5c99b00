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
    const int *freed; /* ascending: seats the same act gives back first; they count as free */
    int freed_count;
};

/*
 * Indexes (ascending, no repeats) into the plan's seats; all must be free. Returns the index of a
 * seat that would be left alone, or -1 when the wish is fine.
 */
int gap_find(const struct gap_view *view, const int *wish, int count);

/* Adds the seats whose movement could make the verdict of gap_find (-1) wrong. */
void gap_guard(const struct gap_view *view, const int *wish, int count, struct changeset *cs);

/* ---- for whoever looks for seats and wants to know what the rule would say ------------------ */

/* GAP_WALL: what ends a run. */
enum gap_place { GAP_FREE, GAP_TAKEN, GAP_WALL };

/* What `seat` is to somebody in the run of `from`, before any wish. Any number will do. */
enum gap_place gap_look(const struct gap_view *view, int from, int seat);

/* Does the rule yield in this row (index) to a wish of `count` free seats? */
bool gap_row_yields(const struct gap_view *view, int row, int count);

#endif
