/*
 * The log: one line a seat change with how long the seat had been held, one for each note.
 */
#include "config.h"

#include "sync/lite_apply.h"

#include "src/base/list.h"

/* Whom a seat change is about: who has the seat now, or who had it. */
static const struct uuid *subject_of(const struct seat_change *change,
                                     const struct seat_state *before)
{
    bool taken = change->to == SEAT_HELD || change->to == SEAT_SOLD;
    return taken ? &change->holder : &before->holder;
}

/* Who, when and under which key is the same for every line of an act; but a hold that is over ended
 * by itself, whoever takes its seats. */
static void put_who(struct apply *a, struct query *q, enum act act)
{
    bool by_itself = act == ACT_EXPIRE;
    put_int(q, a->now);
    put_int(q, act);
    put_text(q, by_itself ? "sweep" : a->cs->actor.name);
    put_text(q, a->cs->actor.till);
    put_text(q, by_itself ? "" : a->cs->approver);
    put_int(q, by_itself ? ROLE_SERVICE : a->cs->actor.role);
}

/* The same at the end of every line: the key, and where the act came from. */
static void put_origin(struct apply *a, struct query *q, enum act act)
{
    bool by_itself = act == ACT_EXPIRE;
    put_uuid(q, &a->cs->key);
    put_text(q, by_itself ? "" : a->cs->actor.origin.address);
    put_text(q, by_itself ? "" : a->cs->actor.origin.client);
}

static enum rc write_seat_event(struct apply *a, int i)
{
    const struct seat_change *change = &a->cs->seats.at[i];
    struct query q = query_start(a->lite, lite_sql_insert_event);
    put_who(a, &q, change->act);
    put_int(&q, change->show);
    put_int(&q, change->seat);
    put_int(&q, (int64_t)change->seen + 1);
    put_int(&q, change->from);
    put_int(&q, change->to);
    put_uuid(&q, subject_of(change, &a->before[i]));
    put_int(&q, a->held_ms[i]);
    put_text(&q, a->cs->reason);
    put_text(&q, a->cs->note);
    put_origin(a, &q, change->act);
    return apply_end(a, &q);
}

/* A show that is only now being added has its number from the store. */
static int32_t show_of(const struct apply *a, const struct change_note *note)
{
    return note->show == 0 && note->act == ACT_SHOW_ADD ? a->new_show : note->show;
}

static enum rc write_note(struct apply *a, const struct change_note *note)
{
    struct query q = query_start(a->lite, lite_sql_insert_event);
    put_who(a, &q, note->act);
    put_int(&q, show_of(a, note));
    put_int(&q, -1);
    put_int(&q, 0);
    put_int(&q, 0);
    put_int(&q, 0);
    put_uuid(&q, &note->subject);
    put_int(&q, 0);
    put_text(&q, a->cs->reason);
    put_text(&q, note->note);
    put_origin(a, &q, note->act);
    return apply_end(a, &q);
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

/* ---- reading -------------------------------------------------------------------------------- */

static void get_event(struct query *q, struct event *event)
{
    event->id = get_int(q);
    event->at = get_int(q);
    event->act = (enum act)get_int(q);
    get_text(q, event->actor, sizeof event->actor);
    get_text(q, event->till, sizeof event->till);
    get_text(q, event->approver, sizeof event->approver);
    event->role = (enum role)get_int(q);
    event->show = (int32_t)get_int(q);
    event->seat = (int32_t)get_int(q);
    event->version = (uint32_t)get_int(q);
    event->from = (uint8_t)get_int(q);
    event->to = (uint8_t)get_int(q);
    event->subject = get_uuid(q);
    event->held_ms = get_int(q);
    get_text(q, event->reason, sizeof event->reason);
    get_text(q, event->note, sizeof event->note);
    event->key = get_uuid(q);
    get_text(q, event->origin.address, sizeof event->origin.address);
    get_text(q, event->origin.client, sizeof event->origin.client);
    get_text(q, event->label, sizeof event->label);
}

static void put_filter(struct query *q, const struct event_filter *filter)
{
    bool one_seat = filter->show && filter->seat >= 0;
    put_int(q, filter->after);
    put_int(q, filter->show);
    put_int(q, one_seat ? filter->seat : -1);
    put_text(q, filter->actor);
    put_text(q, filter->till);
    put_uuid(q, &filter->subject);
    put_int(q, filter->limit > 0 ? filter->limit : -1);
}

/* One seat's history has an index of its own. */
static const char *statement_for(const struct event_filter *filter)
{
    if (filter->show && filter->seat >= 0)
        return filter->newest_first ? lite_sql_list_seat_events_newest : lite_sql_list_seat_events;
    return filter->newest_first ? lite_sql_list_events_newest : lite_sql_list_events;
}

enum rc lite_event_list(struct store *store, const struct event_filter *filter, struct arena *arena,
                        struct event **events, int *count, struct err *err)
{
    LIST(struct event) list = {0};
    struct query q = query_start(lite_of(store), statement_for(filter));
    put_filter(&q, filter);
    while (query_row(&q))
        get_event(&q, LIST_ADD(arena, &list));
    *events = list.at;
    *count = list.count;
    return query_end(&q, err);
}
