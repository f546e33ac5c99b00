/*
 * A payment provider on a loopback port, in front of a purse: one request a connection, JSON out.
 * It can be silent, slow, talk nonsense, be wrong about the amount or busy; whatever it was asked
 * is done all the same, except when it is busy.
 */
#ifndef LOGE_TESTS_LIB_PROVIDER_H
#define LOGE_TESTS_LIB_PROVIDER_H

#include <stddef.h>

#include "tests/lib/purse.h"

#define PROVIDER_SECRET "sk_test_1"

enum provider_mood {
    PROVIDER_FINE,
    PROVIDER_SILENT,
    PROVIDER_NONSENSE,
    PROVIDER_WRONG,
    PROVIDER_BUSY,
    PROVIDER_SLOW, /* its answers come when it feels otherwise again */
};

struct provider;

struct provider *provider_start(struct purse *); /* fails the test when it cannot */
void provider_stop(struct provider **);
const char *provider_url(const struct provider *);
void provider_feel(struct provider *, enum provider_mood);

/* What a test asks of it over HTTP, under /test/: writes a body, and its status ("200 OK", with
 * headers behind it if need be), which NULL leaves unanswered. Before the first request. */
typedef const char *(*provider_control)(void *ctx, const char *request, char *body, size_t size);
void provider_controlled(struct provider *, provider_control control, void *ctx);

/* An intent as it writes it, of any amount. */
char *provider_write(const struct account *, int64_t amount, char out[1024]);

#endif
