#include "config.h"

#include "ui/term_info.h"

#include <stdio.h>
#include <curses.h>
#include <term.h>

const char *terminfo_text(const char *name)
{
    char copy[16]; /* tigetstr wants a text it never writes to */
    snprintf(copy, sizeof copy, "%s", name);
    const char *value = tigetstr(copy);
    return value && value != (const char *)-1 ? value : "";
}

const char *terminfo_move(int row, int column)
{
    return tiparm(terminfo_text("cup"), row, column);
}

int terminfo_colours(void)
{
    int colours = tigetnum("colors");
    return colours > 0 ? colours : 0;
}

enum terminfo terminfo_check(const char *type, int fd)
{
    int why = 0;
    if (setupterm(type, fd, &why) != OK)
        return TERMINFO_UNKNOWN;
    enum terminfo found = *terminfo_text("cup") ? TERMINFO_FINE : TERMINFO_CANNOT_MOVE;
    del_curterm(cur_term);
    return found;
}
