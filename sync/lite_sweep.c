/*
 * Freeing the seats of holds that are over: set by set inside SQLite, not seat by seat.
 *
 * A batch is first picked into a temporary table (memory only), then four statements do the rest.
 * A hold that is bigger than what is left of the batch is freed in part now and closed by the next.
 * A hold in the middle of paying has its own deadline and is left alone until then.
 */
#include "config.h"

#include "sync/lite.h"

struct sweep {
    struct lite *lite;
    const struct actor *actor;
    int64_t now;
    int limit;
    struct sweep_result *result;
};

static enum rc run_plain(struct lite *lite, const char *sql, struct err *err)
{
    struct query q = query_start(lite, sql);
    return query_run(&q, err);
}

static enum rc pick(struct sweep *sweep, struct err *err)
{
    enum rc rc = run_plain(sweep->lite, lite_sql_create_sweep, err);
    if (rc == RC_OK)
        rc = run_plain(sweep->lite, lite_sql_clear_sweep, err);
    if (rc != RC_OK)
        return rc;
    struct query q = query_start(sweep->lite, lite_sql_pick_sweep);
    put_int(&q, sweep->now);
    put_int(&q, sweep->limit);
    rc = query_run(&q, err);
    sweep->result->seats = sqlite3_changes(sweep->lite->db);
    sweep->result->more = sweep->result->seats == sweep->limit;
    return rc;
}

static enum rc log_events(struct sweep *sweep, struct err *err)
{
    struct query q = query_start(sweep->lite, lite_sql_log_sweep);
    put_int(&q, sweep->now);
    put_int(&q, ACT_EXPIRE);
    put_text(&q, sweep->actor->name);
    put_text(&q, sweep->actor->till);
    put_int(&q, sweep->actor->role);
    return query_run(&q, err);
}

static enum rc close_holds(struct sweep *sweep, struct err *err)
{
    struct query q = query_start(sweep->lite, lite_sql_expire_swept_holds);
    put_int(&q, sweep->now);
    enum rc rc = query_run(&q, err);
    sweep->result->holds = sqlite3_changes(sweep->lite->db);
    return rc;
}

static enum rc sweep_batch(struct sweep *sweep, struct err *err)
{
    enum rc rc = pick(sweep, err);
    if (rc != RC_OK || sweep->result->seats == 0)
        return rc;
    rc = log_events(sweep, err);
    if (rc == RC_OK)
        rc = run_plain(sweep->lite, lite_sql_free_swept_seats, err);
    if (rc == RC_OK)
        rc = run_plain(sweep->lite, lite_sql_close_swept_claims, err);
    return rc == RC_OK ? close_holds(sweep, err) : rc;
}

/* Never ahead of the store's own clock, whatever the caller's says. */
enum rc lite_sweep(struct store *store, const struct actor *actor, int64_t now, int limit,
                   struct sweep_result *result, struct err *err)
{
    struct lite *lite = lite_of(store);
    int64_t ours = lite_now(lite);
    struct sweep sweep = {lite, actor, now < ours ? now : ours, limit, result};
    *result = (struct sweep_result){0};
    if (lite->journal) /* whoever takes the seat ends the hold in the same act, journalled */
        return RC_OK;
    enum rc rc = lite_begin_write(lite, err);
    if (rc != RC_OK)
        return rc;
    rc = sweep_batch(&sweep, err);
    if (rc == RC_OK)
        return lite_commit(lite, err);
    lite_rollback(lite);
    return rc;
}
