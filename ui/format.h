/*
 * Numbers, money and times as people in this language write them. Texts are UTF-8; the buffers are
 * the caller's and returned.
 */
#ifndef LOGE_UI_FORMAT_H
#define LOGE_UI_FORMAT_H

#include <stddef.h>
#include <stdint.h>

enum { FORMAT_TEXT = 48, SEAT_NAMES_TEXT = 256 };

char *format_number(int64_t value, char out[FORMAT_TEXT]);                       /* 38,412 */
char *format_money(int64_t amount, const char *currency, char out[FORMAT_TEXT]); /* 1,284.00 */
char *format_clock(int64_t wall_ms, char out[FORMAT_TEXT]);                      /* 18:41 here */
char *format_day(int64_t wall_ms, char out[FORMAT_TEXT]);        /* Fri 20 Nov here */
char *format_day_clock(int64_t wall_ms, char out[FORMAT_TEXT]);  /* Fri 20 Nov 19:30 */
char *format_date_clock(int64_t wall_ms, char out[FORMAT_TEXT]); /* Fri 20 Nov 2026 19:30 */
/* "EUR 1,284.00", in the order of the language. */
char *format_amount(int64_t amount, const char *currency, char out[FORMAT_TEXT]);
char *format_left(int64_t ms, char out[FORMAT_TEXT]); /* 07:42, or 1:07:42 */
/* The same in five columns: from an hour on 1h07, from a hundred on 99h+. */
char *format_left_brief(int64_t ms, char out[FORMAT_TEXT]);
/* A word at the right end of so many columns: a head above figures. */
char *format_right(const char *text, int columns, char out[FORMAT_TEXT]);
/* Seats by name, each after a blank; those for which there is no room are counted: " C13 C14 +3".
 * Begins as {.room = so many bytes}; the first has room always. */
struct seat_names {
    size_t room, used;
    int left_out;
    char text[SEAT_NAMES_TEXT];
};
void seat_names_add(struct seat_names *names, const char *label);

int format_percent(int64_t part, int64_t whole); /* never 100 unless all is */

#endif
