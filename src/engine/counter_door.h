/* The counter at the door. */
#ifndef LOGE_ENGINE_COUNTER_DOOR_H
#define LOGE_ENGINE_COUNTER_DOOR_H

#include "src/engine/counter.h"

void look_door(struct counter *, const struct cmd *, struct evt *);
void serve_scan(struct counter *, const struct cmd *, struct evt *);

/* Bags. */
void look_checkin(struct counter *, const struct cmd *, struct evt *);
void serve_bag_weigh(struct counter *, const struct cmd *, struct evt *);
void serve_bag_pay(struct counter *, const struct cmd *, struct evt *);
void serve_bag_stop(struct counter *, const struct cmd *, struct evt *);

#endif
