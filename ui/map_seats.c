/* A few seats with everything about them, six columns each: also the view for low vision. */
#include "config.h"

#include "ui/map_private.h"

#include <stdio.h>

#include "src/base/text.h"
#include "ui/format.h"

enum { SEAT_COLUMNS = 6, SEAT_ROWS = 5, LABEL_COLUMNS = 5 };

/* The lines of one seat: number, shape, class, holder, time left. */
static void draw_seat(const struct map_look *look, struct canvas *canvas, struct area place,
                      int seat)
{
    const struct model *model = look->view->model;
    const struct plan *plan = model->map.plan;
    const struct plan_seat *plan_seat = &plan->seats[seat];
    const struct seat_state state = model_state(model, seat);
    const struct hold *hold = map_hold_of(look->map, &state);
    struct map_glyph glyph = map_glyph_of(look, seat);
    bool focus = seat == look->map->seat;
    char left[FORMAT_TEXT];
    struct area inside = area_part(place, 0, 1, -1, SEAT_COLUMNS - 2);
    draw_text(canvas, inside, 0, 0, focus ? STYLE_FOCUS : STYLE_STRONG,
              plan_seat_number(plan, plan_seat));
    draw_repeat(canvas, inside, 1, 0, glyph.style, glyph.text, 3);
    draw_text(canvas, inside, 2, 0, STYLE_DIM, plan->classes[plan_seat->class_no].name);
    if (hold)
        draw_text(canvas, inside, 3, 0, STYLE_DIM, hold->holder);
    if (state.status == SEAT_HELD && state.held_until > look->view->now)
        draw_text(canvas, area_part(place, 0, 0, -1, -1), 4, 0, STYLE_DIM,
                  format_left_brief(state.held_until - look->view->now, left));
    if (focus) {
        draw_text(canvas, place, 1, 0, STYLE_STRONG, ">");
        draw_text(canvas, place, 1, SEAT_COLUMNS - 2, STYLE_STRONG, "<");
        draw_cursor(canvas, place, 1, 1);
    }
}

/* Seats of a row around the place in it that the focus has in its own. */
static void draw_row(const struct map_look *look, struct canvas *canvas, struct area band,
                     int row_no, int from)
{
    const struct plan *plan = look->view->model->map.plan;
    const struct plan_row *row = &plan->rows[row_no];
    int shown = (band.columns - LABEL_COLUMNS) / SEAT_COLUMNS;
    draw_text(canvas, band, 1, 0, STYLE_STRONG, row->label);
    for (int i = from; i < from + shown && i < row->count; i++) {
        int column = LABEL_COLUMNS + (i - from) * SEAT_COLUMNS;
        draw_seat(look, canvas, area_part(band, 0, column, -1, SEAT_COLUMNS), row->first + i);
    }
}

/* Which rows and places are seen around the focus. */
struct window {
    int first_row, bands; /* rows, one under the other */
    int from, shown;      /* places in a row */
};

static struct window window_of(const struct map_look *look, struct area picture)
{
    const struct plan *plan = look->view->model->map.plan;
    const struct plan_section *section = &plan->sections[look->map->section];
    int focus_row = plan->seats[look->map->seat].row;
    int place = look->map->seat - plan->rows[focus_row].first;
    struct window window = {.bands = picture.rows / SEAT_ROWS,
                            .shown = (picture.columns - LABEL_COLUMNS) / SEAT_COLUMNS};
    int first = focus_row - window.bands / 2;
    int last = section->first_row + section->row_count - window.bands;
    first = first > last ? last : first;
    window.first_row = first < section->first_row ? section->first_row : first;
    window.from = window.shown > 0 ? place / window.shown * window.shown : 0;
    return window;
}

void seats_draw(const struct map_look *look, struct canvas *canvas, struct area picture)
{
    const struct plan *plan = look->view->model->map.plan;
    const struct plan_section *section = &plan->sections[look->map->section];
    struct window window = window_of(look, picture);
    int end = section->first_row + section->row_count;
    for (int band = 0; band < window.bands && window.first_row + band < end; band++)
        draw_row(look, canvas, area_part(picture, band * SEAT_ROWS, 0, SEAT_ROWS, -1),
                 window.first_row + band, window.from);
}

int seats_seat_at(const struct map_look *look, struct area picture, int row, int column)
{
    const struct plan *plan = look->view->model->map.plan;
    const struct plan_section *section = &plan->sections[look->map->section];
    struct window window = window_of(look, picture);
    int row_no = window.first_row + row / SEAT_ROWS;
    int place = column < LABEL_COLUMNS ? -1 : (column - LABEL_COLUMNS) / SEAT_COLUMNS;
    if (row / SEAT_ROWS >= window.bands || row_no >= section->first_row + section->row_count ||
        place < 0 || place >= window.shown || window.from + place >= plan->rows[row_no].count)
        return -1;
    return plan->rows[row_no].first + window.from + place;
}
