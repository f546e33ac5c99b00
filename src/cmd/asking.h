/*
 * "Waiting for the house": what a person at a terminal sees when a command waits for a house that
 * does not answer, which can take seconds before the till goes on alone. The line goes away with
 * the wait; a pipe or a file never gets it.
 */
#ifndef LOGE_CMD_ASKING_H
#define LOGE_CMD_ASKING_H

#include "src/cmd/call.h"

struct asking;

/* NULL where nobody would see it. Until the end nothing else is to be printed. */
struct asking *asking_begin(const struct call *call);
void asking_end(struct asking **asking);

#endif
