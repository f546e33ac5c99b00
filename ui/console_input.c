/* Keys: who hears them. */
#include "config.h"

#include "ui/console_private.h"

#include <stdio.h>

#include "src/base/text.h"

enum { COUNT_MAX = 9999, CTRL_C = 3 };

static bool typing(struct console *console)
{
    struct layer *top = console_top(console);
    return top->screen->typing && top->screen->typing(top->state);
}

/* ---- actions ------------------------------------------------------------------------------ */

static void to_screen(struct console *console, enum input_kind kind, int action, int32_t code)
{
    struct input input = {
        .kind = kind, .action = action, .code = code, .count = console->count, .text = ""};
    console->count = 0;
    console_to_screen(console, &input);
}

/* One step: within the screen if it has one to take, else out of it. */
static void go_back(struct console *console)
{
    struct layer *top = console_top(console);
    struct effects effects = console_effects(console);
    struct view view = console_view(console, TIER_ASCII);
    if (!top->screen->back || !top->screen->back(top->state, &view, &effects))
        effect_back(&effects);
    console_do(console, &effects, top->serial);
}

/* Esc takes back the last thing begun: a count, a wait, then the screen. */
static void step_back(struct console *console)
{
    if (console->count)
        console->count = 0;
    else if (console_oldest_wait(console))
        console_stop_waiting(console);
    else
        go_back(console);
}

/* ^C stops a wait or leaves a form, never the console. */
static void cancel(struct console *console)
{
    console->count = 0;
    console->going = false;
    if (console_oldest_wait(console))
        console_stop_waiting(console);
    else if (typing(console))
        go_back(console);
}

static void refuse_role(struct console *console, const struct action *action)
{
    char text[MESSAGE_TEXT];
    /* L10N: what the role may not do, in the words of the help: "Block the marked seats." */
    snprintf(text, sizeof text, _("Not with your role: %s"), _(action->help));
    console_say(console, true, text);
}

static void act(struct console *console, const struct action *action, int32_t code)
{
    switch (action->id) {
    case ACTION_HELP:
        console_open(console, "help", "");
        break;
    case ACTION_MESSAGES:
        console_open(console, "messages", "");
        break;
    case ACTION_BACK:
        step_back(console);
        break;
    case ACTION_GO:
        console->going = true;
        console->going_at = console_mono(console);
        break;
    case ACTION_COMMAND:
        console_ask_command(console);
        break;
    case ACTION_CANCEL:
        cancel(console);
        break;
    case ACTION_REDRAW:
        console->redraw = true;
        break;
    case ACTION_MOUSE:
        console->mouse = true;
        break;
    default:
        to_screen(console, INPUT_ACTION, action->id, code);
        return;
    }
    console->count = 0;
}

static bool count_digit(struct console *console, int32_t code)
{
    bool digit = code >= (console->count ? '0' : '1') && code <= '9';
    if (digit && console->count * 10 + (code - '0') <= COUNT_MAX)
        console->count = console->count * 10 + (code - '0');
    return digit;
}

static void bound_key(struct console *console, int32_t code)
{
    const struct action *action = keymap_find(&console_top(console)->keymap, code);
    if (!action) {
        if (!count_digit(console, code))
            console->count = 0;
    } else if (!action_allowed(action, console->model.actor.role)) {
        console->count = 0;
        refuse_role(console, action);
    } else {
        act(console, action, code);
    }
}

/* The show under the cursor, else the open one; "" when there is neither. */
static const char *show_looked_at(struct console *console)
{
    const struct layer *top = console_top(console);
    if (top->screen->show)
        return top->screen->show(top->state);
    return console->model.open ? console->model.map.show.id : "";
}

static void go_key(struct console *console, int32_t code)
{
    const struct screen *screen = code > ' ' && code < 0x7f ? screen_by_letter((char)code) : NULL;
    char show[SLUG_TEXT];
    console->going = false;
    if (!screen)
        return;
    text_copy(show, sizeof show, screen->of_show ? show_looked_at(console) : "");
    console_open(console, screen->name, show);
}

/* In a form everything is text but what cannot be typed. */
static void typing_key(struct console *console, int32_t code)
{
    if (code == KEYCODE_ESC && console_oldest_wait(console))
        console_stop_waiting(console);
    else if (code == KEYCODE_ESC &&
             (console->layer_count > 1 || console_top(console)->screen->back))
        go_back(console);
    else if (code == KEYCODE_F1 && !console_locked(console))
        console_open(console, "help", "");
    else
        to_screen(console, INPUT_KEY, 0, code);
}

static void press(struct console *console, int32_t code)
{
    messages_dismiss(&console->messages);
    if (code == CTRL_C && console->asking)
        console_ask_decline(console);
    else if (code == CTRL_C)
        cancel(console);
    else if (code == 12)
        console->redraw = true;
    else if (console->asking)
        console_ask_key(console, code);
    else if (console->going)
        go_key(console, code);
    else if (typing(console))
        typing_key(console, code);
    else
        bound_key(console, code);
}

/* ---- what is no key ----------------------------------------------------------------------- */

/* A dialog that waits for a count or a yes hears neither pastes nor scanners. */
static void text(struct console *console, const struct input *input)
{
    console->count = 0;
    console->going = false;
    if (console->asking)
        console_ask_text(console, input->text);
    else
        console_to_screen(console, input);
}

/* The first characters of a code were taken for keys, before it was known to be one; where they
 * were typed into a line they are taken back, and a screen is told how many there were. */
static void scan(struct console *console, const struct key_event *event)
{
    bool in_line = console->asking ? console->ask.kind == ASK_TEXT : typing(console);
    for (int i = 0; i < event->delivered && in_line; i++) {
        if (console->asking)
            console_ask_key(console, KEYCODE_BACKSPACE);
        else
            to_screen(console, INPUT_KEY, 0, KEYCODE_BACKSPACE);
    }
    const struct input input = {
        .kind = INPUT_SCAN, .text = event->text, .count = in_line ? 0 : event->delivered};
    text(console, &input);
}

/* As if its key were pressed. */
static void click_hint(struct console *console, int column)
{
    int32_t code = console_hint_at(console, column);
    if (code != KEYCODE_NONE)
        press(console, code);
}

static void click(struct console *console, const struct key_event *event)
{
    struct input input = {
        .kind = INPUT_CLICK, .row = event->row - 1, .column = event->column, .text = ""};
    bool on_screen = event->row > 0 && event->row < console->rows;
    input.item = on_screen ? console->items[event->row] : NO_ITEM;
    if (event->code == 4 || event->code == 5)
        to_screen(console, INPUT_ACTION, event->code == 4 ? ACTION_UP : ACTION_DOWN, 0);
    else if (!console->asking && event->row > 0 && event->row == console->rows - 1)
        click_hint(console, event->column);
    else if (!console->asking && event->row > 0 && event->row < console->rows - 3)
        console_to_screen(console, &input);
}

/* Nobody can see what would be confirmed; what is held counts on. */
static bool sees_nothing(const struct console *console)
{
    bool drawn = console->rows > 0;
    return drawn && (console->rows < LEAST_ROWS || console->columns < LEAST_COLUMNS);
}

void console_key(struct console *console, const struct key_event *event)
{
    console->pressed_at = console_mono(console);
    if (sees_nothing(console))
        return;
    switch (event->kind) {
    case KEY_EVENT_PRESS:
        press(console, event->code);
        break;
    case KEY_EVENT_PASTE:
        text(console, &(struct input){.kind = INPUT_TEXT, .text = event->text});
        break;
    case KEY_EVENT_SCAN:
        scan(console, event);
        break;
    case KEY_EVENT_MOUSE:
        click(console, event);
        break;
    case KEY_EVENT_CURSOR:
        return;
    }
    console_touch(console, DIRT_KEY);
}
