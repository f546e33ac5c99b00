/* What stands where on the map: clicks go to tiles, lines of the list and seats. */
#include "config.h"

#include "ui/map_private.h"

/* The section that stands there in the list of them. */
static int listed_section(const struct map_look *look, int item)
{
    const struct model *model = look->view->model;
    struct arena *arena = arena_new();
    int at, found = -1;
    if (item >= 0 && item < model->map.plan->section_count)
        found = map_list_order(look->map, model, arena, &at)[item];
    arena_free(&arena);
    return found;
}

/* A row of the list is no seat: the cursor goes to its first, and nothing is picked. */
static enum map_click click_row(struct map *map, const struct model *model, int item)
{
    const struct plan *plan = model->map.plan;
    const struct plan_section *section = &plan->sections[map->section];
    int row = section->first_row + item;
    if (item < 0 || item >= section->row_count || plan->seats[map->seat].row == row)
        return CLICK_NOTHING;
    map_focus(map, model, plan->rows[row].first);
    return CLICK_FOCUSED;
}

static int in_picture(const struct map_look *look, struct area picture, int row, int column)
{
    if (row < 0 || row >= picture.rows || column < 0 || column >= picture.columns)
        return -1;
    if (look->map->level == MAP_SECTION)
        return section_seat_at(look, picture, row, column);
    if (look->map->level == MAP_SEATS)
        return seats_seat_at(look, picture, row, column);
    return look->map->hall ? hall_section_at(look, picture, row, column)
                           : venue_section_at(look, picture, row, column);
}

enum map_click map_click(struct map *map, const struct view *view, const struct input *input)
{
    struct area body = {0, 0, view->rows, view->columns}, picture = map_picture(body);
    struct map_look look = {map, view};
    bool venue = map->level == MAP_VENUE, list = map->list || view->compact;
    if (list && !venue)
        return click_row(map, view->model, input->item);
    int found = list ? listed_section(&look, input->item)
                     : in_picture(&look, picture, input->row - picture.row, input->column);
    if (found < 0)
        return CLICK_NOTHING;
    if (found == (venue ? map->section : map->seat))
        return CLICK_AGAIN;
    map_focus(map, view->model, venue ? view->model->map.plan->sections[found].first_seat : found);
    return CLICK_FOCUSED;
}
