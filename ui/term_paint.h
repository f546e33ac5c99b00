/* From canvas to curses: only what differs from what was shown last, then one doupdate. */
#ifndef LOGE_UI_TERM_PAINT_H
#define LOGE_UI_TERM_PAINT_H

#include "ui/canvas.h"
#include "ui/theme.h"

struct painter {
    struct theme theme;
    enum tier tier;
    struct canvas *shown; /* NULL: nothing that can be relied on */
    bool afresh;          /* the terminal may hold anything */
    bool pairs_made;
};

void painter_init(struct painter *painter, enum colour_depth depth, bool light);
void painter_done(struct painter *painter);
void painter_forget(struct painter *painter);
void painter_show(struct painter *painter, const struct canvas *canvas);

#endif
