/* What Redis says of a seat, by message and in a map: nonsense is refused, and what is read reads
 * the same when it is written again. */
#include "config.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "src/adapter/redis_feed.h"
#include "src/adapter/redis_registry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void line(const char *text, size_t size)
{
    struct feed_note note, again;
    char written[FEED_LINE];
    if (!feed_line_read(text, size, &note))
        return;
    assert(note.seat >= 0 && note.state.status < SEAT_STATUS_COUNT && note.state.held_until >= 0);
    int length = feed_line_write(&note, written);
    assert(length > 0 && written[length - 1] == '\n');
    assert(feed_line_read(written, (size_t)length - 1, &again));
    assert(again.seat == note.seat && again.state.version == note.state.version &&
           again.state.status == note.state.status &&
           again.state.held_until == note.state.held_until &&
           uuid_equal(&again.state.holder, &note.state.holder));
}

static void record(const uint8_t *data, size_t size)
{
    unsigned char bytes[SEAT_RECORD] = {0}, written[SEAT_RECORD];
    struct seat_state state;
    memcpy(bytes, data, size < sizeof bytes ? size : sizeof bytes);
    if (!seat_record_read(bytes, &state))
        return;
    seat_record_write(&state, written);
    assert(memcmp(bytes, written, sizeof bytes) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    line((const char *)data, size);
    record(data, size);
    return 0;
}
