/*
 * A store that keeps nothing: every read finds nothing, apply accepts everything and remembers only
 * keys, for as long as it lives. It proves that the port is complete and lets a till start where
 * there is nowhere to write.
 */
#ifndef LOGE_ADAPTER_NULL_STORE_H
#define LOGE_ADAPTER_NULL_STORE_H

#include "src/port/store.h"

struct store *null_store_new(void) RETURNS_FRESH;

#endif
