/*
 * What others do to the open show, as it comes in: newest first, a line for each kind of change.
 *
 * It is made from the seats' news alone, so it costs no question and needs no right: who it was
 * stands in the log, which clerks may not read. What happens to one's own seats is left out.
 */
#ifndef LOGE_UI_NEWS_FEED_H
#define LOGE_UI_NEWS_FEED_H

#include "ui/screen.h"

enum { NEWS_LINES = 24, NEWS_TEXT = 96 };

struct news_feed {
    struct {
        char clock[8], text[NEWS_TEXT];
    } lines[NEWS_LINES]; /* newest first */
    int count;
};

/* Takes in what the model says has just changed. */
void news_feed_hear(struct news_feed *feed, const struct view *view);
/* A frame of its own over the whole area. */
void news_feed_draw(const struct news_feed *feed, const struct view *view, struct canvas *canvas,
                    struct area frame);

#endif
