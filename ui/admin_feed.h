/* What others do to the open show's seats, newest first, from the house's log. */
#ifndef LOGE_UI_ADMIN_FEED_H
#define LOGE_UI_ADMIN_FEED_H

#include "ui/screen.h"

enum { FEED_LINES = 12, FEED_TEXT = 160 };

struct admin_feed {
    char lines[FEED_LINES][FEED_TEXT]; /* newest first */
    int count;
    int64_t last_event;
    bool asking, again; /* one question at a time; more came meanwhile */
};

/* Something happened: asks what, unless an answer is on its way. */
void admin_feed_ask(struct admin_feed *feed, int32_t show, struct effects *effects);
/* Takes the log's answer; what this person did is left out. Asks again when more came meanwhile. */
void admin_feed_answer(struct admin_feed *feed, const struct evt *evt, const struct view *view,
                       struct effects *effects);
void admin_feed_draw(const struct admin_feed *feed, struct canvas *canvas, struct area rows);

#endif
