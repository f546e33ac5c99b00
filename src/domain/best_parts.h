/*
 * The search behind best_find: every window of `size` seats in an unbroken stretch is an offer, and
 * the offers that give up least and stand nearest are kept.
 *
 * Runs are tried nearest first. size times a run's nearest seat is less than any offer in it can
 * cost, so the search ends as soon as that passes the worst offer kept; in a hall that is not full
 * this looks at a few rows of thousands.
 */
#ifndef LOGE_DOMAIN_BEST_PARTS_H
#define LOGE_DOMAIN_BEST_PARTS_H

#include "src/domain/best.h"
#include "src/domain/gap.h"

struct best_run {
    int32_t first, count;
    int32_t section;
    int32_t wheels;   /* wheelchair places */
    int32_t aisles;   /* seats at an aisle */
    uint64_t classes; /* bit a class */
    int64_t nearest;  /* cost of its nearest seat */
};

struct best_index {
    const struct plan *plan;
    struct best_run *runs; /* nearest first, then as in the plan */
    int run_count;
    int64_t *cost;      /* sums: seats a to b-1 cost cost[b] - cost[a] */
    int32_t *wheels;    /* sums, likewise */
    int32_t *company;   /* sums of companion places */
    int32_t *aisles;    /* sums of seats at an aisle */
    int32_t *same_from; /* the first seat from which all to this one are of one class and run */
    uint8_t *flags;     /* plan_seat.flags, close together */
};

/* What an offer gives up; a bit outweighs all those below it, as best.h orders them. */
enum given_up { GIVES_AISLE = 1, GIVES_GAP = 2, GIVES_SECTION = 4, GIVES_CLASS = 8 };

struct best_offer { /* smaller is better, field by field */
    uint32_t given_up;
    int32_t apart; /* of a party with wheelchairs: who sits on neither kind of kept place */
    int64_t cost;
    int32_t first;
    int32_t count;
};

/* May a group leave an orphan? Of several groups, only all together can be judged. */
enum best_orphan { ORPHAN_AS_RULED, ORPHAN_MAY_STAY, ORPHAN_NEVER };

enum { OFFERS_MAX = BEST_SKIP_MAX + 1 };

struct best_search {
    const struct best_index *index;
    const struct best_request *request;
    struct gap_view view;
    int size, wheels; /* of the group to be found */
    bool fenced;      /* only seats of the section and the class asked for */
    enum best_orphan orphan;
    struct best_offer offers[OFFERS_MAX]; /* best first */
    int kept, room;
    struct best_offer used[BEST_SEATS_MAX]; /* groups chosen already: their seats are taken */
    int used_count;
    int asked_row; /* the gap rule's answer for a row, remembered */
    bool row_yields;
};

/* Finds the best `room` offers of size and wheels; what was found before is forgotten. */
void best_search_run(struct best_search *search, int size, int wheels, int room);

/* Can this search use the seat at all? */
bool best_can_use(const struct best_search *search, int seat);

/* Chooses the fewest groups that hold the whole party. False when there is no such choice. */
bool best_split(struct best_search *search);

/* The seats of all groups, ascending; returns how many. */
int best_seats_of(const struct best_offer *groups, int count, int *seats);

#endif
