/* One line of the audit log, whole: who, where, before and after. */
#include "config.h"

#include "ui/audit.h"

#include <stdio.h>

#include "src/base/clock.h"
#include "src/base/text.h"
#include "src/domain/audit_report.h"
#include "ui/format.h"
#include "ui/intl.h"

enum { LABEL_COLUMNS = 14, LINE_TEXT = 512 };

struct pen {
    struct canvas *canvas;
    struct area area;
    int row;
};

static void put(struct pen *pen, const char *label, const char *text)
{
    char fitted[LABEL_COLUMNS * 4 + 1];
    if (!*text || pen->row >= pen->area.rows)
        return;
    text_fit(fitted, sizeof fitted, label, LABEL_COLUMNS, true);
    draw_text(pen->canvas, pen->area, pen->row, 0, STYLE_DIM, fitted);
    pen->row += draw_wrapped(pen->canvas, area_part(pen->area, pen->row, LABEL_COLUMNS, -1, -1),
                             STYLE_TEXT, text);
}

static void put_uuid(struct pen *pen, const char *label, const struct uuid *id)
{
    char text[UUID_TEXT];
    put(pen, label, uuid_is_zero(id) ? "" : uuid_text(id, text));
}

const char *audit_seat_word(uint8_t status)
{
    /* L10N: how a seat stood before or after an act; at most 12 columns each. */
    static const char *const words[] = {[SEAT_AVAILABLE] = N_("free"),
                                        [SEAT_HELD] = N_("held"),
                                        [SEAT_SOLD] = N_("sold"),
                                        [SEAT_BLOCKED] = N_("blocked")};
    return status < COUNT_OF(words) && words[status] ? _(words[status]) : "?";
}

static void put_change(struct pen *pen, const struct event *event)
{
    char text[LINE_TEXT], held[FORMAT_TEXT];
    if (event->seat < 0)
        return;
    /* L10N: before a line of an event; at most 13 columns */
    put(pen, _("Before"), audit_seat_word(event->from));
    /* L10N: before a line of an event; at most 13 columns */
    put(pen, _("After"), audit_seat_word(event->to));
    snprintf(text, sizeof text, "%u", event->version);
    /* L10N: how often the seat has changed so far; at most 13 columns */
    put(pen, _("Change no."), text);
    if (event->held_ms > 0)
        /* L10N: before a line of an event; at most 13 columns */
        put(pen, _("Had been held"), format_left(event->held_ms, held));
}

static void put_who(struct pen *pen, const struct event *event)
{
    char text[LINE_TEXT], place[EVENT_PLACE_TEXT], approver[APPROVER_TEXT];
    snprintf(text, sizeof text, "%s (%s)", event->actor, C_("role", role_name(event->role)));
    put(pen, _("Who"), text);
    /* L10N: before a line of an event; at most 13 columns */
    put(pen, _("Signed by"),
        approver_words(event->approver, event->approval, event->till, approver));
    put(pen, _("Till"), event_place(event, place));
}

void audit_draw_event(const struct event *event, const char *show, struct canvas *canvas,
                      struct area area)
{
    struct pen pen = {.canvas = canvas, .area = area};
    char text[LINE_TEXT], day[FORMAT_TEXT], clock[FORMAT_TEXT], utc[TIME_TEXT];
    snprintf(text, sizeof text, "%lld  %s", (long long)event->id, C_("act", act_word(event->act)));
    /* L10N: before a line of an event; at most 13 columns */
    put(&pen, _("Event"), text);
    snprintf(text, sizeof text, "%s %s (%s)", format_day(event->at, day),
             audit_clock(event->at, clock), time_text(event->at, utc));
    put(&pen, _("When"), text);
    put_who(&pen, event);
    put(&pen, _("Show"), show);
    put(&pen, _("Seat"), event->label);
    put_change(&pen, event);
    put(&pen, _("Reason"), *event->reason ? _(event->reason) : ""); /* ours have a translation */
    put(&pen, _("Note"), event->note);
    /* L10N: the id of the hold, order or shift an event is about; at most 13 columns */
    put_uuid(&pen, _("About"), &event->subject);
    /* L10N: before a line of an event; at most 13 columns */
    put_uuid(&pen, _("Key"), &event->key);
    draw_cursor(canvas, area, 0, 0);
}
