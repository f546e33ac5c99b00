/*
 * The house's time zone. A house says once, when it is made, where it stands; from then on every
 * program that opens it runs in that zone, whatever its machine is set to: show times, papers and
 * the days and hours of reports are the house's, also in a container whose clock is UTC.
 */
#ifndef LOGE_CMD_TIMEZONE_H
#define LOGE_CMD_TIMEZONE_H

#include <stdbool.h>

#include "src/domain/entity.h"

/* Does this machine know the zone, by its name in the tz database? */
bool timezone_known(const char *name);
/* What this machine is set to; "UTC" if its zone has no name. */
void timezone_of_machine(char out[ZONE_TEXT]);
/* Before the first thread, by whoever opens the house on another: the environment has room for the
 * zone then, and does not move away under threads that read it. The zone is the machine's. */
void timezone_make_room(void);
/* Runs this process in the zone from now on, before the first thread or with room made. A zone that
 * is unknown here leaves the machine's. */
void timezone_use(const char *name);

#endif
