/*
 * Best available: n seats side by side, nearest the focal point, leaving no orphan.
 *
 * Wheelchair and companion places are kept back unless asked for. When nothing fits, the search
 * relaxes in this order and says what it gave up: "aisle", "gap" (an orphan may be left, where the
 * gap rule yields or the show has none, so that what is offered can be held), "section", "class",
 * and last "together" (the fewest groups, as even as may be, each the best: 3+2 in rows F, G).
 * It never gives up more than the best offer needs. Restricted view counts as farther away, never
 * as unsellable. Among equally good offers the one that comes first in the plan wins.
 */
#ifndef LOGE_DOMAIN_BEST_H
#define LOGE_DOMAIN_BEST_H

#include "src/domain/snapshot.h"

enum { BEST_SEATS_MAX = 100, BEST_RELAXED_MAX = 5, BEST_SKIP_MAX = 200 };

struct best_request {
    int count;
    int class_no;   /* -1: any */
    int section;    /* -1: any */
    int accessible; /* wheelchair places among the count */
    bool aisle;     /* at least one seat at an aisle */
    bool together;  /* only side by side, never split */
    bool strict;    /* relax nothing */
    bool stay;      /* rather no seats than in another section or class, or away from the aisle */
    bool no_orphan; /* leave no seat alone, even where the rule would yield */
    int64_t now;
    enum channel channel;
    uint16_t allotment;
    int skip; /* pass over this many better offers (<= BEST_SKIP_MAX): "next offer" */
};

struct best_result {
    int seats[BEST_SEATS_MAX]; /* ascending indexes */
    int count;
    bool adjacent;
    int groups[BEST_SEATS_MAX]; /* sizes, in the order of seats: {3, 2} */
    int group_count;
    const char *relaxed[BEST_RELAXED_MAX];
    int relaxed_count;
};

/*
 * What depends on the plan alone (distances, the order rows are tried in), made once a plan and
 * shared by every search in it. Read only afterwards.
 */
struct best_index;
const struct best_index *best_index_new(const struct plan *plan, struct arena *arena);

/* VERDICT_OK, NOT_ENOUGH_SEATS or INVALID (a count of 0 or over BEST_SEATS_MAX, or another
 * number out of its range). */
enum verdict best_find(const struct best_index *index, const struct snapshot *snapshot,
                       const struct best_request *request, struct best_result *result,
                       struct refusal *why);

#endif
