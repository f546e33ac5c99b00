/*
 * The audit log: everything that was done, newest first, narrowed by seat, till, person or order.
 * Reading only: there is no key here that changes anything.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "src/base/text.h"
#include "ui/audit.h"
#include "ui/audit_filter.h"
#include "ui/line.h"
#include "ui/list.h"
#include "ui/screens.h"

enum { ASK_NARROW = 1, AUDIT_SEAT = ACTION_OWN, HEAD_ROWS = 1, ROW_TEXT_SIZE = 640 };
enum { EVENTS_FIRST = 200, EVENTS_MOST = 20000 };
enum { WHEN_COLUMNS = 16, ACT_COLUMNS = 11, WHO_COLUMNS = 13, SEAT_COLUMNS = 14 };

struct audit {
    struct arena *shows_arena;
    struct show *shows;
    int show_count;
    struct arena *arena; /* of the events */
    struct event *at;
    int count, limit;
    uint64_t asked;
    bool known;
    struct list list;
    bool open; /* the one under the cursor is shown whole */
    struct audit_filter filter;
    char typed[LINE_BYTES];
};

static const struct action audit_actions[] = {
    /* L10N: hints behind their key in the last row; at most 12 columns each. */
    {ACTION_OPEN, "open", "Enter i", N_("details"),
     N_("Show one event whole, with the seat before and after."), RIGHT_NONE, 1, 0},
    {ACTION_FIND, "narrow", "/", N_("narrow"),
     N_("Narrow the log: by NAME, till NAME, seat LABEL show ID, order CODE."), RIGHT_NONE, 2, 0},
    {AUDIT_SEAT, "same", "s", N_("same seat"),
     N_("Show all that happened to the seat under the cursor."), RIGHT_NONE, 3, 0},
    {ACTION_REFRESH, "refresh", "z", N_("refresh"), N_("Read the log again."), RIGHT_NONE, 6, 0},
};

/* ---- words -------------------------------------------------------------------------------- */

char *audit_clock(int64_t at, char out[FORMAT_TEXT])
{
    time_t seconds = (time_t)(at / 1000);
    struct tm here = {0};
    localtime_r(&seconds, &here);
    snprintf(out, FORMAT_TEXT, "%02d:%02d:%02d", here.tm_hour, here.tm_min, here.tm_sec);
    return out;
}

static const char *show_id(const struct audit *audit, int32_t no)
{
    for (int i = 0; i < audit->show_count; i++)
        if (audit->shows[i].no == no)
            return audit->shows[i].id;
    return "";
}

/* Words of the house are said in the reader's language; what people typed stays as it is. */
static const char *note_word(const struct event *event)
{
    if (event->act == ACT_SHOW_STATUS)
        return C_("show", event->note);
    if (event->note[0] || !event->reason[0])
        return event->note;
    return _(event->reason);
}

/* What the act changed: the seat's two states, else what the note says. */
static void change_text(const struct event *event, char *out, size_t size)
{
    if (event->seat >= 0)
        snprintf(out, size, "%s > %s", audit_seat_word(event->from), audit_seat_word(event->to));
    else
        text_copy(out, size, note_word(event));
}

/* ---- drawing ------------------------------------------------------------------------------ */

/* Seconds for the last hours, the day for what is older. */
static void when_text_of(const struct view *view, int64_t at, char *out, size_t size)
{
    char text[FORMAT_TEXT];
    bool fresh = at > view->now - INT64_C(43200000);
    text_fit(out, size, fresh ? audit_clock(at, text) : format_day_clock(at, text), WHEN_COLUMNS,
             true);
}

static void row_text(const struct audit *audit, const struct view *view, const struct event *event,
                     char *out, size_t size)
{
    char when[WHEN_COLUMNS * 4 + 1], clock[FORMAT_TEXT], who[PERSON_TEXT + TILL_TEXT + 2];
    char act[ACT_COLUMNS * 4 + 1], person[WHO_COLUMNS * 4 + 1], seat[SEAT_COLUMNS * 4 + 1];
    char change[NOTE_TEXT];
    const char *place = event->label[0] ? event->label : show_id(audit, event->show);
    snprintf(who, sizeof who, "%s %s", event->actor, event->till);
    when_text_of(view, event->at, when, sizeof when);
    text_fit(act, sizeof act, C_("act", act_word(event->act)), ACT_COLUMNS, true);
    text_fit(person, sizeof person, who, WHO_COLUMNS, true);
    text_fit(seat, sizeof seat, place, SEAT_COLUMNS, true);
    change_text(event, change, sizeof change);
    if (view->compact)
        snprintf(out, size, "%.5s %s %s", audit_clock(event->at, clock), act,
                 event->label[0] ? event->label : who);
    else
        snprintf(out, size, "%s %s %s %s %s", when, act, person, seat, change);
}

static void draw_head(const struct audit *audit, const struct view *view, struct canvas *canvas,
                      struct area body)
{
    char act[ACT_COLUMNS * 4 + 1], who[WHO_COLUMNS * 4 + 1], seat[SEAT_COLUMNS * 4 + 1];
    char when[WHEN_COLUMNS * 4 + 1];
    if (audit->typed[0]) {
        draw_printf(canvas, body, 0, 1, STYLE_MATCH, _("only: %s"), audit->typed);
        return;
    }
    text_fit(when, sizeof when, _("When"), WHEN_COLUMNS, true);
    text_fit(act, sizeof act, _("Act"), ACT_COLUMNS, true);
    text_fit(who, sizeof who, _("Who, till"), WHO_COLUMNS, true);
    text_fit(seat, sizeof seat, _("Seat"), SEAT_COLUMNS, true);
    if (!view->compact)
        draw_printf(canvas, body, 0, 1, STYLE_STRONG, "%s %s %s %s %s", when, act, who, seat,
                    _("Before > after"));
}

static void draw_list(const struct audit *audit, const struct view *view, struct canvas *canvas,
                      struct area body)
{
    struct area rows = area_part(body, HEAD_ROWS, 0, -1, -1);
    int top = list_top(&audit->list, rows.rows, audit->count);
    draw_head(audit, view, canvas, body);
    for (int i = top; i < audit->count && i < top + rows.rows; i++) {
        char text[ROW_TEXT_SIZE];
        row_text(audit, view, &audit->at[i], text, sizeof text);
        list_draw_row(&audit->list, canvas, rows, i, top, text);
    }
    list_draw_position(&audit->list, canvas, area_part(body, 0, 0, 1, -1), rows.rows, audit->count);
    if (audit->known && !audit->count)
        draw_text(canvas, rows, 0, 1, STYLE_DIM, _("Nothing was found."));
}

static void audit_draw(const void *state, const struct view *view, struct canvas *canvas,
                       struct area body)
{
    const struct audit *audit = state;
    if (!audit->open) {
        draw_list(audit, view, canvas, body);
        return;
    }
    const struct event *event = &audit->at[audit->list.cursor];
    audit_draw_event(event, show_id(audit, event->show), canvas,
                     area_part(body, body.rows > 16, 1, -1, -1));
}

/* ---- asking ------------------------------------------------------------------------------- */

static const char *or_none(struct arena *arena, const char *text)
{
    return *text ? arena_strdup(arena, text) : NULL;
}

static void look(struct audit *audit, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_AUDIT);
    struct arena *arena = cmd->meta.arena;
    const struct audit_filter *filter = &audit->filter;
    cmd->u.audit.filter = (struct event_filter){.seat = -1,
                                                .actor = or_none(arena, filter->actor),
                                                .till = or_none(arena, filter->till),
                                                .newest_first = true,
                                                .limit = audit->limit};
    cmd->u.audit.show = or_none(arena, filter->show);
    cmd->u.audit.seat = or_none(arena, filter->seat);
    cmd->u.audit.order = or_none(arena, filter->order);
    audit->asked = cmd->id;
}

static void narrow_to(struct audit *audit, const char *text, struct effects *effects)
{
    char wrong[SEAT_TEXT];
    if (!audit_filter_read(text, &audit->filter, wrong)) {
        /* L10N: the words by, till, seat, show and order are typed, in this language or so */
        effect_error(effects,
                     _("\"%s\" is not understood. Type by NAME, till NAME, seat LABEL show ID or "
                       "order CODE."),
                     wrong);
        return;
    }
    text_copy(audit->typed, sizeof audit->typed, audit_filter_is_empty(&audit->filter) ? "" : text);
    audit->limit = EVENTS_FIRST;
    audit->list.cursor = 0;
    audit->open = false;
    look(audit, effects);
}

static void ask_narrow(const struct audit *audit, struct effects *effects)
{
    struct ask *ask = effect_ask(effects, ASK_TEXT, ASK_NARROW);
    /* L10N: before the line in which the log is narrowed; at most 40 columns */
    text_copy(ask->title, sizeof ask->title, _("Only (by, till, seat, order): "));
    text_copy(ask->body, sizeof ask->body, audit->typed);
}

static void same_seat(struct audit *audit, struct effects *effects)
{
    const struct event *event = &audit->at[audit->list.cursor];
    char text[LINE_BYTES];
    if (event->seat < 0 || !event->label[0]) {
        effect_say(effects, "%s", _("This event is not about a seat."));
        return;
    }
    snprintf(text, sizeof text, "seat \"%s\" show %s", event->label, show_id(audit, event->show));
    narrow_to(audit, text, effects);
}

/* At the end of what has come there may be more. */
static void look_further(struct audit *audit, struct effects *effects)
{
    if (audit->list.cursor < audit->count - 1 || audit->count < audit->limit ||
        audit->limit >= EVENTS_MOST || audit->asked)
        return;
    audit->limit *= 2;
    look(audit, effects);
}

/* ---- keys --------------------------------------------------------------------------------- */

static void act(struct audit *audit, const struct view *view, const struct input *input,
                struct effects *effects)
{
    if (list_move(&audit->list, input->action, input->count, view->rows - HEAD_ROWS,
                  audit->count)) {
        look_further(audit, effects);
    } else if (input->action == ACTION_FIND) {
        ask_narrow(audit, effects);
    } else if (input->action == ACTION_REFRESH) {
        look(audit, effects);
    } else if (audit->count && input->action == ACTION_OPEN) {
        audit->open = true;
    } else if (audit->count && input->action == AUDIT_SEAT) {
        same_seat(audit, effects);
    }
}

static void audit_input(void *state, const struct view *view, const struct input *input,
                        struct effects *effects)
{
    struct audit *audit = state;
    if (input->kind == INPUT_ACTION)
        act(audit, view, input, effects);
    else if (input->kind == INPUT_ANSWERED)
        narrow_to(audit, input->text, effects);
    else if (input->kind == INPUT_SCAN)
        narrow_to(audit, input->text, effects);
    else if (list_click(&audit->list, input, audit->count))
        audit->open = true;
    list_clamp(&audit->list, audit->count);
}

/* An argument is what the log is narrowed to. */
static void audit_open(void *state, const struct view *view, const char *argument,
                       struct effects *effects)
{
    effect_send(effects, CMD_SHOWS);
    narrow_to(state, argument, effects);
}

static void audit_close(void *state)
{
    struct audit *audit = state;
    arena_free(&audit->arena);
    arena_free(&audit->shows_arena);
}

static bool audit_back(void *state, const struct view *view, struct effects *effects)
{
    struct audit *audit = state;
    if (audit->open)
        audit->open = false;
    else if (audit->typed[0])
        narrow_to(audit, "", effects);
    else
        return false;
    return true;
}

/* ---- answers ------------------------------------------------------------------------------ */

static void take_events(struct audit *audit, struct evt *evt)
{
    arena_free(&audit->arena);
    audit->arena = evt->arena;
    evt->arena = NULL;
    audit->at = evt->u.events.at;
    audit->count = evt->u.events.count;
    audit->known = true;
    audit->open = audit->open && audit->count > 0;
    list_clamp(&audit->list, audit->count);
}

static void take_shows(struct audit *audit, struct evt *evt)
{
    arena_free(&audit->shows_arena);
    audit->shows_arena = evt->arena;
    evt->arena = NULL;
    audit->shows = evt->u.shows.at;
    audit->show_count = evt->u.shows.count;
}

static void audit_answer(void *state, const struct view *view, struct evt *evt,
                         struct effects *effects)
{
    struct audit *audit = state;
    bool mine = evt->id == audit->asked;
    if (mine)
        audit->asked = 0;
    if (evt->outcome.verdict != VERDICT_OK)
        effect_refused(effects, &evt->outcome);
    else if (evt->cmd == CMD_SHOWS)
        take_shows(audit, evt);
    else if (mine)
        take_events(audit, evt);
}

static bool audit_offers(const void *state, const struct view *view, const struct action *action)
{
    const struct audit *audit = state;
    if (action->id == AUDIT_SEAT)
        return audit->count && audit->at[audit->list.cursor].seat >= 0;
    return action->id != ACTION_OPEN || (audit->count && !audit->open);
}

const struct screen screen_audit = {
    .name = "audit",
    .title = N_("AUDIT"),
    .help = N_("Audit log"),
    .go = 'u',
    .right = RIGHT_AUDIT,
    .moves = MOVES_LIST,
    .actions = audit_actions,
    .action_count = COUNT_OF(audit_actions),
    .state_size = sizeof(struct audit),
    .open = audit_open,
    .close = audit_close,
    .draw = audit_draw,
    .input = audit_input,
    .answer = audit_answer,
    .back = audit_back,
    .offers = audit_offers,
};
