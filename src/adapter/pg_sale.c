#include "config.h"

#include "src/adapter/pg.h"

#include "src/base/list.h"

static void get_sale(struct query *q, struct sale *sale)
{
    *sale = (struct sale){0};
    sale->id = pg_get_uuid(q);
    sale->version = (uint32_t)pg_get_int(q);
    pg_get_text(q, sale->code, sizeof sale->code);
    sale->show = (int32_t)pg_get_int(q);
    sale->status = (enum sale_status)pg_get_int(q);
    sale->hold = pg_get_uuid(q);
    sale->customer = pg_get_uuid(q);
    sale->shift = pg_get_uuid(q);
    pg_get_text(q, sale->name, sizeof sale->name);
    pg_get_text(q, sale->email, sizeof sale->email);
    pg_get_text(q, sale->currency, sizeof sale->currency);
    sale->total = pg_get_int(q);
    sale->paid = pg_get_int(q);
    pg_get_text(q, sale->sold_by, sizeof sale->sold_by);
    pg_get_text(q, sale->till, sizeof sale->till);
    sale->sold_at = pg_get_int(q);
    sale->collected_at = pg_get_int(q);
}

void pg_get_ticket(struct query *q, struct ticket *ticket)
{
    ticket->sale = pg_get_uuid(q);
    ticket->id = pg_get_uuid(q);
    ticket->version = (uint32_t)pg_get_int(q);
    pg_get_text(q, ticket->code, sizeof ticket->code);
    ticket->show = (int32_t)pg_get_int(q);
    ticket->seat = (int32_t)pg_get_int(q);
    ticket->status = (enum ticket_status)pg_get_int(q);
    ticket->type = (enum price_type)pg_get_int(q);
    ticket->class_no = (int32_t)pg_get_int(q);
    ticket->generation = (int32_t)pg_get_int(q);
    ticket->price = pg_get_int(q);
    ticket->discount = pg_get_int(q);
    ticket->fee = pg_get_int(q);
    ticket->tax = pg_get_int(q);
    ticket->total = pg_get_int(q);
    pg_get_text(q, ticket->label, sizeof ticket->label);
}

static void get_payment(struct query *q, struct payment *payment)
{
    payment->sale = pg_get_uuid(q);
    payment->id = pg_get_uuid(q);
    payment->shift = pg_get_uuid(q);
    payment->tender = (enum tender)pg_get_int(q);
    payment->amount = pg_get_int(q);
    payment->given = pg_get_int(q);
    pg_get_text(q, payment->auth, sizeof payment->auth);
    pg_get_text(q, payment->voucher, sizeof payment->voucher);
    pg_get_text(q, payment->reason, sizeof payment->reason);
    payment->at = pg_get_int(q);
}

static enum rc read_tickets(struct pg *pg, struct arena *arena, struct sale *sale, struct err *err)
{
    LIST(struct ticket) tickets = {0};
    struct query q = pg_query_start(pg, pg_sql_list_tickets);
    pg_put_uuid(&q, &sale->id);
    while (pg_query_row(&q))
        pg_get_ticket(&q, LIST_ADD(arena, &tickets));
    sale->tickets = tickets.at;
    sale->ticket_count = tickets.count;
    return pg_query_end(&q, err);
}

static enum rc read_payments(struct pg *pg, struct arena *arena, struct sale *sale, struct err *err)
{
    LIST(struct payment) payments = {0};
    struct query q = pg_query_start(pg, pg_sql_list_payments);
    pg_put_uuid(&q, &sale->id);
    while (pg_query_row(&q))
        get_payment(&q, LIST_ADD(arena, &payments));
    sale->payments = payments.at;
    sale->payment_count = payments.count;
    return pg_query_end(&q, err);
}

static enum rc read_parts(struct pg *pg, struct arena *arena, struct sale *sale, struct err *err)
{
    enum rc rc = read_tickets(pg, arena, sale, err);
    return rc == RC_OK ? read_payments(pg, arena, sale, err) : rc;
}

static struct query find(struct pg *pg, const struct uuid *id, const char *code)
{
    struct query q = pg_query_start(pg, id ? pg_sql_read_sale : pg_sql_find_sale);
    if (id)
        pg_put_uuid(&q, id);
    else
        pg_put_text(&q, code);
    return q;
}

enum rc pg_sale_read(struct store *store, const struct uuid *id, const char *code,
                     struct arena *arena, struct sale *sale, bool *found, struct err *err)
{
    struct pg *pg = pg_of(store);
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    struct query q = find(pg, id, code);
    *found = pg_query_row(&q);
    if (*found)
        get_sale(&q, sale);
    rc = pg_query_end(&q, err);
    if (rc == RC_OK && *found)
        rc = read_parts(pg, arena, sale, err);
    return pg_end_read(pg, rc, err);
}

static void put_filter(struct query *q, const struct sale_filter *filter)
{
    pg_put_int(q, filter->show);
    pg_put_text(q, filter->code);
    pg_put_text(q, filter->till);
    pg_put_int(q, filter->from);
    pg_put_int(q, filter->until);
    pg_put_text(q, filter->text);
    pg_put_int(q, filter->limit > 0 ? filter->limit : -1);
    pg_put_int(q, filter->due_only);
}

enum rc pg_sale_list(struct store *store, const struct sale_filter *filter, struct arena *arena,
                     struct sale **sales, int *count, struct err *err)
{
    struct pg *pg = pg_of(store);
    LIST(struct sale) list = {0};
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    struct query q = pg_query_start(pg, pg_sql_list_sales);
    put_filter(&q, filter);
    while (pg_query_row(&q))
        get_sale(&q, LIST_ADD(arena, &list));
    rc = pg_query_end(&q, err);
    for (int i = 0; i < list.count && rc == RC_OK; i++)
        rc = read_parts(pg, arena, &list.at[i], err);
    *sales = list.at;
    *count = list.count;
    return pg_end_read(pg, rc, err);
}
