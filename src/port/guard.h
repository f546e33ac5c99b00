/*
 * The guard of the house's service: how fast those who ask may ask (domain/pace.h), counted for all
 * instances together where that can be had, and here alone where it cannot. It always answers.
 *
 * One thread owns a guard.
 */
#ifndef LOGE_PORT_GUARD_H
#define LOGE_PORT_GUARD_H

#include "src/domain/pace.h"

enum { GUARD_ASKERS = 2 };

struct guard_wish {
    struct pace_limits limits;
    const char *asker[GUARD_ASKERS]; /* names, shorter than PACE_NAME; an address, a token */
    int count;
    struct pace_ask ask;
};

struct guard_answer {
    struct pace_answer pace; /* the worst of the askers' */
    int asker;               /* whose */
    bool alone;              /* counted here only */
};

struct guard;

struct guard_ops {
    void (*judge)(struct guard *, const struct guard_wish *, struct guard_answer *);
    /* As if it had never asked, here and wherever it was counted. */
    void (*forget)(struct guard *, const char *asker);
    void (*close)(struct guard *);
};

struct guard {
    const struct guard_ops *ops;
};

/* Closes and nulls; NULL is fine. */
static inline void guard_close(struct guard **guard)
{
    if (*guard)
        (*guard)->ops->close(*guard);
    *guard = NULL;
}

#endif
