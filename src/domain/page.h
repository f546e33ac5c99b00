/*
 * Plain text of a fixed width, for printers and screens: a line at a time, measured in columns, so
 * that wide and combining characters stand where they should. What does not fit is cut or broken
 * between words, never in the middle of a character; control characters become '?'.
 */
#ifndef LOGE_DOMAIN_PAGE_H
#define LOGE_DOMAIN_PAGE_H

#include <stdbool.h>

#include "src/base/list.h"

enum { PAGE_NARROWEST = 24, PAGE_WIDEST = 132 };

struct page {
    struct arena *arena;
    int columns;
    LIST(char) text;
};

/* Widths out of range are taken as the nearest that is in range. */
void page_start(struct page *page, struct arena *arena, int columns);
/* The text so far; in the arena. */
const char *page_text(const struct page *page);

void page_line(struct page *page, const char *text); /* cut */
void page_printf(struct page *page, const char *fmt, ...) PRINTF(2, 3);
void page_wrap(struct page *page, const char *text); /* as many lines as it takes */
void page_centre(struct page *page, const char *text);
/* The left is cut where the right needs the room. */
void page_pair(struct page *page, const char *left, const char *right);
void page_rule(struct page *page, char sign);
void page_blank(struct page *page);

/*
 * The same in letters five lines high: A-Z (small letters are made large), 0-9, '-' and blank.
 * False, and nothing is written, when it does not fit or holds anything else.
 */
bool page_large(struct page *page, const char *text);

#endif
