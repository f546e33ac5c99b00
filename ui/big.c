#include "config.h"

#include "ui/big.h"

#include <string.h>

enum { DIGIT_COLUMNS = 5, POINT_COLUMNS = 2, SPACE = 1 };

/* Rows from the top, the leftmost column is the highest of five bits. */
static const unsigned char digits[10][BIG_ROWS] = {
    {0x1f, 0x11, 0x11, 0x11, 0x1f}, {0x04, 0x0c, 0x04, 0x04, 0x0e}, {0x1f, 0x01, 0x1f, 0x10, 0x1f},
    {0x1f, 0x01, 0x0f, 0x01, 0x1f}, {0x11, 0x11, 0x1f, 0x01, 0x01}, {0x1f, 0x10, 0x1f, 0x01, 0x1f},
    {0x1f, 0x10, 0x1f, 0x11, 0x1f}, {0x1f, 0x01, 0x02, 0x04, 0x04}, {0x1f, 0x11, 0x1f, 0x11, 0x1f},
    {0x1f, 0x11, 0x1f, 0x01, 0x1f}};
static const unsigned char dash[BIG_ROWS] = {0, 0, 0x1f, 0, 0};
static const unsigned char point[BIG_ROWS] = {0, 0, 0, 0, 0x10};
static const unsigned char comma[BIG_ROWS] = {0, 0, 0, 0x08, 0x10};
static const unsigned char blank[BIG_ROWS] = {0};

static const unsigned char *shape_of(char c)
{
    if (c >= '0' && c <= '9')
        return digits[c - '0'];
    return c == '-' ? dash : c == '.' ? point : c == ',' ? comma : blank;
}

static int columns_of(char c)
{
    return c == '.' || c == ',' || c == ' ' ? POINT_COLUMNS : DIGIT_COLUMNS;
}

int big_columns(const char *text)
{
    int columns = 0;
    for (; *text; text++)
        columns += columns_of(*text) + (text[1] ? SPACE : 0);
    return columns;
}

static void draw_one(struct canvas *canvas, struct area area, const char *cell, enum style style,
                     const unsigned char *shape)
{
    for (int row = 0; row < BIG_ROWS; row++)
        for (int column = 0; column < DIGIT_COLUMNS; column++)
            if (shape[row] >> (DIGIT_COLUMNS - 1 - column) & 1)
                draw_text(canvas, area, row, column, style, cell);
}

void big_draw(struct canvas *canvas, struct area area, enum tier tier, enum style style,
              const char *text)
{
    const char *cell = tier == TIER_ASCII ? "#" : "\u2588";
    for (int column = 0; *text; text++) {
        draw_one(canvas, area_part(area, 0, column, -1, -1), cell, style, shape_of(*text));
        column += columns_of(*text) + SPACE;
    }
}
