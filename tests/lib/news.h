/*
 * A counter that also tells of other tills' seats, so many a second without end. With few of them
 * two seats of the first section change places at a time, and so the sums stay as they were.
 */
#ifndef LOGE_TESTS_NEWS_H
#define LOGE_TESTS_NEWS_H

#include "src/port/evt.h"

struct news;

/* The counter is borrowed; `seats` is how many the open hall has. */
struct news *news_new(const struct counter_port *counter, int seats, int changes_a_second);
void news_free(struct news **news);
const struct counter_port *news_port(struct news *news);

#endif
