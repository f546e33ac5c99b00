/* Where the seats and areas of a plan stand in its drawing. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "src/domain/plan_svg_parts.h"

enum { SAMPLES = 2000 };

/* A plan whose seats all stand on one spot was never measured. */
static bool has_positions(const struct plan *plan)
{
    struct plan_box box = plan_seats_box(plan);
    return plan->seat_count < 2 || box.right - box.left > 0 || box.bottom - box.top > 0;
}

static struct plan_point seat_position(const struct plan_drawing *drawing, int seat)
{
    const struct plan *plan = drawing->request->plan;
    const struct plan_seat *at = &plan->seats[seat];
    if (!drawing->by_cell)
        return (struct plan_point){at->x, at->y};
    return (struct plan_point){(float)at->cell,
                               (float)(2 * (at->row + plan->rows[at->row].section))};
}

struct plan_point plan_drawing_place(const struct plan_drawing *drawing, float x, float y)
{
    return (struct plan_point){drawing->left + (x - drawing->box.left) * drawing->scale,
                               drawing->top + (y - drawing->box.top) * drawing->scale};
}

struct plan_point plan_drawing_seat(const struct plan_drawing *drawing, int seat)
{
    struct plan_point at = seat_position(drawing, seat);
    return plan_drawing_place(drawing, at.x, at.y);
}

/* ---- scale -------------------------------------------------------------------------------- */

static int nearest_first(const void *a, const void *b)
{
    const float *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* What neighbours are usually apart: a low quarter, so that aisles do not count. */
static float usual_pitch(const struct plan_drawing *drawing)
{
    const struct plan *plan = drawing->request->plan;
    float apart[SAMPLES];
    int count = 0, step = plan->seat_count / SAMPLES + 1;
    for (int i = 0; i + 1 < plan->seat_count && count < SAMPLES; i += step) {
        struct plan_point a = seat_position(drawing, i), b = seat_position(drawing, i + 1);
        float far = hypotf(b.x - a.x, b.y - a.y);
        if (plan_neighbours(plan, i, i + 1) && far > 0)
            apart[count++] = far;
    }
    if (!count)
        return 1;
    qsort(apart, (size_t)count, sizeof *apart, nearest_first);
    return apart[count / 4];
}

/* ---- size --------------------------------------------------------------------------------- */

static void include(struct plan_box *box, float x, float y)
{
    box->left = fminf(box->left, x);
    box->right = fmaxf(box->right, x);
    box->top = fminf(box->top, y);
    box->bottom = fmaxf(box->bottom, y);
}

/* Turned as SVG turns it: clockwise around its own place. */
static void include_turned(struct plan_box *box, const struct plan_area *area, float x, float y)
{
    float angle = area->rotation * (float)M_PI / 180, c = cosf(angle), s = sinf(angle);
    include(box, area->x + x * c - y * s, area->y + x * s + y * c);
}

static void include_area(struct plan_box *box, const struct plan_area *area)
{
    float wide = area->width, high = area->height;
    switch (area->kind) {
    case AREA_CIRCLE:
    case AREA_ELLIPSE:
        high = area->kind == AREA_CIRCLE ? wide : high;
        include(box, area->x - wide, area->y - high);
        include(box, area->x + wide, area->y + high);
        return;
    case AREA_POLYGON:
        for (int i = 0; i < area->point_count; i++)
            include_turned(box, area, area->points[i].x, area->points[i].y);
        return;
    case AREA_STAGE:
    case AREA_RECTANGLE:
    case AREA_TEXT:
        break;
    }
    include_turned(box, area, 0, 0);
    include_turned(box, area, wide, 0);
    include_turned(box, area, 0, high);
    include_turned(box, area, wide, high);
}

static struct plan_box seats_box(const struct plan_drawing *drawing)
{
    struct plan_box box = {0, 0, 0, 0};
    for (int i = 0; i < drawing->request->plan->seat_count; i++) {
        struct plan_point at = seat_position(drawing, i);
        if (i == 0)
            box = (struct plan_box){at.x, at.y, at.x, at.y};
        include(&box, at.x, at.y);
    }
    return box;
}

void plan_drawing_measure(struct plan_drawing *drawing)
{
    const struct plan *plan = drawing->request->plan;
    drawing->by_cell = !has_positions(plan);
    drawing->scale = SVG_PITCH / usual_pitch(drawing);
    drawing->box = seats_box(drawing);
    if (drawing->by_cell)
        return;
    for (int i = 0; i < plan->area_count; i++)
        include_area(&drawing->box, &plan->areas[i]);
}
