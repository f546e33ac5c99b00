/*
 * Who asked the house's service too fast, and who is shut out for it.
 *
 * Functions of a store (store_ops.abuse; NULL: a house of one till, which has no service). Rows
 * live in the caller's arena. What is older than a month is forgotten: addresses are people's.
 */
#ifndef LOGE_PORT_ABUSE_H
#define LOGE_PORT_ABUSE_H

#include "src/base/err.h"
#include "src/domain/abuse.h"
#include "src/domain/verdict.h"

struct store;

struct abuse_ops {
    /* Writes it down, or that the one of this asker, rule and moment has grown since. */
    enum rc (*note)(struct store *, const struct abuse *abuse, enum verdict *verdict, struct err *);
    /* The newest first. live: those that are shut out at this moment only. */
    enum rc (*list)(struct store *, bool live, int most, struct arena *, struct abuse **, int *,
                    struct err *);
    /* NOT_FOUND: it is not shut out. */
    enum rc (*unblock)(struct store *, const char *asker, enum verdict *verdict, struct err *);
};

#endif
