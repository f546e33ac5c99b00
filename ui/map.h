/*
 * The live map at three levels: the venue as a tile a section, a section as a row a line, and a
 * few seats with everything about them. The level follows from how many seats fall into a cell:
 * more than one, and only counts are shown, never a majority.
 *
 * struct map is what a screen keeps; drawing is pure. Screens for clerks and for supervisors share
 * it: they differ in what keys do, not in what is seen.
 */
#ifndef LOGE_UI_MAP_H
#define LOGE_UI_MAP_H

#include "ui/canvas.h"
#include "ui/screen.h"

enum map_level { MAP_VENUE, MAP_SECTION, MAP_SEATS };
enum map_shows { MAP_STATE, MAP_PRICE, MAP_HOLDER, MAP_AGE, MAP_SHOWS };

/* In what order the list of sections stands. */
enum map_sort { SORT_PLAN, SORT_NAME, SORT_FREE, SORT_PERCENT, MAP_SORTS };

enum { MAP_MARKS_MAX = 5000, MAP_FIND_TEXT = 64 };

struct map {
    enum map_level level;
    enum map_shows shows;
    bool list; /* rows of text instead of a picture */
    bool hall; /* level 1 as the whole hall seat by seat, instead of a tile a section */
    enum map_sort sort;
    int section; /* focused */
    int seat;    /* focused; always in that section */
    int marks[MAP_MARKS_MAX];
    int mark_count;
    char find[MAP_FIND_TEXT]; /* what was searched for last */
    const struct hold *holds; /* everybody's, for MAP_HOLDER; borrowed */
    int hold_count;
};

/* What drawing looks at. */
struct map_look {
    const struct map *map;
    const struct view *view;
};

/* A show has been opened: the venue, or its only section. */
void map_open(struct map *map, const struct model *model);
void map_focus(struct map *map, const struct model *model, int seat); /* and its section */
bool map_zoom_in(struct map *map, const struct model *model);         /* false: no further */
bool map_zoom_out(struct map *map, const struct model *model);
/* The whole hall instead of its tiles, or back; from wherever one is. */
void map_toggle_hall(struct map *map, const struct model *model);
/* Moves of MOVES_MAP, and of panes. False: this action is no move. */
bool map_move(struct map *map, const struct view *view, int action, int count);
/* A click on the body, at a place in it: onto something else, or on what was focused already. */
enum map_click { CLICK_NOTHING, CLICK_FOCUSED, CLICK_AGAIN };
enum map_click map_click(struct map *map, const struct view *view, const struct input *input);
/* The next seat or section that answers to map->find, in this direction. False: there is none. */
bool map_find(struct map *map, const struct model *model, int direction);
bool map_is_marked(const struct map *map, int seat);
void map_toggle_mark(struct map *map, int seat);
void map_unmark(struct map *map, int seat);
bool map_mark(struct map *map, int seat); /* false: no more can be marked */
/* Everything between two seats: along their row, or the block of rows and columns they span. */
void map_mark_range(struct map *map, const struct plan *plan, int from, int to);
/* The hold a seat of the plan is in, mine or another's that the map has been told; NULL: none. */
const struct hold *map_hold_at(const struct map_look *look, int seat);
/* Who holds a seat, as far as the map has been told the holds; NULL: not known. */
const struct hold *map_hold_of(const struct map *map, const struct seat_state *state);

void map_draw(const struct map *map, const struct view *view, struct canvas *canvas,
              struct area body);
/* Everything about the focused seat, in a frame in the corner of the body. */
void map_card_draw(const struct map *map, const struct view *view, struct canvas *canvas,
                   struct area body);
/* One line about the focused section or seat. */
void map_describe(const struct map *map, const struct view *view, char *out, size_t size);
const char *map_sort_word(enum map_sort sort);    /* translated: "by name" */
const char *map_shows_word(enum map_shows shows); /* translated: "STATE" */

#endif
