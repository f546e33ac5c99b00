#include "config.h"

#include "sync/lite_till_kept.h"

#include <string.h>

#include "sync/lite_till_intents.h"
#include "sync/lite_till_parts.h"

/* ---- keeping -------------------------------------------------------------------------------- */

/* A day later nobody asks for it any more: what a house has lost is found when it is met again. */
static enum rc drop_old(struct lite *lite, struct err *err)
{
    struct query q = query_start(lite, lite_sql_delete_old_kept_acts);
    put_int(&q, lite_now(lite) - KEPT_MS);
    return query_run(&q, err);
}

static enum rc insert_act(struct lite *lite, const struct uuid *uid, const uint8_t *body,
                          uint32_t size, struct err *err)
{
    struct query q = query_start(lite, lite_sql_insert_kept_act);
    put_uuid(&q, uid);
    put_int(&q, lite_now(lite));
    put_blob(&q, body, size);
    return query_run(&q, err);
}

static enum rc write_act(struct lite_till *till, const struct uuid *uid, const uint8_t *body,
                         uint32_t size, struct err *err)
{
    enum rc rc = lite_begin_write(till->lite, err);
    if (rc != RC_OK)
        return rc;
    rc = insert_act(till->lite, uid, body, size, err);
    if (rc == RC_OK)
        rc = drop_old(till->lite, err);
    if (rc == RC_OK)
        rc = lite_commit(till->lite, err);
    if (rc != RC_OK)
        lite_rollback(till->lite);
    return rc;
}

enum rc lite_till_keep(struct lite_till *till, struct till_sync *core, const struct changeset *cs,
                       struct err *err)
{
    const struct till_act act = lite_till_act_of(till, cs);
    const uint8_t *body = NULL;
    lite_till_set_clock(till, core);
    uint32_t size = till_act_bytes(core, cs->arena, &act, &body);
    if (!size)
        return RC_OK;
    lite_till_wait_for_disk(till, false);
    enum rc rc = write_act(till, &cs->key, body, size, err);
    lite_till_wait_for_disk(till, true);
    return rc;
}

/* ---- the copy of the house ------------------------------------------------------------------ */

static bool try_act(struct lite_till *till, const struct changeset *cs)
{
    struct apply_result result = {0};
    struct err err;
    struct store *store = lite_till_store(till);
    return !store->ops->apply(store, cs, &result, &err) &&
           (result.applied == APPLIED_OK || result.applied == APPLIED_REPLAY);
}

static struct seat_state state_before(const struct seat_change *change)
{
    return (struct seat_state){
        .holder = change->was, .version = change->seen, .status = change->from};
}

static struct seat_state state_after(const struct seat_change *change)
{
    return (struct seat_state){.holder = change->holder,
                               .held_until = change->held_until,
                               .version = change->seen + 1,
                               .status = change->to,
                               .open_to = change->open_to};
}

/* A seat with an open entry of the till's own is judged by the house, and one that the copy knows
 * later news of stays. */
static bool show_seat(struct lite_till *till, const struct seat_change *change,
                      struct seat_state state)
{
    const struct till_disk disk = lite_till_disk(till);
    struct replica_seat seat;
    if (!disk.seat(disk.ctx, change->show, change->seat, &seat) || seat.tip ||
        seat.house.version >= state.version)
        return true;
    state.allotment = seat.house.allotment;
    seat.house = state;
    return disk.put_seat(disk.ctx, change->show, change->seat, &seat);
}

static enum rc show_seats(struct lite_till *till, const struct changeset *cs,
                          struct seat_state (*state)(const struct seat_change *), struct err *err)
{
    const struct till_disk disk = lite_till_disk(till);
    bool shown = true;
    for (int i = 0; i < cs->seats.count && shown; i++)
        shown = show_seat(till, &cs->seats.at[i], state(&cs->seats.at[i]));
    if (shown && disk.commit(disk.ctx))
        return RC_OK;
    disk.rollback(disk.ctx);
    *err = till->why;
    return err->rc;
}

enum rc lite_till_hear(struct lite_till *till, const struct changeset *cs, bool *known,
                       struct err *err)
{
    *known = try_act(till, cs);
    if (*known || !cs->seats.count)
        return RC_OK;
    enum rc rc = show_seats(till, cs, state_before, err);
    if (rc == RC_OK)
        *known = try_act(till, cs);
    return rc == RC_OK && !*known ? show_seats(till, cs, state_after, err) : rc;
}

/* ---- asking --------------------------------------------------------------------------------- */

static enum rc read_past(struct lite *lite, char out[UPSTREAM_PAST], struct err *err)
{
    struct query q = query_start(lite, lite_sql_read_kept_past);
    out[0] = '\0';
    if (query_row(&q))
        get_text(&q, out, UPSTREAM_PAST);
    return query_end(&q, err);
}

static enum rc list_keys(struct lite *lite, struct arena *arena, struct act_keys *keys,
                         struct err *err)
{
    LIST(struct uuid) list = {0};
    LIST(int64_t) times = {0};
    struct query q = query_start(lite, lite_sql_list_kept_keys);
    put_int(&q, lite_now(lite) - KEPT_MS);
    while (query_row(&q)) {
        *LIST_ADD(arena, &list) = get_uuid(&q);
        *LIST_ADD(arena, &times) = get_int(&q);
    }
    *keys = (struct act_keys){.at = list.at, .count = list.count, .times = times.at};
    return query_end(&q, err);
}

enum rc lite_till_kept(struct lite_till *till, const char *past, struct arena *arena,
                       struct act_keys *keys, bool *ask, struct err *err)
{
    char asked[UPSTREAM_PAST];
    *keys = (struct act_keys){0};
    enum rc rc = read_past(till->lite, asked, err);
    *ask = rc == RC_OK && strcmp(asked, past) != 0;
    if (*ask)
        rc = list_keys(till->lite, arena, keys, err);
    memcpy(keys->before, asked, sizeof keys->before);
    return rc;
}

/* ---- what is lost --------------------------------------------------------------------------- */

/* The act goes from here when it goes into the journal. One that is not here any more, or cannot be
 * read, is left out. */
static enum rc take_out(struct lite *lite, const struct uuid *uid, struct arena *arena,
                        struct entry *out, bool *found, struct err *err)
{
    struct query q = query_start(lite, lite_sql_read_kept_act);
    put_uuid(&q, uid);
    *found = query_row(&q);
    if (*found) {
        size_t size;
        const void *bytes = get_bytes_here(&q, &size);
        uint8_t *body = arena_alloc(arena, size);
        memcpy(body, bytes, size);
        *found = entry_read(arena, body, (uint32_t)size, out) == ENTRY_GOOD;
    }
    enum rc rc = query_end(&q, err);
    if (rc != RC_OK)
        return rc;
    struct query gone = query_start(lite, lite_sql_delete_kept_act);
    put_uuid(&gone, uid);
    return query_run(&gone, err);
}

static enum rc write_past(struct lite *lite, const char *past, struct err *err)
{
    struct query q = query_start(lite, lite_sql_put_kept_past);
    put_text(&q, past);
    return query_run(&q, err);
}

/* A till that asks for the first time has met no other past. */
static enum rc begin_past(struct lite_till *till, const char *past, struct err *err)
{
    char before[UPSTREAM_PAST];
    enum rc rc = read_past(till->lite, before, err);
    if (rc == RC_OK)
        rc = write_past(till->lite, past, err);
    if (rc == RC_OK && *before)
        rc = lite_till_doubt_replica(till, err);
    if (rc == RC_OK && *before)
        rc = lite_till_owe_intents(till, err);
    return rc;
}

static enum rc take_all_out(struct lite_till *till, const struct act_keys *lost,
                            struct arena *arena, struct entry *acts, int *count, struct err *err)
{
    enum rc rc = RC_OK;
    *count = 0;
    for (int i = 0; i < lost->count && rc == RC_OK; i++) {
        bool found;
        rc = take_out(till->lite, &lost->at[i], arena, &acts[*count], &found, err);
        *count += rc == RC_OK && found;
    }
    return rc;
}

static enum rc latched(const struct lite_till *till, struct err *err)
{
    return err_set(err, RC_CONFIG, "JOURNAL", "%s",
                   till->why.rc ? till->why.text : "the journal failed before");
}

/* Out of what is kept, into the journal: both or neither, with the past that was asked about. */
static enum rc replay(struct lite_till *till, struct till_sync *core, const char *past,
                      const struct act_keys *lost, struct arena *arena, struct err *err)
{
    struct entry *acts = arena_array(arena, (size_t)lost->count + 1, sizeof *acts);
    int count;
    enum rc rc = take_all_out(till, lost, arena, acts, &count, err);
    if (rc == RC_OK)
        rc = begin_past(till, past, err);
    if (rc != RC_OK)
        return rc;
    lite_till_set_clock(till, core);
    return till_replay(core, arena, acts, count) ? RC_OK : latched(till, err);
}

enum rc lite_till_replay(struct lite_till *till, struct till_sync *core, const char *past,
                         const struct act_keys *lost, struct err *err)
{
    struct arena *arena = arena_new();
    bool begun = lite_till_begin(till);
    enum rc rc = begun ? replay(till, core, past, lost, arena, err) : latched(till, err);
    if (begun && rc != RC_OK)
        lite_till_undo(till);
    arena_free(&arena);
    return rc;
}
