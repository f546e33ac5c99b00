#include "config.h"

#include "src/engine/ticket_seal.h"

#include <string.h>

_Static_assert((int)TICKET_SIGNATURE == (int)SIGN_BYTES &&
                   (int)PRETIX_SIGNATURE == (int)SIGN_BYTES && (int)PRETIX_KEY == (int)SIGN_PUBLIC,
               "tickets carry Ed25519 signatures");

bool ticket_seal(const struct crypt_port *crypt, const struct sign_key *key,
                 const struct ticket_mark *mark, char out[TICKET_CODE_TEXT])
{
    struct ticket_frame frame;
    if (!ticket_mark_write(mark, frame.bytes))
        return false;
    crypt->sign(key, frame.bytes, sizeof frame.bytes, frame.signature);
    ticket_code_write(&frame, out);
    return true;
}

/* ---- ours --------------------------------------------------------------------------------- */

static const struct ticket_key *find_key(const struct ticket_keys *keys, int32_t id)
{
    for (int i = 0; i < keys->count; i++)
        if (keys->at[i].kind == KEY_HOUSE && keys->at[i].id == id)
            return &keys->at[i];
    return NULL;
}

/* All keys of a house carry its number. */
static bool is_ours(const struct ticket_keys *keys, uint32_t house)
{
    for (int i = 0; i < keys->count; i++)
        if (keys->at[i].kind == KEY_HOUSE)
            return keys->at[i].house == house;
    return false;
}

static enum seal verify(const struct crypt_port *crypt, const struct ticket_keys *keys,
                        const struct ticket_frame *frame, struct opened *opened)
{
    if (!is_ours(keys, opened->mark.house))
        return SEAL_OTHER_HOUSE;
    opened->key = find_key(keys, opened->mark.key);
    if (!opened->key)
        return SEAL_UNKNOWN_KEY;
    if (!crypt->sign_verify(opened->key->public, frame->bytes, sizeof frame->bytes,
                            frame->signature))
        return SEAL_FORGED;
    return opened->key->ended_at ? SEAL_ENDED_KEY : SEAL_GOOD;
}

/* ---- of pretix ---------------------------------------------------------------------------- */

/* What stands for a ticket that has no id of ours: the hash of its seed, under its key. */
static struct uuid id_of_seed(const struct crypt_port *crypt, const struct ticket_key *key,
                              const char *seed)
{
    struct hash_state state;
    uint8_t hash[HASH_SIZE];
    struct uuid id;
    crypt->hash_start(&state);
    crypt->hash_add(&state, key->public, sizeof key->public);
    crypt->hash_add(&state, seed, strlen(seed));
    crypt->hash_end(&state, hash);
    memcpy(id.b, hash, sizeof id.b);
    return id;
}

static int fit_of(const struct ticket_key *key, const struct pretix_ticket *ticket)
{
    if (!pretix_admits(key->products, ticket->item))
        return 0;
    return key->subevent == ticket->subevent ? 2 : !key->subevent;
}

static void take_pretix(const struct crypt_port *crypt, const struct pretix_ticket *ticket,
                        struct opened *opened)
{
    bool ours = fit_of(opened->key, ticket) > 0;
    opened->mark = (struct ticket_mark){.show = ours ? opened->key->show : -1,
                                        .seat = -1,
                                        .ticket = id_of_seed(crypt, opened->key, ticket->seed),
                                        .generation = 1,
                                        .from = ticket->from,
                                        .until = ticket->until};
    memcpy(opened->seed, ticket->seed, sizeof opened->seed);
}

/* The same key may stand there for several dates and products: those of this ticket are meant. */
static void choose_date(const struct ticket_keys *keys, const struct pretix_ticket *ticket,
                        struct opened *opened)
{
    for (int i = 0; i < keys->count; i++)
        if (keys->at[i].kind == KEY_PRETIX &&
            fit_of(&keys->at[i], ticket) > fit_of(opened->key, ticket) &&
            memcmp(keys->at[i].public, opened->key->public, SIGN_PUBLIC) == 0)
            opened->key = &keys->at[i];
}

/* Would it open a door of that date if it were of another product? */
static bool is_other_product(const struct ticket_keys *keys, const struct pretix_ticket *ticket,
                             const struct opened *opened)
{
    if (fit_of(opened->key, ticket))
        return false;
    for (int i = 0; i < keys->count; i++)
        if (keys->at[i].kind == KEY_PRETIX &&
            memcmp(keys->at[i].public, opened->key->public, SIGN_PUBLIC) == 0 &&
            (!keys->at[i].subevent || keys->at[i].subevent == ticket->subevent))
            return true;
    return false;
}

static enum seal verify_pretix(const struct crypt_port *crypt, const struct ticket_keys *keys,
                               const struct pretix_frame *frame, struct opened *opened)
{
    struct pretix_ticket ticket;
    enum seal seal = SEAL_FORGED;
    for (int i = 0; i < keys->count && !opened->key; i++) {
        const struct ticket_key *key = &keys->at[i];
        if (key->kind == KEY_PRETIX &&
            crypt->sign_verify(key->public, frame->payload, frame->size, frame->signature))
            opened->key = key;
    }
    if (opened->key)
        seal = pretix_payload_read(frame, &ticket) ? SEAL_GOOD : SEAL_CUT_OFF;
    if (seal != SEAL_GOOD)
        return seal;
    choose_date(keys, &ticket, opened);
    take_pretix(crypt, &ticket, opened);
    if (opened->key->ended_at)
        return SEAL_ENDED_KEY;
    return is_other_product(keys, &ticket, opened) ? SEAL_OTHER_PRODUCT : SEAL_GOOD;
}

static bool knows_pretix(const struct ticket_keys *keys)
{
    for (int i = 0; i < keys->count; i++)
        if (keys->at[i].kind == KEY_PRETIX)
            return true;
    return false;
}

/* ---- either ------------------------------------------------------------------------------- */

static enum seal seal_of(enum ticket_form form)
{
    switch (form) {
    case TICKET_FORM_FINE:
        return SEAL_GOOD;
    case TICKET_FORM_OTHER:
    case TICKET_FORM_VALUE:
        return SEAL_NO_TICKET;
    case TICKET_FORM_LENGTH:
    case TICKET_FORM_LETTERS:
        return SEAL_CUT_OFF;
    case TICKET_FORM_VERSION:
        return SEAL_NEWER;
    }
    return SEAL_NO_TICKET;
}

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void ticket_open(const struct crypt_port *crypt, const struct ticket_keys *keys, const char *text,
                 struct opened *opened)
{
    struct ticket_frame frame;
    struct pretix_frame pretix;
    *opened = (struct opened){0};
    while (blank(*text))
        text++;
    size_t length = strlen(text);
    while (length && blank(text[length - 1]))
        length--;
    enum ticket_form form = ticket_code_read(text, length, &frame, &opened->mark);
    opened->seal = seal_of(form);
    if (form == TICKET_FORM_FINE)
        opened->seal = verify(crypt, keys, &frame, opened);
    else if (knows_pretix(keys) && pretix_code_read(text, length, &pretix))
        opened->seal = verify_pretix(crypt, keys, &pretix, opened);
}
