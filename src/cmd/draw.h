/* A hall drawn as lines of text. */
#ifndef LOGE_CMD_DRAW_H
#define LOGE_CMD_DRAW_H

#include "src/cmd/call.h"

/* How a show stands, with a key below; section -1: the whole hall. */
void draw_map(struct call *call, const struct snapshot *map, int section);
/* The empty hall. */
void draw_plan(struct call *call, const struct plan *plan);

#endif
