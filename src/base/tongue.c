#include "config.h"

#include "src/base/tongue.h"

#include <stddef.h>
#include <stdio.h>

#include "src/base/clock.h"

enum { TONGUE_WORD = 160 };

static tongue_fn *spoken;
static tongue_when_fn *told_when;

void tongue_set(tongue_fn *speak)
{
    spoken = speak;
}

/* "" is the head of a catalogue, never a text. */
const char *tongue(const char *text)
{
    return spoken && text[0] ? spoken(text) : text;
}

/* A catalogue keeps a word of a context behind the context and a byte 4. */
const char *tongue_word(const char *context, const char *text)
{
    char key[TONGUE_WORD];
    if (!spoken || !text[0] ||
        (size_t)snprintf(key, sizeof key, "%s\004%s", context, text) >= sizeof key)
        return text;
    const char *found = spoken(key);
    return found == key ? text : found;
}

void tongue_set_when(tongue_when_fn *tell)
{
    told_when = tell;
}

char *tongue_when(int64_t wall_ms, char out[TONGUE_WHEN_TEXT])
{
    return told_when ? told_when(wall_ms, out) : time_text(wall_ms, out);
}
