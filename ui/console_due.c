/*
 * Which sold seats are still to be paid, and whose people came: the seats themselves do not say. It
 * is asked when a show opens, when somebody sells, and when money may have come for an order or
 * somebody to the door, at this till or another; quietly, one question at a time and at most two a
 * second.
 */
#include "config.h"

#include "ui/console_private.h"

enum { EACH_MS = 500 };

static void ask(struct console *console)
{
    struct effects effects = console_effects(console);
    struct cmd *cmd = effect_look(&effects, CMD_DUE);
    cmd->u.show = arena_strdup(cmd->meta.arena, console->model.map.show.id);
    console->due = (struct due_question){.asked = cmd->id, .asked_at = console_mono(console)};
    console_do(console, &effects, 0);
    if (!console_find_pending(console, console->due.asked)) /* it could not be sent */
        console->due.asked = 0;
}

static bool somebody_sold(const struct model *model)
{
    for (int i = 0; i < model->change_count && i < CHANGES_MAX; i++)
        if (model->changes[i].is == GLYPH_SOLD)
            return true;
    return model->change_count > CHANGES_MAX;
}

static bool something_is_due(const struct model *model)
{
    return model->total.of[GLYPH_UNPAID] || model->total.of[GLYPH_ADMITTED];
}

/* Money moves no seat: all that is heard of it at another till is that something was written. */
static bool matters(const struct console *console, const struct evt *evt)
{
    if (evt->kind == EVT_SEATS)
        return somebody_sold(&console->model) || something_is_due(&console->model);
    return evt->kind == EVT_ANSWER && evt->outcome.verdict == VERDICT_OK &&
           (evt->cmd == CMD_OPEN_SHOW || evt->cmd == CMD_PAY || evt->cmd == CMD_SCAN ||
            evt->cmd == CMD_CONFLICTS); /* a mark for what is disputed hid it */
}

int64_t console_due_at(const struct console *console)
{
    bool waits = console->due.again && !console->due.asked;
    return waits ? console->due.asked_at + EACH_MS : INT64_MAX;
}

void console_due_tick(struct console *console)
{
    if (console->model.open && console_mono(console) >= console_due_at(console))
        ask(console);
}

void console_due_hear(struct console *console, const struct evt *evt)
{
    if (!console->model.open || !matters(console, evt))
        return;
    bool fresh = evt->kind == EVT_ANSWER; /* a person waits for what it shows */
    console->due.again = true;
    if (!console->due.asked && fresh)
        ask(console);
    else
        console_due_tick(console);
}

bool console_due_answer(struct console *console, const struct evt *evt)
{
    if (!console->due.asked || evt->id != console->due.asked)
        return false;
    console_forget_pending(console, evt->id);
    console->due.asked = 0;
    console_due_tick(console);
    return true;
}
