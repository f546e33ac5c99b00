/*
 * What must happen to the terminal when there is no time to ask curses: the bytes and modes that
 * give it back, kept ready for a signal handler.
 */
#ifndef LOGE_UI_TERM_GUARD_H
#define LOGE_UI_TERM_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

/* Remembers the modes as they are now, before anything changed them. */
void guard_save_modes(int fd);
/* The bytes that undo what was switched on, cut when too long, and where they are written to:
 * better not to where a write waits. */
void guard_set_reset(int fd, const char *bytes, size_t size);
/* From now on fatal signals give the terminal back first. */
void guard_arm(void);
void guard_disarm(void);
/* Bytes and modes, now. Async-signal-safe. */
void guard_restore(void);
void guard_restore_modes(void);
/* Is there room on the line that the bytes go to, or soon? What ^S stopped goes on first. */
bool guard_line_moves(void);

/* Flags for the other signals; see term.h. */
void guard_catch_signals(void);

#endif
