#include "config.h"

#include "ui/term_paint.h"

#include <string.h>
#include <wchar.h>
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "src/base/text.h"

void painter_init(struct painter *painter, enum colour_depth depth, bool light)
{
    *painter = (struct painter){.tier = TIER_ASCII};
    theme_init(&painter->theme, depth, light);
}

void painter_done(struct painter *painter)
{
    canvas_free(&painter->shown);
}

void painter_forget(struct painter *painter)
{
    canvas_free(&painter->shown);
    painter->afresh = true;
}

/* ---- looks -------------------------------------------------------------------------------- */

static bool coloured(const struct look *look)
{
    return look->fg != COLOUR_DEFAULT || look->bg != COLOUR_DEFAULT;
}

/* One pair a style that has colours: far below the 64 of the Linux console. */
static void make_pairs(struct painter *painter)
{
    if (painter->theme.depth == DEPTH_MONO || painter->pairs_made)
        return;
    bool defaults = use_default_colors() == OK;
    for (int i = 0; i < STYLE_COUNT; i++) {
        const struct look *look = &painter->theme.looks[i];
        short fg = look->fg == COLOUR_DEFAULT && !defaults ? COLOR_WHITE : look->fg;
        short bg = look->bg == COLOUR_DEFAULT && !defaults ? COLOR_BLACK : look->bg;
        if (coloured(look))
            init_pair((short)(i + 1), fg, bg);
    }
    painter->pairs_made = true;
}

static attr_t attrs_of(const struct look *look)
{
    return (look->attrs & LOOK_BOLD ? A_BOLD : A_NORMAL) |
           (look->attrs & LOOK_REVERSE ? A_REVERSE : A_NORMAL) |
           (look->attrs & LOOK_UNDERLINE ? A_UNDERLINE : A_NORMAL);
}

/* ---- cells -------------------------------------------------------------------------------- */

/* The C library and we must agree how wide it is, or curses loses count; else it is a '?'. */
static bool same_width(const wchar_t *text, int width)
{
    if (wcwidth(text[0]) != width)
        return false;
    for (int i = 1; text[i]; i++)
        if (wcwidth(text[i]) != 0)
            return false;
    return true;
}

static void wide_text(const struct cell *cell, enum tier tier, wchar_t out[CCHARW_MAX + 1])
{
    const char *text = tier == TIER_ASCII ? glyph_fold(cell->text) : cell->text;
    const char *at = text, *end = text + strlen(text);
    int count = 0;
    while (at < end && count < CCHARW_MAX)
        out[count++] = (wchar_t)text_next(&at, end);
    out[count] = L'\0';
    bool folded = tier == TIER_ASCII && cell->width == 2;
    if (count == 0 || (!folded && !same_width(out, cell->width))) {
        out[0] = L'?';
        out[1] = L'\0';
    }
}

static void put_wide(struct painter *painter, int row, int column, const wchar_t *text,
                     enum style style)
{
    const struct look *look = &painter->theme.looks[style];
    cchar_t shown;
    short pair = painter->theme.depth != DEPTH_MONO && coloured(look) ? (short)(style + 1) : 0;
    setcchar(&shown, text, attrs_of(look), pair, NULL);
    mvadd_wch(row, column, &shown);
}

static void put_cell(struct painter *painter, const struct canvas *canvas, int row, int column)
{
    const struct cell *cell = canvas_at(canvas, row, column);
    wchar_t text[CCHARW_MAX + 1];
    if (cell->width == 0)
        return;
    wide_text(cell, painter->tier, text);
    put_wide(painter, row, column, text, (enum style)cell->style);
    if (cell->width == 2 && wcwidth(text[0]) == 1)
        put_wide(painter, row, column + 1, L" ", (enum style)cell->style);
}

/* A wide character and what it covers change together. */
static bool differs(const struct painter *painter, const struct canvas *canvas, int row, int column)
{
    const struct cell *now = canvas_at(canvas, row, column);
    const struct cell *was = painter->shown ? canvas_at(painter->shown, row, column) : NULL;
    if (!was || !cell_equal(was, now))
        return true;
    return now->width == 2 && !cell_equal(was + 1, now + 1);
}

static bool same_size(const struct canvas *a, const struct canvas *b)
{
    return a->rows == b->rows && a->columns == b->columns;
}

void painter_show(struct painter *painter, const struct canvas *canvas)
{
    make_pairs(painter);
    if (painter->shown && !same_size(painter->shown, canvas))
        canvas_free(&painter->shown);
    if (!painter->shown)
        erase();
    for (int row = 0; row < canvas->rows; row++)
        for (int column = 0; column < canvas->columns; column++)
            if (differs(painter, canvas, row, column))
                put_cell(painter, canvas, row, column);
    if (painter->afresh)
        clearok(curscr, TRUE);
    painter->afresh = false;
    move(canvas->cursor_row, canvas->cursor_column);
    wnoutrefresh(stdscr);
    doupdate();
    if (!painter->shown)
        painter->shown = canvas_new(canvas->rows, canvas->columns);
    canvas_copy(painter->shown, canvas);
}
