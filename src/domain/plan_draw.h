/*
 * A hall as lines of text: the empty hall, or how a show stands.
 *
 * Up to a few thousand seats are drawn seat by seat, section by section, rows straightened, their
 * labels on both sides; a small house in the round is drawn as it stands. Larger halls get a tile
 * a section at its place, `124:7` with the tenths that are free (- when all is closed, * before
 * the digit where some of mine are). The key below tells what was drawn and nothing else.
 */
#ifndef LOGE_DOMAIN_PLAN_DRAW_H
#define LOGE_DOMAIN_PLAN_DRAW_H

#include "src/domain/plan.h"
#include "src/domain/seat.h"

/* Plain ASCII, or shapes that code page 437 has and so the Linux console too. */
enum plan_glyphs { PLAN_ASCII, PLAN_GRAPHIC };

struct plan_drawing {
    enum plan_glyphs glyphs;
    int columns;                    /* of the page; 0: 80. Rows that are wider run over it */
    int section;                    /* only this one, seat by seat; -1: all */
    const struct seat_state *state; /* beside plan->seats; NULL: the empty hall */
    int64_t now;
    const struct uuid *mine; /* holds to be shown as mine */
    int mine_count;
    const char *(*word)(const char *english); /* translates; NULL: English */
};

/* Lines with their newlines, in the arena; safe for a terminal whatever the labels are. */
const char *plan_draw(const struct plan *plan, const struct plan_drawing *drawing,
                      struct arena *arena);

/* One seat's glyph, for other drawings; in an empty hall a seat of any class is shown as free. */
const char *plan_seat_glyph(const struct plan *plan, const struct plan_drawing *drawing, int seat);

#endif
