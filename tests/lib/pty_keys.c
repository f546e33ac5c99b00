/* Keys by name, as a terminal sends them. */
#include "config.h"

#include "tests/lib/pty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/keys.h"

static size_t key_bytes(const char *name, char out[8])
{
    static const struct {
        int32_t code;
        const char *bytes;
    } known[] = {
        {KEYCODE_UP, "\033[A"},       {KEYCODE_DOWN, "\033[B"},       {KEYCODE_RIGHT, "\033[C"},
        {KEYCODE_LEFT, "\033[D"},     {KEYCODE_HOME, "\033[H"},       {KEYCODE_END, "\033[F"},
        {KEYCODE_PAGE_UP, "\033[5~"}, {KEYCODE_PAGE_DOWN, "\033[6~"}, {KEYCODE_DELETE, "\033[3~"},
        {KEYCODE_BACKTAB, "\033[Z"},  {KEYCODE_BACKSPACE, "\177"},    {KEYCODE_F1, "\033OP"},
    };
    int32_t code;
    if (!key_parse(name, &code))
        abort();
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].code == code)
            return (size_t)snprintf(out, 8, "%s", known[i].bytes);
    if (code < 0x80)
        return (size_t)snprintf(out, 8, "%c", (char)code);
    return (size_t)snprintf(out, 8, "%s", name);
}

void pty_keys(struct pty *pty, const char *names)
{
    char copy[1024], *rest = copy, bytes[8];
    snprintf(copy, sizeof copy, "%s", names);
    for (char *name; (name = strsep(&rest, " "));) {
        if (!*name)
            continue;
        pty_send(pty, bytes, key_bytes(name, bytes));
        pty_idle(pty);
    }
}

void pty_type(struct pty *pty, const char *text)
{
    for (; *text; text++) {
        pty_send(pty, text, 1);
        pty_idle(pty);
    }
}
