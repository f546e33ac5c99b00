/*
 * The house's service over HTTP: the same acts as at a till, for web shops and devices.
 *
 *     HTTP thread        reads requests, finds their route and their token, answers what lies ready
 *       │ a request that needs the house: its connection sleeps meanwhile
 *       ▼
 *     pool (pool.h)      a thread an engine; runs the handler from its first line to its last
 *       │
 *     HTTP thread        sends what the handler answered
 *
 *     watcher            learns which tokens are good, and who is shut out
 *
 * A handler is a plain function of one exchange (exchange.h) in the table of routes (routes.c). It
 * asks the house in the words of a screen (port/cmd.h), so no rule is known here.
 */
#ifndef LOGE_API_API_H
#define LOGE_API_API_H

#include "src/api/gate.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/log.h"
#include "src/base/metrics.h"
#include "src/port/crypt.h"
#include "src/port/service.h"

struct api_spec {
    const char *listen;     /* "127.0.0.1:8480", "[::1]:8480"; port 0: any that is free */
    const char *cert, *key; /* PEM texts; NULL: no TLS */
    const struct crypt_port *crypt;
    struct clock clock;
    struct log *log;                             /* NULL: none */
    struct metrics *const *metrics;              /* what /metrics prints beside the service's own */
    int metrics_count;                           /* of them */
    void (*more_metrics)(void *ctx, FILE *file); /* and what else; NULL: nothing */
    void *more_ctx;
    const struct service_engine *engines; /* copied */
    int engine_count;
    struct store *watcher;     /* a connection of the service's own */
    struct registry *registry; /* for the watcher alone; NULL: no Redis */
    struct actor actor;        /* whom the engines are signed in as */
    struct guard *guard;       /* stays the caller's; NULL: nobody is counted */
    struct gate_rules rules;
};

struct api;

/* Answers requests from now on. NULL and err: it cannot listen there, or the house does not answer.
 */
struct api *api_start(const struct api_spec *spec, struct err *err) MUST_USE;
int api_port(const struct api *api);

/* How fast one may ask, from now on. */
void api_set_rules(struct api *api, const struct gate_rules *rules);

/* How long somebody has been at one request, at most: far above any time limit, he is stuck. */
int64_t api_longest_ms(struct api *api);

/* Nobody new comes in, what was begun is answered, then everything ends. NULL inside is fine. */
void api_stop(struct api **api);

#endif
