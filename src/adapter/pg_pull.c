#include "config.h"

#include "src/adapter/pg_pull.h"

#include "src/adapter/pg_pull_parts.h"

enum { ROWS_MOST = 20000 };

static enum rc read_now(struct pull *p)
{
    struct query q = pg_query_start(p->pg, pg_sql_read_now);
    if (pg_query_row(&q))
        p->out->now = pg_get_int(&q);
    return pg_query_end(&q, p->err);
}

/* Whatever happens from here on comes by the log, when all the rest is there. */
static enum rc begin_anew(struct pull *p)
{
    p->out->anew = true;
    p->out->mark = (struct replica_mark){.step = 1, .at = -1};
    struct query last = pg_last_event_ask(p->pg);
    enum rc rc = pg_last_event_take(&last, &p->out->mark.until, p->err);
    return rc == RC_OK ? pull_first(p) : rc;
}

static enum rc pull_next(struct pull *p, const struct replica_ask *ask)
{
    bool lost;
    if (ask->after.step)
        return pull_first(p);
    if (!ask->after.event)
        return begin_anew(p);
    enum rc rc = pull_changes(p, &lost);
    if (rc == RC_OK && lost)
        return begin_anew(p);
    return rc == RC_OK && ask->again_count ? pull_again(p, ask) : rc;
}

static enum rc pull_at_one_moment(struct pull *p, const struct replica_ask *ask)
{
    enum rc rc = pg_begin_read(p->pg, p->err);
    if (rc != RC_OK)
        return rc;
    rc = read_now(p);
    if (rc == RC_OK)
        rc = pull_next(p, ask);
    return pg_end_read(p->pg, rc, p->err);
}

enum rc pg_pull(struct pg *pg, struct arena *arena, const struct replica_ask *ask,
                struct replica_rows **out, struct err *err)
{
    struct err scratch = {0};
    struct replica_rows *rows = arena_alloc(arena, sizeof *rows);
    struct pull p = {.pg = pg,
                     .arena = arena,
                     .work = arena_new(),
                     .out = rows,
                     .err = err ? err : &scratch,
                     .left = ask->most > 0 ? ask->most : ROWS_MOST};
    rows->after = rows->mark = ask->after;
    enum rc rc = pull_at_one_moment(&p, ask);
    arena_free(&p.work);
    *out = rows;
    return rc;
}
