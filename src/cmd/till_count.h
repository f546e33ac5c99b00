/*
 * What a console or a single command counts, in the house: nobody can scrape a program at a
 * counter, so it adds its counters to its till's rows there, and /metrics of any service shows all
 * tills.
 *
 * A console adds them twice a minute and when it ends, a command when it ends. While the house is
 * out of reach they wait in the program. What a crash loses is lost.
 */
#ifndef LOGE_CMD_TILL_COUNT_H
#define LOGE_CMD_TILL_COUNT_H

#include <pthread.h>
#include <stdio.h>

#include "src/cmd/call.h"
#include "src/port/chores.h"

/* Counts from now on; of a house of several tills. */
void till_count_begin(struct call *call);
/* Adds what was counted since, when it is due or the program ends. On the store's thread. */
void till_count_send(struct call *call, bool ends);
void till_count_end(struct call *call);

/* ---- a service: all tills, as they were a few seconds ago ------------------------------------ */

struct till_board {
    pthread_mutex_t lock;
    char *text; /* in the format of /metrics; NULL: not read yet */
};

void till_board_begin(struct till_board *board);
void till_board_read(struct till_board *board, struct store *store);
void till_board_print(void *board, FILE *file);
void till_board_end(struct till_board *board);

#endif
