/*
 * Bytes as text that codes made of squares hold well (RFC 9285): two bytes are three characters of
 * the alphabet that a QR code packs into eleven bits a pair.
 */
#ifndef LOGE_BASE_BASE45_H
#define LOGE_BASE_BASE45_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/attr.h"

/* Characters for so many bytes, the end not counted. */
#define BASE45_TEXT(bytes) ((bytes) / 2 * 3 + (bytes) % 2 * 2)

/* out has room for BASE45_TEXT(size) + 1; returns it. */
char *base45_write(const uint8_t *bytes, size_t size, char *out);
/*
 * Exactly `size` bytes out of exactly as many characters as they take. Small letters count as
 * capitals, because a scanner may type them. False: another length, or a character or a group that
 * cannot be; out is then worth nothing.
 */
bool base45_read(const char *text, size_t length, uint8_t *out, size_t size) MUST_USE;

#endif
