#include "config.h"

#include "ui/admin_holds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"

enum { HEAD_ROWS = 1, WHO_COLUMNS = 20, ROW_TEXT_SIZE = 512 };

static int32_t first_seat(const struct hold *hold)
{
    return hold->seat_count ? hold->seats[0].seat : 0;
}

/* The oldest first; of the same moment as they lie in the hall. */
static int by_age(const void *a, const void *b)
{
    const struct hold *left = a, *right = b;
    if (left->created_at != right->created_at)
        return left->created_at < right->created_at ? -1 : 1;
    return (first_seat(left) > first_seat(right)) - (first_seat(left) < first_seat(right));
}

void admin_holds_sort(struct admin_holds *holds)
{
    if (holds->known.count)
        qsort(holds->known.at, (size_t)holds->known.count, sizeof *holds->known.at, by_age);
    list_clamp(&holds->list, holds->known.count);
}

const struct hold *admin_holds_focus(const struct admin_holds *holds)
{
    return holds->list.cursor < holds->known.count ? &holds->known.at[holds->list.cursor] : NULL;
}

/* ---- drawing ------------------------------------------------------------------------------ */

static bool is_marked(const struct hold *hold, const struct map *map, const struct plan *plan)
{
    for (int i = 0; i < hold->seat_count; i++) {
        int seat = plan_find_seat(plan, hold->seats[i].label);
        if (hold->seats[i].live && (seat < 0 || !map_is_marked(map, seat)))
            return false;
    }
    return true;
}

static void row_text(const struct hold *hold, const struct view *view, char mark, char *out,
                     size_t size)
{
    char who[PERSON_TEXT + TILL_TEXT + 2], padded[WHO_COLUMNS * 4 + 1];
    struct seat_names seats = {.room = SEAT_NAMES_TEXT};
    char age[FORMAT_TEXT], left[FORMAT_TEXT];
    int live = 0; /* it may have given others up */
    snprintf(who, sizeof who, "%s %s", hold->till, hold->holder);
    text_fit(padded, sizeof padded, who, WHO_COLUMNS, true);
    for (int i = 0; i < hold->seat_count; i++) {
        live += hold->seats[i].live;
        if (hold->seats[i].live)
            seat_names_add(&seats, hold->seats[i].label);
    }
    snprintf(out, size, "%c%s %3d %7s %7s%s%s", mark, padded, live,
             format_left(view->now - hold->created_at, age),
             format_left(hold->expires_at - view->now, left),
             hold->status == HOLD_PAYING ? _("  IN PAYMENT") : " ", seats.text);
}

void admin_holds_draw(const struct admin_holds *holds, const struct map *map,
                      const struct view *view, struct canvas *canvas, struct area body)
{
    char who[WHO_COLUMNS * 4 + 1], since[FORMAT_TEXT], left[FORMAT_TEXT];
    struct area rows = area_part(body, HEAD_ROWS, 0, -1, -1);
    int top = list_top(&holds->list, rows.rows, holds->known.count);
    text_fit(who, sizeof who, _("Holder"), WHO_COLUMNS, true);
    draw_printf(canvas, body, 0, 2, STYLE_STRONG, "%s %3s %s %s  %s", who, "#",
                /* L10N: head of a column: since when, or since how long; at most 7 columns */
                format_right(_("Since"), 7, since), format_right(_("Left"), 7, left), _("Seats"));
    for (int i = top; i < holds->known.count && i < top + rows.rows; i++) {
        char text[ROW_TEXT_SIZE];
        bool marked = is_marked(&holds->known.at[i], map, view->model->map.plan);
        row_text(&holds->known.at[i], view, marked ? '*' : ' ', text, sizeof text);
        list_draw_row(&holds->list, canvas, rows, i, top, text);
    }
    list_draw_position(&holds->list, canvas, area_part(body, 0, 0, 1, -1), rows.rows,
                       holds->known.count);
    if (holds->known.count == 0)
        draw_text(canvas, rows, 0, 1, STYLE_DIM, _("Nobody holds a seat of this show."));
}
