/*
 * What the best seats have to be, as a small form over the map: arrows change, digits count, Enter
 * asks. It opens with what was asked last.
 */
#include "config.h"

#include "ui/sell.h"

#include <stdio.h>

#include "src/base/text.h"
#include "ui/dialog.h"

enum {
    FIELD_COUNT,
    FIELD_CLASS,
    FIELD_SECTION,
    FIELD_WHEELCHAIRS,
    FIELD_TOGETHER,
    FIELD_ORPHANS,
    FIELD_AISLE,
    FIELDS
};

enum { FRAME_COLUMNS = 54, LABEL_COLUMNS = 21, FRAME_ROWS = FIELDS + 4 };

void finder_open(struct finder *finder)
{
    if (finder->wish.count == 0)
        finder->wish =
            (struct best_request){.count = 2, .class_no = -1, .section = -1, .together = true};
    finder->open = true;
    finder->field = FIELD_COUNT;
}

/* ---- keys --------------------------------------------------------------------------------- */

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

/* From "any" (-1) through all of them and round again. */
static int cycle(int value, int step, int count)
{
    return (value + 1 + step + count + 1) % (count + 1) - 1;
}

static void change(struct finder *finder, const struct plan *plan, int step)
{
    struct best_request *wish = &finder->wish;
    switch (finder->field) {
    case FIELD_COUNT:
        wish->count = clamp(wish->count + step, 1, BEST_SEATS_MAX);
        wish->accessible = clamp(wish->accessible, 0, wish->count);
        break;
    case FIELD_CLASS:
        wish->class_no = cycle(wish->class_no, step, plan->class_count);
        break;
    case FIELD_SECTION:
        wish->section = cycle(wish->section, step, plan->section_count);
        break;
    case FIELD_WHEELCHAIRS:
        wish->accessible = clamp(wish->accessible + step, 0, wish->count);
        break;
    case FIELD_TOGETHER:
        wish->together = !wish->together;
        break;
    case FIELD_ORPHANS:
        wish->no_orphan = !wish->no_orphan;
        break;
    default:
        wish->aisle = !wish->aisle;
    }
}

/* Digits are typed on: 1, then 2, is 12; where that is too many, the last digit begins anew. */
static void type_digit(struct finder *finder, int digit)
{
    struct best_request *wish = &finder->wish;
    bool seats = finder->field == FIELD_COUNT;
    int *number = seats ? &wish->count : &wish->accessible;
    int most = seats ? BEST_SEATS_MAX : wish->count, least = seats ? 1 : 0;
    if (!seats && finder->field != FIELD_WHEELCHAIRS)
        return;
    int longer = *number * 10 + digit;
    *number = clamp(finder->typed && longer <= most ? longer : digit, least, most);
    finder->typed = true;
    wish->accessible = clamp(wish->accessible, 0, wish->count);
}

static void go(struct finder *finder, int step)
{
    finder->field = (finder->field + step + FIELDS) % FIELDS;
    finder->typed = false;
}

bool finder_key(struct finder *finder, const struct plan *plan, int32_t code)
{
    if (code == KEYCODE_ENTER) {
        finder->open = finder->typed = false;
        return true;
    }
    if (code == KEYCODE_UP || code == KEYCODE_BACKTAB || code == 'k')
        go(finder, -1);
    else if (code == KEYCODE_DOWN || code == KEYCODE_TAB || code == 'j')
        go(finder, 1);
    else if (code == KEYCODE_LEFT || code == 'h')
        change(finder, plan, -1);
    else if (code == KEYCODE_RIGHT || code == 'l' || code == KEYCODE_SPACE)
        change(finder, plan, 1);
    else if (code >= '0' && code <= '9')
        type_digit(finder, (int)(code - '0'));
    return false;
}

/* ---- drawing ------------------------------------------------------------------------------ */

/* L10N: what the best seats have to be; at most 20 columns each. */
static const char *const labels[FIELDS] = {
    [FIELD_COUNT] = N_("Seats"),           [FIELD_CLASS] = N_("Price class"),
    [FIELD_SECTION] = N_("Section"),       [FIELD_WHEELCHAIRS] = N_("Wheelchair places"),
    [FIELD_TOGETHER] = N_("Side by side"), [FIELD_ORPHANS] = N_("Leave no seat alone"),
    [FIELD_AISLE] = N_("At an aisle"),
};

static const char *yes_or_no(bool yes)
{
    return yes ? _("yes") : _("no");
}

static void word_value(const struct finder *finder, const struct model *model, int field,
                       char out[96])
{
    const struct best_request *wish = &finder->wish;
    const struct plan *plan = model->map.plan;
    const char *text = "";
    if (field == FIELD_CLASS)
        text = wish->class_no < 0 ? _("any") : plan->classes[wish->class_no].name;
    else if (field == FIELD_SECTION)
        text = wish->section < 0 ? _("any") : plan->sections[wish->section].name;
    else if (field == FIELD_TOGETHER)
        text = yes_or_no(wish->together);
    else if (field == FIELD_ORPHANS)
        text = wish->no_orphan ? _("always") : _("where it can be");
    else if (field == FIELD_AISLE)
        text = yes_or_no(wish->aisle);
    if (field == FIELD_COUNT || field == FIELD_WHEELCHAIRS)
        snprintf(out, 96, "%d", field == FIELD_COUNT ? wish->count : wish->accessible);
    else
        text_copy(out, 96, text);
}

static void draw_field(const struct finder *finder, const struct view *view, int field,
                       struct canvas *canvas, struct area inside, int row)
{
    char value[96];
    bool focus = field == finder->field;
    struct area box = area_part(inside, row, LABEL_COLUMNS + 2, 1, -1);
    word_value(finder, view->model, field, value);
    draw_text(canvas, inside, row, 0, focus ? STYLE_STRONG : STYLE_DIALOG, focus ? ">" : " ");
    draw_text(canvas, area_part(inside, row, 1, 1, LABEL_COLUMNS), 0, 0,
              focus ? STYLE_STRONG : STYLE_DIALOG, _(labels[field]));
    draw_text(canvas, box, 0, 0, focus ? STYLE_FIELD_FOCUS : STYLE_FIELD, value);
    if (focus)
        draw_cursor(canvas, box, 0, 0);
}

void finder_draw(const struct finder *finder, const struct view *view, struct canvas *canvas,
                 struct area body)
{
    int rows = FRAME_ROWS < body.rows ? FRAME_ROWS : body.rows;
    int columns = FRAME_COLUMNS < body.columns ? FRAME_COLUMNS : body.columns;
    struct area frame = area_part(body, body.rows - rows, 0, rows, columns);
    struct area inside = dialog_draw(canvas, frame, view->tier, _("Find the best seats"));
    int top = finder->field < inside.rows ? 0 : finder->field - inside.rows + 1;
    for (int i = top; i < FIELDS && i - top < inside.rows; i++)
        draw_field(finder, view, i, canvas, inside, i - top);
    /* L10N: at most 49 columns */
    draw_words(canvas, area_part(inside, FIELDS + 1, 0, 1, -1), 0, 1, STYLE_DIM,
               _("Left Right change  Enter holds them  Esc leaves"));
}
