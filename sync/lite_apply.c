/*
 * Apply: compare and set, everything or nothing.
 *
 * The key is looked at first, inside the write transaction, so that two processes with one key
 * cannot both do the act. Then the seats, because a lost race shows there; then the rows; last the
 * log and the receipt. Every way out but the last one rolls back.
 */
#include "config.h"

#include "sync/lite_apply.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/port/stored.h"

enum rc apply_stale(struct apply *a)
{
    a->result->applied = APPLIED_STALE;
    return RC_CONFLICT;
}

enum rc apply_refuse(struct apply *a, enum verdict verdict)
{
    a->result->applied = APPLIED_REFUSED;
    a->result->verdict = verdict;
    return RC_CONFLICT;
}

/*
 * A key that is taken (an id, a code, the one open shift of a till, the one live claim of a seat)
 * means somebody was faster; any other contradiction cannot be cured by deciding again.
 */
static enum rc apply_code(struct apply *a, int code)
{
    if (code == SQLITE_OK)
        return RC_OK;
    if (code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY ||
        code == SQLITE_CONSTRAINT_ROWID)
        return apply_stale(a);
    if ((code & 0xff) == SQLITE_CONSTRAINT)
        return apply_refuse(a, VERDICT_INVALID);
    return lite_fail(a->lite, code, a->err);
}

enum rc apply_end(struct apply *a, struct query *q)
{
    (void)query_row(q);
    return apply_code(a, query_end_code(q));
}

enum rc apply_end_one(struct apply *a, struct query *q)
{
    enum rc rc = apply_end(a, q);
    if (rc == RC_OK && sqlite3_changes(a->lite->db) == 0)
        return apply_stale(a);
    return rc;
}

/* ---- the key -------------------------------------------------------------------------------- */

static enum rc check_key(struct apply *a)
{
    bool found;
    enum rc rc = stored_receipt_read(&a->lite->base, &a->cs->key, a->cs->fingerprint, a->cs->arena,
                                     a->result, &found, a->err);
    return rc == RC_OK && found ? RC_CONFLICT : rc;
}

static enum rc write_receipt(struct apply *a)
{
    struct query q = query_start(a->lite, lite_sql_insert_receipt);
    put_uuid(&q, &a->cs->key);
    put_blob(&q, a->cs->fingerprint, sizeof a->cs->fingerprint);
    put_int(&q, a->cs->act);
    put_int(&q, a->now);
    put_int(&q, a->result->last_event);
    put_text(&q, a->cs->answer);
    return apply_end(a, &q);
}

/* ---- the answer to a lost race -------------------------------------------------------------- */

static int compare_fresh(const void *x, const void *y)
{
    const struct fresh_seat *a = x, *b = y;
    if (a->show != b->show)
        return a->show < b->show ? -1 : 1;
    return (a->seat > b->seat) - (a->seat < b->seat);
}

/* The seats a changeset names, each once. */
static struct fresh_seat *named_seats(const struct changeset *cs, int *count)
{
    int all = cs->seats.count + cs->guards.count, kept = 0;
    struct fresh_seat *seats = arena_array(cs->arena, (size_t)all, sizeof *seats);
    for (int i = 0; i < cs->seats.count; i++)
        seats[i] = (struct fresh_seat){.show = cs->seats.at[i].show, .seat = cs->seats.at[i].seat};
    for (int i = 0; i < cs->guards.count; i++)
        seats[cs->seats.count + i] =
            (struct fresh_seat){.show = cs->guards.at[i].show, .seat = cs->guards.at[i].seat};
    if (all > 1)
        qsort(seats, (size_t)all, sizeof *seats, compare_fresh);
    for (int i = 0; i < all; i++)
        if (kept == 0 || compare_fresh(&seats[i], &seats[kept - 1]) != 0)
            seats[kept++] = seats[i];
    *count = kept;
    return seats;
}

bool lite_get_seat(struct query *q, int32_t show, int32_t seat, struct seat_state *state)
{
    memset(state, 0, sizeof *state);
    query_again(q);
    put_int(q, show);
    put_int(q, seat);
    if (!query_row(q))
        return false;
    state->status = (uint8_t)get_int(q);
    state->version = (uint32_t)get_int(q);
    state->held_until = get_int(q);
    state->open_to = (uint8_t)get_int(q);
    state->allotment = (uint16_t)get_int(q);
    state->holder = get_uuid(q);
    return true;
}

/* Read after the rollback: what is true for everybody. Seats that are gone are left out. */
static enum rc read_fresh(struct apply *a)
{
    int named, count = 0;
    struct fresh_seat *seats = named_seats(a->cs, &named);
    enum rc rc = lite_begin_read(a->lite, a->err);
    if (rc != RC_OK)
        return rc;
    struct query q = query_start(a->lite, lite_sql_read_seat);
    for (int i = 0; i < named; i++) {
        struct fresh_seat fresh = seats[i];
        if (lite_get_seat(&q, fresh.show, fresh.seat, &fresh.state))
            seats[count++] = fresh;
    }
    rc = query_end(&q, a->err);
    a->result->fresh = seats;
    a->result->fresh_count = count;
    return lite_end_read(a->lite, rc, a->err);
}

/* ---- the whole ------------------------------------------------------------------------------ */

static enum rc write_journal(struct apply *a)
{
    const struct lite_journal *journal = a->lite->journal;
    return journal ? journal->write(journal->ctx, a->cs, a->result, a->err) : RC_OK;
}

/* Whoever wrote before in this file has committed: there is one writer at a time. */
static enum rc expect_only_hold(struct apply *a)
{
    if (!a->cs->only_hold)
        return RC_OK;
    for (int i = 0; i < a->cs->holds.count; i++) {
        const struct hold *hold = &a->cs->holds.at[i];
        if (hold->status != HOLD_ACTIVE) /* one that this ends */
            continue;
        struct query q = query_start(a->lite, lite_sql_find_other_hold);
        put_int(&q, hold->show);
        put_int(&q, a->now);
        put_text(&q, hold->email);
        put_uuid(&q, &hold->id);
        bool found = query_row(&q);
        enum rc rc = query_end(&q, a->err);
        if (rc != RC_OK || found)
            return rc ? rc : apply_stale(a);
    }
    return RC_OK;
}

/*
 * A seat whose time is over leaves its hold without changing the hold's version. An act that saw it
 * there and lets go of the other seats must not leave an open hold without a seat: it decides
 * again.
 */
static enum rc expect_open_holds_have_seats(struct apply *a)
{
    for (int i = 0; i < a->cs->holds.count; i++) {
        const struct hold *hold = &a->cs->holds.at[i];
        if (!hold->version || (hold->status != HOLD_ACTIVE && hold->status != HOLD_PAYING))
            continue;
        struct query q = query_start(a->lite, lite_sql_find_live_claim);
        put_uuid(&q, &hold->id);
        bool found = query_row(&q);
        enum rc rc = query_end(&q, a->err);
        if (rc != RC_OK || !found)
            return rc ? rc : apply_stale(a);
    }
    return RC_OK;
}

static enum rc write_all(struct apply *a)
{
    static enum rc (*const steps[])(struct apply *) = {
        check_key,       write_journal, apply_seats,      apply_hall_rows,
        apply_show_rows, apply_rows,    apply_claims,     apply_ended_holds,
        apply_events,    write_receipt, expect_only_hold, expect_open_holds_have_seats,
    };
    enum rc rc = RC_OK;
    for (int i = 0; i < COUNT_OF(steps) && rc == RC_OK; i++)
        rc = steps[i](a);
    return rc;
}

/* A hold that names a sale which is not there is found only now. */
static enum rc commit(struct apply *a)
{
    enum rc rc = lite_commit(a->lite, a->err);
    return rc == RC_CONFLICT ? apply_refuse(a, VERDICT_INVALID) : rc;
}

static enum rc apply_once(struct apply *a)
{
    enum rc rc = lite_begin_write(a->lite, a->err);
    if (rc == RC_OK) {
        rc = write_all(a);
        if (rc == RC_OK)
            rc = commit(a);
        else
            lite_rollback(a->lite);
        if (a->lite->journal)
            a->lite->journal->done(a->lite->journal->ctx, rc);
    }
    if (rc == RC_CONFLICT && a->result->applied == APPLIED_STALE)
        rc = read_fresh(a);
    assert(rc != RC_CONFLICT || a->result->applied != APPLIED_OK);
    return rc == RC_CONFLICT ? RC_OK : rc;
}

enum rc lite_apply(struct store *store, const struct changeset *cs, struct apply_result *result,
                   struct err *err)
{
    struct apply a = {.lite = lite_of(store), .cs = cs, .result = result, .err = err};
    assert(!uuid_is_zero(&cs->key));
    memset(result, 0, sizeof *result);
    a.now = lite_now(a.lite);
    a.held_ms = arena_array(cs->arena, (size_t)cs->seats.count, sizeof *a.held_ms);
    a.before = arena_array(cs->arena, (size_t)cs->seats.count, sizeof *a.before);
    enum rc rc = apply_once(&a);
    if (rc == RC_TRANSIENT) {
        result->applied = APPLIED_BUSY;
        rc = RC_OK;
    }
    return rc;
}
