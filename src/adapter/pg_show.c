#include "config.h"

#include "src/adapter/pg.h"

#include <stdlib.h>

#include "src/base/list.h"

void pg_get_show(struct query *q, struct show *show)
{
    pg_get_row(q, &shape_show, show);
    pg_get_text(q, show->hall, sizeof show->hall);
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

static enum rc take_prices(struct query *q, struct arena *arena, struct show *show, struct err *err)
{
    LIST(struct price) prices = {0};
    while (pg_query_row(q))
        get_price(q, LIST_ADD(arena, &prices));
    show->prices = prices.at;
    show->price_count = prices.count;
    return pg_query_end(q, err);
}

static struct query ask_prices(struct pg *pg, int32_t no)
{
    struct query q = pg_query_start(pg, pg_sql_list_prices);
    pg_put_int(&q, no);
    return q;
}

struct pg_show_query pg_show_ask(struct pg *pg, int32_t no)
{
    struct pg_show_query ask = {pg_query_start(pg, pg_sql_read_show), ask_prices(pg, no)};
    pg_put_int(&ask.row, no);
    return ask;
}

enum rc pg_show_take(struct pg_show_query *ask, struct arena *arena, struct show *show, bool *found,
                     struct err *err)
{
    *found = pg_query_row(&ask->row);
    if (*found)
        pg_get_show(&ask->row, show);
    enum rc rc = pg_query_end(&ask->row, err);
    enum rc prices = take_prices(&ask->prices, arena, show, rc == RC_OK ? err : NULL);
    return rc == RC_OK ? prices : rc;
}

static enum rc read_show(struct pg_show_query *ask, struct arena *arena, struct show *show,
                         bool *found, struct err *err)
{
    struct pg *pg = ask->row.pg;
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    pg_read_last(pg);
    pg_fly((struct query *const[]){&ask->row, &ask->prices}, 2);
    return pg_end_read(pg, pg_show_take(ask, arena, show, found, err), err);
}

enum rc pg_show_by_no(struct store *store, int32_t no, struct arena *arena, struct show *show,
                      bool *found, struct err *err)
{
    struct pg_show_query ask = pg_show_ask(pg_of(store), no);
    return read_show(&ask, arena, show, found, err);
}

enum rc pg_show_find(struct store *store, const char *id, struct arena *arena, struct show *show,
                     bool *found, struct err *err)
{
    struct pg *pg = pg_of(store);
    struct pg_show_query ask = {pg_query_start(pg, pg_sql_find_show),
                                pg_query_start(pg, pg_sql_list_prices_of)};
    pg_put_text(&ask.row, id);
    pg_put_text(&ask.prices, id);
    return read_show(&ask, arena, show, found, err);
}

static void get_count(struct query *q, struct show_count *count)
{
    count->available = (int32_t)pg_get_int(q);
    count->held = (int32_t)pg_get_int(q);
    count->sold = (int32_t)pg_get_int(q);
    count->blocked = (int32_t)pg_get_int(q);
}

/* ---- all of them ---------------------------------------------------------------------------- */

/* What is asked of each show besides its row. */
struct parts {
    struct query prices, seats, revenue;
};
enum { PARTS = 3, SHOWS_AT_ONCE = PG_FLIGHT / PARTS };

struct show_rows {
    struct show *at;
    struct show_count *counts; /* NULL: not asked for */
    int count;
    int64_t now;
};

static void ask_parts(struct pg *pg, const struct show_rows *rows, int i, struct parts *parts)
{
    int32_t no = rows->at[i].no;
    parts->prices = ask_prices(pg, no);
    parts->seats = pg_query_start(pg, pg_sql_count_show);
    pg_put_int(&parts->seats, no);
    pg_put_int(&parts->seats, rows->now);
    parts->revenue = pg_query_start(pg, pg_sql_sum_revenue);
    pg_put_int(&parts->revenue, no);
}

static enum rc take_counts(struct parts *parts, struct show_count *count, struct err *err)
{
    if (pg_query_row(&parts->seats))
        get_count(&parts->seats, count);
    enum rc rc = pg_query_end(&parts->seats, err);
    if (pg_query_row(&parts->revenue))
        count->revenue = pg_get_int(&parts->revenue);
    enum rc revenue = pg_query_end(&parts->revenue, rc == RC_OK ? err : NULL);
    return rc == RC_OK ? revenue : rc;
}

/* Of some shows, in one trip. Every query is ended, whatever fails. */
static enum rc read_parts(struct pg *pg, struct arena *arena, const struct show_rows *rows,
                          int first, struct err *err)
{
    int count = rows->count - first < SHOWS_AT_ONCE ? rows->count - first : SHOWS_AT_ONCE, put = 0;
    struct parts *parts = x_alloc((size_t)count * sizeof *parts);
    struct query *queries[PG_FLIGHT];
    enum rc rc = RC_OK;
    for (int i = 0; i < count; i++) {
        ask_parts(pg, rows, first + i, &parts[i]);
        queries[put++] = &parts[i].prices;
        if (rows->counts) {
            queries[put++] = &parts[i].seats;
            queries[put++] = &parts[i].revenue;
        }
    }
    pg_fly(queries, put);
    for (int i = 0; i < count; i++) {
        enum rc one =
            take_prices(&parts[i].prices, arena, &rows->at[first + i], rc == RC_OK ? err : NULL);
        rc = rc == RC_OK ? one : rc;
        if (!rows->counts)
            continue;
        one = take_counts(&parts[i], &rows->counts[first + i], rc == RC_OK ? err : NULL);
        rc = rc == RC_OK ? one : rc;
    }
    free(parts);
    return rc;
}

static enum rc list_shows(struct pg *pg, struct arena *arena, struct show_rows *rows,
                          struct err *err)
{
    LIST(struct show) list = {0};
    struct query q = pg_query_start(pg, pg_sql_list_shows);
    while (pg_query_row(&q))
        pg_get_show(&q, LIST_ADD(arena, &list));
    rows->at = list.at;
    rows->count = list.count;
    return pg_query_end(&q, err);
}

enum rc pg_show_list(struct store *store, int64_t now, struct arena *arena, struct show **shows,
                     struct show_count **counts, int *count, struct err *err)
{
    struct pg *pg = pg_of(store);
    struct show_rows rows = {.now = now};
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    rc = list_shows(pg, arena, &rows, err);
    if (counts)
        *counts = rows.counts = arena_array(arena, (size_t)rows.count, sizeof *rows.counts);
    for (int first = 0; first < rows.count && rc == RC_OK; first += SHOWS_AT_ONCE) {
        if (first + SHOWS_AT_ONCE >= rows.count)
            pg_read_last(pg);
        rc = read_parts(pg, arena, &rows, first, err);
    }
    *shows = rows.at;
    *count = rows.count;
    return pg_end_read(pg, rc, err);
}
