/*
 * The sheet a drawer is counted on: how many there are of each note and coin, and the totals of
 * the other tenders. It does not know what should be there, so the count is a blind one.
 */
#ifndef LOGE_UI_COUNT_SHEET_H
#define LOGE_UI_COUNT_SHEET_H

#include <stdbool.h>
#include <stdint.h>

#include "src/domain/entity.h"
#include "ui/canvas.h"
#include "ui/form.h"
#include "ui/line.h"

enum { SHEET_PIECES_MAX = 16, SHEET_LINES = SHEET_PIECES_MAX + 3 };

struct count_sheet {
    char currency[CURRENCY_TEXT];
    int64_t values[SHEET_PIECES_MAX]; /* of notes and coins, largest first */
    int pieces;                       /* 0: this currency's are not known; one sum is typed */
    struct line lines[SHEET_LINES];   /* one a piece, then other cash, card, vouchers */
    int focus;
};

void sheet_start(struct count_sheet *sheet, const char *currency);
/* FORM_SUBMIT: Enter on the last line. */
enum form_result sheet_key(struct count_sheet *sheet, int32_t code);
/*
 * What was counted. An empty line is none of that piece; an empty card or voucher total is taken
 * as recorded. False: a line is no number, and the cursor stands there.
 */
bool sheet_read(struct count_sheet *sheet, const int64_t recorded[TENDER_COUNT],
                int64_t counted[TENDER_COUNT]) MUST_USE;
/* The cash so far, lines that are no numbers left out. */
int64_t sheet_cash(const struct count_sheet *sheet);
void sheet_draw(const struct count_sheet *sheet, struct canvas *canvas, struct area area);

#endif
