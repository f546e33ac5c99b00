#include "config.h"

#include "src/adapter/pg.h"

#include "src/base/list.h"

static void get_waiter(struct query *q, struct waiter *waiter)
{
    waiter->id = pg_get_uuid(q);
    waiter->version = (uint32_t)pg_get_int(q);
    waiter->show = (int32_t)pg_get_int(q);
    waiter->status = (enum wait_status)pg_get_int(q);
    pg_get_text(q, waiter->name, sizeof waiter->name);
    pg_get_text(q, waiter->email, sizeof waiter->email);
    pg_get_text(q, waiter->phone, sizeof waiter->phone);
    waiter->party = (int32_t)pg_get_int(q);
    waiter->class_no = (int32_t)pg_get_int(q);
    pg_get_text(q, waiter->section, sizeof waiter->section);
    waiter->accessible = (int32_t)pg_get_int(q);
    waiter->aisle = pg_get_int(q) != 0;
    waiter->together = pg_get_int(q) != 0;
    waiter->joined_at = pg_get_int(q);
    waiter->hold = pg_get_uuid(q);
}

enum rc pg_waiter_read(struct store *store, const struct uuid *id, struct waiter *waiter,
                       bool *found, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_read_waiter);
    pg_put_uuid(&q, id);
    *found = pg_query_row(&q);
    if (*found)
        get_waiter(&q, waiter);
    return pg_query_end(&q, err);
}

enum rc pg_waiter_list(struct store *store, int32_t show, struct arena *arena,
                       struct waiter **waiters, int *count, struct err *err)
{
    LIST(struct waiter) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_waiters);
    pg_put_int(&q, show);
    while (pg_query_row(&q))
        get_waiter(&q, LIST_ADD(arena, &list));
    *waiters = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}
