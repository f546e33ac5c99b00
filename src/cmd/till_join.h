/* What a till needs to go on without its house: a key the house knows, and a first copy of it. */
#ifndef LOGE_CMD_TILL_JOIN_H
#define LOGE_CMD_TILL_JOIN_H

#include "src/cmd/join.h"

/* Before anything of it is written: the name is free in the house, and nothing waits here under
 * another. Otherwise it has been said. */
bool till_join_name(struct call *call, const struct joining *joining) MUST_USE;
/*
 * Makes the key and the file where there is none, makes the till known to the house, sends what
 * the till did alone before, and gets the house, or the rest of it. Whatever stops it, the next
 * time goes on from there.
 */
bool till_join(struct call *call, const struct joining *joining) MUST_USE;

#endif
