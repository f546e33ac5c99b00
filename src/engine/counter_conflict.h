/*
 * The counter's side of the conflict centre: what tills did alone that did not fit, listed and
 * decided. All of it is the house's: a till that is cut off can only wait.
 */
#ifndef LOGE_ENGINE_COUNTER_CONFLICT_H
#define LOGE_ENGINE_COUNTER_CONFLICT_H

#include "src/engine/counter.h"

void look_conflicts(struct counter *, const struct cmd *, struct evt *);
void serve_decide(struct counter *, const struct cmd *, struct evt *);
void serve_strike(struct counter *, const struct cmd *, struct evt *);
void serve_settle(struct counter *, const struct cmd *, struct evt *);

/* How many are open, asked when it is due; what cannot be asked stays as it was. */
void conflicts_count(struct counter *);
/* Somebody has signed in, or something was decided: ask at once. */
void conflicts_count_soon(struct counter *);

#endif
