/*
 * A digest of how a show's seats stand: one sum for each block of 256 seat numbers. Two maps with
 * the same sums have every seat in the same status at the same version, so whoever follows a house
 * by messages that may get lost finds out what it missed from a few kilobytes.
 *
 * A seat adds digest_seat() to block no / 256; the sum is of live seats only. It is plain integer
 * arithmetic that never leaves 63 bits, so that SQL can compute the same:
 *
 *   x = (no * 2654435 + version * 40503 + status * 97 + 12345) mod 2147483647
 *   x = x * x mod 2147483647
 *   x = (x + no) * (x + no) mod 2147483647
 */
#ifndef LOGE_DOMAIN_DIGEST_H
#define LOGE_DOMAIN_DIGEST_H

#include "src/domain/snapshot.h"

enum { DIGEST_BLOCK = 256 };

struct map_digest {
    uint32_t show_version;
    int32_t plan_version;
    int64_t last_event; /* as in struct snapshot */
    int64_t *blocks;
    int block_count; /* highest live seat number / DIGEST_BLOCK + 1 */
};

int64_t digest_seat(int32_t no, uint32_t version, uint8_t status);

/* Adds one seat; the blocks grow in the arena. */
void digest_add(struct map_digest *digest, struct arena *arena, int32_t no,
                const struct seat_state *state);

/* Sum of a block; 0 for one that is not there. */
int64_t digest_block(const struct map_digest *digest, int block);

/* Two looks at two maps: blocks that differ, and in the same way at both. What is being sold
 * between the looks differs once. */
int digest_differ(const struct map_digest truth[2], const struct map_digest other[2]);

#endif
