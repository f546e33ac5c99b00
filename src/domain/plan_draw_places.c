/* As it stands: a small house in the round seat by seat, a large one a tile a section. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/plan_draw_parts.h"
#include "src/domain/plan_stage.h"
#include "src/domain/plan_straighten.h"

enum { MOST_LINES = 60, TILE_COLUMNS = 8, TILE_NAME = 5, LEAST_TILE_LINES = 16 };

/* ---- seats where they stand --------------------------------------------------------------- */

struct canvas {
    const char **cells; /* columns a line; NULL is a space */
    int columns, lines;
    float left, top, unit;
};

static int column_of(const struct canvas *canvas, float x)
{
    return (int)lroundf((x - canvas->left) / canvas->unit * 2);
}

static int line_of(const struct canvas *canvas, float y)
{
    return (int)lroundf((y - canvas->top) / canvas->unit);
}

static bool make_canvas(const struct sketch *sketch, struct canvas *canvas)
{
    struct plan_box box = plan_seats_box(sketch->plan);
    canvas->unit = plan_seat_distance(sketch->plan, sketch->arena);
    canvas->left = box.left;
    canvas->top = box.top;
    float wide = (box.right - box.left) / canvas->unit * 2;
    float high = (box.bottom - box.top) / canvas->unit;
    if (!(canvas->unit > 0) || wide + 1 > (float)sketch_columns(sketch) || high + 1 > MOST_LINES)
        return false;
    canvas->columns = column_of(canvas, box.right) + 1;
    canvas->lines = line_of(canvas, box.bottom) + 1;
    canvas->cells = arena_array(sketch->arena, (size_t)canvas->columns * (size_t)canvas->lines,
                                sizeof *canvas->cells);
    return true;
}

static bool set_cell(struct canvas *canvas, int column, int line, const char *glyph)
{
    if (column < 0 || column >= canvas->columns || line < 0 || line >= canvas->lines)
        return false;
    const char **cell = &canvas->cells[line * canvas->columns + column];
    if (*cell)
        return false;
    *cell = glyph;
    return true;
}

/* Character by character, where nobody sits. */
static void write_stage(struct sketch *sketch, struct canvas *canvas)
{
    const struct plan_area *stage = plan_stage(sketch->plan);
    const char *name = stage ? stage->text : "", *end = name + strlen(name);
    int column = column_of(canvas, sketch->plan->focal_x) - text_columns(name) / 2;
    int line = line_of(canvas, sketch->plan->focal_y);
    while (name < end) {
        const char *from = name;
        int wide = text_char_columns(text_next(&name, end));
        if (wide != 1)
            return; /* a wide letter would move what stands right of it */
        set_cell(canvas, column++, line, arena_strndup(sketch->arena, from, (size_t)(name - from)));
    }
}

static void put_canvas(struct sketch *sketch, const struct canvas *canvas)
{
    for (int line = 0; line < canvas->lines; line++) {
        const char **cells = canvas->cells + line * canvas->columns;
        int last = canvas->columns;
        while (last > 0 && !cells[last - 1])
            last--;
        for (int column = 0; column < last; column++)
            sketch_put(sketch, "%s", cells[column] ? cells[column] : " ");
        sketch_put(sketch, "\n");
    }
}

bool sketch_round(struct sketch *sketch)
{
    struct canvas canvas;
    if (!make_canvas(sketch, &canvas))
        return false;
    for (int i = 0; i < sketch->plan->seat_count; i++) {
        const struct plan_seat *seat = &sketch->plan->seats[i];
        if (!set_cell(&canvas, column_of(&canvas, seat->x), line_of(&canvas, seat->y),
                      sketch_glyph(sketch, i))) {
            memset(sketch->shown, 0, sizeof sketch->shown);
            return false;
        }
    }
    write_stage(sketch, &canvas);
    put_canvas(sketch, &canvas);
    return true;
}

/* ---- sections as tiles -------------------------------------------------------------------- */

struct tiles {
    int *section; /* section + 1 in each tile; 0: empty; -1: the stage */
    int across, lines;
};

static int scaled(float at, float low, float high, int steps)
{
    if (!(high > low))
        return 0;
    int step = (int)lroundf((at - low) / (high - low) * (float)(steps - 1));
    return step < 0 ? 0 : step >= steps ? steps - 1 : step;
}

/* The nearest empty tile of a line, or -1 when it is full. */
static int nearest_empty(const struct tiles *tiles, int line, int column)
{
    const int *at = tiles->section + line * tiles->across;
    for (int away = 0; away < tiles->across; away++) {
        if (column - away >= 0 && !at[column - away])
            return column - away;
        if (column + away < tiles->across && !at[column + away])
            return column + away;
    }
    return -1;
}

/* There are more tiles than sections, so some line always has room. */
static void place_tile(struct tiles *tiles, int line, int column, int section)
{
    for (int i = 0; i < tiles->lines; i++) {
        int at = (line + i) % tiles->lines;
        int found = nearest_empty(tiles, at, column);
        if (found < 0)
            continue;
        tiles->section[at * tiles->across + found] = section;
        return;
    }
}

static struct tiles make_tiles(struct sketch *sketch)
{
    const struct plan *plan = sketch->plan;
    struct plan_box box = plan_seats_box(plan);
    int across = sketch_columns(sketch) / TILE_COLUMNS;
    struct tiles tiles = {.across = across > 0 ? across : 1};
    tiles.lines = LEAST_TILE_LINES + 2 * plan->section_count / tiles.across;
    tiles.section = arena_array(sketch->arena, (size_t)tiles.across * (size_t)tiles.lines,
                                sizeof *tiles.section);
    for (int s = 0; s < plan->section_count; s++) {
        const struct plan_section *section = &plan->sections[s];
        if (section->seat_count)
            place_tile(&tiles, scaled(section->y, box.top, box.bottom, tiles.lines),
                       scaled(section->x, box.left, box.right, tiles.across), s + 1);
    }
    int *middle =
        &tiles.section[scaled(plan->focal_y, box.top, box.bottom, tiles.lines) * tiles.across +
                       scaled(plan->focal_x, box.left, box.right, tiles.across)];
    *middle = *middle ? *middle : -1;
    return tiles;
}

struct standing {
    int free, blocked;
    bool mine;
};

static struct standing stand(const struct sketch *sketch, const struct plan_section *section)
{
    struct standing standing = {0, 0, false};
    for (int i = section->first_seat; i < section->first_seat + section->seat_count; i++) {
        standing.free += sketch_is_free(sketch->drawing, i);
        standing.blocked += sketch->drawing->state[i].status == SEAT_BLOCKED;
        standing.mine |= sketch_is_mine(sketch->drawing, i);
    }
    return standing;
}

/* Tenths, but 0 only when nothing is left and - only when nothing is to be had at all. */
static char tenths(const struct standing *standing, int seats)
{
    if (standing->blocked == seats)
        return '-';
    int digit = standing->free * 10 / seats;
    if (standing->free > 0 && digit == 0)
        digit = 1;
    return (char)('0' + (digit > 9 ? 9 : digit));
}

static void put_tile(struct sketch *sketch, int section)
{
    const struct plan_section *at = &sketch->plan->sections[section];
    sketch_label(sketch, at->name, TILE_NAME, true);
    if (!sketch->drawing->state) {
        sketch_put(sketch, "   ");
        return;
    }
    struct standing standing = stand(sketch, at);
    sketch_put(sketch, "%c%c ", standing.mine ? '*' : ':', tenths(&standing, at->seat_count));
}

static void put_tile_stage(struct sketch *sketch)
{
    char name[40];
    const struct plan_area *stage = plan_stage(sketch->plan);
    text_fit(name, sizeof name, stage ? stage->text : "", TILE_COLUMNS, true);
    sketch_put(sketch, "%s", name);
}

static void put_tile_line(struct sketch *sketch, const int *line, int across)
{
    while (across > 0 && !line[across - 1])
        across--;
    for (int i = 0; i < across; i++) {
        if (line[i] > 0)
            put_tile(sketch, line[i] - 1);
        else if (line[i] < 0)
            put_tile_stage(sketch);
        else
            sketch_put(sketch, "%*s", TILE_COLUMNS, "");
    }
    if (across > 0)
        sketch_put(sketch, "\n");
}

#define N_(text) text

void sketch_tiles(struct sketch *sketch)
{
    struct tiles tiles = make_tiles(sketch);
    for (int line = 0; line < tiles.lines; line++)
        put_tile_line(sketch, tiles.section + line * tiles.across, tiles.across);
    if (sketch->drawing->state)
        sketch_put(sketch, "\n%s\n",
                   sketch_word(sketch, N_("digit: tenths free   -: closed   *: some are mine")));
}
