/* Who asked the house's service too fast (port/abuse.h). */
#include "config.h"

#include "src/adapter/pg.h"
#include "src/port/abuse.h"

static enum rc note(struct store *store, const char *till, const struct abuse *abuse,
                    enum verdict *verdict, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_note_abuse);
    pg_put_text(&q, till);
    pg_put_text(&q, abuse->asker);
    pg_put_int(&q, abuse->rule);
    pg_put_int(&q, abuse->at);
    pg_put_int(&q, abuse->until);
    pg_put_int(&q, abuse->count);
    pg_put_int(&q, abuse->most);
    pg_put_int(&q, abuse->first_at);
    pg_put_int(&q, abuse->last_at);
    pg_put_text(&q, abuse->client);
    pg_put_text(&q, abuse->route);
    pg_put_text(&q, abuse->show);
    return pg_query_verdict(&q, verdict, err);
}

static void get_abuse(struct query *q, struct abuse *abuse)
{
    pg_get_text(q, abuse->asker, sizeof abuse->asker);
    abuse->rule = (enum pace_verdict)pg_get_int(q);
    abuse->at = pg_get_int(q);
    abuse->until = pg_get_int(q);
    pg_get_text(q, abuse->unblocked_by, sizeof abuse->unblocked_by);
    abuse->unblocked_at = pg_get_int(q);
    abuse->count = (int32_t)pg_get_int(q);
    abuse->most = (int32_t)pg_get_int(q);
    abuse->first_at = pg_get_int(q);
    abuse->last_at = pg_get_int(q);
    pg_get_text(q, abuse->client, sizeof abuse->client);
    pg_get_text(q, abuse->route, sizeof abuse->route);
    pg_get_text(q, abuse->show, sizeof abuse->show);
}

static enum rc list(struct store *store, bool live, int most, struct arena *arena,
                    struct abuse **out, int *count, struct err *err)
{
    LIST(struct abuse) rows = {0};
    struct query q = pg_query_start(pg_of(store), live ? pg_sql_list_shut_out : pg_sql_list_abuse);
    pg_put_int(&q, most);
    while (pg_query_row(&q))
        get_abuse(&q, LIST_ADD(arena, &rows));
    *out = rows.at;
    *count = rows.count;
    return pg_query_end(&q, err);
}

static enum rc unblock(struct store *store, const char *till, const char *asker,
                       enum verdict *verdict, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_unblock_abuse);
    pg_put_text(&q, till);
    pg_put_text(&q, asker);
    return pg_query_verdict(&q, verdict, err);
}

static const struct abuse_ops ops = {.note = note, .list = list, .unblock = unblock};

struct store *pg_abuse(struct store *store, const struct abuse_ops **out)
{
    *out = &ops;
    return store;
}
