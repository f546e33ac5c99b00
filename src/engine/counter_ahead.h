/*
 * Reading ahead: the show somebody looks at in the list is read before it is opened, while nobody
 * waits for anything. A hall of 100,000 seats takes a tenth of a second to read; opened from what
 * is here already it stands on the screen at once.
 *
 * What was read is brought up to date when it is opened, by the same events an open show follows;
 * when that cannot be (too many, another plan, another price), the show is read anew.
 */
#ifndef LOGE_ENGINE_COUNTER_AHEAD_H
#define LOGE_ENGINE_COUNTER_AHEAD_H

#include "src/engine/counter.h"

/* CMD_READ_AHEAD: notes the wish. */
void look_ahead(struct counter *, const struct cmd *, struct evt *);
/* Gives the answer the show that was read, and its arena; false: it has to be read. Afterwards
 * nothing is kept either way. */
bool ahead_take(struct counter *, const struct cmd *, struct evt *);
void ahead_forget(struct counter *);

#endif
