/* Work locks and a registry for a house without a speed layer: nobody to ask, nothing kept. */
#ifndef LOGE_ADAPTER_NULL_LOCK_H
#define LOGE_ADAPTER_NULL_LOCK_H

#include "src/port/lock.h"
#include "src/port/registry.h"

struct lock *null_lock(void);
struct registry *null_registry(void);

#endif
