/* The map as text: sections with their sums, or a row with its free seats. */
#include "config.h"

#include "ui/map_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"
#include "ui/list.h"

/* ---- order -------------------------------------------------------------------------------- */

struct place {
    const char *name;
    int section, free, percent;
    enum map_sort sort;
};

static int by_number(int a, int b)
{
    return (a > b) - (a < b);
}

/* Names that are numbers by their number: 9 before 10. Most free first. */
static int by_sort(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    int order = 0;
    if (x->sort == SORT_NAME)
        order = strverscmp(x->name, y->name);
    else if (x->sort == SORT_FREE)
        order = by_number(y->free, x->free);
    else if (x->sort == SORT_PERCENT)
        order = by_number(y->percent, x->percent);
    return order ? order : by_number(x->section, y->section);
}

int *map_list_order(const struct map *map, const struct model *model, struct arena *arena, int *at)
{
    int count = model->map.plan->section_count;
    struct place *places = arena_array(arena, (size_t)count + 1, sizeof *places);
    int *order = arena_array(arena, (size_t)count + 1, sizeof *order);
    for (int i = 0; i < count; i++) {
        const struct seat_sums *sums = &model->sections[i];
        places[i] = (struct place){.name = model->map.plan->sections[i].name,
                                   .section = i,
                                   .free = model_free(sums),
                                   .percent = format_percent(model_free(sums), sums->seats),
                                   .sort = map->sort};
    }
    qsort(places, (size_t)count, sizeof *places, by_sort);
    *at = 0;
    for (int i = 0; i < count; i++) {
        order[i] = places[i].section;
        if (order[i] == map->section)
            *at = i;
    }
    return order;
}

const char *map_sort_word(enum map_sort sort)
{
    /* L10N: how the list of sections is sorted; at most 12 columns each */
    static const char *const words[MAP_SORTS] = {[SORT_PLAN] = N_("as built"),
                                                 [SORT_NAME] = N_("by name"),
                                                 [SORT_FREE] = N_("by free"),
                                                 [SORT_PERCENT] = N_("by percent")};
    return _(words[sort]);
}

/* ---- drawing ------------------------------------------------------------------------------ */

static void section_text(const struct map_look *look, int section, char *out, size_t size)
{
    const struct seat_sums *sums = &look->view->model->sections[section];
    const char *full = look->view->model->map.plan->sections[section].name;
    char name[17 * 4], seats[FORMAT_TEXT];
    text_fit(name, sizeof name, full, 16, true);
    snprintf(out, size, "%s %7s %5d %3d%% %5d %5d", name, format_number(sums->seats, seats),
             model_free(sums), format_percent(model_free(sums), sums->seats),
             sums->of[GLYPH_HELD] + sums->of[GLYPH_MINE], model_sold(sums));
}

static bool is_free(const struct model *model, int seat)
{
    return glyph_is_free(model_glyph(model, seat));
}

/* "C  12 free: 1-4, 7, 9-12" */
static void row_text(const struct map_look *look, int row_no, char *out, size_t size)
{
    const struct model *model = look->view->model;
    const struct plan *plan = model->map.plan;
    const struct plan_row *row = &plan->rows[row_no];
    int free = 0, end = row->first + row->count;
    for (int i = row->first; i < end; i++)
        free += is_free(model, i);
    int used = snprintf(out, size, "%-4s", row->label);
    used += snprintf(out + used, size - (size_t)used,
                     ngettext("%d free: ", "%d free: ", (unsigned long)free), free);
    for (int i = row->first; i < end && (size_t)used + 48 < size; i++) {
        int last = i;
        if (!is_free(model, i))
            continue;
        while (last + 1 < end && plan_neighbours(plan, last, last + 1) && is_free(model, last + 1))
            last++;
        used += snprintf(out + used, size - (size_t)used, last > i ? "%s-%s " : "%s ",
                         plan_seat_number(plan, &plan->seats[i]),
                         plan_seat_number(plan, &plan->seats[last]));
        i = last;
    }
}

static void draw_heads(struct canvas *canvas, struct area picture)
{
    char name[FORMAT_TEXT], seats[FORMAT_TEXT], left[FORMAT_TEXT], held[FORMAT_TEXT],
        sold[FORMAT_TEXT];
    text_fit(name, sizeof name, _("Section"), 16, true);
    /* L10N: head of a column of figures; at most 7 columns */
    format_right(C_("column", "seats"), 7, seats);
    /* L10N: head of a column of figures: how many seats are so; at most 5 columns */
    format_right(C_("column", "free"), 5, left);
    /* L10N: head of a column of figures: how many seats are so; at most 5 columns */
    format_right(C_("column", "held"), 5, held);
    /* L10N: head of a column of figures: how many seats are so; at most 5 columns */
    format_right(C_("column", "sold"), 5, sold);
    draw_printf(canvas, picture, 0, 1, STYLE_STRONG, "%s %s %s %4s %s %s", name, seats, left, "%",
                held, sold);
}

static void draw_sections(const struct map_look *look, struct canvas *canvas, struct area picture)
{
    int count = look->view->model->map.plan->section_count;
    struct area rows = area_part(picture, 1, 0, -1, -1);
    struct arena *arena = arena_new();
    struct list list;
    const int *order = map_list_order(look->map, look->view->model, arena, &list.cursor);
    int top = list_top(&list, rows.rows, count);
    draw_heads(canvas, picture);
    draw_right(canvas, area_part(picture, 0, 50, 1, -1), 0, STYLE_DIM,
               map_sort_word(look->map->sort));
    for (int i = top; i < count && i < top + rows.rows; i++) {
        char text[256];
        section_text(look, order[i], text, sizeof text);
        list_draw_row(&list, canvas, rows, i, top, text);
    }
    arena_free(&arena);
}

static void draw_rows(const struct map_look *look, struct canvas *canvas, struct area picture)
{
    const struct plan *plan = look->view->model->map.plan;
    const struct plan_section *section = &plan->sections[look->map->section];
    struct list list = {.cursor = plan->seats[look->map->seat].row - section->first_row};
    int top = list_top(&list, picture.rows, section->row_count);
    for (int i = top; i < section->row_count && i < top + picture.rows; i++) {
        char text[512];
        row_text(look, section->first_row + i, text, sizeof text);
        list_draw_row(&list, canvas, picture, i, top, text);
    }
}

void map_list_draw(const struct map_look *look, struct canvas *canvas, struct area picture)
{
    if (look->map->level == MAP_VENUE)
        draw_sections(look, canvas, picture);
    else
        draw_rows(look, canvas, picture);
}
