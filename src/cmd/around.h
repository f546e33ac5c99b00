/* What lies around the engine of a console, for its health page: the disk and the log. */
#ifndef LOGE_CMD_AROUND_H
#define LOGE_CMD_AROUND_H

#include "src/cmd/call.h"
#include "src/port/evt.h"

/* Adds a layer each, as far as there is room. */
void around_look(const struct call *call, struct health_report *health);

#endif
