#include "config.h"

#include "src/adapter/pg.h"

#include <stdlib.h>

#include "src/base/list.h"

void pg_get_ticket(struct query *q, struct ticket *ticket)
{
    pg_get_row(q, &shape_ticket, ticket);
    pg_get_text(q, ticket->label, sizeof ticket->label);
}

/* What a sale has besides its row. */
struct parts {
    struct query tickets, payments;
};
enum { SALES_AT_ONCE = PG_FLIGHT / 2 };

static void ask_parts(struct pg *pg, const struct uuid *sale, struct parts *parts)
{
    parts->tickets = pg_query_start(pg, pg_sql_list_tickets);
    pg_put_uuid(&parts->tickets, sale);
    parts->payments = pg_query_start(pg, pg_sql_list_payments);
    pg_put_uuid(&parts->payments, sale);
}

static enum rc take_parts(struct parts *parts, struct arena *arena, struct sale *sale,
                          struct err *err)
{
    LIST(struct ticket) tickets = {0};
    LIST(struct payment) payments = {0};
    while (pg_query_row(&parts->tickets))
        pg_get_ticket(&parts->tickets, LIST_ADD(arena, &tickets));
    while (pg_query_row(&parts->payments))
        pg_get_row(&parts->payments, &shape_payment, LIST_ADD(arena, &payments));
    sale->tickets = tickets.at;
    sale->ticket_count = tickets.count;
    sale->payments = payments.at;
    sale->payment_count = payments.count;
    enum rc rc = pg_query_end(&parts->tickets, err);
    enum rc paid = pg_query_end(&parts->payments, rc == RC_OK ? err : NULL);
    return rc == RC_OK ? paid : rc;
}

/* Of some sales, in one trip. Every query is ended, whatever fails. */
static enum rc read_parts(struct pg *pg, struct arena *arena, struct sale *sales, int count,
                          struct err *err)
{
    struct query *queries[PG_FLIGHT];
    struct parts *parts = x_alloc((size_t)count * sizeof *parts);
    enum rc rc = RC_OK;
    for (int i = 0; i < count; i++) {
        ask_parts(pg, &sales[i].id, &parts[i]);
        queries[2 * i] = &parts[i].tickets;
        queries[2 * i + 1] = &parts[i].payments;
    }
    pg_fly(queries, 2 * count);
    for (int i = 0; i < count; i++) {
        enum rc one = take_parts(&parts[i], arena, &sales[i], rc == RC_OK ? err : NULL);
        rc = rc == RC_OK ? one : rc;
    }
    free(parts);
    return rc;
}

static enum rc read_all_parts(struct pg *pg, struct arena *arena, struct sale *sales, int count,
                              struct err *err)
{
    enum rc rc = RC_OK;
    for (int left = count; left > 0 && rc == RC_OK; left -= SALES_AT_ONCE) {
        bool last = left <= SALES_AT_ONCE;
        if (last)
            pg_read_last(pg);
        rc = read_parts(pg, arena, &sales[count - left], last ? left : SALES_AT_ONCE, err);
    }
    return rc;
}

static enum rc take_row(struct query *row, struct sale *sale, bool *found, struct err *err)
{
    *found = pg_query_row(row);
    if (*found)
        pg_get_row(row, &shape_sale, sale);
    return pg_query_end(row, err);
}

static enum rc read_by_id(struct pg *pg, const struct uuid *id, struct arena *arena,
                          struct sale *sale, bool *found, struct err *err)
{
    struct query row = pg_query_start(pg, pg_sql_read_sale);
    struct parts parts;
    pg_put_uuid(&row, id);
    ask_parts(pg, id, &parts);
    pg_read_last(pg);
    pg_fly((struct query *const[]){&row, &parts.tickets, &parts.payments}, 3);
    enum rc rc = take_row(&row, sale, found, err);
    enum rc rest = take_parts(&parts, arena, sale, rc == RC_OK ? err : NULL);
    return rc == RC_OK ? rest : rc;
}

static enum rc read_by_code(struct pg *pg, const char *code, struct arena *arena, struct sale *sale,
                            bool *found, struct err *err)
{
    struct query row = pg_query_start(pg, pg_sql_find_sale);
    pg_put_text(&row, code);
    enum rc rc = take_row(&row, sale, found, err);
    return rc == RC_OK && *found ? read_all_parts(pg, arena, sale, 1, err) : rc;
}

enum rc pg_sale_read(struct store *store, const struct uuid *id, const char *code,
                     struct arena *arena, struct sale *sale, bool *found, struct err *err)
{
    struct pg *pg = pg_of(store);
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    rc = id ? read_by_id(pg, id, arena, sale, found, err)
            : read_by_code(pg, code, arena, sale, found, err);
    return pg_end_read(pg, rc, err);
}

static void put_filter(struct query *q, const struct sale_filter *filter)
{
    pg_put_int(q, filter->show);
    pg_put_text(q, filter->till);
    pg_put_int(q, filter->from);
    pg_put_int(q, filter->until);
    pg_put_text(q, filter->text);
    pg_put_int(q, filter->limit > 0 ? filter->limit : -1);
}

struct pg_sales {
    LIST(struct sale) list;
};

static enum rc list_with(struct pg *pg, const char *sql, const struct sale_filter *filter,
                         struct arena *arena, struct pg_sales *found, struct err *err)
{
    struct query q = pg_query_start(pg, sql);
    if (filter->code)
        pg_put_text(&q, filter->code);
    else if (filter->due_only)
        pg_put_int(&q, filter->show);
    else
        put_filter(&q, filter);
    while (pg_query_row(&q))
        pg_get_row(&q, &shape_sale, LIST_ADD(arena, &found->list));
    return pg_query_end(&q, err);
}

/* A code has an index; a part of a word is looked for in every sale. */
static enum rc list_sales(struct pg *pg, const struct sale_filter *filter, struct arena *arena,
                          struct pg_sales *found, struct err *err)
{
    enum rc rc = RC_OK;
    if (filter->code)
        return list_with(pg, pg_sql_find_sale, filter, arena, found, err);
    if (filter->due_only)
        return list_with(pg, pg_sql_list_sales_due, filter, arena, found, err);
    if (filter->text && *filter->text)
        rc = list_with(pg, pg_sql_list_sales_by_code, filter, arena, found, err);
    return rc || found->list.count ? rc
                                   : list_with(pg, pg_sql_list_sales, filter, arena, found, err);
}

enum rc pg_sale_list(struct store *store, const struct sale_filter *filter, struct arena *arena,
                     struct sale **sales, int *count, struct err *err)
{
    struct pg *pg = pg_of(store);
    struct pg_sales found = {0};
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    rc = list_sales(pg, filter, arena, &found, err);
    if (rc == RC_OK && !filter->code)
        rc = read_all_parts(pg, arena, found.list.at, found.list.count, err);
    *sales = found.list.at;
    *count = found.list.count;
    return pg_end_read(pg, rc, err);
}
