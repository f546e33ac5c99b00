/*
 * What stands between a till and the server, and how much room is left there.
 *
 * A pooler in session mode is as good as the server. One in transaction mode gives each transaction
 * any of its connections: prepared statements, settings and locks of a session are lost, or are
 * somebody else's. It tells nobody; but two clients that meet on one connection of the server, each
 * between two transactions, give it away. (A pooler makes up the number that stands for cancelling,
 * so a number that is the server's own means that there is none.)
 */
#include "config.h"

#include <stdlib.h>

#include "src/adapter/pg.h"
#include "src/adapter/pg_store.h"

enum { ROUNDS = 3 };

/* 0: it does not say. */
static long backend_of(struct pg *pg)
{
    PGresult *result = pg_run(pg, "SELECT pg_backend_pid()", NULL);
    long number = result ? atol(PQgetvalue(result, 0, 0)) : 0;
    PQclear(result);
    return number;
}

static bool is_shared(struct pg *pg)
{
    struct pg *other = pg_new(pg->url, pg->crypt);
    bool shared = false;
    pg_past_copy(other, pg);
    if (pg_dial(other, NULL) == RC_OK)
        for (int i = 0; i < ROUNDS && !shared && pg->conn && other->conn; i++) {
            long ours = backend_of(pg), theirs = other->conn ? backend_of(other) : 0;
            shared = ours && ours == theirs;
        }
    pg_free(other);
    return shared;
}

enum rc pg_pool_check(struct pg *pg, struct err *err)
{
    enum rc rc = pg_connect(pg, err);
    if (rc != RC_OK)
        return rc;
    bool between = backend_of(pg) != PQbackendPID(pg->conn);
    return between && is_shared(pg) ? pg_fail_state(pg, PG_POOL_MODE, err) : RC_OK;
}

enum rc pg_store_pool(struct store *store, struct pg_room *room, struct err *err)
{
    struct pg *pg = pg_of(store);
    *room = (struct pg_room){.used = 0};
    enum rc rc = pg_pool_check(pg, err);
    if (rc != RC_OK)
        return rc;
    struct query q = pg_query_start(pg, pg_sql_count_connections);
    if (pg_query_row(&q)) {
        room->used = (int)pg_get_int(&q);
        room->most = (int)pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}
