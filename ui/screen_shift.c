/*
 * The till: a shift is opened with a float, money goes in and out, and at the end the drawer is
 * counted blind, compared, and closed. Nothing is written without a form or a "yes".
 */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "src/base/text.h"
#include "src/domain/shift.h"
#include "src/domain/shift_text.h"
#include "src/domain/tender.h"
#include "ui/format.h"
#include "ui/shift.h"

enum { FIELD_AMOUNT, FIELD_REASON, ASK_CLOSE = 1, PAPER_WIDE = 80, PAPER_NARROW = 40 };

static const struct action shift_actions[] = {
    {SHIFT_DROP, "drop", "d", N_("drop"), N_("Write down cash that goes into the safe."),
     RIGHT_SHIFT, 2, 0},
    {SHIFT_PAID_IN, "paid-in", "i", N_("paid in"),
     N_("Write down cash that comes into the drawer."), RIGHT_SHIFT, 3, 0},
    {SHIFT_PAID_OUT, "paid-out", "o", N_("paid out"),
     N_("Write down cash that is taken out of the drawer."), RIGHT_SHIFT, 4, 0},
    {SHIFT_COUNT, "count", "c", N_("count, close"),
     N_("Count the drawer without knowing the sum, compare, and close the shift."), RIGHT_SHIFT, 1,
     0},
    {SHIFT_SAVE, "export", "e", N_("to a file"), N_("Save the cash-up as a text file."),
     RIGHT_SHIFT, 1, 0},
    {SHIFT_PRINT, "print", "p", N_("print"), N_("Print the cash-up once more."), RIGHT_SHIFT, 1, 0},
    {ACTION_OPEN, "open", "Enter", N_("choose"), N_("Do what the cursor stands on."), RIGHT_SHIFT,
     5, 0},
    {ACTION_REFRESH, "refresh", "z", N_("refresh"), N_("Read the shift again."), RIGHT_NONE, 6, 0},
};

/* ---- figures ------------------------------------------------------------------------------ */

int64_t shift_difference(const struct shift_state *state, enum tender tender)
{
    return state->counted[tender] - shift_expected(&state->shift, tender);
}

bool shift_needs_reason(const struct shift_state *state)
{
    for (enum tender tender = 0; tender < TENDER_COUNT; tender++) {
        int64_t difference = shift_difference(state, tender);
        if (difference > state->limit || -difference > state->limit)
            return true;
    }
    return false;
}

const char *shift_tender_word(enum tender tender)
{
    return _(tender_words[tender].total);
}

/* ---- stages ------------------------------------------------------------------------------- */

static void look(struct shift_state *shift, struct effects *effects)
{
    shift->asked = true;
    effect_send(effects, CMD_SHIFT);
}

static void begin_closed(struct shift_state *shift)
{
    shift->stage = STAGE_CLOSED;
    shift->form = (struct form){.count = 0};
    form_add(&shift->form, N_("Float"), false, "");
}

static void begin_move(struct shift_state *shift, enum move_kind kind)
{
    shift->stage = STAGE_MOVE;
    shift->move = kind;
    shift->form = (struct form){.count = 0};
    form_add(&shift->form, N_("Amount"), false, "");
    form_add(&shift->form, N_("Reason"), false, "");
}

static void begin_count(struct shift_state *shift)
{
    shift->stage = STAGE_COUNT;
    if (uuid_equal(&shift->on_sheet, &shift->shift.id))
        return; /* begun before: it goes on, and stays a second count if it was one */
    shift->on_sheet = shift->shift.id;
    shift->counts = 0;
    sheet_start(&shift->sheet, shift->currency);
}

static void begin_review(struct shift_state *shift)
{
    shift->stage = STAGE_REVIEW;
    if (shift->counts++ == 0)
        memcpy(shift->first, shift->counted, sizeof shift->first);
    shift->form = (struct form){.count = 0};
    form_add(&shift->form, N_("Reason"), false, "");
}

static const char *translate(const char *text)
{
    return _(text);
}

static int offset_at(int64_t at)
{
    time_t seconds = (time_t)(at / 1000);
    struct tm here;
    return localtime_r(&seconds, &here) ? (int)(here.tm_gmtoff / 60) : 0;
}

static void begin_paper(struct shift_state *shift, const struct view *view,
                        const struct shift *closed)
{
    shift->stage = STAGE_PAPER;
    shift->shift = *closed;
    shift->menu.cursor = 0;
    arena_free(&shift->arena);
    shift->arena = arena_new();
    const struct shift_paper paper = {.house = shift->house,
                                      .shift = closed,
                                      .columns =
                                          view->columns >= PAPER_WIDE ? PAPER_WIDE : PAPER_NARROW,
                                      .offset_min = offset_at(closed->opened_at),
                                      .training = view->training,
                                      .language = translate,
                                      .arena = shift->arena};
    shift->paper = shift_text(&paper);
}

/* ---- asking ------------------------------------------------------------------------------- */

static bool read_amount(struct shift_state *shift, int64_t *amount, struct effects *effects)
{
    const char *text = form_text(&shift->form, FIELD_AMOUNT);
    if (money_read(text, shift->currency, amount) && *amount >= 0)
        return true;
    shift->form.focus = FIELD_AMOUNT;
    effect_error(effects, "%s",
                 *text ? _("That is no amount; type it like 150 or 150.00.")
                       : _("Please type an amount; 0 if there is none."));
    return false;
}

static void open_shift(struct shift_state *shift, struct effects *effects)
{
    int64_t amount;
    if (!read_amount(shift, &amount, effects))
        return;
    struct cmd *cmd = effect_send(effects, CMD_SHIFT_OPEN);
    cmd->u.money.amount = amount;
    shift->asked = true;
}

static void write_move(struct shift_state *shift, struct effects *effects)
{
    int64_t amount;
    const char *reason = form_text(&shift->form, FIELD_REASON);
    if (!read_amount(shift, &amount, effects))
        return;
    if (!*reason && shift->move != MOVE_DROP) {
        shift->form.focus = FIELD_REASON;
        effect_error(effects, "%s", _("Please type what the money is for."));
        return;
    }
    struct cmd *cmd = effect_send(effects, CMD_SHIFT_MOVE);
    cmd->u.money.kind = shift->move;
    cmd->u.money.amount = amount;
    cmd->meta.reason = arena_strdup(cmd->meta.arena, reason);
    shift->asked = true;
}

/* The sums are read again before they are compared: a sale may have come in between. */
static void compare(struct shift_state *shift, struct effects *effects)
{
    if (sheet_read(&shift->sheet, shift->shift.taken, shift->counted))
        look(shift, effects);
    else
        effect_error(effects, "%s", _("One line is no number; correct it first."));
}

static void ask_close(struct shift_state *shift, struct effects *effects)
{
    char line[128], cash[FORMAT_TEXT];
    int64_t difference = shift_difference(shift, TENDER_CASH);
    if (shift_needs_reason(shift) && !*form_text(&shift->form, 0)) {
        effect_error(effects, "%s", _("Please type a reason for the difference, or count again."));
        return;
    }
    struct ask *ask = effect_ask(effects, ASK_YES, ASK_CLOSE);
    /* L10N: title of a dialog; at most 60 columns */
    text_copy(ask->title, sizeof ask->title, _("CLOSE THE SHIFT"));
    format_money(difference < 0 ? -difference : difference, shift->currency, cash);
    /* L10N: in a dialog: currency and amount by which the cash differs */
    snprintf(line, sizeof line,
             difference < 0   ? _("The cash is %s %s short.")
             : difference > 0 ? _("The cash is %s %s over.")
                              : _("The cash agrees."),
             shift->currency, cash);
    snprintf(ask->body, sizeof ask->body, "%s\n%s", line,
             _("The shift is closed with this count; it cannot be opened again."));
}

/* A second count, made knowing the difference, is worth less: the log keeps the first. */
static void close_shift(struct shift_state *shift, struct effects *effects)
{
    char first[FORMAT_TEXT];
    struct cmd *cmd = effect_send(effects, CMD_SHIFT_CLOSE);
    memcpy(cmd->u.money.counted, shift->counted, sizeof cmd->u.money.counted);
    cmd->meta.reason = arena_strdup(cmd->meta.arena, form_text(&shift->form, 0));
    if (shift->counts > 1)
        cmd->meta.note =
            arena_printf(cmd->meta.arena, "counted %d times, cash first %s", shift->counts,
                         money_text(shift->first[TENDER_CASH], shift->currency, first));
    shift->asked = true;
}

static void save(struct shift_state *shift, struct effects *effects)
{
    char id[UUID_TEXT];
    struct cmd *cmd = effect_send(effects, CMD_EXPORT);
    cmd->u.export.line =
        arena_printf(cmd->meta.arena, "shift show %s", uuid_text(&shift->shift.id, id));
    cmd->u.export.name = "cash-up.txt";
}

static void print_again(const struct shift_state *shift, struct effects *effects)
{
    char id[UUID_TEXT];
    struct cmd *cmd = effect_send(effects, CMD_PRINT_SHIFT);
    cmd->u.text = arena_strdup(cmd->meta.arena, uuid_text(&shift->shift.id, id));
}

/* ---- keys --------------------------------------------------------------------------------- */

static void choose(struct shift_state *shift, int action)
{
    static const int choices[SHIFT_CHOICES] = {SHIFT_DROP, SHIFT_PAID_IN, SHIFT_PAID_OUT,
                                               SHIFT_COUNT};
    if (action == ACTION_OPEN)
        action = choices[shift->menu.cursor];
    if (action == SHIFT_DROP)
        begin_move(shift, MOVE_DROP);
    else if (action == SHIFT_PAID_IN)
        begin_move(shift, MOVE_PAID_IN);
    else if (action == SHIFT_PAID_OUT)
        begin_move(shift, MOVE_PAID_OUT);
    else if (action == SHIFT_COUNT)
        begin_count(shift);
}

int shift_paper_lines(const struct shift_state *shift)
{
    int lines = 0;
    for (const char *at = shift->paper; *at; at++)
        lines += *at == '\n';
    return lines;
}

int shift_paper_rows(const struct shift_state *shift, int rows)
{
    return shift_paper_lines(shift) > rows ? rows - 1 : rows;
}

/* On paper the cursor is the first line that is seen; elsewhere it is the choice. */
static int stops(const struct shift_state *shift, const struct view *view)
{
    if (shift->stage != STAGE_PAPER)
        return SHIFT_CHOICES;
    int hidden = shift_paper_lines(shift) - shift_paper_rows(shift, view->rows);
    return hidden > 0 ? hidden + 1 : 1;
}

static void act(struct shift_state *shift, const struct view *view, const struct input *input,
                struct effects *effects)
{
    int total = stops(shift, view);
    if (list_move(&shift->menu, input->action, input->count, 10, total))
        return;
    if (input->action == ACTION_REFRESH && !shift->asked)
        look(shift, effects);
    else if (input->action == SHIFT_SAVE && shift->stage == STAGE_PAPER)
        save(shift, effects);
    else if (input->action == SHIFT_PRINT && shift->stage == STAGE_PAPER)
        print_again(shift, effects);
    else if (shift->stage == STAGE_OPEN && !shift->asked)
        choose(shift, input->action);
}

static void form_press(struct shift_state *shift, int32_t code, struct effects *effects)
{
    if (form_key(&shift->form, code) != FORM_SUBMIT)
        return;
    if (shift->stage == STAGE_CLOSED)
        open_shift(shift, effects);
    else if (shift->stage == STAGE_MOVE)
        write_move(shift, effects);
    else
        ask_close(shift, effects);
}

static void press(struct shift_state *shift, int32_t code, struct effects *effects)
{
    if (shift->asked)
        return;
    if (shift->stage != STAGE_COUNT)
        form_press(shift, code, effects);
    else if (code == '=' || sheet_key(&shift->sheet, code) == FORM_SUBMIT)
        compare(shift, effects);
}

static void shift_open(void *state, const struct view *view, const char *argument,
                       struct effects *effects)
{
    ((struct shift_state *)state)->at_sign_in = strcmp(argument, TILL_AT_SIGN_IN) == 0;
    look(state, effects);
}

static void shift_close(void *state)
{
    arena_free(&((struct shift_state *)state)->arena);
}

static void shift_input(void *state, const struct view *view, const struct input *input,
                        struct effects *effects)
{
    struct shift_state *shift = state;
    if (input->kind == INPUT_ACTION)
        act(shift, view, input, effects);
    else if (input->kind == INPUT_KEY)
        press(shift, input->code, effects);
    else if (input->kind == INPUT_ANSWERED && input->action == ASK_CLOSE && !shift->asked)
        close_shift(shift, effects);
    else if (input->kind == INPUT_SHOWN && shift->stage == STAGE_OPEN)
        look(shift, effects);
}

/* ---- answers ------------------------------------------------------------------------------ */

static void take_shift(struct shift_state *shift, const struct evt *evt)
{
    const struct shift *open = evt->outcome.shift;
    bool counting = shift->stage == STAGE_COUNT && open && uuid_equal(&open->id, &shift->shift.id);
    text_copy(shift->house, sizeof shift->house, evt->u.drawer.house);
    text_copy(shift->currency, sizeof shift->currency, evt->u.drawer.currency);
    shift->limit = evt->u.drawer.difference_limit;
    if (open)
        shift->shift = *open;
    if (counting)
        begin_review(shift);
    else if (open)
        shift->stage = STAGE_OPEN;
    else
        begin_closed(shift);
}

static void take_act(struct shift_state *shift, const struct view *view, const struct evt *evt,
                     struct effects *effects)
{
    if (evt->outcome.shift && evt->cmd == CMD_SHIFT_CLOSE) {
        begin_paper(shift, view, evt->outcome.shift);
        effect_say(effects, "%s",
                   view->model->print.printer[0]
                       ? _("The shift is closed. This is the cash-up; it goes to the printer.")
                       : _("The shift is closed. This is the cash-up."));
        return;
    }
    effect_say(effects, "%s",
               evt->cmd == CMD_SHIFT_OPEN ? _("The shift is open.") : _("It is written down."));
    if (shift->at_sign_in && evt->cmd == CMD_SHIFT_OPEN) {
        effect_back(effects);
        return;
    }
    look(shift, effects);
    shift->stage = STAGE_LOOKING;
}

static void shift_answer(void *state, const struct view *view, struct evt *evt,
                         struct effects *effects)
{
    struct shift_state *shift = state;
    const struct outcome *outcome = &evt->outcome;
    shift->asked = false;
    if (outcome->verdict != VERDICT_OK)
        effect_refused(effects, outcome);
    else if (evt->cmd == CMD_SHIFT)
        take_shift(shift, evt);
    else if (evt->cmd == CMD_EXPORT)
        effect_saved(effects, evt->u.text);
    else if (evt->cmd == CMD_PRINT_SHIFT)
        effect_say(effects, "%s", _("It goes to the printer; g p shows the queue."));
    else
        take_act(shift, view, evt, effects);
}

/* ---- the screen --------------------------------------------------------------------------- */

static bool shift_typing(const void *state)
{
    const struct shift_state *shift = state;
    return shift->stage == STAGE_CLOSED || shift->stage == STAGE_MOVE ||
           shift->stage == STAGE_COUNT || shift->stage == STAGE_REVIEW;
}

static bool shift_back(void *state, const struct view *view, struct effects *effects)
{
    struct shift_state *shift = state;
    if (shift->stage == STAGE_REVIEW)
        shift->stage = STAGE_COUNT;
    else if (shift->stage == STAGE_MOVE || shift->stage == STAGE_COUNT)
        shift->stage = STAGE_OPEN;
    else
        return false;
    return true;
}

static bool shift_offers(const void *state, const struct view *view, const struct action *action)
{
    const struct shift_state *shift = state;
    if (action->id == SHIFT_SAVE)
        return shift->stage == STAGE_PAPER;
    if (action->id == SHIFT_PRINT)
        return shift->stage == STAGE_PAPER && view->model->print.printer[0];
    if ((action->id >= SHIFT_DROP && action->id <= SHIFT_COUNT) || action->id == ACTION_OPEN)
        return shift->stage == STAGE_OPEN;
    return true;
}

static void shift_subject(const void *state, const struct view *view, char *out, size_t size)
{
    const struct shift_state *shift = state;
    if (shift->stage == STAGE_COUNT || shift->stage == STAGE_REVIEW)
        text_copy(out, size, _("Cash-up"));
}

const struct screen screen_shift = {
    .name = "till",
    .title = N_("TILL"),
    .help = N_("Till and shift"),
    .go = 't',
    .right = RIGHT_SHIFT,
    .moves = MOVES_LIST,
    .actions = shift_actions,
    .action_count = COUNT_OF(shift_actions),
    .state_size = sizeof(struct shift_state),
    .open = shift_open,
    .close = shift_close,
    .subject = shift_subject,
    .draw = shift_draw,
    .input = shift_input,
    .answer = shift_answer,
    .typing = shift_typing,
    .back = shift_back,
    .offers = shift_offers,
};
