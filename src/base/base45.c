#include "config.h"

#include "src/base/base45.h"

#include <string.h>

static const char alphabet[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

enum { DIGITS = sizeof alphabet - 1 };

char *base45_write(const uint8_t *bytes, size_t size, char *out)
{
    char *at = out;
    for (size_t i = 0; i < size; i += 2) {
        bool pair = i + 1 < size;
        unsigned value = pair ? bytes[i] * 256U + bytes[i + 1] : bytes[i];
        *at++ = alphabet[value % DIGITS];
        *at++ = alphabet[value / DIGITS % DIGITS];
        if (pair)
            *at++ = alphabet[value / DIGITS / DIGITS];
    }
    *at = '\0';
    return out;
}

static bool read_digit(char c, unsigned weight, unsigned *value)
{
    const char *found = c ? strchr(alphabet, c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c) : NULL;
    if (!found)
        return false;
    *value += (unsigned)(found - alphabet) * weight;
    return true;
}

/* A group of two or three characters. */
static bool read_group(const char *text, bool pair, unsigned *value)
{
    *value = 0;
    return read_digit(text[0], 1, value) && read_digit(text[1], DIGITS, value) &&
           (!pair || read_digit(text[2], DIGITS * DIGITS, value)) &&
           *value <= (pair ? UINT16_MAX : UINT8_MAX);
}

bool base45_read(const char *text, size_t length, uint8_t *out, size_t size)
{
    if (length != BASE45_TEXT(size))
        return false;
    for (size_t i = 0; i < size; i += 2) {
        bool pair = i + 1 < size;
        unsigned value;
        if (!read_group(text + i / 2 * 3, pair, &value))
            return false;
        if (pair)
            out[i] = (uint8_t)(value >> 8);
        out[pair ? i + 1 : i] = (uint8_t)value;
    }
    return true;
}
