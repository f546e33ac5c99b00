#include "config.h"

#include "src/engine/act_ids.h"

#include <string.h>

static void next_block(struct act_ids *ids)
{
    struct hash_state state;
    ids->crypt->hash_start(&state);
    ids->crypt->hash_add(&state, ids->seed, sizeof ids->seed);
    ids->crypt->hash_add(&state, &ids->blocks, sizeof ids->blocks);
    ids->crypt->hash_end(&state, ids->block);
    ids->blocks++;
    ids->used = 0;
}

static void fill(void *ctx, void *buffer, size_t size)
{
    struct act_ids *ids = ctx;
    uint8_t *at = buffer;
    while (size > 0) {
        if (ids->used == sizeof ids->block)
            next_block(ids);
        size_t part = sizeof ids->block - ids->used;
        part = part < size ? part : size;
        memcpy(at, ids->block + ids->used, part);
        ids->used += part;
        at += part;
        size -= part;
    }
}

void act_ids_start(struct act_ids *ids, const struct crypt_port *crypt, const uint8_t *secret,
                   const struct changeset *head, int turn)
{
    struct hash_state state;
    uint8_t again = (uint8_t)turn;
    *ids = (struct act_ids){.crypt = crypt, .used = sizeof ids->block};
    ids->source = uuid_source_of(&head->key, (struct rng){.fill = fill, .ctx = ids});
    crypt->hash_start(&state);
    if (secret)
        crypt->hash_add(&state, secret, HASH_SIZE);
    crypt->hash_add(&state, head->key.b, sizeof head->key.b);
    crypt->hash_add(&state, head->fingerprint, sizeof head->fingerprint);
    crypt->hash_add(&state, &again, sizeof again);
    crypt->hash_end(&state, ids->seed);
}
