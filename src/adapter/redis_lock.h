/* Work locks in Redis: `{house:show}:lock:SEAT`, one script call an act. */
#ifndef LOGE_ADAPTER_REDIS_LOCK_H
#define LOGE_ADAPTER_REDIS_LOCK_H

#include "src/adapter/redis_link.h"
#include "src/port/lock.h"

/* The link must outlive it. */
struct lock *redis_lock_new(struct redis_link *link);

#endif
