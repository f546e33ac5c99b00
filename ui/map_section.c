/*
 * A section: a row a line as it was drawn, curves straightened, aisles kept, row letters on both
 * sides. Two columns a seat while they fit, else one; wider sections scroll under '<' and '>'.
 */
#include "config.h"

#include "ui/map_private.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"

enum { LABEL_COLUMNS = 4, STAGE_ROWS = 1, HEAD_ROWS = 1 };

struct sheet {
    const struct plan *plan;
    const struct plan_section *section;
    int least_cell, cells;
    int scale; /* columns a seat */
    int left;  /* first cell shown */
    int shown_cells;
    int first_row; /* of the section, shown first */
    bool stage_above;
    struct area seats; /* where seats are drawn */
};

static void measure(struct sheet *sheet)
{
    const struct plan_section *section = sheet->section;
    int least = INT32_MAX, most = 0;
    for (int i = section->first_seat; i < section->first_seat + section->seat_count; i++) {
        int cell = sheet->plan->seats[i].cell;
        least = cell < least ? cell : least;
        most = cell > most ? cell : most;
    }
    sheet->least_cell = least;
    sheet->cells = most - least + 1;
}

static float distance_to_focus(const struct plan *plan, int row)
{
    const struct plan_seat *seat = &plan->seats[plan->rows[row].first + plan->rows[row].count / 2];
    float x = seat->x - plan->focal_x, y = seat->y - plan->focal_y;
    return x * x + y * y;
}

/* Keeps the focus inside, half a window at a time. */
static int scroll(int focus, int shown, int total)
{
    int from = focus - shown / 2;
    if (from > total - shown)
        from = total - shown;
    return from < 0 || total <= shown ? 0 : from;
}

static struct sheet sheet_of(const struct map_look *look, struct area picture)
{
    const struct plan *plan = look->view->model->map.plan;
    const struct plan_section *section = &plan->sections[look->map->section];
    const struct plan_seat *focus = &plan->seats[look->map->seat];
    struct sheet sheet = {.plan = plan, .section = section};
    int last = section->first_row + section->row_count - 1;
    int columns = picture.columns - 2 * LABEL_COLUMNS - 2;
    measure(&sheet);
    sheet.scale = sheet.cells * 2 <= columns ? 2 : 1;
    sheet.shown_cells = columns / sheet.scale < sheet.cells ? columns / sheet.scale : sheet.cells;
    sheet.shown_cells = sheet.shown_cells > 0 ? sheet.shown_cells : 1;
    sheet.left =
        sheet.least_cell + scroll(focus->cell - sheet.least_cell, sheet.shown_cells, sheet.cells);
    sheet.stage_above =
        distance_to_focus(plan, section->first_row) <= distance_to_focus(plan, last);
    int rows = picture.rows - STAGE_ROWS - HEAD_ROWS;
    int width = sheet.shown_cells * sheet.scale;
    sheet.first_row =
        section->first_row + scroll(focus->row - section->first_row, rows, section->row_count);
    sheet.seats = area_part(picture, HEAD_ROWS + (sheet.stage_above ? STAGE_ROWS : 0),
                            (picture.columns - width) / 2, rows > 0 ? rows : 0, width + 1);
    return sheet;
}

static int column_of(const struct sheet *sheet, int seat)
{
    return (sheet->plan->seats[seat].cell - sheet->left) * sheet->scale;
}

static bool in_sheet(const struct sheet *sheet, int seat)
{
    int cell = sheet->plan->seats[seat].cell - sheet->left;
    return cell >= 0 && cell < sheet->shown_cells;
}

/* ---- drawing ------------------------------------------------------------------------------ */

static void draw_stage(const struct map_look *look, const struct sheet *sheet,
                       struct canvas *canvas, struct area picture)
{
    char line[128] = "";
    const char *edge = glyph_text(look->view->tier, GLYPH_STAGE);
    size_t used = 0;
    for (int i = 0; i < 5; i++)
        used += strlen(strcpy(line + used, edge));
    /* L10N: spaced letters between lines, on the side of a section where the stage is; 20 columns
     */
    const char *word = _("S T A G E");
    text_copy(line + used, sizeof line - used - 32, "  ");
    used += 2;
    text_copy(line + used, sizeof line - used - 24, word);
    used = strlen(line);
    text_copy(line + used, sizeof line - used, "  ");
    used += 2;
    for (int i = 0; i < 5; i++)
        used += strlen(strcpy(line + used, edge));
    int row = sheet->stage_above ? 0 : picture.rows - 1;
    draw_centred(canvas, area_part(picture, row, 0, 1, -1), 0, STYLE_DIM, line);
}

/* Numbers where a run of the focused row begins and ends. */
static void draw_numbers(const struct map_look *look, const struct sheet *sheet,
                         struct canvas *canvas, struct area picture)
{
    const struct plan *plan = sheet->plan;
    const struct plan_row *row = &plan->rows[plan->seats[look->map->seat].row];
    struct area line = area_part(picture, sheet->stage_above ? STAGE_ROWS : 0, 0, 1, -1);
    int shift = sheet->seats.column - picture.column, free_from = 0;
    for (int i = row->first; i < row->first + row->count; i++) {
        bool first = !plan_neighbours(plan, i - 1, i), last = !plan_neighbours(plan, i, i + 1);
        const char *number = plan_seat_number(plan, &plan->seats[i]);
        int at = shift + column_of(sheet, i) - (last && !first ? text_columns(number) - 1 : 0);
        if ((first || last) && in_sheet(sheet, i) && at >= free_from)
            free_from = draw_text(canvas, line, 0, at, STYLE_DIM, number) + 1;
    }
}

static void draw_marks(const struct map_look *look, const struct sheet *sheet,
                       struct canvas *canvas, int row, int seat)
{
    int column = column_of(sheet, seat);
    bool focus = seat == look->map->seat;
    /* In the seat's own style: changing colours for the cursor would double what a step costs. */
    enum style own = map_glyph_of(look, seat).style;
    enum style style = own == STYLE_SEAT_MINE || own == STYLE_SEAT_CONFLICT ? STYLE_TEXT : own;
    if (!focus && !map_is_marked(look->map, seat))
        return;
    if (sheet->scale == 1) {
        draw_restyle(canvas, area_part(sheet->seats, row, column, 1, 1),
                     focus ? STYLE_FOCUS : STYLE_MARK);
    } else {
        struct area around = sheet->seats;
        around.column--;
        around.columns += 2;
        draw_text(canvas, around, row, column, style, focus ? ">" : "[");
        draw_text(canvas, around, row, column + 2, style, focus ? "<" : "]");
    }
    if (focus)
        draw_cursor(canvas, sheet->seats, row, column);
}

static void draw_labels(const struct sheet *sheet, struct canvas *canvas, struct area picture,
                        int row, const char *label)
{
    char text[ROW_TEXT];
    int left = sheet->seats.column - picture.column - LABEL_COLUMNS - 1;
    int right = sheet->seats.column - picture.column + sheet->seats.columns + 1;
    int line = sheet->seats.row - picture.row + row;
    bool more_left = sheet->left > sheet->least_cell;
    bool more_right = sheet->left + sheet->shown_cells < sheet->least_cell + sheet->cells;
    text_fit(text, sizeof text, label, LABEL_COLUMNS - 1, false);
    draw_text(canvas, picture, line, left, STYLE_STRONG, text);
    draw_text(canvas, picture, line, right, STYLE_STRONG, text);
    if (more_left)
        draw_text(canvas, picture, line, left + LABEL_COLUMNS - 1, STYLE_STRONG, "<");
    if (more_right)
        draw_text(canvas, picture, line, right - 1, STYLE_STRONG, ">");
}

static void draw_row(const struct map_look *look, const struct sheet *sheet, struct canvas *canvas,
                     struct area picture, int row_no)
{
    const struct plan_row *row = &sheet->plan->rows[row_no];
    int line = row_no - sheet->first_row;
    draw_labels(sheet, canvas, picture, line, row->label);
    for (int i = row->first; i < row->first + row->count; i++) {
        struct map_glyph glyph = map_glyph_of(look, i);
        if (in_sheet(sheet, i))
            draw_text(canvas, sheet->seats, line, column_of(sheet, i), glyph.style, glyph.text);
    }
    for (int i = row->first; i < row->first + row->count; i++)
        if (in_sheet(sheet, i))
            draw_marks(look, sheet, canvas, line, i);
}

void section_draw(const struct map_look *look, struct canvas *canvas, struct area picture)
{
    struct sheet sheet = sheet_of(look, picture);
    int end = sheet.section->first_row + sheet.section->row_count;
    draw_stage(look, &sheet, canvas, picture);
    draw_numbers(look, &sheet, canvas, picture);
    for (int row = sheet.first_row; row < end && row < sheet.first_row + sheet.seats.rows; row++)
        draw_row(look, &sheet, canvas, picture, row);
}

/* ---- clicks ------------------------------------------------------------------------------- */

int section_seat_at(const struct map_look *look, struct area picture, int row, int column)
{
    struct sheet sheet = sheet_of(look, picture);
    int row_no = sheet.first_row + picture.row + row - sheet.seats.row;
    int from_left = picture.column + column - sheet.seats.column;
    int end = sheet.section->first_row + sheet.section->row_count;
    if (row_no < sheet.first_row || row_no >= end || from_left < 0)
        return -1;
    const struct plan_row *line = &sheet.plan->rows[row_no];
    for (int i = line->first; i < line->first + line->count; i++)
        if (in_sheet(&sheet, i) && column_of(&sheet, i) == from_left / sheet.scale * sheet.scale)
            return i;
    return -1;
}

/* ---- moving ------------------------------------------------------------------------------- */

int section_across(const struct plan *plan, int seat, int rows)
{
    const struct plan_section *section = plan_section_of(plan, seat);
    int last = section->first_row + section->row_count - 1;
    int target = plan->seats[seat].row + rows, best = -1;
    target = target < section->first_row ? section->first_row : target > last ? last : target;
    const struct plan_row *row = &plan->rows[target];
    for (int i = row->first; i < row->first + row->count; i++)
        if (best < 0 || abs(plan->seats[i].cell - plan->seats[seat].cell) <
                            abs(plan->seats[best].cell - plan->seats[seat].cell))
            best = i;
    return best;
}
