/*
 * A grid of cells to draw on: characters with their marks, how wide they are, and a style.
 *
 * Pure memory, no terminal: screens draw here, tests look here, and ui/term_paint.c shows the
 * difference from what stands on the terminal already. Whatever is drawn outside is dropped, so
 * no drawing function has to know how big the terminal is.
 *
 * Text comes from strangers: it is clipped by columns, a wide character is never halved, control
 * characters and bidi overrides become '?'.
 */
#ifndef LOGE_UI_CANVAS_H
#define LOGE_UI_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/arena.h"
#include "ui/glyph.h"
#include "ui/style.h"

enum {
    CELL_TEXT = 24, /* a character and its marks of up to 4 bytes each, and the end */
    CELL_MARKS = 4, /* more marks on one character are dropped, as curses would */
    NO_ITEM = -1,
    CANVAS_MAX = 1000, /* rows or columns; a terminal that claims more is not believed */
};

struct cell {
    char text[CELL_TEXT]; /* "" in the right half of a wide character */
    uint8_t width;        /* 1 or 2; 0 in the right half of a wide one */
    uint8_t style;        /* enum style */
};

struct canvas {
    int rows, columns;
    struct cell *cells;            /* rows * columns */
    int *items;                    /* a row: which item of a list stands there, or NO_ITEM */
    int cursor_row, cursor_column; /* where the terminal's cursor is parked: on the focus */
};

/* A part of a canvas. Drawing in it uses rows and columns from its top left, and is clipped. */
struct area {
    int row, column, rows, columns;
};

struct canvas *canvas_new(int rows, int columns) RETURNS_FRESH; /* blank */
void canvas_free(struct canvas **canvas);
void canvas_clear(struct canvas *canvas);
void canvas_copy(struct canvas *to, const struct canvas *from); /* of one size */

struct area canvas_area(const struct canvas *canvas); /* all of it */
/* The part of an area that begins at row and column; negative sizes mean "to the end". */
struct area area_part(struct area area, int row, int column, int rows, int columns);

/* Draws text from (row, column) of the area on; returns the column after it. */
int draw_text(struct canvas *canvas, struct area area, int row, int column, enum style style,
              const char *text);
int draw_printf(struct canvas *canvas, struct area area, int row, int column, enum style style,
                const char *fmt, ...) __attribute__((format(printf, 6, 7)));
/* As draw_text, but what does not fit is left out at a wide gap (two blanks), else at a blank, so
 * that no word and no "sold 80" is torn. */
int draw_words(struct canvas *canvas, struct area area, int row, int column, enum style style,
               const char *text);
/* As draw_text, but where text goes on beyond the area, its last three columns say so: "...". */
int draw_cut(struct canvas *canvas, struct area area, int row, int column, enum style style,
             const char *text);
/* The same of a sentence in a row of its own, which is cut between words; of a path in it the
 * middle goes rather than the name. */
void draw_sentence(struct canvas *canvas, struct area row, enum style style, const char *text);
/* As draw_text in the first row, with `brief` instead where `text` does not fit whole. */
int draw_either(struct canvas *canvas, struct area row, enum style style, const char *text,
                const char *brief);
/* Ends at the right edge of the area; returns the column it begins at. */
int draw_right(struct canvas *canvas, struct area area, int row, enum style style,
               const char *text);
void draw_centred(struct canvas *canvas, struct area area, int row, enum style style,
                  const char *text);
/* The same text `count` times side by side. */
void draw_repeat(struct canvas *canvas, struct area area, int row, int column, enum style style,
                 const char *text, int count);
void draw_blank(struct canvas *canvas, struct area area, enum style style);
void draw_restyle(struct canvas *canvas, struct area area, enum style style);
/* A frame around the area with a title in its upper edge; returns what is inside. */
struct area draw_frame(struct canvas *canvas, struct area area, enum tier tier, enum style style,
                       const char *title);
/* Text broken between words over the area's rows; returns the rows used. What is left over at the
 * end of the last one is cut as by draw_sentence. */
int draw_wrapped(struct canvas *canvas, struct area area, enum style style, const char *text);
/* In the area's first row stands this item of a list, until something else is drawn over it with
 * draw_frame: that is where a click on it goes. */
void draw_item(struct canvas *canvas, struct area row, int item);
/* Parks the cursor. */
void draw_cursor(struct canvas *canvas, struct area area, int row, int column);

const struct cell *canvas_at(const struct canvas *canvas, int row, int column);
bool cell_equal(const struct cell *a, const struct cell *b);
bool canvas_equal(const struct canvas *a, const struct canvas *b);

/* One line a row, blanks at the end dropped; text, then one letter of style a column. */
char *canvas_text(const struct canvas *canvas, struct arena *arena);
char *canvas_styles(const struct canvas *canvas, struct arena *arena);

#endif
