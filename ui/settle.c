#include "config.h"

#include "ui/settle.h"

#include <string.h>

#include "src/base/text.h"
#include "ui/dialog.h"
#include "ui/format.h"

enum { SETTLE_ROWS = 10, SETTLE_COLUMNS = 72 };

void settle_open(struct settle *settle, const char *title, const char *body, int64_t total,
                 const char *currency)
{
    *settle = (struct settle){.open = true, .total = total};
    text_copy(settle->title, sizeof settle->title, title);
    text_copy(settle->body, sizeof settle->body, body);
    text_copy(settle->currency, sizeof settle->currency, currency);
}

void settle_close(struct settle *settle)
{
    *settle = (struct settle){.open = false};
}

/* ---- keys --------------------------------------------------------------------------------- */

static bool types_code(const struct settle *settle)
{
    return settle->cash.way == WAY_CARD || settle->cash.way == WAY_GIFT;
}

static void choose(struct settle *settle, int32_t code)
{
    enum way way = code == 'c'   ? WAY_CASH
                   : code == 'd' ? WAY_CARD
                   : code == 'v' ? WAY_GIFT
                                 : WAY_NONE;
    if (way == WAY_NONE)
        return;
    tenders_choose(&settle->cash, way);
    line_set(&settle->code, "");
}

/* Letters belong to the code; an empty one leads back to the choice. */
static bool code_key(struct settle *settle, int32_t code, struct effects *effects)
{
    if (code == KEYCODE_BACKSPACE && settle->code.length == 0)
        tenders_choose(&settle->cash, WAY_NONE);
    else if (code != KEYCODE_ENTER)
        line_key(&settle->code, code);
    else if (settle->code.length)
        return true;
    else
        effect_error(effects, "%s",
                     settle->cash.way == WAY_CARD
                         ? _("Type the authorisation code the card terminal printed.")
                         : _("Type the gift card's code."));
    return false;
}

static bool cash_key(struct settle *settle, int32_t code, struct effects *effects)
{
    bool digit = (code >= '0' && code <= '9') || code == '.' || code == ',';
    if (digit && settle->cash.way == WAY_CASH)
        (void)tenders_type(&settle->cash, code, settle->total); /* cash has no fault */
    else if (code == KEYCODE_BACKSPACE)
        tenders_erase(&settle->cash);
    else if (code != KEYCODE_ENTER && !digit)
        choose(settle, code);
    else if (settle->cash.way != WAY_CASH)
        effect_error(effects, "%s", _("Choose how it is paid: c, d or v."));
    else if (tenders_check(&settle->cash, settle->total, settle->currency))
        effect_error(effects, "%s", _("What was typed is less than there is to pay."));
    else
        return true;
    return false;
}

bool settle_key(struct settle *settle, int32_t code, struct effects *effects)
{
    if (settle->total <= 0)
        return code == 'y' || code == 'Y';
    return types_code(settle) ? code_key(settle, code, effects) : cash_key(settle, code, effects);
}

void settle_paste(struct settle *settle, const char *text)
{
    if (types_code(settle))
        line_insert(&settle->code, text);
}

int settle_lines(const struct settle *settle, struct tender_line out[TENDERS_MAX])
{
    if (settle->total <= 0)
        return 0;
    if (!types_code(settle))
        return tenders_lines(&settle->cash, settle->total, settle->currency, out);
    bool card = settle->cash.way == WAY_CARD;
    out[0] = (struct tender_line){.tender = card ? TENDER_CARD : TENDER_VOUCHER,
                                  .amount = settle->total};
    text_copy(card ? out[0].auth : out[0].voucher, card ? AUTH_TEXT : VOUCHER_TEXT,
              settle->code.text);
    return 1;
}

/* ---- drawing ------------------------------------------------------------------------------ */

static void draw_cash(const struct settle *settle, struct canvas *canvas, struct area row)
{
    char money[FORMAT_TEXT];
    int64_t given, change;
    int column = draw_printf(canvas, row, 0, 0, STYLE_STRONG, _("Given  %s"),
                             settle->cash.typed[0] ? settle->cash.typed : _("exact"));
    draw_cursor(canvas, row, 0, column);
    if (tenders_change(&settle->cash, settle->total, settle->currency, &given, &change))
        draw_printf(canvas, row, 0, column + 4, STYLE_STRONG, _("CHANGE  %s"),
                    format_money(change, settle->currency, money));
}

static void draw_code(const struct settle *settle, struct canvas *canvas, struct area row)
{
    int column =
        draw_text(canvas, row, 0, 0, STYLE_STRONG,
                  settle->cash.way == WAY_CARD ? _("Authorisation code:") : _("Gift card:"));
    line_draw(&settle->code, canvas, area_part(row, 0, column + 1, 1, AUTH_TEXT), STYLE_FIELD_FOCUS,
              false);
}

static void draw_payment(const struct settle *settle, struct canvas *canvas, struct area rows)
{
    char money[FORMAT_TEXT];
    draw_printf(canvas, rows, 0, 0, STYLE_STRONG, _("To pay  %s %s"), settle->currency,
                format_money(settle->total, settle->currency, money));
    draw_either(canvas, area_part(rows, 1, 0, 1, -1), STYLE_DIALOG,
                /* L10N: the letters are keys; at most 68 columns */
                _("c  cash    d  card    v  gift card"),
                /* L10N: the same on a narrow terminal; at most 36 columns */
                _("c cash  d card  v gift card"));
    if (settle->cash.way == WAY_CASH)
        draw_cash(settle, canvas, area_part(rows, 2, 0, 1, -1));
    else if (types_code(settle))
        draw_code(settle, canvas, area_part(rows, 2, 0, 1, -1));
}

void settle_draw(const struct settle *settle, enum tier tier, struct canvas *canvas,
                 struct area body)
{
    struct area frame = dialog_place(body, SETTLE_ROWS, SETTLE_COLUMNS);
    struct area inside = dialog_draw(canvas, frame, tier, settle->title);
    struct area last = area_part(inside, inside.rows - 1, 0, 1, -1);
    int room = inside.rows - 4 > 0 ? inside.rows - 4 : 1;
    int used = draw_wrapped(canvas, area_part(inside, 0, 0, room, -1), STYLE_DIALOG, settle->body);
    if (settle->total > 0) {
        draw_payment(settle, canvas, area_part(inside, used, 0, 3, -1));
        draw_either(canvas, last, STYLE_DIM,
                    /* L10N: last line of a dialog; at most 68 columns */
                    _("Enter takes the money     Esc = no change"),
                    /* L10N: the same on a narrow terminal; at most 36 columns */
                    _("Enter = paid   Esc = no change"));
    } else {
        draw_either(canvas, last, STYLE_STRONG, _("y = do it      Enter or Esc = no change"),
                    _("y = do it   Esc = no change"));
    }
}
