/* From canvas to terminal: only what looks otherwise than what was shown last, in one write. */
#ifndef LOGE_UI_TERM_PAINT_H
#define LOGE_UI_TERM_PAINT_H

#include "ui/canvas.h"
#include "ui/pen.h"
#include "ui/theme.h"

struct painter {
    struct theme theme;
    struct pen pen;
    enum tier tier;
    struct canvas *shown; /* NULL: nothing that can be relied on */
};

void painter_init(struct painter *painter, enum colour_depth depth, bool light);
void painter_done(struct painter *painter);
void painter_forget(struct painter *painter);

/* The bytes that show this canvas, valid until the next call; *size may be 0. */
const char *painter_show(struct painter *painter, const struct canvas *canvas, size_t *size);

#endif
