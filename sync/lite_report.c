#include "config.h"

#include "sync/lite.h"

#include "src/base/clock.h"
#include "src/base/list.h"

static void get_row(struct query *q, struct report_row *row)
{
    get_text(q, row->label, sizeof row->label);
    row->at = get_int(q);
    row->tickets = get_int(q);
    row->gross = get_int(q);
    row->fees = get_int(q);
    row->tax = get_int(q);
    row->discounts = get_int(q);
    row->refunded = get_int(q);
    row->kept = get_int(q);
    row->late = get_int(q);
}

enum rc lite_report(struct store *store, const struct report_filter *filter, struct arena *arena,
                    struct report_row **rows, int *count, struct err *err)
{
    LIST(struct report_row) list = {0};
    bool money = filter->group == REPORT_BY_TENDER;
    struct query q =
        query_start(lite_of(store), money ? lite_sql_report_tenders : lite_sql_report_tickets);
    put_int(&q, filter->group);
    put_int(&q, filter->show);
    put_int(&q, filter->from);
    put_int(&q, filter->until);
    while (query_row(&q))
        get_row(&q, LIST_ADD(arena, &list));
    *rows = list.at;
    *count = report_fold(list.at, list.count, filter->group, clock_offset_min);
    return query_end(&q, err);
}
