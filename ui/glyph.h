/*
 * Two sets of shapes. The graphic set is drawn only from code page 437, so that the Linux console
 * has it; the ASCII set is for everything else. Which one is decided by the locale AND the
 * terminal AND by how wide the terminal really draws one of them.
 */
#ifndef LOGE_UI_GLYPH_H
#define LOGE_UI_GLYPH_H

#include <stdbool.h>

#include "ui/style.h"

enum glyph {
    /* seats, in the order of STYLE_SEAT_FREE ... */
    GLYPH_FREE,
    GLYPH_MINE,
    GLYPH_HELD,
    GLYPH_UNPAID,
    GLYPH_SOLD,
    GLYPH_ADMITTED,
    GLYPH_BLOCKED,
    GLYPH_CHANNEL,
    GLYPH_WHEELCHAIR,
    GLYPH_CONFLICT,
    GLYPH_STALE,
    GLYPH_SEATS, /* how many of them are seats */
    /* lines and bars */
    GLYPH_ACROSS = GLYPH_SEATS,
    GLYPH_DOWN,
    GLYPH_TOP_LEFT,
    GLYPH_TOP_RIGHT,
    GLYPH_BOTTOM_LEFT,
    GLYPH_BOTTOM_RIGHT,
    GLYPH_BAR,      /* full part of a bar */
    GLYPH_BAR_REST, /* empty part */
    GLYPH_STAGE,
    GLYPH_COUNT
};

/* Could it be held here? A till that is alone may sell what it is not sure of (PROVISIONAL). */
static inline bool glyph_is_free(enum glyph glyph)
{
    return glyph == GLYPH_FREE || glyph == GLYPH_WHEELCHAIR || glyph == GLYPH_STALE;
}

enum tier { TIER_ASCII, TIER_GRAPHIC };

const char *glyph_text(enum tier tier, enum glyph glyph);
enum style glyph_style(enum glyph seat); /* of a seat's glyph */

/* codeset as nl_langinfo names it, term as in TERM (NULL: unset). */
enum tier tier_choose(const char *codeset, const char *term);

/* What the width probe prints; a terminal that moves by more than one column for it gets ASCII. */
extern const char tier_probe[];

/* A full turn of the waiting mark: step may be any number. */
const char *glyph_spinner(int step);

/* ASCII for one character with its marks, as good as it goes ("é" is "e", unknown is "?"). Never
 * more columns than the character had. */
const char *glyph_fold(const char *text);

#endif
