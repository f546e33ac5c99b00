/* The console on a house that is open already, or is opened while the terminal is set up. */
#ifndef LOGE_CMD_CONSOLE_H
#define LOGE_CMD_CONSOLE_H

#include "src/cmd/call.h"

/* Runs until the person leaves; the exit code. welcome stands below the sign-in form (NULL: none).
 */
int open_console(struct call *call, const char *welcome);
/* Is there a terminal to draw on, and nobody who wants JSON? */
bool console_wanted(const struct call *call);

#endif
