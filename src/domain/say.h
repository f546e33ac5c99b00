/*
 * Texts that the domain writes for people. They are English here, marked with N_(), and turned
 * into the reader's language by whoever asks for the text: gettext itself fits.
 */
#ifndef LOGE_DOMAIN_SAY_H
#define LOGE_DOMAIN_SAY_H

#include <stddef.h>

#include "src/base/tongue.h"

/* The text in another language; the answer outlives the call. */
typedef const char *say_in(const char *text);

/* The same for what has a number in it; ngettext fits. */
typedef const char *say_count_in(const char *one, const char *many, unsigned long count);

static inline const char *say_count(say_count_in *language, const char *one, const char *many,
                                    int count)
{
    return language ? language(one, many, (unsigned long)count) : count == 1 ? one : many;
}

/* NULL: English. "" stays "". */
static inline const char *say(say_in *language, const char *text)
{
    return language && text[0] ? language(text) : text;
}

#endif
