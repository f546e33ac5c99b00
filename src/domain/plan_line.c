#include "config.h"

#include "src/domain/plan_line.h"

#include <string.h>

#include "src/base/text.h"

struct plan_source plan_source_open(const char *text, size_t size)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* some editors begin a file with it */
    struct plan_source source = {text, text + size, 0};
    if (size >= 3 && memcmp(text, mark, 3) == 0)
        source.at += 3;
    return source;
}

static void reject(struct plan_line *line, uint32_t point, const char *from, const char *to,
                   struct plan_faults *faults)
{
    int column = line->count + 1;
    if (line->bad)
        return;
    line->bad = true;
    if (!text_valid(from, (size_t)(to - from)))
        plan_fault_add(faults, line->number, column, "this is not UTF-8 text");
    else if (point == '\t')
        plan_fault_add(faults, line->number, column, "a tab has no fixed width; use spaces");
    else
        plan_fault_add(faults, line->number, column,
                       "the character U+%04X is invisible or turns text around", point);
}

static void read_points(struct plan_line *line, const char *end, struct plan_faults *faults)
{
    const char *at = line->text;
    while (at < end) {
        if (line->count == PLAN_COLUMNS_MAX) {
            plan_fault_add(faults, line->number, PLAN_COLUMNS_MAX + 1,
                           "the line is longer than %d characters", (int)PLAN_COLUMNS_MAX);
            line->bad = true;
            return;
        }
        const char *from = at;
        uint32_t point = text_next(&at, end);
        if (text_char_columns(point) < 0 || !text_valid(from, (size_t)(at - from)))
            reject(line, point, from, at, faults);
        line->point[line->count] = point;
        line->offset[line->count++] = (int)(from - line->text);
    }
    line->offset[line->count] = (int)(at - line->text);
}

bool plan_line_next(struct plan_source *source, struct plan_line *line, struct plan_faults *faults)
{
    if (source->at >= source->end)
        return false;
    const char *end = memchr(source->at, '\n', (size_t)(source->end - source->at));
    const char *next = end ? end + 1 : source->end;
    if (!end)
        end = source->end;
    if (end > source->at && end[-1] == '\r')
        end--;
    while (end > source->at && end[-1] == ' ')
        end--;
    line->text = source->at;
    line->number = ++source->line;
    line->count = line->at = 0;
    line->bad = false;
    read_points(line, end, faults);
    source->at = next;
    return true;
}

void plan_line_skip_spaces(struct plan_line *line)
{
    while (line->at < line->count && line->point[line->at] == ' ')
        line->at++;
}

bool plan_line_ended(struct plan_line *line)
{
    plan_line_skip_spaces(line);
    return line->at == line->count;
}

static bool take(struct plan_line *line, int from, int to, char *out, size_t size,
                 struct plan_faults *faults)
{
    size_t length = (size_t)(line->offset[to] - line->offset[from]);
    if (length >= size) {
        plan_fault_add(faults, line->number, from + 1, "this is longer than %zu bytes", size - 1);
        return false;
    }
    memcpy(out, line->text + line->offset[from], length);
    out[length] = '\0';
    return true;
}

static void undouble_quotes(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        *to++ = *from;
        if (from[0] == '"' && from[1] == '"')
            from++;
    }
    *to = '\0';
}

/* The cursor stands on the opening quote. */
static bool take_quoted(struct plan_line *line, char *out, size_t size, struct plan_faults *faults)
{
    int from = line->at + 1, to = from;
    while (to < line->count &&
           (line->point[to] != '"' || (to + 1 < line->count && line->point[to + 1] == '"')))
        to += line->point[to] == '"' ? 2 : 1;
    if (to >= line->count) {
        plan_fault_add(faults, line->number, from, "the quotation has no end");
        return false;
    }
    line->at = to + 1;
    if (line->at < line->count && line->point[line->at] != ' ') {
        plan_fault_add(faults, line->number, line->at + 1, "a space must follow the quotation");
        return false;
    }
    if (!take(line, from, to, out, size, faults))
        return false;
    undouble_quotes(out);
    return true;
}

bool plan_line_word(struct plan_line *line, char *out, size_t size, struct plan_word *word,
                    struct plan_faults *faults)
{
    if (plan_line_ended(line))
        return false;
    word->column = line->at + 1;
    word->quoted = line->point[line->at] == '"';
    if (word->quoted)
        return take_quoted(line, out, size, faults);
    int from = line->at;
    while (line->at < line->count && line->point[line->at] != ' ')
        line->at++;
    return take(line, from, line->at, out, size, faults);
}

bool plan_line_name(struct plan_line *line, char *out, size_t size, struct plan_faults *faults)
{
    if (plan_line_ended(line))
        return false;
    if (line->point[line->at] == '"') {
        if (!take_quoted(line, out, size, faults))
            return false;
        if (plan_line_ended(line))
            return true;
        plan_fault_add(faults, line->number, line->at + 1, "nothing may follow the name here");
        return false;
    }
    int from = line->at;
    line->at = line->count;
    return take(line, from, line->count, out, size, faults);
}
