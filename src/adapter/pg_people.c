/* Staff, customers and the vouchers they bring. */
#include "config.h"

#include "src/adapter/pg.h"

#include "src/base/list.h"

enum rc pg_staff_read(struct store *store, const char *name, struct staff *staff, bool *found,
                      struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_list_staff);
    pg_put_text(&q, name);
    *found = pg_query_row(&q);
    if (*found)
        pg_get_row(&q, &shape_staff, staff);
    return pg_query_end(&q, err);
}

enum rc pg_staff_list(struct store *store, struct arena *arena, struct staff **staff, int *count,
                      struct err *err)
{
    LIST(struct staff) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_staff);
    pg_put_null(&q);
    while (pg_query_row(&q))
        pg_get_row(&q, &shape_staff, LIST_ADD(arena, &list));
    *staff = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

enum rc pg_customer_find(struct store *store, const char *text, int limit, struct arena *arena,
                         struct customer **customers, int *count, struct err *err)
{
    LIST(struct customer) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_find_customers);
    pg_put_text(&q, text);
    pg_put_int(&q, limit > 0 ? limit : -1);
    while (pg_query_row(&q))
        pg_get_row(&q, &shape_customer, LIST_ADD(arena, &list));
    *customers = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

enum rc pg_voucher_read(struct store *store, const char *code, struct voucher *voucher, bool *found,
                        struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_read_voucher);
    pg_put_text(&q, code);
    *found = pg_query_row(&q);
    if (*found)
        pg_get_row(&q, &shape_voucher, voucher);
    return pg_query_end(&q, err);
}

enum rc pg_voucher_list(struct store *store, struct arena *arena, struct voucher **vouchers,
                        int *count, struct err *err)
{
    LIST(struct voucher) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_vouchers);
    while (pg_query_row(&q))
        pg_get_row(&q, &shape_voucher, LIST_ADD(arena, &list));
    *vouchers = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}
