#include "config.h"

#include "src/adapter/pg.h"

#include "src/base/list.h"

void pg_get_show(struct query *q, struct show *show)
{
    pg_get_text(q, show->id, sizeof show->id);
    pg_get_text(q, show->title, sizeof show->title);
    pg_get_text(q, show->hall, sizeof show->hall);
    pg_get_text(q, show->currency, sizeof show->currency);
    show->no = (int32_t)pg_get_int(q);
    show->hall_no = (int32_t)pg_get_int(q);
    show->status = (enum show_status)pg_get_int(q);
    show->starts_at = pg_get_int(q);
    show->hold_ttl_ms = pg_get_int(q);
    show->extend_ms = pg_get_int(q);
    show->ceiling_ms = pg_get_int(q);
    show->gap_rule = pg_get_int(q) != 0;
    show->one_hold = pg_get_int(q) != 0;
    show->fee = pg_get_int(q);
    show->tax_bp = (int32_t)pg_get_int(q);
    show->version = (uint32_t)pg_get_int(q);
}

/* A class the show names no price for is not sold at all. */
static void get_price(struct query *q, struct price *price)
{
    price->class_no = (int32_t)pg_get_int(q);
    for (int type = 0; type < TYPE_COUNT; type++) {
        bool named = !next_is_null(q);
        int64_t amount = pg_get_int(q);
        price->amount[type] = named ? amount : -1;
    }
}

enum rc pg_show_prices(struct pg *pg, struct arena *arena, struct show *show, struct err *err)
{
    LIST(struct price) prices = {0};
    struct query q = pg_query_start(pg, pg_sql_list_prices);
    pg_put_int(&q, show->no);
    while (pg_query_row(&q))
        get_price(&q, LIST_ADD(arena, &prices));
    show->prices = prices.at;
    show->price_count = prices.count;
    return pg_query_end(&q, err);
}

static enum rc finish_show(struct query *q, struct arena *arena, struct show *show, bool *found,
                           struct err *err)
{
    *found = pg_query_row(q);
    if (*found)
        pg_get_show(q, show);
    enum rc rc = pg_query_end(q, err);
    if (rc == RC_OK && *found)
        rc = pg_show_prices(q->pg, arena, show, err);
    return rc;
}

enum rc pg_show_get(struct pg *pg, int32_t no, struct arena *arena, struct show *show, bool *found,
                    struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_read_show);
    pg_put_int(&q, no);
    return finish_show(&q, arena, show, found, err);
}

enum rc pg_show_by_no(struct store *store, int32_t no, struct arena *arena, struct show *show,
                      bool *found, struct err *err)
{
    struct pg *pg = pg_of(store);
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    return pg_end_read(pg, pg_show_get(pg, no, arena, show, found, err), err);
}

enum rc pg_show_find(struct store *store, const char *id, struct arena *arena, struct show *show,
                     bool *found, struct err *err)
{
    struct pg *pg = pg_of(store);
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    struct query q = pg_query_start(pg, pg_sql_find_show);
    pg_put_text(&q, id);
    return pg_end_read(pg, finish_show(&q, arena, show, found, err), err);
}

static void get_count(struct query *q, struct show_count *count)
{
    count->available = (int32_t)pg_get_int(q);
    count->held = (int32_t)pg_get_int(q);
    count->sold = (int32_t)pg_get_int(q);
    count->blocked = (int32_t)pg_get_int(q);
}

static enum rc count_show(struct pg *pg, int32_t show, int64_t now, struct show_count *count,
                          struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_count_show);
    pg_put_int(&q, show);
    pg_put_int(&q, now);
    if (pg_query_row(&q))
        get_count(&q, count);
    enum rc rc = pg_query_end(&q, err);
    if (rc != RC_OK)
        return rc;
    q = pg_query_start(pg, pg_sql_sum_revenue);
    pg_put_int(&q, show);
    if (pg_query_row(&q))
        count->revenue = pg_get_int(&q);
    return pg_query_end(&q, err);
}

struct show_rows {
    struct show *at;
    int count;
};

static enum rc list_shows(struct pg *pg, struct arena *arena, struct show_rows *rows,
                          struct err *err)
{
    LIST(struct show) list = {0};
    struct query q = pg_query_start(pg, pg_sql_list_shows);
    while (pg_query_row(&q))
        pg_get_show(&q, LIST_ADD(arena, &list));
    enum rc rc = pg_query_end(&q, err);
    for (int i = 0; i < list.count && rc == RC_OK; i++)
        rc = pg_show_prices(pg, arena, &list.at[i], err);
    *rows = (struct show_rows){list.at, list.count};
    return rc;
}

enum rc pg_show_list(struct store *store, int64_t now, struct arena *arena, struct show **shows,
                     struct show_count **counts, int *count, struct err *err)
{
    struct pg *pg = pg_of(store);
    struct show_rows rows = {0};
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    rc = list_shows(pg, arena, &rows, err);
    *shows = rows.at;
    *count = rows.count;
    if (counts) {
        *counts = arena_array(arena, (size_t)rows.count, sizeof **counts);
        for (int i = 0; i < rows.count && rc == RC_OK; i++)
            rc = count_show(pg, rows.at[i].no, now, &(*counts)[i], err);
    }
    return pg_end_read(pg, rc, err);
}

enum rc pg_show_sections(struct store *store, int32_t show, int64_t now, struct arena *arena,
                         struct section_count **sections, int *count, struct err *err)
{
    LIST(struct section_count) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_count_sections);
    pg_put_int(&q, show);
    pg_put_int(&q, now);
    while (pg_query_row(&q)) {
        struct section_count *section = LIST_ADD(arena, &list);
        pg_get_text(&q, section->section, sizeof section->section);
        get_count(&q, &section->count);
        section->count.revenue = pg_get_int(&q);
    }
    *sections = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}
