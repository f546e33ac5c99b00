#include "config.h"

#include "sync/lite.h"

#include "src/base/list.h"

/* Payments leave the row of their shift alone: its version is the row's, and one for each of them.
 */
static enum rc read_payments(struct lite *lite, struct shift *shift, struct err *err)
{
    struct query q = query_start(lite, lite_sql_sum_payments);
    put_uuid(&q, &shift->id);
    while (query_row(&q)) {
        int64_t tender = get_int(&q);
        shift->taken[tender] += get_int(&q);
        shift->version += (uint32_t)get_int(&q);
    }
    return query_end(&q, err);
}

static enum rc read_moves(struct lite *lite, struct shift *shift, struct err *err)
{
    struct query q = query_start(lite, lite_sql_sum_moves);
    put_uuid(&q, &shift->id);
    while (query_row(&q)) {
        int64_t kind = get_int(&q);
        shift->moved[kind] += get_int(&q);
    }
    return query_end(&q, err);
}

static enum rc read_all_sums(struct lite *lite, struct shift *shift, struct err *err)
{
    _Static_assert(TENDER_COUNT == 3, "sums fit");
    enum rc rc = read_payments(lite, shift, err);
    return rc == RC_OK ? read_moves(lite, shift, err) : rc;
}

static struct query find(struct lite *lite, const struct uuid *id, const char *till)
{
    struct query q = query_start(lite, id ? lite_sql_read_shift : lite_sql_find_open_shift);
    if (id)
        put_uuid(&q, id);
    else
        put_text(&q, till);
    return q;
}

enum rc lite_shift_open(struct store *store, const char *till, struct shift *shift, bool *found,
                        struct err *err)
{
    struct query q = find(lite_of(store), NULL, till);
    *found = query_row(&q);
    if (*found)
        lite_get_row(&q, &shape_shift, shift);
    return query_end(&q, err);
}

enum rc lite_shift_read(struct store *store, const struct uuid *id, const char *till,
                        struct shift *shift, bool *found, struct err *err)
{
    struct lite *lite = lite_of(store);
    enum rc rc = lite_begin_read(lite, err);
    if (rc != RC_OK)
        return rc;
    struct query q = find(lite, id, till);
    *found = query_row(&q);
    if (*found)
        lite_get_row(&q, &shape_shift, shift);
    rc = query_end(&q, err);
    if (rc == RC_OK && *found)
        rc = read_all_sums(lite, shift, err);
    return lite_end_read(lite, rc, err);
}

enum rc lite_shift_list(struct store *store, int limit, struct arena *arena, struct shift **shifts,
                        int *count, struct err *err)
{
    struct lite *lite = lite_of(store);
    LIST(struct shift) list = {0};
    enum rc rc = lite_begin_read(lite, err);
    if (rc != RC_OK)
        return rc;
    struct query q = query_start(lite, lite_sql_list_shifts);
    put_int(&q, limit > 0 ? limit : -1);
    while (query_row(&q))
        lite_get_row(&q, &shape_shift, LIST_ADD(arena, &list));
    rc = query_end(&q, err);
    for (int i = 0; i < list.count && rc == RC_OK; i++)
        rc = read_all_sums(lite, &list.at[i], err);
    *shifts = list.at;
    *count = list.count;
    return lite_end_read(lite, rc, err);
}
