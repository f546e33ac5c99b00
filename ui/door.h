/* The door's screen: what it keeps, and how it is drawn. Inside of ui/screen_door.c. */
#ifndef LOGE_UI_DOOR_H
#define LOGE_UI_DOOR_H

#include "ui/screen.h"
#include "ui/settle.h"
#include "ui/sign.h"

/* The bag of one ticket, from the scale to the fee. */
struct door_bag {
    bool open, known;       /* known: the house has said how it stands */
    char ticket[UUID_TEXT]; /* its id */
    struct checked checked;
    int64_t change;    /* given back of the fee */
    struct line typed; /* a weight, instead of what the scale says */
    uint64_t asked;    /* the command it waits for; 0: none */
    bool again;        /* not paid: what was weighed is offered once more */
    struct settle settle;
};

struct door {
    char show[SLUG_TEXT];
    char title[TITLE_TEXT];
    int64_t starts_at;
    struct arena *arena; /* of the last scans */
    struct scan *last;
    int last_count;
    struct door_count count;
    bool known;             /* the show and its figures were read */
    bool leaving;           /* people are scanned out */
    char text[KEYS_TEXT];   /* what was scanned last, whole: a part of it might be another code */
    int64_t scanned_at;     /* when, so that one wave at the scanner is one scan */
    uint64_t asked;         /* the scan it waits for; 0: none */
    bool answered;          /* that one, and no other before it */
    int64_t reason_at;      /* when it was asked for */
    struct scanned scanned; /* what came of it */
    char reason[REASON_TEXT];
    struct sign sign;
    struct door_bag bag;
};

void door_draw(const struct door *door, const struct view *view, struct canvas *canvas,
               struct area body);

/* ---- seats (door_hold.c) --------------------------------------------------------------------- */

/* "2": the best two; else their names. */
void door_hold(const struct door *door, const char *text, struct effects *effects);
void door_let_go(const struct view *view, struct effects *effects);
/* Was it the answer to one of these? What came of it is told. */
bool door_hold_answer(const struct evt *evt, struct effects *effects);

/* ---- bags (door_bag.c, door_bag_draw.c) -------------------------------------------------------
 */

/* For whoever was scanned last. */
void door_bag_open(struct door *door, struct effects *effects);
/* True: the dialog was open and took it, or kept it from being a scan. */
bool door_bag_input(struct door *door, const struct view *view, const struct input *input,
                    struct effects *effects);
bool door_bag_answer(struct door *door, struct evt *evt, struct effects *effects);
bool door_bag_back(struct door *door); /* true: it took a step back */
/* Is a weight wanted now? */
bool door_bag_weighs(const struct door_bag *bag);
void door_bag_draw(const struct door_bag *bag, const struct view *view, struct canvas *canvas,
                   struct area body);

#endif
