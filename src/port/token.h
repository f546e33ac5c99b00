/*
 * Tokens: what a program that is no till shows the house's service. The house comes from the token,
 * and so does what it may do. Only a hash is kept; the token is shown once, when it is made.
 *
 * Functions of a store (store_ops.tokens; NULL: a house of one till, which has no service). Rows
 * live in the caller's arena. Each change is one transaction.
 */
#ifndef LOGE_PORT_TOKEN_H
#define LOGE_PORT_TOKEN_H

#include "src/base/err.h"
#include "src/domain/entity.h"
#include "src/domain/verdict.h"

enum token_scope {
    SCOPE_READ = 1,
    SCOPE_SELL = 2,
    SCOPE_DOOR = 4,
    SCOPE_ADMIN = 8,
    SCOPE_UNLIMITED = 16, /* may ask as fast as it likes */
};
enum { TOKEN_HASH = 32, TOKEN_SECRET = 32 };
/* "loge_" and 64 hex digits, and the end. */
enum { TOKEN_TEXT = 70 };

struct token {
    char name[TILL_TEXT]; /* what it does is done at a till of this name */
    unsigned scopes;      /* enum token_scope bits */
    uint8_t hash[TOKEN_HASH];
    char made_by[PERSON_TEXT], revoked_by[PERSON_TEXT];
    int64_t made_at, revoked_at; /* 0: good */
};

struct store;

struct token_ops {
    /* Every one there ever was, the newest first. */
    enum rc (*list)(struct store *, struct arena *, struct token **, int *, struct err *);
    /* Of `token` the name, the scopes and the hash count. INVALID: that name is in use. */
    enum rc (*make)(struct store *, const char *till, const struct token *token,
                    enum verdict *verdict, struct err *);
    /* NOT_FOUND: no good token has this name. */
    enum rc (*revoke)(struct store *, const char *till, const char *name, enum verdict *verdict,
                      struct err *);
    /* The house's own, which never changes: what the keys of clients' requests are derived with,
     * so that an id or a code cannot be computed from a key that was guessed. */
    enum rc (*read_secret)(struct store *, uint8_t out[TOKEN_SECRET], struct err *);
};

#endif
