/*
 * What the house's service (src/api) needs of whoever starts it: engines to act with. Each belongs
 * to one thread from the start on, has a connection of its own to the house, and may wait.
 */
#ifndef LOGE_PORT_SERVICE_H
#define LOGE_PORT_SERVICE_H

#include "src/base/clock.h"
#include "src/port/checkouts.h"
#include "src/port/evt.h"
#include "src/port/registry.h"

/* What the holders of a sale's tickets get; everything lives in the arena. */
struct ticket_file {
    const void *bytes; /* NULL: this service has no key to sign with */
    size_t size;
};

struct ticket_port {
    /* The signed code of each ticket, NULL of one that lets nobody in. */
    enum rc (*codes)(void *ctx, struct arena *, const struct sale *, const char *const **codes,
                     struct err *);
    /* Those tickets as PDF, a page each; there must be one. */
    enum rc (*pdf)(void *ctx, struct arena *, const struct sale *, struct ticket_file *,
                   struct err *);
    void *ctx;
};

struct service_engine {
    /* Serves one command; the answer takes the command's arena over. */
    void (*serve)(void *ctx, const struct cmd *cmd, struct evt *evt);
    /* Nothing has come for some seconds; NULL: nothing is done then. */
    void (*idle)(void *ctx);
    void *ctx;
    struct store *store; /* the engine's own, for looking: what it says is the truth */
    struct clock clock;  /* the house's */
    const struct ticket_port *tickets;     /* NULL: tickets have no signed codes */
    const struct checkout_port *checkouts; /* NULL: no payments by a provider are taken */
    struct registry *registry;             /* the engine's, for copies of pages; NULL: no Redis */
};

#endif
