#include "config.h"

#include "src/domain/sync.h"

#include "src/domain/bytes.h"

enum { FLAG_KEPT = 1 };

const char *quarantine_name(enum quarantine why)
{
    static const char *const names[] = {"none", "fork", "rollback", "forged", "revoked"};
    return (size_t)why < COUNT_OF(names) ? names[why] : "unknown";
}

enum sync_status sync_revision(int house, int till)
{
    if (till > house)
        return SYNC_TOO_NEW;
    return till < house - SYNC_BACK || till < 1 ? SYNC_TOO_OLD : SYNC_OK;
}

bool batch_add(struct byte_writer *to, const struct entry_frame *frame)
{
    if ((size_t)(to->end - to->at) < (size_t)FRAME_HEAD + frame->size)
        return false;
    put_number(to, frame->seq, 8);
    put_number(to, frame->epoch, 4);
    put_number(to, frame->kept ? FLAG_KEPT : 0, 1);
    put_raw(to, frame->hash, sizeof frame->hash);
    put_raw(to, frame->signature, sizeof frame->signature);
    put_number(to, frame->size, 4);
    put_raw(to, frame->body, frame->size);
    return true;
}

bool batch_next(struct byte_reader *from, struct entry_frame *frame)
{
    frame->seq = take_number(from, 8);
    frame->epoch = (uint32_t)take_number(from, 4);
    frame->kept = take_number(from, 1) & FLAG_KEPT;
    take_raw(from, frame->hash, sizeof frame->hash);
    take_raw(from, frame->signature, sizeof frame->signature);
    frame->size = (uint32_t)take_number(from, 4);
    frame->body = take_view(from, frame->size);
    return !from->bad;
}
