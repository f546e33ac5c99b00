#include "config.h"

#include "src/adapter/pg.h"

#include "src/base/list.h"

enum rc pg_waiter_read(struct store *store, const struct uuid *id, struct waiter *waiter,
                       bool *found, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_read_waiter);
    pg_put_uuid(&q, id);
    *found = pg_query_row(&q);
    if (*found)
        pg_get_row(&q, &shape_waiter, waiter);
    return pg_query_end(&q, err);
}

enum rc pg_waiter_list(struct store *store, int32_t show, struct arena *arena,
                       struct waiter **waiters, int *count, struct err *err)
{
    LIST(struct waiter) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_waiters);
    pg_put_int(&q, show);
    while (pg_query_row(&q))
        pg_get_row(&q, &shape_waiter, LIST_ADD(arena, &list));
    *waiters = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

static struct query ask_whom(struct store *store, const struct waiter_filter *filter)
{
    static const struct uuid first;
    const char *statement = filter->code      ? pg_sql_find_waiter_of_code
                            : filter->hold    ? pg_sql_find_waiter_of_hold
                            : filter->over_at ? pg_sql_list_lapsed_waiters
                                              : pg_sql_list_next_waiters;
    struct query q = pg_query_start(pg_of(store), statement);
    if (filter->code) {
        pg_put_text(&q, filter->code);
        return q;
    }
    pg_put_int(&q, filter->show);
    if (filter->hold) {
        pg_put_uuid(&q, filter->hold);
        return q;
    }
    if (filter->over_at) {
        pg_put_int(&q, filter->over_at);
    } else {
        pg_put_int(&q, filter->after ? filter->after->joined_at : INT64_MIN);
        pg_put_uuid(&q, filter->after ? &filter->after->id : &first);
    }
    pg_put_int(&q, filter->limit);
    return q;
}

enum rc pg_waiter_find(struct store *store, const struct waiter_filter *filter, struct arena *arena,
                       struct waiter **waiters, int *count, struct err *err)
{
    LIST(struct waiter) list = {0};
    struct query q = ask_whom(store, filter);
    while (pg_query_row(&q))
        pg_get_row(&q, &shape_waiter, LIST_ADD(arena, &list));
    *waiters = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}
