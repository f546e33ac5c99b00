/*
 * The threads that act: one an engine. Exchanges wait in one line before them, first come first
 * served; a line that is too long takes no more.
 */
#ifndef LOGE_API_POOL_H
#define LOGE_API_POOL_H

#include "src/api/exchange.h"

struct pool_spec {
    const struct service_engine *engines; /* copied */
    int count;
    int room; /* of the line */
    struct clock clock;
    /* On an engine's thread, x->engine set. */
    void (*run)(struct exchange *x);
};

struct pool;

struct pool *pool_start(const struct pool_spec *spec, struct err *err) MUST_USE;
/* False: the line is full, or the pool stops. */
bool pool_put(struct pool *pool, struct exchange *x) MUST_USE;
/* How long the one has been at it who has been at one exchange for longest; 0: all are idle. */
int64_t pool_longest_ms(struct pool *pool);
/* Runs what is in the line, then ends; from then on it takes nothing. NULL is fine. */
void pool_end(struct pool *pool);
/* Ends it first. NULL inside is fine. */
void pool_free(struct pool **pool);

#endif
