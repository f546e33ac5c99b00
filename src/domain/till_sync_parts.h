/* Between the files of the till's side only. */
#ifndef LOGE_DOMAIN_TILL_SYNC_PARTS_H
#define LOGE_DOMAIN_TILL_SYNC_PARTS_H

#include "src/domain/till_sync.h"

/* Writes the meta and commits; false: everything was undone and the till is latched. */
bool till_save(struct till_sync *till) MUST_USE;
bool till_latch(struct till_sync *till); /* always false */

/* Chains, signs and appends an entry whose seq is the next. */
bool till_append(struct till_sync *till, struct arena *arena, struct entry *entry,
                 bool kept) MUST_USE;

/* What was sent and has no verdict waits again, or what is sent now is on its way; false: latched.
 */
bool till_mark_sent(struct till_sync *till, uint64_t first, uint64_t last, bool sent) MUST_USE;

/* The hash of an entry in the journal; of none for seq 0. */
bool till_hash_of(struct till_sync *till, uint64_t seq, uint8_t out[ENTRY_HASH]) MUST_USE;

/* Takes the journal's open acts up again in another epoch. */
bool till_renew(struct till_sync *till, struct arena *arena, uint32_t epoch) MUST_USE;

/* Folds what the house says into journal and replica. */
bool till_fold_verdicts(struct till_sync *till, const struct sync_verdicts *verdicts) MUST_USE;
bool till_fold_page(struct till_sync *till, const struct sync_page *page) MUST_USE;

#endif
