/*
 * Which language the program speaks.
 *
 * The first of these that is given: --language, LOGE_LANGUAGE, till.language of loge.ini, and what
 * the environment says as for every program (LANGUAGE, LC_ALL, LC_MESSAGES, LANG). The catalogues
 * are ours and always UTF-8, so no locale of the system has to be generated: where it is missing,
 * or is "C", the always present C.UTF-8 carries them. Numbers, money and dates come from the
 * catalogue, never from the system's locale, and LC_NUMERIC stays "C" for JSON and SQL.
 */
#ifndef LOGE_UI_LANGUAGE_H
#define LOGE_UI_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/attr.h"

enum { LANGUAGE_TEXT = 16 };

/* Sets the locale, and the language the environment asks for. Once, before the first thread. */
void language_begin(void);
/* "de", "de_DE", "en"; before the first thread. False when there is no such catalogue. */
bool language_choose(const char *language) MUST_USE;
/* English, for what programs read. */
void language_off(void);
/* "af, de, en": what language_choose takes. Returns out. */
char *language_list(char *out, size_t size);

#endif
