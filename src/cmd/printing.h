/* A console's printer: the command of [printer] in the settings, and tickets as texts for it. */
#ifndef LOGE_CMD_PRINTING_H
#define LOGE_CMD_PRINTING_H

#include "src/adapter/print_spool.h"
#include "src/cmd/call.h"
#include "src/engine/counter.h"

struct printing {
    struct print_spool *spool; /* NULL: there is no printer */
    struct print_port port;
};

/* Starts the printer of this till, if it has one, and gives it to the counter (before its thread
 * starts). One that cannot start is told in the console, which opens all the same. */
void printing_start(struct printing *printing, const struct call *call, const char *till,
                    struct counter *counter);
void printing_stop(struct printing *printing);

#endif
