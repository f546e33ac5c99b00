/* The seats of a plan's drawing: one element each, or one path for many. */
#include "config.h"

#include <string.h>

#include "src/domain/plan_svg_parts.h"

static const char *flag_letter(const struct heat *heat, const struct plan_seat *seat)
{
    if (heat->view != HEAT_CLASS)
        return "";
    return seat->flags & SEAT_WHEELCHAIR   ? "w"
           : seat->flags & SEAT_COMPANION  ? "c"
           : seat->flags & SEAT_RESTRICTED ? "r"
           : seat->flags & SEAT_HOUSE      ? "#"
                                           : "";
}

/* What stands in a seat: a letter that means something, else its number where there is room. */
static const char *inner_text(const struct plan_drawing *drawing, int seat)
{
    const struct heat *heat = drawing->request->heat;
    const struct plan *plan = drawing->request->plan;
    const struct heat_kind *kind = &heat->kinds[heat->kind_of[seat]];
    const char *flag = flag_letter(heat, &plan->seats[seat]);
    const char *number = plan_seat_number(plan, &plan->seats[seat]);
    bool room = plan->seat_count <= PLAN_SVG_DETAIL && strlen(number) <= 4;
    return kind->letter[0] ? kind->letter : flag[0] ? flag : kind->numbered && room ? number : "";
}

static void move_to(struct svg *svg, struct plan_point at)
{
    svg_raw(svg, "M");
    svg_number(svg, at.x);
    svg_raw(svg, at.y < 0 ? "" : ",");
    svg_number(svg, at.y);
}

static void draw_seat(const struct plan_drawing *drawing, int seat, const struct heat_kind *kind)
{
    struct svg *svg = drawing->svg;
    char label[SEAT_TEXT];
    svg_raw(svg, "<path d=\"");
    move_to(svg, plan_drawing_seat(drawing, seat));
    svg_raw(svg, heat_mark_path(kind->mark));
    svg_raw(svg, "\"><title>");
    svg_text(svg, plan_seat_label(drawing->request->plan, seat, label));
    svg_raw(svg, " ");
    svg_text(svg, kind->name);
    svg_raw(svg, "</title></path>\n");
}

/* The seats of a section that are of one kind; false when there are none. */
static bool draw_kind(const struct plan_drawing *drawing, const struct plan_section *section,
                      int no)
{
    const struct heat *heat = drawing->request->heat;
    const struct heat_kind *kind = &heat->kinds[no];
    struct svg *svg = drawing->svg;
    bool single = drawing->request->plan->seat_count <= PLAN_SVG_DETAIL, any = false;
    for (int i = section->first_seat; i < section->first_seat + section->seat_count; i++) {
        if (heat->kind_of[i] != no)
            continue;
        if (!any) {
            svg_raw(svg, single ? "<g" : "<path");
            svg_kind_attributes(svg, kind, drawing->request->dark);
            svg_raw(svg, single ? ">\n" : " d=\"");
        }
        any = true;
        if (single) {
            draw_seat(drawing, i, kind);
        } else {
            move_to(svg, plan_drawing_seat(drawing, i));
            svg_raw(svg, heat_mark_path(kind->mark));
        }
    }
    return any;
}

static void draw_section(const struct plan_drawing *drawing, const struct plan_section *section)
{
    struct svg *svg = drawing->svg;
    bool single = drawing->request->plan->seat_count <= PLAN_SVG_DETAIL;
    svg_raw(svg, "<g><title>");
    svg_text(svg, section->name);
    svg_raw(svg, "</title>\n");
    for (int no = 0; no < drawing->request->heat->kind_count; no++)
        if (draw_kind(drawing, section, no))
            svg_raw(svg, single ? "</g>\n" : "\"/>\n");
    svg_raw(svg, "</g>\n");
}

/* ---- what stands in the seats ------------------------------------------------------------- */

static const char *ink_of(const struct plan_drawing *drawing, const struct heat_kind *kind)
{
    bool dark = drawing->request->dark;
    bool hollow = kind->mark >= HEAT_SHAPES;
    struct svg_colour fill = heat_colour(kind, dark);
    return hollow ? heat_ink(dark) : heat_ink_on(fill.text);
}

static void draw_texts(const struct plan_drawing *drawing, int no)
{
    static const float BASE = 1.4f; /* from the middle of a letter to its foot */
    const struct heat *heat = drawing->request->heat;
    bool open = false;
    for (int i = 0; i < drawing->request->plan->seat_count; i++) {
        const char *text = heat->kind_of[i] == no ? inner_text(drawing, i) : "";
        if (!text[0])
            continue;
        if (!open)
            svg_rawf(drawing->svg, "<g font-size=\"4\" text-anchor=\"middle\" fill=\"%s\">\n",
                     ink_of(drawing, &heat->kinds[no]));
        open = true;
        struct plan_point at = plan_drawing_seat(drawing, i);
        svg_label(drawing->svg, at.x, at.y + BASE, "", text);
    }
    if (open)
        svg_raw(drawing->svg, "</g>\n");
}

void plan_svg_seats(const struct plan_drawing *drawing)
{
    const struct plan *plan = drawing->request->plan;
    for (int i = 0; i < plan->section_count; i++)
        draw_section(drawing, &plan->sections[i]);
    for (int no = 0; no < drawing->request->heat->kind_count; no++)
        draw_texts(drawing, no);
}
