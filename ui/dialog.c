#include "config.h"

#include "ui/dialog.h"

#include <string.h>

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

struct area dialog_place(struct area body, int rows, int columns)
{
    rows = smaller(rows, body.rows);
    columns = smaller(columns, body.columns);
    return area_part(body, body.rows - rows, (body.columns - columns) / 2, rows, columns);
}

static bool is_upright(const struct canvas *canvas, enum tier tier, int row, int column)
{
    static const enum glyph edges[] = {GLYPH_DOWN, GLYPH_TOP_LEFT, GLYPH_TOP_RIGHT,
                                       GLYPH_BOTTOM_LEFT, GLYPH_BOTTOM_RIGHT};
    const char *text = canvas_at(canvas, row, column)->text;
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++)
        if (strcmp(text, glyph_text(tier, edges[i])) == 0)
            return true;
    return false;
}

/* From the column on, step by step to one side. */
static void clear_side(struct canvas *canvas, enum tier tier, int row, int column, int step)
{
    int end = column;
    while (end >= 0 && end < canvas->columns && !is_upright(canvas, tier, row, end))
        end += step;
    bool edge = end >= 0 && end < canvas->columns;
    enum style style = edge ? (enum style)canvas_at(canvas, row, end)->style : STYLE_TEXT;
    int from = step > 0 ? column : end + 1, to = step > 0 ? end : column + 1;
    draw_blank(canvas, (struct area){row, from, 1, to - from}, style);
}

struct area dialog_draw(struct canvas *canvas, struct area frame, enum tier tier, const char *title)
{
    for (int row = frame.row; row < frame.row + frame.rows && row < canvas->rows; row++) {
        clear_side(canvas, tier, row, frame.column - 1, -1);
        clear_side(canvas, tier, row, frame.column + frame.columns, 1);
    }
    return draw_frame(canvas, frame, tier, STYLE_DIALOG, title);
}
