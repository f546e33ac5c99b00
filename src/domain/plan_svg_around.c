/* What stands around the seats of a plan's drawing: stage and areas, names of rows and sections. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/plan_svg_parts.h"

enum { SHORT_NAME = 3 }; /* columns of a row's name that find room at both ends */

/* ---- areas -------------------------------------------------------------------------------- */

static void area_colours(const struct plan_drawing *drawing, const struct plan_area *area)
{
    bool dark = drawing->request->dark;
    bool own = !dark && svg_is_colour(area->colour);
    svg_rawf(drawing->svg, " fill=\"%s\" stroke=\"%s\" stroke-width=\".8\"",
             own ? area->colour : heat_faint(dark),
             svg_is_colour(area->border) ? area->border : "#767676");
}

static void area_turn(const struct plan_drawing *drawing, const struct plan_area *area)
{
    struct plan_point at = plan_drawing_place(drawing, area->x, area->y);
    if (area->rotation == 0)
        return;
    svg_raw(drawing->svg, " transform=\"rotate(");
    svg_number(drawing->svg, area->rotation);
    svg_raw(drawing->svg, " ");
    svg_number(drawing->svg, at.x);
    svg_raw(drawing->svg, " ");
    svg_number(drawing->svg, at.y);
    svg_raw(drawing->svg, ")\"");
}

static void draw_polygon(const struct plan_drawing *drawing, const struct plan_area *area)
{
    svg_raw(drawing->svg, "<polygon points=\"");
    for (int i = 0; i < area->point_count; i++) {
        struct plan_point at =
            plan_drawing_place(drawing, area->x + area->points[i].x, area->y + area->points[i].y);
        svg_raw(drawing->svg, i ? " " : "");
        svg_number(drawing->svg, at.x);
        svg_raw(drawing->svg, ",");
        svg_number(drawing->svg, at.y);
    }
    svg_raw(drawing->svg, "\"");
}

static void draw_shape(const struct plan_drawing *drawing, const struct plan_area *area)
{
    struct svg *svg = drawing->svg;
    struct plan_point at = plan_drawing_place(drawing, area->x, area->y);
    float wide = area->width * drawing->scale, high = area->height * drawing->scale;
    bool round = area->kind == AREA_CIRCLE || area->kind == AREA_ELLIPSE;
    if (area->kind == AREA_TEXT)
        return;
    if (area->kind == AREA_POLYGON) {
        draw_polygon(drawing, area);
    } else {
        svg_raw(svg, round ? "<ellipse" : "<rect");
        svg_length(svg, round ? "cx" : "x", at.x);
        svg_length(svg, round ? "cy" : "y", at.y);
        svg_length(svg, round ? "rx" : "width", wide);
        svg_length(svg, round ? "ry" : "height", area->kind == AREA_CIRCLE ? wide : high);
    }
    area_colours(drawing, area);
    area_turn(drawing, area);
    svg_raw(svg, "/>\n");
}

/* The middle of a shape, moved by where its text stands. */
static struct plan_point text_place(const struct plan_drawing *drawing,
                                    const struct plan_area *area)
{
    bool boxed = area->kind == AREA_STAGE || area->kind == AREA_RECTANGLE;
    float x = area->x + (boxed && area->text_x == 0 ? area->width / 2 : area->text_x);
    float y = area->y + (boxed && area->text_y == 0 ? area->height / 2 : area->text_y);
    return plan_drawing_place(drawing, x, y);
}

/* As large as the plan says, else as large as fits. */
static float text_size(const struct plan_drawing *drawing, const struct plan_area *area)
{
    float letters = (float)text_columns(area->text);
    float wide = fmaxf(area->width, area->height) * drawing->scale;
    float high = fminf(area->width, area->height) * drawing->scale;
    if (area->text_size > 0)
        return area->text_size * drawing->scale;
    if (area->kind == AREA_TEXT || wide <= 0 || high <= 0)
        return drawing->unit;
    return fminf(high * 0.6f, wide / (letters * 0.7f));
}

static void draw_text_of(const struct plan_drawing *drawing, const struct plan_area *area)
{
    struct svg *svg = drawing->svg;
    struct plan_point at = text_place(drawing, area);
    float size = text_size(drawing, area);
    bool upright = area->kind == AREA_STAGE && area->height > area->width * 2;
    if (!area->text[0])
        return;
    bool own = !drawing->request->dark && svg_is_colour(area->text_colour);
    svg_rawf(svg, "<g text-anchor=\"middle\" fill=\"%s\"",
             own ? area->text_colour : heat_ink(drawing->request->dark));
    svg_length(svg, "font-size", size);
    if (upright) {
        svg_raw(svg, " transform=\"rotate(-90 ");
        svg_number(svg, at.x);
        svg_raw(svg, " ");
        svg_number(svg, at.y);
        svg_raw(svg, ")\"");
    }
    svg_raw(svg, ">");
    svg_label(svg, at.x, at.y + size * 0.35f, "", area->text);
    svg_raw(svg, "</g>\n");
}

void plan_svg_areas(const struct plan_drawing *drawing)
{
    const struct plan *plan = drawing->request->plan;
    if (drawing->by_cell)
        return;
    for (int i = 0; i < plan->area_count; i++)
        draw_shape(drawing, &plan->areas[i]);
    for (int i = 0; i < plan->area_count; i++)
        draw_text_of(drawing, &plan->areas[i]);
}

/* ---- rows --------------------------------------------------------------------------------- */

/* A name is written away from the row: to its left or right, or above and below it. */
static const char *anchor_of(struct plan_point out)
{
    return out.x > 0.7f ? " text-anchor=\"start\"" : out.x < -0.7f ? " text-anchor=\"end\"" : "";
}

static void row_name(const struct plan_drawing *drawing, const char *name, struct plan_point end,
                     struct plan_point out)
{
    static const float AWAY = 7, BASE = 2;
    svg_label(drawing->svg, end.x + out.x * AWAY, end.y + out.y * AWAY + BASE, anchor_of(out),
              name);
}

static struct plan_point direction(struct plan_point from, struct plan_point to)
{
    float x = to.x - from.x, y = to.y - from.y, far = hypotf(x, y);
    return far > 0 ? (struct plan_point){x / far, y / far} : (struct plan_point){1, 0};
}

static void name_row(const struct plan_drawing *drawing, const struct plan_row *row)
{
    if (!row->count || !row->label[0])
        return;
    struct plan_point first = plan_drawing_seat(drawing, row->first);
    struct plan_point last = plan_drawing_seat(drawing, row->first + row->count - 1);
    struct plan_point along = direction(first, last);
    row_name(drawing, row->label, first, (struct plan_point){-along.x, -along.y});
    if (text_columns(row->label) <= SHORT_NAME)
        row_name(drawing, row->label, last, along);
}

/* ---- sections ----------------------------------------------------------------------------- */

static struct plan_point middle(const struct plan_drawing *drawing, int first, int count)
{
    double x = 0, y = 0;
    for (int i = first; i < first + count; i++) {
        struct plan_point at = plan_drawing_seat(drawing, i);
        x += (double)at.x;
        y += (double)at.y;
    }
    return (struct plan_point){(float)(x / count), (float)(y / count)};
}

struct name_place {
    struct plan_point at, out; /* where, and which way is away from the seats */
};

static float away_from_focus(const struct plan_drawing *drawing, struct plan_point at)
{
    const struct plan *plan = drawing->request->plan;
    struct plan_point focus = plan_drawing_place(drawing, plan->focal_x, plan->focal_y);
    return hypotf(at.x - focus.x, at.y - focus.y);
}

/* Above the topmost row; beside the outer one where rows stand upright; in a big hall, within. */
static struct name_place section_place(const struct plan_drawing *drawing,
                                       const struct plan_section *section)
{
    static const float AWAY = 13;
    const struct plan *plan = drawing->request->plan;
    const struct plan_row *first = &plan->rows[section->first_row];
    const struct plan_row *last = first + section->row_count - 1;
    struct plan_point centre = middle(drawing, section->first_seat, section->seat_count);
    struct plan_point a = middle(drawing, first->first, first->count);
    struct plan_point b = middle(drawing, last->first, last->count);
    struct plan_point out = direction(a, b);
    bool upright = section->row_count > 1 && fabsf(out.x) > fabsf(out.y);
    bool to_last = upright ? away_from_focus(drawing, b) > away_from_focus(drawing, a) : b.y < a.y;
    struct plan_point end = to_last ? b : a;
    if (plan->seat_count > PLAN_SVG_DETAIL)
        return (struct name_place){centre, {0, 0}};
    out = section->row_count > 1 ? direction(centre, end) : (struct plan_point){0, -1};
    return (struct name_place){{end.x + out.x * AWAY, end.y + out.y * AWAY}, out};
}

static void name_section(const struct plan_drawing *drawing, const struct plan_section *section)
{
    const struct plan *plan = drawing->request->plan;
    if (!section->name[0] || !section->seat_count || !plan->rows[section->first_row].count ||
        !plan->rows[section->first_row + section->row_count - 1].count)
        return;
    struct name_place place = section_place(drawing, section);
    struct plan_point at = place.at;
    float size = plan->seat_count > PLAN_SVG_DETAIL ? 3 * SVG_PITCH : 0.8f * SVG_PITCH;
    const char *halo = drawing->request->dark
                           ? " stroke=\"#000000\" stroke-width=\"6\" stroke-linejoin=\"round\""
                           : " stroke=\"#ffffff\" stroke-width=\"6\" stroke-linejoin=\"round\"";
    svg_raw(drawing->svg, "<g font-weight=\"bold\"");
    svg_raw(drawing->svg, anchor_of(place.out));
    svg_length(drawing->svg, "font-size", size);
    svg_raw(drawing->svg, ">");
    if (plan->seat_count > PLAN_SVG_DETAIL)
        svg_label(drawing->svg, at.x, at.y + size * 0.35f, halo, section->name);
    svg_label(drawing->svg, at.x, at.y + size * 0.35f, "", section->name);
    svg_raw(drawing->svg, "</g>\n");
}

void plan_svg_names(const struct plan_drawing *drawing)
{
    const struct plan *plan = drawing->request->plan;
    svg_rawf(drawing->svg, "<g font-size=\"6\" text-anchor=\"middle\" fill=\"%s\">\n",
             heat_ink(drawing->request->dark));
    for (int i = 0; i < plan->row_count; i++)
        name_row(drawing, &plan->rows[i]);
    for (int i = 0; i < plan->section_count; i++)
        name_section(drawing, &plan->sections[i]);
    svg_raw(drawing->svg, "</g>\n");
}
