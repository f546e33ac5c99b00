/* What the files of the map share. */
#ifndef LOGE_UI_MAP_PRIVATE_H
#define LOGE_UI_MAP_PRIVATE_H

#include "ui/format.h"
#include "ui/map.h"

/* How one seat is drawn in this view. */
struct map_glyph {
    char text[8];
    enum style style;
};
struct map_glyph map_glyph_of(const struct map_look *look, int seat);
char map_class_letter(const struct plan *plan, int class_no); /* in the map of prices */
/* The rows of the body that are left for the picture, below the head and above the foot. */
struct area map_picture(struct area body);

/* map_words.c: translated */
const char *map_glyph_word(enum glyph glyph);
/* As the legend has it: what is not sure was so at some time. */
void map_legend_word(const struct view *view, enum glyph glyph, char out[FORMAT_TEXT * 2]);
/* Why a seat is not what it seems, and what comes of selling it; appended. */
void map_seat_doubt(const struct view *view, int seat, char *out, size_t size);
/* The three below append or fill in what there is to say, each after two blanks (or one). */
void map_seat_marks(const struct plan_seat *seat, char *out, size_t size);
void map_seat_holder(const struct map *map, const struct seat_state *state, int64_t now, char *out,
                     size_t size);
void map_seat_left(const struct map *map, const struct view *view, char *out, size_t size);

/* map_venue.c: where each tile stands. */
struct tile {
    int page, row, column; /* column in tiles */
};
struct venue {
    int pages, tile_columns, rows, columns; /* of one page, in tiles */
    struct tile *tiles;                     /* one a section */
    struct tile *stages;                    /* one a page: where the focal point is */
};
void venue_lay_out(struct venue *venue, const struct plan *plan, struct area picture,
                   struct arena *arena);
void venue_draw(const struct map_look *look, struct canvas *canvas, struct area picture);
int venue_neighbour(const struct venue *venue, int sections, int from, int action);

/* What stands at a place of the picture; -1: nothing. */
int venue_section_at(const struct map_look *look, struct area picture, int row, int column);
int hall_section_at(const struct map_look *look, struct area picture, int row, int column);
int section_seat_at(const struct map_look *look, struct area picture, int row, int column);
int seats_seat_at(const struct map_look *look, struct area picture, int row, int column);

void section_draw(const struct map_look *look, struct canvas *canvas, struct area picture);
/* The seat of another row that stands nearest to this one's place in its own; -1: no such row. */
int section_across(const struct plan *plan, int seat, int rows);

/* map_hall.c: the whole hall, seat by seat */
/* True: every seat had a cell of its own. */
bool hall_draw(const struct map_look *look, struct canvas *canvas, struct area picture);

/* map_legend.c; of a hall that is drawn whole: every seat has a cell of its own, or several one. */
void map_legend_draw(const struct map_look *look, struct canvas *canvas, struct area row);
void map_legend_draw_hall(const struct map_look *look, bool every_seat, struct canvas *canvas,
                          struct area row);

void seats_draw(const struct map_look *look, struct canvas *canvas, struct area picture);
void map_list_draw(const struct map_look *look, struct canvas *canvas, struct area picture);
/* The sections as the list has them; the place of `section` in it is *at. */
int *map_list_order(const struct map *map, const struct model *model, struct arena *arena, int *at);

#endif
