/* What the process owes its surroundings before anything is opened. */
#ifndef LOGE_CMD_PROCESS_H
#define LOGE_CMD_PROCESS_H

/*
 * Ctrl-C and SIGTERM end long work between two acts, a reader that goes away ends nothing, and a
 * closed stdin, stdout or stderr is replaced, or the house's file would get its number. A failed
 * assert or a crash ends with one sentence and exit 70.
 */
void process_set_up(void);

#endif
