#include "config.h"

#include "src/domain/pack_bytes.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 4096, LOW = 0x7f, MORE = PACK_MORE, BITS = 7, LAST_SHIFT = 63 };

void packed_free(struct packed *packed)
{
    free(packed->bytes);
    *packed = (struct packed){.bytes = NULL};
}

static void grow(struct packed *packed, size_t need)
{
    size_t room = packed->room ? packed->room : FIRST_ROOM;
    while (room < need)
        room *= 2;
    uint8_t *bytes = x_alloc(room);
    if (packed->size)
        memcpy(bytes, packed->bytes, packed->size);
    free(packed->bytes);
    packed->bytes = bytes;
    packed->room = room;
}

void pack_bytes(struct packed *packed, const void *bytes, size_t size)
{
    if (packed->room - packed->size < size)
        grow(packed, packed->size + size);
    if (size)
        memcpy(packed->bytes + packed->size, bytes, size);
    packed->size += size;
}

void pack_byte(struct packed *packed, uint8_t byte)
{
    pack_bytes(packed, &byte, 1);
}

void pack_number(struct packed *packed, uint64_t number)
{
    for (; number > LOW; number >>= BITS)
        pack_byte(packed, (uint8_t)(number | MORE));
    pack_byte(packed, (uint8_t)number);
}

uint64_t unpack_long_number(struct unpack *from)
{
    uint64_t number = 0;
    for (int shift = 0; shift <= LAST_SHIFT; shift += BITS) {
        uint8_t byte = unpack_byte(from);
        number |= (uint64_t)(byte & LOW) << shift;
        if (!(byte & MORE))
            return number;
    }
    from->short_of = true;
    return 0;
}
