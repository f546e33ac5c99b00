/*
 * What tills did alone that did not fit: told once to whoever may decide it, and asked for,
 * quietly, while a show is open, so that the map can mark the seats it is about.
 */
#include "config.h"

#include "ui/console_private.h"

#include <stdio.h>

/* They stay in the basket's row until they are decided. */
static void tell(struct console *console)
{
    int now = console->model.health.conflicts, before = console->conflicts_told;
    const struct actor *actor = &console->model.actor;
    char text[MESSAGE_TEXT];
    if (!actor->name[0] || !rights_may(actor->role, RIGHT_TILLS))
        return;
    console->conflicts_told = now;
    if (now <= before)
        return;
    snprintf(text, sizeof text,
             ngettext("%d conflict is to be decided: g y shows it.",
                      "%d conflicts are to be decided: g y shows them.", (unsigned long)now),
             now);
    console_say(console, true, text);
    console->bell = true;
}

static void ask(struct console *console)
{
    struct effects effects = console_effects(console);
    console->marks.asked = effect_look(&effects, CMD_CONFLICTS)->id;
    console->marks.count = console->model.health.conflicts;
    console_do(console, &effects, 0);
}

void console_conflicts_hear(struct console *console, const struct evt *evt)
{
    bool answer = evt->kind == EVT_ANSWER && evt->outcome.verdict == VERDICT_OK;
    bool health = evt->kind == EVT_HEALTH || (answer && evt->cmd == CMD_HEALTH);
    if (health || (answer && cmd_signs_in(evt->cmd)))
        tell(console);
    if (answer && evt->cmd == CMD_OPEN_SHOW)
        console->marks.count = 0; /* a fresh map has none */
    if (console->model.open && console->model.actor.name[0] &&
        console->marks.count != console->model.health.conflicts)
        ask(console);
}

bool console_conflicts_answer(struct console *console, const struct evt *evt)
{
    if (!console->marks.asked || evt->id != console->marks.asked)
        return false;
    console->marks.asked = 0;
    console_forget_pending(console, evt->id);
    return true;
}
