/*
 * Bars, sparklines and curves on a canvas, always with the figures beside the shape.
 *
 * How finely is a matter of the terminal: ASCII everywhere; halves of blocks where code page 437
 * is; eighths of blocks and braille dots on terminals that draw with real fonts.
 */
#ifndef LOGE_UI_CHART_H
#define LOGE_UI_CHART_H

#include "ui/canvas.h"

enum chart_ink { CHART_ASCII, CHART_HALVES, CHART_FINE };

/* term as in TERM (NULL: unset). */
enum chart_ink chart_ink_choose(enum tier tier, const char *term);

struct chart_bar {
    const char *label;  /* cut when it needs more than a third of the width */
    const char *figure; /* what the bar says, in words: "304  62%" */
    int64_t value, of;  /* of: the whole, where the bar ends */
};
/* One row a bar; returns the rows used. What does not fit the rows is left out. */
int chart_bars(struct canvas *canvas, struct area area, enum chart_ink ink,
               const struct chart_bar *bars, int count);

/* A row of heights, one column each, from (row, 0) of the area on; most: the full height. */
void chart_spark(struct canvas *canvas, struct area area, int row, enum chart_ink ink,
                 const int64_t *values, int count, int64_t most);

struct chart_tick {
    int64_t at; /* a value (up), or a permille of the way (along) */
    const char *label;
};
struct chart_plot {
    const int64_t *values; /* as many as chart_plot_points says, from left to right */
    int64_t most;          /* where the axis ends; ticks up to here */
    const struct chart_tick *up, *along;
    int up_count, along_count;
};
/* How many values fit across this area, given the longest label up the side. 0: too small. */
int chart_plot_points(struct area area, enum chart_ink ink, const struct chart_plot *plot);
/* A curve over an axis; draws nothing where there is no room for one. */
void chart_curve(struct canvas *canvas, struct area area, enum chart_ink ink,
                 const struct chart_plot *plot);

#endif
