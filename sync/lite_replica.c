#include "config.h"

#include "sync/lite_replica.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"
#include "sync/lite_replica_parts.h"

enum { AGAIN_MOST = 500, DAYS = 14, DAY_MS = 24 * 60 * 60 * 1000 };
enum { LISTED_MS = 60 * 1000, SKEW_MS = 5000 }; /* what is not worth a write */

/* What the file says of its replica. */
struct standing {
    struct replica_mark mark;
    bool ready, found; /* found: a pull has begun once */
    int64_t listed;
    int32_t days;
    uint64_t settled;
    struct heard_clock heard;
    int64_t entered; /* when the journal's last entry was made */
    int64_t list_ms;
    bool list_scanner;
};

static enum rc read_standing(struct lite *lite, struct standing *out, struct err *err)
{
    *out = (struct standing){.days = DAYS};
    struct query q = query_start(lite, lite_sql_read_till_replica);
    out->found = query_row(&q);
    if (out->found) {
        out->mark.event = get_int(&q);
        out->mark.step = (int32_t)get_int(&q);
        out->mark.at = get_int(&q);
        out->mark.key = get_uuid(&q);
        out->mark.until = get_int(&q);
        out->ready = get_int(&q) != 0;
        out->listed = get_int(&q);
        out->days = (int32_t)get_int(&q);
        out->settled = (uint64_t)get_int(&q);
        out->heard.here.boot = get_uuid(&q);
        out->heard.here.mono = get_int(&q);
        out->heard.here.wall = get_int(&q);
        out->heard.house = get_int(&q);
        out->heard.doubt_ms = get_int(&q);
        out->entered = get_int(&q);
        out->list_ms = get_int(&q);
        out->list_scanner = get_int(&q) != 0;
    }
    return query_end(&q, err);
}

static enum rc write_standing(struct lite *lite, const struct standing *in, struct err *err)
{
    struct query q = query_start(lite, lite_sql_put_till_replica);
    put_int(&q, in->mark.event);
    put_int(&q, in->mark.step);
    put_int(&q, in->mark.at);
    put_uuid(&q, &in->mark.key);
    put_int(&q, in->mark.until);
    put_int(&q, in->ready);
    put_int(&q, in->listed);
    put_int(&q, in->days);
    put_int(&q, (int64_t)in->settled);
    put_blob(&q, in->heard.here.boot.b, sizeof in->heard.here.boot.b);
    put_int(&q, in->heard.here.mono);
    put_int(&q, in->heard.here.wall);
    put_int(&q, in->heard.house);
    put_int(&q, in->heard.doubt_ms);
    return query_run(&q, err);
}

enum rc lite_till_replica(struct lite_till *till, struct till_replica *out, struct err *err)
{
    struct standing now;
    enum rc rc = read_standing(till->lite, &now, err);
    *out = (struct till_replica){.ready = now.ready,
                                 .step = now.mark.step,
                                 .listed = now.listed,
                                 .skew_ms = lite_till_skew(till),
                                 .days = now.days,
                                 .mark = now.mark};
    return rc;
}

enum rc lite_replica_age(struct store *store, struct replica_age *age, bool *found, struct err *err)
{
    struct standing now;
    enum rc rc = read_standing(lite_of(store), &now, err);
    const struct lite *lite = lite_of(store);
    const struct lite_till *till = lite->till;
    *age = (struct replica_age){now.listed, till ? lite_till_doubt(till) : 0, now.list_ms,
                                now.list_scanner};
    *found = now.ready || now.mark.step;
    return rc;
}

enum rc lite_till_look_at_replica(struct lite_till *till, struct err *err)
{
    struct standing now;
    enum rc rc = read_standing(till->lite, &now, err);
    till->half = now.found && !now.ready;
    if (rc != RC_OK || !now.found)
        return rc;
    till->heard = now.heard;
    till->latest = now.entered > now.listed ? now.entered : now.listed;
    const struct till_clock here = lite_till_reading(till);
    if (!heard_clock_resume(&till->heard, &here, till->latest))
        return RC_OK;
    now.heard = till->heard;
    return write_standing(till->lite, &now, err);
}

enum rc lite_till_doubt_replica(struct lite_till *till, struct err *err)
{
    struct standing now;
    enum rc rc = read_standing(till->lite, &now, err);
    if (rc != RC_OK || !now.ready)
        return rc;
    now.mark = (struct replica_mark){0};
    return write_standing(till->lite, &now, err);
}

/* ---- asking --------------------------------------------------------------------------------- */

/* An entry up to this one has been judged. */
static enum rc judged(struct lite_till *till, uint64_t *through, struct err *err)
{
    struct till_meta meta;
    bool found;
    enum rc rc = lite_till_meta(till, &meta, &found, err);
    *through = rc == RC_OK && found ? meta.first_open - 1 : 0;
    return rc;
}

enum rc lite_till_ask(struct lite_till *till, struct arena *arena, struct replica_ask *ask,
                      struct err *err)
{
    struct standing now;
    uint64_t through = 0;
    LIST(struct replica_name) again = {0};
    enum rc rc = read_standing(till->lite, &now, err);
    if (rc == RC_OK)
        rc = touched_note(till, now.settled, err);
    if (rc == RC_OK)
        rc = judged(till, &through, err);
    for (int i = 0; i < till->touched.count && again.count < AGAIN_MOST; i++)
        if (till->touched.at[i].seq <= through)
            *LIST_ADD(arena, &again) = till->touched.at[i].name;
    *ask = (struct replica_ask){.after = now.mark, .again = again.at, .again_count = again.count};
    return rc;
}

enum rc lite_till_is_open(struct lite_till *till, const struct changeset *cs, bool *open,
                          struct err *err)
{
    struct standing now;
    uint64_t through = 0;
    enum rc rc = read_standing(till->lite, &now, err);
    if (rc == RC_OK)
        rc = touched_note(till, now.settled, err);
    if (rc == RC_OK)
        rc = judged(till, &through, err);
    *open = rc == RC_OK && touched_is_open(till, cs, through);
    return rc;
}

/* ---- taking --------------------------------------------------------------------------------- */

static bool same_mark(const struct replica_mark *a, const struct replica_mark *b)
{
    return a->event == b->event && a->step == b->step && a->at == b->at && a->until == b->until &&
           uuid_equal(&a->key, &b->key);
}

static enum rc not_here(struct err *err)
{
    return err_set(err, RC_CONFLICT, "REPLICA", "these rows of the house do not belong here now");
}

/* Rows of acts that the house has not judged are nowhere else. */
static bool any_open(const struct touched *touched, uint64_t through)
{
    for (int i = 0; i < touched->count; i++)
        if (touched->at[i].seq > through)
            return true;
    return false;
}

/* What was asked for by name must still be what the house has judged. */
static enum rc belongs(struct taking *t, const struct standing *now,
                       const struct replica_rows *rows)
{
    uint64_t through = 0;
    enum rc rc = judged(t->till, &through, t->err);
    if (rc != RC_OK)
        return rc;
    if (!same_mark(&now->mark, &rows->after) ||
        (rows->anew && any_open(&t->till->touched, through)))
        return not_here(t->err);
    for (int i = 0; i < rows->again_count; i++) {
        const struct touched_row *row = touched_find(&t->till->touched, &rows->again[i]);
        if (!row || row->seq > through)
            return not_here(t->err);
    }
    return RC_OK;
}

static enum rc look_for_open(struct taking *t)
{
    struct query q = query_start(t->lite, lite_sql_read_open_seats);
    t->any_open = query_row(&q) && get_int(&q);
    return query_end(&q, t->err);
}

static enum rc take_again(struct taking *t, const struct replica_rows *rows)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < rows->again_count && rc == RC_OK; i++)
        rc = take_away(t, &rows->again[i]);
    return rc;
}

static enum rc take_parts(struct taking *t, const struct replica_rows *rows)
{
    enum rc rc = rows->anew ? take_all_away(t) : RC_OK;
    if (rc == RC_OK)
        rc = look_for_open(t);
    if (rc == RC_OK)
        rc = take_again(t, rows);
    for (int i = 0; i < rows->parts.count && rc == RC_OK; i++)
        rc = take_part(t, &rows->parts.at[i]);
    return rc;
}

/* The first pull brought all that the house's log told until then. */
static enum rc raise_cursor(struct taking *t, int64_t event)
{
    struct query q = query_start(t->lite, lite_sql_raise_till_cursor);
    put_int(&q, event);
    return query_run(&q, t->err);
}

static enum rc move_mark(struct taking *t, struct standing *now, const struct replica_rows *rows)
{
    bool finished = !rows->mark.step;
    int64_t wall = lite_now(t->lite);
    enum rc rc = RC_OK;
    if (finished && !now->ready)
        rc = raise_cursor(t, rows->mark.event);
    now->mark = rows->mark;
    now->ready = finished;
    now->heard = t->till->heard;
    now->settled = touched_settled(&t->till->touched);
    if (finished && !rows->more)
        now->listed = wall;
    if (t->days)
        now->days = t->days;
    return rc == RC_OK ? write_standing(t->lite, now, t->err) : rc;
}

static enum rc take_whole(struct taking *t, const struct replica_rows *rows)
{
    struct standing now;
    enum rc rc = read_standing(t->lite, &now, t->err);
    if (rc == RC_OK)
        rc = touched_note(t->till, now.settled, t->err);
    if (rc == RC_OK)
        rc = belongs(t, &now, rows);
    if (rc != RC_OK)
        return rc;
    t->fresh = !now.ready;
    touched_drop(&t->till->touched, rows->again, rows->again_count);
    rc = take_parts(t, rows);
    return rc == RC_OK ? move_mark(t, &now, rows) : rc;
}

/* It is noted anew from the journal. */
void lite_till_forget_touched(struct lite_till *till)
{
    free(till->touched.at);
    free(till->touched.slots);
    till->touched = (struct touched){0};
}

static enum rc take_in_one(struct taking *t, const struct replica_rows *rows)
{
    enum rc rc = lite_begin_write(t->lite, t->err);
    if (rc != RC_OK)
        return rc;
    rc = take_whole(t, rows);
    if (rc == RC_OK)
        rc = lite_commit(t->lite, t->err);
    if (rc != RC_OK) {
        lite_rollback(t->lite);
        lite_till_forget_touched(t->till);
    }
    return rc;
}

static void mind_foreign_keys(struct lite *lite, bool mind)
{
    sqlite3_db_config(lite->db, SQLITE_DBCONFIG_ENABLE_FKEY, mind, NULL);
}

/* The core goes by its own copy of what stands in the file. */
static void tell_till(struct taking *t, const struct replica_rows *rows)
{
    struct till_sync *core = t->till->core;
    uint64_t event = (uint64_t)rows->mark.event;
    t->till->half = rows->mark.step != 0;
    if (core && t->fresh && !t->till->half && core->meta.cursor < event)
        core->meta.cursor = event;
}

/*
 * Nothing has changed, which is what most pulls say: to know how old the replica is, a minute is
 * near enough, and a disk has only so many writes in it.
 */
static bool is_no_news(struct lite_till *till, const struct replica_rows *rows)
{
    struct standing now;
    int64_t wall = lite_now(till->lite);
    const struct till_clock here = lite_till_reading(till);
    if (rows->parts.count || rows->again_count || rows->anew || rows->more)
        return false;
    if (read_standing(till->lite, &now, NULL) != RC_OK || !now.ready)
        return false;
    return same_mark(&now.mark, &rows->after) && same_mark(&now.mark, &rows->mark) &&
           wall >= now.listed && wall - now.listed < LISTED_MS && !now.heard.doubt_ms &&
           llabs(heard_clock_now(&now.heard, &here, 0) - wall) < SKEW_MS &&
           llabs(now.heard.here.wall - now.heard.house - lite_till_skew(till)) < SKEW_MS;
}

enum rc lite_till_take(struct lite_till *till, const struct replica_rows *rows, struct err *err)
{
    struct err scratch = {0};
    struct taking t = {.till = till, .lite = till->lite, .err = err ? err : &scratch};
    const struct till_clock here = lite_till_reading(till);
    heard_clock_note(&till->heard, &here, rows->now);
    if (is_no_news(till, rows))
        return RC_OK;
    mind_foreign_keys(till->lite, false);
    enum rc rc = take_in_one(&t, rows);
    mind_foreign_keys(till->lite, true);
    if (rc == RC_OK)
        tell_till(&t, rows);
    return rc;
}

/* ---- people --------------------------------------------------------------------------------- */

static enum rc remember(struct lite *lite, const struct staff *person, int64_t now, int32_t days,
                        struct err *err)
{
    struct query q = query_start(lite, lite_sql_remember_staff);
    put_text(&q, person->name);
    put_int(&q, person->role);
    put_text(&q, person->pin_hash);
    enum rc rc = query_run(&q, err);
    if (rc != RC_OK)
        return rc;
    struct query until = query_start(lite, lite_sql_put_till_credential);
    put_text(&until, person->name);
    put_int(&until, now);
    put_int(&until, now + days * (int64_t)DAY_MS);
    return query_run(&until, err);
}

/* What was begun is kept, or nothing of it. */
static enum rc done(struct lite *lite, enum rc rc, struct err *err)
{
    if (rc == RC_OK)
        rc = lite_commit(lite, err);
    if (rc != RC_OK)
        lite_rollback(lite);
    return rc;
}

enum rc lite_till_remember(struct lite_till *till, const char *name, enum role role,
                           const char *pin, int64_t now, struct err *err)
{
    struct standing standing;
    struct staff person = {.role = role};
    text_copy(person.name, sizeof person.name, name);
    enum rc rc = read_standing(till->lite, &standing, err);
    if (rc != RC_OK)
        return rc;
    if (!till->lite->crypt->pin_hash_slowly(pin, person.pin_hash))
        return err_set(err, RC_TRANSIENT, "MEMORY",
                       "There is not enough memory to store a PIN safely.");
    rc = lite_begin_write(till->lite, err);
    if (rc == RC_OK)
        rc = done(till->lite, remember(till->lite, &person, now, standing.days, err), err);
    return rc;
}

enum rc lite_till_count_pin(struct lite_till *till, const struct staff *person, struct err *err)
{
    enum rc rc = lite_begin_write(till->lite, err);
    if (rc != RC_OK)
        return rc;
    struct query q = query_start(till->lite, lite_sql_count_pin);
    put_text(&q, person->name);
    put_int(&q, person->failures);
    put_int(&q, person->locked_until);
    return done(till->lite, query_run(&q, err), err);
}

/* ---- a till that was given up ---------------------------------------------------------------- */

static enum rc wipe_rows(struct lite *lite, struct err *err)
{
    static const char *const rows[] = {lite_sql_wipe_customers, lite_sql_wipe_holds,
                                       lite_sql_wipe_sales,     lite_sql_wipe_waiters,
                                       lite_sql_wipe_staff,     lite_sql_wipe_credentials,
                                       lite_sql_wipe_kept_acts, lite_sql_wipe_kept_intents};
    enum rc rc = RC_OK;
    for (int i = 0; i < COUNT_OF(rows) && rc == RC_OK; i++) {
        struct query q = query_start(lite, rows[i]);
        rc = query_run(&q, err);
    }
    return rc;
}

static enum rc wipe_in_one(struct lite_till *till, struct err *err)
{
    struct standing now;
    enum rc rc = lite_begin_write(till->lite, err);
    if (rc != RC_OK)
        return rc;
    rc = read_standing(till->lite, &now, err);
    now.mark = (struct replica_mark){0};
    now.ready = false;
    if (rc == RC_OK)
        rc = wipe_rows(till->lite, err);
    if (rc == RC_OK)
        rc = write_standing(till->lite, &now, err);
    if (rc == RC_OK)
        return lite_commit(till->lite, err);
    lite_rollback(till->lite);
    return rc;
}

/* What stood there must not stay behind in the file, nor in the WAL beside it. */
enum rc lite_till_wipe(struct lite_till *till, struct err *err)
{
    sqlite3 *db = till->lite->db;
    (void)sqlite3_exec(db, "PRAGMA secure_delete = ON", NULL, NULL, NULL);
    enum rc rc = wipe_in_one(till, err);
    (void)sqlite3_exec(db, "PRAGMA secure_delete = OFF", NULL, NULL, NULL);
    if (rc != RC_OK)
        return rc;
    till->half = true;
    (void)sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return RC_OK;
}
