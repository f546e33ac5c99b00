/* Staff, customers and the vouchers they bring. */
#include "config.h"

#include "sync/lite.h"

#include "src/base/list.h"

enum rc lite_staff_read(struct store *store, const char *name, struct staff *staff, bool *found,
                        struct err *err)
{
    struct query q = query_start(lite_of(store), lite_sql_read_staff);
    put_text(&q, name);
    put_int(&q, lite_now(lite_of(store)));
    *found = query_row(&q);
    if (*found)
        lite_get_row(&q, &shape_staff, staff);
    return query_end(&q, err);
}

enum rc lite_staff_list(struct store *store, struct arena *arena, struct staff **staff, int *count,
                        struct err *err)
{
    LIST(struct staff) list = {0};
    struct query q = query_start(lite_of(store), lite_sql_list_staff);
    while (query_row(&q))
        lite_get_row(&q, &shape_staff, LIST_ADD(arena, &list));
    *staff = list.at;
    *count = list.count;
    return query_end(&q, err);
}

enum rc lite_customer_find(struct store *store, const char *text, int limit, struct arena *arena,
                           struct customer **customers, int *count, struct err *err)
{
    LIST(struct customer) list = {0};
    struct query q = query_start(lite_of(store), lite_sql_find_customers);
    put_text(&q, text);
    put_int(&q, limit > 0 ? limit : -1);
    while (query_row(&q))
        lite_get_row(&q, &shape_customer, LIST_ADD(arena, &list));
    *customers = list.at;
    *count = list.count;
    return query_end(&q, err);
}

enum rc lite_voucher_read(struct store *store, const char *code, struct voucher *voucher,
                          bool *found, struct err *err)
{
    struct query q = query_start(lite_of(store), lite_sql_read_voucher);
    put_text(&q, code);
    *found = query_row(&q);
    if (*found)
        lite_get_row(&q, &shape_voucher, voucher);
    return query_end(&q, err);
}

enum rc lite_voucher_list(struct store *store, struct arena *arena, struct voucher **vouchers,
                          int *count, struct err *err)
{
    LIST(struct voucher) list = {0};
    struct query q = query_start(lite_of(store), lite_sql_list_vouchers);
    while (query_row(&q))
        lite_get_row(&q, &shape_voucher, LIST_ADD(arena, &list));
    *vouchers = list.at;
    *count = list.count;
    return query_end(&q, err);
}
