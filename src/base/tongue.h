/*
 * The language of errors and refusals.
 *
 * A sentence for people is written in English where it is decided, deep below the screen, and is
 * translated at the moment it is filled in: err_set(), refuse() and the like ask here. Whoever
 * begins the program says once, before the first thread, how a text is translated; tests and
 * programs that read leave it in English. Sentences kept in tables are marked with N_().
 */
#ifndef LOGE_BASE_TONGUE_H
#define LOGE_BASE_TONGUE_H

#include <stdint.h>

#ifndef N_
#    define N_(text) text
#endif
#ifndef NC_
#    define NC_(context, text) text
#endif

/* The text in another language; the answer outlives the call. gettext itself fits. */
typedef const char *tongue_fn(const char *text);

void tongue_set(tongue_fn *speak); /* NULL: English */
const char *tongue(const char *text) __attribute__((format_arg(1)));
/* A word in one of its meanings: tongue_word("column", "sold"). */
const char *tongue_word(const char *context, const char *text);

/* A moment inside a sentence, as people here say it; in UTC, "2026-11-20T19:30:00.000Z", as long as
 * nobody has said how. */
enum { TONGUE_WHEN_TEXT = 64 };
typedef char *tongue_when_fn(int64_t wall_ms, char out[TONGUE_WHEN_TEXT]);

void tongue_set_when(tongue_when_fn *tell); /* NULL: UTC */
char *tongue_when(int64_t wall_ms, char out[TONGUE_WHEN_TEXT]);

#endif
