/*
 * A payment intent as bytes, as a till's own file keeps it (sync/lite_till_intents.h). What the
 * house works out when it reads a row is left out, but for the client's name: its hold may be lost.
 */
#ifndef LOGE_DOMAIN_INTENT_BYTES_H
#define LOGE_DOMAIN_INTENT_BYTES_H

#include "src/base/arena.h"
#include "src/domain/intent.h"

enum { INTENT_BYTES_MOST = 65536 };

/* How many bytes; 0: there is no room. */
size_t intent_write(const struct intent *, uint8_t *out, size_t room);
/* False: they are no intent. The seats are in the arena. */
bool intent_read(const uint8_t *bytes, size_t size, struct arena *, struct intent *);

#endif
