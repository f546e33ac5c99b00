/*
 * The workers of `loge serve`: each chore on a thread and a connection of its own. Only a manager's
 * or a service's sign-in may do them; for anybody else none are started, and the log says so.
 */
#ifndef LOGE_CMD_WORKERS_H
#define LOGE_CMD_WORKERS_H

#include "src/cmd/payments.h"
#include "src/cmd/serve_engine.h"

struct workers;

/* NULL: call->exit says why. The setup stays the caller's. */
struct workers *workers_start(struct call *call, const struct serve_metrics *metrics,
                              const struct pay_setup *setup) MUST_USE;
/* Something has become of a payment. From any thread. */
void workers_complete(struct workers *workers);
/* Has one been at a step for longer than any step takes? */
bool workers_stuck(const struct workers *workers);
/* Each finishes what it is doing. NULL inside is fine. */
void workers_stop(struct workers **workers);

#endif
