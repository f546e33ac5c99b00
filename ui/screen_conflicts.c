/*
 * The conflict centre: what tills did while they were cut off that did not fit, the most urgent
 * first. Enter shows one with both its sides; there a supervisor decides, and whoever sold it is
 * told what to say. Clerks read it and decide nothing. Below stands what never came home at all.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/conflict.h"
#include "ui/screens.h"

enum { CONFLICT_ALL = ACTION_OWN, CONFLICT_COPY, CONFLICT_ORDER, CONFLICT_STRIKE, CONFLICT_CHOICE };
enum { HEAD_ROWS = 1, WHEN_COLUMNS = 16, WORD_COLUMNS = 15, SEATS_COLUMNS = 14 };
enum {
    TILL_COLUMNS = 7,
    MONEY_COLUMNS = 9,
    STATE_COLUMNS = 14,
    WIDE = 110,
    SHOW_COLUMNS = 24,
    ROW_TEXT_SIZE = 1024
};

static const struct action conflict_actions[] = {
    /* L10N: hints behind their key in the last row; at most 12 columns each. */
    {ACTION_OPEN, "open", "Enter i", N_("both sides"),
     N_("Show a conflict whole, with both its sides."), RIGHT_NONE, 1, 0},
    {CONFLICT_CHOICE + 1, "same-seats", "1", "",
     N_("Give them the seats they bought, when these are free again."), RIGHT_TILLS, 2, 0},
    {CONFLICT_CHOICE + 2, "other-seats", "2", "",
     N_("Give them the seats that are kept for them, with new tickets."), RIGHT_TILLS, 2, 0},
    {CONFLICT_CHOICE + 3, "money-back", "3", "", N_("Give their money back now."), RIGHT_TILLS, 2,
     0},
    {CONFLICT_CHOICE + 4, "money-due", "4", "",
     N_("Note that their money is to be given back later."), RIGHT_TILLS, 2, 0},
    {CONFLICT_CHOICE + 5, "leave", "5", "", N_("Leave a conflict as it is."), RIGHT_TILLS, 2, 0},
    {CONFLICT_STRIKE, "strike", "x", N_("strike"),
     N_("Strike what is missing of a journal, when a paper is false or it was settled."),
     RIGHT_TILLS, 2, 0},
    {CONFLICT_ORDER, "order", "o", N_("order"),
     N_("Open the order of those who have lost their seats."), RIGHT_SELL, 3, 0},
    {CONFLICT_ALL, "all", "v", N_("open or all"),
     N_("Show the open conflicts only, or those that are decided too."), RIGHT_NONE, 4, 0},
    {CONFLICT_COPY, "copy", "y", N_("copy contact"),
     N_("Send the name and address of whom to tell to the clipboard."), RIGHT_NONE, 5, 0},
    {ACTION_REFRESH, "refresh", "z", N_("refresh"), N_("Ask the house again."), RIGHT_NONE, 6, 0},
};

/* ---- asking -------------------------------------------------------------------------------- */

static void look(const struct conflicts *conflicts, struct effects *effects)
{
    effect_send(effects, CMD_CONFLICTS)->u.all_conflicts = conflicts->all;
}

/* Conflicts, then what never came home. */
static int rows_of(const struct conflicts *conflicts)
{
    return conflicts->count + conflicts->tail_count;
}

/* As it stands at the house now, decided or not. */
static void look_at_one(struct conflicts *conflicts, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_CONFLICTS);
    cmd->u.all_conflicts = true;
    conflicts->asked = cmd->id;
}

static const struct conflict *chosen(const struct conflicts *conflicts)
{
    return conflicts->list.cursor < conflicts->count ? &conflicts->at[conflicts->list.cursor]
                                                     : NULL;
}

static bool is_open(const struct conflicts *conflicts)
{
    return !uuid_is_zero(&conflicts->wanted);
}

static void close_one(struct conflicts *conflicts)
{
    conflicts->wanted = (struct uuid){{0}};
    conflicts->decision = (struct decision){.open = false};
    conflicts->one = NULL;
    conflicts->asked = 0;
    arena_free(&conflicts->one_arena);
}

/* The list may have grown or shrunk meanwhile. */
static void leave_one(struct conflicts *conflicts, struct effects *effects)
{
    close_one(conflicts);
    look(conflicts, effects);
}

static void open_one(struct conflicts *conflicts, struct effects *effects)
{
    const struct conflict *at = chosen(conflicts);
    if (!at)
        return;
    close_one(conflicts);
    conflicts->wanted = at->id;
    look_at_one(conflicts, effects);
}

static void refresh(struct conflicts *conflicts, struct effects *effects)
{
    look(conflicts, effects);
    if (is_open(conflicts))
        look_at_one(conflicts, effects);
}

/* ---- keys ---------------------------------------------------------------------------------- */

static void copy_contact(const struct conflicts *conflicts, struct effects *effects)
{
    char text[CONFLICT_LINE];
    conflict_contact(conflicts->one, text);
    effect_copy(effects, text);
}

static void act_on_one(struct conflicts *conflicts, int action, struct effects *effects)
{
    if (action == CONFLICT_COPY)
        copy_contact(conflicts, effects);
    else if (action == CONFLICT_ORDER && conflicts->one->code[0])
        effect_open(effects, "order", conflicts->one->code);
    else if (action > CONFLICT_CHOICE && action <= CONFLICT_CHOICE + CONFLICT_CHOICES)
        decision_open(conflicts, decision_of(action - CONFLICT_CHOICE), effects);
}

static void act(struct conflicts *conflicts, const struct view *view, const struct input *input,
                struct effects *effects)
{
    if (input->action == ACTION_REFRESH) {
        refresh(conflicts, effects);
    } else if (conflicts->one) {
        act_on_one(conflicts, input->action, effects);
    } else if (is_open(conflicts) || list_move(&conflicts->list, input->action, input->count,
                                               view->rows - HEAD_ROWS, rows_of(conflicts))) {
        return;
    } else if (input->action == CONFLICT_STRIKE) {
        strike_open(conflicts, effects);
    } else if (input->action == ACTION_OPEN) {
        open_one(conflicts, effects);
    } else if (input->action == CONFLICT_ALL) {
        conflicts->all = !conflicts->all;
        look(conflicts, effects);
    } else if (input->action > CONFLICT_CHOICE) {
        effect_say(effects, "%s", _("Look at both sides first: Enter shows them."));
    }
}

static void conflicts_input(void *state, const struct view *view, const struct input *input,
                            struct effects *effects)
{
    struct conflicts *conflicts = state;
    if (input->kind == INPUT_ACTION)
        act(conflicts, view, input, effects);
    else if (input->kind == INPUT_KEY && conflicts->strike.open)
        strike_key(conflicts, input->code, effects);
    else if (input->kind == INPUT_KEY)
        decision_key(conflicts, input->code, effects);
    else if (input->kind == INPUT_TEXT && conflicts->decision.open)
        confirm_paste(&conflicts->decision.confirm, input->text);
    else if (input->kind == INPUT_TEXT && conflicts->strike.open)
        confirm_paste(&conflicts->strike.confirm, input->text);
    else if (input->kind == INPUT_SHOWN)
        refresh(conflicts, effects);
    else if (list_click(&conflicts->list, input, rows_of(conflicts)))
        open_one(conflicts, effects);
    list_clamp(&conflicts->list, rows_of(conflicts));
}

static void conflicts_house_back(void *state, const struct view *view, struct effects *effects)
{
    (void)view;
    refresh(state, effects);
}

/* ---- answers ------------------------------------------------------------------------------- */

static struct arena *keep(struct arena **kept, struct evt *evt)
{
    arena_free(kept);
    *kept = evt->arena;
    evt->arena = NULL;
    return *kept;
}

static void take_list(struct conflicts *conflicts, struct evt *evt)
{
    keep(&conflicts->arena, evt);
    conflicts->at = evt->u.conflicts.at;
    conflicts->count = evt->u.conflicts.count;
    conflicts->tails = evt->u.conflicts.tails;
    conflicts->tail_count = evt->u.conflicts.tail_count;
    conflicts->known = true;
    list_clamp(&conflicts->list, rows_of(conflicts));
}

static void take_one(struct conflicts *conflicts, struct evt *evt, struct effects *effects)
{
    const struct conflict *at = evt->u.conflicts.at;
    conflicts->one = NULL;
    for (int i = 0; i < evt->u.conflicts.count; i++)
        if (uuid_equal(&at[i].id, &conflicts->wanted))
            conflicts->one = &at[i];
    keep(&conflicts->one_arena, evt);
    if (conflicts->one)
        return;
    close_one(conflicts);
    effect_say(effects, "%s",
               _("The house has too many newer ones to show this; decide those "
                 "first."));
}

static void decided(struct conflicts *conflicts, const struct evt *evt, struct effects *effects)
{
    conflicts->acting = 0;
    conflicts->decision.open = false;
    if (evt->outcome.verdict == VERDICT_OK)
        effect_say(effects, "%s", _("Decided. The page says whom to tell, and what."));
    refresh(conflicts, effects);
}

static void struck(struct conflicts *conflicts, const struct evt *evt, struct effects *effects)
{
    strike_done(conflicts, evt, effects);
    refresh(conflicts, effects);
}

static void conflicts_answer(void *state, const struct view *view, struct evt *evt,
                             struct effects *effects)
{
    struct conflicts *conflicts = state;
    bool done = evt->outcome.verdict == VERDICT_OK;
    bool one = evt->id == conflicts->asked && conflicts->asked;
    (void)view;
    if (!done)
        effect_refused(effects, &evt->outcome);
    if (one)
        conflicts->asked = 0;
    if (evt->cmd == CMD_STRIKE)
        struck(conflicts, evt, effects);
    else if (evt->cmd == CMD_DECIDE)
        decided(conflicts, evt, effects);
    else if (done && one)
        take_one(conflicts, evt, effects);
    else if (done && evt->cmd == CMD_CONFLICTS)
        take_list(conflicts, evt);
    else if (one && !conflicts->one)
        close_one(conflicts);
    else if (evt->cmd == CMD_CONFLICTS)
        text_copy(conflicts->unknown, sizeof conflicts->unknown, evt->outcome.message);
}

/* ---- drawing ------------------------------------------------------------------------------- */

/* One seat by name, and how many more. */
static void seats_text(const struct conflict *at, char *out, size_t size)
{
    if (at->seat_count == 0)
        out[0] = '\0';
    else if (at->seat_count == 1)
        text_copy(out, size, at->seats[0].label);
    else
        snprintf(out, size, "%s +%d", at->seats[0].label, at->seat_count - 1);
}

static void paid_text(const struct conflict *at, char *out, size_t size)
{
    char money[FORMAT_TEXT];
    snprintf(out, size, "%*s", MONEY_COLUMNS,
             at->paid ? format_money(at->paid, at->currency, money) : "");
}

/* How it stands, and where there is room the show and whose it was. */
static void state_text(const struct conflict *at, const struct view *view, char *out, size_t size)
{
    char state[STATE_COLUMNS * 4 + 1], title[SHOW_COLUMNS * 4 + 1];
    const char *word = conflict_state(at, view->now);
    if (view->columns < WIDE) {
        text_copy(out, size, word);
        return;
    }
    text_fit(state, sizeof state, word, STATE_COLUMNS, true);
    text_fit(title, sizeof title, at->title, SHOW_COLUMNS, true);
    snprintf(out, size, "%s %s %s", state, title, at->name);
}

static void row_text(const struct conflict *at, const struct view *view, char *out, size_t size)
{
    char when[FORMAT_TEXT], by[WHEN_COLUMNS * 4 + 1], word[WORD_COLUMNS * 4 + 1];
    char label[SEAT_TEXT + 16], seats[SEATS_COLUMNS * 4 + 1], till[TILL_COLUMNS * 4 + 1];
    char money[FORMAT_TEXT * 2], state[ROW_TEXT_SIZE / 2];
    text_fit(by, sizeof by, format_day_clock(at->deadline, when), WHEN_COLUMNS, true);
    text_fit(word, sizeof word, conflict_brief(at), WORD_COLUMNS, true);
    seats_text(at, label, sizeof label);
    text_fit(seats, sizeof seats, label, SEATS_COLUMNS, true);
    text_fit(till, sizeof till, at->till, TILL_COLUMNS, true);
    paid_text(at, money, sizeof money);
    state_text(at, view, state, sizeof state);
    if (view->compact)
        snprintf(out, size, "%s %s", seats, state);
    else
        snprintf(out, size, "%s %s %s %s%s %s", by, word, seats, till, money, state);
}

static void draw_columns(const struct view *view, struct canvas *canvas, struct area row)
{
    char by[WHEN_COLUMNS * 4 + 1], word[WORD_COLUMNS * 4 + 1], seats[SEATS_COLUMNS * 4 + 1];
    char till[TILL_COLUMNS * 4 + 1], money[FORMAT_TEXT];
    if (view->compact)
        return;
    /* L10N: head of a column: until when it has to be decided; at most 16 columns */
    text_fit(by, sizeof by, _("Decide before"), WHEN_COLUMNS, true);
    /* L10N: head of a column: what a conflict is; at most 15 columns */
    text_fit(word, sizeof word, _("What"), WORD_COLUMNS, true);
    text_fit(seats, sizeof seats, _("Seats"), SEATS_COLUMNS, true);
    text_fit(till, sizeof till, _("Till"), TILL_COLUMNS, true);
    int column = draw_printf(canvas, row, 0, 1, STYLE_STRONG, "%s %s %s %s%s ", by, word, seats,
                             till, format_right(_("Paid"), MONEY_COLUMNS, money));
    draw_text(canvas, row, 0, column, STYLE_STRONG, _("State"));
    if (view->columns >= WIDE)
        draw_text(canvas, row, 0, column + STATE_COLUMNS + 1, STYLE_STRONG, _("Show"));
}

static void draw_list(const struct conflicts *conflicts, const struct view *view,
                      struct canvas *canvas, struct area all)
{
    int below = tails_draw(conflicts, canvas, all);
    struct area body = area_part(all, 0, 0, all.rows - below, -1);
    int head = view->compact ? 0 : HEAD_ROWS;
    struct area rows = area_part(body, head, 0, -1, -1);
    struct list above = conflicts->list; /* a cursor below leaves these as they stand at the end */
    list_clamp(&above, conflicts->count);
    int top = list_top(&above, rows.rows, conflicts->count);
    draw_columns(view, canvas, body);
    for (int i = top; i < conflicts->count && i < top + rows.rows; i++) {
        char text[ROW_TEXT_SIZE];
        row_text(&conflicts->at[i], view, text, sizeof text);
        list_draw_row(&conflicts->list, canvas, rows, i, top, text);
    }
    list_draw_position(&above, canvas, area_part(body, 0, 0, 1, -1), rows.rows, conflicts->count);
    if (!conflicts->known)
        draw_wrapped(canvas, area_part(rows, 0, 1, -1, -1), STYLE_DIM, conflicts->unknown);
    else if (!conflicts->count)
        draw_text(canvas, rows, 0, 1, STYLE_DIM,
                  conflicts->all ? _("No till has ever met a conflict here.")
                                 : _("Nothing is to be decided."));
}

static void conflicts_draw(const void *state, const struct view *view, struct canvas *canvas,
                           struct area body)
{
    const struct conflicts *conflicts = state;
    if (!conflicts->one) {
        draw_list(conflicts, view, canvas, body);
        if (conflicts->strike.open)
            strike_draw(conflicts, view, canvas, body);
        return;
    }
    conflict_draw(conflicts->one, view, canvas, body);
    if (conflicts->decision.open)
        decision_draw(conflicts, view, canvas, body);
}

/* ---- the screen ---------------------------------------------------------------------------- */

static void conflicts_open(void *state, const struct view *view, const char *argument,
                           struct effects *effects)
{
    (void)view, (void)argument;
    look(state, effects);
}

static void conflicts_close(void *state)
{
    struct conflicts *conflicts = state;
    close_one(conflicts);
    arena_free(&conflicts->arena);
}

static bool conflicts_back(void *state, const struct view *view, struct effects *effects)
{
    struct conflicts *conflicts = state;
    (void)view;
    if (conflicts->decision.open)
        conflicts->decision.open = false;
    else if (conflicts->strike.open)
        conflicts->strike.open = false;
    else if (is_open(conflicts))
        leave_one(conflicts, effects);
    else
        return false;
    return true;
}

static bool conflicts_typing(const void *state)
{
    const struct conflicts *conflicts = state;
    return conflicts->decision.open || conflicts->strike.open;
}

static bool conflicts_offers(const void *state, const struct view *view,
                             const struct action *action)
{
    const struct conflicts *conflicts = state;
    (void)view;
    bool one = conflicts->one != NULL;
    if (action->id == ACTION_OPEN)
        return chosen(conflicts) && !is_open(conflicts);
    if (action->id == CONFLICT_STRIKE)
        return tail_chosen(conflicts) && !is_open(conflicts);
    if (action->id == CONFLICT_ALL)
        return !is_open(conflicts);
    if (action->id == CONFLICT_ORDER)
        return one && conflicts->one->code[0];
    return action->id == ACTION_REFRESH || one;
}

/* How many there are. */
static void conflicts_subject(const void *state, const struct view *view, char *out, size_t size)
{
    const struct conflicts *conflicts = state;
    (void)view;
    if (conflicts->one)
        text_copy(out, size, conflicts->one->code);
    else if (conflicts->known)
        snprintf(out, size,
                 /* L10N: in row 1, behind "CONFLICTS"; at most 30 columns each */
                 conflicts->all
                     ? ngettext("%d in all", "%d in all", (unsigned long)conflicts->count)
                     : ngettext("%d to decide", "%d to decide", (unsigned long)conflicts->count),
                 conflicts->count);
}

const struct screen screen_conflicts = {
    .name = "conflicts",
    .title = N_("CONFLICTS"),
    .help = N_("Conflicts: what tills did while they were cut off"),
    .go = 'y',
    .right = RIGHT_SELL,
    .moves = MOVES_LIST,
    .actions = conflict_actions,
    .action_count = COUNT_OF(conflict_actions),
    .state_size = sizeof(struct conflicts),
    .open = conflicts_open,
    .close = conflicts_close,
    .subject = conflicts_subject,
    .draw = conflicts_draw,
    .input = conflicts_input,
    .house_back = conflicts_house_back,
    .answer = conflicts_answer,
    .typing = conflicts_typing,
    .back = conflicts_back,
    .offers = conflicts_offers,
};
