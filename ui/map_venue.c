/*
 * The venue: a tile a section, placed as the sections stand in the hall.
 *
 * A tile goes to the cell its section's middle falls into, or the nearest free one. When there are
 * more sections than a page can hold loosely, the nearest to the focal point make the first page
 * and so on outwards: in a stadium that is a page a tier.
 */
#include "config.h"

#include "ui/map_private.h"

#include <stdio.h>
#include <stdlib.h>

#include "src/base/text.h"

enum { TILE_LEAST = 6, TILE_MOST = 16, TIERS_MAX = 10, NO_PAGE = -1 };

struct ranked {
    float distance;
    int section;
};

static int by_distance(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return x->section - y->section;
}

/* Name, colon, digit, and a column for the cursor on each side. */
static int tile_columns(const struct plan *plan)
{
    int longest = 0;
    for (int i = 0; i < plan->section_count; i++) {
        int columns = text_columns(plan->sections[i].name);
        longest = columns > longest ? columns : longest;
    }
    int columns = longest + 3;
    return columns < TILE_LEAST ? TILE_LEAST : columns > TILE_MOST ? TILE_MOST : columns;
}

/* Stadiums number their sections by tier: 214 is in the second. -1: this one is not numbered so. */
static int tier_of(const struct plan_section *section)
{
    int64_t number;
    return text_to_int(section->name, 100, 100 * TIERS_MAX - 1, &number) ? (int)(number / 100) : -1;
}

/* A page a tier, if every section names its tier and every tier fits. */
static bool share_by_tier(struct venue *venue, const struct plan *plan, int loose)
{
    int counts[TIERS_MAX] = {0}, pages[TIERS_MAX];
    for (int i = 0; i < plan->section_count; i++) {
        int tier = tier_of(&plan->sections[i]);
        if (tier < 0 || ++counts[tier] > loose)
            return false;
    }
    for (int tier = 0; tier < TIERS_MAX; tier++) {
        pages[tier] = venue->pages;
        venue->pages += counts[tier] > 0;
    }
    for (int i = 0; i < plan->section_count; i++)
        venue->tiles[i].page = pages[tier_of(&plan->sections[i])];
    return true;
}

static void share_pages(struct venue *venue, const struct plan *plan, struct arena *arena)
{
    int room = venue->rows * venue->columns;
    int loose = room * 6 / 10 > 0 ? room * 6 / 10 : 1, count = plan->section_count;
    if (count > loose && share_by_tier(venue, plan, loose))
        return;
    struct ranked *ranked = arena_array(arena, (size_t)count, sizeof *ranked);
    for (int i = 0; i < count; i++) {
        float x = plan->sections[i].x - plan->focal_x, y = plan->sections[i].y - plan->focal_y;
        ranked[i] = (struct ranked){x * x + y * y, i};
    }
    qsort(ranked, (size_t)count, sizeof *ranked, by_distance);
    venue->pages = (count + loose - 1) / loose;
    for (int i = 0; i < count; i++)
        venue->tiles[ranked[i].section].page = (int)((int64_t)i * venue->pages / count);
}

struct box {
    float left, top, width, height;
};

static struct box box_of_page(const struct venue *venue, const struct plan *plan, int page)
{
    float left = plan->focal_x, right = left, top = plan->focal_y, bottom = top;
    for (int i = 0; i < plan->section_count; i++) {
        const struct plan_section *section = &plan->sections[i];
        if (venue->tiles[i].page != page)
            continue;
        left = section->x < left ? section->x : left;
        right = section->x > right ? section->x : right;
        top = section->y < top ? section->y : top;
        bottom = section->y > bottom ? section->y : bottom;
    }
    return (struct box){left, top, right - left, bottom - top};
}

static struct tile wanted_tile(const struct venue *venue, struct box box, float x, float y)
{
    float across = box.width > 0 ? (x - box.left) / box.width : 0.5f;
    float down = box.height > 0 ? (y - box.top) / box.height : 0.5f;
    return (struct tile){0, (int)(down * (float)(venue->rows - 1) + 0.5f),
                         (int)(across * (float)(venue->columns - 1) + 0.5f)};
}

static bool take_cell(const struct venue *venue, bool *taken, int row, int column, struct tile *out)
{
    if (row < 0 || row >= venue->rows || column < 0 || column >= venue->columns ||
        taken[row * venue->columns + column])
        return false;
    taken[row * venue->columns + column] = true;
    out->row = row;
    out->column = column;
    return true;
}

/* Rings around the wanted cell; the row is kept before the column. */
static bool place(const struct venue *venue, bool *taken, struct tile wanted, struct tile *out)
{
    for (int ring = 0; ring < venue->rows + venue->columns; ring++)
        for (int down = 0; down <= ring; down++) {
            int across = ring - down;
            if (take_cell(venue, taken, wanted.row + down, wanted.column + across, out) ||
                take_cell(venue, taken, wanted.row + down, wanted.column - across, out) ||
                take_cell(venue, taken, wanted.row - down, wanted.column + across, out) ||
                take_cell(venue, taken, wanted.row - down, wanted.column - across, out))
                return true;
        }
    return false;
}

static void lay_out_page(struct venue *venue, const struct plan *plan, int page,
                         struct arena *arena)
{
    bool *taken = arena_array(arena, (size_t)venue->rows * (size_t)venue->columns, sizeof *taken);
    struct box box = box_of_page(venue, plan, page);
    struct tile stage = wanted_tile(venue, box, plan->focal_x, plan->focal_y);
    (void)take_cell(venue, taken, stage.row, stage.column, &venue->stages[page]);
    for (int i = 0; i < plan->section_count; i++) {
        const struct plan_section *section = &plan->sections[i];
        if (venue->tiles[i].page == page &&
            !place(venue, taken, wanted_tile(venue, box, section->x, section->y), &venue->tiles[i]))
            venue->tiles[i].page = NO_PAGE;
    }
}

void venue_lay_out(struct venue *venue, const struct plan *plan, struct area picture,
                   struct arena *arena)
{
    *venue = (struct venue){.tile_columns = tile_columns(plan)};
    venue->rows = picture.rows > 0 ? picture.rows : 1;
    venue->columns = picture.columns / venue->tile_columns;
    venue->columns = venue->columns > 0 ? venue->columns : 1;
    venue->tiles = arena_array(arena, (size_t)plan->section_count + 1, sizeof *venue->tiles);
    share_pages(venue, plan, arena);
    venue->stages = arena_array(arena, (size_t)venue->pages + 1, sizeof *venue->stages);
    for (int page = 0; page < venue->pages; page++)
        lay_out_page(venue, plan, page, arena);
}

/* ---- moving ------------------------------------------------------------------------------- */

/* How far a tile is in the asked direction; ways aside count double. -1: not that way. */
static int way(struct tile from, struct tile to, int action)
{
    int down = to.row - from.row, right = to.column - from.column;
    int ahead = action == ACTION_UP     ? -down
                : action == ACTION_DOWN ? down
                : action == ACTION_LEFT ? -right
                                        : right;
    int aside = action == ACTION_UP || action == ACTION_DOWN ? abs(right) : abs(down);
    return ahead > 0 ? ahead + 2 * aside : -1;
}

static int on_page(const struct venue *venue, int sections, int page, bool last)
{
    int found = -1;
    for (int i = 0; i < sections; i++)
        if (venue->tiles[i].page == page && (found < 0 || last))
            found = i;
    return found;
}

static int turn_page(const struct venue *venue, int sections, int from, int step)
{
    int page = venue->tiles[from].page + step;
    int found = page < 0 || page >= venue->pages ? -1 : on_page(venue, sections, page, false);
    return found < 0 ? from : found;
}

int venue_neighbour(const struct venue *venue, int sections, int from, int action)
{
    int best = from, shortest = -1;
    if (action == ACTION_PAGE_UP || action == ACTION_PAGE_DOWN)
        return turn_page(venue, sections, from, action == ACTION_PAGE_UP ? -1 : 1);
    if (action == ACTION_FIRST || action == ACTION_LAST)
        return on_page(venue, sections, venue->tiles[from].page, action == ACTION_LAST);
    for (int i = 0; i < sections; i++) {
        int length = way(venue->tiles[from], venue->tiles[i], action);
        if (i == from || venue->tiles[i].page != venue->tiles[from].page || length < 0 ||
            (shortest >= 0 && length >= shortest))
            continue;
        best = i;
        shortest = length;
    }
    return best;
}

/* ---- drawing ------------------------------------------------------------------------------ */

/* Tenths free, so that 0 means none at all; '-' when nothing there is for sale. */
static char free_digit(const struct seat_sums *sums)
{
    int free = model_free(sums);
    int for_sale = sums->seats - sums->of[GLYPH_BLOCKED] - sums->of[GLYPH_CHANNEL];
    if (for_sale <= 0)
        return '-';
    int tenths = (free * 10 + for_sale - 1) / for_sale;
    return (char)('0' + (tenths > 9 ? 9 : tenths));
}

static void draw_tile(const struct map_look *look, const struct venue *venue, int section,
                      struct canvas *canvas, struct area picture)
{
    const struct seat_sums *sums = &look->view->model->sections[section];
    const char *full = look->view->model->map.plan->sections[section].name;
    struct tile tile = venue->tiles[section];
    bool focus = section == look->map->section;
    char name[SECTION_TEXT];
    char mark = sums->of[GLYPH_CONFLICT] ? '!' : sums->of[GLYPH_MINE] ? '*' : ':';
    enum style style = focus                  ? STYLE_FOCUS
                       : sums->of[GLYPH_MINE] ? STYLE_SEAT_MINE
                       : model_free(sums) > 0 ? STYLE_SEAT_FREE
                                              : STYLE_SEAT_SOLD;
    struct area place =
        area_part(picture, tile.row, tile.column * venue->tile_columns, 1, venue->tile_columns);
    text_fit(name, sizeof name, full, venue->tile_columns - 3, false);
    int at = focus ? draw_text(canvas, place, 0, 0, STYLE_STRONG, ">") : 1;
    at = draw_printf(canvas, place, 0, at, style, "%s%c%c", name, mark, free_digit(sums));
    if (focus) {
        draw_text(canvas, place, 0, at, STYLE_STRONG, "<");
        draw_cursor(canvas, place, 0, 1);
    }
}

static void draw_stage(const struct venue *venue, int page, struct canvas *canvas,
                       struct area picture)
{
    struct tile stage = venue->stages[page];
    struct area place =
        area_part(picture, stage.row, stage.column * venue->tile_columns, 1, venue->tile_columns);
    /* L10N: where the stage or the pitch is, on the venue map; at most 6 columns */
    draw_text(canvas, place, 0, 0, STYLE_DIM, _("STAGE"));
}

void venue_draw(const struct map_look *look, struct canvas *canvas, struct area picture)
{
    const struct plan *plan = look->view->model->map.plan;
    struct arena *arena = arena_new();
    struct venue venue;
    venue_lay_out(&venue, plan, picture, arena);
    int page = venue.tiles[look->map->section].page;
    page = page < 0 ? 0 : page; /* no room for it: a picture of the others */
    for (int i = 0; i < plan->section_count; i++)
        if (venue.tiles[i].page == page)
            draw_tile(look, &venue, i, canvas, picture);
    draw_stage(&venue, page, canvas, picture);
    if (venue.pages > 1) {
        char text[48];
        snprintf(text, sizeof text, _("page %d/%d"), page + 1, venue.pages);
        draw_right(canvas, area_part(picture, picture.rows - 1, 0, 1, -1), 0, STYLE_DIM, text);
    }
    arena_free(&arena);
}

int venue_section_at(const struct map_look *look, struct area picture, int row, int column)
{
    const struct plan *plan = look->view->model->map.plan;
    struct arena *arena = arena_new();
    struct venue venue;
    int found = -1;
    venue_lay_out(&venue, plan, picture, arena);
    int page = venue.tiles[look->map->section].page;
    for (int i = 0; i < plan->section_count; i++)
        if (venue.tiles[i].page == page && venue.tiles[i].row == row &&
            venue.tiles[i].column == column / venue.tile_columns)
            found = i;
    arena_free(&arena);
    return found;
}
