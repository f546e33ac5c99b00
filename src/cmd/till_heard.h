/*
 * What the house has acknowledged to programs that do not have the till's file open: single
 * commands, and the service.
 *
 * Only one program at a time has a till's file, and opening it means checking its journal. So each
 * act is noted in a file beside it (till-NAME.heard) before its answer is given, and whoever has
 * the till's file takes the notes in before the till works alone: into what is kept for a house
 * that goes back (lite_till_kept.h), and into the copy of the house.
 *
 * So is each row of a payment that the house has acknowledged to a service (lite_till_intents.h).
 *
 * A note is its length, a byte for what it is, and the act as a journal's entry would carry it, or
 * the payment. Notes are appended and taken under a lock on their file, so any number of threads
 * and programs may write.
 */
#ifndef LOGE_CMD_TILL_HEARD_H
#define LOGE_CMD_TILL_HEARD_H

#include "src/cmd/call.h"

/* For desk_watch.applied; ctx: the struct call whose till it is. */
void till_heard_note(void *ctx, const struct changeset *cs);

/* Single commands: notes what this call's desk does at the house, unless the till's file is open
 * here. */
void till_heard_watch(struct call *call);

/* Before a command: takes the notes in when there are many, and no other program has the file. */
void till_heard_take_many(struct call *call);

/* Takes all notes into the open file. False: some act is not in the copy of the house as the house
 * has it, and the copy should follow soon. */
bool till_heard_take(struct till_here *here);

#endif
