/*
 * The frame: four rows that never move, whatever the size. Row 1 says where one is and how the
 * house is; the last three are basket, message and keys. The body between them is the screen's.
 */
#include "config.h"

#include "ui/console_private.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"

enum { RIGHT_TEXT = 160, SLOW_MS = 1000 };
/* Narrower than this the show's day matters more in row 1 than the till's name. */
enum { TILL_NAME_COLUMNS = 60 };

/* ---- row 1 -------------------------------------------------------------------------------- */

static const char *health_word(enum health word)
{
    /* L10N: one word in row 1, how well the house is reached; at most 10 columns each. */
    static const char *const words[] = {
        [HEALTH_LOCAL] = N_("LOCAL"),         [HEALTH_ONLINE] = N_("ONLINE"),
        [HEALTH_DEGRADED] = N_("DEGRADED"),   [HEALTH_OFFLINE] = N_("OFFLINE"),
        [HEALTH_RETURNING] = N_("RETURNING"), [HEALTH_READ_ONLY] = N_("READ ONLY")};
    return word == HEALTH_UNKNOWN ? "" : _(words[word]);
}

static enum style health_style(enum health word)
{
    if (word == HEALTH_OFFLINE || word == HEALTH_READ_ONLY)
        return STYLE_HEALTH_BAD;
    bool poor = word == HEALTH_DEGRADED || word == HEALTH_RETURNING;
    return poor ? STYLE_HEALTH_POOR : STYLE_HEALTH_GOOD;
}

static bool is_slow(struct console *console)
{
    const struct pending *oldest = console_oldest_wait(console);
    return oldest && console_mono(console) - oldest->since >= SLOW_MS;
}

static void word_who(const struct console *console, int columns, char *out, size_t size)
{
    const struct actor *actor = &console->model.actor;
    const char *till = actor->till[0] ? actor->till : console->options.till;
    out[0] = '\0';
    if (actor->name[0] && columns >= TILL_NAME_COLUMNS)
        snprintf(out, size, "%s %s  ", till ? till : "", actor->name);
    else if (actor->name[0] && columns >= LEAST_COLUMNS)
        snprintf(out, size, "%s  ", actor->name);
}

/* Drawn from the right, so that what matters most stays when the row is short. */
static int draw_where_and_who(struct console *console, struct canvas *canvas, struct area row)
{
    char clock[FORMAT_TEXT], who[RIGHT_TEXT];
    const char *word = health_word(console->model.health.word);
    const char *slow = is_slow(console) ? _(" SLOW") : "";
    format_clock(console_now(console), clock);
    word_who(console, row.columns, who, sizeof who);
    int columns =
        text_columns(who) + text_columns(word) + text_columns(slow) + 1 + text_columns(clock);
    int column = row.columns > columns ? row.columns - columns : 0, from = column;
    column = draw_text(canvas, row, 0, column, STYLE_TITLE, who);
    column = draw_text(canvas, row, 0, column, health_style(console->model.health.word), word);
    column = draw_text(canvas, row, 0, column, STYLE_HEALTH_POOR, slow);
    draw_text(canvas, row, 0, column + 1, STYLE_TITLE, clock);
    return from;
}

static void draw_title(struct console *console, const struct view *view, struct canvas *canvas,
                       struct area row)
{
    struct layer *top = console_top(console);
    char subject[RIGHT_TEXT] = "";
    int end = draw_where_and_who(console, canvas, row);
    struct area left = area_part(row, 0, 0, 1, end > 2 ? end - 2 : 0);
    int column = draw_text(canvas, left, 0, 0, STYLE_TITLE, _(top->screen->title));
    if (console->options.training)
        column = draw_text(canvas, left, 0, column + 1, STYLE_URGENT, _("TRAINING"));
    if (top->screen->subject)
        top->screen->subject(top->state, view, subject, sizeof subject);
    draw_words(canvas, left, 0, column + 1, STYLE_TITLE, subject);
}

enum { PRINTER_COLUMNS = 14, JOURNAL_COLUMNS = 11, CONFLICTS_AT = 6 };

/* ---- the basket --------------------------------------------------------------------------- */

bool console_extend_key(struct console *console, char key[KEYS_NAME_TEXT])
{
    const struct keymap *keymap = &console_top(console)->keymap;
    for (int i = 0; i < keymap->shown_count; i++)
        if (strcmp(keymap->shown[i]->name, "extend") == 0)
            return keymap_key(keymap, keymap->shown[i], key)[0] != '\0';
    return false;
}

static int64_t shown_left(const struct console *console, int64_t left)
{
    if (console->options.slow && left > URGENT_MS)
        return (left + 9999) / 10000 * 10000;
    return left;
}

static void hold_words(struct console *console, int64_t left, char *out, size_t size)
{
    char clock[FORMAT_TEXT];
    snprintf(out, size, _("HOLD %s"), format_left(shown_left(console, left), clock));
}

/* Whatever else the row holds, the time that is left is whole. */
static void draw_hold(struct console *console, struct canvas *canvas, struct area row, int column)
{
    const struct hold *hold = model_first_hold(&console->model);
    char text[FORMAT_TEXT * 2], key[KEYS_NAME_TEXT];
    int64_t left = hold->expires_at - console_now(console);
    enum style style = left <= URGENT_MS ? STYLE_URGENT : STYLE_BASKET;
    hold_words(console, left, text, sizeof text);
    int last = row.columns - text_columns(text);
    column = draw_text(canvas, row, 0, column < last || last < 0 ? column : last, style, text);
    if (!console_extend_key(console, key) || !console->model.open)
        return;
    snprintf(text, sizeof text, _("%s = +%d min"), key,
             (int)(console->model.map.show.extend_ms / 60000));
    if (column + 2 + text_columns(text) <= row.columns)
        draw_text(canvas, row, 0, column + 2, STYLE_BASKET, text);
}

/* At the right end, where it never moves; a till without a printer says nothing. Returns where it
 * begins. */
static int draw_printer(const struct model *model, struct canvas *canvas, struct area row)
{
    const struct print_sums *print = &model->print;
    char text[FORMAT_TEXT];
    if (!print->printer[0])
        return row.columns;
    if (print->failed > 0)
        /* L10N: the printer in the basket's row; at most 12 columns each */
        snprintf(text, sizeof text, _("PRN FAILED %d"), print->failed);
    else if (print->waiting > 0)
        snprintf(text, sizeof text, _("PRN %d left"), print->waiting);
    else
        snprintf(text, sizeof text, "%s", _("PRN ok"));
    draw_right(canvas, row, 0, print->failed ? STYLE_URGENT : STYLE_BASKET, text);
    return row.columns - text_columns(text);
}

/* What waits to be confirmed and what met a conflict, in front of the printer's place. A house of
 * one machine has neither: their places stay empty. Returns where the two begin. */
static int draw_journal(const struct health_report *health, struct canvas *canvas, struct area row,
                        int end)
{
    int column = row.columns - PRINTER_COLUMNS - JOURNAL_COLUMNS;
    if ((!health->journalled && !health->conflicts) || row.columns < LIST_COLUMNS)
        return end;
    if (health->journalled)
        draw_printf(canvas, row, 0, column, health->journal ? STYLE_STRONG : STYLE_BASKET, "J:%d",
                    health->journal);
    if (health->conflicts)
        draw_printf(canvas, row, 0, column + CONFLICTS_AT, STYLE_URGENT, "!%d", health->conflicts);
    return column - 1;
}

/* The order that waits for the seats that are being held. */
static int draw_exchange(const struct draft *draft, struct canvas *canvas, struct area row,
                         int column)
{
    return draw_printf(canvas, row, 0, column, STYLE_BASKET,
                       ngettext("EXCHANGE %s: %d ticket", "EXCHANGE %s: %d tickets",
                                (unsigned long)draft->exchange_seats),
                       draft->exchange, draft->exchange_seats);
}

static int draw_seats(struct canvas *canvas, struct area row, int seats)
{
    return draw_printf(canvas, row, 0, 0, STYLE_BASKET,
                       ngettext("BASKET %d seat", "BASKET %d seats", (unsigned long)seats), seats);
}

/* "+12 of other shows", as briefly as the room wants it; "" when there are none. */
static void other_words(int others, int room, char *out, size_t size)
{
    text_copy(out, size, "");
    if (others == 0)
        return;
    /* L10N: how many seats of other shows are in the basket; at most 20 columns */
    snprintf(out, size, _("+%d of other shows"), others);
    if (text_columns(out) > room)
        snprintf(out, size, "+%d", others);
}

/* The seats of the open show and what they cost; behind them how many there are of other shows. In
 * a narrow row the cost goes first: payment tells it. */
static int draw_seats_here(struct console *console, struct canvas *canvas, struct area row)
{
    const struct model *model = &console->model;
    char money[FORMAT_TEXT], others[FORMAT_TEXT * 2];
    int here = model_basket_seats_of(model, model->map.show.no);
    int64_t total = basket_total(model, &console->draft);
    const char *amount = format_amount(total, model->map.show.currency, money);
    int column = draw_seats(canvas, row, here), costs = text_columns(amount) + 2;
    other_words(model_basket_seats(model) - here, row.columns - column - costs - 2, others,
                sizeof others);
    int wanted = costs + (*others ? text_columns(others) + 2 : 0);
    if (console->draft.exchange[0])
        column = draw_exchange(&console->draft, canvas, row, column + 2);
    else if (total > 0 && column + wanted <= row.columns)
        column = draw_text(canvas, row, 0, column + 2, STYLE_BASKET, amount);
    return *others ? draw_text(canvas, row, 0, column + 2, STYLE_BASKET, others) : column;
}

/* What the time that is left leaves of the row. */
static struct area before_hold(struct console *console, struct area row)
{
    char text[FORMAT_TEXT * 2];
    int64_t left = model_first_hold(&console->model)->expires_at - console_now(console);
    hold_words(console, left, text, sizeof text);
    int room = row.columns - text_columns(text) - 1;
    return area_part(row, 0, 0, 1, room > 0 ? room : 0);
}

static void draw_basket(struct console *console, struct canvas *canvas, struct area whole)
{
    const struct model *model = &console->model;
    int seats = model_basket_seats(model);
    if (!model->actor.name[0])
        return;
    int end = draw_printer(model, canvas, whole);
    end = draw_journal(&model->health, canvas, whole, end);
    struct area row = area_part(whole, 0, 0, 1, end > 0 ? end : 0);
    if (seats == 0) {
        int column = draw_text(canvas, row, 0, 0, STYLE_BASKET, _("BASKET empty"));
        if (console->draft.exchange[0])
            draw_exchange(&console->draft, canvas, row, column + 2);
        return;
    }
    struct area before = before_hold(console, row);
    int column =
        model->open ? draw_seats_here(console, canvas, before) : draw_seats(canvas, before, seats);
    draw_hold(console, canvas, row, column + 3);
}

/* ---- the message -------------------------------------------------------------------------- */

enum { BAR_COLUMNS = 30, BAR_LEAST = 5 };

static void draw_bar(const struct pending *wait, struct canvas *canvas, struct area row, int column)
{
    int room = row.columns - column - 3;
    int columns = room < BAR_COLUMNS ? room : BAR_COLUMNS;
    int64_t done = wait->done < wait->total ? wait->done : wait->total;
    if (columns < BAR_LEAST)
        return;
    int filled = (int)(done * columns / wait->total);
    column = draw_text(canvas, row, 0, column + 1, STYLE_INFO, "[");
    for (int i = 0; i < columns; i++)
        column = draw_text(canvas, row, 0, column, STYLE_INFO, i < filled ? "#" : ".");
    draw_text(canvas, row, 0, column, STYLE_INFO, "]");
}

/* What it is, how far, and the way out at the right end. */
static void draw_work(const struct pending *wait, int64_t waited, struct canvas *canvas,
                      struct area row)
{
    /* L10N: long work that was asked to end; at most 20 columns */
    const char *out = wait->stopping ? _("Stopping") :
                                     /* L10N: at the right end of the message row; at most 20
                                      * columns */
                          _("Esc stops it");
    const char *what = wait->what[0] ? wait->what : /* L10N: in the message row, what the box office
                                                     * does; at most 20 columns */
                           _("Working");
    draw_right(canvas, row, 0, STYLE_STRONG, out);
    row = area_part(row, 0, 0, 1, row.columns - text_columns(out) - 2);
    int column = draw_text(canvas, row, 0, 0, STYLE_INFO, what);
    if (wait->total == 0) {
        draw_printf(canvas, row, 0, column + 1, STYLE_INFO, "%d s", (int)(waited / 1000));
        return;
    }
    column = draw_printf(canvas, row, 0, column + 1, STYLE_INFO, "%lld/%lld", (long long)wait->done,
                         (long long)wait->total);
    draw_bar(wait, canvas, row, column);
}

static void draw_wait(struct console *console, const struct pending *wait, struct canvas *canvas,
                      struct area row)
{
    int64_t waited = console_mono(console) - wait->since;
    int column = draw_text(canvas, row, 0, 0, STYLE_STRONG, glyph_spinner((int)(waited / 250)));
    if (wait->stopping || (wait->can_stop && waited >= SLOW_MS))
        draw_work(wait, waited, canvas, area_part(row, 0, column + 1, 1, -1));
    else if (waited >= SLOW_MS)
        draw_printf(canvas, row, 0, column + 1, STYLE_INFO,
                    /* L10N: at most 76 columns */
                    _("Waiting for the box office %d s (Esc stops waiting, nothing is lost)"),
                    (int)(waited / 1000));
    else
        draw_text(canvas, row, 0, column + 1, STYLE_INFO, _("Waiting for the box office"));
}

/* An error too long for its row goes on in the row of the keys, which the next key brings back. */
static bool takes_last_row(struct console *console, int columns)
{
    const struct message *message = messages_shown(&console->messages);
    return message && message->error && !console->asking && text_columns(message->text) > columns;
}

static void draw_message(struct console *console, struct canvas *canvas, struct area row)
{
    const struct message *message = messages_shown(&console->messages);
    const struct pending *wait = console_oldest_wait(console);
    bool waits = wait && console_mono(console) - wait->since >= SPINNER_AFTER_MS;
    if (takes_last_row(console, row.columns))
        draw_wrapped(canvas, (struct area){row.row, row.column, 2, row.columns}, STYLE_ERROR,
                     message->text);
    else if (message && (message->error || !waits))
        draw_sentence(canvas, row, message->error ? STYLE_ERROR : STYLE_INFO, message->text);
    else if (waits)
        draw_wait(console, wait, canvas, row);
}

/* ---- the body ----------------------------------------------------------------------------- */

struct offering {
    const struct layer *layer;
    const struct view *view;
};

static bool is_offered(const void *ctx, const struct action *action)
{
    const struct offering *offering = ctx;
    const struct screen *screen = offering->layer->screen;
    if (screen->locks && (action->id == ACTION_HELP || action->id == ACTION_BACK))
        return false; /* nothing is opened over a lock, and what Esc does there it says itself */
    return !screen->offers || action->id < ACTION_OPEN ||
           screen->offers(offering->layer->state, offering->view, action);
}

/* A count that is being typed stands in front of the hints. */
static int count_columns(const struct console *console)
{
    int columns = 0;
    for (int count = console->count; count > 0; count /= 10)
        columns++;
    return columns ? columns + 1 : 0;
}

static struct offer offer_of(struct console *console, const struct offering *offering)
{
    const struct layer *top = console_top(console);
    bool typing = top->screen->typing && top->screen->typing(top->state);
    return (struct offer){is_offered, offering, typing};
}

static void draw_keys(struct console *console, const struct view *view, struct canvas *canvas,
                      struct area row)
{
    struct layer *top = console_top(console);
    struct offering offering = {top, view};
    if (console->count)
        draw_printf(canvas, row, 0, 0, STYLE_STRONG, "%d", console->count);
    row = area_part(row, 0, count_columns(console), 1, -1);
    keymap_draw_hints(&top->keymap, console->model.actor.role, offer_of(console, &offering), canvas,
                      row);
}

/* The keys that work now: an open question has its own. */
static void draw_last_row(struct console *console, const struct view *view, struct canvas *canvas,
                          struct area row)
{
    if (console->asking)
        console_draw_ask_keys(console, canvas, row);
    else if (!takes_last_row(console, row.columns))
        draw_keys(console, view, canvas, row);
}

int32_t console_hint_at(struct console *console, int column)
{
    struct layer *top = console_top(console);
    struct view view = console_view(console, TIER_ASCII);
    struct offering offering = {top, &view};
    int before = count_columns(console);
    if (takes_last_row(console, console->columns))
        return KEYCODE_NONE;
    return keymap_hint_at(&top->keymap, console->model.actor.role, offer_of(console, &offering),
                          console->columns - before, column - before);
}

static void draw_body(struct console *console, const struct view *view, struct canvas *canvas,
                      struct area body)
{
    struct layer *top = console_top(console);
    top->screen->draw(top->state, view, canvas, body);
    if (console->going && console_mono(console) >= console->going_at + GO_MENU_AFTER_MS)
        console_draw_go(console, view->tier, canvas, body);
}

static bool too_small(const struct canvas *canvas)
{
    return canvas->rows < LEAST_ROWS || canvas->columns < LEAST_COLUMNS;
}

/* No key does anything here, so none is offered; the hold counts on as long as a row is left. */
static void draw_too_small(struct console *console, const struct view *view, struct canvas *canvas)
{
    struct area all = canvas_area(canvas);
    char text[FORMAT_TEXT * 2], brief[FORMAT_TEXT];
    int needs = canvas->rows > 2;
    if (needs)
        draw_title(console, view, canvas, area_part(all, 0, 0, 1, -1));
    snprintf(brief, sizeof brief, "%dx%d", LEAST_COLUMNS, LEAST_ROWS);
    snprintf(text, sizeof text, _("needs %dx%d"), LEAST_COLUMNS, LEAST_ROWS);
    draw_either(canvas, area_part(all, needs, 0, 1, -1), STYLE_STRONG, text, brief);
    if (canvas->rows > 1)
        draw_basket(console, canvas,
                    area_part(all, canvas->rows - (canvas->rows > 4 ? 3 : 1), 0, 1, -1));
    console->dirt = DIRT_NONE;
}

void console_draw(struct console *console, enum tier tier, struct canvas *canvas)
{
    struct area all = canvas_area(canvas);
    console->rows = canvas->rows;
    console->columns = canvas->columns;
    struct view view = console_view(console, tier);
    struct area body = area_part(all, 1, 0, canvas->rows - 4, -1);
    struct area message = area_part(all, canvas->rows - 2, 0, 1, -1);
    canvas_clear(canvas);
    if (too_small(canvas)) {
        draw_too_small(console, &view, canvas);
        return;
    }
    draw_body(console, &view, canvas, body);
    draw_basket(console, canvas, area_part(all, canvas->rows - 3, 0, 1, -1));
    draw_message(console, canvas, message);
    draw_last_row(console, &view, canvas, area_part(all, canvas->rows - 1, 0, 1, -1));
    draw_title(console, &view, canvas, area_part(all, 0, 0, 1, -1));
    memcpy(console->items, canvas->items, (size_t)canvas->rows * sizeof *canvas->items);
    if (console->asking) {
        draw_blank(canvas, console->ask.kind == ASK_TEXT ? message : area_part(message, 0, 0, 0, 0),
                   STYLE_TEXT);
        console_draw_ask(console, tier, canvas, body, message);
    }
    console->dirt = DIRT_NONE;
}
