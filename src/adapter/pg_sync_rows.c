/* What a batch writes, as parameters of loge.sync_write: rows in the order of their types. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/adapter/pg_answer.h"
#include "src/adapter/pg_rows.h"
#include "src/adapter/pg_sync.h"

/* ---- entries -------------------------------------------------------------------------------- */

enum left_part { LEFT_SHOW, LEFT_SEAT, LEFT_VERSION };

static int64_t value_of(const struct merge_seat *seat, enum left_part part)
{
    if (part == LEFT_VERSION)
        return seat->left;
    return part == LEFT_SHOW ? seat->show : seat->seat;
}

static void row_left(struct rows *rows, const struct entry_out *entry, enum left_part part)
{
    struct rows array = rows_start(rows->arena);
    rows_array(&array);
    for (int i = 0; i < entry->left_count; i++) {
        const struct merge_seat *seat = &entry->left[i];
        if (seat->left_known)
            row_int(&array, value_of(seat, part));
    }
    row_text(rows, rows_end(&array));
}

static void row_act(struct rows *rows, const struct changeset *act)
{
    row_int(rows, act ? (int)act->act : ACT_CONFLICT);
    row_text(rows, act ? act->actor.name : "");
    row_text(rows, act ? act->approver : "");
    row_text(rows, act ? act->reason : "");
    row_text(rows, act ? act->note : "");
    row_text(rows, act && act->answer ? act->answer : "");
}

static void row_entry(struct rows *rows, int n, const struct entry_out *entry)
{
    row_int(rows, n);
    row_int(rows, (int64_t)entry->receipt.seq);
    row_int(rows, entry->receipt.epoch);
    row_uuid(rows, &entry->receipt.uid);
    row_int(rows, (int64_t)entry->place + 1);
    row_int(rows, entry->size);
    row_int(rows, entry->receipt.state);
    row_int(rows, entry->receipt.reason);
    row_int(rows, entry->receipt.heading);
    row_int(rows, entry->made_at);
    row_act(rows, entry->act);
    if (entry->was_done)
        row_int(rows, entry->done);
    else
        row_null(rows);
    row_left(rows, entry, LEFT_SHOW);
    row_left(rows, entry, LEFT_SEAT);
    row_left(rows, entry, LEFT_VERSION);
    row_text(rows, entry->act ? entry->act->actor.origin.address : "");
    row_text(rows, entry->act ? entry->act->actor.origin.client : "");
}

static const char *rows_of_entries(const struct pg_sync *sync)
{
    struct rows rows = rows_start(sync->arena);
    for (int i = 0; i < sync->out.entries.count; i++) {
        row_open(&rows);
        row_entry(&rows, i + 1, &sync->out.entries.at[i]);
        row_close(&rows);
    }
    return rows_end(&rows);
}

/* ---- seats and notes ------------------------------------------------------------------------ */

static void row_step(struct rows *rows, const struct step_out *step)
{
    const struct seat_change *change = &step->change;
    bool taken = change->to == SEAT_HELD || change->to == SEAT_SOLD;
    row_int(rows, step->n);
    row_int(rows, step->entry);
    row_int(rows, change->show);
    row_int(rows, change->seat);
    row_int(rows, change->seen);
    row_int(rows, change->act);
    row_int(rows, change->from);
    row_int(rows, change->to);
    if (taken)
        row_uuid(rows, &change->holder);
    else
        row_null(rows);
    row_uuid(rows, &change->was);
    row_int(rows, change->to == SEAT_HELD ? change->held_until : 0);
}

static void row_note(struct rows *rows, const struct note_out *note)
{
    row_int(rows, note->n);
    row_int(rows, note->entry);
    row_int(rows, note->note.act);
    row_int(rows, note->note.show);
    row_uuid(rows, &note->note.subject);
    row_text(rows, note->note.note);
}

/* ---- the door, and what has to be known ------------------------------------------------------ */

/* Who is one too many. */
static void row_twice(struct rows *rows, const struct passages *all)
{
    struct rows twice = rows_start(rows->arena);
    rows_array(&twice);
    for (int i = 0; i < all->count; i++)
        if (all->at[i].twice)
            row_uuid(&twice, &all->at[i].act);
    row_text(rows, rows_end(&twice));
}

static void row_admission(struct rows *rows, const struct admission_out *admission)
{
    const struct passages *all = &admission->passages;
    row_uuid(rows, &admission->ticket);
    row_int(rows, admission->show);
    row_bool(rows, all->inside);
    row_int(rows, all->entries);
    row_int(rows, all->last_at);
    row_int(rows, admission->gate);
    row_uuid(rows, &all->counted);
    row_int(rows, all->first_at);
    row_twice(rows, all);
}

static void row_seats(struct rows *rows, const struct conflict_out *conflict)
{
    struct rows seats = rows_start(rows->arena), owners = rows_start(rows->arena);
    rows_array(&seats);
    rows_array(&owners);
    for (int i = 0; i < conflict->seat_count; i++) {
        const struct merge_seat *seat = &conflict->seats[i];
        row_int(&seats, seat->seat);
        if (uuid_is_zero(&seat->state.holder))
            row_word(&owners, "NULL");
        else
            row_uuid(&owners, &seat->state.holder);
    }
    row_text(rows, rows_end(&seats));
    row_text(rows, rows_end(&owners));
}

static void row_conflict(struct rows *rows, const struct conflict_out *conflict)
{
    row_int(rows, conflict->entry);
    row_int(rows, conflict->show);
    row_seats(rows, conflict);
    row_uuid(rows, &conflict->sale);
    row_uuid(rows, &conflict->ticket);
    row_int(rows, conflict->amount);
    row_text(rows, conflict->about);
}

#define ROWS_OF(list, write)                                           \
    static const char *rows_of_sync_##list(const struct pg_sync *sync) \
    {                                                                  \
        struct rows rows = rows_start(sync->arena);                    \
        for (int i = 0; i < sync->out.list.count; i++) {               \
            row_open(&rows);                                           \
            write(&rows, &sync->out.list.at[i]);                       \
            row_close(&rows);                                          \
        }                                                              \
        return rows_end(&rows);                                        \
    }

ROWS_OF(steps, row_step)
ROWS_OF(notes, row_note)
ROWS_OF(admissions, row_admission)
ROWS_OF(conflicts, row_conflict)

static const char *rows_of_bags(const struct pg_sync *sync)
{
    struct changeset *cs = changeset_new(sync->arena);
    for (int i = 0; i < sync->rows.bags.count; i++)
        *LIST_ADD(sync->arena, &cs->checkins) = sync->rows.bags.at[i].row;
    return rows_of_list(cs, ROWS_CHECKINS);
}

static const char *versions_of_bags(const struct pg_sync *sync)
{
    uint32_t *seen = arena_array(sync->arena, (size_t)sync->rows.bags.count + 1, sizeof *seen);
    for (int i = 0; i < sync->rows.bags.count; i++)
        seen[i] = sync->rows.bags.at[i].seen;
    return rows_of_versions(sync->arena, seen, sync->rows.bags.count);
}

/* ---- the call ------------------------------------------------------------------------------- */

static void put_all(struct query *q, const struct pg_sync *sync)
{
    const struct changeset *rows = sync->rows.write;
    pg_put_uuid(q, &sync->device.id);
    pg_put_bytes(q, sync->proof, sizeof sync->proof);
    pg_put_bytes(q, sync->out.bytes, sync->out.size);
    pg_put_rows(q, rows_of_entries(sync));
    pg_put_rows(q, rows_of_sync_steps(sync));
    pg_put_rows(q, rows_of_sync_notes(sync));
    pg_put_rows(q, rows_of_holds(rows, true));
    pg_put_rows(q, rows_of_holds(rows, false));
    pg_put_order_rows(q, rows);
    pg_put_rows(q, rows_of_sync_admissions(sync));
    pg_put_rows(q, rows_of_list(rows, ROWS_SCANS));
    pg_put_rows(q, rows_of_sync_conflicts(sync));
}

/* Something in the rows themselves: a contradiction, no text, a step that is none. */
static bool is_about_rows(const PGresult *failed)
{
    const char *state = pg_state(failed);
    const char *message = failed ? PQresultErrorField(failed, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    if (strcmp(state, "LG001") == 0)
        return message && atoi(message) != ANSWER_NOT_ALLOWED;
    return strncmp(state, "22", 2) == 0 || strncmp(state, "23", 2) == 0;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static void look_meanwhile(void *ctx)
{
    pg_sync_look_for_forgery(ctx);
}

/* Rows that the database may not take; sync->wrong says that it does not. */
static bool send_rows(struct pg_sync *sync, struct query *q)
{
    struct err err;
    PGresult *answer = pg_query_send_while(q, look_meanwhile, sync);
    bool good = answer && PQresultStatus(answer) == PGRES_TUPLES_OK;
    if (!good) {
        sync->wrong = is_about_rows(answer);
        pg_log_wall(sync->pg, NULL, answer);
        (void)pg_sync_fail(sync, pg_fail(sync->pg, answer, &err), &err);
    }
    PQclear(answer);
    return good;
}

static bool prepare(struct pg_sync *sync, const char *sql)
{
    struct err err;
    enum rc rc = pg_prepare(sync->pg, sql, &err);
    return rc == RC_OK || pg_sync_fail(sync, rc, &err);
}

static bool salvage(struct pg_sync *sync, const char *sql, const char *rows)
{
    struct query q = pg_query_start(sync->pg, sql);
    if (!prepare(sync, sql))
        return false;
    pg_put_uuid(&q, &sync->device.id);
    pg_put_bytes(&q, sync->proof, sizeof sync->proof);
    pg_put_rows(&q, rows);
    return send_rows(sync, &q);
}

static bool salvage_money(struct pg_sync *sync)
{
    const struct changeset *money = sync->rows.money;
    return (!money->payments.count ||
            salvage(sync, pg_sql_sync_salvage, rows_of_list(money, ROWS_PAYMENTS))) &&
           (!money->moves.count ||
            salvage(sync, pg_sql_sync_salvage_moves, rows_of_list(money, ROWS_MOVES)));
}

static bool send_bags(struct pg_sync *sync)
{
    struct query q = pg_query_start(sync->pg, pg_sql_sync_bags);
    if (!sync->rows.bags.count && !sync->rows.bag_twice)
        return true;
    if (!prepare(sync, pg_sql_sync_bags))
        return false;
    pg_put_uuid(&q, &sync->device.id);
    pg_put_bytes(&q, sync->proof, sizeof sync->proof);
    pg_put_rows(&q, rows_of_bags(sync));
    pg_put_text(&q, versions_of_bags(sync));
    return send_rows(sync, &q);
}

bool pg_sync_send(struct pg_sync *sync)
{
    struct query q = pg_query_start(sync->pg, pg_sql_sync_write);
    if (!prepare(sync, pg_sql_sync_write))
        return false;
    put_all(&q, sync);
    return send_rows(sync, &q) && salvage_money(sync) && send_bags(sync);
}
