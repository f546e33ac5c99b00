/* A feed that tells nothing: followers look at the store. */
#ifndef LOGE_ADAPTER_NULL_FEED_H
#define LOGE_ADAPTER_NULL_FEED_H

#include "src/port/feed.h"

struct feed *null_feed(void);

#endif
