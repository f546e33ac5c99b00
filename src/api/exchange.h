/*
 * One request and its answer.
 *
 * A handler (routes.c) reads the request through body.h and query(), asks the house with
 * exchange_ask(), and answers through reply.h. It runs on one thread from its first line to its
 * last; everything it makes lives in the exchange's arena.
 */
#ifndef LOGE_API_EXCHANGE_H
#define LOGE_API_EXCHANGE_H

#include "src/api/origin.h"
#include "src/api/page.h"
#include "src/api/route.h"
#include "src/base/trace.h"
#include "src/port/crypt.h"
#include "src/port/service.h"
#include "src/port/token.h"

struct api;
struct stream;
struct json_out; /* which jansson.h cannot stand */
struct json_t;

enum { REPLY_HEADERS = 6, BODY_MAX = 256 * 1024 };

struct reply {
    int status; /* 0: nothing was answered yet */
    const char *type;
    const char *bytes; /* in the arena, or the document's */
    size_t size;
    struct stream *stream; /* instead of bytes: the server closes it */
    struct page *page;     /* instead of bytes: the exchange's share */
    struct {
        const char *name, *value;
    } headers[REPLY_HEADERS];
    int header_count;
};

/* Whom a token belongs to. */
struct client {
    char name[TILL_TEXT];
    unsigned scopes;
    uint64_t token; /* one of all there ever were */
};

/* What a request brought, as text in the arena; NULL: it did not. */
struct asked {
    const char *token, *key, *none_match, *last_event, *trace, *signature;
    bool gzip;
};

struct exchange {
    struct api *api;
    struct arena *arena;
    const struct route *route;
    const char *part[ROUTE_PARTS];
    struct client client;
    char address[ORIGIN_TEXT]; /* where it came from (origin.h) */
    struct asked asked;
    char trace[TRACE_TEXT]; /* the caller's, or its own */
    const char *query;      /* behind '?', as it came; "" for none */
    char *body;
    size_t body_size;
    bool forged;          /* it was signed by nobody who may */
    bool wrong_lookup;    /* it guessed wrong at an order */
    struct json_t *json;  /* the body, once it was read */
    struct json_out *doc; /* the answer, while it is written */
    struct reply reply;
    int64_t arrived;                     /* monotonic: the request was whole */
    const struct service_engine *engine; /* in the pool */
    struct cmd cmd;                      /* with meta: this client's, under this key */
    struct evt evt;
    /* Done by the engine once the answer is on its way, when there is no exchange any more: `after`
     * is given what the path's first part was. NULL: nothing. */
    void (*after)(struct api *, const struct service_engine *, const char *part);
    struct exchange *next; /* in the pool's line */
    void *wire;            /* the server's own */
};

struct exchange *exchange_new(struct api *api) RETURNS_FRESH;
void exchange_free(struct exchange **x);

/* The value of a name behind '?', decoded; "" when that is no text. NULL: it is not there. */
const char *exchange_query(struct exchange *x, const char *name);

/* The key of a change, from Idempotency-Key: a hash that is this client's own. None given: one is
 * made up, so that the answer can name it. The answer carries it in a header of the same name.
 * False: it is malformed. Before the handler of every route that takes a key. */
bool exchange_key(struct exchange *x) MUST_USE;
/* The rule it is made by: what two clients call the same is not the same, and whoever knows what
 * they call it does not know the key. secret: the house's (port/token.h); part: of what was asked,
 * or "". */
struct uuid exchange_key_of(const struct crypt_port *crypt, const uint8_t secret[TOKEN_SECRET],
                            const char *client, const char *text, const char *part);
/* The key of one of several acts that are asked for at once. */
void exchange_key_part(struct exchange *x, const char *part);

/* Asks the house: x->cmd.u holds the question. True: it was answered; else so is the request. */
bool exchange_ask(struct exchange *x, enum cmd_kind kind) MUST_USE;

/* The id of a show by its number; "" when there is none. */
const char *exchange_show(struct exchange *x, int32_t no);

#endif
