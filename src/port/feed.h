/*
 * The feed: what changed in a show, told to every till that follows it. Sent after commit, never
 * before. Notes may be lost, doubled or come in any order; each is judged by its version, and
 * whoever follows compares sums with the store now and then (src/domain/digest.h).
 */
#ifndef LOGE_PORT_FEED_H
#define LOGE_PORT_FEED_H

#include "src/base/arena.h"
#include "src/base/list.h"
#include "src/domain/seat.h"

struct feed_note {
    int32_t seat;
    struct seat_state state;
};

/* moved: how many more seats are available, held, sold, blocked since, for whoever only counts. */
struct feed_notes {
    LIST(struct feed_note) list;
    int64_t moved[SEAT_STATUS_COUNT];
};

struct feed;

struct feed_ops {
    const char *name;
    void (*publish)(struct feed *, int32_t show, const struct feed_note *, int count,
                    const int32_t moved[SEAT_STATUS_COUNT]);
    /* Follows one show instead of the last one; 0: none. Notes of the last one are dropped. */
    void (*subscribe)(struct feed *, int32_t show);
    /*
     * Takes what has come, without waiting. True: the feed was alive all the time since the last
     * call, so nothing is missing but what servers lose. False: it was not, or is not yet; look at
     * the store.
     */
    bool (*take)(struct feed *, struct arena *, struct feed_notes *);
    /* Readable when there may be something to take; -1: never. Stays the same. */
    int (*fd)(struct feed *);
    void (*close)(struct feed *);
};

struct feed {
    const struct feed_ops *ops;
};

/* Closes and nulls; NULL is fine. */
static inline void feed_close(struct feed **feed)
{
    if (*feed)
        (*feed)->ops->close(*feed);
    *feed = NULL;
}

#endif
