/* The basket in a frame, beside the map. */
#ifndef LOGE_UI_BASKET_PANE_H
#define LOGE_UI_BASKET_PANE_H

#include "ui/screen.h"

/* From the pane's top on, as many rows as it takes; returns them, 0 when there is no basket. */
int basket_pane_draw(const struct view *view, struct canvas *canvas, struct area pane);

#endif
