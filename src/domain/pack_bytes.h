/* Numbers and bytes one behind another, for seat_pack.h: small numbers take one byte. */
#ifndef LOGE_DOMAIN_PACK_BYTES_H
#define LOGE_DOMAIN_PACK_BYTES_H

#include "src/domain/seat_pack.h"

enum { PACK_MORE = 0x80 /* or more: another byte of the number follows */ };

void pack_bytes(struct packed *packed, const void *bytes, size_t size);
void pack_byte(struct packed *packed, uint8_t byte);
void pack_number(struct packed *packed, uint64_t number);

/* What is left to read; once something was missing, everything reads as zero. */
struct unpack {
    const uint8_t *at, *end;
    bool short_of;
};

static inline struct unpack unpack_start(const void *bytes, size_t size)
{
    const uint8_t *at = bytes ? bytes : "";
    return (struct unpack){.at = at, .end = bytes ? at + size : at};
}

static inline uint8_t unpack_byte(struct unpack *from)
{
    if (from->at && from->at < from->end)
        return *from->at++;
    from->short_of = true;
    return 0;
}

/* The next so many bytes, where they stand; NULL: there are not so many. */
static inline const void *unpack_bytes(struct unpack *from, uint64_t size)
{
    const uint8_t *bytes = from->at;
    if (from->short_of || size > (uint64_t)(from->end - from->at)) {
        from->short_of = true;
        return NULL;
    }
    from->at += size;
    return bytes;
}

uint64_t unpack_long_number(struct unpack *from);

/* Most numbers are one byte. */
static inline uint64_t unpack_number(struct unpack *from)
{
    if (from->at && from->at < from->end && *from->at < PACK_MORE)
        return *from->at++;
    return unpack_long_number(from);
}

#endif
