/* Selling the seats of a hold. */
#ifndef LOGE_CMD_HOLD_SELL_H
#define LOGE_CMD_HOLD_SELL_H

#include "src/cmd/call.h"

extern const struct cmd_option sell_options[];
int run_hold_sell(struct call *call);

#endif
