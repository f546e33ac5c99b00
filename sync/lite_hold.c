#include "config.h"

#include "sync/lite.h"

#include "src/base/list.h"

static enum rc read_seats(struct lite *lite, struct arena *arena, struct hold *hold,
                          struct err *err)
{
    LIST(struct hold_seat) seats = {0};
    struct query q = query_start(lite, lite_sql_list_hold_seats);
    put_uuid(&q, &hold->id);
    while (query_row(&q)) {
        struct hold_seat *seat = LIST_ADD(arena, &seats);
        seat->seat = (int32_t)get_int(&q);
        seat->live = get_int(&q) != 0;
        seat->version = (uint32_t)get_int(&q);
        seat->class_no = (uint8_t)get_int(&q);
        get_text(&q, seat->label, sizeof seat->label);
    }
    hold->seats = seats.at;
    hold->seat_count = seats.count;
    return query_end(&q, err);
}

static enum rc read_hold(struct lite *lite, const struct uuid *id, struct arena *arena,
                         struct hold *hold, bool *found, struct err *err)
{
    struct query q = query_start(lite, lite_sql_read_hold);
    put_uuid(&q, id);
    *found = query_row(&q);
    if (*found)
        lite_get_row(&q, &shape_hold, hold);
    enum rc rc = query_end(&q, err);
    return rc == RC_OK && *found ? read_seats(lite, arena, hold, err) : rc;
}

enum rc lite_hold_read(struct store *store, const struct uuid *id, struct arena *arena,
                       struct hold *hold, bool *found, struct err *err)
{
    struct lite *lite = lite_of(store);
    enum rc rc = lite_begin_read(lite, err);
    if (rc != RC_OK)
        return rc;
    return lite_end_read(lite, read_hold(lite, id, arena, hold, found, err), err);
}

static void put_filter(struct query *q, const struct hold_filter *filter)
{
    put_int(q, filter->show);
    put_text(q, filter->holder);
    put_text(q, filter->till);
    put_text(q, filter->email);
    put_int(q, filter->limit > 0 ? filter->limit : -1);
    if (filter->open_only)
        put_int(q, filter->now);
}

enum rc lite_hold_list(struct store *store, const struct hold_filter *filter, struct arena *arena,
                       struct hold **holds, int *count, struct err *err)
{
    struct lite *lite = lite_of(store);
    LIST(struct hold) list = {0};
    enum rc rc = lite_begin_read(lite, err);
    if (rc != RC_OK)
        return rc;
    struct query q =
        query_start(lite, filter->open_only ? lite_sql_list_open_holds : lite_sql_list_holds);
    put_filter(&q, filter);
    while (query_row(&q))
        lite_get_row(&q, &shape_hold, LIST_ADD(arena, &list));
    rc = query_end(&q, err);
    for (int i = 0; i < list.count && rc == RC_OK; i++)
        rc = read_seats(lite, arena, &list.at[i], err);
    *holds = list.at;
    *count = list.count;
    return lite_end_read(lite, rc, err);
}
