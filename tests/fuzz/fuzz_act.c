/* Bytes of a journalled act: whatever comes in, what reads well is written back as it was. */
#include "config.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "src/domain/act_bytes.h"

enum { LONGEST = 16 * 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t again[LONGEST];
    if (size > LONGEST)
        return 0;
    struct arena *arena = arena_new();
    struct changeset *cs = changeset_new(arena);
    if (act_read(data, size, cs)) {
        size_t written = act_write(cs, again, sizeof again);
        assert(written == size && memcmp(again, data, size) == 0);
    }
    arena_free(&arena);
    return 0;
}
