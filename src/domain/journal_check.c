#include "config.h"

#include "src/domain/journal_check.h"

#include <string.h>

struct journal_check journal_check_start(const struct chain *chain, uint64_t signed_from)
{
    return (struct journal_check){.chain = chain, .signed_from = signed_from};
}

static bool is_bad(struct journal_check *check, enum journal_fault fault, uint64_t at)
{
    check->fault = fault;
    check->at = at;
    return false;
}

static bool is_signed(const struct journal_check *check, const uint8_t hash[ENTRY_HASH],
                      const uint8_t signature[ENTRY_SIGNATURE])
{
    const struct chain_crypt *crypt = check->chain->crypt;
    return crypt->signed_by(crypt->ctx, &check->chain->device, hash, signature);
}

bool journal_check_entry(struct journal_check *check, const struct entry_frame *frame)
{
    if (check->fault)
        return false;
    if (frame->seq != check->seq + 1)
        return is_bad(check, JOURNAL_GAP, check->seq + 1);
    if (!chain_follows(check->chain, check->hash, frame))
        return is_bad(check, JOURNAL_ALTERED, frame->seq);
    if (frame->seq >= check->signed_from && !is_signed(check, frame->hash, frame->signature))
        return is_bad(check, JOURNAL_FOREIGN, frame->seq);
    check->seq = frame->seq;
    memcpy(check->hash, frame->hash, ENTRY_HASH);
    memcpy(check->signature, frame->signature, ENTRY_SIGNATURE);
    return true;
}

bool journal_check_end(struct journal_check *check, uint64_t head_seq,
                       const uint8_t head_hash[ENTRY_HASH])
{
    if (check->fault)
        return false;
    if (check->seq < head_seq)
        return is_bad(check, JOURNAL_SHORT, check->seq + 1);
    if (check->seq > head_seq)
        return is_bad(check, JOURNAL_LONG, head_seq + 1);
    if (memcmp(check->hash, head_hash, ENTRY_HASH) != 0)
        return is_bad(check, JOURNAL_ALTERED, head_seq);
    if (check->seq && check->seq < check->signed_from &&
        !is_signed(check, check->hash, check->signature))
        return is_bad(check, JOURNAL_FOREIGN, check->seq);
    return true;
}
