/* Seat by seat: each section below the other, in the middle of the page, rows straightened. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/plan_draw_parts.h"
#include "src/domain/plan_stage.h"

#define N_(text) text

enum { LABEL_MOST = 8, AROUND_CELLS = 2 };

struct page {
    int label;  /* columns of the widest row label */
    int widest; /* cells of the widest section */
    int step;   /* columns a cell */
};

struct extent {
    int left, right; /* cells */
};

static struct extent section_extent(const struct plan *plan, const struct plan_section *section)
{
    struct extent extent = {0, -1};
    for (int i = section->first_seat; i < section->first_seat + section->seat_count; i++) {
        int cell = plan->seats[i].cell;
        if (extent.right < 0)
            extent.left = cell;
        extent.left = cell < extent.left ? cell : extent.left;
        extent.right = cell > extent.right ? cell : extent.right;
    }
    return extent;
}

static bool is_drawn(const struct sketch *sketch, int section)
{
    return sketch->plan->sections[section].seat_count > 0 &&
           (sketch->drawing->section < 0 || sketch->drawing->section == section);
}

static struct page measure(const struct sketch *sketch)
{
    const struct plan *plan = sketch->plan;
    struct page page = {1, 1, 2};
    for (int s = 0; s < plan->section_count; s++) {
        if (!is_drawn(sketch, s))
            continue;
        struct extent extent = section_extent(plan, &plan->sections[s]);
        int cells = extent.right - extent.left + 1;
        page.widest = cells > page.widest ? cells : page.widest;
        for (int r = 0; r < plan->sections[s].row_count; r++) {
            int wide = text_columns(plan->rows[plan->sections[s].first_row + r].label);
            page.label = wide > page.label ? wide : page.label;
        }
    }
    page.label = page.label > LABEL_MOST ? LABEL_MOST : page.label;
    if (2 * (page.label + AROUND_CELLS) + page.widest * 2 > sketch_columns(sketch))
        page.step = 1;
    return page;
}

static int middle_indent(const struct page *page, int columns)
{
    int room = page->label + AROUND_CELLS + (page->widest * page->step - columns) / 2;
    return room > 0 ? room : 0;
}

static void put_stage(struct sketch *sketch, const struct page *page)
{
    const struct plan_area *stage = plan_stage(sketch->plan);
    const char *name = stage && stage->text[0] ? stage->text : sketch_word(sketch, N_("STAGE"));
    int columns = text_columns(name) + 14;
    sketch_put(sketch, "%*s=====  ", middle_indent(page, columns), "");
    sketch_label(sketch, name, 40, false);
    sketch_put(sketch, "  =====\n");
}

static void put_cells(struct sketch *sketch, const struct page *page, const struct plan_row *row,
                      struct extent extent)
{
    int column = 0;
    for (int i = row->first; i < row->first + row->count; i++) {
        int at = (sketch->plan->seats[i].cell - extent.left) * page->step;
        sketch_put(sketch, "%*s%s", at - column, "", sketch_glyph(sketch, i));
        column = at + 1;
    }
    sketch_put(sketch, "%*s", (extent.right - extent.left) * page->step + 1 - column, "");
}

static void put_row(struct sketch *sketch, const struct page *page, const struct plan_row *row,
                    struct extent extent)
{
    int cells = extent.right - extent.left + 1;
    sketch_label(sketch, row->label, page->label, true);
    sketch_put(sketch, "%*s", AROUND_CELLS + (page->widest - cells) * page->step / 2, "");
    put_cells(sketch, page, row, extent);
    sketch_put(sketch, "%*s", AROUND_CELLS + (page->widest - cells) * page->step / 2, "");
    sketch_label(sketch, row->label, page->label, false);
    sketch_put(sketch, "\n");
}

static void put_title(struct sketch *sketch, const struct plan_section *section)
{
    char count[80];
    int free = 0;
    for (int i = section->first_seat; i < section->first_seat + section->seat_count; i++)
        free += sketch->drawing->state && sketch_is_free(sketch->drawing, i);
    if (sketch->drawing->state)
        snprintf(count, sizeof count, sketch_word(sketch, N_("%d of %d free")), free,
                 section->seat_count);
    else if (section->seat_count == 1)
        snprintf(count, sizeof count, "%s", sketch_word(sketch, N_("1 seat")));
    else
        snprintf(count, sizeof count, sketch_word(sketch, N_("%d seats")), section->seat_count);
    sketch_label(sketch, section->name, SECTION_TEXT, false);
    sketch_put(sketch, "%s%s\n", section->name[0] ? "  " : "", count);
}

static void put_section(struct sketch *sketch, const struct page *page,
                        const struct plan_section *section)
{
    const struct plan *plan = sketch->plan;
    struct extent extent = section_extent(plan, section);
    sketch_put(sketch, "\n");
    put_title(sketch, section);
    for (int r = section->first_row; r < section->first_row + section->row_count; r++)
        if (plan->rows[r].count)
            put_row(sketch, page, &plan->rows[r], extent);
}

void sketch_rows(struct sketch *sketch)
{
    struct page page = measure(sketch);
    bool below = plan_focal_side(sketch->plan) == STAGE_BOTTOM;
    if (!below)
        put_stage(sketch, &page);
    for (int s = 0; s < sketch->plan->section_count; s++)
        if (is_drawn(sketch, s))
            put_section(sketch, &page, &sketch->plan->sections[s]);
    if (below) {
        sketch_put(sketch, "\n");
        put_stage(sketch, &page);
    }
}
