/* Hashing and PINs, behind a port so that only one adapter knows the library. */
#ifndef LOGE_PORT_CRYPT_H
#define LOGE_PORT_CRYPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/attr.h"

enum { HASH_SIZE = 32, PIN_HASH_TEXT = 128 };

/* SHA-256 in pieces; the state lives with the caller. */
struct hash_state {
    _Alignas(16) unsigned char opaque[128];
};

struct crypt_port {
    void (*hash_start)(struct hash_state *state);
    void (*hash_add)(struct hash_state *state, const void *data, size_t size);
    void (*hash_end)(struct hash_state *state, uint8_t out[HASH_SIZE]);
    /* argon2id in the library's own text form. False: out of memory for it. */
    bool (*pin_hash)(const char *pin, char out[PIN_HASH_TEXT]) MUST_USE;
    bool (*pin_verify)(const char *pin, const char *hash) MUST_USE;
};

#endif
