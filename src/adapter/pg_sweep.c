/* Housekeeping that runs whole inside the server: sweeping and sealing. */
#include "config.h"

#include "src/adapter/pg.h"

enum { BLOCKS_AT_ONCE = 64 }; /* in one transaction, so that nobody waits long */

/* The server's own clock has the last word on what is over. */
enum rc pg_sweep(struct store *store, const struct actor *actor, int64_t now, int limit,
                 struct sweep_result *result, struct err *err)
{
    struct pg *pg = pg_of(store);
    *result = (struct sweep_result){0};
    enum rc rc = pg_connect(pg, err);
    if (rc == RC_OK)
        rc = pg_limit(pg, PG_READ_MS, err);
    if (rc != RC_OK)
        return rc;
    struct query q = pg_query_start(pg, pg_sql_sweep_holds);
    pg_put_text(&q, actor->name);
    pg_put_text(&q, actor->till);
    pg_put_int(&q, actor->role);
    pg_put_int(&q, now);
    pg_put_int(&q, limit);
    if (pg_query_row(&q)) {
        result->holds = (int)pg_get_int(&q);
        result->seats = (int)pg_get_int(&q);
        result->more = result->seats == limit;
    }
    return pg_query_end(&q, err);
}

enum rc pg_audit_seal(struct store *store, bool everything, int64_t now, int *blocks,
                      struct err *err)
{
    struct pg *pg = pg_of(store);
    int sealed = BLOCKS_AT_ONCE;
    *blocks = 0;
    enum rc rc = pg_connect(pg, err);
    if (rc == RC_OK)
        rc = pg_limit(pg, PG_READ_MS, err);
    while (rc == RC_OK && sealed == BLOCKS_AT_ONCE) {
        struct query q = pg_query_start(pg, pg_sql_seal_events);
        pg_put_bool(&q, everything);
        pg_put_int(&q, BLOCKS_AT_ONCE);
        sealed = pg_query_row(&q) ? (int)pg_get_int(&q) : 0;
        rc = pg_query_end(&q, err);
        *blocks += rc == RC_OK ? sealed : 0;
    }
    return rc;
}
