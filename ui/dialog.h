/*
 * Where a dialog lies and what becomes of what it covers: it stands at the foot of a body, and as
 * halves of words beside it would only be mistaken for its own, its rows are cleared to both sides,
 * up to the frame of whatever stands there whole (a side panel, the dialog it came from).
 */
#ifndef LOGE_UI_DIALOG_H
#define LOGE_UI_DIALOG_H

#include "ui/canvas.h"

/* So many rows and columns, as far as the body has them: at its foot, in its middle. */
struct area dialog_place(struct area body, int rows, int columns);

/* Returns what is inside of the frame. */
struct area dialog_draw(struct canvas *canvas, struct area frame, enum tier tier,
                        const char *title);

#endif
