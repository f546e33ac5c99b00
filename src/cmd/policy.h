#ifndef LOGE_CMD_POLICY_H
#define LOGE_CMD_POLICY_H

#include "src/cmd/call.h"

/* `loge house policy [KEY VALUE]`. */
int run_policy(struct call *call);

#endif
