#include "config.h"

#include "ui/map.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/heat.h"
#include "ui/format.h"
#include "ui/map_private.h"

enum { HEAD_ROWS = 1, FOOT_ROWS = 2, LIST_PAGE = 10 };

/* ---- what is focused ---------------------------------------------------------------------- */

static int first_seat(const struct model *model, int section)
{
    return model->map.plan->sections[section].first_seat;
}

static void focus_section(struct map *map, const struct model *model, int section)
{
    map->section = section;
    map->seat = first_seat(model, section);
}

void map_focus(struct map *map, const struct model *model, int seat)
{
    const struct plan *plan = model->map.plan;
    map->seat = seat;
    map->section = plan->rows[plan->seats[seat].row].section;
}

void map_open(struct map *map, const struct model *model)
{
    map->level = model->map.plan->section_count > 1 ? MAP_VENUE : MAP_SECTION;
    map->mark_count = 0;
    map->holds = NULL;
    map->hold_count = 0;
    focus_section(map, model, 0);
}

bool map_zoom_in(struct map *map, const struct model *model)
{
    if (map->level == MAP_SEATS)
        return false;
    map->level++;
    return true;
}

bool map_zoom_out(struct map *map, const struct model *model)
{
    bool whole = map->hall || model->map.plan->section_count > 1;
    enum map_level least = whole ? MAP_VENUE : MAP_SECTION;
    if (map->level == least)
        return false;
    map->level--;
    return true;
}

void map_toggle_hall(struct map *map, const struct model *model)
{
    map->hall = !(map->hall && map->level == MAP_VENUE);
    map->list = false;
    map->level = map->hall || model->map.plan->section_count > 1 ? MAP_VENUE : MAP_SECTION;
}

bool map_is_marked(const struct map *map, int seat)
{
    for (int i = 0; i < map->mark_count; i++)
        if (map->marks[i] == seat)
            return true;
    return false;
}

void map_toggle_mark(struct map *map, int seat)
{
    for (int i = 0; i < map->mark_count; i++)
        if (map->marks[i] == seat) {
            map->marks[i] = map->marks[--map->mark_count];
            return;
        }
    if (map->mark_count < MAP_MARKS_MAX)
        map->marks[map->mark_count++] = seat;
}

void map_unmark(struct map *map, int seat)
{
    if (map_is_marked(map, seat))
        map_toggle_mark(map, seat);
}

bool map_mark(struct map *map, int seat)
{
    if (map_is_marked(map, seat))
        return true;
    if (map->mark_count == MAP_MARKS_MAX)
        return false;
    map->marks[map->mark_count++] = seat;
    return true;
}

static void sort_two(int *low, int *high)
{
    if (*low > *high) {
        int swap = *low;
        *low = *high;
        *high = swap;
    }
}

void map_mark_range(struct map *map, const struct plan *plan, int from, int to)
{
    int first_row = plan->seats[from].row, last_row = plan->seats[to].row;
    int left = plan->seats[from].cell, right = plan->seats[to].cell;
    sort_two(&first_row, &last_row);
    sort_two(&left, &right);
    for (int row = first_row; row <= last_row; row++)
        for (int i = plan->rows[row].first; i < plan->rows[row].first + plan->rows[row].count; i++)
            if (plan->seats[i].cell >= left && plan->seats[i].cell <= right)
                map_mark(map, i);
}

/* ---- moving ------------------------------------------------------------------------------- */

static bool move_pane(struct map *map, const struct model *model, int step)
{
    int count = model->map.plan->section_count;
    focus_section(map, model, (map->section + step + count) % count);
    return true;
}

static void move_in_venue(struct map *map, const struct view *view, int action, int count)
{
    const struct plan *plan = view->model->map.plan;
    struct arena *arena = arena_new();
    struct area body = {0, 0, view->rows, view->columns};
    struct venue venue;
    int at = map->section;
    venue_lay_out(&venue, plan, map_picture(body), arena);
    for (int i = 0; i < (count > 0 ? count : 1); i++)
        at = venue_neighbour(&venue, plan->section_count, at, action);
    focus_section(map, view->model, at);
    arena_free(&arena);
}

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static void move_in_row(struct map *map, const struct plan *plan, int steps)
{
    const struct plan_row *row = &plan->rows[plan->seats[map->seat].row];
    map->seat = clamp(map->seat + steps, row->first, row->first + row->count - 1);
}

static void move_across(struct map *map, const struct plan *plan, int rows)
{
    int seat = section_across(plan, map->seat, rows);
    if (seat >= 0)
        map->seat = seat;
}

static void move_in_section(struct map *map, const struct view *view, int action, int count)
{
    const struct plan *plan = view->model->map.plan;
    int steps = count > 0 ? count : 1, page = view->rows > 10 ? view->rows - 6 : 4;
    const struct plan_row *row = &plan->rows[plan->seats[map->seat].row];
    if (action == ACTION_LEFT || action == ACTION_RIGHT)
        move_in_row(map, plan, action == ACTION_LEFT ? -steps : steps);
    else if (action == ACTION_UP || action == ACTION_DOWN)
        move_across(map, plan, action == ACTION_UP ? -steps : steps);
    else if (action == ACTION_PAGE_UP || action == ACTION_PAGE_DOWN)
        move_across(map, plan, action == ACTION_PAGE_UP ? -page : page);
    else
        map->seat = action == ACTION_FIRST ? row->first : row->first + row->count - 1;
}

static int step_in_list(int at, int action, int steps, int last)
{
    switch (action) {
    case ACTION_UP:
        return at - steps;
    case ACTION_DOWN:
        return at + steps;
    case ACTION_PAGE_UP:
        return at - LIST_PAGE;
    case ACTION_PAGE_DOWN:
        return at + LIST_PAGE;
    case ACTION_FIRST:
        return 0;
    case ACTION_LAST:
        return last;
    default:
        return at;
    }
}

static void move_in_list(struct map *map, const struct view *view, int action, int count)
{
    int last = view->model->map.plan->section_count - 1, at;
    struct arena *arena = arena_new();
    const int *order = map_list_order(map, view->model, arena, &at);
    int to = step_in_list(at, action, count > 0 ? count : 1, last);
    focus_section(map, view->model, order[clamp(to, 0, last)]);
    arena_free(&arena);
}

bool map_move(struct map *map, const struct view *view, int action, int count)
{
    if (action == ACTION_NEXT_PANE || action == ACTION_PREVIOUS_PANE)
        return move_pane(map, view->model, action == ACTION_NEXT_PANE ? 1 : -1);
    if (action < ACTION_UP || action > ACTION_LAST)
        return false;
    if (map->level == MAP_VENUE && (map->list || view->compact))
        move_in_list(map, view, action, count);
    else if (map->level == MAP_VENUE)
        move_in_venue(map, view, action, count);
    else
        move_in_section(map, view, action, count);
    return true;
}

/* ---- one seat ----------------------------------------------------------------------------- */

const struct hold *map_hold_at(const struct map_look *look, int seat)
{
    const struct model *model = look->view->model;
    const struct seat_state state = model_state(model, seat);
    enum glyph glyph = model_glyph(model, seat);
    if (glyph == GLYPH_MINE)
        return model_hold_of(model, seat);
    return glyph == GLYPH_HELD ? map_hold_of(look->map, &state) : NULL;
}

const struct hold *map_hold_of(const struct map *map, const struct seat_state *state)
{
    for (int i = 0; i < map->hold_count; i++)
        if (uuid_equal(&map->holds[i].id, &state->holder))
            return &map->holds[i];
    return NULL;
}

char map_class_letter(const struct plan *plan, int class_no)
{
    char first = plan->classes[class_no].name[0];
    bool letter = (first >= 'A' && first <= 'Z') || (first >= 'a' && first <= 'z');
    return letter ? first : (char)('A' + class_no % 26);
}

/* The last letter of a till's name tells tills apart better than the first; i is the internet. */
static char holder_letter(const struct hold *hold)
{
    size_t length = strlen(hold->till);
    if (hold->source == SOURCE_WEB)
        return 'i';
    if (hold->source == SOURCE_SCANNER)
        return 's';
    return length && (unsigned char)hold->till[length - 1] < 0x80 ? hold->till[length - 1] : '.';
}

struct map_glyph map_glyph_of(const struct map_look *look, int seat)
{
    const struct model *model = look->view->model;
    enum glyph glyph = model_glyph(model, seat);
    struct map_glyph out = {.style = glyph_style(glyph)};
    bool free = glyph_is_free(glyph);
    const struct hold *hold = map_hold_at(look, seat);
    if (look->map->shows == MAP_PRICE && free)
        out.text[0] = map_class_letter(model->map.plan, model->map.plan->seats[seat].class_no);
    else if (look->map->shows == MAP_AGE && hold)
        out.text[0] = heat_age_letter(look->view->now - hold->created_at);
    else if (look->map->shows == MAP_HOLDER && hold)
        out.text[0] = holder_letter(hold);
    else
        text_copy(out.text, sizeof out.text, glyph_text(look->view->tier, glyph));
    return out;
}

/* ---- the frame of the picture ------------------------------------------------------------- */

struct area map_picture(struct area body)
{
    int rows = body.rows - HEAD_ROWS - FOOT_ROWS;
    return area_part(body, HEAD_ROWS, 0, rows > 0 ? rows : 0, -1);
}

static void draw_head(const struct map *map, const struct view *view, struct canvas *canvas,
                      struct area body)
{
    const struct model *model = view->model;
    bool venue = map->level == MAP_VENUE;
    const struct seat_sums *sums = venue ? &model->total : &model->sections[map->section];
    const char *name = venue ? model->map.plan->name : model->map.plan->sections[map->section].name;
    char seats[FORMAT_TEXT], free[FORMAT_TEXT], right[FORMAT_TEXT * 2], line[320];
    /* L10N: "view" and its word, "zoom" and its number; at most 22 columns */
    snprintf(right, sizeof right, _("view %s zoom %d"), map_shows_word(map->shows), map->level + 1);
    int column = draw_right(canvas, body, 0, STYLE_DIM, right);
    struct area left = area_part(body, 0, 0, 1, column > 1 ? column - 1 : 0);
    snprintf(line, sizeof line,
             /* L10N: hall or section, seats, free and percent, held, mine, sold; 56 columns */
             _("%s  %s seats  free %s %d%%  held %d  mine %d  sold %d"), name,
             format_number(sums->seats, seats), format_number(model_free(sums), free),
             format_percent(model_free(sums), sums->seats), sums->of[GLYPH_HELD],
             sums->of[GLYPH_MINE], model_sold(sums));
    draw_words(canvas, left, 0, 0, STYLE_STRONG, line);
}

void map_draw(const struct map *map, const struct view *view, struct canvas *canvas,
              struct area body)
{
    struct map_look look = {map, view};
    struct area picture = map_picture(body);
    char line[256];
    if (!view->model->open)
        return;
    draw_head(map, view, canvas, body);
    struct area legend = area_part(body, body.rows - 2, 0, 1, -1);
    bool hall = map->hall && map->level == MAP_VENUE && !map->list && !view->compact;
    if (!hall)
        map_legend_draw(&look, canvas, legend);
    map_describe(map, view, line, sizeof line);
    draw_text(canvas, area_part(body, body.rows - 1, 0, 1, -1), 0, 0, STYLE_TEXT, ">");
    draw_words(canvas, area_part(body, body.rows - 1, 0, 1, -1), 0, 2, STYLE_TEXT, line);
    if (map->list || view->compact)
        map_list_draw(&look, canvas, picture);
    else if (hall)
        map_legend_draw_hall(&look, hall_draw(&look, canvas, picture), canvas, legend);
    else if (map->level == MAP_VENUE)
        venue_draw(&look, canvas, picture);
    else if (map->level == MAP_SECTION)
        section_draw(&look, canvas, picture);
    else
        seats_draw(&look, canvas, picture);
}
