/* Staff, customers and the vouchers they bring. */
#include "config.h"

#include "sync/lite.h"

#include "src/base/list.h"

static void get_staff(struct query *q, struct staff *staff)
{
    get_text(q, staff->name, sizeof staff->name);
    staff->version = (uint32_t)get_int(q);
    staff->role = (enum role)get_int(q);
    staff->disabled = get_int(q) != 0;
    staff->failures = (int32_t)get_int(q);
    staff->locked_until = get_int(q);
    get_text(q, staff->pin_hash, sizeof staff->pin_hash);
    get_text(q, staff->badge, sizeof staff->badge);
}

enum rc lite_staff_read(struct store *store, const char *name, struct staff *staff, bool *found,
                        struct err *err)
{
    struct query q = query_start(lite_of(store), lite_sql_read_staff);
    put_text(&q, name);
    put_int(&q, lite_now(lite_of(store)));
    *found = query_row(&q);
    if (*found)
        get_staff(&q, staff);
    return query_end(&q, err);
}

enum rc lite_staff_list(struct store *store, struct arena *arena, struct staff **staff, int *count,
                        struct err *err)
{
    LIST(struct staff) list = {0};
    struct query q = query_start(lite_of(store), lite_sql_list_staff);
    while (query_row(&q))
        get_staff(&q, LIST_ADD(arena, &list));
    *staff = list.at;
    *count = list.count;
    return query_end(&q, err);
}

static void get_customer(struct query *q, struct customer *customer)
{
    customer->id = get_uuid(q);
    customer->version = (uint32_t)get_int(q);
    get_text(q, customer->name, sizeof customer->name);
    get_text(q, customer->email, sizeof customer->email);
    get_text(q, customer->phone, sizeof customer->phone);
    customer->created_at = get_int(q);
}

enum rc lite_customer_find(struct store *store, const char *text, int limit, struct arena *arena,
                           struct customer **customers, int *count, struct err *err)
{
    LIST(struct customer) list = {0};
    struct query q = query_start(lite_of(store), lite_sql_find_customers);
    put_text(&q, text);
    put_int(&q, limit > 0 ? limit : -1);
    while (query_row(&q))
        get_customer(&q, LIST_ADD(arena, &list));
    *customers = list.at;
    *count = list.count;
    return query_end(&q, err);
}

static void get_voucher(struct query *q, struct voucher *voucher)
{
    get_text(q, voucher->code, sizeof voucher->code);
    voucher->version = (uint32_t)get_int(q);
    voucher->kind = (enum voucher_kind)get_int(q);
    voucher->value = get_int(q);
    voucher->budget = get_int(q);
    voucher->used = get_int(q);
    voucher->max_uses = (int32_t)get_int(q);
    voucher->uses = (int32_t)get_int(q);
    voucher->max_tickets = (int32_t)get_int(q);
    voucher->valid_from = get_int(q);
    voucher->valid_until = get_int(q);
    voucher->show = (int32_t)get_int(q);
    voucher->disabled = get_int(q) != 0;
}

enum rc lite_voucher_read(struct store *store, const char *code, struct voucher *voucher,
                          bool *found, struct err *err)
{
    struct query q = query_start(lite_of(store), lite_sql_read_voucher);
    put_text(&q, code);
    *found = query_row(&q);
    if (*found)
        get_voucher(&q, voucher);
    return query_end(&q, err);
}

enum rc lite_voucher_list(struct store *store, struct arena *arena, struct voucher **vouchers,
                          int *count, struct err *err)
{
    LIST(struct voucher) list = {0};
    struct query q = query_start(lite_of(store), lite_sql_list_vouchers);
    while (query_row(&q))
        get_voucher(&q, LIST_ADD(arena, &list));
    *vouchers = list.at;
    *count = list.count;
    return query_end(&q, err);
}
