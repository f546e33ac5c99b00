/*
 * The log: one line a seat change with how long the seat had been held, one for each note.
 */
#include "config.h"

#include "src/base/text.h"
#include "sync/lite_apply.h"

/* Whom a seat change is about: who has the seat now, or who had it. */
static const struct uuid *subject_of(const struct seat_change *change,
                                     const struct seat_state *before)
{
    bool taken = change->to == SEAT_HELD || change->to == SEAT_SOLD;
    return taken ? &change->holder : &before->holder;
}

/* Who, when and under which key is the same for every line of an act; but a hold that is over ended
 * by itself, whoever takes its seats. */
static struct event event_of(const struct apply *a, enum act act, const char *note)
{
    const struct changeset *cs = a->cs;
    const bool by_itself = act == ACT_EXPIRE;
    struct event event = {.at = a->now,
                          .act = act,
                          .role = by_itself ? ROLE_SERVICE : cs->actor.role,
                          .seat = -1,
                          .key = cs->key};
    text_copy(event.actor, sizeof event.actor, by_itself ? "sweep" : cs->actor.name);
    text_copy(event.till, sizeof event.till, cs->actor.till);
    text_copy(event.approver, sizeof event.approver, by_itself ? "" : cs->approver);
    if (*event.approver)
        event.approval = a->lite->till ? APPROVAL_TILL : APPROVAL_HOUSE;
    text_copy(event.reason, sizeof event.reason, cs->reason);
    text_copy(event.note, sizeof event.note, note);
    text_copy(event.address, sizeof event.address, by_itself ? "" : cs->actor.origin.address);
    text_copy(event.client, sizeof event.client, by_itself ? "" : cs->actor.origin.client);
    return event;
}

static enum rc write_event(struct apply *a, const struct event *event)
{
    struct query q = query_start(a->lite, lite_sql_insert_event);
    lite_put_row(&q, &shape_event, event);
    return apply_end(a, &q);
}

static enum rc write_seat_event(struct apply *a, int i)
{
    const struct seat_change *change = &a->cs->seats.at[i];
    struct event event = event_of(a, change->act, a->cs->note);
    event.show = change->show;
    event.seat = change->seat;
    event.version = change->seen + 1;
    event.from = change->from;
    event.to = change->to;
    event.subject = *subject_of(change, &a->before[i]);
    event.held_ms = a->held_ms[i];
    return write_event(a, &event);
}

/* A show that is only now being added has its number from the store. */
static int32_t show_of(const struct apply *a, const struct change_note *note)
{
    return note->show == 0 && note->act == ACT_SHOW_ADD ? a->new_show : note->show;
}

static enum rc write_note(struct apply *a, const struct change_note *note)
{
    struct event event = event_of(a, note->act, note->note);
    event.show = show_of(a, note);
    event.subject = note->subject;
    return write_event(a, &event);
}

enum rc apply_events(struct apply *a)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < a->cs->seats.count && rc == RC_OK; i++)
        rc = write_seat_event(a, i);
    for (int i = 0; i < a->cs->notes.count && rc == RC_OK; i++)
        rc = write_note(a, &a->cs->notes.at[i]);
    if (rc == RC_OK && a->cs->seats.count + a->cs->notes.count > 0)
        a->result->last_event = sqlite3_last_insert_rowid(a->lite->db);
    return rc;
}

enum rc lite_last_event(struct lite *lite, int64_t *id, struct err *err)
{
    struct query q = query_start(lite, lite_sql_read_last_event);
    *id = query_row(&q) ? get_int(&q) : 0;
    return query_end(&q, err);
}
