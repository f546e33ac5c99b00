/*
 * What the house's service asks of payments by a provider (src/engine/checkout.h does them): a
 * checkout is begun, looked at and ended by web shops, and the provider calls when something has
 * become of the money.
 *
 * One thread owns a checkout_port. Rows and outcomes live in the arena of the act.
 */
#ifndef LOGE_PORT_CHECKOUTS_H
#define LOGE_PORT_CHECKOUTS_H

#include "src/domain/intent.h"
#include "src/port/act.h"

struct checkout_wish {
    const struct uuid *holds; /* of one show */
    int hold_count;
    const struct desk_type *types;
    int type_count;
    const char *voucher;      /* NULL: none */
    const char *name, *email; /* NULL: as in the first hold */
};

struct released_seat {
    const char *label;
    enum seat_status now; /* as the house has it; somebody else's by now, it may be */
    bool released;        /* this checkout has it no more */
};

/* What somebody says who may be the provider. */
struct pay_call {
    const char *signature; /* NULL: it has none */
    const char *body;
    size_t size;
};

enum pay_heard {
    PAY_NEW,          /* kept; whoever completes is awake */
    PAY_KNOWN,        /* said before, or overtaken by something later */
    PAY_FITS_NOTHING, /* of no checkout of ours: kept as a letter for a person */
    PAY_NO_PAYMENT,   /* about something that is no payment */
    PAY_FORGED,       /* not signed by the provider, or too long ago */
    PAY_NONSENSE,     /* signed, and makes no sense */
    PAY_HEARD_COUNT
};

struct checkout_port {
    /* meta->key is the checkout's id: the same again is answered by how it stands now. */
    void (*start)(void *ctx, const struct act_meta *, const struct checkout_wish *, struct intent *,
                  struct outcome *);
    void (*find)(void *ctx, const struct act_meta *, const struct uuid *id, struct intent *,
                 struct outcome *);
    /* Each seat with what became of it; meta->reason and note go into the log. */
    void (*cancel)(void *ctx, const struct act_meta *, const struct uuid *id, struct intent *,
                   struct released_seat **, int *count, struct outcome *);
    /* Of the fee of a bag, by its ticket; see src/engine/checkout.h. */
    void (*start_fee)(void *ctx, const struct act_meta *, const char *ticket, struct intent *,
                      struct outcome *);
    void (*find_fee)(void *ctx, const struct act_meta *, const char *ticket, struct intent *,
                     struct outcome *);
    void (*cancel_fee)(void *ctx, const struct act_meta *, const char *ticket, struct intent *,
                       struct outcome *);
    enum rc (*hear)(void *ctx, const struct act_meta *, const struct pay_call *, enum pay_heard *,
                    struct err *);
    void *ctx;
};

#endif
