#include "config.h"

#include "ui/list.h"

#include <stdio.h>

#include "ui/action.h"
#include "ui/screen.h"

void list_clamp(struct list *list, int total)
{
    if (list->cursor >= total)
        list->cursor = total - 1;
    if (list->cursor < 0)
        list->cursor = 0;
}

bool list_move(struct list *list, int action, int count, int page, int total)
{
    int steps = count > 0 ? count : 1;
    switch (action) {
    case ACTION_UP:
        list->cursor -= steps;
        break;
    case ACTION_DOWN:
        list->cursor += steps;
        break;
    case ACTION_PAGE_UP:
        list->cursor -= page;
        break;
    case ACTION_PAGE_DOWN:
        list->cursor += page;
        break;
    case ACTION_FIRST:
        list->cursor = 0;
        break;
    case ACTION_LAST:
        list->cursor = total - 1;
        break;
    default:
        return false;
    }
    list_clamp(list, total);
    return true;
}

bool list_click(struct list *list, const struct input *input, int total)
{
    if (input->kind != INPUT_CLICK || input->item < 0 || input->item >= total)
        return false;
    bool again = input->item == list->cursor;
    list->cursor = input->item;
    return again;
}

/* Pages rather than lines: the rows stand still while the cursor goes through them. */
int list_top(const struct list *list, int rows, int total)
{
    if (rows <= 0 || total <= rows)
        return 0;
    int top = list->cursor / rows * rows;
    return top + rows > total ? total - rows : top;
}

void list_draw_row(const struct list *list, struct canvas *canvas, struct area area, int index,
                   int top, const char *text)
{
    bool focus = index == list->cursor;
    struct area row = area_part(area, index - top, 0, 1, -1);
    draw_item(canvas, row, index);
    draw_text(canvas, row, 0, 0, focus ? STYLE_FOCUS : STYLE_TEXT, focus ? ">" : " ");
    draw_cut(canvas, row, 0, 1, focus ? STYLE_FOCUS : STYLE_TEXT, text);
    if (focus) {
        draw_restyle(canvas, row, STYLE_FOCUS);
        draw_cursor(canvas, row, 0, 0);
    }
}

void list_draw_position(const struct list *list, struct canvas *canvas, struct area row, int rows,
                        int total)
{
    char text[32];
    if (total <= rows)
        return;
    snprintf(text, sizeof text, "%d/%d", list->cursor + 1, total);
    draw_right(canvas, row, 0, STYLE_DIM, text);
}
