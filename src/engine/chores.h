/*
 * The chores that need nothing but a desk, each in a file of its own (chore_NAME.c).
 *
 *   reaper     frees the seats of holds that are over, when the next one is
 *   occupancy  notes how full the open shows are, every minute
 *   waiting    gives seats that became free to whoever waits, first come, first served
 */
#ifndef LOGE_ENGINE_CHORES_H
#define LOGE_ENGINE_CHORES_H

#include "src/engine/chore.h"

struct chore chore_reaper(void);
struct chore chore_occupancy(void);
struct chore chore_waiting(void);

#endif
