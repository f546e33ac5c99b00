/* A console's till: between two commands its line to the house takes its turn (till_here.h). */
#ifndef LOGE_CMD_TILL_CONSOLE_H
#define LOGE_CMD_TILL_CONSOLE_H

#include "src/cmd/call.h"
#include "src/engine/counter.h"

/* Before the counter's thread begins; nothing, for a till that has no file. */
void till_console_begin(struct call *call, const char *till, struct counter *counter);
/* After it has ended. */
void till_console_end(struct call *call);

#endif
