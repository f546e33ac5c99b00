/*
 * Numbers and ids as bytes, most significant first: the canonical form that is hashed and signed.
 *
 * A writer that runs out of room and a reader that runs out of bytes become `bad` and stay so, so
 * that a whole record is written or read first and judged once.
 */
#ifndef LOGE_DOMAIN_BYTES_H
#define LOGE_DOMAIN_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "src/base/uuid.h"

struct byte_writer {
    uint8_t *at, *end;
    bool bad;
};

struct byte_reader {
    const uint8_t *at, *end;
    bool bad;
};

static inline void put_raw(struct byte_writer *to, const void *bytes, size_t size)
{
    if ((size_t)(to->end - to->at) < size)
        to->bad = true;
    if (to->bad || !size)
        return;
    memcpy(to->at, bytes, size);
    to->at += size;
}

/* To the order above and back, whatever the machine's own is. */
static inline uint64_t number_turned(uint64_t number)
{
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? __builtin_bswap64(number) : number;
}

static inline void put_number(struct byte_writer *to, uint64_t number, int size)
{
    const uint64_t bytes = number_turned(number);
    put_raw(to, (const uint8_t *)&bytes + sizeof bytes - (size_t)size, (size_t)size);
}

static inline void put_id(struct byte_writer *to, const struct uuid *id)
{
    put_raw(to, id->b, sizeof id->b);
}

/* Zeroes when there are not enough bytes. */
static inline void take_raw(struct byte_reader *from, void *out, size_t size)
{
    if ((size_t)(from->end - from->at) < size)
        from->bad = true;
    if (from->bad) {
        memset(out, 0, size);
        return;
    }
    memcpy(out, from->at, size);
    from->at += size;
}

/* Borrows the next bytes; NULL when there are not enough. */
static inline const uint8_t *take_view(struct byte_reader *from, size_t size)
{
    const uint8_t *view = from->at;
    if ((size_t)(from->end - from->at) < size)
        from->bad = true;
    if (from->bad)
        return NULL;
    from->at += size;
    return view;
}

/* 0 when there are not enough bytes. */
static inline uint64_t take_number(struct byte_reader *from, int size)
{
    const uint8_t *bytes = take_view(from, (size_t)size);
    uint64_t number = 0;
    if (bytes)
        memcpy((uint8_t *)&number + sizeof number - (size_t)size, bytes, (size_t)size);
    return number_turned(number);
}

static inline struct uuid take_id(struct byte_reader *from)
{
    struct uuid id = {{0}};
    take_raw(from, id.b, sizeof id.b);
    return id;
}

#endif
