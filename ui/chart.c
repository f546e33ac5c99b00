#include "config.h"

#include "ui/chart.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/curve.h"

enum { PARTS = 8, LABEL_TEXT = 256 };

/* The Linux console and the old terminals have 256 or 512 glyphs and neither eighths nor braille.
 */
enum chart_ink chart_ink_choose(enum tier tier, const char *term)
{
    if (tier == TIER_ASCII)
        return CHART_ASCII;
    return term && strncmp(term, "linux", 5) != 0 ? CHART_FINE : CHART_HALVES;
}

/* ---- bars --------------------------------------------------------------------------------- */

/* The end of a bar, `parts` eighths of a column wide. */
static const char *bar_end(enum chart_ink ink, int parts)
{
    static const char *const eighths[PARTS] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    if (ink == CHART_FINE)
        return eighths[parts];
    return ink == CHART_HALVES && parts >= PARTS / 2 ? "▌" : "";
}

static void draw_bar(struct canvas *canvas, struct area area, enum chart_ink ink,
                     const struct chart_bar *bar)
{
    enum tier tier = ink == CHART_ASCII ? TIER_ASCII : TIER_GRAPHIC;
    int parts = curve_scale(bar->value, bar->of, area.columns * PARTS);
    int full = parts / PARTS;
    const char *end = bar_end(ink, parts % PARTS);
    if (full == 0 && parts && !*end) { /* something is never drawn as nothing */
        full = 1;
        end = "";
    }
    draw_repeat(canvas, area, 0, 0, STYLE_STRONG, glyph_text(tier, GLYPH_BAR), full);
    if (*end)
        draw_text(canvas, area, 0, full, STYLE_STRONG, end);
    full += *end != '\0';
    draw_repeat(canvas, area, 0, full, STYLE_DIM, glyph_text(tier, GLYPH_BAR_REST),
                area.columns - full);
}

struct widths {
    int label, figure;
};

static struct widths widths_of(const struct chart_bar *bars, int count, int columns)
{
    struct widths widths = {0, 0};
    for (int i = 0; i < count; i++) {
        int label = text_columns(bars[i].label), figure = text_columns(bars[i].figure);
        widths.label = label > widths.label ? label : widths.label;
        widths.figure = figure > widths.figure ? figure : widths.figure;
    }
    if (widths.label > columns / 3)
        widths.label = columns / 3;
    return widths;
}

int chart_bars(struct canvas *canvas, struct area area, enum chart_ink ink,
               const struct chart_bar *bars, int count)
{
    struct widths widths = widths_of(bars, count, area.columns);
    int room = area.columns - widths.label - widths.figure - 2;
    int shown = count < area.rows ? count : area.rows;
    for (int i = 0; i < shown; i++) {
        struct area label = area_part(area, i, 0, 1, widths.label);
        draw_text(canvas, label, 0, 0, STYLE_TEXT, bars[i].label);
        if (room > 0)
            draw_bar(canvas, area_part(area, i, widths.label + 1, 1, room), ink, &bars[i]);
        draw_right(canvas, area, i, STYLE_TEXT, bars[i].figure);
    }
    return shown > 0 ? shown : 0;
}

/* ---- sparklines --------------------------------------------------------------------------- */

static const char *spark_text(enum chart_ink ink, int parts)
{
    static const char *const eighths[PARTS + 1] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const halves[PARTS + 1] = {" ", "▄", "▄", "▄", "▄", "▄", "█", "█", "█"};
    static const char *const ascii[PARTS + 1] = {" ", ".", ".", ":", ":", "|", "|", "#", "#"};
    return (ink == CHART_FINE ? eighths : ink == CHART_HALVES ? halves : ascii)[parts];
}

void chart_spark(struct canvas *canvas, struct area area, int row, enum chart_ink ink,
                 const int64_t *values, int count, int64_t most)
{
    for (int i = 0; i < count && i < area.columns; i++)
        draw_text(canvas, area, row, i, STYLE_STRONG,
                  spark_text(ink, curve_scale(values[i], most, PARTS)));
}
