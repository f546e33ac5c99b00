/*
 * Checkouts: a payment intent from the first request to the last cent, one step at a time.
 *
 *     checkout_start    the row, the seats, the provider: as far as it goes without the payer
 *     checkout_cancel   whoever pays has changed his mind
 *     checkout_hear     a message of the provider's
 *     checkout_complete whatever is due: after a crash, a silence, a deadline (a worker's step)
 *
 * Each step is kept before the next begins, and each can be done again: so any of these may die at
 * any point, and any number of them may work in one house at once. A step that finds its row
 * changed by another leaves it to that other.
 *
 * One thread owns a checkout. Rows and outcomes live in the arena of the act.
 */
#ifndef LOGE_ENGINE_CHECKOUT_H
#define LOGE_ENGINE_CHECKOUT_H

#include "src/engine/desk.h"
#include "src/port/checkouts.h"
#include "src/port/intent.h"
#include "src/port/pay.h"

struct checkout {
    struct desk *desk;
    struct store *store; /* of the intents */
    const struct intent_ops *intents;
    const struct pay_port *provider;
    int64_t paying_ms;     /* for whoever pays */
    const char *currency;  /* the only one the provider takes; NULL: any */
    void (*pause)(void *); /* tests: before and after each step; NULL */
    void *pause_ctx;
};

/* False: this store keeps none. */
bool checkout_init(struct checkout *, struct desk *, const struct pay_port *provider);

/* meta->key is the intent's id: the same again is answered by how it stands now. */
void checkout_start(struct checkout *, const struct act_meta *, const struct checkout_wish *,
                    struct intent *intent, struct outcome *);

/* The same for the fee that the bag of whoever was let in waits for; by the ticket's id or code.
 * One payment at a time: PAYMENT_PENDING while another is under way. */
void checkout_start_fee(struct checkout *, const struct act_meta *, const char *ticket,
                        struct intent *intent, struct outcome *);

/* The newest payment of a ticket's bags. */
void checkout_find_fee(struct checkout *, const struct act_meta *, const char *ticket,
                       struct intent *intent, struct outcome *);

/* It is given up; the check-in waits for its fee as before. */
void checkout_cancel_fee(struct checkout *, const struct act_meta *, const char *ticket,
                         struct intent *intent, struct outcome *);

/* How it stands, nothing more. */
void checkout_find(struct checkout *, const struct act_meta *, const struct uuid *id,
                   struct intent *intent, struct outcome *);

/* Each seat of the checkout with what became of it. meta->reason and note go into the log. */
void checkout_cancel(struct checkout *, const struct act_meta *, const struct uuid *id,
                     struct intent *intent, struct released_seat **seats, int *count,
                     struct outcome *);

enum message_heard { MESSAGE_NEW, MESSAGE_KNOWN, MESSAGE_FITS_NOTHING };
/* Kept, not acted on: that is for whoever completes. */
enum rc checkout_hear(struct checkout *, const struct act_meta *, const struct pay_message *,
                      enum message_heard *, struct err *);

/* One round: how many rows were looked at, and when there will be something to do again. */
enum rc checkout_complete(struct checkout *, const struct act_meta *, int limit, int *done,
                          int64_t *next, struct err *);

#endif
