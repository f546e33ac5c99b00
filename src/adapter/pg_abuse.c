/* Who asked the house's service too fast (port/abuse.h). */
#include "config.h"

#include "src/adapter/pg.h"
#include "src/adapter/pg_rows.h"
#include "src/port/abuse.h"

static enum rc note(struct store *store, const struct abuse *abuse, enum verdict *verdict,
                    struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_note_abuse);
    struct arena *arena = arena_new();
    pg_put_rows(&q, rows_of_one(arena, &shape_abuse, abuse));
    enum rc rc = pg_query_verdict(&q, verdict, err);
    arena_free(&arena);
    return rc;
}

static enum rc list(struct store *store, bool live, int most, struct arena *arena,
                    struct abuse **out, int *count, struct err *err)
{
    LIST(struct abuse) rows = {0};
    struct query q = pg_query_start(pg_of(store), live ? pg_sql_list_shut_out : pg_sql_list_abuse);
    pg_put_int(&q, most);
    while (pg_query_row(&q))
        pg_get_row(&q, &shape_abuse, LIST_ADD(arena, &rows));
    *out = rows.at;
    *count = rows.count;
    return pg_query_end(&q, err);
}

static enum rc unblock(struct store *store, const char *asker, enum verdict *verdict,
                       struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_unblock_abuse);
    pg_put_text(&q, asker);
    return pg_query_verdict(&q, verdict, err);
}

static const struct abuse_ops ops = {.note = note, .list = list, .unblock = unblock};

struct store *pg_abuse(struct store *store, const struct abuse_ops **out)
{
    *out = &ops;
    return store;
}
