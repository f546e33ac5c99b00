/*
 * The print queue: what waits for paper, what failed and why, what came out last. Nothing here
 * changes a sale: a ticket that was dropped is printed again from its order.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"
#include "ui/list.h"
#include "ui/screens.h"

enum { PRINT_ALL = ACTION_OWN, PRINT_DROP, PRINT_ASK_DROP };
enum {
    HEAD_ROWS = 2,
    STATE_COLUMNS = 12,
    TITLE_COLUMNS = 34,
    PAGE = 10,
    LINE_TEXT = 512,
    WHY_ROWS = 2,
    WHY_AT = 57
};

struct print_view {
    struct list list;
    struct arena *arena; /* of the last answer */
    struct print_job *at;
    int count;
    bool known;
    uint64_t dropping; /* the job one was asked about */
};

static const struct action print_actions[] = {
    /* L10N: hints behind their key in the last row; at most 14 columns each. */
    {ACTION_OPEN, "again", "Enter", N_("try again"), N_("Try to print this failed one again."),
     RIGHT_SELL, 1, 0},
    {PRINT_ALL, "all", "a", N_("all again"), N_("Try to print all that failed again."), RIGHT_SELL,
     2, 0},
    {PRINT_DROP, "drop", "r", N_("discard"),
     N_("Take this failed one out of the queue; its sale stays as it is."), RIGHT_SELL, 3, 0},
    {ACTION_REFRESH, "refresh", "z", N_("refresh"), N_("Read the queue again."), RIGHT_NONE, 6, 0},
};

/* ---- asking ------------------------------------------------------------------------------- */

static void read_queue(struct effects *effects)
{
    effect_look(effects, CMD_PRINTS);
}

static const struct print_job *chosen(const struct print_view *prints)
{
    return prints->list.cursor < prints->count ? &prints->at[prints->list.cursor] : NULL;
}

static bool has_failed(const struct print_job *job)
{
    return job && job->state == PRINT_FAILED;
}

static void again(uint64_t no, struct effects *effects)
{
    effect_send(effects, CMD_PRINT_AGAIN)->u.print = no;
}

static void ask_drop(struct print_view *prints, const struct print_job *job,
                     struct effects *effects)
{
    struct ask *ask = effect_ask(effects, ASK_YES, PRINT_ASK_DROP);
    prints->dropping = job->no;
    text_copy(ask->title, sizeof ask->title, _("DROP THIS PAPER"));
    /* L10N: a job's title, like "B-7K3QM9 Stalls-A-1", stands in it */
    snprintf(ask->body, sizeof ask->body,
             _("%s is not printed.\nThe sale stays as it is; the order prints the ticket again."),
             job->title);
}

/* ---- keys --------------------------------------------------------------------------------- */

static void act(struct print_view *prints, const struct input *input, struct effects *effects)
{
    const struct print_job *job = chosen(prints);
    if (list_move(&prints->list, input->action, input->count, PAGE, prints->count))
        return;
    if (input->action == ACTION_REFRESH)
        read_queue(effects);
    else if (input->action == PRINT_ALL)
        again(0, effects);
    else if (!has_failed(job))
        effect_say(effects, "%s", _("Only what failed can be tried again or dropped."));
    else if (input->action == PRINT_DROP)
        ask_drop(prints, job, effects);
    else
        again(job->no, effects);
}

static void print_input(void *state, const struct view *view, const struct input *input,
                        struct effects *effects)
{
    struct print_view *prints = state;
    (void)view;
    if (input->kind == INPUT_ACTION)
        act(prints, input, effects);
    else if (input->kind == INPUT_ANSWERED)
        effect_send(effects, CMD_PRINT_DROP)->u.print = prints->dropping;
    else if (input->kind == INPUT_SHOWN)
        read_queue(effects);
    else
        (void)list_click(&prints->list, input, prints->count); /* only a key prints */
}

static void print_answer(void *state, const struct view *view, struct evt *evt,
                         struct effects *effects)
{
    struct print_view *prints = state;
    (void)view;
    if (evt->outcome.verdict != VERDICT_OK)
        effect_refused(effects, &evt->outcome);
    if (evt->cmd != CMD_PRINTS) {
        read_queue(effects);
        return;
    }
    arena_free(&prints->arena);
    prints->arena = evt->arena;
    evt->arena = NULL;
    prints->at = evt->u.prints.at;
    prints->count = evt->u.prints.count;
    prints->known = true;
    list_clamp(&prints->list, prints->count);
}

static void print_paper(void *state, const struct view *view, struct effects *effects)
{
    (void)state, (void)view;
    read_queue(effects);
}

/* ---- drawing ------------------------------------------------------------------------------ */

static const char *state_word(enum print_state state)
{
    /* L10N: how a job of the print queue stands; at most 12 columns each. */
    static const char *const words[] = {[PRINT_WAITING] = N_("waiting"),
                                        [PRINT_RUNNING] = N_("printing"),
                                        [PRINT_FAILED] = N_("FAILED"),
                                        [PRINT_DONE] = N_("printed")};
    return _(words[state]);
}

static void row_text(const struct print_job *job, char *out, size_t size)
{
    char clock[FORMAT_TEXT], word[STATE_COLUMNS * 4 + 1], title[TITLE_COLUMNS * 4 + 1];
    text_fit(word, sizeof word, state_word(job->state), STATE_COLUMNS, true);
    text_fit(title, sizeof title, job->title, TITLE_COLUMNS, true);
    snprintf(out, size, "%s %s %s  %s", format_clock(job->at, clock), word, title, job->why);
}

static void draw_head(const struct view *view, struct canvas *canvas, struct area body)
{
    const char *printer = view->model->print.printer;
    if (*printer)
        /* L10N: the printer's name stands in it */
        draw_printf(canvas, body, 0, 1, STYLE_STRONG, _("Printer %s"), printer);
    else
        draw_wrapped(canvas, area_part(body, 0, 1, -1, -1), STYLE_TEXT,
                     _("This till has no printer. Its command goes into loge.ini: [printer] "
                       "command = lp -d tickets"));
}

/* At the foot, when its row cannot hold it: why the one under the cursor is not on paper. */
static void draw_why(const struct print_job *job, struct canvas *canvas, struct area body)
{
    if (job && body.rows > 2 * WHY_ROWS && WHY_AT + text_columns(job->why) > body.columns)
        draw_wrapped(canvas, area_part(body, body.rows - WHY_ROWS, 1, WHY_ROWS, -1), STYLE_DIM,
                     job->why);
}

static void print_draw(const void *state, const struct view *view, struct canvas *canvas,
                       struct area body)
{
    const struct print_view *prints = state;
    struct area rows = area_part(body, HEAD_ROWS, 0, -1, -1);
    int top;
    draw_head(view, canvas, body);
    draw_why(chosen(prints), canvas, body);
    if (body.rows > 2 * WHY_ROWS)
        rows = area_part(rows, 0, 0, rows.rows - WHY_ROWS, -1);
    top = list_top(&prints->list, rows.rows, prints->count);
    for (int i = top; i < prints->count && i < top + rows.rows; i++) {
        char text[LINE_TEXT];
        row_text(&prints->at[i], text, sizeof text);
        list_draw_row(&prints->list, canvas, rows, i, top, text);
    }
    list_draw_position(&prints->list, canvas, area_part(body, 0, 0, 1, -1), rows.rows,
                       prints->count);
    if (prints->known && prints->count == 0 && view->model->print.printer[0])
        draw_text(canvas, rows, 0, 1, STYLE_DIM, _("Nothing waits for paper."));
}

/* ---- the screen --------------------------------------------------------------------------- */

static void print_open(void *state, const struct view *view, const char *argument,
                       struct effects *effects)
{
    (void)state, (void)view, (void)argument;
    read_queue(effects);
}

static void print_close(void *state)
{
    arena_free(&((struct print_view *)state)->arena);
}

static bool print_offers(const void *state, const struct view *view, const struct action *action)
{
    if (action->id == PRINT_ALL)
        return view->model->print.failed > 0;
    return action->id == ACTION_REFRESH || has_failed(chosen(state));
}

const struct screen screen_print = {
    .name = "print",
    .title = N_("PRINT QUEUE"),
    .help = N_("Print queue: try again what failed"),
    .go = 'p',
    .right = RIGHT_SELL,
    .moves = MOVES_LIST,
    .actions = print_actions,
    .action_count = COUNT_OF(print_actions),
    .state_size = sizeof(struct print_view),
    .open = print_open,
    .close = print_close,
    .draw = print_draw,
    .input = print_input,
    .answer = print_answer,
    .paper = print_paper,
    .offers = print_offers,
};
