/*
 * Writes one JSON document (RFC 8259) into memory, in order, as it is told.
 *
 *     json_object_begin(json);
 *     json_key(json, "seats");
 *     json_array_begin(json);
 *     json_string(json, "Stalls-A-1");
 *     json_array_end(json);
 *     json_object_end(json);
 *
 * Misuse (a value without its key, an end without its begin, reading a half-written document) is a
 * bug and aborts. Strings come out as valid UTF-8 whatever goes in, and nothing that could move a
 * cursor or turn the writing direction goes out unescaped, so the text is safe on a terminal.
 */
#ifndef LOGE_BASE_JSON_OUT_H
#define LOGE_BASE_JSON_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "src/base/attr.h"

enum { JSON_DEPTH = 16 };

struct json_out;

struct json_out *json_out_new(void) RETURNS_FRESH;
void json_out_free(struct json_out **json);
void json_out_reset(struct json_out *json); /* forgets the document, keeps the memory */

void json_object_begin(struct json_out *json);
void json_object_end(struct json_out *json);
void json_array_begin(struct json_out *json);
void json_array_end(struct json_out *json);

void json_key(struct json_out *json, const char *key);
void json_string(struct json_out *json, const char *text); /* NULL is written as null */
void json_int(struct json_out *json, int64_t number);
/* Finite. The shortest of %.15g and %.17g that reads back as the same number. */
void json_number(struct json_out *json, double number);
void json_bool(struct json_out *json, bool on);
void json_null(struct json_out *json);

/* The finished document, without a newline; borrowed until the next call. length may be NULL. */
const char *json_out_text(const struct json_out *json, size_t *length);
/* The document and a newline, flushed. False when the file did not take it (errno tells why). */
bool json_out_print(const struct json_out *json, FILE *file) MUST_USE;

#endif
