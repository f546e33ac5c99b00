/*
 * How the house is reached: one word, then layer by layer, with what was heard last and when; and,
 * to supervisors, who does the house's work in the background, and who is late. A manager settles
 * here that the house went back (port/office.h).
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/confirm.h"
#include "ui/dialog.h"
#include "ui/format.h"
#include "ui/list.h"
#include "ui/screens.h"

enum { NAME_COLUMNS = 10, STATE_COLUMNS = 22, WORD_COLUMNS = 6, LINE_TEXT = 512 };
enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

enum { LEAST_BELOW = 4 };

struct health_view {
    struct list list; /* the layer, or the worker, whose detail is shown whole */
    struct arena *arena;
    const struct worker_row *workers;
    int worker_count;
    bool wants_workers; /* and may see that there are none */
    int settling;       /* the time the house went back that the dialog is about; 0: it is shut */
    uint64_t asked;     /* the settling on its way; 0: none */
    struct confirm confirm;
};

enum { HEALTH_SETTLE = ACTION_OWN, SETTLE_ROWS = 9, SETTLE_COLUMNS = 76 };

/* L10N: how a manager dealt with a house that went back; at most 15 columns each. */
static const char *const reasons[CONFIRM_REASONS] = {
    N_("books compared"), N_("nothing missing"), N_("entered again"), N_("a test"), N_("other")};

static const struct action health_actions[] = {
    {HEALTH_SETTLE, "settle", "x", N_("settle"),
     N_("Settle that the house went back, once the books are compared."), RIGHT_POLICY, 2, 0},
    {ACTION_REFRESH, "refresh", "z", N_("look again"), N_("Ask every layer again."), RIGHT_NONE, 1,
     0},
};

/* ---- words -------------------------------------------------------------------------------- */

static const char *meaning(enum health word)
{
    /* L10N: what the word in row 1 means; each is a sentence of at most 76 columns. */
    static const char *const sentences[] = {
        [HEALTH_LOCAL] = N_("Everything is on this machine; nothing else is needed to sell."),
        [HEALTH_ONLINE] = N_("The house answers, and so does everything that makes it fast."),
        [HEALTH_DEGRADED] = N_("Selling goes on; the map may lag by a few seconds."),
        [HEALTH_OFFLINE] = N_("The house is not reached; only seats set aside here are sure."),
        [HEALTH_RETURNING] =
            N_("The house answers again and gets what was done here; then all is as before."),
        [HEALTH_READ_ONLY] = N_("Nothing can be written now. Selling has stopped; reading works."),
        [HEALTH_UNKNOWN] = N_("Nobody has signed in yet, and so nobody has asked the house."),
    };
    return _(sentences[word]);
}

/* "3 s ago": how long ago it was heard of. */
static void age_text(int64_t now, int64_t at, char out[FORMAT_TEXT])
{
    int64_t age = now > at ? now - at : 0;
    if (!at)
        /* L10N: a layer that has not answered since the start; at most 10 columns */
        snprintf(out, FORMAT_TEXT, "%s", _("never"));
    else if (age < MINUTE)
        /* L10N: seconds, minutes, hours ago; at most 10 columns each */
        snprintf(out, FORMAT_TEXT, _("%d s ago"), (int)(age / SECOND));
    else if (age < HOUR)
        snprintf(out, FORMAT_TEXT, _("%d min ago"), (int)(age / MINUTE));
    else
        snprintf(out, FORMAT_TEXT, _("%d h ago"), (int)(age / HOUR));
}

static void clock_text(const struct model *model, char out[LINE_TEXT])
{
    int64_t ahead = model->ahead_ms;
    int seconds = (int)((ahead < 0 ? -ahead : ahead) / SECOND);
    if (!ahead)
        snprintf(out, LINE_TEXT, "%s", _("This machine's clock agrees with the house's."));
    else
        snprintf(out, LINE_TEXT,
                 ngettext("Clocks differ by %d second: holds use the house's.",
                          "Clocks differ by %d seconds: holds use the house's.",
                          (unsigned long)seconds),
                 seconds);
}

/* ---- drawing ------------------------------------------------------------------------------ */

/* A row of the list, whatever it is about. */
struct line_of {
    const char *word, *name, *state;
    char detail[FAULT_TEXT];
    int64_t at;
    bool well;
};

static int line_count(const struct health_view *state, const struct view *view)
{
    return view->model->health.layer_count + state->worker_count;
}

static void worker_line(const struct worker_row *row, struct line_of *line)
{
    bool late = worker_is_late(row);
    /* L10N: before a worker that has not been heard for long; at most 5 columns */
    line->word = late ? C_("worker", "LATE") : *row->fault ? _("FAULT") : _("ok");
    line->name = row->worker;
    line->state = row->instance;
    line->at = row->beat_at;
    line->well = !late && !*row->fault;
    /* L10N: how often a worker looked, and how much there was to do */
    snprintf(line->detail, sizeof line->detail, _("%lld times, %lld done"), (long long)row->runs,
             (long long)row->done);
    if (*row->fault)
        text_copy(line->detail, sizeof line->detail, row->fault);
}

static struct line_of line_at(const struct health_view *state, const struct view *view, int index)
{
    const struct health_report *health = &view->model->health;
    struct line_of line;
    if (index >= health->layer_count) {
        worker_line(&state->workers[index - health->layer_count], &line);
        return line;
    }
    /* L10N: before a layer that works, and one that does not; at most 5 columns each */
    line.word = health->layer[index].well ? _("ok") : _("FAULT");
    line.name = health->layer[index].name;
    line.state = health->layer[index].state;
    line.at = health->layer[index].at;
    line.well = health->layer[index].well;
    text_copy(line.detail, sizeof line.detail, health->layer[index].detail);
    return line;
}

static void line_text(const struct view *view, const struct line_of *line, char *out, size_t size)
{
    char name[NAME_COLUMNS * 4 + 1], state[STATE_COLUMNS * 4 + 1], word[WORD_COLUMNS * 4 + 1];
    char age[FORMAT_TEXT], ago[FORMAT_TEXT];
    text_fit(word, sizeof word, line->word, WORD_COLUMNS, true);
    text_fit(name, sizeof name, line->name, NAME_COLUMNS, true);
    text_fit(state, sizeof state, line->state, STATE_COLUMNS, true);
    age_text(view->now, line->at, age);
    if (view->compact)
        snprintf(out, size, "%s%s %s", word, name, line->state);
    else
        snprintf(out, size, "%s%s %s %s  %s", word, name, state, format_right(age, 10, ago),
                 line->detail);
}

static void draw_lines(const struct health_view *state, const struct view *view,
                       struct canvas *canvas, struct area area)
{
    int count = line_count(state, view), top = list_top(&state->list, area.rows, count);
    for (int i = top; i < count && i < top + area.rows; i++) {
        char text[LINE_TEXT];
        struct line_of line = line_at(state, view, i);
        line_text(view, &line, text, sizeof text);
        list_draw_row(&state->list, canvas, area, i, top, text);
        if (!line.well)
            draw_text(canvas, area, i - top, 1, STYLE_ERROR, line.word);
    }
}

/* All of them, where that leaves room to say more of one. */
static int line_rows(const struct health_view *state, const struct view *view, int rows)
{
    int count = line_count(state, view);
    int most = rows - LEAST_BELOW > rows / 2 ? rows - LEAST_BELOW : rows / 2;
    return count < most ? count : most;
}

static void draw_below(const struct health_view *state, const struct view *view,
                       struct canvas *canvas, struct area area)
{
    const struct health_report *health = &view->model->health;
    char text[LINE_TEXT], age[FORMAT_TEXT], clock[FORMAT_TEXT];
    int row = 0;
    if (state->list.cursor < line_count(state, view))
        row = draw_wrapped(canvas, area_part(area, 0, 1, 3, -1), STYLE_TEXT,
                           line_at(state, view, state->list.cursor).detail) +
              1;
    if (state->wants_workers && !state->worker_count)
        row += draw_wrapped(canvas, area_part(area, row, 1, 2, -1), STYLE_ERROR,
                            _("Nobody does the house's work in the background: start `loge "
                              "serve`."));
    age_text(view->now, health->at, age);
    draw_printf(canvas, area, row++, 1, STYLE_TEXT, _("Looked at %s, %s."),
                format_clock(health->at, clock), age);
    clock_text(view->model, text);
    draw_text(canvas, area, row++, 1, STYLE_TEXT, text);
    draw_printf(canvas, area, row, 1, STYLE_TEXT, _("This is Loge %s."), PACKAGE_VERSION);
}

static void draw_settling(const struct health_view *state, const struct view *view,
                          struct canvas *canvas, struct area body)
{
    char title[60];
    /* L10N: title of a dialog: the number of the time the house went back; at most 60 columns */
    snprintf(title, sizeof title, _("THE HOUSE WENT BACK, NO. %d"), state->settling);
    struct area inside =
        dialog_draw(canvas, dialog_place(body, SETTLE_ROWS, SETTLE_COLUMNS), view->tier, title);
    draw_wrapped(canvas, area_part(inside, 0, 0, 2, -1), STYLE_STRONG,
                 _("Sales and payments may be missing. Once they are compared, status, doctor and "
                   "this page stop telling of it; the log keeps who settled it."));
    confirm_draw(&state->confirm, canvas,
                 area_part(inside, inside.rows - CONFIRM_ROWS, 0, CONFIRM_ROWS, -1),
                 _("Type 1, then Enter:"));
}

static void health_draw(const void *state, const struct view *view, struct canvas *canvas,
                        struct area body)
{
    const struct health_report *health = &view->model->health;
    int space = body.rows >= 12, at = 2 + 2 * space;
    int rows = line_rows(state, view, body.rows - at);
    draw_wrapped(canvas, area_part(body, space, 1, 2, -1), STYLE_STRONG,
                 health->sentence[0] ? health->sentence : meaning(health->word));
    draw_lines(state, view, canvas, area_part(body, at, 0, rows, -1));
    draw_below(state, view, canvas, area_part(body, at + rows + space, 0, -1, -1));
    if (((const struct health_view *)state)->settling)
        draw_settling(state, view, canvas, body);
}

/* ---- keys --------------------------------------------------------------------------------- */

static void look(struct effects *effects)
{
    effect_send(effects, CMD_HEALTH);
    effect_look(effects, CMD_WORKERS);
}

/* The one under the cursor, else the first there is; 0: none. */
static int settle_chosen(const struct health_view *health, const struct view *view)
{
    const struct health_report *report = &view->model->health;
    int at = health->list.cursor;
    if (at < report->layer_count && report->layer[at].went_back)
        return report->layer[at].went_back;
    for (int i = 0; i < report->layer_count; i++)
        if (report->layer[i].went_back)
            return report->layer[i].went_back;
    return 0;
}

static void settle_open(struct health_view *health, const struct view *view)
{
    health->settling = settle_chosen(health, view);
    health->asked = 0;
    confirm_start(&health->confirm, reasons, 1);
}

static void settle_key(struct health_view *health, int32_t code, struct effects *effects)
{
    char no[12];
    if (health->asked || !confirm_key(&health->confirm, code, effects))
        return;
    snprintf(no, sizeof no, "%d", health->settling);
    struct cmd *cmd = effect_send(effects, CMD_SETTLE);
    cmd->u.text = arena_strdup(cmd->meta.arena, no);
    cmd->meta.reason = arena_strdup(cmd->meta.arena, confirm_reason(&health->confirm));
    health->asked = cmd->id;
}

static void settled(struct health_view *health, const struct evt *evt, struct effects *effects)
{
    health->settling = 0;
    if (evt->outcome.verdict == VERDICT_OK)
        effect_say(effects, "%s", _("Settled. No till tells of it any more; the log keeps it."));
    else
        effect_refused(effects, &evt->outcome);
    look(effects);
}

static void health_open(void *state, const struct view *view, const char *argument,
                        struct effects *effects)
{
    look(effects);
}

static void health_input(void *state, const struct view *view, const struct input *input,
                         struct effects *effects)
{
    struct health_view *health = state;
    if (input->kind == INPUT_SHOWN ||
        (input->kind == INPUT_ACTION && input->action == ACTION_REFRESH))
        look(effects);
    else if (input->kind == INPUT_ACTION && input->action == HEALTH_SETTLE)
        settle_open(health, view);
    else if (input->kind == INPUT_KEY && health->settling)
        settle_key(health, input->code, effects);
    else if (input->kind == INPUT_TEXT && health->settling)
        confirm_paste(&health->confirm, input->text);
    else if (input->kind == INPUT_ACTION)
        list_move(&health->list, input->action, input->count, 10, line_count(health, view));
    else
        (void)list_click(&health->list, input, line_count(health, view));
}

static void health_answer(void *state, const struct view *view, struct evt *evt,
                          struct effects *effects)
{
    struct health_view *health = state;
    if (evt->cmd == CMD_SETTLE) {
        settled(health, evt, effects);
    } else if (evt->outcome.verdict != VERDICT_OK) {
        effect_refused(effects, &evt->outcome);
    } else if (evt->cmd == CMD_WORKERS) {
        arena_free(&health->arena);
        health->arena = evt->arena;
        evt->arena = NULL;
        health->workers = evt->u.workers.at;
        health->worker_count = evt->u.workers.count;
        health->wants_workers = evt->u.workers.wanted;
        list_clamp(&health->list, line_count(health, view));
    }
}

static bool health_typing(const void *state)
{
    return ((const struct health_view *)state)->settling != 0;
}

static bool health_back(void *state, const struct view *view, struct effects *effects)
{
    struct health_view *health = state;
    bool open = health->settling != 0;
    health->settling = 0;
    return open;
}

static bool health_offers(const void *state, const struct view *view, const struct action *action)
{
    return action->id != HEALTH_SETTLE || settle_chosen(state, view);
}

static void health_close(void *state)
{
    arena_free(&((struct health_view *)state)->arena);
}

const struct screen screen_health = {
    .name = "health",
    .title = N_("HEALTH"),
    .help = N_("Health of the house"),
    .go = 'h',
    .right = RIGHT_NONE,
    .moves = MOVES_LIST,
    .actions = health_actions,
    .action_count = COUNT_OF(health_actions),
    .state_size = sizeof(struct health_view),
    .open = health_open,
    .close = health_close,
    .draw = health_draw,
    .input = health_input,
    .answer = health_answer,
    .typing = health_typing,
    .back = health_back,
    .offers = health_offers,
};
