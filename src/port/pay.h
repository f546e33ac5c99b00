/*
 * Somebody who takes money for us, in the shape of payment intents: an intent is created, its payer
 * pays it with the provider, and what that reserved is captured, cancelled or refunded.
 *
 * Cash, the card terminal (with its authorisation code) and vouchers need none of it: they are
 * tenders of a sale (src/domain/sale.h), and the till is told when the money is there.
 *
 * Every call names the intent by its own id, which is the provider's idempotency key: the same
 * again is the same. RC_OK: the provider answered, *answer is how the intent stands there now,
 * whatever was asked for. RC_CONFIG: it does not take this intent, and says so about every try to
 * come. Anything else: nobody knows; ask again.
 */
#ifndef LOGE_PORT_PAY_H
#define LOGE_PORT_PAY_H

#include "src/base/err.h"
#include "src/domain/intent.h"

struct pay_answer {
    enum intent_there there;
    int64_t refunded;
    char ref[INTENT_REF];     /* the provider's name for it */
    char token[INTENT_TOKEN]; /* what the payer's page needs; "": not said */
};

struct pay_port {
    const char *name;
    enum rc (*create)(void *ctx, const struct intent *, struct pay_answer *, struct err *);
    enum rc (*ask)(void *ctx, const struct intent *, struct pay_answer *, struct err *);
    enum rc (*capture)(void *ctx, const struct intent *, struct pay_answer *, struct err *);
    enum rc (*cancel)(void *ctx, const struct intent *, struct pay_answer *, struct err *);
    /* As much more as makes up `total` given back; nothing when that was given back before. */
    enum rc (*refund)(void *ctx, const struct intent *, int64_t total, struct pay_answer *,
                      struct err *);
    void *ctx;
};

#endif
