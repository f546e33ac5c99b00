/* Inside of the checkouts. */
#ifndef LOGE_ENGINE_CHECKOUT_PARTS_H
#define LOGE_ENGINE_CHECKOUT_PARTS_H

#include "src/engine/checkout.h"
#include "src/engine/run.h"

enum {
    CHECKOUT_LEASE_MS = 60 * 1000, /* longer than a step with all its time limits */
    CHECKOUT_TRIES = 16,           /* to keep a row that others keep as well */
};

/* Steps of a row that is ours, as many as there are to do now; *intent is how it stands then. */
enum rc checkout_go_on(struct checkout *, const struct act_meta *, struct intent *, struct err *);

/* Keeps the row as intent_ops.save does, and tells who keeps it in case the house goes back. */
enum rc checkout_save(struct checkout *, struct intent *, bool *kept, struct err *);
void checkout_tell(const struct checkout *, const struct intent *);

/* An act of this intent's, under a key that follows from its id and the act's name, so that it is
 * done once. Steps of one name have one fingerprint: the second is told what the first did. */
void checkout_act(struct desk *, const struct act_meta *, const struct intent *, const char *name,
                  run_step, struct outcome *);
/* Whether it was done is not known, or it was not tried: the same again, later. */
bool checkout_nobody_knows(const struct outcome *);

#endif
