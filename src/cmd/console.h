/* The console on a house that is open already. */
#ifndef LOGE_CMD_CONSOLE_H
#define LOGE_CMD_CONSOLE_H

#include "src/cmd/call.h"

/* Runs until the person leaves; the exit code. */
int open_console(struct call *call);

#endif
