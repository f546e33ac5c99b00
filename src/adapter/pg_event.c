#include "config.h"

#include "src/adapter/pg.h"

#include "src/base/list.h"

struct query pg_last_event_ask(struct pg *pg)
{
    return pg_query_start(pg, pg_sql_read_last_event);
}

enum rc pg_last_event_take(struct query *q, int64_t *id, struct err *err)
{
    *id = pg_query_row(q) ? pg_get_int(q) : 0;
    return pg_query_end(q, err);
}

enum rc pg_store_strain(struct store *store, struct pg_strain *out, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_read_strain);
    *out = (struct pg_strain){0};
    if (pg_query_row(&q)) {
        out->untold = pg_get_int(&q);
        out->overdue_holds = (int)pg_get_int(&q);
        out->overdue = pg_get_int(&q);
        out->unpaid_holds = (int)pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}

enum rc pg_store_unheard(struct store *store, int *count, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_count_pay_letters);
    *count = pg_query_row(&q) ? (int)pg_get_int(&q) : 0;
    return pg_query_end(&q, err);
}

enum rc pg_log_look(struct store *store, int64_t id, bool *there, int64_t *newest, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_look_log);
    *there = false;
    *newest = 0;
    pg_put_int(&q, id);
    if (pg_query_row(&q)) {
        *there = pg_get_bool(&q);
        *newest = pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}

static void get_event(struct query *q, struct event *event)
{
    event->id = pg_get_int(q);
    event->at = pg_get_int(q);
    event->act = (enum act)pg_get_int(q);
    pg_get_text(q, event->actor, sizeof event->actor);
    pg_get_text(q, event->till, sizeof event->till);
    pg_get_text(q, event->approver, sizeof event->approver);
    event->role = (enum role)pg_get_int(q);
    event->show = (int32_t)pg_get_int(q);
    event->seat = (int32_t)pg_get_int(q);
    event->version = (uint32_t)pg_get_int(q);
    event->from = (uint8_t)pg_get_int(q);
    event->to = (uint8_t)pg_get_int(q);
    event->subject = pg_get_uuid(q);
    event->held_ms = pg_get_int(q);
    pg_get_text(q, event->reason, sizeof event->reason);
    pg_get_text(q, event->note, sizeof event->note);
    event->key = pg_get_uuid(q);
    pg_get_text(q, event->origin.address, sizeof event->origin.address);
    pg_get_text(q, event->origin.client, sizeof event->origin.client);
    pg_get_text(q, event->label, sizeof event->label);
}

static void put_filter(struct query *q, const struct event_filter *filter)
{
    bool one_seat = filter->show && filter->seat >= 0;
    pg_put_int(q, filter->after);
    pg_put_int(q, filter->show);
    pg_put_text(q, filter->actor);
    pg_put_text(q, filter->till);
    pg_put_uuid(q, &filter->subject);
    pg_put_int(q, filter->limit > 0 ? filter->limit : -1);
    if (one_seat)
        pg_put_int(q, filter->seat);
}

/* One seat's history has an index of its own; one thing's is for clerks, too. */
static const char *statement_for(const struct event_filter *filter)
{
    if (filter->show && filter->seat >= 0)
        return filter->newest_first ? pg_sql_list_seat_events_newest : pg_sql_list_seat_events;
    if (!uuid_is_zero(&filter->subject))
        return filter->newest_first ? pg_sql_list_story_newest : pg_sql_list_story;
    return filter->newest_first ? pg_sql_list_events_newest : pg_sql_list_events;
}

enum rc pg_event_list(struct store *store, const struct event_filter *filter, struct arena *arena,
                      struct event **events, int *count, struct err *err)
{
    LIST(struct event) list = {0};
    struct query q = pg_query_start(pg_of(store), statement_for(filter));
    put_filter(&q, filter);
    while (pg_query_row(&q))
        get_event(&q, LIST_ADD(arena, &list));
    *events = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}
