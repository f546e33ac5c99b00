#include "config.h"

#include "sync/till_crypt.h"

static void hash(void *ctx, const struct chain_part *parts, int count, uint8_t out[ENTRY_HASH])
{
    const struct till_crypt *till = ctx;
    struct hash_state state;
    till->crypt->hash_start(&state);
    for (int i = 0; i < count; i++)
        till->crypt->hash_add(&state, parts[i].bytes, parts[i].size);
    till->crypt->hash_end(&state, out);
}

static void sign(void *ctx, const uint8_t of[ENTRY_HASH], uint8_t out[ENTRY_SIGNATURE])
{
    const struct till_crypt *till = ctx;
    till->crypt->sign(&till->key, of, ENTRY_HASH, out);
}

static bool signed_by(void *ctx, const struct uuid *device, const uint8_t of[ENTRY_HASH],
                      const uint8_t signature[ENTRY_SIGNATURE])
{
    const struct till_crypt *till = ctx;
    return uuid_equal(device, &till->device) &&
           till->crypt->sign_verify(till->key.public, of, ENTRY_HASH, signature);
}

struct chain_crypt till_crypt_chain(struct till_crypt *till)
{
    return (struct chain_crypt){till, hash, sign, signed_by};
}
