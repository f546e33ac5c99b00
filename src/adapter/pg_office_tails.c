/* What the house has not got of journals, on PostgreSQL (port/office.h). */
#include "config.h"

#include "src/adapter/pg_office_rules.h"

static void get_known(struct query *q, struct tail *tail)
{
    struct tail_known known = {.epoch = (uint32_t)pg_get_int(q)};
    known.start_seq = (uint64_t)pg_get_int(q);
    known.last_seq = (uint64_t)pg_get_int(q);
    known.had = (uint64_t)pg_get_int(q);
    tail->missing = tail_missing(&tail->mark, &known);
}

static void get_tail(struct query *q, struct tail *tail)
{
    pg_get_text(q, tail->till, sizeof tail->till);
    tail->mark.till = (uint16_t)pg_get_int(q);
    tail->mark.epoch = (uint32_t)pg_get_int(q);
    tail->mark.seq = (uint64_t)pg_get_int(q);
    pg_get_text(q, tail->told_by, sizeof tail->told_by);
    tail->told_at = pg_get_int(q);
    get_known(q, tail);
    tail->state = (enum entry_state)pg_get_int(q);
    tail->reason = (enum verdict)pg_get_int(q);
    tail->arrived_at = pg_get_int(q);
    tail->quarantine = (enum quarantine)pg_get_int(q);
    tail->heard_at = pg_get_int(q);
}

static void put_mark(struct query *q, const struct entry_mark *mark)
{
    pg_put_int(q, mark->till);
    pg_put_int(q, mark->epoch);
    pg_put_int(q, (int64_t)mark->seq);
}

static enum rc note(struct pg *pg, const struct entry_mark *mark, struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_note_tail);
    put_mark(&q, mark);
    (void)pg_query_row(&q);
    return pg_query_end(&q, err);
}

enum rc pg_tail(struct store *store, const struct entry_mark *mark, struct tail *out, bool *found,
                struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_list_tails);
    *out = (struct tail){0};
    put_mark(&q, mark);
    *found = pg_query_row(&q);
    if (*found)
        get_tail(&q, out);
    enum rc rc = pg_query_end(&q, err);
    return rc == RC_OK && out->missing ? note(pg_of(store), mark, err) : rc;
}

enum rc pg_tails(struct store *store, struct arena *arena, struct tail **out, int *count,
                 struct err *err)
{
    LIST(struct tail) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_tails);
    for (int i = 0; i < 3; i++)
        pg_put_null(&q);
    while (pg_query_row(&q)) {
        struct tail tail = {0};
        get_tail(&q, &tail);
        if (tail.missing)
            *LIST_ADD(arena, &list) = tail;
    }
    *out = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}
