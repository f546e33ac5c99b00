#include "config.h"

#include "src/base/tongue.h"

#include <stddef.h>
#include <stdio.h>

enum { TONGUE_WORD = 160 };

static tongue_fn *spoken;

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
