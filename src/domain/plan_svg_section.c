/* A hall by section: the ground each one covers, as dark as it is sold, with its figures. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "src/base/text.h"
#include "src/domain/plan_svg_parts.h"

static int left_first(const void *a, const void *b)
{
    const struct plan_point *left = a, *right = b;
    if (left->x != right->x)
        return left->x < right->x ? -1 : 1;
    return (left->y > right->y) - (left->y < right->y);
}

static float turn(struct plan_point a, struct plan_point b, struct plan_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int add_corner(struct plan_point *hull, int used, int floor, struct plan_point next)
{
    while (used - floor >= 2 && turn(hull[used - 2], hull[used - 1], next) <= 0)
        used--;
    hull[used] = next;
    return used + 1;
}

/* The smallest ring around the points (Andrew's monotone chain); sorts them. Returns corners. */
static int convex_hull(struct plan_point *points, int count, struct plan_point *hull)
{
    int used = 0, floor;
    qsort(points, (size_t)count, sizeof *points, left_first);
    for (int i = 0; i < count; i++)
        used = add_corner(hull, used, 0, points[i]);
    floor = used - 1;
    for (int i = count - 2; i >= 0; i--)
        used = add_corner(hull, used, floor, points[i]);
    return used > 1 ? used - 1 : used;
}

struct ground {
    struct plan_point *hull;
    int corners;
    struct plan_box box;
};

static struct ground ground_of(const struct plan_drawing *drawing,
                               const struct plan_section *section)
{
    struct arena *arena = drawing->request->arena;
    size_t count = (size_t)section->seat_count;
    struct plan_point *points = arena_array(arena, count, sizeof *points);
    struct ground ground = {.hull = arena_array(arena, 2 * count + 2, sizeof *points)};
    for (int i = 0; i < section->seat_count; i++)
        points[i] = plan_drawing_seat(drawing, section->first_seat + i);
    ground.box = (struct plan_box){points[0].x, points[0].y, points[0].x, points[0].y};
    for (int i = 0; i < section->seat_count; i++) {
        ground.box.left = fminf(ground.box.left, points[i].x);
        ground.box.right = fmaxf(ground.box.right, points[i].x);
        ground.box.top = fminf(ground.box.top, points[i].y);
        ground.box.bottom = fmaxf(ground.box.bottom, points[i].y);
    }
    ground.corners = convex_hull(points, section->seat_count, ground.hull);
    return ground;
}

static void draw_ground(const struct plan_drawing *drawing, const struct ground *ground,
                        const char *fill)
{
    struct svg *svg = drawing->svg;
    /* A thick edge of the same colour takes in the seats whose middles the corners are. */
    svg_rawf(svg,
             "<polygon fill=\"%s\" stroke=\"%s\" stroke-width=\"9\" "
             "stroke-linejoin=\"round\" points=\"",
             fill, fill);
    for (int i = 0; i < ground->corners; i++) {
        svg_raw(svg, i ? " " : "");
        svg_number(svg, ground->hull[i].x);
        svg_raw(svg, ",");
        svg_number(svg, ground->hull[i].y);
    }
    svg_raw(svg, "\"/>\n");
}

/* Left or right of every edge of the ring alike. */
static bool is_inside(const struct ground *ground, float x, float y)
{
    for (int i = 0; i < ground->corners; i++)
        if (turn(ground->hull[i], ground->hull[(i + 1) % ground->corners],
                 (struct plan_point){x, y}) < 0)
            return false;
    return true;
}

static bool fits(const struct ground *ground, struct plan_point at, float wide, float high)
{
    return is_inside(ground, at.x - wide / 2, at.y - high / 2) &&
           is_inside(ground, at.x + wide / 2, at.y - high / 2) &&
           is_inside(ground, at.x - wide / 2, at.y + high / 2) &&
           is_inside(ground, at.x + wide / 2, at.y + high / 2);
}

/* The largest letters in which three lines of so many stand within the ground. */
static float letters_that_fit(const struct ground *ground, struct plan_point at, int columns,
                              float most)
{
    static const float WIDE = 0.66f, LINES = 3.2f, LEAST = 2;
    float size = most;
    while (size > LEAST && !fits(ground, at, WIDE * size * (float)columns, LINES * size))
        size *= 0.9f;
    return size;
}

static struct plan_point middle_of(const struct plan_box *box)
{
    return (struct plan_point){(box->left + box->right) / 2, (box->top + box->bottom) / 2};
}

static void draw_figures(const struct plan_drawing *drawing, const struct plan_section *section,
                         const struct heat_section *stand, const struct ground *ground)
{
    char percent[16], seats[32];
    struct plan_point at = middle_of(&ground->box);
    int columns = text_columns(section->name);
    snprintf(percent, sizeof percent, "%d %%", heat_percent_sold(stand));
    snprintf(seats, sizeof seats, "%d/%d", stand->sold, stand->free + stand->held + stand->sold);
    columns = columns > text_columns(seats) ? columns : text_columns(seats);
    float size = letters_that_fit(ground, at, columns, drawing->unit * 2.5f);
    svg_raw(drawing->svg, "<g");
    svg_length(drawing->svg, "font-size", size);
    svg_raw(drawing->svg, ">");
    svg_label(drawing->svg, at.x, at.y - size * 0.8f, " font-weight=\"bold\"", section->name);
    svg_label(drawing->svg, at.x, at.y + size * 0.35f, "", percent);
    svg_label(drawing->svg, at.x, at.y + size * 1.4f, "", seats);
    svg_raw(drawing->svg, "</g>\n");
}

static void draw_section(const struct plan_drawing *drawing, int no)
{
    const struct plan_section *section = &drawing->request->plan->sections[no];
    const struct heat_section *stand = &drawing->request->sections[no];
    if (!section->seat_count)
        return;
    struct ground ground = ground_of(drawing, section);
    struct svg_colour fill =
        heat_shade(heat_percent_sold(stand) * 255 / 100, drawing->request->dark);
    svg_rawf(drawing->svg, "<g text-anchor=\"middle\" fill=\"%s\">\n", heat_ink_on(fill.text));
    draw_ground(drawing, &ground, fill.text);
    draw_figures(drawing, section, stand, &ground);
    svg_raw(drawing->svg, "</g>\n");
}

void plan_svg_sections(const struct plan_drawing *drawing)
{
    for (int i = 0; i < drawing->request->plan->section_count; i++)
        draw_section(drawing, i);
}
