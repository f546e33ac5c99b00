/* A curve over its axes, as finely as the terminal can: braille dots, half blocks or stars. */
#include "config.h"

#include <string.h>

#include "src/base/text.h"
#include "src/domain/curve.h"
#include "ui/chart.h"

/* Below this there is no picture, only a smear. */
enum { ROWS_MIN = 4, COLUMNS_MIN = 8, AXIS_ROWS = 2, DOTS_HIGH = 4, DOTS_WIDE = 2 };

struct field {
    struct area at; /* where the curve itself stands */
    int side;       /* columns of the labels to its left, the axis included */
};

static struct field field_of(struct area area, const struct chart_plot *plot)
{
    struct field field = {.side = 1};
    for (int i = 0; i < plot->up_count; i++) {
        int columns = text_columns(plot->up[i].label) + 2;
        field.side = columns > field.side ? columns : field.side;
    }
    field.at = area_part(area, 0, field.side, area.rows - AXIS_ROWS, -1);
    field.at.columns = area.columns - field.side;
    return field;
}

static bool has_room(struct area area, const struct field *field)
{
    return area.rows >= ROWS_MIN && field->at.columns >= COLUMNS_MIN;
}

int chart_plot_points(struct area area, enum chart_ink ink, const struct chart_plot *plot)
{
    struct field field = field_of(area, plot);
    if (!has_room(area, &field))
        return 0;
    return field.at.columns * (ink == CHART_FINE ? DOTS_WIDE : 1);
}

/* ---- axes --------------------------------------------------------------------------------- */

static void draw_axes(struct canvas *canvas, struct area area, const struct field *field,
                      enum tier tier)
{
    int bottom = field->at.rows;
    for (int row = 0; row < bottom; row++)
        draw_text(canvas, area, row, field->side - 1, STYLE_DIM, glyph_text(tier, GLYPH_DOWN));
    draw_text(canvas, area, bottom, field->side - 1, STYLE_DIM,
              glyph_text(tier, GLYPH_BOTTOM_LEFT));
    draw_repeat(canvas, area, bottom, field->side, STYLE_DIM, glyph_text(tier, GLYPH_ACROSS),
                field->at.columns);
}

/* Nothing is written over another label: of two that meet the first stays. */
static void draw_up(struct canvas *canvas, struct area area, const struct field *field,
                    const struct chart_plot *plot)
{
    int last = -1;
    for (int i = 0; i < plot->up_count; i++) {
        int up = curve_scale(plot->up[i].at, plot->most, field->at.rows);
        int row = field->at.rows - (up ? up : 0);
        if (row == last)
            continue;
        last = row;
        struct area label = area_part(area, row, 0, 1, field->side - 1);
        draw_right(canvas, label, 0, STYLE_TEXT, plot->up[i].label);
    }
}

static void draw_along(struct canvas *canvas, struct area area, const struct field *field,
                       const struct chart_plot *plot)
{
    int free = 0;
    for (int i = 0; i < plot->along_count; i++) {
        int column = field->side + (int)(plot->along[i].at * (field->at.columns - 1) / 1000);
        int wide = text_columns(plot->along[i].label), begin = column - wide / 2;
        if (begin + wide > area.columns)
            begin = area.columns - wide;
        if (begin < free)
            continue;
        draw_text(canvas, area, field->at.rows + 1, begin, STYLE_TEXT, plot->along[i].label);
        free = begin + wide + 1;
    }
}

/* ---- the curve ---------------------------------------------------------------------------- */

/* Bits of the dots in a braille cell, from its bottom up, left and right. */
static const uint8_t dots[DOTS_WIDE][DOTS_HIGH] = {{0x40, 0x04, 0x02, 0x01},
                                                   {0x80, 0x20, 0x10, 0x08}};

/* The dots of one column of them between two heights, as seen in this row. */
static int dots_between(int side, int low, int high, int row)
{
    int bits = 0;
    for (int dot = 0; dot < DOTS_HIGH; dot++) {
        int height = row * DOTS_HIGH + dot + 1;
        if (height >= low && height <= high)
            bits |= dots[side][dot];
    }
    return bits;
}

/* From where the last point was to where this one is, so that the line does not tear. */
static int dots_of(const struct chart_plot *plot, int point, int rows, int row)
{
    int here = curve_scale(plot->values[point], plot->most, rows * DOTS_HIGH);
    int before = point ? curve_scale(plot->values[point - 1], plot->most, rows * DOTS_HIGH) : here;
    int low = here < before ? here : before + 1, high = here > before ? here : before - 1;
    if (here == before)
        low = high = here;
    return dots_between(point % DOTS_WIDE, low ? low : 1, high, row);
}

static void draw_braille(struct canvas *canvas, struct area area, const struct chart_plot *plot)
{
    for (int row = 0; row < area.rows; row++)
        for (int column = 0; column < area.columns; column++) {
            int bits = dots_of(plot, column * DOTS_WIDE, area.rows, row) |
                       dots_of(plot, column * DOTS_WIDE + 1, area.rows, row);
            char text[4] = {'\xe2', (char)(0xa0 | bits >> 6), (char)(0x80 | (bits & 0x3f)), '\0'};
            if (bits)
                draw_text(canvas, area, area.rows - 1 - row, column, STYLE_STRONG, text);
        }
}

static void draw_halves(struct canvas *canvas, struct area area, const struct chart_plot *plot)
{
    for (int column = 0; column < area.columns; column++) {
        int halves = curve_scale(plot->values[column], plot->most, area.rows * 2);
        for (int row = 0; row < (halves + 1) / 2; row++)
            draw_text(canvas, area, area.rows - 1 - row, column, STYLE_STRONG,
                      halves - row * 2 >= 2 ? "█" : "▄");
    }
}

static void draw_stars(struct canvas *canvas, struct area area, const struct chart_plot *plot)
{
    for (int column = 0; column < area.columns; column++) {
        int up = curve_scale(plot->values[column], plot->most, area.rows);
        for (int row = 0; row + 1 < up; row++)
            draw_text(canvas, area, area.rows - 1 - row, column, STYLE_DIM, ".");
        if (up)
            draw_text(canvas, area, area.rows - up, column, STYLE_STRONG, "*");
    }
}

void chart_curve(struct canvas *canvas, struct area area, enum chart_ink ink,
                 const struct chart_plot *plot)
{
    static void (*const curves[])(struct canvas *, struct area, const struct chart_plot *) = {
        [CHART_ASCII] = draw_stars, [CHART_HALVES] = draw_halves, [CHART_FINE] = draw_braille};
    struct field field = field_of(area, plot);
    if (!has_room(area, &field))
        return;
    draw_axes(canvas, area, &field, ink == CHART_ASCII ? TIER_ASCII : TIER_GRAPHIC);
    draw_up(canvas, area, &field, plot);
    draw_along(canvas, area, &field, plot);
    curves[ink](canvas, field.at, plot);
}
