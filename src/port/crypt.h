/* Hashing, PINs and signatures, behind a port so that only one adapter knows the library. */
#ifndef LOGE_PORT_CRYPT_H
#define LOGE_PORT_CRYPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/attr.h"

enum { HASH_SIZE = 32, PIN_HASH_TEXT = 128 };
enum { SIGN_SEED = 32, SIGN_PUBLIC = 32, SIGN_BYTES = 64 };

/* SHA-256 in pieces; the state lives with the caller. */
struct hash_state {
    _Alignas(16) unsigned char opaque[128];
};

/* A key to sign with, made from its seed; wipe it with crypt_port.forget. */
struct sign_key {
    uint8_t secret[SIGN_SEED + SIGN_PUBLIC];
    uint8_t public[SIGN_PUBLIC];
};

struct crypt_port {
    void (*hash_start)(struct hash_state *state);
    void (*hash_add)(struct hash_state *state, const void *data, size_t size);
    void (*hash_end)(struct hash_state *state, uint8_t out[HASH_SIZE]);
    /* argon2id in the library's own text form. False: out of memory for it. */
    bool (*pin_hash)(const char *pin, char out[PIN_HASH_TEXT]) MUST_USE;
    /* The same, so slow that all PINs of four digits take an hour to try: for a PIN that also opens
     * something else than what the hash lies in. */
    bool (*pin_hash_slowly)(const char *pin, char out[PIN_HASH_TEXT]) MUST_USE;
    bool (*pin_verify)(const char *pin, const char *hash) MUST_USE;
    /* Ed25519. The seed is 32 bytes of chance, and all there is to keep. */
    void (*sign_key)(const uint8_t seed[SIGN_SEED], struct sign_key *key);
    void (*sign)(const struct sign_key *key, const void *data, size_t size,
                 uint8_t signature[SIGN_BYTES]);
    bool (*sign_verify)(const uint8_t public[SIGN_PUBLIC], const void *data, size_t size,
                        const uint8_t signature[SIGN_BYTES]) MUST_USE;
    void (*forget)(void *secret, size_t size);
};

/* All at once; crypt: the port, as the context of whoever takes a function. */
static inline void crypt_hash(const void *crypt, const void *bytes, size_t size,
                              uint8_t out[HASH_SIZE])
{
    const struct crypt_port *port = (const struct crypt_port *)crypt;
    struct hash_state state;
    port->hash_start(&state);
    port->hash_add(&state, bytes, size);
    port->hash_end(&state, out);
}

#endif
