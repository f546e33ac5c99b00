/* Inside of the checkouts. */
#ifndef LOGE_ENGINE_CHECKOUT_PARTS_H
#define LOGE_ENGINE_CHECKOUT_PARTS_H

#include "src/engine/checkout.h"

enum {
    CHECKOUT_LEASE_MS = 60 * 1000, /* longer than a step with all its time limits */
    CHECKOUT_TRIES = 16,           /* to keep a row that others keep as well */
};

/* Steps of a row that is ours, as many as there are to do now; *intent is how it stands then. */
enum rc checkout_go_on(struct checkout *, const struct act_meta *, struct intent *, struct err *);

#endif
