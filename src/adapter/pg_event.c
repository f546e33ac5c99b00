#include "config.h"

#include "src/adapter/pg.h"

struct query pg_last_event_ask(struct pg *pg)
{
    return pg_query_start(pg, pg_sql_read_last_event);
}

enum rc pg_last_event_take(struct query *q, int64_t *id, struct err *err)
{
    *id = pg_query_row(q) ? pg_get_int(q) : 0;
    return pg_query_end(q, err);
}

enum rc pg_store_strain(struct store *store, struct pg_strain *out, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_read_strain);
    *out = (struct pg_strain){0};
    if (pg_query_row(&q)) {
        out->untold = pg_get_int(&q);
        out->overdue_holds = (int)pg_get_int(&q);
        out->overdue = pg_get_int(&q);
        out->unpaid_holds = (int)pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}

enum rc pg_store_unheard(struct store *store, int *count, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_count_pay_letters);
    *count = pg_query_row(&q) ? (int)pg_get_int(&q) : 0;
    return pg_query_end(&q, err);
}

enum rc pg_log_look(struct store *store, int64_t id, bool *there, int64_t *newest, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_look_log);
    *there = false;
    *newest = 0;
    pg_put_int(&q, id);
    if (pg_query_row(&q)) {
        *there = pg_get_bool(&q);
        *newest = pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}
