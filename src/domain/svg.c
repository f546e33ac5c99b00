#include "config.h"

#include "src/domain/svg.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/arena.h"
#include "src/base/text.h"

enum { ROOM_AT_FIRST = 64 * 1024, PIECE_TEXT = 1024 };

struct svg {
    char *bytes;
    size_t used, room;
};

struct svg *svg_new(void)
{
    struct svg *svg = x_alloc(sizeof *svg);
    svg->room = ROOM_AT_FIRST;
    svg->bytes = x_alloc(svg->room);
    return svg;
}

void svg_free(struct svg **svg)
{
    if (*svg)
        free((*svg)->bytes);
    free(*svg);
    *svg = NULL;
}

/* Room for so many more bytes and the end. */
static char *make_room(struct svg *svg, size_t more)
{
    if (svg->room - svg->used <= more) {
        while (svg->room - svg->used <= more)
            svg->room *= 2;
        svg->bytes = realloc(svg->bytes, svg->room);
        if (!svg->bytes)
            abort();
    }
    return svg->bytes + svg->used;
}

static void add_bytes(struct svg *svg, const char *bytes, size_t count)
{
    char *to = make_room(svg, count);
    memcpy(to, bytes, count);
    to[count] = '\0';
    svg->used += count;
}

void svg_raw(struct svg *svg, const char *markup)
{
    add_bytes(svg, markup, strlen(markup));
}

void svg_rawf(struct svg *svg, const char *fmt, ...)
{
    char piece[PIECE_TEXT];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(piece, sizeof piece, fmt, ap);
    va_end(ap);
    svg_raw(svg, piece);
}

static const char *escape_of(uint32_t point)
{
    switch (point) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    case 0xfffe: /* not characters at all, and XML knows it */
    case 0xffff:
        return "?";
    default:
        return text_char_columns(point) < 0 ? "?" : NULL;
    }
}

void svg_text(struct svg *svg, const char *text)
{
    const char *end = text + strlen(text);
    for (const char *at = text, *next = text; at < end; at = next) {
        uint32_t point = text_next(&next, end);
        const char *escape = escape_of(point);
        if (escape)
            svg_raw(svg, escape);
        else if (point == 0xfffd) /* one malformed byte must not go out as it came */
            svg_raw(svg, "\xef\xbf\xbd");
        else
            add_bytes(svg, at, (size_t)(next - at));
    }
}

void svg_number(struct svg *svg, float value)
{
    static const float most = 1e7f;
    char digits[24], *at = digits + sizeof digits;
    long tenths = lroundf(fminf(fmaxf(value, -most), most) * 10);
    unsigned long left = (unsigned long)labs(tenths);
    if (left % 10) {
        *--at = (char)('0' + left % 10);
        *--at = '.';
    }
    left /= 10;
    do {
        *--at = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (tenths < 0)
        *--at = '-';
    add_bytes(svg, at, (size_t)(digits + sizeof digits - at));
}

void svg_length(struct svg *svg, const char *name, float value)
{
    svg_raw(svg, " ");
    svg_raw(svg, name);
    svg_raw(svg, "=\"");
    svg_number(svg, value);
    svg_raw(svg, "\"");
}

void svg_label(struct svg *svg, float x, float y, const char *attributes, const char *text)
{
    svg_raw(svg, "<text");
    svg_length(svg, "x", x);
    svg_length(svg, "y", y);
    svg_raw(svg, attributes);
    svg_raw(svg, ">");
    svg_text(svg, text);
    svg_raw(svg, "</text>\n");
}

void svg_begin(struct svg *svg, float width, float height, const char *title)
{
    svg_raw(svg, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    svg_number(svg, width);
    svg_raw(svg, " ");
    svg_number(svg, height);
    svg_raw(svg, "\" role=\"img\" font-family=\"DejaVu Sans, Noto Sans, Helvetica, Arial, "
                 "sans-serif\">\n<title>");
    svg_text(svg, title);
    svg_raw(svg, "</title>\n");
}

void svg_end(struct svg *svg)
{
    svg_raw(svg, "</svg>\n");
}

const char *svg_document(const struct svg *svg, size_t *size)
{
    if (size)
        *size = svg->used;
    return svg->bytes;
}

bool svg_is_colour(const char *text)
{
    size_t length = strlen(text);
    return text[0] == '#' && (length == 4 || length == 7) &&
           strspn(text + 1, "0123456789abcdefABCDEF") == length - 1;
}
