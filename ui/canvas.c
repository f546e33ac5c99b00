#include "config.h"

#include "ui/canvas.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"

enum { LINE_TEXT = 1024 };

static int at_least(int value, int low)
{
    return value < low ? low : value;
}

static int at_most(int value, int high)
{
    return value > high ? high : value;
}

/* ---- cells -------------------------------------------------------------------------------- */

static struct cell *cell_at(const struct canvas *canvas, int row, int column)
{
    return &canvas->cells[row * canvas->columns + column];
}

static void cell_blank(struct cell *cell, enum style style)
{
    memset(cell, 0, sizeof *cell);
    cell->text[0] = ' ';
    cell->width = 1;
    cell->style = (uint8_t)style;
}

/* What is left of a wide character when one of its halves is drawn over. */
static void heal_neighbours(struct canvas *canvas, int row, int column)
{
    struct cell *cell = cell_at(canvas, row, column);
    if (cell->width == 0 && column > 0)
        cell_blank(cell - 1, (enum style)cell[-1].style);
    if (cell->width == 2 && column + 1 < canvas->columns)
        cell_blank(cell + 1, (enum style)cell[1].style);
}

struct canvas *canvas_new(int rows, int columns)
{
    struct canvas *canvas = x_alloc(sizeof *canvas);
    canvas->rows = at_most(at_least(rows, 1), CANVAS_MAX);
    canvas->columns = at_most(at_least(columns, 1), CANVAS_MAX);
    canvas->cells = x_alloc((size_t)canvas->rows * (size_t)canvas->columns * sizeof(struct cell));
    canvas->items = x_alloc((size_t)canvas->rows * sizeof *canvas->items);
    canvas_clear(canvas);
    return canvas;
}

void canvas_free(struct canvas **canvas)
{
    if (!*canvas)
        return;
    free((*canvas)->cells);
    free((*canvas)->items);
    free(*canvas);
    *canvas = NULL;
}

void canvas_clear(struct canvas *canvas)
{
    for (int i = 0; i < canvas->rows * canvas->columns; i++)
        cell_blank(&canvas->cells[i], STYLE_TEXT);
    for (int row = 0; row < canvas->rows; row++)
        canvas->items[row] = NO_ITEM;
    canvas->cursor_row = canvas->rows - 1;
    canvas->cursor_column = 0;
}

void canvas_copy(struct canvas *to, const struct canvas *from)
{
    assert(to->rows == from->rows && to->columns == from->columns);
    memcpy(to->cells, from->cells,
           (size_t)from->rows * (size_t)from->columns * sizeof *from->cells);
    to->cursor_row = from->cursor_row;
    to->cursor_column = from->cursor_column;
}

/* ---- areas -------------------------------------------------------------------------------- */

struct area canvas_area(const struct canvas *canvas)
{
    return (struct area){0, 0, canvas->rows, canvas->columns};
}

struct area area_part(struct area area, int row, int column, int rows, int columns)
{
    int rows_left = at_least(area.rows - row, 0), columns_left = at_least(area.columns - column, 0);
    return (struct area){area.row + row, area.column + column,
                         rows < 0 ? rows_left : at_most(rows, rows_left),
                         columns < 0 ? columns_left : at_most(columns, columns_left)};
}

/* Is this cell of the area on the canvas, too? */
static bool visible(const struct canvas *canvas, struct area area, int row, int column)
{
    return row >= 0 && row < area.rows && column >= 0 && column < area.columns &&
           area.row + row >= 0 && area.row + row < canvas->rows && area.column + column >= 0 &&
           area.column + column < canvas->columns;
}

/* ---- text --------------------------------------------------------------------------------- */

static void put_character(struct canvas *canvas, int row, int column, enum style style,
                          const char *text, int width)
{
    struct cell *cell = cell_at(canvas, row, column);
    heal_neighbours(canvas, row, column);
    if (width == 2)
        heal_neighbours(canvas, row, column + 1);
    memset(cell, 0, sizeof *cell);
    text_copy(cell->text, sizeof cell->text, text);
    cell->width = (uint8_t)width;
    cell->style = (uint8_t)style;
    if (width == 2) {
        memset(&cell[1], 0, sizeof cell[1]);
        cell[1].style = (uint8_t)style;
    }
}

/* Takes one character with its marks off *at as it may be drawn; returns its width. */
static int take_character(const char **at, const char *end, char out[CELL_TEXT])
{
    const char *from = *at;
    int width = text_char_columns(text_next(at, end)), marks = 0;
    const char *kept = *at;
    while (*at < end) {
        const char *mark = *at;
        if (text_char_columns(text_next(at, end)) != 0) {
            *at = mark;
            break;
        }
        kept = ++marks <= CELL_MARKS ? *at : kept;
    }
    char bytes[CELL_TEXT];
    memcpy(bytes, from, (size_t)(kept - from));
    bytes[kept - from] = '\0';
    text_fit(out, CELL_TEXT, bytes, 2, false);
    return width < 0 ? 1 : width;
}

int draw_text(struct canvas *canvas, struct area area, int row, int column, enum style style,
              const char *text)
{
    const char *end = text + strlen(text);
    while (text < end) {
        char character[CELL_TEXT];
        int width = take_character(&text, end, character);
        if (column + width > area.columns)
            break;
        /* A mark with nothing before it would change the cell left of this text. */
        if (width == 0)
            continue;
        if (visible(canvas, area, row, column) && visible(canvas, area, row, column + width - 1))
            put_character(canvas, area.row + row, area.column + column, style, character, width);
        column += width;
    }
    return column;
}

int draw_printf(struct canvas *canvas, struct area area, int row, int column, enum style style,
                const char *fmt, ...)
{
    char line[LINE_TEXT];
    va_list args;
    va_start(args, fmt);
    vsnprintf(line, sizeof line, fmt, args);
    va_end(args);
    return draw_text(canvas, area, row, column, style, line);
}

/* Where the last gap of so many blanks begins; 0: nowhere. The end itself is no gap. */
static size_t last_gap(const char *text, int blanks)
{
    size_t length = strlen(text);
    for (size_t at = length > 1 ? length - 1 : 0; at > 0; at--)
        if (text[at] == ' ' && text[at - 1] != ' ' && (blanks == 1 || text[at + 1] == ' '))
            return at;
    return 0;
}

int draw_words(struct canvas *canvas, struct area area, int row, int column, enum style style,
               const char *text)
{
    char kept[LINE_TEXT];
    text_copy(kept, sizeof kept, text);
    while (*kept && text_columns(kept) > area.columns - column) {
        size_t wide = last_gap(kept, 2);
        kept[wide ? wide : last_gap(kept, 1)] = '\0';
    }
    return draw_text(canvas, area, row, column, style, kept);
}

/* Blanks at the end are no text. */
static int written_columns(const char *text)
{
    int columns = text_columns(text);
    for (size_t length = strlen(text); length > 0 && text[length - 1] == ' '; length--)
        columns--;
    return columns;
}

static const char cut_off[] = "...";

int draw_cut(struct canvas *canvas, struct area area, int row, int column, enum style style,
             const char *text)
{
    int room = area.columns - column, kept = room - (int)strlen(cut_off);
    if (written_columns(text) <= room || kept <= 0)
        return draw_text(canvas, area, row, column, style, text);
    draw_text(canvas, area_part(area, 0, 0, -1, column + kept), row, column, style, text);
    return draw_text(canvas, area, row, column + kept, style, cut_off);
}

int draw_either(struct canvas *canvas, struct area row, enum style style, const char *text,
                const char *brief)
{
    return draw_text(canvas, row, 0, 0, style, text_columns(text) > row.columns ? brief : text);
}

int draw_right(struct canvas *canvas, struct area area, int row, enum style style, const char *text)
{
    int column = at_least(area.columns - text_columns(text), 0);
    draw_text(canvas, area, row, column, style, text);
    return column;
}

void draw_centred(struct canvas *canvas, struct area area, int row, enum style style,
                  const char *text)
{
    int column = at_least((area.columns - text_columns(text)) / 2, 0);
    draw_text(canvas, area, row, column, style, text);
}

void draw_repeat(struct canvas *canvas, struct area area, int row, int column, enum style style,
                 const char *text, int count)
{
    for (int i = 0; i < count; i++)
        column = draw_text(canvas, area, row, column, style, text);
}

void draw_blank(struct canvas *canvas, struct area area, enum style style)
{
    for (int row = 0; row < area.rows; row++)
        draw_repeat(canvas, area, row, 0, style, " ", area.columns);
}

void draw_restyle(struct canvas *canvas, struct area area, enum style style)
{
    for (int row = 0; row < area.rows; row++)
        for (int column = 0; column < area.columns; column++)
            if (visible(canvas, area, row, column))
                cell_at(canvas, area.row + row, area.column + column)->style = (uint8_t)style;
}

static void draw_edge(struct canvas *canvas, struct area area, int row, enum style style,
                      const char *const parts[3])
{
    draw_text(canvas, area, row, 0, style, parts[0]);
    draw_repeat(canvas, area, row, 1, style, parts[1], area.columns - 2);
    draw_text(canvas, area, row, area.columns - 1, style, parts[2]);
}

void draw_item(struct canvas *canvas, struct area row, int item)
{
    if (row.rows > 0 && row.row >= 0 && row.row < canvas->rows)
        canvas->items[row.row] = item;
}

struct area draw_frame(struct canvas *canvas, struct area area, enum tier tier, enum style style,
                       const char *title)
{
    const char *top[] = {glyph_text(tier, GLYPH_TOP_LEFT), glyph_text(tier, GLYPH_ACROSS),
                         glyph_text(tier, GLYPH_TOP_RIGHT)};
    const char *bottom[] = {glyph_text(tier, GLYPH_BOTTOM_LEFT), top[1],
                            glyph_text(tier, GLYPH_BOTTOM_RIGHT)};
    draw_blank(canvas, area, style);
    for (int row = 0; row < area.rows; row++)
        draw_item(canvas, area_part(area, row, 0, 1, -1), NO_ITEM);
    draw_edge(canvas, area, 0, style, top);
    draw_edge(canvas, area, area.rows - 1, style, bottom);
    for (int row = 1; row < area.rows - 1; row++) {
        draw_text(canvas, area, row, 0, style, glyph_text(tier, GLYPH_DOWN));
        draw_text(canvas, area, row, area.columns - 1, style, glyph_text(tier, GLYPH_DOWN));
    }
    if (*title) {
        struct area edge = area_part(area, 0, 2, 1, at_least(area.columns - 4, 0));
        draw_printf(canvas, edge, 0, 0, style, " %s ", title);
    }
    return area_part(area, 1, 2, at_least(area.rows - 2, 0), at_least(area.columns - 4, 0));
}

/* Bytes of text that fit into the columns, broken between words if there is a place. */
static size_t line_length(const char *text, int columns)
{
    const char *at = text, *end = text + strcspn(text, "\n"), *blank = NULL;
    int used = 0;
    while (at < end) {
        const char *from = at;
        int width = text_char_columns(text_next(&at, end));
        if (*from == ' ')
            blank = from;
        used += width < 0 ? 1 : width;
        if (used > columns)
            return (size_t)((blank ? blank : from > text ? from : at) - text);
    }
    return (size_t)(end - text);
}

/*
 * The path in which text goes on at `word`, or behind the blank there, loses so many columns of its
 * middle that where it is and the name at its end are both seen. False: it is none, or too short.
 */
static bool draw_around_path(struct canvas *canvas, struct area row, enum style style,
                             const char *text, const char *word)
{
    char before[LINE_TEXT], path[LINE_TEXT], head[LINE_TEXT];
    word += strspn(word, " ");
    while (word > text && word[-1] != ' ')
        word--;
    snprintf(before, sizeof before, "%.*s", (int)(word - text), text);
    snprintf(path, sizeof path, "%.*s", (int)strcspn(word, " "), word);
    const char *name = strrchr(path, '/');
    int left = name ? row.columns - text_columns(text) + text_columns(path) - text_columns(name) -
                          (int)strlen(cut_off)
                    : 0;
    if (left <= 0)
        return false;
    text_fit(head, sizeof head, path, left, false);
    const char *const parts[] = {before, head, cut_off, name, word + strlen(path)};
    for (int i = 0, column = 0; i < COUNT_OF(parts); i++)
        column = draw_text(canvas, row, 0, column, style, parts[i]);
    return true;
}

void draw_sentence(struct canvas *canvas, struct area row, enum style style, const char *text)
{
    char kept[LINE_TEXT];
    int room = row.columns - (int)strlen(cut_off);
    if (written_columns(text) <= row.columns || room <= 0) {
        draw_text(canvas, row, 0, 0, style, text);
        return;
    }
    size_t length = line_length(text, room);
    if (draw_around_path(canvas, row, style, text, text + length))
        return;
    snprintf(kept, sizeof kept, "%.*s", (int)length, text);
    if (text_columns(kept) < room / 2) { /* a long word: rather half of it than none */
        draw_cut(canvas, row, 0, 0, style, text);
        return;
    }
    int column = draw_text(canvas, row, 0, 0, style, kept);
    draw_text(canvas, row, 0, column, style, cut_off);
}

static void draw_line(struct canvas *canvas, struct area row, enum style style, const char *text,
                      size_t length)
{
    char line[LINE_TEXT];
    snprintf(line, sizeof line, "%.*s", (int)length, text);
    draw_sentence(canvas, row, style, line);
}

int draw_wrapped(struct canvas *canvas, struct area area, enum style style, const char *text)
{
    int row = 0;
    for (; *text && row < area.rows; row++) {
        size_t length = line_length(text, at_least(area.columns, 1));
        if (row == area.rows - 1 && text[length])
            length = strcspn(text, "\n"); /* there is no row for the rest */
        draw_line(canvas, area_part(area, row, 0, 1, -1), style, text, length);
        text += length;
        text += *text == '\n' || *text == ' ';
    }
    return row;
}

void draw_cursor(struct canvas *canvas, struct area area, int row, int column)
{
    canvas->cursor_row = at_most(at_least(area.row + row, 0), canvas->rows - 1);
    canvas->cursor_column = at_most(at_least(area.column + column, 0), canvas->columns - 1);
}

/* ---- looking ------------------------------------------------------------------------------ */

const struct cell *canvas_at(const struct canvas *canvas, int row, int column)
{
    assert(row >= 0 && row < canvas->rows && column >= 0 && column < canvas->columns);
    return cell_at(canvas, row, column);
}

bool cell_equal(const struct cell *a, const struct cell *b)
{
    return a->style == b->style && a->width == b->width && strcmp(a->text, b->text) == 0;
}

bool canvas_equal(const struct canvas *a, const struct canvas *b)
{
    if (a->rows != b->rows || a->columns != b->columns)
        return false;
    for (int i = 0; i < a->rows * a->columns; i++)
        if (!cell_equal(&a->cells[i], &b->cells[i]))
            return false;
    return true;
}

static size_t without_blanks(const char *text, size_t from, size_t used)
{
    while (used > from && text[used - 1] == ' ')
        used--;
    return used;
}

char *canvas_text(const struct canvas *canvas, struct arena *arena)
{
    size_t room = (size_t)canvas->rows * ((size_t)canvas->columns * CELL_TEXT + 1) + 1, used = 0;
    char *out = arena_alloc(arena, room);
    for (int row = 0; row < canvas->rows; row++) {
        size_t from = used;
        for (int column = 0; column < canvas->columns; column++) {
            const char *text = cell_at(canvas, row, column)->text;
            size_t length = strlen(text);
            memcpy(out + used, text, length);
            used += length;
        }
        used = without_blanks(out, from, used);
        out[used++] = '\n';
    }
    out[used] = '\0';
    return out;
}

/* A blank in plain text has no letter, so that a picture stays readable. */
char *canvas_styles(const struct canvas *canvas, struct arena *arena)
{
    char *out = arena_alloc(arena, (size_t)canvas->rows * ((size_t)canvas->columns + 1) + 1);
    size_t used = 0;
    for (int row = 0; row < canvas->rows; row++) {
        size_t from = used;
        for (int column = 0; column < canvas->columns; column++) {
            const struct cell *cell = cell_at(canvas, row, column);
            bool nothing = cell->style == STYLE_TEXT && strcmp(cell->text, " ") == 0;
            out[used++] = nothing ? ' ' : style_letter((enum style)cell->style);
        }
        used = without_blanks(out, from, used);
        out[used++] = '\n';
    }
    out[used] = '\0';
    return out;
}
