/* Bytes of a journalled act: whatever comes in, what reads well is written back as it was; rows
 * with fewer fields, of an older program, with all of them, and then as that was. */
#include "config.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "src/domain/act_bytes.h"

enum { LONGEST = 16 * 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t again[32 * LONGEST], more[32 * LONGEST];
    if (size > LONGEST)
        return 0;
    struct arena *arena = arena_new();
    struct changeset *cs = changeset_new(arena), *back = changeset_new(arena);
    if (act_read(data, size, cs)) {
        size_t written = act_write(cs, again, sizeof again);
        assert(written > size || (written == size && memcmp(again, data, size) == 0));
        assert(act_read(again, written, back));
        assert(act_write(back, more, sizeof more) == written && memcmp(again, more, written) == 0);
    }
    arena_free(&arena);
    return 0;
}
