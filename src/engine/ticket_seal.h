/*
 * Tickets signed and verified: src/domain knows the bytes, the crypt port the arithmetic.
 *
 * The house's keys are tried by the id that the ticket names; those of pretix, which names none,
 * one after the other.
 */
#ifndef LOGE_ENGINE_TICKET_SEAL_H
#define LOGE_ENGINE_TICKET_SEAL_H

#include "src/domain/door.h"
#include "src/domain/entity.h"
#include "src/domain/pretix_code.h"
#include "src/domain/ticket_code.h"
#include "src/port/crypt.h"

struct ticket_keys {
    const struct ticket_key *at;
    int count;
};

/* False: a number in it that the layout cannot hold. */
bool ticket_seal(const struct crypt_port *crypt, const struct sign_key *key,
                 const struct ticket_mark *mark, char out[TICKET_CODE_TEXT]) MUST_USE;

/* A text from a scanner: how it is signed, and with a good signature what it says. Text of a
 * foreign form comes out as SEAL_NO_TICKET. Blanks around it do not count. */
struct opened {
    enum seal seal;
    struct ticket_mark mark; /* of pretix: ticket stands for its seed, seat is -1 */
    const struct ticket_key *key;
    char seed[PRETIX_SEED_TEXT]; /* "": a ticket of this program */
};
void ticket_open(const struct crypt_port *crypt, const struct ticket_keys *keys, const char *text,
                 struct opened *opened);

#endif
