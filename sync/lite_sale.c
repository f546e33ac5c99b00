#include "config.h"

#include "sync/lite.h"

#include "src/base/list.h"

void lite_get_ticket(struct query *q, struct ticket *ticket)
{
    lite_get_row(q, &shape_ticket, ticket);
    get_text(q, ticket->label, sizeof ticket->label);
}

static enum rc read_tickets(struct lite *lite, struct arena *arena, struct sale *sale,
                            struct err *err)
{
    LIST(struct ticket) tickets = {0};
    struct query q = query_start(lite, lite_sql_list_tickets);
    put_uuid(&q, &sale->id);
    while (query_row(&q))
        lite_get_ticket(&q, LIST_ADD(arena, &tickets));
    sale->tickets = tickets.at;
    sale->ticket_count = tickets.count;
    return query_end(&q, err);
}

static enum rc read_payments(struct lite *lite, struct arena *arena, struct sale *sale,
                             struct err *err)
{
    LIST(struct payment) payments = {0};
    struct query q = query_start(lite, lite_sql_list_payments);
    put_uuid(&q, &sale->id);
    while (query_row(&q))
        lite_get_row(&q, &shape_payment, LIST_ADD(arena, &payments));
    sale->payments = payments.at;
    sale->payment_count = payments.count;
    return query_end(&q, err);
}

static enum rc read_parts(struct lite *lite, struct arena *arena, struct sale *sale,
                          struct err *err)
{
    enum rc rc = read_tickets(lite, arena, sale, err);
    return rc == RC_OK ? read_payments(lite, arena, sale, err) : rc;
}

static struct query find(struct lite *lite, const struct uuid *id, const char *code)
{
    struct query q = query_start(lite, id ? lite_sql_read_sale : lite_sql_find_sale);
    if (id)
        put_uuid(&q, id);
    else
        put_text(&q, code);
    return q;
}

enum rc lite_sale_read(struct store *store, const struct uuid *id, const char *code,
                       struct arena *arena, struct sale *sale, bool *found, struct err *err)
{
    struct lite *lite = lite_of(store);
    enum rc rc = lite_begin_read(lite, err);
    if (rc != RC_OK)
        return rc;
    struct query q = find(lite, id, code);
    *found = query_row(&q);
    if (*found)
        lite_get_row(&q, &shape_sale, sale);
    rc = query_end(&q, err);
    if (rc == RC_OK && *found)
        rc = read_parts(lite, arena, sale, err);
    return lite_end_read(lite, rc, err);
}

static void put_filter(struct query *q, const struct sale_filter *filter)
{
    put_int(q, filter->show);
    put_text(q, filter->till);
    put_int(q, filter->from);
    put_int(q, filter->until);
    put_text(q, filter->text);
    put_int(q, filter->limit > 0 ? filter->limit : -1);
}

struct lite_sales {
    LIST(struct sale) list;
};

static enum rc list_with(struct lite *lite, const char *sql, const struct sale_filter *filter,
                         struct arena *arena, struct lite_sales *found, struct err *err)
{
    struct query q = query_start(lite, sql);
    if (filter->code)
        put_text(&q, filter->code);
    else if (filter->due_only)
        put_int(&q, filter->show);
    else
        put_filter(&q, filter);
    while (query_row(&q))
        lite_get_row(&q, &shape_sale, LIST_ADD(arena, &found->list));
    return query_end(&q, err);
}

/* A code has an index; a part of a word is looked for in every sale. */
static enum rc list_sales(struct lite *lite, const struct sale_filter *filter, struct arena *arena,
                          struct lite_sales *found, struct err *err)
{
    enum rc rc = RC_OK;
    if (filter->code)
        return list_with(lite, lite_sql_find_sale, filter, arena, found, err);
    if (filter->due_only)
        return list_with(lite, lite_sql_list_sales_due, filter, arena, found, err);
    if (filter->text && *filter->text)
        rc = list_with(lite, lite_sql_list_sales_by_code, filter, arena, found, err);
    return rc || found->list.count
               ? rc
               : list_with(lite, lite_sql_list_sales, filter, arena, found, err);
}

enum rc lite_sale_list(struct store *store, const struct sale_filter *filter, struct arena *arena,
                       struct sale **sales, int *count, struct err *err)
{
    struct lite *lite = lite_of(store);
    struct lite_sales found = {0};
    enum rc rc = lite_begin_read(lite, err);
    if (rc != RC_OK)
        return rc;
    rc = list_sales(lite, filter, arena, &found, err);
    for (int i = 0; i < found.list.count && rc == RC_OK && !filter->code; i++)
        rc = read_parts(lite, arena, &found.list.at[i], err);
    *sales = found.list.at;
    *count = found.list.count;
    return lite_end_read(lite, rc, err);
}
