#include "config.h"

#include "src/base/base64.h"

#include <string.h>

static int digit(char c)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = c ? strchr(alphabet, c) : NULL;
    return found ? (int)(found - alphabet) : -1;
}

static size_t padding(const char *text, size_t length)
{
    size_t count = 0;
    while (count < 2 && count < length && text[length - 1 - count] == '=')
        count++;
    return count;
}

bool base64_read(const char *text, size_t length, uint8_t *out, size_t room, size_t *size)
{
    *size = 0;
    if (length % 4)
        return false;
    size_t digits = length - padding(text, length);
    uint32_t bits = 0;
    unsigned held = 0;
    for (size_t i = 0; i < digits; i++) {
        int value = digit(text[i]);
        if (value < 0)
            return false;
        bits = bits << 6 | (uint32_t)value;
        held += 6;
        if (held < 8)
            continue;
        held -= 8;
        if (*size == room)
            return false;
        out[(*size)++] = (uint8_t)(bits >> held);
        bits &= (1U << held) - 1;
    }
    return bits == 0;
}
