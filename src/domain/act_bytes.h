/*
 * All of an act but its seats, as bytes: who did it, and the rows it writes. A journal entry
 * carries them (its seats stand in the entry itself), so that the house applies the act it would
 * have been sent.
 *
 * One act has one form. Only what a till may do alone has one: an act that changes halls, shows,
 * people or keys has none.
 */
#ifndef LOGE_DOMAIN_ACT_BYTES_H
#define LOGE_DOMAIN_ACT_BYTES_H

#include "src/domain/changeset.h"

/* Only an act about a bag is written in the second: whoever knows the first alone reads all others.
 * An act that came over HTTP has its origin at the end, and a revision two higher. */
enum {
    ACT_REVISION = 1,
    ACT_REVISION_BAG = 2,
    ACT_REVISION_WEB = 3,
    ACT_REVISION_WEB_BAG = 4,
};

/* How many bytes were written; 0: more than there is room for, or an act that has no form. */
size_t act_write(const struct changeset *cs, uint8_t *out, size_t room) MUST_USE;

/*
 * Into a changeset as changeset_new() made it. False for anything act_write would not have written
 * for some act; the changeset is of no use then.
 */
bool act_read(const uint8_t *bytes, size_t size, struct changeset *cs) MUST_USE;

#endif
