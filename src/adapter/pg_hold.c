#include "config.h"

#include "src/adapter/pg.h"

#include "src/base/list.h"

static void get_hold(struct query *q, struct hold *hold)
{
    hold->id = pg_get_uuid(q);
    hold->version = (uint32_t)pg_get_int(q);
    hold->show = (int32_t)pg_get_int(q);
    hold->status = (enum hold_status)pg_get_int(q);
    hold->end = (enum hold_end)pg_get_int(q);
    hold->source = (enum source)pg_get_int(q);
    pg_get_text(q, hold->holder, sizeof hold->holder);
    pg_get_text(q, hold->till, sizeof hold->till);
    pg_get_text(q, hold->email, sizeof hold->email);
    hold->created_at = pg_get_int(q);
    hold->expires_at = pg_get_int(q);
    hold->ceiling_at = pg_get_int(q);
    hold->ended_at = pg_get_int(q);
    hold->paying_until = pg_get_int(q);
    hold->sale = pg_get_uuid(q);
}

static enum rc read_seats(struct pg *pg, struct arena *arena, struct hold *hold, struct err *err)
{
    LIST(struct hold_seat) seats = {0};
    struct query q = pg_query_start(pg, pg_sql_list_hold_seats);
    pg_put_uuid(&q, &hold->id);
    while (pg_query_row(&q)) {
        struct hold_seat *seat = LIST_ADD(arena, &seats);
        seat->seat = (int32_t)pg_get_int(&q);
        seat->live = pg_get_int(&q) != 0;
        seat->version = (uint32_t)pg_get_int(&q);
        seat->class_no = (uint8_t)pg_get_int(&q);
        pg_get_text(&q, seat->label, sizeof seat->label);
    }
    hold->seats = seats.at;
    hold->seat_count = seats.count;
    return pg_query_end(&q, err);
}

static enum rc read_hold(struct pg *pg, const struct uuid *id, struct arena *arena,
                         struct hold *hold, bool *found, struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_read_hold);
    pg_put_uuid(&q, id);
    *found = pg_query_row(&q);
    if (*found)
        get_hold(&q, hold);
    enum rc rc = pg_query_end(&q, err);
    return rc == RC_OK && *found ? read_seats(pg, arena, hold, err) : rc;
}

enum rc pg_hold_read(struct store *store, const struct uuid *id, struct arena *arena,
                     struct hold *hold, bool *found, struct err *err)
{
    struct pg *pg = pg_of(store);
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    return pg_end_read(pg, read_hold(pg, id, arena, hold, found, err), err);
}

static void put_filter(struct query *q, const struct hold_filter *filter)
{
    pg_put_int(q, filter->show);
    pg_put_text(q, filter->holder);
    pg_put_text(q, filter->till);
    pg_put_text(q, filter->email);
    pg_put_int(q, filter->limit > 0 ? filter->limit : -1);
    if (filter->open_only)
        pg_put_int(q, filter->now);
}

enum rc pg_hold_list(struct store *store, const struct hold_filter *filter, struct arena *arena,
                     struct hold **holds, int *count, struct err *err)
{
    struct pg *pg = pg_of(store);
    LIST(struct hold) list = {0};
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    struct query q =
        pg_query_start(pg, filter->open_only ? pg_sql_list_open_holds : pg_sql_list_holds);
    put_filter(&q, filter);
    while (pg_query_row(&q))
        get_hold(&q, LIST_ADD(arena, &list));
    rc = pg_query_end(&q, err);
    for (int i = 0; i < list.count && rc == RC_OK; i++)
        rc = read_seats(pg, arena, &list.at[i], err);
    *holds = list.at;
    *count = list.count;
    return pg_end_read(pg, rc, err);
}
