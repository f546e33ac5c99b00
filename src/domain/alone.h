/*
 * What a till may do while the house is out of reach.
 *
 * It holds and sells, takes and gives back money of its own sales, keeps its shift, lets people in
 * and checks their bags: what it can journal and the house can judge later. What only one place may
 * decide (halls, shows, people, another till's money, another's hold) waits for the house.
 */
#ifndef LOGE_DOMAIN_ALONE_H
#define LOGE_DOMAIN_ALONE_H

#include "src/domain/changeset.h"
#include "src/domain/verdict.h"

/* Seats that one act changes, and tickets it writes: so many always fit into a journal entry. */
enum { ALONE_SEATS = 400 };

/* VERDICT_UNAVAILABLE, with the sentence of everything that only the house can do. */
enum verdict alone_waits(struct refusal *why);

/* May this till change a sale that was there before? The changeset need not name it: tickets and
 * payments have no till of their own. */
enum verdict alone_may_change(const struct sale *sale, const char *till, struct refusal *why);

/* Is it an act that a till does alone at all? */
bool alone_has(enum act act);

/* VERDICT_OK, or VERDICT_UNAVAILABLE with a sentence that says what it waits for. */
enum verdict alone_may(const struct changeset *cs, struct refusal *why);

/* VERDICT_OK, or VERDICT_NOT_POSSIBLE with a sentence: a journal entry is only so large. A hold has
 * to leave room for its sale. */
enum verdict alone_fits(const struct changeset *cs, struct refusal *why);

#endif
