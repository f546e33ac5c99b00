#include "config.h"

#include "src/adapter/pg.h"

#include "src/base/list.h"

/* Payments leave the row of their shift alone: its version is the row's, and one for each of them.
 */
static enum rc read_payments(struct pg *pg, struct shift *shift, struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_sum_payments);
    pg_put_uuid(&q, &shift->id);
    while (pg_query_row(&q)) {
        int64_t tender = pg_get_int(&q);
        shift->taken[tender] += pg_get_int(&q);
        shift->version += (uint32_t)pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}

static enum rc read_moves(struct pg *pg, struct shift *shift, struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_sum_moves);
    pg_put_uuid(&q, &shift->id);
    while (pg_query_row(&q)) {
        int64_t kind = pg_get_int(&q);
        shift->moved[kind] += pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}

static enum rc read_all_sums(struct pg *pg, struct shift *shift, struct err *err)
{
    _Static_assert(TENDER_COUNT == 3, "sums fit");
    enum rc rc = read_payments(pg, shift, err);
    return rc == RC_OK ? read_moves(pg, shift, err) : rc;
}

static struct query find(struct pg *pg, const struct uuid *id, const char *till)
{
    struct query q = pg_query_start(pg, id ? pg_sql_read_shift : pg_sql_find_open_shift);
    if (id)
        pg_put_uuid(&q, id);
    else
        pg_put_text(&q, till);
    return q;
}

enum rc pg_shift_open(struct store *store, const char *till, struct shift *shift, bool *found,
                      struct err *err)
{
    struct query q = find(pg_of(store), NULL, till);
    *found = pg_query_row(&q);
    if (*found)
        pg_get_row(&q, &shape_shift, shift);
    return pg_query_end(&q, err);
}

enum rc pg_shift_read(struct store *store, const struct uuid *id, const char *till,
                      struct shift *shift, bool *found, struct err *err)
{
    struct pg *pg = pg_of(store);
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    struct query q = find(pg, id, till);
    *found = pg_query_row(&q);
    if (*found)
        pg_get_row(&q, &shape_shift, shift);
    rc = pg_query_end(&q, err);
    if (rc == RC_OK && *found)
        rc = read_all_sums(pg, shift, err);
    return pg_end_read(pg, rc, err);
}

enum rc pg_shift_list(struct store *store, int limit, struct arena *arena, struct shift **shifts,
                      int *count, struct err *err)
{
    struct pg *pg = pg_of(store);
    LIST(struct shift) list = {0};
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    struct query q = pg_query_start(pg, pg_sql_list_shifts);
    pg_put_int(&q, limit > 0 ? limit : -1);
    while (pg_query_row(&q))
        pg_get_row(&q, &shape_shift, LIST_ADD(arena, &list));
    rc = pg_query_end(&q, err);
    for (int i = 0; i < list.count && rc == RC_OK; i++)
        rc = read_all_sums(pg, &list.at[i], err);
    *shifts = list.at;
    *count = list.count;
    return pg_end_read(pg, rc, err);
}
