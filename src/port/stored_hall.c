/* Halls, the seats of a show by section, reports, the log, and what a key has done. */
#include "config.h"

#include "src/port/stored.h"

#include <string.h>

#include "src/base/clock.h"

static void told_hall(struct ask *ask, struct hall *hall)
{
    told_text(ask, hall->id, sizeof hall->id);
    told_text(ask, hall->name, sizeof hall->name);
    hall->no = (int32_t)told_int(ask);
    hall->seats = (int32_t)told_int(ask);
    hall->next_seat = (int32_t)told_int(ask);
    hall->plan_version = (int32_t)told_int(ask);
    hall->version = (uint32_t)told_int(ask);
}

enum rc stored_hall_find(struct store *store, const char *id, struct hall *hall, bool *found,
                         struct err *err)
{
    struct ask ask = ask_start(store, SQL_FIND_HALL);
    ask_text(&ask, id);
    *found = ask_row(&ask);
    if (*found)
        told_hall(&ask, hall);
    return ask_end(&ask, err);
}

enum rc stored_hall_list(struct store *store, struct arena *arena, struct hall **halls, int *count,
                         struct err *err)
{
    LIST(struct hall) list = {0};
    struct ask ask = ask_start(store, SQL_LIST_HALLS);
    while (ask_row(&ask))
        told_hall(&ask, LIST_ADD(arena, &list));
    *halls = list.at;
    *count = list.count;
    return ask_end(&ask, err);
}

enum rc stored_hall_seats_in_use(struct store *store, int32_t hall_no, int64_t now,
                                 struct arena *arena, int32_t **seats, int *count, struct err *err)
{
    struct ask ask = ask_start(store, SQL_LIST_SEATS_IN_USE);
    ask_int(&ask, hall_no);
    ask_int(&ask, now);
    return ask_numbers(&ask, arena, seats, count, err);
}

enum rc stored_show_sections(struct store *store, int32_t show, int64_t now, struct arena *arena,
                             struct section_count **sections, int *count, struct err *err)
{
    LIST(struct section_count) list = {0};
    struct ask ask = ask_start(store, SQL_COUNT_SECTIONS);
    ask_int(&ask, show);
    ask_int(&ask, now);
    while (ask_row(&ask)) {
        struct section_count *section = LIST_ADD(arena, &list);
        told_text(&ask, section->section, sizeof section->section);
        section->count.available = (int32_t)told_int(&ask);
        section->count.held = (int32_t)told_int(&ask);
        section->count.sold = (int32_t)told_int(&ask);
        section->count.blocked = (int32_t)told_int(&ask);
        section->count.revenue = told_int(&ask);
    }
    *sections = list.at;
    *count = list.count;
    return ask_end(&ask, err);
}

/* ---- reports --------------------------------------------------------------------------------- */

static void told_report(struct ask *ask, struct report_row *row)
{
    told_text(ask, row->label, sizeof row->label);
    row->at = told_int(ask);
    row->tickets = told_int(ask);
    row->gross = told_int(ask);
    row->fees = told_int(ask);
    row->tax = told_int(ask);
    row->discounts = told_int(ask);
    row->refunded = told_int(ask);
    row->kept = told_int(ask);
    row->late = told_int(ask);
}

enum rc stored_report(struct store *store, const struct report_filter *filter, struct arena *arena,
                      struct report_row **rows, int *count, struct err *err)
{
    LIST(struct report_row) list = {0};
    struct ask ask = ask_start(store, filter->group == REPORT_BY_TENDER ? SQL_REPORT_TENDERS
                                                                        : SQL_REPORT_TICKETS);
    ask_int(&ask, filter->group);
    ask_int(&ask, filter->show);
    ask_int(&ask, filter->from);
    ask_int(&ask, filter->until);
    while (ask_row(&ask))
        told_report(&ask, LIST_ADD(arena, &list));
    *rows = list.at;
    *count = report_fold(list.at, list.count, filter->group, clock_offset_min);
    return ask_end(&ask, err);
}

/* ---- the log --------------------------------------------------------------------------------- */

static void told_event(struct ask *ask, struct event *event)
{
    const int64_t id = told_int(ask);
    told_row(ask, &shape_event, event);
    event->id = id;
    told_text(ask, event->label, sizeof event->label);
}

/* One seat's history has an index of its own; one thing's is for clerks too, where the store asks
 * who reads. */
static enum statement events_wanted(const struct store *store, const struct event_filter *filter)
{
    if (filter->show && filter->seat >= 0)
        return filter->newest_first ? SQL_LIST_SEAT_EVENTS_NEWEST : SQL_LIST_SEAT_EVENTS;
    if (!uuid_is_zero(&filter->subject) && ask_has(store, SQL_LIST_STORY))
        return filter->newest_first ? SQL_LIST_STORY_NEWEST : SQL_LIST_STORY;
    return filter->newest_first ? SQL_LIST_EVENTS_NEWEST : SQL_LIST_EVENTS;
}

enum rc stored_event_list(struct store *store, const struct event_filter *filter,
                          struct arena *arena, struct event **events, int *count, struct err *err)
{
    LIST(struct event) list = {0};
    struct ask ask = ask_start(store, events_wanted(store, filter));
    ask_int(&ask, filter->after);
    ask_int(&ask, filter->show);
    ask_text(&ask, filter->actor);
    ask_text(&ask, filter->till);
    ask_uuid(&ask, &filter->subject);
    ask_limit(&ask, filter->limit);
    if (filter->show && filter->seat >= 0)
        ask_int(&ask, filter->seat);
    while (ask_row(&ask))
        told_event(&ask, LIST_ADD(arena, &list));
    *events = list.at;
    *count = list.count;
    return ask_end(&ask, err);
}

/* ---- keys of acts ---------------------------------------------------------------------------- */

enum rc stored_receipt_read(struct store *store, const struct uuid *key,
                            const uint8_t fingerprint[FINGERPRINT_SIZE], struct arena *arena,
                            struct apply_result *result, bool *found, struct err *err)
{
    uint8_t seen[FINGERPRINT_SIZE];
    memset(result, 0, sizeof *result);
    struct ask ask = ask_start(store, SQL_READ_RECEIPT);
    ask_uuid(&ask, key);
    *found = ask_row(&ask);
    if (*found) {
        told_bytes(&ask, seen, sizeof seen);
        result->act = (enum act)told_int(&ask);
        result->last_event = told_int(&ask);
        const bool same = memcmp(seen, fingerprint, sizeof seen) == 0;
        result->applied = same ? APPLIED_REPLAY : APPLIED_MISMATCH;
        result->answer = same ? ask.ops->get_text_in(ask_query(&ask), arena) : "";
    }
    return ask_end(&ask, err);
}
