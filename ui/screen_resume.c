/* A basket was left behind, by a dead line or in a hurry: go on with it, or let it go. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"
#include "ui/screens.h"

enum { RESUME_GO_ON = ACTION_OWN, RESUME_RELEASE, RESUME_ALL };

struct resume {
    struct arena *arena; /* of the shows */
    struct show *shows;
    int count;
    bool wanted; /* Enter came before the shows were known */
};

static const struct action resume_actions[] = {
    /* L10N: hints behind their key in the last row; at most 12 columns each. */
    {RESUME_GO_ON, "resume", "Enter", N_("resume"), N_("Go on with the seats you hold."),
     RIGHT_SELL, 1, 0},
    {RESUME_RELEASE, "release", "r", N_("release"), N_("Let go of the seats you hold."), RIGHT_SELL,
     2, 0},
};

static const struct show *find_show(const struct resume *resume, int32_t no)
{
    for (int i = 0; i < resume->count; i++)
        if (resume->shows[i].no == no)
            return &resume->shows[i];
    return NULL;
}

/* To the show whose hold ends first. */
static void go_on(struct resume *resume, const struct view *view, struct effects *effects)
{
    const struct hold *hold = model_first_hold(view->model);
    const struct show *show = hold ? find_show(resume, hold->show) : NULL;
    resume->wanted = hold && !show && !resume->shows;
    if (show)
        effect_open(effects, "map", show->id);
    else if (!resume->wanted)
        effect_open(effects, "shows", "");
}

static void ask_release(const struct model *model, struct effects *effects)
{
    struct ask *ask = effect_ask(effects, ASK_YES, RESUME_ALL);
    int seats = model_basket_seats(model);
    text_copy(ask->title, sizeof ask->title, _("RELEASE"));
    snprintf(ask->body, sizeof ask->body,
             ngettext("Let go of the %d seat in the basket?",
                      "Let go of all %d seats in the basket?", (unsigned long)seats),
             seats);
}

static void resume_input(void *state, const struct view *view, const struct input *input,
                         struct effects *effects)
{
    struct resume *resume = state;
    if (input->kind == INPUT_ANSWERED && input->action == RESUME_ALL)
        effect_every_hold(effects, CMD_RELEASE);
    else if (input->kind == INPUT_ACTION && input->action == RESUME_GO_ON)
        go_on(resume, view, effects);
    else if (input->kind == INPUT_ACTION && input->action == RESUME_RELEASE)
        ask_release(view->model, effects);
}

static void resume_answer(void *state, const struct view *view, struct evt *evt,
                          struct effects *effects)
{
    struct resume *resume = state;
    if (evt->outcome.verdict != VERDICT_OK)
        effect_refused(effects, &evt->outcome);
    if (evt->cmd == CMD_RELEASE && view->model->hold_count == 0)
        effect_open(effects, "shows", "");
    if (evt->cmd != CMD_SHOWS || evt->outcome.verdict != VERDICT_OK)
        return;
    arena_free(&resume->arena);
    resume->arena = evt->arena;
    evt->arena = NULL;
    resume->shows = evt->u.shows.at;
    resume->count = evt->u.shows.count;
    if (resume->wanted)
        go_on(resume, view, effects);
}

/* ---- drawing ------------------------------------------------------------------------------ */

static bool shown_before(const struct model *model, int index)
{
    for (int i = 0; i < index; i++)
        if (model->holds[i].show == model->holds[index].show)
            return true;
    return false;
}

/* From row 1 on, each whole; what the row does not take goes into the next. Returns rows used. */
static int draw_seats(const struct model *model, int32_t show, struct canvas *canvas,
                      struct area area)
{
    int row = 1, column = 2;
    for (int i = 0; i < model->hold_count; i++)
        for (int s = 0; model->holds[i].show == show && s < model->holds[i].seat_count; s++) {
            const char *label = model->holds[i].seats[s].label;
            if (column > 2 && column + text_columns(label) > area.columns) {
                row++;
                column = 2;
            }
            column = 2 + draw_text(canvas, area, row, column, STYLE_TEXT, label);
        }
    return row + 1;
}

/* A show with all its seats, however many holds they are in. Returns rows used. */
static int draw_show(const struct resume *resume, const struct model *model, int32_t no,
                     struct canvas *canvas, struct area area)
{
    const struct show *show = find_show(resume, no);
    char when[FORMAT_TEXT];
    if (show)
        draw_printf(canvas, area, 0, 0, STYLE_STRONG, "%s  %s", show->title,
                    format_day_clock(show->starts_at, when));
    return draw_seats(model, no, canvas, area) + 1;
}

static void resume_draw(const void *state, const struct view *view, struct canvas *canvas,
                        struct area body)
{
    const struct resume *resume = state;
    const struct hold *first = model_first_hold(view->model);
    struct area area = area_part(body, body.rows > 10 ? 2 : 0, 3, -1, body.columns - 4);
    char text[MESSAGE_TEXT], left[FORMAT_TEXT];
    int seats = model_basket_seats(view->model), row;
    if (!first) {
        draw_wrapped(canvas, area, STYLE_TEXT,
                     _("The hold has ended and its seats are free again. Enter = go on."));
        return;
    }
    /* L10N: at sign-in, seats and time left: "You left 2 seats held 03:10." */
    snprintf(text, sizeof text,
             ngettext("You left %d seat held %s: Enter = resume, r = release.",
                      "You left %d seats held %s: Enter = resume, r = release.",
                      (unsigned long)seats),
             seats, format_left(first->expires_at - view->now, left));
    row = draw_wrapped(canvas, area_part(area, 0, 0, 3, -1), STYLE_STRONG, text);
    for (int i = 0; i < view->model->hold_count; i++)
        if (!shown_before(view->model, i))
            row += draw_show(resume, view->model, view->model->holds[i].show, canvas,
                             area_part(area, row + 1, 0, -1, -1));
}

static void resume_open(void *state, const struct view *view, const char *argument,
                        struct effects *effects)
{
    effect_send(effects, CMD_SHOWS);
}

static void resume_close(void *state)
{
    arena_free(&((struct resume *)state)->arena);
}

const struct screen screen_resume = {
    .name = "resume",
    .title = N_("WELCOME BACK"),
    .help = N_("Seats you left held"),
    .right = RIGHT_SELL,
    .actions = resume_actions,
    .action_count = COUNT_OF(resume_actions),
    .state_size = sizeof(struct resume),
    .open = resume_open,
    .close = resume_close,
    .draw = resume_draw,
    .input = resume_input,
    .answer = resume_answer,
};
