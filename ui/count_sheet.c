#include "config.h"

#include "ui/count_sheet.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"
#include "ui/intl.h"

enum { OTHER_CASH, CARD, VOUCHERS, AMOUNTS, PIECES_MOST = 100000 };
enum { LABEL_COLUMNS = 16, FIELD_COLUMNS = 10, SUM_COLUMNS = 11, HALF_COLUMNS = 39 };

/* Notes and coins in circulation, in minor units. */
static const struct {
    const char *currency;
    int64_t values[SHEET_PIECES_MAX];
} known[] = {
    {"EUR", {20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1}},
    {"GBP", {5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1}},
    {"USD", {10000, 5000, 2000, 1000, 500, 200, 100, 50, 25, 10, 5, 1}},
    {"CAD", {10000, 5000, 2000, 1000, 500, 200, 100, 25, 10, 5}},
    {"AUD", {10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5}},
    {"NZD", {10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10}},
    {"CHF", {20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5}},
    {"ZAR", {20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10}},
    {"DKK", {50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50}},
    {"NOK", {50000, 20000, 10000, 5000, 2000, 1000, 500, 100}},
    {"SEK", {50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100}},
    {"PLN", {20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1}},
    {"CZK", {200000, 100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100}},
    {"JPY", {10000, 5000, 2000, 1000, 500, 100, 50, 10, 5, 1}},
};

void sheet_start(struct count_sheet *sheet, const char *currency)
{
    *sheet = (struct count_sheet){.focus = 0};
    text_copy(sheet->currency, sizeof sheet->currency, currency);
    for (int i = 0; i < COUNT_OF(known); i++)
        if (strcmp(known[i].currency, currency) == 0)
            memcpy(sheet->values, known[i].values, sizeof sheet->values);
    while (sheet->pieces < SHEET_PIECES_MAX && sheet->values[sheet->pieces])
        sheet->pieces++;
}

static int line_count(const struct count_sheet *sheet)
{
    return sheet->pieces + AMOUNTS;
}

/* ---- reading ------------------------------------------------------------------------------ */

/* What a line is worth; false when it is no number. */
static bool read_line(const struct count_sheet *sheet, int line, int64_t *worth)
{
    const char *text = sheet->lines[line].text;
    int64_t pieces;
    *worth = 0;
    if (!*text)
        return true;
    if (line >= sheet->pieces)
        return money_read(text, sheet->currency, worth) && *worth >= 0;
    return text_to_int(text, 0, PIECES_MOST, &pieces) &&
           money_times(sheet->values[line], pieces, worth);
}

int64_t sheet_cash(const struct count_sheet *sheet)
{
    int64_t sum = 0, worth;
    for (int i = 0; i <= sheet->pieces + OTHER_CASH; i++)
        if (read_line(sheet, i, &worth))
            sum += worth;
    return sum;
}

static int64_t total(const struct count_sheet *sheet, int amount, int64_t recorded)
{
    int line = sheet->pieces + amount;
    int64_t worth = 0;
    return sheet->lines[line].text[0] && read_line(sheet, line, &worth) ? worth : recorded;
}

bool sheet_read(struct count_sheet *sheet, const int64_t recorded[TENDER_COUNT],
                int64_t counted[TENDER_COUNT])
{
    int64_t worth;
    for (int i = 0; i < line_count(sheet); i++)
        if (!read_line(sheet, i, &worth)) {
            sheet->focus = i;
            return false;
        }
    _Static_assert(TENDER_COUNT == 3, "every tender is counted");
    counted[TENDER_CASH] = sheet_cash(sheet);
    counted[TENDER_CARD] = total(sheet, CARD, recorded[TENDER_CARD]);
    counted[TENDER_VOUCHER] = total(sheet, VOUCHERS, recorded[TENDER_VOUCHER]);
    return true;
}

/* ---- keys --------------------------------------------------------------------------------- */

static enum form_result go(struct count_sheet *sheet, int step)
{
    int wanted = sheet->focus + step;
    if (wanted >= 0 && wanted < line_count(sheet))
        sheet->focus = wanted;
    return FORM_MOVED;
}

enum form_result sheet_key(struct count_sheet *sheet, int32_t code)
{
    bool last = sheet->focus == line_count(sheet) - 1;
    if (code == KEYCODE_UP || code == KEYCODE_BACKTAB)
        return go(sheet, -1);
    if (code == KEYCODE_ENTER && last)
        return FORM_SUBMIT;
    if (code == KEYCODE_DOWN || code == KEYCODE_TAB || code == KEYCODE_ENTER)
        return go(sheet, 1);
    if (code > KEYCODE_SPACE && code < 127 && !strchr("0123456789.", (int)code))
        return FORM_IGNORED;
    return line_key(&sheet->lines[sheet->focus], code) ? FORM_CHANGED : FORM_IGNORED;
}

/* ---- drawing ------------------------------------------------------------------------------ */

static void label_of(const struct count_sheet *sheet, int line, char *out, size_t size)
{
    /* L10N: what is counted beside notes and coins; at most 15 columns each. */
    static const char *const amounts[AMOUNTS] = {
        [OTHER_CASH] = N_("Other cash"), [CARD] = N_("Card total"), [VOUCHERS] = N_("Vouchers")};
    char worth[FORMAT_TEXT];
    if (line >= sheet->pieces)
        snprintf(out, size, "%s", _(amounts[line - sheet->pieces]));
    else
        snprintf(out, size, "%12s x", format_money(sheet->values[line], sheet->currency, worth));
}

static void draw_sum(const struct count_sheet *sheet, int line, struct canvas *canvas,
                     struct area row)
{
    char sum[FORMAT_TEXT];
    int64_t worth;
    struct area right = area_part(row, 0, 0, 1, LABEL_COLUMNS + FIELD_COLUMNS + SUM_COLUMNS);
    if (!read_line(sheet, line, &worth))
        /* L10N: behind a line of the count that is no number; at most 10 columns */
        draw_right(canvas, right, 0, STYLE_ERROR, _("a number?"));
    else if (line < sheet->pieces && worth)
        draw_right(canvas, right, 0, STYLE_TEXT, format_money(worth, sheet->currency, sum));
}

static void draw_one(const struct count_sheet *sheet, int line, struct canvas *canvas,
                     struct area row)
{
    char label[64];
    bool focus = line == sheet->focus;
    struct area box = area_part(row, 0, LABEL_COLUMNS, 1, FIELD_COLUMNS);
    label_of(sheet, line, label, sizeof label);
    draw_text(canvas, area_part(row, 0, 0, 1, LABEL_COLUMNS - 1), 0, 1,
              focus ? STYLE_STRONG : STYLE_TEXT, label);
    draw_text(canvas, row, 0, 0, STYLE_STRONG, focus ? ">" : " ");
    draw_sum(sheet, line, canvas, row);
    if (!focus) /* the focused one is drawn last, so that the cursor is parked in it */
        line_draw(&sheet->lines[line], canvas, box, STYLE_FIELD, false);
}

static struct area place_of(const struct count_sheet *sheet, struct area area, int rows, int line)
{
    bool wide = area.columns >= 2 * HALF_COLUMNS && 2 * rows >= line_count(sheet);
    int top = wide ? 0 : sheet->focus / rows * rows;
    int side = wide ? line / rows : 0;
    int row = wide ? line % rows : line - top;
    if (row < 0 || row >= rows)
        return (struct area){0};
    return area_part(area, row, side * HALF_COLUMNS, 1, wide ? HALF_COLUMNS : -1);
}

void sheet_draw(const struct count_sheet *sheet, struct canvas *canvas, struct area area)
{
    int count = line_count(sheet), rows = (count + 1) / 2;
    if (area.columns < 2 * HALF_COLUMNS || rows > area.rows)
        rows = area.rows;
    if (rows <= 0)
        return;
    for (int i = 0; i < count; i++) {
        struct area row = place_of(sheet, area, rows, i);
        if (row.rows > 0)
            draw_one(sheet, i, canvas, row);
    }
    struct area row = place_of(sheet, area, rows, sheet->focus);
    line_draw(&sheet->lines[sheet->focus], canvas,
              area_part(row, 0, LABEL_COLUMNS, 1, FIELD_COLUMNS), STYLE_FIELD_FOCUS, false);
}
