/* A cursor in a list that is longer than the screen. */
#ifndef LOGE_UI_LIST_H
#define LOGE_UI_LIST_H

#include <stdbool.h>

#include "ui/canvas.h"

struct list {
    int cursor; /* index of the focused item */
};

/* A move of MOVES_LIST; count as typed before it. False: this action is no move. */
bool list_move(struct list *list, int action, int count, int page, int total);
struct input;
/* A click on an item, wherever the list has been scrolled to, goes to it. True: the cursor was
 * there already, so what is clicked is meant to be opened, as Enter would. Other input does
 * nothing. */
bool list_click(struct list *list, const struct input *input, int total);
void list_clamp(struct list *list, int total);
/* The first item to draw so that the cursor is seen. */
int list_top(const struct list *list, int rows, int total);
/* Draws a row's text over the whole width, focused or not, and parks the cursor on the focus. */
void list_draw_row(const struct list *list, struct canvas *canvas, struct area area, int index,
                   int top, const char *text);
/* "3/27" in the top right corner when not all fits. */
void list_draw_position(const struct list *list, struct canvas *canvas, struct area row, int rows,
                        int total);

#endif
