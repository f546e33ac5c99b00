/* The counter and paper: what is printed after an act, and the printer's queue. */
#ifndef LOGE_ENGINE_COUNTER_PRINT_H
#define LOGE_ENGINE_COUNTER_PRINT_H

#include "src/engine/counter.h"

/* After an act that was done: its tickets go to the printer, when they are handed over now. An act
 * that was done before under the same key has printed already. */
void print_handed_over(struct counter *counter, const struct cmd *cmd, const struct evt *evt);
void print_again(struct counter *counter, const struct cmd *cmd, const struct evt *evt);
/* The new ones only: those of the holds that are exchanged for, read before they are used up. */
struct new_seats {
    const char **labels;
    int count;
};
struct new_seats print_new_seats(struct counter *counter, const struct cmd *cmd);
void print_exchanged(struct counter *counter, const struct cmd *cmd, const struct evt *evt,
                     const struct new_seats *seats);

void look_prints(struct counter *counter, const struct cmd *cmd, struct evt *evt);
void serve_print_again(struct counter *counter, const struct cmd *cmd, struct evt *evt);
/* The shift that was closed just now. */
void print_cash_up(struct counter *counter, const struct cmd *cmd, const struct evt *evt);
void serve_print_shift(struct counter *counter, const struct cmd *cmd, struct evt *evt);
void serve_print_drop(struct counter *counter, const struct cmd *cmd, struct evt *evt);

#endif
