/* The till screen, drawn stage by stage. */
#include "config.h"

#include "ui/shift.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/shift.h"
#include "ui/format.h"

enum { FIGURE_AT = 34, COLUMN = 15, TENDER_COLUMNS = 12, NARROW = 60 };

static const char *money(const struct shift_state *shift, int64_t amount, char out[FORMAT_TEXT])
{
    return format_money(amount, shift->currency, out);
}

/* ---- no shift ----------------------------------------------------------------------------- */

static void draw_closed(const struct shift_state *shift, struct canvas *canvas, struct area body)
{
    int row = body.rows > 8 ? 2 : 0;
    struct area inside = area_part(body, row, 2, -1, -1);
    /* L10N: above the form for the float; at most 70 columns */
    draw_wrapped(canvas, area_part(inside, 0, 0, 2, -1), STYLE_STRONG,
                 _("No shift is open at this till."));
    form_draw(&shift->form, canvas, area_part(inside, 2, 0, 1, -1));
    draw_wrapped(canvas, area_part(inside, 4, 0, -1, -1), STYLE_DIM,
                 _("Count the money in the drawer and type it. Enter opens the shift."));
}

/* ---- the open one ------------------------------------------------------------------------- */

static void draw_figure(const struct shift_state *shift, struct canvas *canvas, struct area row,
                        const char *label, int64_t amount)
{
    char text[FORMAT_TEXT];
    draw_text(canvas, row, 0, 0, STYLE_TEXT, label);
    draw_right(canvas, area_part(row, 0, 0, 1, FIGURE_AT), 0, STYLE_TEXT,
               money(shift, amount, text));
}

static void draw_choices(const struct shift_state *shift, struct canvas *canvas, struct area area)
{
    /* L10N: choices of the open shift behind their keys; at most 50 columns each. */
    static const char *const words[SHIFT_CHOICES] = {N_("d  Drop cash into the safe"),
                                                     N_("i  Pay cash in"), N_("o  Pay cash out"),
                                                     N_("c  Count and close the shift")};
    for (int i = 0; i < SHIFT_CHOICES; i++)
        list_draw_row(&shift->menu, canvas, area, i, 0, _(words[i]));
}

/* Nothing here tells how much should be in the drawer: the count at the end is a blind one. */
static void draw_open(const struct shift_state *state, struct canvas *canvas, struct area body)
{
    const struct shift *shift = &state->shift;
    char since[FORMAT_TEXT];
    int space = body.rows >= 12;
    struct area inside = area_part(body, space, 2, -1, -1);
    /* L10N: who has the shift, and since when: "Shift of anna since Fri 20 Nov 17:30" */
    draw_printf(canvas, inside, 0, 0, STYLE_STRONG, _("Shift of %s since %s"), shift->staff,
                format_day_clock(shift->opened_at, since));
    struct area figures = area_part(inside, 1 + space, 0, -1, -1);
    const struct {
        const char *label;
        int64_t amount;
    } lines[] = {{_("Float"), shift->float_amount},
                 {_("Dropped into the safe"), shift->moved[MOVE_DROP]},
                 {_("Paid in"), shift->moved[MOVE_PAID_IN]},
                 {_("Paid out"), shift->moved[MOVE_PAID_OUT]}};
    bool room = body.rows >= SHIFT_CHOICES + COUNT_OF(lines) + 1;
    for (int i = 0; i < COUNT_OF(lines) && (room || i == 0); i++)
        draw_figure(state, canvas, area_part(figures, i, 0, 1, -1), lines[i].label,
                    lines[i].amount);
    int used = 1 + 2 * space + (room ? COUNT_OF(lines) : 1);
    draw_choices(state, canvas, area_part(inside, used, 0, -1, -1));
}

/* ---- money in and out --------------------------------------------------------------------- */

static void draw_move(const struct shift_state *shift, struct canvas *canvas, struct area body)
{
    /* L10N: what is about to be written down; at most 60 columns each. */
    static const char *const words[] = {[MOVE_DROP] = N_("Cash from the drawer into the safe"),
                                        [MOVE_PAID_IN] = N_("Cash paid into the drawer"),
                                        [MOVE_PAID_OUT] = N_("Cash paid out of the drawer")};
    _Static_assert(COUNT_OF(words) == MOVE_KIND_COUNT, "every kind of move has a word");
    struct area inside = area_part(body, body.rows > 8 ? 2 : 0, 2, -1, -1);
    draw_text(canvas, inside, 0, 0, STYLE_STRONG, _(words[shift->move]));
    form_draw(&shift->form, canvas, area_part(inside, 2, 0, 2, -1));
    draw_wrapped(canvas, area_part(inside, 5, 0, -1, -1), STYLE_DIM,
                 shift->move == MOVE_DROP
                     ? _("Enter behind the reason writes it down. A drop needs no reason.")
                     : _("Enter behind the reason writes it down."));
}

/* ---- counting ----------------------------------------------------------------------------- */

static void draw_count(const struct shift_state *shift, struct canvas *canvas, struct area body)
{
    char cash[FORMAT_TEXT];
    /* L10N: above the sheet; = is a key. At most 78 columns; what does not fit is left out at the
     * wide gap. */
    draw_words(canvas, body, 0, 0, STYLE_STRONG, _("Count all in the drawer.   = compares"));
    sheet_draw(&shift->sheet, canvas,
               area_part(body, 1, 0, body.rows > 4 ? body.rows - 3 : -1, -1));
    struct area last = area_part(body, body.rows - 2, 0, 2, -1);
    /* L10N: under the count: the cash counted so far, with its currency */
    draw_printf(canvas, last, 0, 0, STYLE_STRONG, _("Cash counted  %s %s"), shift->currency,
                money(shift, sheet_cash(&shift->sheet), cash));
    draw_words(canvas, last, 1, 0, STYLE_DIM, _("Card and vouchers left empty: as recorded"));
}

/* ---- the difference ----------------------------------------------------------------------- */

static const char *difference_text(const struct shift_state *shift, int64_t difference,
                                   char out[2 * FORMAT_TEXT])
{
    char amount[FORMAT_TEXT];
    if (!difference)
        /* L10N: the count is what it should be; at most 14 columns */
        return _("agrees");
    /* L10N: by how much the count differs: "5.00 short", "5.00 over"; at most 14 columns */
    snprintf(out, 2 * FORMAT_TEXT, difference < 0 ? _("%s short") : _("%s over"),
             money(shift, difference < 0 ? -difference : difference, amount));
    return out;
}

static void draw_compared(const struct shift_state *shift, enum tender tender,
                          struct canvas *canvas, struct area row)
{
    char amount[FORMAT_TEXT], text[2 * FORMAT_TEXT];
    int64_t difference = shift_difference(shift, tender);
    int wide = row.columns >= NARROW ? COLUMN : 11;
    draw_text(canvas, row, 0, 0, STYLE_TEXT, shift_tender_word(tender));
    draw_right(canvas, area_part(row, 0, 0, 1, TENDER_COLUMNS + wide - 4), 0, STYLE_TEXT,
               money(shift, shift->counted[tender], amount));
    if (row.columns >= NARROW)
        draw_right(canvas, area_part(row, 0, 0, 1, TENDER_COLUMNS + 2 * wide - 4), 0, STYLE_TEXT,
                   money(shift, shift_expected(&shift->shift, tender), amount));
    int at = TENDER_COLUMNS + (row.columns >= NARROW ? 2 : 1) * wide;
    draw_text(canvas, row, 0, at, difference ? STYLE_STRONG : STYLE_TEXT,
              difference_text(shift, difference, text));
}

static void draw_review_head(struct canvas *canvas, struct area row)
{
    int wide = row.columns >= NARROW ? COLUMN : 11;
    draw_right(canvas, area_part(row, 0, 0, 1, TENDER_COLUMNS + wide - 4), 0, STYLE_STRONG,
               _("counted"));
    if (row.columns >= NARROW)
        draw_right(canvas, area_part(row, 0, 0, 1, TENDER_COLUMNS + 2 * wide - 4), 0, STYLE_STRONG,
                   _("expected"));
}

static void draw_review(const struct shift_state *shift, struct canvas *canvas, struct area body)
{
    char limit[FORMAT_TEXT];
    struct area inside = area_part(body, body.rows >= 12, 2, -1, -1);
    draw_review_head(canvas, inside);
    for (enum tender tender = 0; tender < TENDER_COUNT; tender++)
        draw_compared(shift, tender, canvas, area_part(inside, 1 + (int)tender, 0, 1, -1));
    struct area below = area_part(inside, TENDER_COUNT + 2, 0, -1, -1);
    if (shift_needs_reason(shift)) {
        /* L10N: currency and amount: "Over EUR 5.00: a reason is needed." At most
         * 38 columns. */
        draw_printf(canvas, below, 0, 0, STYLE_STRONG, _("Over %s %s: a reason is needed."),
                    shift->currency, money(shift, shift->limit, limit));
        form_draw(&shift->form, canvas, area_part(below, 1, 0, 1, -1));
    }
    draw_wrapped(canvas, area_part(below, shift_needs_reason(shift) ? 3 : 0, 0, -1, -1), STYLE_DIM,
                 _("Enter closes the shift, after asking once more. Esc goes back to the count."));
}

/* ---- paper -------------------------------------------------------------------------------- */

/* Where it does not fit, the row below it says how far it is seen. */
static void draw_paper(const struct shift_state *shift, struct canvas *canvas, struct area body)
{
    const char *line = shift->paper;
    int rows = shift_paper_rows(shift, body.rows);
    for (int skip = shift->menu.cursor; skip > 0 && (line = strchr(line, '\n')); skip--)
        line++;
    for (int row = 0; row < rows && line && *line; row++) {
        char text[256];
        size_t length = strcspn(line, "\n");
        snprintf(text, sizeof text, "%.*s", (int)(length < 250 ? length : 250), line);
        draw_text(canvas, body, row, 0, STYLE_TEXT, text);
        line += length + (line[length] == '\n');
    }
    const struct list last = {.cursor = shift->menu.cursor + rows - 1};
    list_draw_position(&last, canvas, area_part(body, body.rows - 1, 0, 1, -1), rows,
                       shift_paper_lines(shift));
    draw_cursor(canvas, body, 0, 0);
}

void shift_draw(const void *state, const struct view *view, struct canvas *canvas, struct area body)
{
    const struct shift_state *shift = state;
    switch (shift->stage) {
    case STAGE_LOOKING:
        break;
    case STAGE_CLOSED:
        draw_closed(shift, canvas, body);
        break;
    case STAGE_OPEN:
        draw_open(shift, canvas, body);
        break;
    case STAGE_MOVE:
        draw_move(shift, canvas, body);
        break;
    case STAGE_COUNT:
        draw_count(shift, canvas, body);
        break;
    case STAGE_REVIEW:
        draw_review(shift, canvas, body);
        break;
    case STAGE_PAPER:
        draw_paper(shift, canvas, body);
        break;
    }
}
