/*
 * Where a request came from: the address of the connection, or, when that is a proxy of the house's
 * own, the one that the proxy names in X-Forwarded-For.
 *
 * That header is written by strangers up to the last proxy that is trusted: it is read from the
 * right, and the first address that is not a trusted proxy's is the one. What stands left of it,
 * and whatever a stranger who comes without a proxy writes, says nothing.
 */
#ifndef LOGE_API_ORIGIN_H
#define LOGE_API_ORIGIN_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/attr.h"

enum { ORIGIN_TEXT = 48, ORIGIN_NETWORKS = 32 };

/* An address of 16 bytes; one of IPv4 as IPv6 has it (::ffff:192.0.2.1). */
struct origin {
    uint8_t b[16];
};

struct network {
    struct origin address;
    int bits; /* of 128 */
};

struct networks {
    struct network at[ORIGIN_NETWORKS];
    int count;
};

/* "192.0.2.1", "2001:db8::1", "[2001:db8::1]"; also with ":PORT" behind the first and the last. */
bool origin_parse(const char *text, struct origin *out) MUST_USE;
/* "127.0.0.1, 10.0.0.0/8, ::1, 2001:db8::/32"; "" for none. False: one of them is none. */
bool networks_parse(const char *text, struct networks *out) MUST_USE;
bool networks_have(const struct networks *networks, const struct origin *address);

/* peer: the connection's; forwarded: the header, NULL for none. */
struct origin origin_of(const struct origin *peer, const char *forwarded,
                        const struct networks *trusted);

/* As it is counted, kept and shown: whoever has an address of IPv6 has a whole /64 of them. */
const char *origin_text(const struct origin *origin, char out[ORIGIN_TEXT]);

#endif
