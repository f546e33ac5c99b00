/*
 * Holds that are over, where no console and no service looks after them: a session of lines frees
 * them between two lines, a single command after its answer. They block no seat meanwhile; the log,
 * reports and whoever listens hear of it then.
 */
#ifndef LOGE_CMD_SWEEP_H
#define LOGE_CMD_SWEEP_H

#include "src/cmd/call.h"

/* Frees one batch and seals one block at most, so that nobody waits for a backlog. What goes wrong
 * is left to the next sweep. */
void sweep_once(struct call *call);

/* The same, at most every five seconds; *due: monotonic, 0 at first. */
void sweep_when_due(struct call *call, int64_t *due);

#endif
