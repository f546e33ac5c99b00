#include "config.h"

#include "ui/console.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/console_private.h"
#include "ui/format.h"

struct console *console_new(const struct console_options *options)
{
    struct console *console = x_alloc(sizeof *console);
    console->options = *options;
    console->ids.rng = options->rng.fill ? options->rng : rng_system();
    model_init(&console->model);
    console->model.health.word = console->health_told = options->word;
    console_open(console, screens[0]->name, "");
    console->dirt = DIRT_KEY;
    return console;
}

void console_free(struct console **console)
{
    if (!*console)
        return;
    while ((*console)->layer_count > 0) {
        struct layer *top = console_top(*console);
        if (top->screen->close)
            top->screen->close(top->state);
        free(top->state);
        (*console)->layer_count--;
    }
    draft_done(&(*console)->draft);
    model_done(&(*console)->model);
    free(*console);
    *console = NULL;
}

/* Keys a screen sees are its own; help, on top, explains those of the one below. */
struct view console_view(struct console *console, enum tier tier)
{
    int below = console->layer_count > 1 ? console->layer_count - 2 : 0;
    bool small = console->rows < LIST_ROWS || console->columns < LIST_COLUMNS;
    return (struct view){.compact = small,
                         .rows = console->rows - 4,
                         .columns = console->columns,
                         .model = &console->model,
                         .messages = &console->messages,
                         .own_keys = &console_top(console)->keymap,
                         .draft = &console->draft,
                         .keymap = &console->layers[below].keymap,
                         .venue = console->options.venue,
                         .welcome = console->options.welcome,
                         .tier = tier,
                         .ink = chart_ink_choose(tier, console->options.term),
                         .training = console->options.training,
                         .now = console_now(console)};
}

void console_say(struct console *console, bool error, const char *text)
{
    messages_add(&console->messages, error, text, console_now(console), console_mono(console));
    console_touch(console, DIRT_NEWS);
}

/* ---- what the counter says ---------------------------------------------------------------- */

static struct layer *find_layer(struct console *console, uint32_t serial)
{
    for (int i = 0; i < console->layer_count; i++)
        if (console->layers[i].serial == serial)
            return &console->layers[i];
    return NULL;
}

static void tell_outcome(struct console *console, const struct evt *evt, bool late)
{
    const struct outcome *outcome = &evt->outcome;
    if (outcome->verdict != VERDICT_OK)
        console_say(console, true, outcome_sentence(outcome));
    else if (late)
        console_say(console, false, _("The answer nobody waited for has come: it was done."));
}

/* What a command printed, a line a message; more than one is read in the log. */
static void tell_printed(struct console *console, const char *text)
{
    int lines = 0;
    while (*text) {
        char line[MESSAGE_TEXT];
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        if (*line) {
            console_say(console, false, line);
            lines++;
        }
        text += length + (text[length] == '\n');
    }
    if (lines > 1)
        console_open(console, "messages", "");
}

/* Sold, though its screen was left meanwhile: the next order is another customer's. */
static void forget_order(struct console *console, struct evt *evt)
{
    draft_keep_sale(&console->draft, evt);
    draft_next_customer(&console->draft);
    console_say(console, false, _("The answer nobody waited for has come: it was done."));
}

static void hand_over(struct console *console, struct evt *evt)
{
    const struct pending *pending = evt->id ? console_find_pending(console, evt->id) : NULL;
    struct layer *layer = pending ? find_layer(console, pending->layer) : NULL;
    bool late = pending && pending->let_go;
    console_forget_pending(console, evt->id);
    if (evt->cmd == CMD_RELEASE && !evt->outcome.verdict && console->model.hold_count == 0)
        draft_next_customer(&console->draft); /* given up: nothing of it clings to the next */
    if (!layer && evt->cmd == CMD_SELL && evt->outcome.sale)
        forget_order(console, evt);
    if (evt->cmd == CMD_LINE && evt->u.text && *evt->u.text)
        tell_printed(console, evt->u.text);
    else if (!layer || !layer->screen->answer || late)
        tell_outcome(console, evt, late);
    if (layer && layer->screen->answer) {
        struct effects effects = console_effects(console);
        struct view view = console_view(console, TIER_ASCII);
        layer->screen->answer(layer->state, &view, evt, &effects);
        console_do(console, &effects, layer->serial);
    }
    console_touch(console, DIRT_KEY);
}

static bool is_alone(enum health word)
{
    return word == HEALTH_OFFLINE || word == HEALTH_RETURNING;
}

static void tell_house_back(struct console *console)
{
    struct layer *top = console_top(console);
    if (!top->screen->house_back)
        return;
    struct effects effects = console_effects(console);
    struct view view = console_view(console, TIER_ASCII);
    top->screen->house_back(top->state, &view, &effects);
    console_do(console, &effects, top->serial);
}

static void health_changed(struct console *console)
{
    const struct health_report *health = &console->model.health;
    bool back = is_alone(console->health_told) && !is_alone(health->word);
    if (health->word == console->health_told)
        return;
    bool worse = health->word != HEALTH_ONLINE && health->word != HEALTH_LOCAL &&
                 health->word != HEALTH_UNKNOWN;
    console->health_told = health->word;
    const struct message *shown = messages_shown(&console->messages);
    if (shown && (back || strcmp(shown->text, console->health_text) == 0))
        messages_dismiss(&console->messages); /* what it said is over */
    text_copy(console->health_text, sizeof console->health_text, health->sentence);
    if (health->sentence[0])
        console_say(console, worse, health->sentence);
    if (back)
        tell_house_back(console);
}

static void tell_news(struct console *console, const struct evt *evt)
{
    struct layer *top = console_top(console);
    if (!top->screen->news)
        return;
    struct effects effects = console_effects(console);
    struct view view = console_view(console, TIER_ASCII);
    top->screen->news(top->state, &view, evt, &effects);
    console_do(console, &effects, top->serial);
}

/* Paper that failed undoes no sale; it is told once, and waits in its queue. */
static void paper_changed(struct console *console, const struct evt *evt, int failed_before)
{
    const struct print_sums *now = &evt->u.print.sums;
    struct layer *top = console_top(console);
    char text[MESSAGE_TEXT];
    if (evt->u.print.fault || (now->failed > failed_before && now->why[0])) {
        int length = (int)strlen(now->why);
        /* L10N: why a ticket was not printed stands in it */
        snprintf(text, sizeof text, _("Not printed: %.*s. The sale stands; g p prints it again."),
                 length > 0 && now->why[length - 1] == '.' ? length - 1 : length, now->why);
        console_say(console, true, text);
        console->bell = true;
    }
    if (!top->screen->paper)
        return;
    struct effects effects = console_effects(console);
    struct view view = console_view(console, TIER_ASCII);
    top->screen->paper(top->state, &view, &effects);
    console_do(console, &effects, top->serial);
}

static void work_goes_on(struct console *console, const struct evt *evt)
{
    struct pending *pending = evt->id ? console_find_pending(console, evt->id) : NULL;
    if (!pending)
        return;
    text_copy(pending->what, sizeof pending->what, evt->u.work.what);
    pending->done = evt->u.work.done;
    pending->total = evt->u.work.total;
    console_touch(console, DIRT_NEWS);
}

uint64_t console_heard(const struct console *console)
{
    return console->heard;
}

/* True: it answers a question of the console's own. */
static bool is_own_answer(struct console *console, const struct evt *evt)
{
    return console_lost_answer(console, evt) || console_basket_answer(console, evt) ||
           console_due_answer(console, evt) || console_conflicts_answer(console, evt);
}

static void tell(struct console *console, struct evt *evt, bool changed, int failed_before)
{
    switch (evt->kind) {
    case EVT_SEATS:
        if (changed)
            tell_news(console, evt);
        break;
    case EVT_ANSWER:
        if (!is_own_answer(console, evt))
            hand_over(console, evt);
        break;
    case EVT_OPENED:
        console->options.venue = evt->u.text;
        break;
    case EVT_CLOSED:
        console->closed = true;
        break;
    case EVT_PRINT:
        paper_changed(console, evt, failed_before);
        break;
    case EVT_LOST:
        console_say(console, true, evt->u.text ? evt->u.text : "");
        console->bell = true;
        break;
    case EVT_HEALTH:
    case EVT_SCALE:
    case EVT_PROGRESS:
        break;
    }
}

/* The basket may have lost seats, or be another one. */
static void look_at_basket(struct console *console, const struct evt *evt)
{
    struct lost_seats lost;
    if (model_take_lost(&console->model, &lost))
        console_lost_seats(console, &lost);
    if (evt->kind == EVT_SEATS && evt->u.seats.anew)
        console_ask_basket(console);
}

static void hear(struct console *console, struct evt *evt)
{
    console->heard += evt->kind == EVT_SEATS ? (uint64_t)evt->u.seats.count : 1;
    if (evt->kind == EVT_PROGRESS) {
        work_goes_on(console, evt);
        return;
    }
    int failed = console->model.print.failed;
    bool changed = model_apply(&console->model, evt, console_now(console));
    if (changed)
        console_touch(console, DIRT_NEWS);
    look_at_basket(console, evt);
    tell(console, evt, changed, failed);
    console_due_hear(console, evt);
    if (evt->kind == EVT_HEALTH || evt->cmd == CMD_HEALTH)
        health_changed(console);
    console_conflicts_hear(console, evt);
    if (evt->kind == EVT_ANSWER)
        console_tick_holds(console); /* it may have been on its way for longer than a hold lasts */
    arena_free(&evt->arena);
}

bool console_receive(struct console *console, int limit)
{
    const struct counter_port *port = console->options.port;
    for (int i = 0; i < limit; i++) {
        struct evt evt = {.id = 0};
        if (!port->receive(port->ctx, &evt))
            return false;
        hear(console, &evt);
    }
    return true;
}

/* ---- time --------------------------------------------------------------------------------- */

/* When nobody has pressed a key for too long; INT64_MAX: never. */
static int64_t lock_due(const struct console *console)
{
    int64_t after = console->options.lock_after_ms;
    bool can = after > 0 && console->model.actor.name[0] && !console_locked(console) &&
               !console_waiting(console) && rights_may(console->model.actor.role, RIGHT_SELL);
    return can ? console->pressed_at + after : INT64_MAX;
}

/* A question nobody answered is "no change". */
static void lock_when_due(struct console *console)
{
    if (console_mono(console) < lock_due(console))
        return;
    if (console->asking)
        console_ask_decline(console);
    console_open(console, "lock", "");
}

void console_tick(struct console *console)
{
    lock_when_due(console);
    console_tick_holds(console);
    console_due_tick(console);
    (void)messages_tick(&console->messages, console_mono(console));
    console_touch(console, DIRT_NEWS);
}

/* How long what counts down stands still. */
static int64_t countdown_step(const struct console *console, int64_t left)
{
    int64_t step = console->options.slow && left > URGENT_MS ? 10000 : 1000;
    int64_t in_step = left % step;
    return in_step > 0 ? in_step : step;
}

static int64_t wait_due(const struct console *console, int64_t mono)
{
    int64_t due = INT64_MAX;
    for (int i = 0; i < PENDING_MAX; i++) {
        const struct pending *pending = &console->pending[i];
        if (!pending->id || pending->let_go || pending->quiet)
            continue;
        int64_t waited = mono - pending->since;
        due = clock_sooner(due, waited < SPINNER_AFTER_MS ? pending->since + SPINNER_AFTER_MS
                                                          : mono + 250 - waited % 250);
    }
    return due;
}

int64_t console_due(const struct console *console)
{
    int64_t mono = console_mono(console), now = console_now(console);
    const struct hold *hold = model_first_hold(&console->model);
    int64_t due = mono + 60000 - now % 60000; /* the clock */
    due = clock_sooner(due, messages_due(&console->messages));
    due = clock_sooner(due, wait_due(console, mono));
    due = clock_sooner(due, lock_due(console));
    due = clock_sooner(due, console_due_at(console));
    if (console->going && mono < console->going_at + GO_MENU_AFTER_MS)
        due = clock_sooner(due, console->going_at + GO_MENU_AFTER_MS);
    if (hold)
        due = clock_sooner(due, mono + countdown_step(console, hold->expires_at - now));
    if (console->model.next_over != INT64_MAX && console->model.next_over > now)
        due = clock_sooner(due, mono + console->model.next_over - now);
    return due;
}

/* ---- wishes ------------------------------------------------------------------------------- */

enum dirt console_dirt(const struct console *console)
{
    return console->dirt;
}

void console_touch(struct console *console, enum dirt dirt)
{
    if (dirt > console->dirt)
        console->dirt = dirt;
}

bool console_done(const struct console *console)
{
    return console->done;
}

int console_left(const struct console *console, int64_t *until)
{
    const struct hold *first = model_first_hold(&console->model);
    *until = first ? first->expires_at : 0;
    return model_basket_seats(&console->model);
}

bool console_closed(const struct console *console)
{
    return console->closed;
}

bool console_waiting(const struct console *console)
{
    for (int i = 0; i < PENDING_MAX; i++)
        if (console->pending[i].id && !console->pending[i].let_go)
            return true;
    return false;
}

bool console_take_bell(struct console *console)
{
    bool wanted = console->bell;
    console->bell = false;
    return wanted;
}

bool console_take_redraw(struct console *console)
{
    bool wanted = console->redraw;
    console->redraw = false;
    return wanted;
}

bool console_take_mouse(struct console *console)
{
    bool wanted = console->mouse;
    console->mouse = false;
    return wanted;
}

const char *console_take_copy(struct console *console)
{
    bool wanted = console->copy_wanted;
    console->copy_wanted = false;
    return wanted ? console->copy : NULL;
}

const struct model *console_model(const struct console *console)
{
    return &console->model;
}

const char *console_screen(const struct console *console)
{
    return console->layers[console->layer_count - 1].screen->name;
}

const struct messages *console_messages(const struct console *console)
{
    return &console->messages;
}
