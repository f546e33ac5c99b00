/*
 * Colours and shapes of a drawn hall. The colours of the states are those of the console's palette
 * (apart under normal, protan, deutan and tritan sight, at least 4.5:1 on their background); the
 * scale runs through lightness, so that it survives a grey printer.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "src/domain/plan_svg_parts.h"

struct tone {
    const char *paper, *screen;
};
static const struct tone tones[] = {
    [HEAT_FREE] = {"#005f00", "#00ff87"},  [HEAT_HELD] = {"#5f005f", "#d75f00"},
    [HEAT_SOLD] = {"#767676", "#9e9e9e"},  [HEAT_CHANNEL] = {"#000087", "#5f5fff"},
    [HEAT_QUIET] = {"#767676", "#767676"},
};

/* Five stops of a scale that stays apart for every kind of sight, from much to little. */
static const int stops[][3] = {{0x44, 0x01, 0x54},
                               {0x3b, 0x52, 0x8b},
                               {0x21, 0x91, 0x8c},
                               {0x5e, 0xc9, 0x62},
                               {0xfd, 0xe7, 0x25}};

struct svg_colour heat_shade(int shade, bool dark)
{
    enum { STEPS = COUNT_OF(stops) - 1 };
    struct svg_colour colour;
    int at = (dark ? shade : 255 - shade) * STEPS, stop = at / 255, part = at % 255, mixed[3];
    for (int i = 0; i < 3; i++) {
        int next = stops[stop < STEPS ? stop + 1 : stop][i];
        mixed[i] = stops[stop][i] + (next - stops[stop][i]) * part / 255;
    }
    snprintf(colour.text, sizeof colour.text, "#%02x%02x%02x", (unsigned)mixed[0] & 255,
             (unsigned)mixed[1] & 255, (unsigned)mixed[2] & 255);
    return colour;
}

struct svg_colour heat_colour(const struct heat_kind *kind, bool dark)
{
    struct svg_colour colour;
    if (kind->tone == HEAT_SHADE)
        return heat_shade(kind->shade, dark);
    const struct tone *tone = &tones[kind->tone == HEAT_OWN ? HEAT_QUIET : kind->tone];
    snprintf(colour.text, sizeof colour.text, "%s",
             kind->tone == HEAT_OWN ? kind->colour
             : dark                 ? tone->screen
                                    : tone->paper);
    return colour;
}

const char *heat_ink(bool dark)
{
    return dark ? "#ffffff" : "#000000";
}

const char *heat_faint(bool dark)
{
    return dark ? "#303030" : "#e4e4e4";
}

static int hex_part(const char *fill, int part, bool shorter)
{
    char digits[3] = {fill[shorter ? 1 + part : 1 + part * 2],
                      fill[shorter ? 1 + part : 2 + part * 2], '\0'};
    return (int)strtol(digits, NULL, 16);
}

/* By relative luminance, the eye's gamma taken as 2: above 0.18 black has the better contrast. */
const char *heat_ink_on(const char *fill)
{
    static const int weights[] = {2126, 7152, 722};
    bool shorter = fill[1] && fill[2] && fill[3] && !fill[4];
    int light = 0;
    for (int i = 0; i < 3; i++) {
        int part = hex_part(fill, i, shorter);
        light += part * part / 255 * weights[i] / 255;
    }
    return light > 1800 ? "#000000" : "#ffffff";
}

/* ---- shapes ------------------------------------------------------------------------------- */

const char *heat_mark_path(enum heat_mark mark)
{
    static const char *const paths[HEAT_MARKS] = {
        [HEAT_SQUARE] = "m-4-4h8v8h-8z",
        [HEAT_DISC] = "m-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
        [HEAT_DIAMOND] = "m0-4.8l4.8,4.8l-4.8,4.8l-4.8-4.8z",
        [HEAT_TRIANGLE] = "m0-4.6l4.8,8.4h-9.6z",
        [HEAT_RING] = "m-3.6,0a3.6,3.6 0 1,0 7.2,0a3.6,3.6 0 1,0 -7.2,0z",
        [HEAT_RING_SQUARE] = "m-3.6-3.6h7.2v7.2h-7.2z",
        [HEAT_CROSS] = "m-3-3l6,6m0-6l-6,6",
        [HEAT_DOT] = "m-1.5,0a1.5,1.5 0 1,0 3,0a1.5,1.5 0 1,0 -3,0z",
    };
    return paths[mark];
}

static bool is_hollow(enum heat_mark mark)
{
    return mark == HEAT_RING || mark == HEAT_RING_SQUARE || mark == HEAT_CROSS;
}

/* A pale fill would be lost on white, so filled shapes have an edge, too. */
void svg_kind_attributes(struct svg *svg, const struct heat_kind *kind, bool dark)
{
    struct svg_colour colour = heat_colour(kind, dark);
    if (is_hollow(kind->mark))
        svg_rawf(svg, " fill=\"none\" stroke=\"%s\" stroke-width=\"1\"", colour.text);
    else
        svg_rawf(svg, " fill=\"%s\" stroke=\"%s\" stroke-width=\".4\"", colour.text,
                 kind->tone == HEAT_QUIET ? "none" : heat_ink(dark));
}
