/* Making this machine's till part of a house: what `loge init` and `loge join` have in common. */
#ifndef LOGE_CMD_JOIN_H
#define LOGE_CMD_JOIN_H

#include "src/adapter/pg_store.h"
#include "src/cmd/call.h"

struct joining {
    struct pg_address pg;
    const char *url;   /* whole, with who sets up or joins; as PostgreSQL takes it */
    const char *redis; /* as it was given, or NULL: none */
    struct pg_member member;
    char till[TILL_TEXT];
};

/* --pg and --redis. */
bool join_read(struct call *call, struct joining *joining) MUST_USE;
/* The till's row in the house, and the house in loge.ini. */
bool join_do(struct call *call, const struct joining *joining) MUST_USE;
/* Makes the demo's people logins and fills an empty house; seats: of its arena. */
bool join_fill_demo(struct call *call, const struct joining *joining, int seats) MUST_USE;
/* The answer of either. */
int join_answer(struct call *call, const struct joining *joining, const char *done);

#endif
