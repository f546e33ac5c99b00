/* The legend of a plan's drawing: every kind with its shape, its name and its figures. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/plan_svg_parts.h"

enum { ROWS_MAX = HEAT_KINDS_MAX + 8, NAME_COLUMNS = 30, SCALE_STEPS = 5 };

static struct heat_kind *add_row(const struct plan_drawing *drawing, struct plan_legend *legend,
                                 const char *name, int seats)
{
    struct heat_kind *row = &legend->rows[legend->count++];
    *row = (struct heat_kind){.seats = seats, .tone = HEAT_SOLD, .mark = HEAT_DOT};
    text_copy(row->name, sizeof row->name, say(drawing->request->language, name));
    return row;
}

/* ---- by seat ------------------------------------------------------------------------------ */

static int count_flag(const struct plan *plan, int flag)
{
    int count = 0;
    for (int i = 0; i < plan->seat_count; i++)
        count += (plan->seats[i].flags & flag) != 0;
    return count;
}

static void add_flag(const struct plan_drawing *drawing, struct plan_legend *legend, int flag,
                     const char *letter, const char *name)
{
    int seats = count_flag(drawing->request->plan, flag);
    if (!seats)
        return;
    struct heat_kind *row = add_row(drawing, legend, name, seats);
    row->mark = HEAT_RING_SQUARE;
    text_copy(row->letter, sizeof row->letter, letter);
}

static void kinds_legend(const struct plan_drawing *drawing, struct plan_legend *legend)
{
    const struct heat *heat = drawing->request->heat;
    for (int i = 0; i < heat->kind_count; i++)
        legend->rows[legend->count++] = heat->kinds[i];
    if (heat->view != HEAT_CLASS)
        return;
    add_flag(drawing, legend, SEAT_WHEELCHAIR, "w", N_("wheelchair place"));
    add_flag(drawing, legend, SEAT_COMPANION, "c", N_("companion"));
    add_flag(drawing, legend, SEAT_RESTRICTED, "r", N_("restricted view"));
    add_flag(drawing, legend, SEAT_HOUSE, "#", N_("house seat"));
}

/* ---- by section --------------------------------------------------------------------------- */

/* From a fifth sold to the next; all of it sold belongs to the last. */
static int step_of(const struct heat_section *stand)
{
    int step = heat_percent_sold(stand) * SCALE_STEPS / 100;
    return step < SCALE_STEPS ? step : SCALE_STEPS - 1;
}

static void scale_legend(const struct plan_drawing *drawing, struct plan_legend *legend)
{
    const struct plan *plan = drawing->request->plan;
    int seats[SCALE_STEPS] = {0};
    for (int i = 0; i < plan->section_count; i++)
        seats[step_of(&drawing->request->sections[i])] += plan->sections[i].seat_count;
    for (int i = 0; i < SCALE_STEPS; i++) {
        struct heat_kind *row = add_row(drawing, legend, "", seats[i]);
        int low = i * 100 / SCALE_STEPS, high = (i + 1) * 100 / SCALE_STEPS;
        snprintf(row->name, sizeof row->name,
                 say(drawing->request->language, N_("sections %d to %d %% sold")), low, high);
        row->mark = HEAT_SQUARE;
        row->tone = HEAT_SHADE;
        row->shade = (uint8_t)((low + high) * 255 / 200);
    }
}

static void sections_legend(const struct plan_drawing *drawing, struct plan_legend *legend)
{
    struct heat_section sum = {0};
    for (int i = 0; i < drawing->request->plan->section_count; i++) {
        const struct heat_section *stand = &drawing->request->sections[i];
        sum.free += stand->free;
        sum.held += stand->held;
        sum.sold += stand->sold;
        sum.blocked += stand->blocked;
    }
    scale_legend(drawing, legend);
    add_row(drawing, legend, N_("free"), sum.free)->mark = HEAT_RING;
    add_row(drawing, legend, N_("held"), sum.held)->mark = HEAT_DIAMOND;
    add_row(drawing, legend, N_("sold"), sum.sold)->mark = HEAT_DISC;
    add_row(drawing, legend, N_("blocked"), sum.blocked)->mark = HEAT_CROSS;
}

/* ---- all of it ---------------------------------------------------------------------------- */

struct plan_legend plan_svg_legend_of(const struct plan_drawing *drawing)
{
    struct plan_legend legend = {.seats = drawing->request->plan->seat_count};
    legend.rows = arena_array(drawing->request->arena, ROWS_MAX, sizeof *legend.rows);
    if (drawing->request->heat)
        kinds_legend(drawing, &legend);
    else
        sections_legend(drawing, &legend);
    add_row(drawing, &legend, N_("all"), legend.seats);
    return legend;
}

struct columns {
    int count, rows;
    float wide, high;
};

static struct columns columns_of(const struct plan_drawing *drawing,
                                 const struct plan_legend *legend, float width)
{
    struct columns columns = {.wide = 28 * drawing->unit, .high = 1.5f * drawing->unit};
    columns.count = (int)(width / columns.wide);
    if (columns.count < 1)
        columns.count = 1;
    columns.rows = (legend->count + columns.count - 1) / columns.count;
    return columns;
}

float plan_svg_legend_height(const struct plan_drawing *drawing, const struct plan_legend *legend,
                             float width)
{
    struct columns columns = columns_of(drawing, legend, width);
    return columns.high * (float)(columns.rows + 1);
}

static void draw_mark(const struct plan_drawing *drawing, const struct heat_kind *row, float x,
                      float y)
{
    struct svg *svg = drawing->svg;
    bool dark = drawing->request->dark;
    bool hollow = row->mark >= HEAT_SHAPES;
    float size = drawing->unit / SVG_PITCH;
    svg_raw(svg, "<g transform=\"translate(");
    svg_number(svg, x);
    svg_raw(svg, " ");
    svg_number(svg, y);
    svg_rawf(svg, ") scale(%d.%02d)\"><path", (int)size, (int)(size * 100) % 100);
    svg_kind_attributes(svg, row, dark);
    svg_rawf(svg, " d=\"M0,0%s\"/>", heat_mark_path(row->mark));
    struct svg_colour fill = heat_colour(row, dark);
    if (row->letter[0])
        svg_rawf(svg, "<text y=\"2\" font-size=\"6\" text-anchor=\"middle\" fill=\"%s\">%c</text>",
                 hollow ? heat_ink(dark) : heat_ink_on(fill.text), row->letter[0]);
    svg_raw(svg, "</g>\n");
}

static void draw_row(const struct plan_drawing *drawing, const struct plan_legend *legend,
                     const struct heat_kind *row, float x, float y)
{
    char name[HEAT_NAME + HEAT_FIGURES + 4], fitted[NAME_COLUMNS * 12], number[24];
    float unit = drawing->unit;
    bool sum = row == &legend->rows[legend->count - 1];
    snprintf(name, sizeof name, "%s%s%s", row->name, row->figures[0] ? ", " : "", row->figures);
    text_fit(fitted, sizeof fitted, name, NAME_COLUMNS, false);
    if (!sum)
        draw_mark(drawing, row, x + unit * 0.6f, y - unit * 0.35f);
    svg_label(drawing->svg, x + unit * 1.6f, y, sum ? " font-weight=\"bold\"" : "", fitted);
    snprintf(number, sizeof number, "%d", row->seats);
    svg_label(drawing->svg, x + unit * 22, y, " text-anchor=\"end\"", number);
    int percent = legend->seats ? (int)((int64_t)row->seats * 100 / legend->seats) : 0;
    snprintf(number, sizeof number, "%s%d %%", row->seats && !percent ? "< " : "",
             row->seats && !percent ? 1 : percent);
    svg_label(drawing->svg, x + unit * 26, y, " text-anchor=\"end\"", number);
}

void plan_svg_legend(const struct plan_drawing *drawing, const struct plan_legend *legend,
                     float top, float width)
{
    struct columns columns = columns_of(drawing, legend, width);
    svg_rawf(drawing->svg, "<g fill=\"%s\"", heat_ink(drawing->request->dark));
    svg_length(drawing->svg, "font-size", drawing->unit);
    svg_raw(drawing->svg, ">\n");
    for (int i = 0; i < legend->count; i++) {
        float x = drawing->unit + (float)(i / columns.rows) * columns.wide;
        float y = top + (float)(i % columns.rows + 1) * columns.high;
        draw_row(drawing, legend, &legend->rows[i], x, y);
    }
    svg_raw(drawing->svg, "</g>\n");
}
