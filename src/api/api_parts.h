/* What the parts of the service share; nothing outside src/api includes this. */
#ifndef LOGE_API_API_PARTS_H
#define LOGE_API_API_PARTS_H

#include <pthread.h>

#include "src/api/api.h"
#include "src/api/contract.h"
#include "src/api/exchange.h"
#include "src/api/gate.h"
#include "src/api/names.h"
#include "src/api/pool.h"
#include "src/api/publisher.h"
#include "src/api/seat_map.h"
#include "src/api/streams.h"
#include "src/api/token_table.h"
#include "src/port/checkouts.h"

struct server;

/* What the service counts, in the order of api_metric_rules. */
enum api_metric {
    API_REQUESTS,
    API_REFUSED, /* 4xx */
    API_FAILED,  /* 5xx */
    API_BUSY,    /* the line before the engines was full */
    API_REQUEST_MS,
    API_LIMITED, /* 429 */
    API_PACED,
    API_SHUT_OUT,
    API_COUNTED_ALONE,
    API_TOO_MANY,                               /* connections that were not taken */
    API_TOO_SLOW,                               /* requests that were on their way for too long */
    API_MAP_HITS,                               /* + enum map_layer */
    API_MAP_MISSES = API_MAP_HITS + MAP_LAYERS, /* + it; PostgreSQL misses nothing */
    API_WEBHOOKS = API_MAP_MISSES + MAP_STORE,  /* + enum pay_heard */
    API_OPEN = API_WEBHOOKS + PAY_HEARD_COUNT,  /* begun and not ended; streams too */
    API_METRICS
};
extern const struct metric_rule api_metric_rules[API_METRICS];

/* What the house last said to whoever asks whether the service can do anything. */
struct readiness {
    int64_t at; /* monotonic; 0: nobody asked yet */
    bool good;
    struct house house;
};

struct api {
    struct api_spec spec;
    struct metrics *metrics;
    struct contract *contract;
    struct token_table *tokens;
    struct names *names;
    struct seat_maps *maps;
    struct streams *streams;
    struct publisher *publisher; /* the watcher's */
    struct gate *gate;
    struct pool *gatekeeper; /* one thread, which owns the guard */
    struct pool *pool;
    struct server *server;
    pthread_t watcher;
    pthread_mutex_t lock;  /* of what follows */
    pthread_cond_t wakeup; /* the watcher's */
    bool stopping, hurry;
    struct readiness readiness;
};

/* Every route there is; method NULL ends the table. */
extern const struct route api_routes[];

/* An exchange whose request has come: finds out who asks, and runs its handler here, or sends it to
 * the pool. False: it was sent; api_done comes from another thread. */
bool api_run(struct exchange *x) MUST_USE;
/* The route, or an answer that there is none. */
bool api_find_route(struct exchange *x, const char *method, const char *path) MUST_USE;

/* Somebody began to watch: the watcher need not sleep on. */
void api_hurry(struct api *api);

/* ---- server.c ------------------------------------------------------------------------------- */

struct server *server_start(struct api *api, struct err *err) MUST_USE;
int server_port(const struct server *server);
/* Hangs up on whoever takes too long to say what he wants; on the watcher's thread. */
void server_cut(struct server *server);
/* No new connections. */
void server_quiet(struct server *server);
/* When nothing is in the pool any more. */
void server_stop(struct server **server);
/* How streams sleep and wake. */
extern const struct stream_wire server_stream_wire;
/* The answer of an exchange that slept lies ready; from any thread. */
void server_wake(struct exchange *x);

#endif
