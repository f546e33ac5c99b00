#include "config.h"

#include "ui/line.h"

#include <string.h>

#include "src/base/text.h"

enum { CTRL_U = 21, CTRL_W = 23, CTRL_K = 11 };

void line_set(struct line *line, const char *text)
{
    text_copy(line->text, sizeof line->text, text);
    line->length = line->cursor = (int)strlen(line->text);
}

/* Start of the character before, or after, a place; marks belong to their letter. */
static int step_back(const struct line *line, int at)
{
    const char *end = line->text + line->length;
    while (--at > 0) {
        const char *from = line->text + at;
        bool inside = ((unsigned char)*from & 0xc0) == 0x80;
        if (!inside && text_char_columns(text_next(&from, end)) != 0)
            break;
    }
    return at > 0 ? at : 0;
}

static int step_on(const struct line *line, int at)
{
    const char *from = line->text + at, *end = line->text + line->length;
    if (from < end)
        (void)text_next(&from, end);
    while (from < end) {
        const char *mark = from;
        if (text_char_columns(text_next(&from, end)) != 0)
            return (int)(mark - line->text);
    }
    return (int)(from - line->text);
}

static void cut(struct line *line, int from, int to)
{
    memmove(line->text + from, line->text + to, (size_t)(line->length - to) + 1);
    line->length -= to - from;
    line->cursor = from;
}

static void insert_bytes(struct line *line, const char *bytes, int count)
{
    if (line->length + count >= LINE_BYTES)
        return;
    memmove(line->text + line->cursor + count, line->text + line->cursor,
            (size_t)(line->length - line->cursor) + 1);
    memcpy(line->text + line->cursor, bytes, (size_t)count);
    line->length += count;
    line->cursor += count;
}

void line_insert(struct line *line, const char *text)
{
    const char *end = text + strlen(text);
    while (text < end) {
        const char *from = text;
        uint32_t point = text_next(&text, end);
        if (point == 0xFFFD)
            continue;
        if (text_char_columns(point) < 0)
            insert_bytes(line, " ", 1);
        else
            insert_bytes(line, from, (int)(text - from));
    }
}

static int word_start(const struct line *line)
{
    int at = line->cursor;
    while (at > 0 && line->text[at - 1] == ' ')
        at--;
    while (at > 0 && line->text[at - 1] != ' ')
        at--;
    return at;
}

static bool edit_key(struct line *line, int32_t code)
{
    switch (code) {
    case KEYCODE_BACKSPACE:
        cut(line, step_back(line, line->cursor), line->cursor);
        return true;
    case KEYCODE_DELETE:
        cut(line, line->cursor, step_on(line, line->cursor));
        return true;
    case CTRL_U:
        cut(line, 0, line->cursor);
        return true;
    case CTRL_K:
        cut(line, line->cursor, line->length);
        return true;
    case CTRL_W:
        cut(line, word_start(line), line->cursor);
        return true;
    default:
        return false;
    }
}

bool line_key(struct line *line, int32_t code)
{
    char bytes[KEYS_NAME_TEXT];
    switch (code) {
    case KEYCODE_LEFT:
        line->cursor = step_back(line, line->cursor);
        return true;
    case KEYCODE_RIGHT:
        line->cursor = step_on(line, line->cursor);
        return true;
    case KEYCODE_HOME:
        line->cursor = 0;
        return true;
    case KEYCODE_END:
        line->cursor = line->length;
        return true;
    case KEYCODE_SPACE:
        line_insert(line, " ");
        return true;
    default:
        break;
    }
    if (code > KEYCODE_SPACE && code < KEYCODE_UP && code != 127) {
        line_insert(line, key_text(code, bytes));
        return true;
    }
    return edit_key(line, code);
}

static int columns_between(const struct line *line, int from, int to)
{
    char part[LINE_BYTES];
    memcpy(part, line->text + from, (size_t)(to - from));
    part[to - from] = '\0';
    return text_columns(part);
}

void line_draw(const struct line *line, struct canvas *canvas, struct area area, enum style style,
               bool secret)
{
    int from = 0;
    draw_blank(canvas, area, style);
    while (from < line->cursor && columns_between(line, from, line->cursor) >= area.columns)
        from = step_on(line, from);
    int column = columns_between(line, from, line->cursor);
    if (secret)
        draw_repeat(canvas, area, 0, 0, style, "*", columns_between(line, from, line->length));
    else
        draw_text(canvas, area, 0, 0, style, line->text + from);
    draw_cursor(canvas, area, 0, column);
}
