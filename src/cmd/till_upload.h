/*
 * A command brings this till's journal home.
 *
 * Acts that were done alone come first: whoever holds seats alone and asks the house for them next
 * must find them there.
 */
#ifndef LOGE_CMD_TILL_UPLOAD_H
#define LOGE_CMD_TILL_UPLOAD_H

#include "src/cmd/call.h"
#include "sync/till_line.h"

/* Sends what waits and fetches what is new, with call->till, which is open. What went wrong is
 * told; false then. */
bool till_upload(struct call *call) MUST_USE;
/* The same by a line of the caller's, which is given away. */
bool till_upload_by(struct call *call, struct upstream *house) MUST_USE;

/*
 * Before a command works at the house: sends what waits, and learns which seats are lent to this
 * till. What cannot be sent keeps the command alone where the line is lost, and from what the
 * journal contains where the house refuses the journal or this program cannot read it. False: a
 * person stopped it, and was told.
 */
bool till_upload_first(struct call *call) MUST_USE;

#endif
