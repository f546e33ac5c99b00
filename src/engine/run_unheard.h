/*
 * An act that was sent to the house, and the line broke before its answer came.
 *
 * Nobody knows whether it was done. When the till goes on alone and the same key is asked for
 * again, the very same act (the same hold, the same sale, the same tickets) is journalled under it:
 * if the house had done it, it knows the key when the journal comes home, and everything stands as
 * it was done; if not, it does it then. Deciding anew would make other rows than the house may have
 * already, and what is done with them later would stand on nothing.
 *
 * One act at a time waits like this: the one a person was told about last.
 */
#ifndef LOGE_ENGINE_RUN_UNHEARD_H
#define LOGE_ENGINE_RUN_UNHEARD_H

#include "src/engine/run.h"

/* Keeps a copy, if this desk can go on alone. */
void unheard_keep(struct desk *desk, const struct changeset *cs);
/* The house says that it was done: if it is this one, whoever is told of such acts is told now. */
void unheard_done(struct desk *desk, const struct changeset *head);
/* Frees it; nothing to free is fine. */
void unheard_forget(struct desk *desk);

/*
 * Alone, and this is its key: applies it here. True: it was done (or had been, and the replica knew
 * of it), and its answer can be read or stands in the outcome; false: it is decided anew.
 */
bool unheard_take_up(struct run *run, const struct changeset *head);

#endif
