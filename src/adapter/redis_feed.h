/*
 * The feed on Redis pub/sub: publishes through the house's link, listens on a wire of its own. It
 * is for tills alone: programs outside the house read messages in JSON (redis_registry.h).
 *
 * A message is one line a seat: "NO VERSION STATUS HOLDER HELD_UNTIL OPEN_TO ALLOTMENT\n", HOLDER
 * "-" for nobody. A line that does not read like that is skipped.
 *
 * The wire is kept honest by a PING every two seconds; three seconds of silence, and it is opened
 * anew, behind a breaker of its own.
 */
#ifndef LOGE_ADAPTER_REDIS_FEED_H
#define LOGE_ADAPTER_REDIS_FEED_H

#include "src/adapter/redis_link.h"
#include "src/port/feed.h"

/* link and clock must outlive it. RC_CONFIG: no descriptors left. */
enum rc redis_feed_new(struct redis_link *link, const struct clock *clock, struct feed **out,
                       struct err *err) MUST_USE;

enum { FEED_LINE = 160 };
/* One line of a message, with its end; returns its length. */
int feed_line_write(const struct feed_note *note, char out[FEED_LINE]);
/* Without its end. False: it is none. */
bool feed_line_read(const char *line, size_t size, struct feed_note *note);

#endif
