#include "config.h"

#include "ui/basket_pane.h"

#include <stdio.h>

#include "src/base/text.h"
#include "ui/format.h"

/* The frame, the total, a blank row and the customer's name. */
enum { AROUND_LINES = 5 };
enum { SEAT_COLUMNS = 12, TYPE_COLUMNS = 10 };

static void draw_line(const struct basket *basket, int index, const char *currency,
                      struct canvas *canvas, struct area area, int row)
{
    char seat[SEAT_COLUMNS * 4 + 1], type[TYPE_COLUMNS * 4 + 1], money[FORMAT_TEXT];
    const struct price_line *price = &basket->quote.lines[index];
    text_fit(seat, sizeof seat, basket->lines[index].label, SEAT_COLUMNS, true);
    text_fit(type, sizeof type, price_type_word(price->type), TYPE_COLUMNS, true);
    draw_printf(canvas, area, row, 0, STYLE_TEXT, "%2d %s %s %8s", index + 1, seat, type,
                format_money(price->total, currency, money));
}

static void draw_total(const struct basket *basket, const char *currency, struct canvas *canvas,
                       struct area area, int row)
{
    char text[FORMAT_TEXT * 2 + 64], money[FORMAT_TEXT];
    snprintf(text, sizeof text, "%s %s %9s", _("TOTAL"), currency,
             format_money(basket->quote.total, currency, money));
    draw_right(canvas, area_part(area, row, 0, 1, -1), 0, STYLE_STRONG, text);
}

static void draw_pane(const struct view *view, const struct basket *basket, struct canvas *canvas,
                      struct area frame)
{
    const char *currency = view->model->map.show.currency;
    struct area inside = draw_frame(canvas, frame, view->tier, STYLE_TEXT, _("Basket"));
    int fit = inside.rows - 3, shown = basket->count > fit ? fit : basket->count;
    for (int i = 0; i < shown; i++)
        draw_line(basket, i, currency, canvas, inside, i);
    if (shown < basket->count)
        draw_printf(canvas, inside, shown, 3, STYLE_DIM, _("and %d more"), basket->count - shown);
    draw_total(basket, currency, canvas, inside, inside.rows - 2);
    draw_text(canvas, inside, inside.rows - 1, 0, STYLE_TEXT, view->draft->customer.name);
}

int basket_pane_draw(const struct view *view, struct canvas *canvas, struct area pane)
{
    struct arena *arena = arena_new();
    const struct basket *basket = basket_look(view->model, view->draft, arena);
    int rows = 0;
    if (basket->priced && pane.rows > AROUND_LINES) {
        int wanted = basket->count + AROUND_LINES;
        rows = wanted < pane.rows ? wanted : pane.rows;
        draw_pane(view, basket, canvas, area_part(pane, 0, 0, rows, -1));
    }
    arena_free(&arena);
    return rows;
}
