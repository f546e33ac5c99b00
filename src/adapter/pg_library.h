/* libpq, which is loaded when it is first needed (pg_library.c says why). */
#ifndef LOGE_ADAPTER_PG_LIBRARY_H
#define LOGE_ADAPTER_PG_LIBRARY_H

#include "src/base/err.h"

/* Loads it; before the first connection. A sentence when it is not installed. */
enum rc pg_library_need(struct err *err) MUST_USE;

#endif
