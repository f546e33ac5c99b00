/* What lies around the engine of a console, for its health page: the disk, the log, libraries that
 * are missing, alarms. */
#ifndef LOGE_CMD_AROUND_H
#define LOGE_CMD_AROUND_H

#include "src/cmd/call.h"
#include "src/port/evt.h"

/* Adds a layer each, as far as there is room; role is of whoever looks. */
void around_look(const struct call *call, enum role role, struct health_report *health);
/* Adds one that is not well. */
void around_add(struct health_report *health, const char *name, const char *state,
                const char *detail);

#endif
