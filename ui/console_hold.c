/*
 * How long the basket is held: it is warned twice, and told when it is over. Which seats they were
 * stays in the draft, so that the same can be asked for again.
 */
#include "config.h"

#include "ui/console_private.h"

#include <stdio.h>
#include <string.h>

#include "ui/format.h"

static const int64_t warnings_ms[] = {URGENT_MS, 20000};

/* " x = 5 more minutes.", where a key does that to this hold; else "". */
static void word_extension(struct console *console, const struct hold *hold, char *out, size_t size)
{
    const struct model *model = &console->model;
    char key[KEYS_NAME_TEXT];
    int minutes = (int)(model->map.show.extend_ms / 60000);
    out[0] = '\0';
    if (model->open && hold->show == model->map.show.no && console_extend_key(console, key))
        snprintf(
            out, size,
            /* L10N: behind "Hold on C13 C14 ends in 00:59."; first a key */
            ngettext("  %s = %d more minute.", "  %s = %d more minutes.", (unsigned long)minutes),
            key, minutes);
}

static void warn_of_end(struct console *console, const struct hold *hold, int64_t left)
{
    char clock[FORMAT_TEXT], more[FORMAT_TEXT * 2], text[MESSAGE_TEXT];
    struct seat_names seats = {.room = 80};
    for (int i = 0; i < hold->seat_count; i++)
        seat_names_add(&seats, hold->seats[i].label);
    word_extension(console, hold, more, sizeof more);
    /* L10N: seats, then the time left: "Hold on C13 C14 ends in 00:59." Then "x = 5 more minutes."
     */
    snprintf(text, sizeof text, _("Hold on%s ends in %s.%s"), seats.text, format_left(left, clock),
             more);
    console_say(console, true, text);
    console->bell = true;
}

static void watch_holds(struct console *console)
{
    const struct hold *hold = model_first_hold(&console->model);
    if (!hold)
        return;
    int64_t left = hold->expires_at - console_now(console);
    if (!uuid_equal(&hold->id, &console->warned) || left > warnings_ms[0]) {
        console->warned = hold->id;
        console->warned_ms = INT64_MAX;
    }
    for (int i = COUNT_OF(warnings_ms) - 1; i >= 0; i--)
        if (left <= warnings_ms[i] && console->warned_ms > warnings_ms[i]) {
            console->warned_ms = warnings_ms[i];
            warn_of_end(console, hold, left);
            return;
        }
}

/* Before the model lets go of them. */
static void note_ends(struct console *console)
{
    const struct model *model = &console->model;
    for (int i = 0; i < model->hold_count; i++) {
        const struct hold *hold = &model->holds[i];
        for (int s = 0; s < hold->seat_count && model_hold_is_over(hold, console_now(console)); s++)
            draft_note_ended(&console->draft, hold->show, &hold->id, hold->seats[s].seat);
    }
}

void console_holds_ended(struct console *console)
{
    struct layer *top = console_top(console);
    struct effects effects = console_effects(console);
    struct view view = console_view(console, TIER_ASCII);
    console->draft.instead = draft_ended(&console->draft, &console->model);
    if (top->screen->ended)
        top->screen->ended(top->state, &view, &effects);
    else
        effect_error(&effects, "%s", _("The hold has ended and its seats are free again."));
    effect_bell(&effects);
    console_do(console, &effects, top->serial);
}

void console_tick_holds(struct console *console)
{
    int holds = console->model.hold_count;
    note_ends(console);
    if (model_tick(&console->model, console_now(console)))
        console_touch(console, DIRT_NEWS);
    if (console->model.hold_count < holds)
        console_holds_ended(console);
    watch_holds(console);
}
