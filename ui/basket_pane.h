/* The basket beside the map, where the terminal is wide enough for both. */
#ifndef LOGE_UI_BASKET_PANE_H
#define LOGE_UI_BASKET_PANE_H

#include "ui/screen.h"

enum { BASKET_PANE_COLUMNS = 39, BASKET_PANE_FROM = 120 };

/* Draws it at the right of the body when there is a basket and room; returns what is left. */
struct area basket_pane_draw(const struct view *view, struct canvas *canvas, struct area body);

#endif
