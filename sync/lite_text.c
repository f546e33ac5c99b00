/*
 * Two functions for searching by what a person typed: text_within(hay, needle) and
 * text_same(a, b), both with letters in any case. SQLite's own LIKE folds ASCII only, and takes
 * '%' and '_' for wildcards.
 */
#include "config.h"

#include "sync/lite.h"

#include <string.h>

#include "src/base/text.h"

/* Latin (with the supplements of western and central Europe), Greek and Cyrillic. */
static uint32_t fold(uint32_t c)
{
    if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7) ||
        (c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F))
        return c + 32;
    if (c >= 0x400 && c <= 0x40F)
        return c + 80;
    if (c == 0x178)
        return 0xFF;
    bool odd_is_upper = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
    bool even_is_upper = (c >= 0x100 && c <= 0x137 && c != 0x130) || (c >= 0x14A && c <= 0x177);
    return (odd_is_upper && c % 2 == 1) || (even_is_upper && c % 2 == 0) ? c + 1 : c;
}

struct span {
    const char *at, *end;
};

static bool starts_with(struct span hay, struct span needle)
{
    while (needle.at < needle.end) {
        if (hay.at >= hay.end)
            return false;
        if (fold(text_next(&hay.at, hay.end)) != fold(text_next(&needle.at, needle.end)))
            return false;
    }
    return true;
}

static bool within(struct span hay, struct span needle)
{
    while (!starts_with(hay, needle)) {
        if (hay.at >= hay.end)
            return false;
        (void)text_next(&hay.at, hay.end);
    }
    return true;
}

static struct span span_of(sqlite3_value *value)
{
    const char *text = (const char *)sqlite3_value_text(value);
    struct span span = {text ? text : "", text ? text : ""};
    span.end += sqlite3_value_bytes(value);
    return span;
}

static void sql_within(sqlite3_context *context, int count, sqlite3_value **values)
{
    sqlite3_result_int(context, within(span_of(values[0]), span_of(values[1])));
}

static void sql_same(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct span a = span_of(values[0]), b = span_of(values[1]);
    sqlite3_result_int(context, starts_with(a, b) && starts_with(b, a));
}

int lite_text_functions(sqlite3 *db)
{
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    int code = sqlite3_create_function(db, "text_within", 2, flags, NULL, sql_within, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_create_function(db, "text_same", 2, flags, NULL, sql_same, NULL, NULL);
    return code;
}
