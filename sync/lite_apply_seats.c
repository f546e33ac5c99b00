/*
 * The seats of a changeset: each is compared with what was seen, judged by the transition table
 * and by the store's clock, and written with its claim.
 *
 * A claim says which hold has a seat now. It opens when a seat becomes held and closes when the
 * seat leaves that hold; extending or handing over a hold keeps it.
 */
#include "config.h"

#include <string.h>

#include "sync/lite_apply.h"

static enum rc check_guards(struct apply *a)
{
    struct seat_state state;
    bool moved = false;
    struct query q = query_start(a->lite, lite_sql_read_seat);
    for (int i = 0; i < a->cs->guards.count && !moved && q.code == SQLITE_OK; i++) {
        const struct seat_guard *guard = &a->cs->guards.at[i];
        moved =
            !lite_get_seat(&q, guard->show, guard->seat, &state) || state.version != guard->seen;
    }
    enum rc rc = query_end(&q, a->err);
    return rc == RC_OK && moved ? apply_stale(a) : rc;
}

static enum rc check_shows_seen(struct apply *a)
{
    bool moved = false;
    struct query q = query_start(a->lite, lite_sql_read_show_version);
    for (int i = 0; i < a->cs->shows_seen.count && !moved && q.code == SQLITE_OK; i++) {
        const struct show_guard *seen = &a->cs->shows_seen.at[i];
        query_again(&q);
        put_int(&q, seen->show);
        moved = !query_row(&q) || get_int(&q) != seen->seen;
    }
    enum rc rc = query_end(&q, a->err);
    return rc == RC_OK && moved ? apply_stale(a) : rc;
}

/* ---- may it be ------------------------------------------------------------------------------ */

static bool same_owner(const struct seat_change *change, const struct seat_state *state)
{
    return uuid_is_zero(&change->was) || uuid_equal(&change->was, &state->holder);
}

static bool keeps_or_sells_held(const struct seat_change *change)
{
    return change->from == SEAT_HELD && (change->to == SEAT_HELD || change->to == SEAT_SOLD);
}

static enum rc judge(struct apply *a, const struct seat_change *change,
                     const struct seat_state *state)
{
    if (state->version != change->seen)
        return apply_stale(a);
    if (state->status != change->from ||
        !seat_transition((enum seat_status)change->from, change->act, (enum seat_status)change->to))
        return apply_refuse(a, VERDICT_INVALID);
    if (!same_owner(change, state))
        return apply_refuse(a, VERDICT_NOT_HOLDER);
    bool over = seat_hold_over(state, a->now);
    if (change->act == ACT_EXPIRE && !over)
        return apply_refuse(a, VERDICT_SEAT_TAKEN);
    if (over && keeps_or_sells_held(change))
        return apply_refuse(a, VERDICT_HOLD_EXPIRED);
    return RC_OK;
}

/* ---- claims --------------------------------------------------------------------------------- */

static enum rc hold_started(struct apply *a, const struct uuid *hold, int64_t *created)
{
    if (!uuid_equal(&a->asked, hold)) {
        a->asked = *hold;
        a->asked_created = a->now;
        struct query q = query_start(a->lite, lite_sql_read_hold_start);
        put_uuid(&q, hold);
        if (query_row(&q))
            a->asked_created = get_int(&q);
        enum rc rc = query_end(&q, a->err);
        if (rc != RC_OK)
            return rc;
    }
    *created = a->asked_created;
    return RC_OK;
}

static enum rc close_claim(struct apply *a, const struct seat_change *change,
                           const struct uuid *hold)
{
    struct query q = query_start(a->lite, lite_sql_close_claim);
    put_uuid(&q, hold);
    put_int(&q, change->seat);
    enum rc rc = apply_end(a, &q);
    if (rc == RC_OK && change->act == ACT_EXPIRE)
        *LIST_ADD(a->cs->arena, &a->ended) = *hold;
    return rc;
}

static enum rc open_claim(struct apply *a, const struct seat_change *change)
{
    struct query q = query_start(a->lite, lite_sql_open_claim);
    put_uuid(&q, &change->holder);
    put_int(&q, change->seat);
    put_int(&q, change->show);
    return apply_end(a, &q);
}

static enum rc move_claim(struct apply *a, int i, const struct seat_state *state)
{
    const struct seat_change *change = &a->cs->seats.at[i];
    bool held = change->to == SEAT_HELD;
    bool same = held && uuid_equal(&state->holder, &change->holder);
    enum rc rc = RC_OK;
    if (state->status == SEAT_HELD && !same) {
        int64_t created = 0;
        rc = hold_started(a, &state->holder, &created);
        a->held_ms[i] = a->now > created ? a->now - created : 0;
        if (rc == RC_OK)
            rc = close_claim(a, change, &state->holder);
    }
    if (rc == RC_OK && held && (state->status != SEAT_HELD || !same))
        rc = open_claim(a, change);
    return rc;
}

/* ---- writing -------------------------------------------------------------------------------- */

static void put_holder(struct query *q, const struct seat_change *change)
{
    if (change->to == SEAT_HELD || change->to == SEAT_SOLD)
        put_uuid(q, &change->holder);
    else
        put_null(q);
}

static enum rc write_seat(struct apply *a, const struct seat_change *change)
{
    struct query q = query_start(a->lite, lite_sql_update_seat);
    put_int(&q, change->show);
    put_int(&q, change->seat);
    put_int(&q, change->to);
    put_int(&q, change->to == SEAT_HELD ? change->held_until : 0);
    put_int(&q, change->to == SEAT_BLOCKED ? change->open_to : 0);
    put_holder(&q, change);
    return apply_end(a, &q);
}

static enum rc change_seat(struct apply *a, int i)
{
    const struct seat_change *change = &a->cs->seats.at[i];
    struct seat_state *state = &a->before[i];
    struct query q = query_start(a->lite, lite_sql_read_seat);
    bool found = lite_get_seat(&q, change->show, change->seat, state);
    enum rc rc = query_end(&q, a->err);
    if (rc == RC_OK)
        rc = found ? judge(a, change, state) : apply_stale(a);
    return rc == RC_OK ? write_seat(a, change) : rc;
}

enum rc apply_seats(struct apply *a)
{
    enum rc rc = check_shows_seen(a);
    if (rc == RC_OK)
        rc = check_guards(a);
    for (int i = 0; i < a->cs->seats.count && rc == RC_OK; i++)
        rc = change_seat(a, i);
    return rc;
}

/* After the rows: a claim belongs to a hold, which may have come with this act. */
enum rc apply_claims(struct apply *a)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < a->cs->seats.count && rc == RC_OK; i++)
        rc = move_claim(a, i, &a->before[i]);
    return rc;
}

/* The changeset's own row for the hold, if it has one, was written before and is left alone. */
enum rc apply_ended_holds(struct apply *a)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < a->ended.count && rc == RC_OK; i++) {
        struct query q = query_start(a->lite, lite_sql_expire_hold);
        put_uuid(&q, &a->ended.at[i]);
        put_int(&q, a->now);
        rc = apply_end(a, &q);
    }
    return rc;
}
