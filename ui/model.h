/*
 * What the console knows of the house: who is signed in, the open show seat by seat, the basket,
 * the health of the link. Screens read it; only answers and news from the counter change it.
 *
 * Seats change by version: news that is not newer than what is known does nothing. Sums of each
 * section are kept with every change, so that a venue of 100,000 seats is drawn from its sections.
 */
#ifndef LOGE_UI_MODEL_H
#define LOGE_UI_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "src/port/evt.h"
#include "ui/glyph.h"

struct seat_sums {
    int32_t seats;
    int32_t of[GLYPH_SEATS]; /* by what they are drawn as */
};

/* Seats that left the basket though nobody here let them go. */
enum { LOST_SEATS_MAX = 16 };
struct lost_seats {
    struct uuid hold;
    int32_t seats[LOST_SEATS_MAX]; /* numbers in the hall */
    char labels[LOST_SEATS_MAX][SEAT_TEXT];
    int count;
    bool taken; /* found so when another store answered: no log need tell of it */
};

/* What the last news changed of how seats are drawn; beyond CHANGES_MAX they are only counted. */
enum { CHANGES_MAX = 64 };
struct glyph_change {
    int32_t seat; /* index in the plan */
    uint8_t was, is;
};

struct model {
    struct actor actor; /* name "" while nobody is signed in */
    struct health_report health;
    int64_t ahead_ms; /* by how much the house's clock is ahead of this machine's */

    bool open;           /* is there a show? */
    struct snapshot map; /* without its states: model_state has them */
    struct seat_sums total;
    struct seat_sums *sections; /* one a section of the plan */
    uint8_t *glyphs;            /* one a seat: enum glyph */
    int64_t next_over;          /* when the next hold is over; INT64_MAX: none */

    struct hold *holds; /* mine, open, oldest first */
    int hold_count;

    struct print_sums print; /* the till's printer */
    struct weighed weighed;  /* on the scale, while a screen weighs something */

    struct lost_seats lost; /* of the last news */
    struct glyph_change changes[CHANGES_MAX];
    int change_count;

    struct model_memory *memory;
};

void model_init(struct model *model);
void model_done(struct model *model);

/*
 * Takes in an answer or news. now is the house's time. Keeps the arena of a map (and nulls it in
 * the message, with the states, which are kept smaller); everything else is copied. True when
 * anything a screen shows changed.
 */
bool model_apply(struct model *model, struct evt *evt, int64_t now);
/* Time passes: holds that are over become free. True when anything changed. */
bool model_tick(struct model *model, int64_t now);
/* What the last news took from the basket, told once. False: nothing. */
bool model_take_lost(struct model *model, struct lost_seats *lost);
void model_close_show(struct model *model);
void model_sign_out(struct model *model);

/* Index in the open show's plan of a seat by its number in the hall; -1: it has none. */
int model_seat_by_no(const struct model *model, int32_t no);
/* How a seat of the open show stands. */
struct seat_state model_state(const struct model *model, int seat);
/* How a seat is drawn. */
enum glyph model_glyph(const struct model *model, int seat);
/* Sold now, its ticket is PROVISIONAL: this till is alone, and the seat is not lent to it. */
bool model_is_provisional(const struct model *model, int seat);
/* The open hold of mine a seat is in; NULL when it is not mine. */
const struct hold *model_hold_of(const struct model *model, int seat);
/* The hold of mine that ends first; NULL when the basket is empty. */
const struct hold *model_first_hold(const struct model *model);
/* Has a hold of the basket run out? One that is being paid for has not. */
bool model_hold_is_over(const struct hold *hold, int64_t now);
int model_basket_seats(const struct model *model);
int model_basket_seats_of(const struct model *model, int32_t show);
/* Adult price and fee of a seat's class, and of a class; -1 when it has none. */
int64_t model_seat_price(const struct model *model, int seat);
int64_t model_class_price(const struct model *model, int class_no);
/* Whatever came of the sale since. */
int model_sold(const struct seat_sums *sums);
int model_free(const struct seat_sums *sums); /* wheelchair places and unsure ones included */

#endif
