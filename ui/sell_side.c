/* Beside the map, on a wide terminal: the basket, and below it what other tills do. */
#include "config.h"

#include "ui/basket_pane.h"
#include "ui/sell.h"

enum { SIDE_COLUMNS = 39, SIDE_FROM = 120, SIDE_ROWS = 9, FEED_ROWS = 5 };

static bool has_side(const struct view *view)
{
    return view->columns >= SIDE_FROM && view->rows >= SIDE_ROWS;
}

struct view sell_map_view(const struct view *view)
{
    struct view inner = *view;
    if (has_side(view))
        inner.columns -= SIDE_COLUMNS + 1;
    return inner;
}

struct area sell_side_draw(const struct map_screen *screen, const struct view *view,
                           struct canvas *canvas, struct area body)
{
    if (!has_side(view))
        return body;
    struct area pane = area_part(body, 0, body.columns - SIDE_COLUMNS, -1, -1);
    int rows = basket_pane_draw(view, canvas, pane);
    if (pane.rows - rows >= FEED_ROWS)
        news_feed_draw(&screen->feed, view, canvas, area_part(pane, rows, 0, -1, -1));
    return area_part(body, 0, 0, -1, body.columns - SIDE_COLUMNS - 1);
}
