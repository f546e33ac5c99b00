/*
 * What the house's service (src/api) needs of whoever starts it: engines to act with. Each belongs
 * to one thread from the start on, has a connection of its own to the house, and may wait.
 */
#ifndef LOGE_PORT_SERVICE_H
#define LOGE_PORT_SERVICE_H

#include "src/base/clock.h"
#include "src/port/checkouts.h"
#include "src/port/evt.h"

struct service_engine {
    /* Serves one command; the answer takes the command's arena over. */
    void (*serve)(void *ctx, const struct cmd *cmd, struct evt *evt);
    void *ctx;
    struct store *store; /* the engine's own, for looking: what it says is the truth */
    struct clock clock;  /* the house's */
    const struct checkout_port *checkouts; /* NULL: no payments by a provider are taken */
};

#endif
