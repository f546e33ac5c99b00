#include "config.h"

#include "src/adapter/pg.h"

#include "src/base/list.h"

enum rc pg_key_list(struct store *store, struct arena *arena, struct ticket_key **keys, int *count,
                    struct err *err)
{
    LIST(struct ticket_key) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_keys);
    while (pg_query_row(&q))
        pg_get_row(&q, &shape_ticket_key, LIST_ADD(arena, &list));
    *keys = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

/* ---- one ticket --------------------------------------------------------------------------- */

static enum rc read_ticket(struct pg *pg, const struct uuid *id, const char *code,
                           struct door_row *row, struct err *err)
{
    struct query q = pg_query_start(pg, id ? pg_sql_read_ticket : pg_sql_find_ticket);
    if (id)
        pg_put_uuid(&q, id);
    else
        pg_put_text(&q, code);
    row->sold = pg_query_row(&q);
    if (row->sold) {
        pg_get_ticket(&q, &row->ticket);
        row->sale_status = (enum sale_status)pg_get_int(&q);
        pg_get_text(&q, row->sale_code, sizeof row->sale_code);
    }
    return pg_query_end(&q, err);
}

static enum rc read_admission(struct pg *pg, const struct uuid *id, struct door_row *row,
                              struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_read_admission);
    pg_put_uuid(&q, id);
    row->visited = pg_query_row(&q);
    if (row->visited)
        pg_get_row(&q, &shape_admission, &row->admission);
    return pg_query_end(&q, err);
}

enum rc pg_door_read(struct store *store, const struct uuid *id, const char *code,
                     struct door_row *row, bool *found, struct err *err)
{
    struct pg *pg = pg_of(store);
    *row = (struct door_row){0};
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    rc = read_ticket(pg, id, code, row, err);
    pg_read_last(pg);
    if (rc == RC_OK && (id || row->sold))
        rc = read_admission(pg, id ? id : &row->ticket.id, row, err);
    *found = row->sold || row->visited;
    return pg_end_read(pg, rc, err);
}

/* ---- of a show ---------------------------------------------------------------------------- */

enum rc pg_door_count(struct store *store, int32_t show, struct door_count *door, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_count_door);
    *door = (struct door_count){0};
    pg_put_int(&q, show);
    if (pg_query_row(&q)) {
        door->tickets = (int32_t)pg_get_int(&q);
        door->inside = (int32_t)pg_get_int(&q);
        door->entered = (int32_t)pg_get_int(&q);
        door->refused = (int32_t)pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}

enum rc pg_scan_list(struct store *store, int32_t show, int limit, struct arena *arena,
                     struct scan **scans, int *count, struct err *err)
{
    LIST(struct scan) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_scans);
    pg_put_int(&q, show);
    pg_put_int(&q, limit);
    while (pg_query_row(&q))
        pg_get_row(&q, &shape_scan, LIST_ADD(arena, &list));
    *scans = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

enum rc pg_admitted(struct store *store, int32_t show, struct arena *arena, int32_t **seats,
                    int *count, struct err *err)
{
    LIST(int32_t) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_admitted);
    pg_put_int(&q, show);
    while (pg_query_row(&q))
        *LIST_ADD(arena, &list) = (int32_t)pg_get_int(&q);
    *seats = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}
