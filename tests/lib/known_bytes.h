/*
 * What a type of terminal knows, by its terminfo entry, and whether a program kept to it: every
 * escape sequence it wrote must be one that some capability of the entry can make. Numbers that are
 * places or counts may be any; modes ("ESC [ ? 25 h") and attributes ("ESC [ 1 m") must be known
 * by their number.
 */
#ifndef LOGE_TESTS_KNOWN_BYTES_H
#define LOGE_TESTS_KNOWN_BYTES_H

#include <stdbool.h>
#include <stddef.h>

enum { KNOWN_WRONG = 64 };

struct known;

/* NULL: there is no such entry on this machine. */
struct known *known_new(const char *term);
void known_free(struct known **known);
/* Something the entry does not name and every terminal of the kind has. */
void known_add(struct known *known, const char *bytes);

/* False: `wrong` is what it does not know, printable. */
bool known_covers(const struct known *known, const char *bytes, size_t size,
                  char wrong[KNOWN_WRONG]);

#endif
