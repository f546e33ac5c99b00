/* The chore that brings payments to their end (src/engine/checkout.h). */
#ifndef LOGE_ENGINE_CHORE_PAYMENTS_H
#define LOGE_ENGINE_CHORE_PAYMENTS_H

#include "src/engine/checkout.h"
#include "src/engine/chore.h"

struct payments {
    const struct pay_port *provider; /* of the chore's own thread */
};

/* Payments stay the caller's. A store that keeps no intents leaves nothing to do. */
struct chore chore_payments(struct payments *);

#endif
