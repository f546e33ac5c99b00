/*
 * Where payment intents are kept, and the messages of the provider that fit none. A house of one
 * till has none of it (store_ops.intents is NULL).
 *
 * Functions of a store, each one transaction; rows live in the caller's arena. What is read has
 * given_back filled from the payments of its sale; it is never saved.
 */
#ifndef LOGE_PORT_INTENT_H
#define LOGE_PORT_INTENT_H

#include "src/base/err.h"
#include "src/domain/changeset.h"
#include "src/domain/intent.h"

enum { PAY_EVENT = 80, PAY_BODY = 4096 };

/* A message of the provider's that fits no intent of ours (yet). */
struct pay_letter {
    char event[PAY_EVENT]; /* the provider's name for the message */
    char ref[INTENT_REF];
    int64_t at;
    char body[PAY_BODY]; /* as it came, cut when it is longer */
};

/* What a message of the provider's says; ref or id names the intent. */
struct pay_message {
    char event[PAY_EVENT]; /* its own name */
    struct uuid id;        /* zero: it does not say */
    char ref[INTENT_REF];
    enum intent_there there;
    int64_t refunded;
    const char *body; /* as it came, for the letters that fit nothing */
};

struct store;

struct intent_ops {
    /* A new row, version 1. When its id is there already *was is that row and *same says whether it
     * was asked for in the same words (print); else *was is the new one, and *same. Of a fee that
     * another payment is under way for nothing is written: not *same, and was->version 0. */
    enum rc (*open)(struct store *, const struct intent *, const uint8_t print[FINGERPRINT_SIZE],
                    struct arena *, struct intent *was, bool *same, struct err *);
    /* By id, or by the provider's name for it when id is NULL. */
    enum rc (*read)(struct store *, const struct uuid *id, const char *ref, struct arena *,
                    struct intent *, bool *found, struct err *);
    /* The newest that pays a fee of this ticket's bags. */
    enum rc (*of_ticket)(struct store *, const struct uuid *ticket, struct arena *, struct intent *,
                         bool *found, struct err *);
    /* Keeps what has changed, if the row still has the version that was read, which then grows;
     * else nothing is changed, and *kept false. */
    enum rc (*save)(struct store *, struct intent *, bool *kept, struct err *);
    /*
     * What a service's till had kept of a row, for a house that went back to this past: a row that
     * it lacks, or has as it was before, is there as it was kept, and due. What the provider has of
     * the money is asked again. After the acts of that till's journal.
     */
    enum rc (*bring_back)(struct store *, const char *past, const struct intent *, struct arena *,
                          struct err *);
    /*
     * Rows that are due now, or whose sale gave money back that the provider still has; they are
     * due again only after the lease, so that whoever dies over one leaves it to the next. Several
     * may ask at once and none gets another's. *next: when there will be something again.
     */
    enum rc (*due)(struct store *, int64_t now, int64_t lease_ms, int limit, struct arena *,
                   struct intent **, int *count, int64_t *next, struct err *);
    /* Keeps a message that fits nothing; one of that name is there already: nothing. */
    enum rc (*keep_letter)(struct store *, const struct pay_letter *, struct err *);
    /* Newest first. */
    enum rc (*letters)(struct store *, int limit, struct arena *, struct pay_letter **, int *,
                       struct err *);
    /* By its name. */
    enum rc (*drop_letter)(struct store *, const char *event, bool *found, struct err *);
};

#endif
