/*
 * What the house has acknowledged to a service about payments (src/domain/intent.h), kept for a day
 * in the service's own file, beside the acts (sync/lite_till_kept.h).
 *
 * An act comes back by the journal and is judged there. A payment is no act: its row says how far
 * the house and the provider are, and a house that went back has an older row or none. So each row
 * is kept as it was acknowledged last. When the house goes on from another past, all of them are
 * owed to it; they are sent when the journal is home, because how a payment goes on depends on
 * whether its order came back.
 */
#ifndef LOGE_SYNC_LITE_TILL_INTENTS_H
#define LOGE_SYNC_LITE_TILL_INTENTS_H

#include "src/domain/intent.h"
#include "sync/lite_till.h"

/* The house has just acknowledged this row. */
enum rc lite_till_keep_intent(struct lite_till *till, const struct intent *intent,
                              struct err *err) MUST_USE;

/* The house goes on from another past: inside the transaction that notes so. */
enum rc lite_till_owe_intents(struct lite_till *till, struct err *err) MUST_USE;

/* What the house is still to have, at most so many; in the arena. */
enum rc lite_till_owed_intents(struct lite_till *till, int limit, struct arena *arena,
                               struct intent **out, int *count, struct err *err) MUST_USE;

/* The house has this one. */
enum rc lite_till_settle_intent(struct lite_till *till, const struct intent *intent,
                                struct err *err) MUST_USE;

#endif
