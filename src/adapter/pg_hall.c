#include "config.h"

#include "src/adapter/pg.h"

#include "src/base/list.h"

static void get_hall(struct query *q, struct hall *hall)
{
    pg_get_text(q, hall->id, sizeof hall->id);
    pg_get_text(q, hall->name, sizeof hall->name);
    hall->no = (int32_t)pg_get_int(q);
    hall->seats = (int32_t)pg_get_int(q);
    hall->next_seat = (int32_t)pg_get_int(q);
    hall->plan_version = (int32_t)pg_get_int(q);
    hall->version = (uint32_t)pg_get_int(q);
}

enum rc pg_hall_find(struct store *store, const char *id, struct hall *hall, bool *found,
                     struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_find_hall);
    pg_put_text(&q, id);
    *found = pg_query_row(&q);
    if (*found)
        get_hall(&q, hall);
    return pg_query_end(&q, err);
}

enum rc pg_hall_list(struct store *store, struct arena *arena, struct hall **halls, int *count,
                     struct err *err)
{
    LIST(struct hall) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_halls);
    while (pg_query_row(&q))
        get_hall(&q, LIST_ADD(arena, &list));
    *halls = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

static enum rc read_document(struct pg *pg, int32_t hall_no, struct arena *arena,
                             const char **document, struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_read_document);
    pg_put_int(&q, hall_no);
    *document = pg_query_row(&q) ? pg_get_text_in(&q, arena) : "";
    return pg_query_end(&q, err);
}

enum rc pg_hall_plan(struct store *store, int32_t hall_no, struct arena *arena, struct plan **plan,
                     const char **document, struct err *err)
{
    struct pg *pg = pg_of(store);
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    rc = pg_plan_read(pg, hall_no, arena, plan, err);
    if (rc == RC_OK && document)
        rc = read_document(pg, hall_no, arena, document, err);
    return pg_end_read(pg, rc, err);
}

enum rc pg_hall_seats_in_use(struct store *store, int32_t hall_no, int64_t now, struct arena *arena,
                             int32_t **seats, int *count, struct err *err)
{
    LIST(int32_t) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_seats_in_use);
    pg_put_int(&q, hall_no);
    pg_put_int(&q, now);
    while (pg_query_row(&q))
        *LIST_ADD(arena, &list) = (int32_t)pg_get_int(&q);
    *seats = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}
