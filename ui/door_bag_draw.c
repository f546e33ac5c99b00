/* The bag check's dialog: how it stands, what is to pay, what the scale says. */
#include "config.h"

#include <stdio.h>

#include "src/domain/rights.h"
#include "ui/dialog.h"
#include "ui/door.h"
#include "ui/format.h"

enum { BAG_ROWS = 9, BAG_COLUMNS = 64 };

static const char *status_word(enum checkin_status status)
{
    /* L10N: how the check of a bag stands, in capitals; at most 36 columns each */
    static const char *const words[CHECKIN_STATUS_COUNT] = {
        [CHECKIN_IN_PROGRESS] = N_("IN PROGRESS"),
        [CHECKIN_WAITING] = N_("WAITING FOR PAYMENT"),
        [CHECKIN_COMPLETED] = N_("COMPLETED"),
    };
    return _(words[status]);
}

static void rule_text(const struct checked *checked, char *out, size_t size)
{
    char weight[WEIGHT_TEXT], money[FORMAT_TEXT];
    snprintf(out, size, _("%s kg or less: nothing to pay; more costs %s %s."),
             weight_said(checked->rule.limit_g, weight), checked->currency,
             format_money(checked->rule.fee, checked->currency, money));
}

static void result_text(const struct checked *checked, char *out, size_t size)
{
    const struct checkin *checkin = &checked->checkin;
    char weight[WEIGHT_TEXT], money[FORMAT_TEXT];
    weight_said(checkin->weight_g, weight);
    format_money(checkin->fee, checked->currency, money);
    if (!checkin->weight_g)
        snprintf(out, size, "%s", _("No bag: nothing to pay."));
    else if (!checkin->fee)
        snprintf(out, size, _("%s kg: nothing to pay."), weight);
    else if (checkin->status == CHECKIN_WAITING)
        snprintf(out, size, _("%s kg: %s %s to pay."), weight, checked->currency, money);
    else
        snprintf(out, size, _("%s kg: %s %s paid."), weight, checked->currency, money);
}

/* ---- the weight --------------------------------------------------------------------------- */

/* A weight and whether it may be taken, or what is the matter with the scale. */
static int draw_scale(const struct weighed *weighed, struct canvas *canvas, struct area area)
{
    const struct scale_reading *reading = &weighed->reading;
    const char *sentence = scale_state_sentence(reading->state);
    char weight[WEIGHT_TEXT];
    if (!weighed->has_scale)
        return 0;
    if (sentence)
        return draw_wrapped(canvas, area,
                            reading->state >= SCALE_SILENT ? STYLE_ERROR : STYLE_DIALOG,
                            reading->why[0] ? reading->why : _(sentence));
    bool still = reading->state == SCALE_STILL;
    draw_printf(canvas, area, 0, 0, still ? STYLE_STRONG : STYLE_DIALOG, "%s  %s kg  %s",
                /* L10N: before the weight on the scale; at most 12 columns */
                _("Scale"), weight_said(reading->grams, weight),
                /* L10N: behind it: it can be taken, or not yet; at most 14 columns each */
                still ? _("at rest") : _("moving..."));
    return 1;
}

/* Whatever the scale has to say, the line to type in stays in sight. */
static void draw_weighing(const struct door_bag *bag, const struct view *view,
                          struct canvas *canvas, struct area area)
{
    int rows = area.rows > 2 ? 2 : 1;
    int row = draw_scale(&view->model->weighed, canvas, area_part(area, 0, 0, rows, -1));
    /* L10N: before the line for a weight that is typed; at most 24 columns */
    int column = draw_text(canvas, area, row, 0, STYLE_DIALOG, _("Weight in kg:"));
    line_draw(&bag->typed, canvas, area_part(area, row, column + 1, 1, WEIGHT_TEXT),
              STYLE_FIELD_FOCUS, false);
}

/* ---- around ------------------------------------------------------------------------------- */

static void draw_keys(const struct door_bag *bag, const struct view *view, struct canvas *canvas,
                      struct area row)
{
    bool takes = rights_may(view->model->actor.role, RIGHT_BAG_FEE);
    /* L10N: last lines of the dialog; at most 60 columns, then the same in at most 36 */
    if (bag->checked.checkin.status == CHECKIN_COMPLETED)
        draw_either(canvas, row, STYLE_DIM, _("Enter or Esc closes; so does the next scan"),
                    _("Enter or Esc closes"));
    else if (bag->checked.checkin.status == CHECKIN_IN_PROGRESS)
        draw_either(canvas, row, STYLE_DIM, _("Enter takes the weight     Esc = no change"),
                    _("Enter = weighed   Esc = no change"));
    else if (takes)
        draw_either(canvas, row, STYLE_DIM, _("Enter takes the fee   n = not paid   Esc = later"),
                    _("Enter = pay   n = not paid"));
    else
        draw_either(canvas, row, STYLE_DIM, _("Paid at the counter: Enter looks   n = not paid"),
                    _("Enter = look   n = not paid"));
}

static void draw_standing(const struct door_bag *bag, const struct view *view,
                          struct canvas *canvas, struct area inside)
{
    enum checkin_status status = bag->checked.checkin.status;
    char text[200], money[FORMAT_TEXT];
    if (status == CHECKIN_IN_PROGRESS)
        rule_text(&bag->checked, text, sizeof text);
    else
        result_text(&bag->checked, text, sizeof text);
    draw_text(canvas, inside, 0, 0, status == CHECKIN_WAITING ? STYLE_ERROR : STYLE_STRONG,
              status_word(status));
    int row = 1 + draw_wrapped(canvas, area_part(inside, 1, 0, 2, -1), STYLE_DIALOG, text);
    if (status == CHECKIN_IN_PROGRESS)
        draw_weighing(bag, view, canvas, area_part(inside, row, 0, inside.rows - row - 1, -1));
    else if (bag->change)
        draw_printf(canvas, inside, row, 0, STYLE_STRONG, _("CHANGE  %s"),
                    format_money(bag->change, bag->checked.currency, money));
    draw_keys(bag, view, canvas, area_part(inside, inside.rows - 1, 0, 1, -1));
}

void door_bag_draw(const struct door_bag *bag, const struct view *view, struct canvas *canvas,
                   struct area body)
{
    char title[96];
    if (!bag->open)
        return;
    if (bag->settle.open) {
        settle_draw(&bag->settle, view->tier, canvas, body);
        return;
    }
    /* L10N: title of the dialog in which a bag is weighed: of which seat; at most 36 columns */
    snprintf(title, sizeof title, _("Bag of %s"), bag->known ? bag->checked.label : "");
    struct area frame = dialog_place(body, BAG_ROWS, BAG_COLUMNS);
    struct area inside = dialog_draw(canvas, frame, view->tier, title);
    if (bag->known)
        draw_standing(bag, view, canvas, inside);
    else
        draw_text(canvas, inside, 0, 0, STYLE_DIALOG, _("The house is asked how it stands."));
}
