#include "config.h"

#include "sync/lite.h"

#include "src/base/list.h"

enum rc lite_waiter_read(struct store *store, const struct uuid *id, struct waiter *waiter,
                         bool *found, struct err *err)
{
    struct query q = query_start(lite_of(store), lite_sql_read_waiter);
    put_uuid(&q, id);
    *found = query_row(&q);
    if (*found)
        lite_get_row(&q, &shape_waiter, waiter);
    return query_end(&q, err);
}

enum rc lite_waiter_list(struct store *store, int32_t show, struct arena *arena,
                         struct waiter **waiters, int *count, struct err *err)
{
    LIST(struct waiter) list = {0};
    struct query q = query_start(lite_of(store), lite_sql_list_waiters);
    put_int(&q, show);
    while (query_row(&q))
        lite_get_row(&q, &shape_waiter, LIST_ADD(arena, &list));
    *waiters = list.at;
    *count = list.count;
    return query_end(&q, err);
}

static struct query ask_whom(struct store *store, const struct waiter_filter *filter)
{
    static const struct uuid first;
    const char *statement = filter->code      ? lite_sql_find_waiter_of_code
                            : filter->hold    ? lite_sql_find_waiter_of_hold
                            : filter->over_at ? lite_sql_list_lapsed_waiters
                                              : lite_sql_list_next_waiters;
    struct query q = query_start(lite_of(store), statement);
    if (filter->code) {
        put_text(&q, filter->code);
        return q;
    }
    put_int(&q, filter->show);
    if (filter->hold) {
        put_uuid(&q, filter->hold);
        return q;
    }
    if (filter->over_at) {
        put_int(&q, filter->over_at);
    } else {
        put_int(&q, filter->after ? filter->after->joined_at : INT64_MIN);
        put_uuid(&q, filter->after ? &filter->after->id : &first);
    }
    put_int(&q, filter->limit);
    return q;
}

enum rc lite_waiter_find(struct store *store, const struct waiter_filter *filter,
                         struct arena *arena, struct waiter **waiters, int *count, struct err *err)
{
    LIST(struct waiter) list = {0};
    struct query q = ask_whom(store, filter);
    while (query_row(&q))
        lite_get_row(&q, &shape_waiter, LIST_ADD(arena, &list));
    *waiters = list.at;
    *count = list.count;
    return query_end(&q, err);
}
