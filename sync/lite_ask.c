/* What SQLite lends to reads that are written once for both stores (src/port/ask.h). */
#include "config.h"

#include "sync/lite.h"

#include "src/port/ask.h"

_Static_assert(sizeof(struct query) <= ASK_ROOM, "a query has room");

static void ask_lite(struct store *store, const char *sql, struct query *q)
{
    *q = query_start(lite_of(store), sql);
}

static enum rc begin_moment(struct store *store, struct err *err)
{
    return lite_begin_read(lite_of(store), err);
}

static void no_last(struct store *store)
{
    (void)store;
}

static enum rc end_moment(struct store *store, enum rc rc, struct err *err)
{
    return lite_end_read(lite_of(store), rc, err);
}

const struct query_ops lite_query_ops = {
    .texts = lite_sql_texts,
    .start = ask_lite,
    .put_int = put_int,
    .put_text = put_text,
    .put_uuid = put_uuid,
    .row = query_row,
    .get_int = get_int,
    .get_text = get_text,
    .get_text_in = get_text_in,
    .get_bytes = get_blob,
    .get_row = lite_get_row,
    .end = query_end,
    .begin = begin_moment,
    .last = no_last,
    .finish = end_moment,
};
