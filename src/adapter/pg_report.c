#include "config.h"

#include "src/adapter/pg.h"

#include "src/base/clock.h"
#include "src/base/list.h"

static void get_row(struct query *q, struct report_row *row)
{
    pg_get_text(q, row->label, sizeof row->label);
    row->at = pg_get_int(q);
    row->tickets = pg_get_int(q);
    row->gross = pg_get_int(q);
    row->fees = pg_get_int(q);
    row->tax = pg_get_int(q);
    row->discounts = pg_get_int(q);
    row->refunded = pg_get_int(q);
    row->kept = pg_get_int(q);
    row->late = pg_get_int(q);
}

enum rc pg_report(struct store *store, const struct report_filter *filter, struct arena *arena,
                  struct report_row **rows, int *count, struct err *err)
{
    LIST(struct report_row) list = {0};
    bool money = filter->group == REPORT_BY_TENDER;
    struct query q =
        pg_query_start(pg_of(store), money ? pg_sql_report_tenders : pg_sql_report_tickets);
    pg_put_int(&q, filter->group);
    pg_put_int(&q, filter->show);
    pg_put_int(&q, filter->from);
    pg_put_int(&q, filter->until);
    while (pg_query_row(&q))
        get_row(&q, LIST_ADD(arena, &list));
    *rows = list.at;
    *count = report_fold(list.at, list.count, filter->group, clock_offset_min);
    return pg_query_end(&q, err);
}
