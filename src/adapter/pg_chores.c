/* What background workers need (port/chores.h). */
#include "config.h"

#include "src/adapter/pg.h"
#include "src/port/chores.h"

/* ---- workers -------------------------------------------------------------------------------- */

static enum rc beat(struct store *store, const struct worker_row *row, bool stays, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_beat_worker);
    pg_put_text(&q, row->worker);
    pg_put_text(&q, row->instance);
    pg_put_int(&q, row->started_at);
    pg_put_int(&q, row->runs);
    pg_put_int(&q, row->done);
    pg_put_int(&q, row->failures);
    pg_put_text(&q, row->fault);
    pg_put_bool(&q, stays);
    return pg_query_run(&q, err);
}

static void get_worker(struct query *q, struct worker_row *row)
{
    pg_get_text(q, row->worker, sizeof row->worker);
    pg_get_text(q, row->instance, sizeof row->instance);
    row->started_at = pg_get_int(q);
    row->beat_at = pg_get_int(q);
    row->runs = pg_get_int(q);
    row->done = pg_get_int(q);
    row->failures = pg_get_int(q);
    pg_get_text(q, row->fault, sizeof row->fault);
    row->age_ms = pg_get_int(q) - row->beat_at;
}

static enum rc workers(struct store *store, struct arena *arena, struct worker_row **out,
                       int *count, struct err *err)
{
    LIST(struct worker_row) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_workers);
    while (pg_query_row(&q))
        get_worker(&q, LIST_ADD(arena, &list));
    *out = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

static enum rc next_expiry(struct store *store, int64_t *in_ms, bool *found, struct err *err)
{
    struct pg *pg = pg_of(store);
    struct query q = pg_query_start(pg, pg_sql_next_expiry);
    int64_t at = 0, now;
    *found = false;
    *in_ms = -1;
    if (pg_query_row(&q)) {
        at = pg_get_int(&q);
        now = pg_get_int(&q);
        *found = at != 0;
        if (*found)
            *in_ms = at - now;
        pg_told_note(pg, now, pg->delay_ms);
    }
    return pg_query_end(&q, err);
}

/* ---- the waiting list ----------------------------------------------------------------------- */

static enum rc wait_turns(struct store *store, const char *instance, int64_t lease_ms,
                          struct arena *arena, struct wait_turn **out, int *count, struct err *err)
{
    LIST(struct wait_turn) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_take_wait_turns);
    pg_put_text(&q, instance);
    pg_put_int(&q, lease_ms);
    while (pg_query_row(&q)) {
        struct wait_turn *turn = LIST_ADD(arena, &list);
        turn->show = (int32_t)pg_get_int(&q);
        pg_get_text(&q, turn->show_id, sizeof turn->show_id);
        turn->rule.sells = pg_get_bool(&q);
        turn->rule.offer_ms = pg_get_int(&q);
    }
    *out = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

static enum rc wait_rule_put(struct store *store, int32_t show, const struct wait_rule *rule,
                             struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_put_wait_rule);
    pg_put_int(&q, show);
    pg_put_bool(&q, rule->sells);
    pg_put_int(&q, rule->offer_ms);
    return pg_query_run(&q, err);
}

static enum rc wait_rule(struct store *store, int32_t show, struct wait_rule *rule, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_read_wait_rule);
    *rule = (struct wait_rule){0};
    pg_put_int(&q, show);
    if (pg_query_row(&q)) {
        rule->sells = pg_get_bool(&q);
        rule->offer_ms = pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}

static enum rc waits(struct store *store, int64_t counts[WAITS_COUNT], struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_count_service);
    bool found = pg_query_row(&q);
    for (int i = 0; found && i < WAITS_COUNT; i++)
        counts[i] = pg_get_int(&q);
    return pg_query_end(&q, err);
}

/* ---- how full the shows were ---------------------------------------------------------------- */

static enum rc count_occupancy(struct store *store, int *shows, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_count_occupancy);
    *shows = pg_query_row(&q) ? (int)pg_get_int(&q) : 0;
    return pg_query_end(&q, err);
}

static enum rc occupancy(struct store *store, int32_t show, const struct occupancy_span *span,
                         struct arena *arena, struct occupancy_point **out, int *count,
                         struct err *err)
{
    LIST(struct occupancy_point) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_occupancy);
    pg_put_int(&q, show);
    pg_put_int(&q, span->from);
    pg_put_int(&q, span->until);
    pg_put_int(&q, span->most);
    while (pg_query_row(&q)) {
        struct occupancy_point *point = LIST_ADD(arena, &list);
        point->at = pg_get_int(&q);
        for (int s = 0; s < SEAT_STATUS_COUNT; s++)
            point->seats[s] = (int32_t)pg_get_int(&q);
    }
    *out = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

/* ---- what tills count ------------------------------------------------------------------------ */

static enum rc count_till(struct store *store, const char *series, const char *values,
                          struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_count_till);
    pg_put_shown(&q);
    pg_put_text(&q, series);
    pg_put_text(&q, values);
    return pg_query_run(&q, err);
}

static enum rc till_counts(struct store *store, struct arena *arena, struct till_count **out,
                           int *count, struct err *err)
{
    LIST(struct till_count) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_till_counts);
    while (pg_query_row(&q)) {
        struct till_count *row = LIST_ADD(arena, &list);
        pg_get_text(&q, row->till, sizeof row->till);
        pg_get_text(&q, row->series, sizeof row->series);
        row->value = pg_get_int(&q);
    }
    *out = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

static const struct chores_ops ops = {
    .beat = beat,
    .workers = workers,
    .next_expiry = next_expiry,
    .wait_turns = wait_turns,
    .wait_rule_put = wait_rule_put,
    .wait_rule = wait_rule,
    .waits = waits,
    .count_occupancy = count_occupancy,
    .occupancy = occupancy,
    .count_till = count_till,
    .till_counts = till_counts,
};

struct store *pg_chores(struct store *store, const struct chores_ops **out)
{
    *out = &ops;
    return store;
}
