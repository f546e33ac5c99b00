/*
 * The names an act gives: of its holds, sales, tickets and payments, and the codes people read.
 *
 * They follow from its key and from what it asks. A till that never heard that the house did an
 * act, and does it again alone under the same key, gives the names the house gave: what it printed
 * is what the house knows when the journal comes home.
 *
 * They follow from a secret of the till, too, where its desk has one: a key that a person chose may
 * be known to strangers, who must not work out a hold's id or a ticket's code from it beforehand.
 * Another till gives other names to the same act; the house does it once, and its receipt has the
 * names.
 *
 * A code that follows from the key could be somebody's already and would be so in every try; turn
 * is another number when other names are wanted.
 */
#ifndef LOGE_ENGINE_ACT_IDS_H
#define LOGE_ENGINE_ACT_IDS_H

#include "src/domain/changeset.h"
#include "src/port/crypt.h"

struct act_ids {
    struct uuid_source source; /* points here: not to be copied or moved */
    const struct crypt_port *crypt;
    uint8_t seed[HASH_SIZE], block[HASH_SIZE];
    uint64_t blocks;
    size_t used; /* bytes of the block */
};

/* secret: HASH_SIZE bytes; NULL: none. */
void act_ids_start(struct act_ids *ids, const struct crypt_port *crypt, const uint8_t *secret,
                   const struct changeset *head, int turn);

#endif
