/* What the terminfo entry of this terminal says. Apart from term.c, because <term.h> takes words
 * like `columns` and `lines` away from everybody who includes it. */
#ifndef LOGE_UI_TERM_INFO_H
#define LOGE_UI_TERM_INFO_H

enum terminfo { TERMINFO_FINE, TERMINFO_UNKNOWN, TERMINFO_CANNOT_MOVE };

/* Can a terminal of this type be drawn on? Sends nothing. */
enum terminfo terminfo_check(const char *type, int fd);

/* A string by its short name, "" when there is none. */
const char *terminfo_text(const char *name);
const char *terminfo_move(int row, int column);
int terminfo_colours(void); /* 0: none */

#endif
