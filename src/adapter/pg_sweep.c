/* Housekeeping that runs whole inside the server: sweeping and sealing. */
#include "config.h"

#include "src/adapter/pg.h"

#include <stdlib.h>

#include "src/base/arena.h"

enum { FREED_BYTES = 16 };
enum { BLOCKS_AT_ONCE = 64 }; /* in one transaction */
enum { BLOCKS_ASIDE = 2 };    /* while somebody waits for the line: some 30 ms */

static uint64_t number_at(const unsigned char *at, int size)
{
    uint64_t number = 0;
    for (int i = 0; i < size; i++)
        number = number << 8 | at[i];
    return number;
}

/* Sixteen bytes a seat: show, number, version. */
static void take_freed(struct query *q, int seats, struct sweep_result *result)
{
    struct pg *pg = q->pg;
    free(pg->freed);
    pg->freed = x_alloc(((size_t)seats + 1) * sizeof *pg->freed);
    unsigned char *bytes = x_alloc(((size_t)seats + 1) * FREED_BYTES);
    pg_get_bytes(q, bytes, (size_t)seats * FREED_BYTES);
    for (int i = 0; i < seats; i++) {
        const unsigned char *at = bytes + (size_t)i * FREED_BYTES;
        pg->freed[i].show = (int32_t)number_at(at, 4);
        pg->freed[i].seat = (int32_t)number_at(at + 4, 4);
        pg->freed[i].state.version = (uint32_t)number_at(at + 8, 8);
    }
    free(bytes);
    result->freed = pg->freed;
}

/* What comes next may be small, and a server that is frozen should be noticed soon. */
static enum rc back_to_acts(struct pg *pg, enum rc rc, struct err *err)
{
    return rc == RC_OK ? pg_limit(pg, PG_ACT_MS, err) : rc;
}

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
    pg_put_int(&q, actor->role);
    pg_put_int(&q, pg_steady_until(pg, now));
    pg_put_int(&q, limit);
    pg_put_shown(&q);
    if (pg_query_row(&q)) {
        result->holds = (int)pg_get_int(&q);
        result->seats = (int)pg_get_int(&q);
        result->more = result->seats == limit;
        take_freed(&q, result->seats, result);
        pg_told_note(pg, pg_get_int(&q), 0);
    }
    return back_to_acts(pg, pg_query_end(&q, err), err);
}

/*
 * The engine waits for the read, and might be the only till there is. Screens and Redis learn what
 * was freed here when their sums are compared, as of anything they were not told.
 */
void pg_sweep_meanwhile(struct pg *pg)
{
    enum { ASIDE_MS = 4000, SEATS = 20000 };
    static const struct actor sweep = {.name = "sweep", .till = "", .role = ROLE_SERVICE};
    struct clock real = clock_system(); /* a limit on waiting is about real time */
    struct sweep_result swept;
    int64_t now = clock_mono(&real);
    if (!pg->aside_at)
        pg->aside_at = now + ASIDE_MS;
    if (now < pg->aside_at)
        return;
    if (!pg->aside) {
        pg->aside = pg_new(pg->url, pg->crypt);
        pg->aside->house = true;
        pg_past_copy(pg->aside, pg);
        pg_show_as(pg->aside, pg);
        pg->aside->clock = pg->clock;
    }
    (void)!pg_sweep(&pg->aside->base, &sweep, pg_now(pg), SEATS, &swept,
                    NULL); /* the next one tries again */
    pg->aside_at = clock_mono(&real) + ASIDE_MS;
}

void pg_sweep_meanwhile_end(struct pg *pg)
{
    pg->aside_at = 0;
    if (pg->aside)
        pg_free(pg->aside);
    pg->aside = NULL;
}

enum rc pg_audit_seal(struct store *store, bool everything, int64_t now, int *blocks,
                      struct err *err)
{
    struct pg *pg = pg_of(store);
    int most = everything ? BLOCKS_AT_ONCE : BLOCKS_ASIDE, sealed = most;
    *blocks = 0;
    enum rc rc = pg_connect(pg, err);
    if (rc == RC_OK)
        rc = pg_limit(pg, PG_READ_MS, err);
    while (rc == RC_OK && sealed == most && (everything || !*blocks)) {
        struct query q = pg_query_start(pg, pg_sql_seal_events);
        pg_put_bool(&q, everything);
        pg_put_int(&q, most);
        sealed = pg_query_row(&q) ? (int)pg_get_int(&q) : 0;
        rc = pg_query_end(&q, err);
        *blocks += rc == RC_OK ? sealed : 0;
    }
    return back_to_acts(pg, rc, err);
}
