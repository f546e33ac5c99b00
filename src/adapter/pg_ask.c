/* What PostgreSQL lends to reads that are written once for both stores (src/port/ask.h). */
#include "config.h"

#include "src/adapter/pg.h"

#include "src/port/ask.h"

_Static_assert(sizeof(struct query) <= ASK_ROOM && (int)PG_FLIGHT <= (int)ASK_FLIGHT,
               "a query has room");

static void ask_pg(struct store *store, const char *sql, struct query *q)
{
    *q = pg_query_start(pg_of(store), sql);
}

static enum rc begin_reading(struct store *store, struct err *err)
{
    return pg_begin_read(pg_of(store), err);
}

static void last_of_reading(struct store *store)
{
    pg_read_last(pg_of(store));
}

static enum rc end_reading(struct store *store, enum rc rc, struct err *err)
{
    return pg_end_read(pg_of(store), rc, err);
}

const struct query_ops pg_query_ops = {
    .texts = pg_sql_texts,
    .start = ask_pg,
    .put_int = pg_put_int,
    .put_text = pg_put_text,
    .put_uuid = pg_put_uuid,
    .row = pg_query_row,
    .get_int = pg_get_int,
    .get_text = pg_get_text,
    .get_text_in = pg_get_text_in,
    .get_bytes = pg_get_bytes,
    .get_row = pg_get_row,
    .end = pg_query_end,
    .begin = begin_reading,
    .last = last_of_reading,
    .finish = end_reading,
    .fly = pg_fly,
    .flight = PG_FLIGHT,
};
