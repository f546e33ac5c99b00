/*
 * A hall as a heat map, before it is drawn: every seat is of one kind, and a kind has a shape, a
 * colour and its figures. Shapes (or letters) tell kinds apart, colour only repeats them.
 *
 *   class    the empty hall: price classes
 *   state    free, held, sold, blocked
 *   price    the free seats by what they cost; the rest is small
 *   holder   who holds what; one letter a holder and till
 *   age      for how long seats have been held
 */
#ifndef LOGE_DOMAIN_HEAT_H
#define LOGE_DOMAIN_HEAT_H

#include "src/domain/entity.h"
#include "src/domain/say.h"

enum heat_view { HEAT_CLASS, HEAT_STATE, HEAT_PRICE, HEAT_HOLDER, HEAT_AGE, HEAT_VIEW_COUNT };

enum heat_mark {
    HEAT_SQUARE,
    HEAT_DISC,
    HEAT_DIAMOND,
    HEAT_TRIANGLE,
    HEAT_SHAPES, /* so many that are filled; classes take turns */
    HEAT_RING = HEAT_SHAPES,
    HEAT_RING_SQUARE,
    HEAT_CROSS,
    HEAT_DOT,
    HEAT_MARKS
};

enum heat_tone {
    HEAT_FREE,
    HEAT_HELD,
    HEAT_SOLD,
    HEAT_CHANNEL,
    HEAT_QUIET, /* what the view is not about */
    HEAT_SHADE, /* `shade` on the scale from little to much */
    HEAT_OWN    /* `colour` */
};

enum { HEAT_NAME = 112, HEAT_FIGURES = 80, HEAT_KINDS_MAX = PLAN_CLASSES_MAX + 8 };

struct heat_kind {
    char name[HEAT_NAME];
    char figures[HEAT_FIGURES]; /* what the legend says besides the seats; may be "" */
    char letter[2];             /* stands in the seat; may be "" */
    enum heat_mark mark;
    enum heat_tone tone;
    uint8_t shade; /* 0 little ... 255 much */
    char colour[COLOUR_TEXT];
    bool numbered; /* its seats show their numbers where there is room */
    int seats;
};

struct heat {
    enum heat_view view;
    struct heat_kind *kinds; /* in the order of the legend; those without seats are left out */
    int kind_count;
    uint8_t *kind_of; /* by seat of the plan */
};

struct heat_request {
    enum heat_view view;
    const struct plan *plan;
    const struct seat_state *state; /* not for HEAT_CLASS */
    const struct show *show;        /* for HEAT_PRICE */
    const struct hold *holds;       /* open ones, for HEAT_HOLDER and HEAT_AGE */
    int hold_count;
    int64_t now;
    say_in *language;
};

/* "class" "state" "price" "holder" "age" */
const char *heat_view_name(enum heat_view view);
bool heat_view_parse(const char *text, enum heat_view *out) MUST_USE;

/* How long a seat has been held, coarsely: '1' is under a minute, '6' over half an hour. */
char heat_age_letter(int64_t held_ms);

struct heat *heat_make(const struct heat_request *request, struct arena *arena);

/* How many seats of one section stand how; a hold that is over leaves its seat free. */
struct heat_section {
    int free, held, sold, blocked;
};
struct heat_section *heat_sections(const struct plan *plan, const struct seat_state *state,
                                   int64_t now, struct arena *arena);
/* Whole percent of the seats that could be sold at all: 100 only when none is left. */
int heat_percent_sold(const struct heat_section *section);

#endif
