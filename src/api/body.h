/*
 * What a request's JSON says. Each function answers with a precise refusal (400) and false when the
 * document makes no sense; texts are cleaned as text_clean says, and live in the arena.
 *
 * A document is one object of at most BODY_MAX bytes and BODY_DEPTH levels, in UTF-8, no name
 * twice.
 */
#ifndef LOGE_API_BODY_H
#define LOGE_API_BODY_H

#include "src/api/exchange.h"

enum { BODY_DEPTH = 8 };

/* Reads it into x->json, before the handler runs; an empty body is an empty object. */
bool body_read(struct exchange *x) MUST_USE;

/* NULL: it is not there (or null). size: of what it must fit in, with its end. */
bool body_text(struct exchange *x, const char *name, size_t size, const char **out) MUST_USE;
/* The same, refused when it is missing or empty. */
bool body_need_text(struct exchange *x, const char *name, size_t size, const char **out) MUST_USE;
/* 0 when it is not there; else from low to high. */
bool body_int(struct exchange *x, const char *name, int64_t low, int64_t high,
              int64_t *out) MUST_USE;
/* A number of up to three decimals, in thousandths from low to high; refused when it is missing. */
bool body_need_thousandths(struct exchange *x, const char *name, int64_t low, int64_t high,
                           int64_t *out) MUST_USE;
/* Is it there at all, and not null? */
bool body_has(const struct exchange *x, const char *name);
bool body_bool(struct exchange *x, const char *name, bool *out) MUST_USE;
/* Texts; *count is 0 when it is not there. */
bool body_texts(struct exchange *x, const char *name, int most, const char *const **out,
                int *count) MUST_USE;
/* "reason" and "notes", which an act keeps in the log. */
bool body_why(struct exchange *x) MUST_USE;
/* An object inside: the functions above look into it until body_leave. False: it is not there. */
bool body_enter(struct exchange *x, const char *name, struct json_t **outer) MUST_USE;
void body_leave(struct exchange *x, struct json_t *outer);

void body_free(struct exchange *x);

#endif
