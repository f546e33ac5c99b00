#include "config.h"

#include "src/domain/digest.h"

static const int64_t prime = 2147483647;

int64_t digest_seat(int32_t no, uint32_t version, uint8_t status)
{
    int64_t x = ((int64_t)no * 2654435 + (int64_t)version * 40503 + status * 97 + 12345) % prime;
    x = x * x % prime;
    return (x + no) * (x + no) % prime;
}

void digest_add(struct map_digest *digest, struct arena *arena, int32_t no,
                const struct seat_state *state)
{
    int block = no / DIGEST_BLOCK;
    if (block >= digest->block_count) {
        digest->blocks = arena_grow(arena, digest->blocks, (size_t)digest->block_count,
                                    (size_t)block + 1, sizeof *digest->blocks);
        digest->block_count = block + 1;
    }
    digest->blocks[block] += digest_seat(no, state->version, state->status);
}

int64_t digest_block(const struct map_digest *digest, int block)
{
    return block < digest->block_count ? digest->blocks[block] : 0;
}

int digest_differ(const struct map_digest truth[2], const struct map_digest other[2])
{
    int differ = 0;
    for (int i = 0; i < truth[0].block_count || i < other[0].block_count; i++)
        differ += digest_block(&truth[0], i) != digest_block(&other[0], i) &&
                  digest_block(&truth[0], i) == digest_block(&truth[1], i) &&
                  digest_block(&other[0], i) == digest_block(&other[1], i);
    return differ;
}
