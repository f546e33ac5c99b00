/* The counter and paper: what is printed after an act, and the printer's queue. */
#ifndef LOGE_ENGINE_COUNTER_PRINT_H
#define LOGE_ENGINE_COUNTER_PRINT_H

#include "src/engine/counter.h"

/* After an act that was done: its tickets go to the printer, when they are handed over now. An act
 * that was done before under the same key has printed already. */
void print_handed_over(struct counter *counter, const struct cmd *cmd, const struct evt *evt);
void print_again(struct counter *counter, const struct cmd *cmd, const struct evt *evt);
/* The new ones only: those of the hold that was exchanged for, read before it was used up. */
void print_exchanged(struct counter *counter, const struct cmd *cmd, const struct evt *evt,
                     const struct hold *hold);

void look_prints(struct counter *counter, const struct cmd *cmd, struct evt *evt);
void serve_print_again(struct counter *counter, const struct cmd *cmd, struct evt *evt);
void serve_print_drop(struct counter *counter, const struct cmd *cmd, struct evt *evt);

#endif
