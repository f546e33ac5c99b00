#include "config.h"

#include "sync/lite.h"

#include "src/base/list.h"

enum rc lite_key_list(struct store *store, struct arena *arena, struct ticket_key **keys,
                      int *count, struct err *err)
{
    LIST(struct ticket_key) list = {0};
    struct query q = query_start(lite_of(store), lite_sql_list_keys);
    while (query_row(&q))
        lite_get_row(&q, &shape_ticket_key, LIST_ADD(arena, &list));
    *keys = list.at;
    *count = list.count;
    return query_end(&q, err);
}

/* ---- one ticket --------------------------------------------------------------------------- */

static enum rc read_ticket(struct lite *lite, const struct uuid *id, const char *code,
                           struct door_row *row, struct err *err)
{
    struct query q = query_start(lite, id ? lite_sql_read_ticket : lite_sql_find_ticket);
    if (id)
        put_uuid(&q, id);
    else
        put_text(&q, code);
    row->sold = query_row(&q);
    if (row->sold) {
        lite_get_ticket(&q, &row->ticket);
        row->sale_status = (enum sale_status)get_int(&q);
        get_text(&q, row->sale_code, sizeof row->sale_code);
    }
    return query_end(&q, err);
}

static enum rc read_admission(struct lite *lite, const struct uuid *id, struct door_row *row,
                              struct err *err)
{
    struct query q = query_start(lite, lite_sql_read_admission);
    put_uuid(&q, id);
    row->visited = query_row(&q);
    if (row->visited)
        lite_get_row(&q, &shape_admission, &row->admission);
    return query_end(&q, err);
}

enum rc lite_door_read(struct store *store, const struct uuid *id, const char *code,
                       struct door_row *row, bool *found, struct err *err)
{
    struct lite *lite = lite_of(store);
    *row = (struct door_row){0};
    enum rc rc = lite_begin_read(lite, err);
    if (rc != RC_OK)
        return rc;
    rc = read_ticket(lite, id, code, row, err);
    if (rc == RC_OK && (id || row->sold))
        rc = read_admission(lite, id ? id : &row->ticket.id, row, err);
    *found = row->sold || row->visited;
    return lite_end_read(lite, rc, err);
}

/* ---- of a show ---------------------------------------------------------------------------- */

enum rc lite_door_count(struct store *store, int32_t show, struct door_count *door, struct err *err)
{
    struct query q = query_start(lite_of(store), lite_sql_count_door);
    *door = (struct door_count){0};
    put_int(&q, show);
    if (query_row(&q)) {
        door->tickets = (int32_t)get_int(&q);
        door->inside = (int32_t)get_int(&q);
        door->entered = (int32_t)get_int(&q);
        door->refused = (int32_t)get_int(&q);
    }
    return query_end(&q, err);
}

enum rc lite_scan_list(struct store *store, int32_t show, int limit, struct arena *arena,
                       struct scan **scans, int *count, struct err *err)
{
    LIST(struct scan) list = {0};
    struct query q = query_start(lite_of(store), lite_sql_list_scans);
    put_int(&q, show);
    put_int(&q, limit);
    while (query_row(&q))
        lite_get_row(&q, &shape_scan, LIST_ADD(arena, &list));
    *scans = list.at;
    *count = list.count;
    return query_end(&q, err);
}

enum rc lite_admitted(struct store *store, int32_t show, struct arena *arena, int32_t **seats,
                      int *count, struct err *err)
{
    LIST(int32_t) list = {0};
    struct query q = query_start(lite_of(store), lite_sql_list_admitted);
    put_int(&q, show);
    while (query_row(&q))
        *LIST_ADD(arena, &list) = (int32_t)get_int(&q);
    *seats = list.at;
    *count = list.count;
    return query_end(&q, err);
}
