/*
 * Apply: a changeset becomes one call of loge.apply and its answer a result.
 *
 * An answer that never came is RC_UNKNOWN: the server may have committed. So is one that came with
 * a warning, because a standby it waits for was given up while it committed. Whatever is known to
 * have changed nothing is BUSY.
 */
#include "config.h"

#include "src/adapter/pg.h"

#include <assert.h>
#include <string.h>

#include "src/adapter/pg_answer.h"
#include "src/adapter/pg_rows.h"
#include "src/base/text.h"
#include "src/port/stored.h"

enum { MANY_ROWS = 1000 };
enum { REPLAN_FROM = 32 }; /* acts: earlier the tables are still too small to plan for */

/* ---- the key -------------------------------------------------------------------------------- */

/* The key was used: by the same act or by another one. */
static enum rc read_replay(struct pg *pg, const struct changeset *cs, struct apply_result *result,
                           struct err *err)
{
    bool found;
    enum rc rc =
        stored_receipt_read(&pg->base, &cs->key, cs->fingerprint, cs->arena, result, &found, err);
    if (rc == RC_OK && !found)
        result->applied = APPLIED_BUSY;
    return rc;
}

/* ---- the answer ----------------------------------------------------------------------------- */

/* What another house's functions say: nothing here may be read into it. */
static enum rc not_understood(struct pg *pg, struct err *err)
{
    return pg_fail_state(pg, "LG003", err);
}

enum rc pg_verdict(struct pg *pg, int64_t answer, enum verdict *verdict, struct err *err)
{
    int64_t number = answer ? ANSWER_REFUSED - answer : VERDICT_OK;
    if (answer == ANSWER_NOT_ALLOWED)
        number = VERDICT_NOT_ALLOWED;
    if (number < 0 || number >= VERDICT_COUNT)
        return not_understood(pg, err);
    *verdict = (enum verdict)number;
    return RC_OK;
}

enum rc pg_raised(struct pg *pg, const PGresult *failed, int64_t *answer, struct err *err)
{
    const char *text = PQresultErrorField(failed, PG_DIAG_MESSAGE_PRIMARY);
    return text_to_int(text ? text : "", INT64_MIN, -1, answer) ? RC_OK : not_understood(pg, err);
}

static enum rc read_stale(struct pg *pg, const struct changeset *cs, struct apply_result *result,
                          struct err *err)
{
    result->applied = APPLIED_STALE;
    return pg_fresh_seats(pg, cs, result, err);
}

/* What is done is done, whatever became of the show since. */
static enum rc read_replay_or_stale(struct pg *pg, const struct changeset *cs,
                                    struct apply_result *result, struct err *err)
{
    bool found;
    enum rc rc =
        stored_receipt_read(&pg->base, &cs->key, cs->fingerprint, cs->arena, result, &found, err);
    return rc != RC_OK || found ? rc : read_stale(pg, cs, result, err);
}

static enum rc take_answer(struct pg *pg, const struct changeset *cs, int64_t answer,
                           struct apply_result *result, struct err *err)
{
    if (answer >= 0) {
        result->applied = APPLIED_OK;
        result->last_event = answer & 0xfffff ? answer : 0;
        return RC_OK;
    }
    if (answer == ANSWER_REPLAY)
        return read_replay(pg, cs, result, err);
    if (answer == ANSWER_STALE)
        return read_stale(pg, cs, result, err);
    if (answer == ANSWER_OTHER_SHOW)
        return read_replay_or_stale(pg, cs, result, err);
    result->applied = APPLIED_REFUSED;
    result->verdict = VERDICT_VERSION_CONFLICT;
    return answer == ANSWER_JUDGED ? RC_OK : pg_verdict(pg, answer, &result->verdict, err);
}

static enum rc take_busy(struct query *q, struct apply_result *result)
{
    result->applied = APPLIED_BUSY;
    result->busy_known = true;
    result->busy_seat = (int32_t)pg_get_int(q);
    return RC_OK;
}

/*
 * A key that is taken (an id, a code, the one open shift of a till, the one live claim of a seat)
 * means somebody was faster; any other contradiction cannot be cured by deciding again.
 */
static enum rc take_failure(struct pg *pg, const struct changeset *cs, const PGresult *failed,
                            struct apply_result *result, struct err *err)
{
    const char *state = pg_state(failed);
    int64_t raised;
    if (strcmp(state, "23505") != 0)
        pg_log_wall(pg, &cs->key, failed);
    if (strcmp(state, "LG001") == 0) {
        enum rc rc = pg_raised(pg, failed, &raised, err);
        return rc == RC_OK ? take_answer(pg, cs, raised, result, err) : rc;
    }
    if (strcmp(state, "23505") == 0)
        return take_answer(pg, cs, ANSWER_STALE, result, err);
    if (strncmp(state, "23", 2) == 0 || strncmp(state, "22", 2) == 0)
        return take_answer(pg, cs, ANSWER_REFUSED - VERDICT_INVALID, result, err);
    enum rc rc = pg_fail(pg, failed, err);
    if (rc != RC_TRANSIENT)
        return rc;
    result->applied = APPLIED_BUSY;
    return RC_OK;
}

static enum rc unknown(struct pg *pg, struct err *err)
{
    return err_set(err, RC_UNKNOWN, "08007",
                   "the answer of %s was lost; it may or may not have happened, so look "
                   "before doing it again",
                   pg->where);
}

/* ---- the call ------------------------------------------------------------------------------- */

static void put_head(struct query *q, const struct changeset *cs, bool taking)
{
    pg_put_int(q, q->pg->schema);
    pg_put_uuid(q, &cs->key);
    pg_put_bytes(q, cs->fingerprint, sizeof cs->fingerprint);
    if (!taking)
        pg_put_int(q, cs->act);
    pg_put_text(q, cs->actor.name);
    pg_put_text(q, cs->actor.till);
    pg_put_int(q, cs->actor.role);
    if (!taking)
        pg_put_text(q, cs->approver);
    pg_put_text(q, cs->reason);
    pg_put_text(q, cs->note);
    pg_put_text(q, cs->answer);
}

static void put_changes(struct query *q, const struct changeset *cs)
{
    pg_put_rows(q, rows_of_steps(cs));
    pg_put_rows(q, rows_of_holds(cs, true));
    pg_put_rows(q, rows_of_holds(cs, false));
    pg_put_rows(q, rows_of_notes(cs));
    pg_put_order_rows(q, cs);
    pg_put_rows(q, rows_of_list(cs, ROWS_STAFF));
    pg_put_rows(q, json_of_halls(cs));
    pg_put_rows(q, json_of_shows(cs));
}

static bool is_large(const struct changeset *cs)
{
    return cs->halls.count || cs->shows.count || cs->seats.count + cs->guards.count > MANY_ROWS;
}

/* What happens at the door has a function of its own, which scanners may call. */
static bool is_of_door(const struct changeset *cs)
{
    return cs->keys.count || cs->admissions.count || cs->scans.count;
}

static void put_door(struct query *q, const struct changeset *cs)
{
    pg_put_rows(q, rows_of_list(cs, ROWS_KEYS));
    pg_put_rows(q, rows_of_list(cs, ROWS_ADMISSIONS));
    pg_put_rows(q, rows_of_list(cs, ROWS_SCANS));
    pg_put_rows(q, rows_of_notes(cs));
}

/* So has a bag. */
static bool is_of_bag(const struct changeset *cs)
{
    return cs->checkins.count;
}

static void put_bag(struct query *q, const struct changeset *cs)
{
    pg_put_rows(q, rows_of_list(cs, ROWS_CHECKINS));
    pg_put_rows(q, rows_of_list(cs, ROWS_SHIFTS));
    pg_put_rows(q, rows_of_list(cs, ROWS_VOUCHERS));
    pg_put_rows(q, rows_of_notes(cs));
}

static void put_shows_seen(struct query *q, const struct changeset *cs)
{
    int count = cs->shows_seen.count;
    int32_t *shows = arena_array(cs->arena, (size_t)count + 1, sizeof *shows);
    uint32_t *seen = arena_array(cs->arena, (size_t)count + 1, sizeof *seen);
    for (int i = 0; i < count; i++) {
        shows[i] = cs->shows_seen.at[i].show;
        seen[i] = cs->shows_seen.at[i].seen;
    }
    pg_put_rows(q, rows_of_numbers(cs->arena, shows, count));
    pg_put_rows(q, rows_of_versions(cs->arena, seen, count));
}

static const char *statement_for(const struct changeset *cs)
{
    if (is_of_door(cs))
        return pg_sql_apply_door;
    if (is_of_bag(cs))
        return pg_sql_apply_checkin;
    if (pg_is_at_once(cs))
        return pg_is_taking(cs) ? pg_sql_hold_seats_at_once : pg_sql_apply_act_at_once;
    return pg_is_taking(cs) ? pg_sql_hold_seats : pg_sql_apply_act;
}

const char *pg_approval_for(const struct changeset *cs)
{
    if (is_of_door(cs))
        return pg_sql_approve_door;
    return is_of_bag(cs) ? pg_sql_approve_checkin : pg_sql_approve_act;
}

static void put_act(struct query *q, const struct changeset *cs)
{
    put_head(q, cs, false);
    if (is_of_door(cs))
        put_door(q, cs);
    else if (is_of_bag(cs))
        put_bag(q, cs);
    else
        put_changes(q, cs);
}

void pg_put_approval(struct query *q, const struct changeset *cs)
{
    put_act(q, cs);
    if (q->sql == pg_sql_approve_act) {
        pg_put_rows(q, rows_of_list(cs, ROWS_CONFLICTS));
        pg_put_rows(q, rows_of_list(cs, ROWS_LOANS));
    }
    pg_put_shown(q);
}

static PGresult *call(struct query *q, const struct changeset *cs)
{
    bool taking = pg_is_taking(cs);
    if (taking) {
        put_head(q, cs, true);
        pg_put_taking(q, cs);
    } else {
        put_act(q, cs);
    }
    if (!taking && pg_is_at_once(cs))
        pg_put_places(q, cs);
    if (!taking)
        put_shows_seen(q, cs);
    if (taking || (!is_of_door(cs) && !is_of_bag(cs)))
        pg_put_bool(q, cs->only_hold);
    pg_put_text(q, cs->actor.origin.address);
    pg_put_text(q, cs->actor.origin.client);
    pg_put_shown(q);
    if (q->sql == pg_sql_apply_act) {
        pg_put_rows(q, rows_of_list(cs, ROWS_CONFLICTS));
        pg_put_rows(q, rows_of_list(cs, ROWS_LOANS));
    }
    return pg_query_send(q);
}

/* One number; of an act that waits for nobody, and a seat. */
static enum rc take_row(struct query *q, const struct changeset *cs, struct apply_result *result,
                        struct err *err)
{
    q->row = 0;
    if (PQntuples(q->result) != 1 || next_is_null(q))
        return not_understood(q->pg, err);
    int64_t number = pg_get_int(q);
    return number == ANSWER_BUSY ? take_busy(q, result)
                                 : take_answer(q->pg, cs, number, result, err);
}

/* Everything that can fail without having been sent yet. */
static enum rc get_ready(struct pg *pg, const struct changeset *cs, struct err *err)
{
    enum rc rc = pg_connect(pg, err);
    if (rc == RC_OK)
        rc = pg_limit(pg, is_large(cs) ? PG_READ_MS : PG_ACT_MS, err);
    return rc == RC_OK ? pg_prepare(pg, statement_for(cs), err) : rc;
}

static enum rc send_act(struct pg *pg, const struct changeset *cs, struct apply_result *result,
                        struct err *err)
{
    struct query q = pg_query_start(pg, statement_for(cs));
    pg->doubt = false;
    pg->acting = true;
    PGresult *answer = call(&q, cs);
    pg->acting = false;
    enum rc rc;
    if (!answer || (*pg_state(answer) == '\0' && PQresultStatus(answer) == PGRES_FATAL_ERROR)) {
        rc = unknown(pg, err);
    } else if (PQresultStatus(answer) != PGRES_TUPLES_OK) {
        rc = take_failure(pg, cs, answer, result, err);
    } else if (pg->doubt) {
        rc = unknown(pg, err);
    } else {
        q.result = answer;
        rc = take_row(&q, cs, result, err);
    }
    PQclear(answer);
    return rc;
}

void pg_meanwhile(struct store *store, const struct meanwhile *idle)
{
    pg_of(store)->idle = idle ? *idle : (struct meanwhile){0};
}

static bool adds_rows_of_halls(const struct changeset *cs)
{
    bool adds = cs->halls.count > 0;
    for (int i = 0; i < cs->shows.count; i++)
        adds = adds || cs->shows.at[i].version == 0;
    return adds;
}

/* A show goes on sale as soon as it is there. What was done stays done if this fails. */
static void analyse_halls(struct pg *pg)
{
    struct query q = pg_query_start(pg, pg_sql_analyse_halls);
    if (pg_limit(pg, PG_READ_MS, NULL) == RC_OK)
        (void)!pg_query_run(&q, NULL);
}

/*
 * A session that opened in a new house planned its statements and its foreign keys on empty tables,
 * where walking over all rows looks as good as the key, and keeps those plans until PostgreSQL
 * analyses the tables. So it drops them when its acts have doubled: measured with 16 tills, sales
 * go on at a third of their speed otherwise. What was done stays done if this fails.
 */
static void replan_as_tables_grow(struct pg *pg)
{
    pg->acts++;
    if (pg->acts >= REPLAN_FROM && (pg->acts & (pg->acts - 1)) == 0)
        (void)!pg_do(pg, "DISCARD PLANS", NULL);
}

enum rc pg_apply(struct store *store, const struct changeset *cs, struct apply_result *result,
                 struct err *err)
{
    struct pg *pg = pg_of(store);
    assert(!uuid_is_zero(&cs->key));
    memset(result, 0, sizeof *result);
    struct changeset act = *cs;
    act.at_once = cs->at_once || (pg->alone && cs->act == ACT_HOLD);
    enum rc rc = get_ready(pg, &act, err);
    if (rc == RC_OK)
        rc = send_act(pg, &act, result, err);
    if (rc == RC_OK && result->applied == APPLIED_OK && adds_rows_of_halls(cs))
        analyse_halls(pg);
    if (rc == RC_OK)
        replan_as_tables_grow(pg);
    return rc;
}
