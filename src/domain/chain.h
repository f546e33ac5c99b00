/*
 * The chain of a journal: each entry's hash covers the one before it, so nothing can be altered,
 * left out or put in another order unnoticed.
 *
 *   hash = H(hash before ‖ house ‖ device ‖ epoch ‖ seq ‖ body)
 *
 * The hash function and the device's key come from outside (SHA-256 and Ed25519 in the program).
 */
#ifndef LOGE_DOMAIN_CHAIN_H
#define LOGE_DOMAIN_CHAIN_H

#include "src/domain/entry.h"

struct chain_part {
    const void *bytes;
    size_t size;
};

struct chain_crypt {
    void *ctx;
    void (*hash)(void *ctx, const struct chain_part *parts, int count, uint8_t out[ENTRY_HASH]);
    /* A till signs with its own key, a house knows everybody's public one. */
    void (*sign)(void *ctx, const uint8_t hash[ENTRY_HASH], uint8_t out[ENTRY_SIGNATURE]);
    bool (*signed_by)(void *ctx, const struct uuid *device, const uint8_t hash[ENTRY_HASH],
                      const uint8_t signature[ENTRY_SIGNATURE]);
};

/* Whose journal it is. */
struct chain {
    const struct chain_crypt *crypt;
    struct uuid house, device;
};

void chain_hash(const struct chain *chain, const uint8_t before[ENTRY_HASH],
                const struct entry_frame *frame, uint8_t out[ENTRY_HASH]);

/* Does the frame's hash follow from its content and this hash before it? */
bool chain_follows(const struct chain *chain, const uint8_t before[ENTRY_HASH],
                   const struct entry_frame *frame) MUST_USE;

#endif
