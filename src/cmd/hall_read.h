/* A hall of the house with its plan. */
#ifndef LOGE_CMD_HALL_READ_H
#define LOGE_CMD_HALL_READ_H

#include "src/cmd/call.h"

bool hall_read(struct call *call, const char *id, struct hall *hall, struct plan **plan) MUST_USE;

#endif
