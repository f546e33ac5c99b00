/*
 * What each route takes, as the document says it that the service gives out (data/openapi.json).
 *
 * A word behind '?' or a member of a body that the document does not name is refused, with its
 * name: a client that misspells "types" must hear so before two adults are sold. The document is
 * the only place where they are listed, so it cannot promise what the service drops, nor keep
 * silent about what it reads.
 */
#ifndef LOGE_API_CONTRACT_H
#define LOGE_API_CONTRACT_H

#include "src/api/exchange.h"

struct contract;

/* Read once; from then on any thread may ask. */
struct contract *contract_new(const char *document) RETURNS_FRESH;
void contract_free(struct contract **contract);

/* Reads the body, except where anything may be in it. False: there is more in the request than its
 * route takes, or the body is no JSON; it was answered. */
bool contract_holds(const struct contract *contract, struct exchange *x) MUST_USE;

/* Does its route take an Idempotency-Key? */
bool contract_takes_key(const struct contract *contract, const struct exchange *x);

#endif
