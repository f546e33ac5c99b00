#include "config.h"

#include "src/api/pool.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/base/thread.h"

enum { IDLE_S = 4 };

struct hand {
    struct pool *pool;
    struct service_engine engine;
    _Atomic int64_t since; /* monotonic: it took what it is at; 0: it is idle */
    pthread_t thread;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct exchange *first, *last;
    int waiting, room;
    bool stopping;
    struct clock clock;
    void (*run)(struct exchange *x);
    int count; /* of threads */
    struct hand hands[];
};

/* ---- the line ------------------------------------------------------------------------------- */

bool pool_put(struct pool *pool, struct exchange *x)
{
    pthread_mutex_lock(&pool->lock);
    bool taken = !pool->stopping && pool->waiting < pool->room;
    if (taken) {
        x->next = NULL;
        if (pool->last)
            pool->last->next = x;
        else
            pool->first = x;
        pool->last = x;
        pool->waiting++;
        pthread_cond_signal(&pool->work);
    }
    pthread_mutex_unlock(&pool->lock);
    return taken;
}

/* Waits with the lock held; false: for so long that the engine may look around. */
static bool wait_for_work(struct pool *pool)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += IDLE_S;
    return pthread_cond_timedwait(&pool->work, &pool->lock, &until) != ETIMEDOUT;
}

/* While nothing comes the engine's own business is done, without the lock. */
static void be_idle(struct hand *hand)
{
    if (!hand->engine.idle)
        return;
    pthread_mutex_unlock(&hand->pool->lock);
    hand->engine.idle(hand->engine.ctx);
    pthread_mutex_lock(&hand->pool->lock);
}

/* NULL: there is nothing more, ever. */
static struct exchange *take(struct hand *hand)
{
    struct pool *pool = hand->pool;
    pthread_mutex_lock(&pool->lock);
    while (!pool->first && !pool->stopping)
        if (!wait_for_work(pool))
            be_idle(hand);
    struct exchange *x = pool->first;
    if (x) {
        pool->first = x->next;
        pool->waiting--;
        if (!pool->first)
            pool->last = NULL;
    }
    pthread_mutex_unlock(&pool->lock);
    return x;
}

static void *work(void *ctx)
{
    struct hand *hand = ctx;
    struct exchange *x;
    while ((x = take(hand))) {
        x->engine = &hand->engine;
        hand->since = clock_mono(&hand->pool->clock);
        hand->pool->run(x);
        hand->since = 0;
    }
    return NULL;
}

int64_t pool_longest_ms(struct pool *pool)
{
    int64_t now = clock_mono(&pool->clock), longest = 0;
    for (int i = 0; i < pool->count; i++) {
        int64_t since = pool->hands[i].since;
        if (since && now - since > longest)
            longest = now - since;
    }
    return longest;
}

/* ---- starting and stopping ------------------------------------------------------------------ */

static bool start_hand(struct hand *hand, struct err *err)
{
    int error = thread_create_unsignalled(&hand->thread, work, hand);
    if (error)
        err_set(err, RC_CONFIG, "EAGAIN", "No thread can be started: %s", strerror(error));
    return !error;
}

struct pool *pool_start(const struct pool_spec *spec, struct err *err)
{
    struct pool *pool = x_alloc(sizeof *pool + (size_t)spec->count * sizeof pool->hands[0]);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&pool->work, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pool->room = spec->room;
    pool->clock = spec->clock;
    pool->run = spec->run;
    while (pool->count < spec->count) {
        struct hand *hand = &pool->hands[pool->count];
        hand->pool = pool;
        hand->engine = spec->engines[pool->count];
        if (!start_hand(hand, err)) {
            pool_free(&pool);
            return NULL;
        }
        pool->count++;
    }
    return pool;
}

void pool_end(struct pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->count; i++)
        pthread_join(pool->hands[i].thread, NULL);
    pool->count = 0;
}

void pool_free(struct pool **pool)
{
    struct pool *it = *pool;
    if (!it)
        return;
    pool_end(it);
    pthread_cond_destroy(&it->work);
    pthread_mutex_destroy(&it->lock);
    free(it);
    *pool = NULL;
}
