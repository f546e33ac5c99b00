/* The door's screen: what it keeps, and how it is drawn. Inside of ui/screen_door.c. */
#ifndef LOGE_UI_DOOR_H
#define LOGE_UI_DOOR_H

#include "ui/screen.h"
#include "ui/sign.h"

enum { DOOR_TEXT = 512 };

struct door {
    char show[SLUG_TEXT];
    char title[TITLE_TEXT];
    int64_t starts_at;
    struct arena *arena; /* of the last scans */
    struct scan *last;
    int last_count;
    struct door_count count;
    bool known;           /* the show and its figures were read */
    bool leaving;         /* people are scanned out */
    char text[DOOR_TEXT]; /* what was scanned last */
    int64_t scanned_at;   /* when, so that one wave at the scanner is one scan */
    uint64_t asked;       /* the scan it waits for; 0: none */
    bool answered;
    struct scanned scanned; /* what came of it */
    char reason[REASON_TEXT];
    struct sign sign;
};

void door_draw(const struct door *door, const struct view *view, struct canvas *canvas,
               struct area body);

#endif
