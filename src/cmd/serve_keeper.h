/*
 * The service as a till: what it does at the house is kept in its till's file, and comes back from
 * there when the house goes on from an earlier moment (lite_till_kept.h), as with a console.
 *
 * The engines note each act beside the file (till_heard.h). A thread of its own has the file, takes
 * the notes in and lets the till's line take its turns; it never works alone.
 */
#ifndef LOGE_CMD_SERVE_KEEPER_H
#define LOGE_CMD_SERVE_KEEPER_H

#include "src/cmd/serve_engine.h"

struct serve_keeper;

/* On failure (another program has the file) the log says so, and NULL comes back: the service works
 * without. NULL too in a folder that has not joined. */
struct serve_keeper *serve_keeper_start(struct call *call, const struct serve_metrics *metrics);
void serve_keeper_stop(struct serve_keeper **keeper);

#endif
