/*
 * Seats of the basket that somebody took away: who did, why, and what there is instead. Two quiet
 * questions (the log, then the best offer) and one sentence. Seats that the person let go at
 * another till are not told of.
 *
 * A till that has gone alone or come home asks for the whole basket: what one store was told of it
 * the other may never have heard, or judged otherwise.
 */
#include "config.h"

#include "ui/console_private.h"

#include <stdio.h>
#include <string.h>

#include "ui/format.h"

enum { EVENTS_ASKED = 64 };

void console_lost_seats(struct console *console, const struct lost_seats *lost)
{
    struct effects effects = console_effects(console);
    struct cmd *cmd = effect_look(&effects, CMD_EVENTS);
    cmd->u.events = (struct event_filter){.show = console->model.map.show.no,
                                          .seat = -1,
                                          .subject = lost->hold,
                                          .newest_first = true,
                                          .limit = EVENTS_ASKED};
    console->bereft = (struct bereft){.asked = cmd->id, .seats = *lost};
    console_do(console, &effects, 0);
}

/* ---- who ---------------------------------------------------------------------------------- */

static bool is_among(const struct lost_seats *lost, int32_t seat)
{
    for (int i = 0; i < lost->count; i++)
        if (lost->seats[i] == seat)
            return true;
    return false;
}

static const struct event *find_taker(const struct evt *evt, const struct lost_seats *lost,
                                      const char *me)
{
    for (int i = 0; i < evt->u.events.count; i++) {
        const struct event *event = &evt->u.events.at[i];
        bool taken = event->act == ACT_OVERRIDE || event->act == ACT_TRANSFER;
        if (taken && is_among(lost, event->seat) && strcmp(event->actor, me) != 0)
            return event;
    }
    return NULL;
}

/* The house may have found that the time was up before this console's clock did. */
static bool ran_out(const struct evt *evt, const struct lost_seats *lost)
{
    for (int i = 0; i < evt->u.events.count; i++)
        if (evt->u.events.at[i].act == ACT_EXPIRE && is_among(lost, evt->u.events.at[i].seat))
            return true;
    return false;
}

static void tell_ran_out(struct console *console, const struct lost_seats *lost)
{
    for (int i = 0; i < lost->count; i++)
        draft_note_ended(&console->draft, console->model.map.show.no, &lost->hold, lost->seats[i]);
    console_holds_ended(console);
}

/* event NULL: nobody took them, they were never got. */
static void word_loss(const struct event *event, const struct lost_seats *lost,
                      char told[MESSAGE_TEXT])
{
    struct seat_names seats = {.room = 96};
    const char *reason = event && event->reason[0] ? _(event->reason) : _("no reason given");
    for (int i = 0; i < lost->count; i++)
        seat_names_add(&seats, lost->labels[i]);
    if (!event)
        /* L10N: your seats, which somebody else had first */
        snprintf(told, MESSAGE_TEXT, _("Meanwhile somebody else has got %s."), seats.text + 1);
    else if (event->act == ACT_TRANSFER)
        /* L10N: who gave your seats to somebody else, which seats, why */
        snprintf(told, MESSAGE_TEXT, _("%s gave %s to somebody else (%s)."), event->actor,
                 seats.text + 1, reason);
    else
        /* L10N: who released which of your seats, and why: "mark released C14 (till stuck)." */
        snprintf(told, MESSAGE_TEXT, _("%s released %s (%s)."), event->actor, seats.text + 1,
                 reason);
}

/* ---- what instead ------------------------------------------------------------------------- */

static void ask_best(struct console *console)
{
    struct effects effects = console_effects(console);
    struct cmd *cmd = effect_look(&effects, CMD_BEST);
    cmd->u.best.show = arena_strdup(cmd->meta.arena, console->model.map.show.id);
    cmd->u.best.request = (struct best_request){.count = console->bereft.seats.count,
                                                .class_no = -1,
                                                .section = -1,
                                                .channel = CHANNEL_COUNTER};
    console->bereft.asked = cmd->id;
    console_do(console, &effects, 0);
}

static void hear_who(struct console *console, const struct evt *evt)
{
    struct bereft *bereft = &console->bereft;
    const struct event *taker = NULL;
    if (evt->outcome.verdict == VERDICT_OK)
        taker = find_taker(evt, &bereft->seats, console->model.actor.name);
    if (!taker && !bereft->seats.taken) {
        if (evt->outcome.verdict == VERDICT_OK && ran_out(evt, &bereft->seats))
            tell_ran_out(console, &bereft->seats);
        return;
    }
    word_loss(taker, &bereft->seats, bereft->told);
    console->bell = true;
    if (console->model.open)
        ask_best(console);
    else
        console_say(console, true, bereft->told);
}

static void hear_best(struct console *console, const struct evt *evt)
{
    const struct bereft *bereft = &console->bereft;
    char text[MESSAGE_TEXT];
    if (evt->outcome.verdict != VERDICT_OK || evt->u.best.result.count < 1)
        snprintf(text, sizeof text, _("%s There is nothing like it."), bereft->told);
    else
        /* L10N: who took which seats and why; then the first seat of the best offer instead. b is
         * a key. */
        snprintf(text, sizeof text,
                 evt->u.best.result.count == 1 ? _("%s Next best: %s (b holds it).")
                                               : _("%s Next best: from %s on (b holds)."),
                 bereft->told, evt->u.best.labels[0]);
    console->draft.instead = bereft->seats.count;
    console_say(console, true, text);
}

bool console_lost_answer(struct console *console, const struct evt *evt)
{
    if (!console->bereft.asked || evt->id != console->bereft.asked)
        return false;
    console_forget_pending(console, evt->id);
    console->bereft.asked = 0;
    if (evt->cmd == CMD_EVENTS)
        hear_who(console, evt);
    else
        hear_best(console, evt);
    return true;
}

/* ---- another store ------------------------------------------------------------------------ */

void console_ask_basket(struct console *console)
{
    struct effects effects = console_effects(console);
    if (!console->model.actor.name[0])
        return;
    console->basket_asked = effect_look(&effects, CMD_BASKET)->id;
    console_do(console, &effects, 0);
}

bool console_basket_answer(struct console *console, const struct evt *evt)
{
    if (!console->basket_asked || evt->id != console->basket_asked)
        return false;
    console_forget_pending(console, evt->id);
    console->basket_asked = 0;
    return true;
}
