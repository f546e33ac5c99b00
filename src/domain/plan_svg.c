#include "config.h"

#include "src/domain/plan_svg.h"

#include <math.h>

#include "src/domain/plan_svg_parts.h"

/* The width below which the legend would not fit, and the letters that fit into a width. */
enum { NARROWEST = 440, LETTERS_ACROSS = 90, SMALLEST_LETTER = 9 };

static float draw_heading(const struct plan_drawing *drawing)
{
    const struct plan_svg_request *request = drawing->request;
    float unit = drawing->unit, y = unit;
    svg_rawf(drawing->svg, "<g fill=\"%s\">\n", heat_ink(request->dark));
    if (request->title[0]) {
        svg_raw(drawing->svg, "<g font-weight=\"bold\"");
        svg_length(drawing->svg, "font-size", unit * 1.6f);
        svg_raw(drawing->svg, ">");
        svg_label(drawing->svg, unit, y += unit, "", request->title);
        svg_raw(drawing->svg, "</g>\n");
    }
    if (request->subtitle[0]) {
        svg_raw(drawing->svg, "<g");
        svg_length(drawing->svg, "font-size", unit);
        svg_raw(drawing->svg, ">");
        svg_label(drawing->svg, unit, y += unit * 1.5f, "", request->subtitle);
        svg_raw(drawing->svg, "</g>\n");
    }
    svg_raw(drawing->svg, "</g>\n");
    return y;
}

static float heading_height(const struct plan_drawing *drawing)
{
    const struct plan_svg_request *request = drawing->request;
    return drawing->unit * (1 + (request->title[0] ? 1 : 0) + (request->subtitle[0] ? 1.5f : 0));
}

static void draw_ground(const struct plan_drawing *drawing, float width, float height)
{
    svg_raw(drawing->svg, "<rect");
    svg_length(drawing->svg, "width", width);
    svg_length(drawing->svg, "height", height);
    svg_rawf(drawing->svg, " fill=\"%s\"/>\n", drawing->request->dark ? "#000000" : "#ffffff");
}

void plan_svg_write(struct svg *svg, const struct plan_svg_request *request)
{
    static const float MARGIN = 3 * SVG_PITCH; /* room for names outside the seats */
    struct plan_drawing drawing = {.svg = svg, .request = request};
    plan_drawing_measure(&drawing);
    float wide = (drawing.box.right - drawing.box.left) * drawing.scale + 2 * MARGIN;
    float high = (drawing.box.bottom - drawing.box.top) * drawing.scale + 2 * MARGIN;
    float width = fmaxf(wide, NARROWEST);
    drawing.unit = fmaxf(SMALLEST_LETTER, width / LETTERS_ACROSS);
    struct plan_legend legend = plan_svg_legend_of(&drawing);
    drawing.left = (width - wide) / 2 + MARGIN;
    drawing.top = heading_height(&drawing) + MARGIN;
    float below = drawing.top - MARGIN + high;
    float height = below + plan_svg_legend_height(&drawing, &legend, width);

    svg_begin(svg, width, height, request->title);
    draw_ground(&drawing, width, height);
    draw_heading(&drawing);
    plan_svg_areas(&drawing);
    if (request->heat)
        plan_svg_seats(&drawing);
    else
        plan_svg_sections(&drawing);
    if (request->heat)
        plan_svg_names(&drawing);
    plan_svg_legend(&drawing, &legend, below, width);
    svg_end(svg);
}
