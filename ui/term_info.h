/* What the terminfo entry of this terminal says. Apart from term.c, because <term.h> takes words
 * like `columns` and `lines` away from everybody who includes it. */
#ifndef LOGE_UI_TERM_INFO_H
#define LOGE_UI_TERM_INFO_H

#include <stdbool.h>

enum terminfo { TERMINFO_FINE, TERMINFO_UNKNOWN, TERMINFO_CANNOT_MOVE };

/* Can a terminal of this type be drawn on? Sends nothing. */
enum terminfo terminfo_check(const char *type, int fd);

/*
 * The type to draw by: this one, or where this machine does not know it one of its family that it
 * does: xterm-256color or xterm for xterm-anything. NULL: it knows neither. The answer is type
 * itself or stands in out.
 */
enum { TERMINFO_TYPE_TEXT = 64 };
const char *terminfo_known(const char *type, int fd, char out[TERMINFO_TYPE_TEXT]);

/* A string by its short name, "" when there is none. */
const char *terminfo_text(const char *name);
int terminfo_colours(void); /* 0: none */
bool terminfo_flag(const char *name);
int terminfo_number(const char *name); /* 0: it says nothing */

/* A string with its parameters filled in; "" when it does not fit. Returns out. */
enum { TERMINFO_TEXT = 128 };
const char *terminfo_fill(const char *string, int first, int second, char out[TERMINFO_TEXT]);

#endif
