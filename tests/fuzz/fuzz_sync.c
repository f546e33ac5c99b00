/*
 * A batch of journal entries from whoever holds a till's key: an entry reads as it would be written
 * or not at all, and whatever it says, the house judges it without falling over and by steps that
 * fit. The hashes are made good, or hardly anything would come so far.
 */
#include "config.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "src/domain/bytes.h"
#include "tests/lib/sync_pair.h"

enum { FRAMES = 50 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void body(struct arena *arena, const uint8_t *data, uint32_t size)
{
    static uint8_t written[ENTRY_BYTES_MOST];
    struct entry entry;
    if (entry_read(arena, data, size, &entry) != ENTRY_GOOD)
        return;
    assert(entry_write(&entry, written, sizeof written) == size);
    assert(memcmp(written, data, size) == 0);
}

static void push(struct pair *pair, const uint8_t *data, size_t size)
{
    static uint8_t bytes[SYNC_BYTES_MOST];
    struct byte_reader from = {data, data + size, false};
    struct byte_writer to = {bytes, bytes + sizeof bytes, false};
    struct entry_frame frame;
    uint8_t before[ENTRY_HASH] = {0};
    for (uint64_t seq = 1; seq <= FRAMES && batch_next(&from, &frame); seq++) {
        body(pair->world.arena, frame.body, frame.size);
        frame.seq = seq;
        frame.epoch = 1;
        chain_hash(&pair->till.chain, before, &frame, frame.hash);
        sim_crypt.sign(NULL, frame.hash, frame.signature);
        memcpy(before, frame.hash, ENTRY_HASH);
        if (!batch_add(&to, &frame))
            break;
    }
    struct sync_message batch = {.kind = SYNC_BATCH};
    batch.batch.device.b[0] = 1;
    batch.batch.bytes = bytes;
    batch.batch.size = (size_t)(to.at - bytes);
    struct sync_message answer = pair_ask(pair, &batch);
    assert(answer.kind == SYNC_VERDICTS && !answer.verdicts.quarantine);
    assert(!strstr(pair->world.fault, "does not fit") && !strstr(pair->world.fault, "changed"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pair *pair = pair_new();
    if (size <= ENTRY_BYTES_MOST)
        body(pair->world.arena, data, (uint32_t)size);
    push(pair, data, size);
    pair_free(&pair);
    return 0;
}
