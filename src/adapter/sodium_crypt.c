#include "config.h"

#include "src/adapter/sodium_crypt.h"

#include <sodium.h>
#include <string.h>

_Static_assert(sizeof(crypto_hash_sha256_state) <= sizeof(struct hash_state), "hash state fits");
_Static_assert(crypto_sign_SEEDBYTES == SIGN_SEED && crypto_sign_PUBLICKEYBYTES == SIGN_PUBLIC &&
                   crypto_sign_BYTES == SIGN_BYTES &&
                   crypto_sign_SECRETKEYBYTES <= sizeof(((struct sign_key *)0)->secret),
               "Ed25519 as the port has it");
_Static_assert(crypto_pwhash_STRBYTES <= PIN_HASH_TEXT, "pin hash fits");

/*
 * A PIN is short whatever the hash costs, so the lock after five wrong ones is the real guard; the
 * cost is chosen so that signing in on a small till takes well under a tenth of a second.
 */
enum { PIN_PASSES = 2, PIN_MEMORY = 16 * 1024 * 1024 };
/* Of a PIN that opens the house's server as well. Half a second each (measured on a server of 2024,
 * one core): 10,000 PINs take 80 minutes. */
enum { SLOW_PASSES = 24, SLOW_MEMORY = 64 * 1024 * 1024 };

static void hash_start(struct hash_state *state)
{
    crypto_hash_sha256_init((crypto_hash_sha256_state *)(void *)state->opaque);
}

static void hash_add(struct hash_state *state, const void *data, size_t size)
{
    crypto_hash_sha256_update((crypto_hash_sha256_state *)(void *)state->opaque, data, size);
}

static void hash_end(struct hash_state *state, uint8_t out[HASH_SIZE])
{
    crypto_hash_sha256_final((crypto_hash_sha256_state *)(void *)state->opaque, out);
}

static bool pin_hash(const char *pin, char out[PIN_HASH_TEXT])
{
    return crypto_pwhash_str(out, pin, strlen(pin), PIN_PASSES, PIN_MEMORY) == 0;
}

static bool pin_hash_slowly(const char *pin, char out[PIN_HASH_TEXT])
{
    return crypto_pwhash_str(out, pin, strlen(pin), SLOW_PASSES, SLOW_MEMORY) == 0;
}

static bool pin_verify(const char *pin, const char *hash)
{
    return crypto_pwhash_str_verify(hash, pin, strlen(pin)) == 0;
}

static void sign_key(const uint8_t seed[SIGN_SEED], struct sign_key *key)
{
    crypto_sign_seed_keypair(key->public, key->secret, seed);
}

static void sign(const struct sign_key *key, const void *data, size_t size,
                 uint8_t signature[SIGN_BYTES])
{
    crypto_sign_detached(signature, NULL, data, size, key->secret);
}

static bool sign_verify(const uint8_t public[SIGN_PUBLIC], const void *data, size_t size,
                        const uint8_t signature[SIGN_BYTES])
{
    return crypto_sign_verify_detached(signature, data, size, public) == 0;
}

const struct crypt_port *sodium_crypt(void)
{
    static const struct crypt_port port = {.hash_start = hash_start,
                                           .hash_add = hash_add,
                                           .hash_end = hash_end,
                                           .pin_hash = pin_hash,
                                           .pin_hash_slowly = pin_hash_slowly,
                                           .pin_verify = pin_verify,
                                           .sign_key = sign_key,
                                           .sign = sign,
                                           .sign_verify = sign_verify,
                                           .forget = sodium_memzero};
    return sodium_init() < 0 ? NULL : &port;
}
