/*
 * A house's till that is on its own: what it and another till did before, and how it goes alone.
 *
 * mark (a supervisor) works at T3, which is ours; anna works at till-2.
 */
#ifndef LOGE_TESTS_LIB_LONE_H
#define LOGE_TESTS_LIB_LONE_H

#include "tests/lib/till_file.h"

#define LONE_TILL "T3"

/* The same of each of the two tills. */
struct lone_things {
    struct uuid hold;          /* of one seat */
    const struct sale *sale;   /* of two seats, paid and handed over */
    const struct sale *order;  /* of one seat, to be paid */
    const struct sale *pickup; /* of one seat, paid, to be handed over */
};

struct lone {
    struct house_fixture *house;
    struct lone_things ours, theirs;
    struct uuid waiter;
    struct uuid made;          /* the hold that was made last since */
    struct house_fixture here; /* the same house; its path is the till's file */
    struct till_file till;
    struct store *at_house;
    struct desk_watch watch;
    void *lock; /* NULL: the house answers */
};

/* Rows A and B: Stalls-A-1 is blocked, C is free but for the waiter who waits. Not alone yet. */
void lone_begin(struct lone *lone, struct house_fixture *house);
/* The house stays what it was when the desk has left it. */
void lone_end(struct lone *lone);

/* From now on nobody answers at the house. */
void lone_lose_house(struct lone *lone);
void lone_go_alone(struct lone *lone);
/* The desk turns to the house again, whether or not it answers. */
void lone_go_home(struct lone *lone);

/* Entries in the journal. */
int lone_journalled(const struct lone *lone);

/* Is it what a person is told: one whole sentence or two, on one line? */
bool lone_is_told(const char *message);

#endif
