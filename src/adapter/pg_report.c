#include "config.h"

#include "src/adapter/pg.h"

#include "src/base/list.h"

static void get_row(struct query *q, struct report_row *row)
{
    get_text(q, row->label, sizeof row->label);
    row->tickets = get_int(q);
    row->gross = get_int(q);
    row->fees = get_int(q);
    row->tax = get_int(q);
    row->discounts = get_int(q);
    row->refunded = get_int(q);
}

enum rc pg_report(struct store *store, const struct report_filter *filter, struct arena *arena,
                  struct report_row **rows, int *count, struct err *err)
{
    LIST(struct report_row) list = {0};
    bool money = filter->group == REPORT_BY_TENDER;
    struct query q =
        query_start(pg_of(store), money ? pg_sql_report_tenders : pg_sql_report_tickets);
    put_int(&q, filter->group);
    put_int(&q, filter->show);
    put_int(&q, filter->from);
    put_int(&q, filter->until);
    while (query_row(&q))
        get_row(&q, LIST_ADD(arena, &list));
    *rows = list.at;
    *count = list.count;
    return query_end(&q, err);
}
