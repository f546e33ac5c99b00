/*
 * A command whose house is not reached goes on with the till's own file, if nobody else has it; so
 * does each command at a till that its operator keeps offline (till_held.h).
 */
#ifndef LOGE_CMD_TILL_ALONE_H
#define LOGE_CMD_TILL_ALONE_H

#include "src/cmd/call.h"

/*
 * Before somebody signs in: does the operator keep this till offline? Then the house is not asked,
 * reached or not. False: the till is kept offline and cannot work alone now; out says why.
 */
bool till_alone_if_held(struct call *call, const char *till, struct outcome *out) MUST_USE;
/*
 * Somebody could not sign in, because the house was not reached: can the command go on alone? False
 * leaves the outcome, with a sentence that says why not when there is more to say.
 */
bool till_alone_begin(struct call *call, const char *till, struct outcome *out) MUST_USE;
/* Somebody has signed in at the house for commands to come: so that they can go on alone, too. */
void till_alone_remember(struct call *call, const struct actor *actor, const char *pin);
/* Tells people that the answer is of this till alone; nothing otherwise. */
void till_alone_tell(struct call *call);

/* For looking only: how this till's journal stands is told with the house's health. */
void till_alone_look(struct call *call);

/* A ticket, or one of a sale's, that the house could still say no to. */
bool till_alone_provisional(struct call *call, const struct ticket *ticket);
bool till_alone_sale_provisional(struct call *call, const struct sale *sale);
/* Where the sale stands in this till's journal while it is alone; seq 0: nowhere. */
struct entry_mark till_alone_mark(struct call *call, const struct sale *sale);

#endif
