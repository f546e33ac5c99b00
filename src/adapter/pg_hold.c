#include "config.h"

#include "src/adapter/pg.h"

#include "src/adapter/pg_rows.h"
#include "src/base/list.h"

static struct query ask_seats(struct pg *pg, struct arena *arena, const struct hold *holds,
                              int count)
{
    struct rows ids = rows_start(arena);
    rows_array(&ids);
    for (int i = 0; i < count; i++)
        row_uuid(&ids, &holds[i].id);
    struct query q = pg_query_start(pg, pg_sql_list_hold_seats);
    pg_put_text(&q, rows_end(&ids));
    return q;
}

static void get_seat(struct query *q, struct hold_seat *seat)
{
    seat->seat = (int32_t)pg_get_int(q);
    seat->live = pg_get_int(q) != 0;
    seat->version = (uint32_t)pg_get_int(q);
    seat->class_no = (uint8_t)pg_get_int(q);
    pg_get_text(q, seat->label, sizeof seat->label);
}

/* They come hold by hold. */
static enum rc take_seats(struct query *q, struct arena *arena, struct hold *holds, struct err *err)
{
    struct hold_seat *seats = arena_array(arena, (size_t)pg_query_count(q) + 1, sizeof *seats);
    for (; pg_query_row(q); seats++) {
        struct hold *hold = &holds[pg_get_int(q) - 1];
        if (!hold->seat_count++)
            hold->seats = seats;
        get_seat(q, seats);
    }
    return pg_query_end(q, err);
}

enum rc pg_hold_read(struct store *store, const struct uuid *id, struct arena *arena,
                     struct hold *hold, bool *found, struct err *err)
{
    struct pg *pg = pg_of(store);
    struct query row = pg_query_start(pg, pg_sql_read_hold);
    *hold = (struct hold){.id = *id};
    struct query seats = ask_seats(pg, arena, hold, 1);
    pg_put_uuid(&row, id);
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    pg_read_last(pg);
    pg_fly((struct query *const[]){&row, &seats}, 2);
    *found = pg_query_row(&row);
    if (*found)
        pg_get_row(&row, &shape_hold, hold);
    rc = pg_query_end(&row, err);
    enum rc seats_rc = take_seats(&seats, arena, hold, rc == RC_OK ? err : NULL);
    return pg_end_read(pg, rc == RC_OK ? seats_rc : rc, err);
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
        pg_get_row(&q, &shape_hold, LIST_ADD(arena, &list));
    rc = pg_query_end(&q, err);
    if (rc == RC_OK && list.count) {
        pg_read_last(pg);
        q = ask_seats(pg, arena, list.at, list.count);
        rc = take_seats(&q, arena, list.at, err);
    }
    *holds = list.at;
    *count = list.count;
    return pg_end_read(pg, rc, err);
}
