/*
 * The whole hall at once, as it is drawn on paper. Where every seat has a cell of its own, it is
 * drawn as anywhere else; with less room a dot a seat where the terminal has dots fine enough
 * (braille, halves of blocks); else a digit a place. Dots and digits ink what a view is about: free
 * seats for the state, free seats of the cursor's price class for the price, held seats for the
 * holder and the age. Where more than one seat falls on a dot, digits take over, so that no seat
 * ever speaks for its neighbours.
 */
#include "config.h"

#include "ui/map_private.h"

#include <string.h>

#include "src/domain/heat.h"
#include "ui/chart.h"

enum { CROWD_PERCENT = 2 };

/* What falls into one cell of the canvas. */
struct place {
    uint16_t seats, inked;
    uint8_t dots; /* bits of braille, or of halves */
    char age;     /* of what has been held longest here (heat_age_letter); '\0': not known */
    bool mine, of_focus;
    int seat; /* the last one that fell here */
};

/* A cell is twice as high as wide; a hall may be drawn this much wider, so that seats get dots of
 * their own. */
#define STRETCH 0.75f

struct whole {
    const struct map_look *look;
    struct area picture;
    enum chart_ink ink;
    int wide, high;               /* dots a cell */
    float left, top, broad, tall; /* of the hall's top left corner; of a cell */
    struct place *places;         /* picture.rows * picture.columns */
    uint8_t *taken;               /* dots with a seat on them, by bits */
    int crowded;                  /* seats that fell on a dot that was taken */
};

/* ---- scale -------------------------------------------------------------------------------- */

static void measure(struct whole *hall, const struct plan *plan)
{
    float left = plan->focal_x, right = left, top = plan->focal_y, bottom = top;
    for (int i = 0; i < plan->seat_count; i++) {
        const struct plan_seat *seat = &plan->seats[i];
        left = seat->x < left ? seat->x : left;
        right = seat->x > right ? seat->x : right;
        top = seat->y < top ? seat->y : top;
        bottom = seat->y > bottom ? seat->y : bottom;
    }
    /* Between the first dot and the last there is one less than there are dots. */
    int columns = hall->picture.columns * hall->wide, rows = hall->picture.rows * hall->high;
    float across = (right - left) * (float)hall->wide / (float)(columns > 1 ? columns - 1 : 1);
    float down = (bottom - top) * (float)hall->high / (float)(rows > 1 ? rows - 1 : 1) / 2;
    hall->tall = across > down ? across : down;
    hall->tall = hall->tall > 0 ? hall->tall * 2 : 2;
    hall->broad = across > hall->tall * STRETCH / 2 ? across : hall->tall * STRETCH / 2;
    hall->left = left - ((float)hall->picture.columns * hall->broad - (right - left)) / 2;
    hall->top = top - ((float)hall->picture.rows * hall->tall - (bottom - top)) / 2;
}

static int limit(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

/* In dots from the top left. */
static int dot_column(const struct whole *hall, float x)
{
    return limit((int)((x - hall->left) / hall->broad * (float)hall->wide),
                 hall->picture.columns * hall->wide - 1);
}

static int dot_row(const struct whole *hall, float y)
{
    return limit((int)((y - hall->top) / hall->tall * (float)hall->high),
                 hall->picture.rows * hall->high - 1);
}

/* ---- seats -------------------------------------------------------------------------------- */

static bool is_inked(const struct map_look *look, int seat)
{
    const struct plan *plan = look->view->model->map.plan;
    enum glyph glyph = model_glyph(look->view->model, seat);
    bool free = glyph_is_free(glyph);
    switch (look->map->shows) {
    case MAP_PRICE:
        return free && plan->seats[seat].class_no == plan->seats[look->map->seat].class_no;
    case MAP_HOLDER:
    case MAP_AGE:
        return glyph == GLYPH_HELD || glyph == GLYPH_MINE;
    case MAP_STATE:
    case MAP_SHOWS:
        break;
    }
    return free;
}

static char age_at(const struct map_look *look, int seat)
{
    const struct hold *hold = map_hold_at(look, seat);
    return (char)(hold ? heat_age_letter(look->view->now - hold->created_at) : '\0');
}

static void put_seat(struct whole *hall, int seat)
{
    static const uint8_t braille[2][4] = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};
    const struct map_look *look = hall->look;
    const struct plan *plan = look->view->model->map.plan;
    int column = dot_column(hall, plan->seats[seat].x), row = dot_row(hall, plan->seats[seat].y);
    int at = row / hall->high * hall->picture.columns + column / hall->wide;
    uint8_t bit = braille[column % hall->wide][row % hall->high];
    struct place *place = &hall->places[at];
    hall->crowded += (hall->taken[at] & bit) != 0;
    hall->taken[at] |= bit;
    place->seats++;
    place->seat = seat;
    place->mine = place->mine || model_glyph(look->view->model, seat) == GLYPH_MINE;
    place->of_focus =
        place->of_focus || plan->rows[plan->seats[seat].row].section == look->map->section;
    if (!is_inked(look, seat))
        return;
    char age = age_at(look, seat);
    place->age = place->age > age ? place->age : age;
    place->inked++;
    place->dots |= bit;
}

/* ---- drawing ------------------------------------------------------------------------------ */

static void dot_text(const struct whole *hall, const struct place *place, char out[8])
{
    static const char *const halves[] = {"", "▀", "▄", "█"};
    int bits = place->dots;
    if (hall->ink == CHART_HALVES)
        strcpy(out, halves[bits & 3]);
    else
        memcpy(out, (char[]){'\xe2', (char)(0xa0 | bits >> 6), (char)(0x80 | (bits & 0x3f)), '\0'},
               4);
}

/* Tenths of the seats, from 1 on: something is never drawn as nothing. */
static char digit_of(const struct whole *hall, const struct place *place)
{
    int tenths = (place->inked * 10 + place->seats - 1) / place->seats;
    if (hall->look->map->shows == MAP_AGE)
        return place->age ? place->age : '?';
    return (char)('0' + limit(tenths, 9));
}

static enum style style_of(const struct whole *hall, const struct place *place)
{
    enum map_shows shows = hall->look->map->shows;
    if (place->mine)
        return STYLE_SEAT_MINE;
    if (!place->inked)
        return STYLE_SEAT_SOLD;
    return shows == MAP_HOLDER || shows == MAP_AGE ? STYLE_SEAT_HELD : STYLE_SEAT_FREE;
}

static void draw_place(const struct whole *hall, struct canvas *canvas, int row, int column,
                       bool digits)
{
    const struct place *place = &hall->places[row * hall->picture.columns + column];
    char text[8] = ".";
    if (!place->seats)
        return;
    if (place->inked && digits)
        text[0] = digit_of(hall, place);
    else if (place->inked)
        dot_text(hall, place, text);
    draw_text(canvas, hall->picture, row, column, style_of(hall, place), text);
}

/* Brackets around the focused section, in the row its middle falls into. */
static void draw_focus(const struct whole *hall, struct canvas *canvas)
{
    const struct map_look *look = hall->look;
    const struct plan_section *section = &look->view->model->map.plan->sections[look->map->section];
    int row = dot_row(hall, section->y) / hall->high, first = -1, last = -1;
    for (int column = 0; column < hall->picture.columns; column++)
        if (hall->places[row * hall->picture.columns + column].of_focus) {
            first = first < 0 ? column : first;
            last = column;
        }
    if (first < 0)
        first = last = dot_column(hall, section->x) / hall->wide;
    first = first > 0 ? first - 1 : 0;
    draw_text(canvas, hall->picture, row, first, STYLE_STRONG, ">");
    draw_text(canvas, hall->picture, row, limit(last + 1, hall->picture.columns - 1), STYLE_STRONG,
              "<");
    draw_cursor(canvas, hall->picture, row, first);
}

static void draw_stage(const struct whole *hall, struct canvas *canvas)
{
    const struct plan *plan = hall->look->view->model->map.plan;
    const char *word = _("STAGE");
    int row = dot_row(hall, plan->focal_y) / hall->high;
    int column = dot_column(hall, plan->focal_x) / hall->wide - 2;
    for (int i = 0; i < 5; i++)
        if (column + i < 0 || column + i >= hall->picture.columns ||
            hall->places[row * hall->picture.columns + column + i].seats)
            return;
    draw_text(canvas, hall->picture, row, column, STYLE_DIM, word);
}

static void choose_dots(struct whole *hall)
{
    bool age = hall->look->map->shows == MAP_AGE; /* ages are digits */
    hall->ink = age ? CHART_ASCII : hall->look->view->ink;
    hall->wide = hall->ink == CHART_FINE ? 2 : 1;
    hall->high = hall->ink == CHART_FINE ? 4 : hall->ink == CHART_HALVES ? 2 : 1;
}

static bool lay_out(struct whole *hall, const struct map_look *look, struct area picture)
{
    const struct plan *plan = look->view->model->map.plan;
    *hall = (struct whole){.look = look, .picture = picture};
    if (picture.rows <= 0 || picture.columns <= 0 || plan->seat_count == 0)
        return false;
    hall->ink = CHART_ASCII;
    hall->wide = hall->high = 1;
    measure(hall, plan);
    return true;
}

/* Do dots tell seats apart here? */
static bool needs_digits(const struct whole *hall)
{
    int64_t seats = hall->look->view->model->map.plan->seat_count;
    return hall->ink == CHART_ASCII || (int64_t)hall->crowded * 100 > seats * CROWD_PERCENT;
}

static void put_seats(struct whole *hall, struct arena *arena)
{
    size_t cells = (size_t)hall->picture.rows * (size_t)hall->picture.columns;
    hall->places = arena_array(arena, cells, sizeof *hall->places);
    hall->taken = arena_array(arena, cells, 1);
    hall->crowded = 0;
    for (int i = 0; i < hall->look->view->model->map.plan->seat_count; i++)
        put_seat(hall, i);
}

/* Every seat has a cell of its own: they are drawn as anywhere else. */
static void draw_single_seats(const struct whole *hall, struct canvas *canvas)
{
    for (int row = 0; row < hall->picture.rows; row++)
        for (int column = 0; column < hall->picture.columns; column++) {
            const struct place *place = &hall->places[row * hall->picture.columns + column];
            if (!place->seats)
                continue;
            struct map_glyph glyph = map_glyph_of(hall->look, place->seat);
            draw_text(canvas, hall->picture, row, column, glyph.style, glyph.text);
        }
}

static void draw_crowd(struct whole *hall, struct canvas *canvas, struct arena *arena)
{
    choose_dots(hall);
    measure(hall, hall->look->view->model->map.plan);
    put_seats(hall, arena);
    bool digits = needs_digits(hall);
    for (int row = 0; row < hall->picture.rows; row++)
        for (int column = 0; column < hall->picture.columns; column++)
            draw_place(hall, canvas, row, column, digits);
}

bool hall_draw(const struct map_look *look, struct canvas *canvas, struct area picture)
{
    struct arena *arena = arena_new();
    struct whole hall;
    bool single = false;
    if (lay_out(&hall, look, picture)) {
        put_seats(&hall, arena);
        single = hall.crowded == 0;
        if (single)
            draw_single_seats(&hall, canvas);
        else
            draw_crowd(&hall, canvas, arena);
        draw_stage(&hall, canvas);
        draw_focus(&hall, canvas);
    }
    arena_free(&arena);
    return single;
}

int hall_section_at(const struct map_look *look, struct area picture, int row, int column)
{
    const struct plan *plan = look->view->model->map.plan;
    struct whole hall;
    if (!lay_out(&hall, look, picture))
        return -1;
    for (int i = 0; i < plan->seat_count; i++)
        if (dot_row(&hall, plan->seats[i].y) / hall.high == row &&
            dot_column(&hall, plan->seats[i].x) / hall.wide == column)
            return plan->rows[plan->seats[i].row].section;
    return -1;
}
