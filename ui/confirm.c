#include "config.h"

#include "ui/confirm.h"

#include "src/base/text.h"
#include "src/domain/entity.h"
#include "ui/intl.h"

enum { REASONS_COLUMNS = 70, NUMBER_COLUMNS = 7 };

void confirm_start(struct confirm *confirm, const char *const *reasons, int count)
{
    *confirm = (struct confirm){.reasons = reasons, .count = count};
}

const char *confirm_reason(const struct confirm *confirm)
{
    return confirm->reason == CONFIRM_REASONS ? confirm->text.text
                                              : confirm->reasons[confirm->reason - 1];
}

void confirm_paste(struct confirm *confirm, const char *text)
{
    if (confirm->words)
        line_insert(&confirm->text, text);
}

/* ---- keys --------------------------------------------------------------------------------- */

static void choose_reason(struct confirm *confirm, int32_t code)
{
    if (code < '1' || code >= '1' + CONFIRM_REASONS)
        return;
    confirm->reason = (int)(code - '0');
    confirm->words = confirm->reason == CONFIRM_REASONS;
}

static void type_words(struct confirm *confirm, int32_t code, struct effects *effects)
{
    if (code == KEYCODE_BACKSPACE && confirm->text.length == 0) {
        confirm->words = false;
        confirm->reason = 0;
    } else if (code != KEYCODE_ENTER) {
        line_key(&confirm->text, code);
    } else if (confirm->text.length >= REASON_TEXT) {
        effect_error(effects,
                     ngettext("A reason has at most %d letter.", "A reason has at most %d letters.",
                              REASON_TEXT - 1),
                     REASON_TEXT - 1);
    } else {
        confirm->words = confirm->text.length == 0;
    }
}

/* Only digits are typed, so that nothing else can be mistaken for a number. */
static bool type_number(struct confirm *confirm, int32_t code, struct effects *effects)
{
    int64_t typed;
    if (code == KEYCODE_BACKSPACE && confirm->number.length == 0)
        confirm->reason = 0;
    else if (code == KEYCODE_BACKSPACE || (code >= '0' && code <= '9'))
        line_key(&confirm->number, code);
    if (code != KEYCODE_ENTER || confirm->number.length == 0)
        return false;
    if (text_to_int(confirm->number.text, 0, INT32_MAX, &typed) && typed == confirm->count)
        return true;
    effect_error(effects,
                 /* L10N: the number that would have been right, and the one that was typed */
                 _("The number is %d, not %s; nothing was changed."), confirm->count,
                 confirm->number.text);
    line_set(&confirm->number, "");
    return false;
}

bool confirm_key(struct confirm *confirm, int32_t code, struct effects *effects)
{
    if (confirm->words)
        type_words(confirm, code, effects);
    else if (!confirm->reason)
        choose_reason(confirm, code);
    else
        return type_number(confirm, code, effects);
    return false;
}

/* ---- drawing ------------------------------------------------------------------------------ */

/* On a narrow terminal they go on in the next row, which is free until one is chosen. */
static void draw_reasons(const struct confirm *confirm, struct canvas *canvas, struct area rows)
{
    const char *head = _("Reason");
    int row = 0, column = 0;
    if (rows.columns >= REASONS_COLUMNS)
        column = draw_text(canvas, rows, 0, 0, STYLE_DIALOG, head) + 2;
    for (int i = 1; i <= CONFIRM_REASONS; i++) {
        const char *text = _(confirm->reasons[i - 1]);
        if (column + 2 + text_columns(text) > rows.columns) {
            row++;
            column = 0;
        }
        column = draw_printf(canvas, rows, row, column, STYLE_KEY, "%d ", i);
        column = draw_text(canvas, rows, row, column,
                           i == confirm->reason ? STYLE_FOCUS : STYLE_DIALOG, text) +
                 2;
    }
}

/* The line where something is typed now, and what to type. */
static void draw_prompt(const struct confirm *confirm, struct canvas *canvas, struct area rows,
                        const char *prompt)
{
    struct area last = area_part(rows, 1, 0, 1, -1);
    /* L10N: at the right end of a confirm's last line; at most 20 columns */
    const char *leave = _("Esc = no change");
    if (confirm->reason == CONFIRM_REASONS) {
        draw_blank(canvas, area_part(rows, 0, 0, 1, -1), STYLE_DIALOG);
        int column = draw_text(canvas, rows, 0, 0, STYLE_DIALOG, _("Why:"));
        struct area field = area_part(rows, 0, column + 1, 1, REASON_TEXT);
        line_draw(&confirm->text, canvas, field, confirm->words ? STYLE_FIELD_FOCUS : STYLE_FIELD,
                  false);
    }
    if (confirm->words)
        prompt = _("Type the reason, then Enter.");
    else if (!confirm->reason)
        prompt = _("Choose a reason: 1 to 5.");
    else if (text_columns(prompt) + NUMBER_COLUMNS + 1 + text_columns(leave) > last.columns)
        /* L10N: at most 14 columns, where there is no room for more; the number is typed behind it
         */
        prompt = _("How many?");
    int column = draw_text(canvas, last, 0, 0, STYLE_STRONG, prompt);
    if (confirm->reason && !confirm->words)
        line_draw(&confirm->number, canvas, area_part(last, 0, column + 1, 1, NUMBER_COLUMNS - 1),
                  STYLE_FIELD_FOCUS, false);
    if (!confirm->reason)
        draw_cursor(canvas, last, 0, column);
    draw_right(canvas, area_part(last, 0, column + NUMBER_COLUMNS + 1, 1, -1), 0, STYLE_DIM, leave);
}

void confirm_draw(const struct confirm *confirm, struct canvas *canvas, struct area rows,
                  const char *prompt)
{
    draw_reasons(confirm, canvas, area_part(rows, 0, 0, 2, -1));
    draw_prompt(confirm, canvas, area_part(rows, 1, 0, 2, -1), prompt);
}
