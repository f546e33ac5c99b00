/*
 * Work locks: the fast "no" in front of a store that decides alone.
 *
 * An act asks for all its seats before it goes to the store. The answer may refuse early and never
 * grants anything: whoever is let through may still lose at the store, and whoever is refused may
 * ask the store all the same. So a lock server that lies, is empty, slow or gone changes nothing
 * but speed, and a caller never has to wait for one.
 *
 * Locks last as long as an act works, not as long as a hold: a till that dies leaks one for
 * LOCK_MS, and one whose act takes longer than that extends them while it waits for the store. An
 * act that has lost its locks all the same has lost nothing but its privilege.
 */
#ifndef LOGE_PORT_LOCK_H
#define LOGE_PORT_LOCK_H

#include "src/base/uuid.h"
#include "src/domain/seat.h"

enum { LOCK_MS = 1000, LOCK_SEATS_MAX = 512 };

struct lock_seat {
    int32_t seat;
    uint32_t seen; /* the version the act saw: news older than that is no reason to refuse */
    struct uuid was, becomes; /* holds that are the act's own, zero for none */
};

struct lock_wish {
    int32_t show;
    struct uuid owner;             /* the token: the key of the act */
    const struct lock_seat *seats; /* at most LOCK_SEATS_MAX, each once */
    int count;
    int64_t now; /* wall clock: a hold that ended by then is no reason */
};

enum lock_answer {
    LOCK_TAKEN,  /* every seat */
    LOCK_BUSY,   /* another act works on one of them; none was taken */
    LOCK_HELD,   /* the registry knows a hold newer than what was seen; none was taken */
    LOCK_ABSENT, /* nobody to ask */
};

/* Why not: with LOCK_BUSY only the seat is known. */
struct lock_refusal {
    int32_t seat;
    uint32_t version;
    struct uuid hold;
    int64_t expires_at;
};

struct lock;

struct lock_ops {
    const char *name;
    /* All or none. Asking again with the same owner succeeds. */
    enum lock_answer (*take)(struct lock *, const struct lock_wish *, struct lock_refusal *);
    /* Another LOCK_MS for all, or none: false when one is not the owner's any more. */
    bool (*extend)(struct lock *, const struct lock_wish *);
    /* Lets go of those that are still the owner's. */
    void (*release)(struct lock *, const struct lock_wish *);
    void (*close)(struct lock *);
};

struct lock {
    const struct lock_ops *ops;
};

/* Closes and nulls; NULL is fine. */
static inline void lock_close(struct lock **lock)
{
    if (*lock)
        (*lock)->ops->close(*lock);
    *lock = NULL;
}

#endif
