/*
 * UTF-8 text from strangers: bytes, code points and screen columns are three different things.
 *
 * Names typed by customers are cleaned once at the door (text_clean) and drawn by columns
 * (text_fit), so that a control byte or a bidi override can neither forge a log line nor break a
 * screen. Widths follow Unicode east-asian width and do not depend on the process locale.
 */
#ifndef LOGE_BASE_TEXT_H
#define LOGE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/attr.h"

/* Decodes one code point and advances *at; a malformed byte gives 0xFFFD and advances one byte. */
uint32_t text_next(const char **at, const char *end);
bool text_valid(const char *text, size_t length); /* strict UTF-8: no surrogates, no overlongs */

/* Columns a code point takes: 0 (combining), 1 or 2; -1 for control and bidi-control characters. */
int text_char_columns(uint32_t point);
int text_columns(const char *text); /* control characters count as one (drawn as '?') */

/*
 * Copies text to out as at most `columns` columns: never half a wide character, controls become
 * '?', padded with spaces when `pad`. Returns the columns used.
 */
int text_fit(char *out, size_t size, const char *text, int columns, bool pad);

/*
 * What may be stored as a name or a note: valid UTF-8, no control characters, no bidi overrides or
 * isolates, no line or paragraph separators, fits in size bytes, not only white space (empty is
 * fine). Leading and trailing white space is dropped. Returns NULL, or why not, as the end of a
 * sentence ("holds a control character").
 */
const char *text_clean(const char *text, char *out, size_t size) MUST_USE;

/* The same letters, whether large or small ("MÜLLER", "Müller"); marks of their own count. */
bool text_alike(const char *a, const char *b);

/* Bounded copy that never cuts a code point in half. False when it had to be cut. */
bool text_copy(char *out, size_t size, const char *text);

/* Escapes control bytes, backslash and malformed UTF-8 as \xNN for a log line. Returns out. */
char *text_escape(char *out, size_t size, const char *text);

/* Two lower-case hex digits a byte, and the end. Returns out. */
char *text_hex(char *out, const uint8_t *bytes, size_t size);

/* Whole decimal number in [low, high], nothing before or after. */
bool text_to_int(const char *text, int64_t low, int64_t high, int64_t *out) MUST_USE;

#endif
