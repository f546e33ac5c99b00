/* The counter at the door. */
#ifndef LOGE_ENGINE_COUNTER_DOOR_H
#define LOGE_ENGINE_COUNTER_DOOR_H

#include "src/engine/counter.h"

void look_door(struct counter *, const struct cmd *, struct evt *);
void serve_scan(struct counter *, const struct cmd *, struct evt *);

#endif
