/* SIGHUP: the service reads loge.ini again, and opens its log again. */
#ifndef LOGE_CMD_SERVE_RELOAD_H
#define LOGE_CMD_SERVE_RELOAD_H

#include "src/api/api.h"
#include "src/cmd/call.h"

/*
 * How fast one may ask, which proxies are trusted and what is logged count from now on. Any other
 * key that has changed is named in the log: it needs a restart. A file that is refused changes
 * nothing; whoever started the service is told so.
 */
void serve_reload(struct call *call, struct api *api);

#endif
