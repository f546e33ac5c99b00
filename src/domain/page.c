#include "config.h"

#include "src/domain/page.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"

enum { LINE_BYTES = PAGE_WIDEST * 32 }; /* a letter may carry many marks */

void page_start(struct page *page, struct arena *arena, int columns)
{
    *page = (struct page){.arena = arena, .columns = columns};
    if (columns < PAGE_NARROWEST)
        page->columns = PAGE_NARROWEST;
    if (columns > PAGE_WIDEST)
        page->columns = PAGE_WIDEST;
}

static void add(struct page *page, const char *text, size_t length)
{
    int want = page->text.count + (int)length + 1;
    if (page->text.room < want)
        LIST_RESERVE(page->arena, &page->text, want * 2);
    memcpy(page->text.at + page->text.count, text, length);
    page->text.count += (int)length;
    page->text.at[page->text.count] = '\0';
}

const char *page_text(const struct page *page)
{
    return page->text.at ? page->text.at : "";
}

/* Blanks at the end of a line only cost a slow printer time. */
static void add_line(struct page *page, const char *text)
{
    size_t length = strlen(text);
    while (length && text[length - 1] == ' ')
        length--;
    add(page, text, length);
    add(page, "\n", 1);
}

void page_line(struct page *page, const char *text)
{
    char line[LINE_BYTES];
    text_fit(line, sizeof line, text, page->columns, false);
    add_line(page, line);
}

void page_printf(struct page *page, const char *fmt, ...)
{
    char line[LINE_BYTES];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    page_line(page, line);
}

void page_blank(struct page *page)
{
    add_line(page, "");
}

void page_rule(struct page *page, char sign)
{
    char line[PAGE_WIDEST + 1];
    memset(line, sign, (size_t)page->columns);
    line[page->columns] = '\0';
    add_line(page, line);
}

void page_centre(struct page *page, const char *text)
{
    char line[LINE_BYTES], shifted[LINE_BYTES + PAGE_WIDEST];
    int used = text_fit(line, sizeof line, text, page->columns, false);
    snprintf(shifted, sizeof shifted, "%*s%s", (page->columns - used) / 2, "", line);
    add_line(page, shifted);
}

void page_pair(struct page *page, const char *left, const char *right)
{
    char end[LINE_BYTES], begin[LINE_BYTES], line[2 * LINE_BYTES + 1];
    int needed = text_fit(end, sizeof end, right, page->columns, false);
    int room = page->columns - needed - 1;
    text_fit(begin, sizeof begin, left, room > 0 ? room : 0, true);
    snprintf(line, sizeof line, "%s%s%s", begin, room >= 0 ? " " : "", end);
    add_line(page, line);
}

/* ---- many lines --------------------------------------------------------------------------- */

/* Bytes of the next line: up to the last blank that fits, else as many characters as fit. */
static size_t line_length(const char *text, int columns)
{
    const char *end = text + strlen(text), *at = text, *blank = NULL;
    int used = 0;
    while (at < end) {
        const char *next = at;
        int wide = text_char_columns(text_next(&next, end));
        used += wide < 0 ? 1 : wide;
        if (used > columns)
            return (size_t)((blank ? blank : at) - text);
        if (*at == ' ' && at > text)
            blank = at;
        at = next;
    }
    return (size_t)(end - text);
}

void page_wrap(struct page *page, const char *text)
{
    char line[LINE_BYTES];
    do {
        size_t length = line_length(text, page->columns);
        if (length >= sizeof line)
            length = sizeof line - 1;
        memcpy(line, text, length);
        line[length] = '\0';
        page_line(page, line);
        text += length;
        while (*text == ' ')
            text++;
    } while (*text);
}
