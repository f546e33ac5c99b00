/*
 * The guard with Redis: `{house:0}:pace:...`, one script call a request. Without an answer it
 * counts in memory, so nobody who floods the house gains by Redis being away.
 */
#ifndef LOGE_ADAPTER_REDIS_GUARD_H
#define LOGE_ADAPTER_REDIS_GUARD_H

#include "src/adapter/redis_link.h"
#include "src/port/guard.h"

enum { GUARD_ROOM = 4096 };

/* The link becomes the guard's own; NULL: it counts in memory from the start. */
struct guard *redis_guard_new(struct redis_link *link) RETURNS_FRESH;

#endif
