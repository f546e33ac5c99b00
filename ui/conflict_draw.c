/*
 * One conflict, whole: on the left who has the seats, on the right what the till did; below them
 * the seats that are kept, whom to tell what, and what can be decided or was. On a narrow terminal
 * only the right side has room.
 */
#include "config.h"

#include <stdio.h>

#include "src/base/text.h"
#include "src/domain/audit_report.h"
#include "ui/conflict.h"
#include "ui/order.h"

enum { SIDES_ROWS = 6, LABEL_COLUMNS = 12, GAP = 2, SENTENCE_ROWS = 2 };

/* ---- lines one below the other ------------------------------------------------------------- */

struct sheet {
    struct canvas *canvas;
    struct area area;
    int row;
};

static void line(struct sheet *sheet, enum style style, const char *text)
{
    if (*text && sheet->row < sheet->area.rows)
        draw_cut(sheet->canvas, sheet->area, sheet->row++, 0, style, text);
}

static void labelled(struct sheet *sheet, const char *label, const char *text)
{
    char fitted[LABEL_COLUMNS * 4 + 1];
    struct area rest = area_part(sheet->area, 0, LABEL_COLUMNS, -1, -1);
    if (!*text || sheet->row >= sheet->area.rows)
        return;
    text_fit(fitted, sizeof fitted, label, LABEL_COLUMNS - 1, true);
    draw_text(sheet->canvas, sheet->area, sheet->row, 0, STYLE_DIM, fitted);
    draw_cut(sheet->canvas, rest, sheet->row++, 0, STYLE_TEXT, text);
}

static void wrapped(struct sheet *sheet, const char *text)
{
    sheet->row += draw_wrapped(
        sheet->canvas, area_part(sheet->area, sheet->row, 0, SENTENCE_ROWS, -1), STYLE_TEXT, text);
}

static void put_approver(struct sheet *sheet, const char *approver, enum approval approval,
                         const char *till)
{
    char words[APPROVER_TEXT];
    /* L10N: before who signed for an order; at most 11 columns */
    labelled(sheet, _("Signed"), approver_words(approver, approval, till, words));
}

/* ---- who has the seats --------------------------------------------------------------------- */

static void seat_words(const struct conflict_seat *seat, char out[CONFLICT_LINE])
{
    /* L10N: a seat and who has it; the second %s is a person: "Stalls-D-17: sold by joe" */
    const char *words = seat->status == SEAT_AVAILABLE ? _("%s: free again")
                        : seat->status == SEAT_BLOCKED ? _("%s: blocked")
                        : seat->status == SEAT_HELD    ? _("%s: held by %s")
                                                       : _("%s: sold by %s");
    snprintf(out, CONFLICT_LINE, words, seat->label, seat->owner);
}

/* How it was sold: where, when, for how much. */
static void put_sold(struct sheet *sheet, const struct conflict *at,
                     const struct conflict_seat *seat)
{
    char text[CONFLICT_LINE], when[FORMAT_TEXT], money[FORMAT_TEXT];
    snprintf(text, sizeof text, "%s  %s", seat->code,
             format_amount(seat->price, at->currency, money));
    /* L10N: before a line about an order; at most 11 columns each */
    labelled(sheet, _("Order"), text);
    snprintf(text, sizeof text, "%s  %s", format_day_clock(seat->since, when), seat->till);
    labelled(sheet, _("Sold"), text);
    /* L10N: have the people with these seats been let in? at most 26 columns each */
    const char *door = seat->admitted ? _("they are in") : _("not in yet");
    /* L10N: before the same; at most 11 columns */
    labelled(sheet, _("Door"), door);
}

/* The first seat with all that is known, the others in a line each as far as there is room. */
static void draw_winner(const struct conflict *at, struct canvas *canvas, struct area area)
{
    struct sheet sheet = {.canvas = canvas, .area = area};
    char text[CONFLICT_LINE];
    /* L10N: head of a side of a conflict; at most 36 columns */
    line(&sheet, STYLE_STRONG, _("WHO HAS THE SEATS NOW"));
    for (int i = 0; i < at->seat_count; i++) {
        seat_words(&at->seats[i], text);
        line(&sheet, STYLE_TEXT, text);
        if (i == 0 && at->seats[i].status == SEAT_SOLD)
            put_sold(&sheet, at, &at->seats[i]);
        if (i == 0)
            put_approver(&sheet, at->seats[i].approver, at->seats[i].approval,
                         at->seats[i].approved_at);
    }
}

/* ---- what the till did --------------------------------------------------------------------- */

static void put_sale(struct sheet *sheet, const struct conflict *at)
{
    char text[CONFLICT_LINE], money[FORMAT_TEXT];
    snprintf(text, sizeof text, "%s  %s %s", at->code, format_amount(at->paid, at->currency, money),
             at->paid ? order_tender(at->tender) : "");
    labelled(sheet, _("Order"), text);
    labelled(sheet, _("For"), at->name);
}

static void draw_loser(const struct conflict *at, struct canvas *canvas, struct area area)
{
    struct sheet sheet = {.canvas = canvas, .area = area};
    char text[CONFLICT_LINE], when[FORMAT_TEXT];
    /* L10N: head of a side of a conflict, with a till's name; at most 36 columns */
    snprintf(text, sizeof text, _("WHAT %s DID ALONE"), at->till);
    line(&sheet, STYLE_STRONG, text);
    line(&sheet, STYLE_TEXT, C_("conflict", conflict_word(at->heading)));
    if (!uuid_is_zero(&at->sale))
        put_sale(&sheet, at);
    snprintf(text, sizeof text, "%s  %s", format_day_clock(at->made_at, when), at->actor);
    labelled(&sheet, _("Done"), text);
    put_approver(&sheet, at->approver, at->approval, at->till);
}

static int draw_sides(const struct conflict *at, const struct view *view, struct canvas *canvas,
                      struct area area)
{
    const int half = area.columns / 2, short_rows = SIDES_ROWS - !*at->approver;
    if (view->compact) {
        draw_loser(at, canvas, area_part(area, 0, 0, short_rows, -1));
        return short_rows;
    }
    draw_winner(at, canvas, area_part(area, 0, 0, SIDES_ROWS, half - GAP));
    draw_loser(at, canvas, area_part(area, 0, half, SIDES_ROWS, -1));
    return SIDES_ROWS;
}

/* ---- what follows -------------------------------------------------------------------------- */

static void put_offer(struct sheet *sheet, const struct conflict *at)
{
    char seats[CONFLICT_LINE], text[CONFLICT_LINE * 2], when[FORMAT_TEXT];
    if (!at->offer_count || at->outcome != CONFLICT_OPEN)
        return;
    conflict_seats(at->offer, at->offer_count, seats, sizeof seats);
    /* L10N: seats that are kept for somebody, and until when */
    snprintf(text, sizeof text, _("%s, until %s"), seats, format_day_clock(at->deadline, when));
    /* L10N: before the seats that are kept; at most 11 columns */
    labelled(sheet, _("Kept"), text);
}

static void put_people(struct sheet *sheet, const struct conflict *at)
{
    char text[CONFLICT_LINE];
    conflict_contact(at, text);
    /* L10N: before who is to be told; at most 11 columns */
    labelled(sheet, _("Tell"), text);
    conflict_tell(at, text);
    wrapped(sheet, text);
}

static void put_choices(struct sheet *sheet, const struct conflict *at)
{
    for (int choice = 1; choice <= CONFLICT_CHOICES; choice++) {
        char text[CONFLICT_LINE], numbered[CONFLICT_LINE + 16];
        if (!decision_possible(at, decision_of(choice)))
            continue;
        conflict_choice(at, decision_of(choice), text);
        snprintf(numbered, sizeof numbered, "%d  %s", choice, text);
        line(sheet, STYLE_STRONG, numbered);
    }
}

static void put_decided(struct sheet *sheet, const struct conflict *at)
{
    char text[CONFLICT_LINE], when[FORMAT_TEXT];
    if (!at->decided_by[0])
        return;
    /* L10N: what was decided, by whom and when: "other seats: mark, Fri 20 Nov 18:50" */
    snprintf(text, sizeof text, _("%s: %s, %s"), conflict_state(at, 0), at->decided_by,
             format_day_clock(at->decided_at, when));
    /* L10N: before what was decided; at most 11 columns */
    labelled(sheet, _("Decided"), text);
}

static void put_foot(struct sheet *sheet, const struct conflict *at, const struct view *view)
{
    put_offer(sheet, at);
    put_people(sheet, at);
    put_decided(sheet, at);
    sheet->row += !view->compact;
    if (rights_may(view->model->actor.role, RIGHT_TILLS))
        put_choices(sheet, at);
    else if (at->outcome == CONFLICT_OPEN)
        line(sheet, STYLE_STRONG, _("A supervisor or manager decides this."));
}

/* ---- all of it ----------------------------------------------------------------------------- */

static void put_title(struct sheet *sheet, const struct conflict *at)
{
    char text[CONFLICT_LINE], seats[CONFLICT_LINE / 2], when[FORMAT_TEXT];
    conflict_seats(at->seats, at->seat_count, seats, sizeof seats);
    snprintf(text, sizeof text, "%s%s%s  %s", seats, *seats ? "  " : "", at->title,
             at->show ? format_day_clock(at->starts_at, when) : "");
    line(sheet, STYLE_STRONG, text);
}

static int draw_head(const struct conflict *at, const struct view *view, struct canvas *canvas,
                     struct area area)
{
    struct sheet sheet = {.canvas = canvas, .area = area};
    char text[CONFLICT_LINE], when[FORMAT_TEXT];
    put_title(&sheet, at);
    if (at->outcome == CONFLICT_OPEN) {
        /* L10N: a day and a time stand in it */
        snprintf(text, sizeof text, _("To be decided before %s."),
                 format_day_clock(at->deadline, when));
        line(&sheet, at->deadline <= view->now ? STYLE_URGENT : STYLE_TEXT, text);
    }
    if (!view->compact)
        wrapped(&sheet, conflict_sentence(at));
    return sheet.row + !view->compact;
}

void conflict_draw(const struct conflict *at, const struct view *view, struct canvas *canvas,
                   struct area body)
{
    struct area area = area_part(body, 0, 1, -1, body.columns - 2);
    int row = draw_head(at, view, canvas, area);
    row += draw_sides(at, view, canvas, area_part(area, row, 0, -1, -1));
    struct sheet foot = {canvas, area_part(area, row + !view->compact, 0, -1, -1), 0};
    put_foot(&foot, at, view);
    draw_cursor(canvas, body, 0, 0);
}
