/*
 * This till's printer: the command of [printer] in the settings, and tickets as texts for it.
 *
 * A console and `loge --plain` keep one queue as long as they run. A command of the shell has a
 * queue of its own, and ends when its paper is out or has failed; what failed is in the queue of
 * the next console, and the act stands either way.
 */
#ifndef LOGE_CMD_PRINTING_H
#define LOGE_CMD_PRINTING_H

#include "src/adapter/print_spool.h"
#include "src/cmd/call.h"
#include "src/engine/counter.h"

struct printing {
    struct print_spool *spool; /* NULL: there is no printer */
    struct print_port port;
    int failed_before; /* what an earlier program left in the queue */
};

/* Starts the printer of this till, if it has one, and gives it to the counter (before its thread
 * starts). One that cannot start is told in the console, which opens all the same. */
void printing_start(struct printing *printing, const struct call *call, const char *till,
                    struct counter *counter);
void printing_stop(struct printing *printing);
/* The same for commands that are typed line by line: their paper goes into one queue. */
void printing_start_lines(struct printing *printing, struct call *call);
/* Waits until the last of it is out, and says so if it failed. */
void printing_end_lines(struct printing *printing, struct call *call);

/* A command has done this act: prints the sale's tickets that are the customer's now (labels: only
 * these seats), or the cash-up of the shift that it closed. Nothing for a replay or a refusal. */
void printing_sale(struct call *call, const struct outcome *out, const char *const *labels,
                   int count);
void printing_reprint(struct call *call, const struct outcome *out, const char *label);
void printing_cash_up(struct call *call, const struct outcome *out);

#endif
