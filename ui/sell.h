/*
 * What the files of the clerk's map share: its state, its actions, and what they do.
 *
 *   ui/screen_map.c   keys, answers, drawing
 *   ui/sell_best.c    the best seats: holding, trading for the next, a party that must be split
 *   ui/sell_form.c    what the best seats have to be
 *   ui/sell_hold.c    seats one by one: pick, let go, extend, undo
 *   ui/sell_side.c    basket and news beside the map
 *   ui/sell_view.c    what the map shows of its seats, and what is taken away from it
 */
#ifndef LOGE_UI_SELL_H
#define LOGE_UI_SELL_H

#include "ui/map_holds.h"
#include "ui/news_feed.h"
#include "ui/screen.h"

enum {
    MAP_BEST = ACTION_OWN,
    MAP_PICK,
    MAP_RELEASE,
    MAP_EXTEND,
    MAP_INSPECT,
    MAP_VIEW,
    MAP_LIST,
    MAP_MARK,
    MAP_FIND,
    MAP_RELEASE_ALL,
    MAP_PAY,
    MAP_TYPE,
    MAP_TYPE_ALL,
    MAP_CUSTOMER,
    MAP_UNDO,
    MAP_HALL,
    MAP_SORT,
    MAP_EXPORT,
    MAP_COPY,
};

/* What a look at the best seats is for. */
enum looking { LOOK_NOTHING, LOOK_APART, LOOK_INSTEAD };

/* The offer of the finder that is held now, and what it may be traded for. */
struct offer_state {
    struct uuid hold;
    bool any;          /* there is an offer */
    int tried;         /* offers seen so far */
    struct uuid trade; /* the hold to let go once the next offer is held */
    bool trading;
    bool apart; /* no such seats together; Enter takes them apart */
    enum looking looking;
    char refusal[MESSAGE_TEXT]; /* why it is looked */
};

/* What the best seats have to be, and the form it is said in. */
struct finder {
    struct best_request wish; /* count 0: nothing has been asked yet */
    bool open;
    int field;  /* focused */
    bool typed; /* the next digit goes behind the number's last */
};

struct map_screen {
    char show[SLUG_TEXT];
    struct map map;
    struct offer_state offer;
    struct finder finder;
    struct news_feed feed;
    uint64_t again; /* the command that asks for seats that ran out; 0: none */
    bool card;      /* everything about the focused seat is shown */
    struct map_holds holds;
    bool opened, unread; /* unread: it was asked for, and refused or stopped */
};

/* ---- ui/sell_best.c ----------------------------------------------------------------------- */

/* count 0: none was typed. */
void sell_best(struct map_screen *screen, const struct view *view, int count,
               struct effects *effects);
/* As the form says it. */
void sell_best_wish(struct map_screen *screen, struct effects *effects);
/* Does n trade an offer? */
bool sell_has_offer(const struct map_screen *screen, const struct model *model);
void sell_next_offer(struct map_screen *screen, struct effects *effects);
/* Takes what is only there apart. False: that was not offered. */
bool sell_take_apart(struct map_screen *screen, struct effects *effects);
void sell_best_held(struct map_screen *screen, const struct view *view, const struct hold *hold,
                    struct effects *effects);
/* A hold was refused: says so, with what there is instead. */
void sell_best_refused(struct map_screen *screen, const struct view *view, const struct evt *evt,
                       struct effects *effects);
/* Answers to a look at the best: what a refusal offers instead. */
void sell_best_looked(struct map_screen *screen, const struct view *view, const struct evt *evt,
                      struct effects *effects);

/* ---- ui/sell_form.c ----------------------------------------------------------------------- */

void finder_open(struct finder *finder);
/* True: it is to be asked for. */
bool finder_key(struct finder *finder, const struct plan *plan, int32_t code);
void finder_draw(const struct finder *finder, const struct view *view, struct canvas *canvas,
                 struct area body);

/* ---- ui/sell_hold.c ----------------------------------------------------------------------- */

/* label NULL: all of it. */
void sell_ask_release(struct effects *effects, const struct uuid *hold, const char *label);
void sell_pick(struct map_screen *screen, const struct model *model, struct effects *effects);
/* The seat under the cursor if it is mine, else the whole basket, after asking. */
void sell_release(struct map_screen *screen, const struct model *model, struct effects *effects);
void sell_extend(const struct model *model, struct effects *effects);
/* Says that time was up, and what can be done. */
void sell_tell_ended(const struct view *view, struct effects *effects);
/* Asks for the seats that ran out. False: there are none. */
bool sell_try_again(struct map_screen *screen, const struct view *view, struct effects *effects);
void sell_held_again(struct map_screen *screen, const struct view *view, const struct hold *hold,
                     struct effects *effects);
/* Of the seat under the cursor if it is mine, else of the whole basket. */
void sell_change_type(struct map_screen *screen, const struct view *view, bool all,
                      struct effects *effects);
/* Only the last act, and only while it can be taken back honestly. */
void sell_undo(const struct view *view, struct effects *effects);

/* ---- ui/sell_side.c ----------------------------------------------------------------------- */

/* The view of what the map has beside the panel; a move has to know it too. */
struct view sell_map_view(const struct view *view);
/* Basket and news at the right, where the terminal is wide enough; returns what is left. */
struct area sell_side_draw(const struct map_screen *screen, const struct view *view,
                           struct canvas *canvas, struct area body);

/* ---- ui/sell_view.c ----------------------------------------------------------------------- */

/* Goes to the next match in this direction, or says that there is none. */
void sell_find(struct map_screen *screen, const struct model *model, int direction,
               struct effects *effects);
/* The next offer while one is held, else the next match. */
void sell_next(struct map_screen *screen, const struct view *view, struct effects *effects);
void sell_ask_find(struct effects *effects);
/* Is anything shown for which one has to know who holds what? */
bool sell_shows_holders(const struct map_screen *screen);
/* A picture of the hall in this view, as a file. */
void sell_export(const struct map_screen *screen, const struct view *view, struct effects *effects);
/* The names of the marked seats, or of what is focused, to the terminal's clipboard. */
void sell_copy(const struct map_screen *screen, const struct model *model, struct effects *effects);
void sell_inspect(struct map_screen *screen, const struct view *view, struct effects *effects);

#endif
