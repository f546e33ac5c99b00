/*
 * Which show a person had open last at this machine, so that signing in comes back to it.
 *
 * A file of lines in the state folder, the newest first. Nothing depends on it: a line that names
 * no show any more is passed over, and a file that cannot be read or written is none.
 */
#ifndef LOGE_CMD_LAST_SHOW_H
#define LOGE_CMD_LAST_SHOW_H

#include "src/base/arena.h"

/* NULL: nobody knows. */
const char *last_show_of(const char *folder, const char *person, struct arena *arena);
void last_show_note(const char *folder, const char *person, const char *show);

#endif
