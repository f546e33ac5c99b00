/*
 * Room on the disk for a till's journal.
 *
 * Below a low-water mark no more acts are taken in: a customer is told before money changes hands,
 * not after. What is done already has to be sent and judged all the same, which needs a little room
 * too: a reserve beside the till's file, which is given up for that.
 */
#ifndef LOGE_CMD_TILL_ROOM_H
#define LOGE_CMD_TILL_ROOM_H

#include <stdbool.h>
#include <stddef.h>

/* Makes the reserve of this till's file, if there is room for it. */
void till_room_keep(const char *path);
/* Gives the reserve up when the disk is all but full. */
void till_room_yield(const char *path);
/* Is there room for more acts? False: the sentence says so. */
bool till_room_left(const char *path, char *sentence, size_t size);

#endif
