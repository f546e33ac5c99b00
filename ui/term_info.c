#include "config.h"

#include "ui/term_info.h"

#include <stdio.h>
#include <string.h>
#include <curses.h>
#include <term.h>

#include "src/base/attr.h"

enum { NAME_TEXT = 16 };

const char *terminfo_text(const char *name)
{
    char copy[NAME_TEXT]; /* tigetstr wants a text it never writes to */
    snprintf(copy, sizeof copy, "%s", name);
    const char *value = tigetstr(copy);
    return value && value != (const char *)-1 ? value : "";
}

const char *terminfo_fill(const char *string, int first, int second, char out[TERMINFO_TEXT])
{
    const char *filled = tiparm(string, first, second);
    bool fits = filled && strlen(filled) < TERMINFO_TEXT;
    memcpy(out, fits ? filled : "", fits ? strlen(filled) + 1 : 1);
    return out;
}

bool terminfo_flag(const char *name)
{
    char copy[NAME_TEXT];
    snprintf(copy, sizeof copy, "%s", name);
    return tigetflag(copy) > 0;
}

int terminfo_number(const char *name)
{
    char copy[NAME_TEXT];
    snprintf(copy, sizeof copy, "%s", name);
    int number = tigetnum(copy);
    return number > 0 ? number : 0;
}

int terminfo_colours(void)
{
    return terminfo_number("colors");
}

const char *terminfo_known(const char *type, int fd, char out[TERMINFO_TYPE_TEXT])
{
    static const char *const kin[] = {"-256color", ""};
    int family = (int)strcspn(type, "-");
    if (terminfo_check(type, fd) != TERMINFO_UNKNOWN)
        return type;
    for (int i = 0; type[family] && i < COUNT_OF(kin); i++) {
        int length = snprintf(out, TERMINFO_TYPE_TEXT, "%.*s%s", family, type, kin[i]);
        if (length < TERMINFO_TYPE_TEXT && terminfo_check(out, fd) == TERMINFO_FINE)
            return out;
    }
    return NULL;
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
