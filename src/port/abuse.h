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

enum { ABUSE_ROUTE = 96 };

/* One time a rule was broken. What is refused again within the minute adds to its count. */
struct abuse {
    char asker[PACE_NAME]; /* an address, or "t:" and the name of a token */
    enum pace_verdict rule;
    int64_t at;
    int64_t until; /* shut out until then; 0: it was only refused */
    /* So many from first_at to last_at, the last one refused; the rule allows `most` in its window.
     */
    int32_t count, most;
    int64_t first_at, last_at;
    /* Of the request that broke the rule: whose token came with it, its route as openapi.json names
     * it, and the show in its path; "" where there was none. Never the token, and nothing of a
     * body. */
    char client[TILL_TEXT], route[ABUSE_ROUTE], show[SLUG_TEXT];
    char unblocked_by[PERSON_TEXT];
    int64_t unblocked_at; /* 0: nobody did */
};

struct store;

struct abuse_ops {
    /* Writes it down, or that the one of this asker, rule and moment has grown since. */
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
