/* What stands where on the map: clicks go to tiles, lines of the list and seats. */
#include "config.h"

#include "ui/list.h"
#include "ui/map_private.h"

static int list_item_at(const struct map_look *look, struct area picture, int row)
{
    const struct model *model = look->view->model;
    struct arena *arena = arena_new();
    struct list list;
    const int *order = map_list_order(look->map, model, arena, &list.cursor);
    int rows = picture.rows - 1, count = model->map.plan->section_count;
    int at = list_top(&list, rows, count) + row - 1;
    int section = row > 0 && at < count ? order[at] : -1;
    arena_free(&arena);
    return section;
}

static int section_at(const struct map_look *look, struct area picture, int row, int column)
{
    if (look->map->list || look->view->compact)
        return list_item_at(look, picture, row);
    if (look->map->hall)
        return hall_section_at(look, picture, row, column);
    return venue_section_at(look, picture, row, column);
}

static int seat_at(const struct map_look *look, struct area picture, int row, int column)
{
    if (look->map->list || look->view->compact)
        return -1;
    if (look->map->level == MAP_SECTION)
        return section_seat_at(look, picture, row, column);
    return seats_seat_at(look, picture, row, column);
}

enum map_click map_click(struct map *map, const struct view *view, int row, int column)
{
    struct area body = {0, 0, view->rows, view->columns}, picture = map_picture(body);
    struct map_look look = {map, view};
    bool venue = map->level == MAP_VENUE;
    row -= picture.row;
    if (row < 0 || row >= picture.rows || column < 0 || column >= picture.columns)
        return CLICK_NOTHING;
    int found =
        venue ? section_at(&look, picture, row, column) : seat_at(&look, picture, row, column);
    if (found < 0)
        return CLICK_NOTHING;
    if (found == (venue ? map->section : map->seat))
        return CLICK_AGAIN;
    map_focus(map, view->model, venue ? view->model->map.plan->sections[found].first_seat : found);
    return CLICK_FOCUSED;
}
