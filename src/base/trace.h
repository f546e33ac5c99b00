/*
 * W3C trace ids: the name under which a request is known from the program that began it to the
 * transaction it ended in. A traceparent is "00-", 32 hex digits of the trace, "-", 16 of who asks,
 * "-" and two of flags.
 */
#ifndef LOGE_BASE_TRACE_H
#define LOGE_BASE_TRACE_H

#include <stdbool.h>

#include "src/base/uuid.h"

enum { TRACE_TEXT = 33 };

/* The trace of a traceparent, NULL for none; false: it is malformed, or of no trace. */
bool trace_parse(const char *traceparent, char out[TRACE_TEXT]);
/* A new one. */
void trace_make(struct rng *rng, char out[TRACE_TEXT]);

#endif
