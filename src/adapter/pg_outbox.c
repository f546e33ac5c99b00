/* The outbox (port/outbox.h). */
#include "config.h"

#include "src/adapter/pg.h"
#include "src/port/outbox.h"

/* ---- letters -------------------------------------------------------------------------------- */

static void get_taken(struct query *q, struct letter *letter)
{
    letter->id = pg_get_uuid(q);
    letter->channel = (enum post_channel)pg_get_int(q);
    pg_get_text(q, letter->address, sizeof letter->address);
    pg_get_bytes(q, letter->secret, sizeof letter->secret);
    letter->kind = (enum letter_kind)pg_get_int(q);
    letter->show = (int32_t)pg_get_int(q);
    letter->subject = pg_get_uuid(q);
    pg_get_text(q, letter->to, sizeof letter->to);
    letter->made_at = pg_get_int(q);
    letter->round = (int32_t)pg_get_int(q);
    letter->tries = (int32_t)pg_get_int(q);
    letter->first_event = pg_get_int(q);
    letter->last_event = pg_get_int(q);
}

static enum rc take(struct store *store, int most, int64_t lease_ms, bool mails,
                    struct arena *arena, struct letter **out, int *count, struct err *err)
{
    LIST(struct letter) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_take_letters);
    pg_put_int(&q, most);
    pg_put_int(&q, lease_ms);
    pg_put_bool(&q, mails);
    while (pg_query_row(&q))
        get_taken(&q, LIST_ADD(arena, &list));
    *out = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

static enum rc settle(struct store *store, const struct letter_end *end, bool *counted,
                      struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_settle_letter);
    pg_put_uuid(&q, &end->id);
    pg_put_int(&q, end->round);
    pg_put_int(&q, end->status);
    pg_put_bool(&q, end->tried);
    pg_put_int(&q, end->again_ms);
    pg_put_text(&q, end->fault);
    *counted = pg_query_row(&q) && pg_get_bool(&q);
    return pg_query_end(&q, err);
}

static void get_letter(struct query *q, struct letter *letter)
{
    letter->id = pg_get_uuid(q);
    letter->channel = (enum post_channel)pg_get_int(q);
    pg_get_text(q, letter->address, sizeof letter->address);
    letter->kind = (enum letter_kind)pg_get_int(q);
    letter->show = (int32_t)pg_get_int(q);
    letter->subject = pg_get_uuid(q);
    pg_get_text(q, letter->to, sizeof letter->to);
    letter->made_at = pg_get_int(q);
    letter->tries = (int32_t)pg_get_int(q);
    letter->due_at = pg_get_int(q);
    letter->settled_at = pg_get_int(q);
    pg_get_text(q, letter->fault, sizeof letter->fault);
}

static enum rc list(struct store *store, enum letter_status status, int limit, struct arena *arena,
                    struct letter **out, int *count, struct err *err)
{
    LIST(struct letter) letters = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_letters);
    pg_put_int(&q, status);
    pg_put_int(&q, limit);
    while (pg_query_row(&q))
        get_letter(&q, LIST_ADD(arena, &letters));
    *out = letters.at;
    *count = letters.count;
    return pg_query_end(&q, err);
}

static enum rc requeue(struct store *store, const struct uuid *id, int *count, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_requeue_letters);
    if (id)
        pg_put_uuid(&q, id);
    else
        pg_put_null(&q);
    *count = pg_query_row(&q) ? (int)pg_get_int(&q) : 0;
    return pg_query_end(&q, err);
}

/* ---- ways ----------------------------------------------------------------------------------- */

static enum rc way_add(struct store *store, struct post_way *way, bool *made, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_add_way);
    pg_put_int(&q, way->channel);
    pg_put_text(&q, way->address);
    pg_put_bytes(&q, way->secret, way->channel == POST_WEB ? sizeof way->secret : 0);
    int64_t no = pg_query_row(&q) ? pg_get_int(&q) : 0;
    *made = no > 0;
    way->no = (int32_t)(no > 0 ? no : -no);
    return pg_query_end(&q, err);
}

static enum rc way_end(struct store *store, int32_t no, bool *found, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_end_way);
    pg_put_int(&q, no);
    *found = pg_query_row(&q) && pg_get_bool(&q);
    return pg_query_end(&q, err);
}

static void get_way(struct query *q, struct post_way *way)
{
    way->no = (int32_t)pg_get_int(q);
    way->channel = (enum post_channel)pg_get_int(q);
    pg_get_text(q, way->address, sizeof way->address);
    pg_get_text(q, way->made_by, sizeof way->made_by);
    way->made_at = pg_get_int(q);
    way->waiting = pg_get_int(q);
    way->dead = pg_get_int(q);
    way->sent = pg_get_int(q);
}

static enum rc ways(struct store *store, struct arena *arena, struct post_way **out, int *count,
                    struct err *err)
{
    LIST(struct post_way) all = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_ways);
    while (pg_query_row(&q))
        get_way(&q, LIST_ADD(arena, &all));
    *out = all.at;
    *count = all.count;
    return pg_query_end(&q, err);
}

static const struct outbox_ops ops = {
    .take = take,
    .settle = settle,
    .list = list,
    .requeue = requeue,
    .way_add = way_add,
    .way_end = way_end,
    .ways = ways,
};

struct store *pg_outbox(struct store *store, const struct outbox_ops **out)
{
    *out = &ops;
    return store;
}
