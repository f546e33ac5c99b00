/*
 * Themes: how each style looks, by how many colours there are and what the background is.
 *
 * Colours are palette indexes (0-7 on 8 colours, 0-255 on 256). Those of the seats were searched
 * for: they stay apart under normal, protan, deutan and tritan sight and are at least 4.5:1 on
 * their background. A person may rebind any of them: "theme.seat.free = 48 bold".
 */
#ifndef LOGE_UI_THEME_H
#define LOGE_UI_THEME_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/attr.h"
#include "ui/style.h"

enum look_attr { LOOK_BOLD = 1, LOOK_REVERSE = 2, LOOK_UNDERLINE = 4 };

enum { COLOUR_DEFAULT = -1 };

struct look {
    int16_t fg, bg; /* palette index or COLOUR_DEFAULT */
    uint8_t attrs;  /* enum look_attr bits */
};

enum colour_depth { DEPTH_MONO, DEPTH_8, DEPTH_256 };

struct theme {
    enum colour_depth depth;
    bool light; /* dark text on a light background */
    struct look looks[STYLE_COUNT];
};

/*
 * What a terminal with so many colours is given; no_colour is the value of NO_COLOR (NULL: unset).
 * More than 256 means direct colour, where an index above 7 would be taken for a mixture.
 */
enum colour_depth theme_depth(int colours, const char *no_colour);

void theme_init(struct theme *theme, enum colour_depth depth, bool light);

/* For a slow line: what most of a map is, free and sold seats, is drawn without colour; what is
 * rare keeps its own. */
void theme_spare(struct theme *theme);

/* Rebinds one style by its name: "48", "48 on 0", "bold", "default underline". False: no such
 * style, colour or word; the theme is unchanged. Colours are taken but not shown below 256. */
bool theme_set(struct theme *theme, const char *style, const char *value) MUST_USE;

#endif
