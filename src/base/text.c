#include "config.h"

#include "src/base/text.h"

#include <stdio.h>
#include <string.h>

#include "src/base/tongue.h"

enum { BROKEN = 0xFFFD };

/* Length and smallest code point of the sequence a lead byte starts; length 0 for no lead byte. */
static int sequence_length(unsigned char lead, uint32_t *smallest)
{
    static const uint32_t smallest_of[] = {0, 0, 0x80, 0x800, 0x10000};
    int length = lead < 0x80         ? 1
                 : lead >> 5 == 0x6  ? 2
                 : lead >> 4 == 0xe  ? 3
                 : lead >> 3 == 0x1e ? 4
                                     : 0;
    *smallest = smallest_of[length];
    return length;
}

/* Bytes of the well-formed code point at `at`, stored in *point; 0 when it is malformed. */
static int decode(const char *at, const char *end, uint32_t *point)
{
    uint32_t smallest;
    unsigned char lead = (unsigned char)*at;
    int length = sequence_length(lead, &smallest);
    if (length == 0 || length > end - at)
        return 0;
    uint32_t value = length == 1 ? lead : lead & (0x7fu >> length);
    for (int i = 1; i < length; i++) {
        unsigned char next = (unsigned char)at[i];
        if (next >> 6 != 2)
            return 0;
        value = value << 6 | (next & 0x3f);
    }
    if (value < smallest || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return 0;
    *point = value;
    return length;
}

uint32_t text_next(const char **at, const char *end)
{
    uint32_t point;
    int length = decode(*at, end, &point);
    *at += length ? length : 1;
    return length ? point : BROKEN;
}

bool text_valid(const char *text, size_t length)
{
    const char *end = text + length;
    uint32_t point;
    while (text < end) {
        int bytes = decode(text, end, &point);
        if (bytes == 0)
            return false;
        text += bytes;
    }
    return true;
}

int text_columns(const char *text)
{
    const char *end = text + strlen(text);
    int columns = 0;
    while (text < end) {
        int width = text_char_columns(text_next(&text, end));
        columns += width < 0 ? 1 : width;
    }
    return columns;
}

/* What is drawn for the character at [from, to): itself, '?' for a control, U+FFFD if malformed. */
static const char *drawn_as(const char *from, int *bytes, int *columns)
{
    const char *end = from + strnlen(from, 4), *to = from;
    uint32_t point;
    bool malformed = decode(from, end, &point) == 0;
    *columns = text_char_columns(text_next(&to, end));
    *bytes = (int)(to - from);
    if (malformed) {
        *bytes = 3;
        return "\xEF\xBF\xBD";
    }
    if (*columns >= 0)
        return from;
    *columns = *bytes = 1;
    return "?";
}

int text_fit(char *out, size_t size, const char *text, int columns, bool pad)
{
    const char *end = text + strlen(text);
    size_t used = 0;
    int taken = 0;
    while (text < end) {
        int bytes, width;
        const char *drawn = drawn_as(text, &bytes, &width);
        if (taken + width > columns || used + (size_t)bytes >= size)
            break;
        /* A combining mark with nothing before it would change the cell left of this text. */
        if (width > 0 || taken > 0) {
            memcpy(out + used, drawn, (size_t)bytes);
            used += (size_t)bytes;
            taken += width;
        }
        (void)text_next(&text, end);
    }
    for (; pad && taken < columns && used + 1 < size; taken++)
        out[used++] = ' ';
    if (size)
        out[used] = '\0';
    return taken;
}

static bool white_space(uint32_t point)
{
    return point == ' ' || (point >= '\t' && point <= '\r') || point == 0xa0 || point == 0x1680 ||
           (point >= 0x2000 && point <= 0x200a) || point == 0x202f || point == 0x205f ||
           point == 0x3000;
}

static const char *start_of_previous(const char *start, const char *at)
{
    do
        at--;
    while (at > start && ((unsigned char)*at & 0xc0) == 0x80);
    return at;
}

static void trim(const char **start, const char **end)
{
    const char *at;
    while (at = *start, at < *end && white_space(text_next(&at, *end)))
        *start = at;
    while (at = start_of_previous(*start, *end), *end > *start) {
        const char *previous = at;
        if (!white_space(text_next(&at, *end)))
            return;
        *end = previous;
    }
}

static const char *why_unclean(const char *text, const char *end)
{
    bool visible = false;
    while (text < end) {
        uint32_t point = text_next(&text, end);
        int columns = text_char_columns(point);
        if (point == 0x2028 || point == 0x2029)
            return N_("holds a line or paragraph separator");
        if (columns < 0)
            return point < 0xa0 ? N_("holds a control character")
                                : N_("holds a character that turns the writing direction");
        visible = visible || (columns > 0 && !white_space(point));
    }
    return visible ? NULL : N_("is only white space");
}

const char *text_clean(const char *text, char *out, size_t size)
{
    const char *start = text, *end = text + strlen(text);
    if (!text_valid(start, (size_t)(end - start)))
        return N_("is not valid UTF-8");
    const char *why = start < end ? why_unclean(start, end) : NULL;
    if (why)
        return why;
    trim(&start, &end);
    if ((size_t)(end - start) >= size)
        return N_("is too long");
    memmove(out, start, (size_t)(end - start));
    out[end - start] = '\0';
    return NULL;
}

bool text_copy(char *out, size_t size, const char *text)
{
    size_t length = strlen(text);
    bool fits = length < size;
    if (size == 0)
        return false;
    if (!fits) {
        length = size - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
    }
    memmove(out, text, length);
    out[length] = '\0';
    return fits;
}

static bool needs_escape(const char *at, const char *end, int *bytes)
{
    uint32_t point;
    *bytes = decode(at, end, &point);
    if (*bytes == 0) {
        *bytes = 1;
        return true;
    }
    return point == '\\' || text_char_columns(point) < 0;
}

char *text_escape(char *out, size_t size, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    const char *end = text + strlen(text);
    size_t used = 0;
    int bytes;
    for (; text < end; text += bytes) {
        bool escape = needs_escape(text, end, &bytes);
        size_t need = (size_t)bytes * (escape ? 4 : 1);
        if (used + need >= size)
            break;
        for (int i = 0; i < bytes; i++) {
            unsigned char byte = (unsigned char)text[i];
            if (escape) {
                out[used++] = '\\';
                out[used++] = 'x';
                out[used++] = digits[byte >> 4];
                out[used++] = digits[byte & 15];
            } else {
                out[used++] = text[i];
            }
        }
    }
    if (size)
        out[used] = '\0';
    return out;
}

bool text_to_int(const char *text, int64_t low, int64_t high, int64_t *out)
{
    bool negative = *text == '-';
    int64_t value = 0;
    text += negative;
    if (*text == '\0')
        return false;
    for (; *text; text++) {
        int digit = *text - '0';
        if (digit < 0 || digit > 9 || __builtin_mul_overflow(value, 10, &value) ||
            __builtin_sub_overflow(value, digit, &value))
            return false;
    }
    if (!negative && __builtin_sub_overflow((int64_t)0, value, &value))
        return false;
    if (value < low || value > high)
        return false;
    *out = value;
    return true;
}

char *text_hex(char *out, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * size] = '\0';
    return out;
}
