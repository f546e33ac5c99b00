/* Tokens of the house's service (port/token.h). */
#include "config.h"

#include "src/adapter/pg.h"
#include "src/port/token.h"

static void get_token(struct query *q, struct token *token)
{
    pg_get_text(q, token->name, sizeof token->name);
    token->scopes = (unsigned)pg_get_int(q);
    pg_get_bytes(q, token->hash, sizeof token->hash);
    pg_get_text(q, token->made_by, sizeof token->made_by);
    token->made_at = pg_get_int(q);
    pg_get_text(q, token->revoked_by, sizeof token->revoked_by);
    token->revoked_at = pg_get_int(q);
}

static enum rc list(struct store *store, struct arena *arena, struct token **out, int *count,
                    struct err *err)
{
    LIST(struct token) tokens = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_tokens);
    while (pg_query_row(&q))
        get_token(&q, LIST_ADD(arena, &tokens));
    *out = tokens.at;
    *count = tokens.count;
    return pg_query_end(&q, err);
}

static enum rc make(struct store *store, const char *till, const struct token *token,
                    enum verdict *verdict, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_new_token);
    pg_put_text(&q, till);
    pg_put_shown(&q);
    pg_put_text(&q, token->name);
    pg_put_int(&q, token->scopes);
    pg_put_bytes(&q, token->hash, sizeof token->hash);
    return pg_query_verdict(&q, verdict, err);
}

static enum rc revoke(struct store *store, const char *till, const char *name,
                      enum verdict *verdict, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_revoke_token);
    pg_put_text(&q, till);
    pg_put_shown(&q);
    pg_put_text(&q, name);
    return pg_query_verdict(&q, verdict, err);
}

static enum rc read_secret(struct store *store, uint8_t out[TOKEN_SECRET], struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_read_token_secret);
    if (pg_query_row(&q))
        pg_get_bytes(&q, out, TOKEN_SECRET);
    return pg_query_end(&q, err);
}

static const struct token_ops ops = {
    .list = list, .make = make, .revoke = revoke, .read_secret = read_secret};

struct store *pg_tokens(struct store *store, const struct token_ops **out)
{
    *out = &ops;
    return store;
}
