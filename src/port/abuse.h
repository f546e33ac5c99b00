/*
 * Who asked the house's service too fast, and who is shut out for it.
 *
 * Functions of a store (store_ops.abuse; NULL: a house of one till, which has no service). Rows
 * live in the caller's arena. What is older than a month is forgotten: addresses are people's.
 */
#ifndef LOGE_PORT_ABUSE_H
#define LOGE_PORT_ABUSE_H

#include "src/base/err.h"
#include "src/domain/entity.h"
#include "src/domain/pace.h"
#include "src/domain/verdict.h"

struct abuse {
    char asker[PACE_NAME]; /* an address, or "t:" and the name of a token */
    enum pace_verdict rule;
    int64_t at;
    int64_t until; /* shut out until then; 0: it was only refused */
    char unblocked_by[PERSON_TEXT];
    int64_t unblocked_at; /* 0: nobody did */
};

struct store;

struct abuse_ops {
    /* Of `abuse` the asker, the rule, at and until count. */
    enum rc (*note)(struct store *, const char *till, const struct abuse *abuse,
                    enum verdict *verdict, struct err *);
    /* The newest first. live: those that are shut out at this moment only. */
    enum rc (*list)(struct store *, bool live, int most, struct arena *, struct abuse **, int *,
                    struct err *);
    /* NOT_FOUND: it is not shut out. */
    enum rc (*unblock)(struct store *, const char *till, const char *asker, enum verdict *verdict,
                       struct err *);
};

#endif
