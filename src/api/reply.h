/* Answers. Each ends the exchange: a handler returns after it. */
#ifndef LOGE_API_REPLY_H
#define LOGE_API_REPLY_H

#include "src/api/exchange.h"

/* A document of one object, to be written into. */
struct json_out *reply_doc(struct exchange *x);
/* Ends and sends it. */
void reply_doc_end(struct exchange *x, int status);

void reply_text(struct exchange *x, int status, const char *type, const char *text);
/* bytes live in the arena. */
void reply_bytes(struct exchange *x, const char *type, const void *bytes, size_t size);
void reply_header(struct exchange *x, const char *name, const char *value);

/* {"error":{"code","message","seats"}} */
void reply_error(struct exchange *x, int status, const char *code, const char *fmt, ...)
    PRINTF(4, 5);
/* 400 INVALID */
void reply_invalid(struct exchange *x, const char *fmt, ...) PRINTF(2, 3);
/* What the house refused, or could not do. */
void reply_refused(struct exchange *x, const struct outcome *outcome);
/* 429, whatever was to be answered: they may come back then. */
void reply_too_fast(struct exchange *x, int64_t retry_ms);
/* 503: the world failed. */
void reply_unavailable(struct exchange *x);

/* The status a verdict is told with. */
int reply_status(enum verdict verdict);

#endif
