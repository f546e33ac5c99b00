/* Staff, customers and the vouchers they bring. */
#include "config.h"

#include "src/adapter/pg.h"

#include "src/base/list.h"

static void get_staff(struct query *q, struct staff *staff)
{
    pg_get_text(q, staff->name, sizeof staff->name);
    staff->version = (uint32_t)pg_get_int(q);
    staff->role = (enum role)pg_get_int(q);
    staff->disabled = pg_get_int(q) != 0;
    staff->failures = (int32_t)pg_get_int(q);
    staff->locked_until = pg_get_int(q);
    pg_get_text(q, staff->pin_hash, sizeof staff->pin_hash);
    pg_get_text(q, staff->badge, sizeof staff->badge);
}

enum rc pg_staff_read(struct store *store, const char *name, struct staff *staff, bool *found,
                      struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_list_staff);
    pg_put_text(&q, name);
    *found = pg_query_row(&q);
    if (*found)
        get_staff(&q, staff);
    return pg_query_end(&q, err);
}

enum rc pg_staff_list(struct store *store, struct arena *arena, struct staff **staff, int *count,
                      struct err *err)
{
    LIST(struct staff) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_staff);
    pg_put_null(&q);
    while (pg_query_row(&q))
        get_staff(&q, LIST_ADD(arena, &list));
    *staff = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

static void get_customer(struct query *q, struct customer *customer)
{
    customer->id = pg_get_uuid(q);
    customer->version = (uint32_t)pg_get_int(q);
    pg_get_text(q, customer->name, sizeof customer->name);
    pg_get_text(q, customer->email, sizeof customer->email);
    pg_get_text(q, customer->phone, sizeof customer->phone);
    customer->created_at = pg_get_int(q);
}

enum rc pg_customer_find(struct store *store, const char *text, int limit, struct arena *arena,
                         struct customer **customers, int *count, struct err *err)
{
    LIST(struct customer) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_find_customers);
    pg_put_text(&q, text);
    pg_put_int(&q, limit > 0 ? limit : -1);
    while (pg_query_row(&q))
        get_customer(&q, LIST_ADD(arena, &list));
    *customers = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

static void get_voucher(struct query *q, struct voucher *voucher)
{
    pg_get_text(q, voucher->code, sizeof voucher->code);
    voucher->version = (uint32_t)pg_get_int(q);
    voucher->kind = (enum voucher_kind)pg_get_int(q);
    voucher->value = pg_get_int(q);
    voucher->budget = pg_get_int(q);
    voucher->used = pg_get_int(q);
    voucher->max_uses = (int32_t)pg_get_int(q);
    voucher->uses = (int32_t)pg_get_int(q);
    voucher->max_tickets = (int32_t)pg_get_int(q);
    voucher->valid_from = pg_get_int(q);
    voucher->valid_until = pg_get_int(q);
    voucher->show = (int32_t)pg_get_int(q);
    voucher->disabled = pg_get_int(q) != 0;
}

enum rc pg_voucher_read(struct store *store, const char *code, struct voucher *voucher, bool *found,
                        struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_read_voucher);
    pg_put_text(&q, code);
    *found = pg_query_row(&q);
    if (*found)
        get_voucher(&q, voucher);
    return pg_query_end(&q, err);
}

enum rc pg_voucher_list(struct store *store, struct arena *arena, struct voucher **vouchers,
                        int *count, struct err *err)
{
    LIST(struct voucher) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_vouchers);
    while (pg_query_row(&q))
        get_voucher(&q, LIST_ADD(arena, &list));
    *vouchers = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}
