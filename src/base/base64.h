/* Bytes as base64 text of the standard alphabet, with its padding. */
#ifndef LOGE_BASE_BASE64_H
#define LOGE_BASE_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/attr.h"

/*
 * At most `room` bytes out of the text, *size of them. False: too long, padded wrongly, bits left
 * over, or a character that cannot be (spaces and line ends among them).
 */
bool base64_read(const char *text, size_t length, uint8_t *out, size_t room, size_t *size) MUST_USE;

#endif
