/* The counter and the scale: bags are weighed at the door. */
#ifndef LOGE_ENGINE_COUNTER_SCALE_H
#define LOGE_ENGINE_COUNTER_SCALE_H

#include "src/engine/counter.h"

void watch_scale(struct counter *counter, const struct cmd *cmd, struct evt *evt);

#endif
