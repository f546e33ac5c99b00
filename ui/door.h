/* The door's screen: what it keeps, and how it is drawn. Inside of ui/screen_door.c. */
#ifndef LOGE_UI_DOOR_H
#define LOGE_UI_DOOR_H

#include "ui/screen.h"
#include "ui/sign.h"

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
};

void door_draw(const struct door *door, const struct view *view, struct canvas *canvas,
               struct area body);

/* ---- seats (door_hold.c) --------------------------------------------------------------------- */

/* "2": the best two; else their names. */
void door_hold(const struct door *door, const char *text, struct effects *effects);
void door_let_go(const struct view *view, struct effects *effects);
/* Was it the answer to one of these? What came of it is told. */
bool door_hold_answer(const struct evt *evt, struct effects *effects);

#endif
