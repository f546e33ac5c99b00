#include "config.h"

#include "sync/lite.h"

#include "src/base/list.h"

void lite_get_show(struct query *q, struct show *show)
{
    lite_get_row(q, &shape_show, show);
    get_text(q, show->hall, sizeof show->hall);
}

/* A class the show names no price for is not sold at all. */
static void get_price(struct query *q, struct price *price)
{
    price->class_no = (int32_t)get_int(q);
    for (int type = 0; type < TYPE_COUNT; type++) {
        bool named = sqlite3_column_type(q->stmt, q->get) != SQLITE_NULL;
        int64_t amount = get_int(q);
        price->amount[type] = named ? amount : -1;
    }
}

enum rc lite_show_prices(struct lite *lite, struct arena *arena, struct show *show, struct err *err)
{
    LIST(struct price) prices = {0};
    struct query q = query_start(lite, lite_sql_list_prices);
    put_int(&q, show->no);
    while (query_row(&q))
        get_price(&q, LIST_ADD(arena, &prices));
    show->prices = prices.at;
    show->price_count = prices.count;
    return query_end(&q, err);
}

static enum rc finish_show(struct query *q, struct arena *arena, struct show *show, bool *found,
                           struct err *err)
{
    *found = query_row(q);
    if (*found)
        lite_get_show(q, show);
    enum rc rc = query_end(q, err);
    if (rc == RC_OK && *found)
        rc = lite_show_prices(q->lite, arena, show, err);
    return rc;
}

enum rc lite_show_get(struct lite *lite, int32_t no, struct arena *arena, struct show *show,
                      bool *found, struct err *err)
{
    struct query q = query_start(lite, lite_sql_read_show);
    put_int(&q, no);
    return finish_show(&q, arena, show, found, err);
}

enum rc lite_show_by_no(struct store *store, int32_t no, struct arena *arena, struct show *show,
                        bool *found, struct err *err)
{
    struct lite *lite = lite_of(store);
    enum rc rc = lite_begin_read(lite, err);
    if (rc != RC_OK)
        return rc;
    return lite_end_read(lite, lite_show_get(lite, no, arena, show, found, err), err);
}

enum rc lite_show_find(struct store *store, const char *id, struct arena *arena, struct show *show,
                       bool *found, struct err *err)
{
    struct lite *lite = lite_of(store);
    enum rc rc = lite_begin_read(lite, err);
    if (rc != RC_OK)
        return rc;
    struct query q = query_start(lite, lite_sql_find_show);
    put_text(&q, id);
    return lite_end_read(lite, finish_show(&q, arena, show, found, err), err);
}

static void get_count(struct query *q, struct show_count *count)
{
    count->available = (int32_t)get_int(q);
    count->held = (int32_t)get_int(q);
    count->sold = (int32_t)get_int(q);
    count->blocked = (int32_t)get_int(q);
}

static enum rc count_show(struct lite *lite, int32_t show, int64_t now, struct show_count *count,
                          struct err *err)
{
    struct query q = query_start(lite, lite_sql_count_show);
    put_int(&q, show);
    put_int(&q, now);
    if (query_row(&q))
        get_count(&q, count);
    enum rc rc = query_end(&q, err);
    if (rc != RC_OK)
        return rc;
    q = query_start(lite, lite_sql_sum_revenue);
    put_int(&q, show);
    if (query_row(&q))
        count->revenue = get_int(&q);
    return query_end(&q, err);
}

struct show_rows {
    struct show *at;
    int count;
};

static enum rc list_shows(struct lite *lite, struct arena *arena, struct show_rows *rows,
                          struct err *err)
{
    LIST(struct show) list = {0};
    struct query q = query_start(lite, lite_sql_list_shows);
    while (query_row(&q))
        lite_get_show(&q, LIST_ADD(arena, &list));
    enum rc rc = query_end(&q, err);
    for (int i = 0; i < list.count && rc == RC_OK; i++)
        rc = lite_show_prices(lite, arena, &list.at[i], err);
    *rows = (struct show_rows){list.at, list.count};
    return rc;
}

enum rc lite_show_list(struct store *store, int64_t now, struct arena *arena, struct show **shows,
                       struct show_count **counts, int *count, struct err *err)
{
    struct lite *lite = lite_of(store);
    struct show_rows rows = {0};
    enum rc rc = lite_begin_read(lite, err);
    if (rc != RC_OK)
        return rc;
    rc = list_shows(lite, arena, &rows, err);
    *shows = rows.at;
    *count = rows.count;
    if (counts) {
        *counts = arena_array(arena, (size_t)rows.count, sizeof **counts);
        for (int i = 0; i < rows.count && rc == RC_OK; i++)
            rc = count_show(lite, rows.at[i].no, now, &(*counts)[i], err);
    }
    return lite_end_read(lite, rc, err);
}
