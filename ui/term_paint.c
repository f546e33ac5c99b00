#include "config.h"

#include "ui/term_paint.h"

#include <string.h>
#include <wchar.h>

#include "src/base/text.h"

/* Writing a few cells over again is shorter than going around them. */
enum { REWRITE_MOST = 3, CLEAR_LEAST = 4, WIDE_TEXT = CELL_MARKS + 2 };

void painter_init(struct painter *painter, enum colour_depth depth, bool light)
{
    *painter = (struct painter){.tier = TIER_ASCII};
    theme_init(&painter->theme, depth, light);
    pen_init(&painter->pen, depth);
}

void painter_done(struct painter *painter)
{
    canvas_free(&painter->shown);
    pen_done(&painter->pen);
}

void painter_forget(struct painter *painter)
{
    canvas_free(&painter->shown);
    pen_forget(&painter->pen);
}

/* ---- cells -------------------------------------------------------------------------------- */

/* The C library and we must agree how wide it is, or the terminal might not; else it is a '?'. */
static bool same_width(const char *text, int width)
{
    const char *at = text, *end = text + strlen(text);
    for (bool first = true; at < end; first = false)
        if (wcwidth((wchar_t)text_next(&at, end)) != (first ? width : 0))
            return false;
    return true;
}

static const char *shown_text(const struct painter *painter, const struct cell *cell)
{
    const char *text = painter->tier == TIER_ASCII ? glyph_fold(cell->text) : cell->text;
    if (!*text)
        return "?";
    return painter->tier == TIER_ASCII || same_width(text, cell->width) ? text : "?";
}

/* Nothing of a look is seen on a blank but these. */
static bool is_blank(const struct painter *painter, const struct cell *cell)
{
    const struct look *look = &painter->theme.looks[cell->style];
    return strcmp(cell->text, " ") == 0 && look->bg == COLOUR_DEFAULT &&
           !(look->attrs & (LOOK_REVERSE | LOOK_UNDERLINE));
}

/* A wide character and what it covers change together. */
static bool differs(const struct painter *painter, const struct canvas *canvas, int row, int column)
{
    const struct cell *now = canvas_at(canvas, row, column);
    const struct cell *was = canvas_at(painter->shown, row, column);
    if (is_blank(painter, now) && is_blank(painter, was))
        return false;
    if (!cell_equal(was, now))
        return true;
    return now->width == 2 && !cell_equal(was + 1, now + 1);
}

static void put_cell(struct painter *painter, const struct canvas *canvas, int row, int column)
{
    const struct cell *cell = canvas_at(canvas, row, column);
    const char *text = shown_text(painter, cell);
    int width = text == cell->text ? cell->width : 1;
    pen_text(&painter->pen, text, width);
    if (width < cell->width)
        pen_text(&painter->pen, " ", cell->width - width);
}

/* ---- rows --------------------------------------------------------------------------------- */

/* From the pen to a cell in its row: over a few cells that stay as they are, if they are written
 * the same way as the pen writes now; else by moving. */
static bool can_rewrite(const struct painter *painter, const struct canvas *canvas, int row,
                        int column)
{
    const struct pen *pen = &painter->pen;
    if (pen->row != row || pen->column > column || column - pen->column > REWRITE_MOST)
        return false;
    for (int i = pen->column; i < column; i++) {
        const struct cell *cell = canvas_at(canvas, row, i);
        if (cell->width != 1 || (unsigned char)cell->text[0] >= 0x80 ||
            !pen_writes_so(pen, &painter->theme.looks[cell->style]))
            return false;
    }
    return true;
}

static void go_to(struct painter *painter, const struct canvas *canvas, int row, int column)
{
    if (can_rewrite(painter, canvas, row, column))
        for (int i = painter->pen.column; i < column; i++)
            put_cell(painter, canvas, row, i);
    pen_move(&painter->pen, row, column);
}

/* Where a row's blank end begins. */
static int blank_from(const struct painter *painter, const struct canvas *canvas, int row)
{
    int column = canvas->columns;
    while (column > 0 && is_blank(painter, canvas_at(canvas, row, column - 1)))
        column--;
    return column;
}

static bool corner(const struct painter *painter, const struct canvas *canvas, int row, int column)
{
    return painter->pen.corner_scrolls && row == canvas->rows - 1 && column == canvas->columns - 1;
}

static void clear_end(struct painter *painter, const struct canvas *canvas, int row, int from)
{
    int changed = 0, first = canvas->columns;
    for (int column = canvas->columns - 1; column >= from; column--)
        if (differs(painter, canvas, row, column)) {
            changed++;
            first = column;
        }
    if (changed == 0)
        return;
    go_to(painter, canvas, row, first);
    pen_clear_end(&painter->pen);
}

static void show_row(struct painter *painter, const struct canvas *canvas, int row)
{
    int end = pen_clears_end(&painter->pen) ? blank_from(painter, canvas, row) : canvas->columns;
    for (int column = 0; column < end; column++) {
        const struct cell *cell = canvas_at(canvas, row, column);
        if (cell->width == 0 || corner(painter, canvas, row, column) ||
            !differs(painter, canvas, row, column))
            continue;
        go_to(painter, canvas, row, column);
        pen_look(&painter->pen, &painter->theme.looks[cell->style]);
        put_cell(painter, canvas, row, column);
    }
    clear_end(painter, canvas, row, end);
}

/* ---- the whole ---------------------------------------------------------------------------- */

static bool same_size(const struct canvas *a, const struct canvas *b)
{
    return a->rows == b->rows && a->columns == b->columns;
}

/* A screen of blanks is what a cleared terminal shows. */
static void begin_afresh(struct painter *painter, const struct canvas *canvas)
{
    canvas_free(&painter->shown);
    painter->shown = canvas_new(canvas->rows, canvas->columns);
    pen_forget(&painter->pen);
    pen_clear(&painter->pen);
}

const char *painter_show(struct painter *painter, const struct canvas *canvas, size_t *size)
{
    struct pen *pen = &painter->pen;
    pen_begin(pen, canvas->columns);
    if (!painter->shown || !same_size(painter->shown, canvas))
        begin_afresh(painter, canvas);
    bool stays =
        pen->row == canvas->cursor_row && pen->column == canvas->cursor_column && pen_save(pen);
    size_t before = pen->used;
    for (int row = 0; row < canvas->rows; row++)
        show_row(painter, canvas, row);
    if (stays && pen->used == before)
        pen_unsave(pen); /* nothing was drawn: nothing to come back from */
    else if (stays)
        pen_restore(pen);
    pen_move(pen, canvas->cursor_row, canvas->cursor_column);
    canvas_copy(painter->shown, canvas);
    *size = pen->used;
    return pen->bytes;
}
