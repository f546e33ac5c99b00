/* Every handler: one a route (routes.c). Each answers its exchange. */
#ifndef LOGE_API_HANDLERS_H
#define LOGE_API_HANDLERS_H

#include "src/api/exchange.h"

/* do_house.c */
void do_health(struct exchange *x);
void do_ready(struct exchange *x);
void do_metrics(struct exchange *x);

/* do_shows.c */
void do_shows(struct exchange *x);
void do_occupancy(struct exchange *x);

#endif
