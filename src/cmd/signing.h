/*
 * The key that this till signs tickets with.
 *
 * Its secret part is in the file `ticket.key` beside the till's other data, for its owner only (and
 * the group that shares the house's file); the public part is in the house, where every door finds
 * it. A till without one sells as ever; its tickets then have a code to read aloud and no QR code.
 */
#ifndef LOGE_CMD_SIGNING_H
#define LOGE_CMD_SIGNING_H

#include "src/cmd/call.h"
#include "src/domain/ticket_code.h"

struct signing {
    bool ready;
    struct sign_key key;
    struct ticket_key public;
};

/* Reads the key; not ready when there is none, or when the house does not know it. */
enum rc signing_read(struct call *call, struct signing *signing, struct err *err) MUST_USE;
void signing_forget(struct call *call, struct signing *signing);
/* A secret that follows from the key and says nothing of it; false: this till has no key. */
bool signing_names_secret(struct call *call, uint8_t secret[HASH_SIZE]) MUST_USE;
/* The sentence for a till that is not ready. */
const char *signing_missing(void);

/* Makes this till a key, or tells the house the one it has, when the person acting may. */
bool signing_make(struct call *call, int32_t *id) MUST_USE;
/* The same for a house that is being made: whoever makes it is never stopped by it. */
void signing_make_first(struct call *call);

/* The signed text of a ticket; false: it cannot be signed. plan may be NULL: any gate. */
bool signing_code(struct call *call, const struct signing *signing, const struct show *show,
                  const struct plan *plan, const struct ticket *ticket, char out[TICKET_CODE_TEXT]);

#endif
