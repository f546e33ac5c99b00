/*
 * All of an act but its seats, as bytes: who did it, and the rows it writes. A journal entry
 * carries them (its seats stand in the entry itself), so that the house applies the act it would
 * have been sent.
 *
 * A revision, the head, the answer; then how many lists there are, and each behind its number (enum
 * journal_list), with how many fields its rows have (row_bytes.h). So a row grows by a field, and
 * an act by a kind of row, without another form for all that has neither.
 *
 * One program writes an act in one way. Only what a till may do alone has a form: an act that
 * changes halls, shows, people or keys has none.
 */
#ifndef LOGE_DOMAIN_ACT_BYTES_H
#define LOGE_DOMAIN_ACT_BYTES_H

#include "src/domain/changeset.h"

enum { ACT_REVISION = 1 };

/* How many bytes were written; 0: more than there is room for, or an act that has no form. */
size_t act_write(const struct changeset *cs, uint8_t *out, size_t room) MUST_USE;

/*
 * Into a changeset as changeset_new() made it. False for anything that act_write, of this program
 * or an older one, would not have written for some act; the changeset is of no use then.
 */
bool act_read(const uint8_t *bytes, size_t size, struct changeset *cs) MUST_USE;

#endif
