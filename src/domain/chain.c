#include "config.h"

#include "src/domain/chain.h"

#include "src/domain/bytes.h"

void chain_hash(const struct chain *chain, const uint8_t before[ENTRY_HASH],
                const struct entry_frame *frame, uint8_t out[ENTRY_HASH])
{
    uint8_t place[12];
    struct byte_writer to = {.at = place, .end = place + sizeof place};
    put_number(&to, frame->epoch, 4);
    put_number(&to, frame->seq, 8);
    const struct chain_part parts[] = {
        {before, ENTRY_HASH},
        {chain->house.b, sizeof chain->house.b},
        {chain->device.b, sizeof chain->device.b},
        {place, sizeof place},
        {frame->body, frame->size},
    };
    chain->crypt->hash(chain->crypt->ctx, parts, COUNT_OF(parts), out);
}

bool chain_follows(const struct chain *chain, const uint8_t before[ENTRY_HASH],
                   const struct entry_frame *frame)
{
    uint8_t hash[ENTRY_HASH];
    chain_hash(chain, before, frame, hash);
    return memcmp(hash, frame->hash, sizeof hash) == 0;
}
