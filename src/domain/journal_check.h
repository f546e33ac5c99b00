/*
 * Does a journal hang together? Told entry by entry, from the first one on, by whoever can read it:
 * a till that starts, `loge journal verify`, a file that was written for somebody else.
 *
 * The chain goes through every hash, so the signature of the last entry vouches for what all before
 * it say. It says nothing of their signatures: those of entries that are still to be sent have to
 * be looked at as well: where a batch ends with one that is spoiled, the house shuts the whole
 * journal out as a forgery. What has its verdict needs no signature any more.
 */
#ifndef LOGE_DOMAIN_JOURNAL_CHECK_H
#define LOGE_DOMAIN_JOURNAL_CHECK_H

#include "src/domain/chain.h"

enum journal_fault {
    JOURNAL_GOOD,
    JOURNAL_GAP,       /* an entry is missing, or stands where it does not belong */
    JOURNAL_ALTERED,   /* it does not follow from its content and the entry before it */
    JOURNAL_FOREIGN,   /* signed by another device */
    JOURNAL_MALFORMED, /* its hash is right, but no program writes such bytes */
    JOURNAL_TOO_NEW,   /* written by a newer program */
    JOURNAL_SHORT,     /* entries at the end are gone */
    JOURNAL_LONG,      /* there are entries the till never counted */
};

struct journal_check {
    const struct chain *chain;
    uint64_t signed_from; /* from this entry on each signature is looked at; and the last one */
    uint64_t seq;         /* the last entry that is good */
    uint8_t hash[ENTRY_HASH], signature[ENTRY_SIGNATURE]; /* its own */
    enum journal_fault fault;
    uint64_t at; /* the entry that is not good */
};

struct journal_check journal_check_start(const struct chain *chain, uint64_t signed_from);

/* The next entry. False: it is not good, and nothing after it is looked at. */
bool journal_check_entry(struct journal_check *check, const struct entry_frame *frame) MUST_USE;

/* There are no more; what the till says of its end. True: all is good. */
bool journal_check_end(struct journal_check *check, uint64_t head_seq,
                       const uint8_t head_hash[ENTRY_HASH]) MUST_USE;

#endif
