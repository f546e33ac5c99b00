/* What the signs of the map mean: the row under it. */
#include "config.h"

#include <stdio.h>

#include "src/base/text.h"
#include "ui/format.h"
#include "ui/map_private.h"

enum { GAP = 2, GLYPH_LEAST = 12 };

/* ---- prices ------------------------------------------------------------------------------- */

static void find_classes(const struct plan *plan, int first, int count, bool here[UINT8_MAX + 1])
{
    for (int i = first; i < first + count; i++)
        here[plan->seats[i].class_no] = true;
}

static int draw_class(const struct map_look *look, int class_no, struct canvas *canvas,
                      struct area row, int column)
{
    const struct model *model = look->view->model;
    const struct plan *plan = model->map.plan;
    char money[FORMAT_TEXT] = "", text[CLASS_TEXT + FORMAT_TEXT + 8];
    int64_t price = model_class_price(model, class_no);
    if (price >= 0)
        format_money(price, model->map.show.currency, money);
    int used = snprintf(text, sizeof text, "%c %s", map_class_letter(plan, class_no),
                        plan->classes[class_no].name);
    if (*money)
        snprintf(text + used, sizeof text - (size_t)used, " %s", money);
    if (column + text_columns(text) > row.columns)
        return column;
    return draw_text(canvas, row, 0, column, STYLE_DIM, text) + GAP;
}

/* Of the classes that the seats of this part of the hall have. */
static int draw_prices(const struct map_look *look, int first, int count, struct canvas *canvas,
                       struct area row)
{
    const struct plan *plan = look->view->model->map.plan;
    bool here[UINT8_MAX + 1] = {false};
    int column = 0;
    find_classes(plan, first, count, here);
    for (int i = 0; i < plan->class_count; i++)
        if (here[i])
            column = draw_class(look, i, canvas, row, column);
    return column;
}

/* ---- states ------------------------------------------------------------------------------- */

/* Of free seats the map of prices shows the class instead. */
static bool is_drawn(const struct map_look *look, enum glyph glyph)
{
    return look->map->shows != MAP_PRICE || !glyph_is_free(glyph);
}

static void draw_states(const struct map_look *look, const struct seat_sums *sums,
                        struct canvas *canvas, struct area row, int column)
{
    char word[FORMAT_TEXT * 2];
    for (int i = 0; i < GLYPH_SEATS && column < row.columns - GLYPH_LEAST; i++) {
        if (!sums->of[i] || !is_drawn(look, (enum glyph)i))
            continue;
        column = draw_text(canvas, row, 0, column, glyph_style((enum glyph)i),
                           glyph_text(look->view->tier, (enum glyph)i));
        map_legend_word(look->view, (enum glyph)i, word);
        column = draw_text(canvas, row, 0, column + 1, STYLE_DIM, word) + GAP;
    }
}

static const char *ages(void)
{
    /* L10N: legend of the digits of held seats: for how long; at most 78 columns */
    return _("held  1 under 1 min  2 under 5  3 under 10  4 under 15  5 under 30  6 longer");
}

/* ---- where -------------------------------------------------------------------------------- */

/* Seats that are drawn each by itself. */
struct part {
    const struct seat_sums *sums;
    int first, count;
};

static void draw_seats(const struct map_look *look, const struct part *part, struct canvas *canvas,
                       struct area row)
{
    int column = 0;
    if (look->map->shows == MAP_AGE) {
        draw_words(canvas, row, 0, 0, STYLE_DIM, ages());
        return;
    }
    if (look->map->shows == MAP_PRICE)
        column = draw_prices(look, part->first, part->count, canvas, row);
    else if (look->map->shows == MAP_HOLDER)
        column = draw_words(canvas, row, 0, 0, STYLE_DIM,
                            /* L10N: legend of the map of holders; at most 56 columns */
                            _("held: last letter of the till, i web, s scanner")) +
                 GAP + 1;
    draw_states(look, part->sums, canvas, row, column);
}

static void draw_section(const struct map_look *look, struct canvas *canvas, struct area row)
{
    const struct model *model = look->view->model;
    const struct plan_section *section = &model->map.plan->sections[look->map->section];
    const struct part part = {&model->sections[look->map->section], section->first_seat,
                              section->seat_count};
    draw_seats(look, &part, canvas, row);
}

/* A list is in words and has no signs; but what it calls free may have been so only at some time.
 */
static void draw_list(const struct map_look *look, struct canvas *canvas, struct area row)
{
    const struct model *model = look->view->model;
    char word[FORMAT_TEXT * 2];
    if (!model->total.of[GLYPH_STALE])
        return;
    map_legend_word(look->view, GLYPH_STALE, word);
    draw_words(canvas, row, 0, 0, STYLE_DIM, word);
}

void map_legend_draw(const struct map_look *look, struct canvas *canvas, struct area row)
{
    if (look->map->list || look->view->compact)
        draw_list(look, canvas, row);
    else if (look->map->level == MAP_VENUE)
        draw_words(canvas, row, 0, 0, STYLE_DIM,
                   /* L10N: legend of the venue map; at most 78 columns */
                   _("digit = tenths free   - closed   * mine   > < you are here"));
    else
        draw_section(look, canvas, row);
}

static const char *tenths(enum map_shows shows)
{
    /* L10N: legends of the whole hall, one for each view; at most 76 columns each */
    static const char *const words[MAP_SHOWS] = {
        [MAP_STATE] = N_("dots, tenths = free seats   . = none free   > < you are here"),
        [MAP_PRICE] = N_("dots, tenths = free in the cursor's price class   . = none   > < here"),
        [MAP_HOLDER] = N_("dots, tenths = held seats   . = none held   > < you are here")};
    return shows == MAP_AGE ? ages() : _(words[shows]);
}

void map_legend_draw_hall(const struct map_look *look, bool every_seat, struct canvas *canvas,
                          struct area row)
{
    const struct model *model = look->view->model;
    const struct part all = {&model->total, 0, model->map.plan->seat_count};
    if (every_seat)
        draw_seats(look, &all, canvas, row);
    else
        draw_words(canvas, row, 0, 0, STYLE_DIM, tenths(look->map->shows));
}
