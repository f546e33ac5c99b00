/* Doing what handlers asked for. */
#include "config.h"

#include "ui/console_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"

struct effects console_effects(struct console *console)
{
    return (struct effects){.next_id = &console->next_id};
}

/* ---- layers ------------------------------------------------------------------------------- */

static void bind_layer(struct console *console, struct layer *layer)
{
    const struct keymap_source source = {.screen = layer->screen->name,
                                         .actions = layer->screen->actions,
                                         .action_count = layer->screen->action_count,
                                         .moves = layer->screen->moves,
                                         .settings = console->options.settings,
                                         .setting_count = console->options.setting_count};
    keymap_build(&layer->keymap, &source);
}

static void push(struct console *console, const struct screen *screen, const char *argument)
{
    struct effects effects = console_effects(console);
    assert(console->layer_count < LAYERS_MAX); /* each is open once, and there are fewer */
    struct layer *layer = &console->layers[console->layer_count++];
    *layer = (struct layer){.screen = screen, .serial = ++console->serial};
    layer->state = x_alloc(screen->state_size ? screen->state_size : 1);
    bind_layer(console, layer);
    if (screen->open) {
        struct view view = console_view(console, TIER_ASCII);
        screen->open(layer->state, &view, argument, &effects);
    }
    console_do(console, &effects, layer->serial);
}

static void pop(struct console *console)
{
    struct layer *top = console_top(console);
    if (top->screen->close)
        top->screen->close(top->state);
    free(top->state);
    console->layer_count--;
}

static int find_open(const struct console *console, const struct screen *screen)
{
    for (int i = 0; i < console->layer_count; i++)
        if (console->layers[i].screen == screen)
            return i;
    return -1;
}

static void show_again(struct console *console)
{
    struct input input = {.kind = INPUT_SHOWN};
    console_to_screen(console, &input);
}

bool console_locked(const struct console *console)
{
    return console->layer_count > 0 && console->layers[console->layer_count - 1].screen->locks;
}

/* What is under way has its answer first, so that nothing comes up behind the lock. */
static bool may_lock(struct console *console)
{
    if (!console_waiting(console))
        return true;
    console_say(console, true, _("An answer is on its way; lock when it has come."));
    return false;
}

bool console_allows(const struct console *console, const struct screen *screen)
{
    return screen->right == RIGHT_NONE ||
           rights_may(console->model.actor.role, (enum right)screen->right);
}

static bool may_open(struct console *console, const struct screen *screen)
{
    const struct actor *actor = &console->model.actor;
    if (console_locked(console) || (screen->locks && !may_lock(console)))
        return false;
    if (!screen->signed_out && !actor->name[0]) {
        console_say(console, true, _("Nobody is signed in."));
        return false;
    }
    if (!console_allows(console, screen)) {
        console_say(console, true, _("Your role may not open this screen."));
        return false;
    }
    return true;
}

/* A screen is open once: opening it again goes back to it. Signing in is never gone back to. */
void console_open(struct console *console, const char *name, const char *argument)
{
    const struct screen *screen = screen_find(name);
    if (!screen || !may_open(console, screen))
        return;
    int at = find_open(console, screen);
    if (at >= 0) {
        while (console->layer_count > at + 1)
            pop(console);
        if (!*argument) {
            show_again(console);
            return;
        }
        pop(console);
    }
    if (console->layer_count == 1 && console_top(console)->screen == screens[0] &&
        !screen->signed_out)
        pop(console);
    push(console, screen, argument);
}

static void go_back(struct console *console)
{
    if (console->layer_count > 1) {
        pop(console);
        show_again(console);
    } else if (console->model.actor.name[0]) {
        console_say(console, false, _("This is the first screen. :sign-out or :quit leave it."));
    }
}

static void sign_out(struct console *console)
{
    while (console->layer_count > 0)
        pop(console);
    model_sign_out(&console->model);
    console->conflicts_told = 0;
    draft_done(&console->draft);
    console_open(console, screens[0]->name, "");
}

/* ---- commands ----------------------------------------------------------------------------- */

struct pending *console_find_pending(struct console *console, uint64_t id)
{
    for (int i = 0; i < PENDING_MAX; i++)
        if (console->pending[i].id == id)
            return &console->pending[i];
    return NULL;
}

void console_forget_pending(struct console *console, uint64_t id)
{
    struct pending *pending = id ? console_find_pending(console, id) : NULL;
    if (pending)
        pending->id = 0;
}

static void stamp(struct console *console, struct cmd *cmd)
{
    cmd->meta.actor = console->model.actor;
    if (!cmd->meta.actor.till[0] && console->options.till)
        text_copy(cmd->meta.actor.till, sizeof cmd->meta.actor.till, console->options.till);
    cmd->meta.first_sent = uuid_is_zero(&cmd->meta.key);
    if (cmd->meta.first_sent)
        cmd->meta.key = uuid_make(&console->ids, clock_wall(&console->options.clock));
    if (!cmd->deadline)
        cmd->deadline = console_mono(console) + COMMAND_TIME_MS;
}

void console_send(struct console *console, const struct effect *effect, uint32_t layer)
{
    struct cmd *cmd = effect->cmd;
    const struct counter_port *port = console->options.port;
    struct pending *pending = console_find_pending(console, 0); /* one that is unused */
    struct arena *arena = cmd->meta.arena;
    stamp(console, cmd);
    if (pending)
        *pending = (struct pending){.id = cmd->id,
                                    .layer = layer,
                                    .since = console_mono(console),
                                    .quiet = effect->quiet,
                                    .can_stop = port->cancel && cmd_can_stop(cmd->kind)};
    if (pending && port->send(port->ctx, cmd))
        return;
    if (pending)
        pending->id = 0;
    arena_free(&arena);
    console_say(console, true,
                _("Too much is waiting already. This was not sent; nothing was done."));
}

struct pending *console_oldest_wait(struct console *console)
{
    struct pending *oldest = NULL;
    for (int i = 0; i < PENDING_MAX; i++) {
        struct pending *pending = &console->pending[i];
        bool waits = pending->id && !pending->let_go && !pending->quiet;
        if (waits && (!oldest || pending->since < oldest->since))
            oldest = pending;
    }
    return oldest;
}

/* True: something is asked to end that was not asked before. */
static bool stop_work(struct console *console)
{
    const struct counter_port *port = console->options.port;
    bool any = false;
    for (int i = 0; i < PENDING_MAX; i++) {
        struct pending *pending = &console->pending[i];
        if (!pending->id || !pending->can_stop || pending->stopping || pending->quiet)
            continue;
        port->cancel(port->ctx, pending->id);
        pending->stopping = any = true;
    }
    return any;
}

/* The answers still come, and are told when they do. */
static void let_go(struct console *console)
{
    for (int i = 0; i < PENDING_MAX; i++)
        console->pending[i].let_go = console->pending[i].id != 0 && !console->pending[i].quiet;
    console_say(console, false,
                _("Not waiting any more. What was asked may still be done; it will be told."));
}

void console_stop_waiting(struct console *console)
{
    if (!stop_work(console))
        let_go(console);
}

/* ---- effects ------------------------------------------------------------------------------ */

void console_to_screen(struct console *console, const struct input *input)
{
    struct effects effects = console_effects(console);
    struct layer *top = console_top(console);
    struct view view = console_view(console, TIER_ASCII);
    top->screen->input(top->state, &view, input, &effects);
    console_do(console, &effects, top->serial);
}

static void act_on_every_hold(struct console *console, enum cmd_kind act, uint32_t layer)
{
    for (int i = 0; i < console->model.hold_count; i++) {
        struct effects effects = console_effects(console);
        effect_send(&effects, act)->u.one_hold.hold = console->model.holds[i].id;
        console_send(console, &effects.at[0], layer);
    }
}

static void copy_out(struct console *console, const char *text)
{
    text_copy(console->copy, sizeof console->copy, text);
    console->copy_wanted = true;
}

static void do_one(struct console *console, struct effect *effect, uint32_t layer)
{
    switch (effect->kind) {
    case EFFECT_OPEN:
        console_open(console, effect->screen, effect->text);
        break;
    case EFFECT_BACK:
        go_back(console);
        break;
    case EFFECT_SEND:
        console_send(console, effect, layer);
        break;
    case EFFECT_EVERY_HOLD:
        act_on_every_hold(console, effect->act, layer);
        break;
    case EFFECT_SAY:
    case EFFECT_ERROR:
        console_say(console, effect->kind == EFFECT_ERROR, effect->text);
        break;
    case EFFECT_BELL:
        console->bell = true;
        break;
    case EFFECT_ASK:
        console_ask(console, &effect->ask);
        break;
    case EFFECT_COPY:
        copy_out(console, effect->text);
        break;
    case EFFECT_SIGN_OUT:
        sign_out(console);
        break;
    case EFFECT_QUIT:
        console->done = true;
        break;
    }
}

/* Effects that open a screen change who is on top; commands belong to who asked for them. */
void console_do(struct console *console, struct effects *effects, uint32_t layer)
{
    for (int i = 0; i < effects->count; i++)
        do_one(console, &effects->at[i], layer);
    console_heed_scale(console);
}
