/* How fast one may ask the house's service, as the settings say. */
#ifndef LOGE_CMD_SERVE_RULES_H
#define LOGE_CMD_SERVE_RULES_H

#include "src/api/gate.h"
#include "src/cmd/call.h"

/* False: call->exit says why. */
bool serve_rules(struct call *call, struct gate_rules *out) MUST_USE;

#endif
