/*
 * Seals: every AUDIT_BLOCK events one hash over the hash before and the events in order.
 *
 * An event's bytes are its columns in the order of walk_events.sql, each with a tag: 'i' and eight
 * bytes, most significant first; 't' or 'b', four bytes of length and the bytes; 'n' for NULL. So
 * any store can make and check the same seals.
 */
#ifndef LOGE_SYNC_LITE_SEAL_H
#define LOGE_SYNC_LITE_SEAL_H

#include "sync/lite.h"

enum { AUDIT_BLOCK = 256 };

struct seal {
    int64_t block, first, last;
    uint8_t previous[HASH_SIZE], hash[HASH_SIZE];
};

void lite_seal_start(struct lite *lite, struct hash_state *state,
                     const uint8_t previous[HASH_SIZE]);
/* Adds the event the query stands on. */
void lite_seal_add(struct lite *lite, struct hash_state *state, const struct query *q);

#endif
