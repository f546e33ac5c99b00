/*
 * The waiting list of a show: who waits for what, in order of joining. Enter offers free seats to
 * the first whom they suit, as a hold of their own; nobody is taken off the list unasked. A
 * customer who comes with an offer buys it: t puts it into this clerk's basket.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"
#include "ui/list.h"
#include "ui/screens.h"
#include "ui/wait_form.h"

enum { WAIT_ADD = ACTION_OWN, WAIT_REMOVE, WAIT_TAKE, ASK_REMOVE = 1 };
enum { HEAD_ROWS = 1, FOOT_ROWS = 2, NAME_COLUMNS = 18, WISH_COLUMNS = 18, STATUS_COLUMNS = 13 };
enum { WISH_TEXT = 256, ROW_TEXT_SIZE = 640 };

struct wait {
    char show[SLUG_TEXT]; /* "": none was chosen */
    struct arena *arena;  /* of the last answer */
    struct waiter *at;
    int count;
    const char *title;
    int64_t starts_at;
    struct wait_places places;
    bool known;
    struct list list;
    bool joining; /* the form is shown */
    struct form form;
    uint64_t acting; /* the act on its way; 0: none */
    struct uuid removing;
};

static const struct action wait_actions[] = {
    /* L10N: hints behind their key in the last row; at most 12 columns each. */
    {ACTION_OPEN, "serve", "Enter", N_("offer seats"),
     N_("Offer free seats to the first in line whom they suit."), RIGHT_SELL, 1, 0},
    {WAIT_ADD, "join", "+", N_("join"), N_("Put somebody on the list."), RIGHT_SELL, 2, 0},
    {WAIT_REMOVE, "leave", "r", N_("take off"), N_("Take the one under the cursor off the list."),
     RIGHT_SELL, 3, 0},
    {WAIT_TAKE, "take", "t", N_("to basket"),
     N_("Put the seats offered to the one under the cursor into your basket, to sell them."),
     RIGHT_SELL, 4, 0},
    {ACTION_REFRESH, "refresh", "z", N_("refresh"), N_("Read the list again."), RIGHT_NONE, 6, 0},
};

/* ---- words -------------------------------------------------------------------------------- */

/* What somebody waits for: "Stalls, class A, 1 wheelchair, apart". */
static void wish_text(const struct wait *wait, const struct waiter *waiter, char out[WISH_TEXT])
{
    char parts[4][WISH_TEXT / 5];
    int count = 0, used = 0;
    if (waiter->section[0])
        snprintf(parts[count++], sizeof parts[0], "%.40s", waiter->section);
    if (waiter->class_no >= 0 && waiter->class_no < wait->places.class_count)
        snprintf(parts[count++], sizeof parts[0], "%.40s", wait->places.classes[waiter->class_no]);
    if (waiter->accessible)
        snprintf(parts[count++], sizeof parts[0],
                 ngettext("%d wheelchair", "%d wheelchairs", (unsigned long)waiter->accessible),
                 waiter->accessible);
    if (!waiter->together && waiter->party > 1)
        /* L10N: a party that may be seated apart; at most 12 columns */
        snprintf(parts[count++], sizeof parts[0], "%s", _("apart"));
    if (count == 0)
        /* L10N: any seat will do; at most 18 columns */
        snprintf(parts[count++], sizeof parts[0], "%s", _("anywhere"));
    for (int i = 0; i < count; i++)
        used += snprintf(out + used, (size_t)(WISH_TEXT - used), "%s%s", i ? ", " : "", parts[i]);
}

static const struct hold *offer_of(const struct view *view, const struct waiter *waiter)
{
    const struct model *model = view->model;
    for (int i = 0; i < model->hold_count && waiter->status == WAIT_OFFERED; i++)
        if (uuid_equal(&model->holds[i].id, &waiter->hold))
            return &model->holds[i];
    return NULL;
}

/* An offer in this basket is shown with the time it has left. */
static void status_text(const struct view *view, const struct waiter *waiter, char *out,
                        size_t size)
{
    const struct hold *hold = offer_of(view, waiter);
    char left[FORMAT_TEXT];
    if (hold)
        /* L10N: seats are offered, and the time left: "offered 07:42"; at most 13 columns */
        snprintf(out, size, _("offered %s"), format_left(hold->expires_at - view->now, left));
    else
        /* L10N: at most 13 columns each */
        snprintf(out, size, "%s", waiter->status == WAIT_OFFERED ? _("offered") : _("waiting"));
}

/* ---- drawing ------------------------------------------------------------------------------ */

static void row_text(const struct wait *wait, const struct view *view, int index, char *out,
                     size_t size)
{
    const struct waiter *waiter = &wait->at[index];
    char name[NAME_COLUMNS * 4 + 1], wish[WISH_TEXT], place[WISH_COLUMNS * 4 + 1];
    char status[64], fitted[STATUS_COLUMNS * 4 + 1], since[FORMAT_TEXT];
    text_fit(name, sizeof name, waiter->name, NAME_COLUMNS, true);
    wish_text(wait, waiter, wish);
    text_fit(place, sizeof place, wish, WISH_COLUMNS, true);
    status_text(view, waiter, status, sizeof status);
    text_fit(fitted, sizeof fitted, status, STATUS_COLUMNS, true);
    if (view->compact)
        snprintf(out, size, "%2d %s %s", waiter->party, fitted, waiter->name);
    else
        snprintf(out, size, "%3d %s %3d  %s %s %s", index + 1, name, waiter->party, place, fitted,
                 format_day_clock(waiter->joined_at, since));
}

static void draw_head(const struct view *view, struct canvas *canvas, struct area body)
{
    char name[NAME_COLUMNS * 4 + 1], wish[WISH_COLUMNS * 4 + 1], status[STATUS_COLUMNS * 4 + 1];
    char party[FORMAT_TEXT];
    text_fit(name, sizeof name, _("Name"), NAME_COLUMNS, true);
    text_fit(wish, sizeof wish, _("Wants"), WISH_COLUMNS, true);
    text_fit(status, sizeof status, _("State"), STATUS_COLUMNS, true);
    if (!view->compact)
        draw_printf(
            canvas, body, 0, 1, STYLE_STRONG, "    %s %s  %s %s %s", name,
            /* L10N: head of a column: how many people the seats are for; at most 3 columns */
            format_right(C_("column", "for"), 3, party), wish, status, _("Since"));
}

/* How the one under the cursor can be told. */
static void draw_foot(const struct wait *wait, struct canvas *canvas, struct area row)
{
    const struct waiter *waiter = &wait->at[wait->list.cursor];
    char wish[WISH_TEXT];
    wish_text(wait, waiter, wish);
    draw_printf(canvas, row, 0, 1, STYLE_TEXT, "%s%s%s  %s%s%s", waiter->code,
                *waiter->code ? "  " : "", waiter->name, waiter->phone,
                *waiter->phone && *waiter->email ? "  " : "", waiter->email);
    draw_printf(canvas, row, 1, 1, STYLE_TEXT,
                ngettext("%d person: %s", "%d people: %s", (unsigned long)waiter->party),
                waiter->party, wish);
}

static void draw_list(const struct wait *wait, const struct view *view, struct canvas *canvas,
                      struct area body)
{
    int head = view->compact ? 0 : HEAD_ROWS;
    struct area rows = area_part(body, head, 0, body.rows - head - FOOT_ROWS, -1);
    int top = list_top(&wait->list, rows.rows, wait->count);
    draw_head(view, canvas, body);
    for (int i = top; i < wait->count && i < top + rows.rows; i++) {
        char text[ROW_TEXT_SIZE];
        row_text(wait, view, i, text, sizeof text);
        list_draw_row(&wait->list, canvas, rows, i, top, text);
    }
    list_draw_position(&wait->list, canvas, area_part(body, 0, 0, 1, -1), rows.rows, wait->count);
    if (wait->count)
        draw_foot(wait, canvas, area_part(body, body.rows - FOOT_ROWS, 0, FOOT_ROWS, -1));
    else if (wait->known)
        draw_text(canvas, rows, 0, 1, STYLE_DIM, _("Nobody is waiting for this show."));
}

static void wait_draw(const void *state, const struct view *view, struct canvas *canvas,
                      struct area body)
{
    const struct wait *wait = state;
    if (!wait->show[0])
        draw_wrapped(canvas, area_part(body, body.rows > 6 ? 2 : 0, 2, -1, -1), STYLE_TEXT,
                     _("A waiting list belongs to a show. Press g s, go to the show, and press g l "
                       "there."));
    else if (wait->joining)
        wait_form_draw(&wait->form, &wait->places, canvas,
                       area_part(body, body.rows > 12 ? 2 : 0, 2, -1, -1));
    else
        draw_list(wait, view, canvas, body);
}

/* ---- asking ------------------------------------------------------------------------------- */

static void look(const struct wait *wait, struct effects *effects)
{
    if (!wait->show[0])
        return;
    struct cmd *cmd = effect_send(effects, CMD_WAITERS);
    cmd->u.show = arena_strdup(cmd->meta.arena, wait->show);
}

static void serve(struct wait *wait, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_WAIT_SERVE);
    cmd->u.show = arena_strdup(cmd->meta.arena, wait->show);
    wait->acting = cmd->id;
}

static void join(struct wait *wait, struct effects *effects)
{
    struct wait_wish wish;
    char why[160];
    if (!wait_form_read(&wait->form, &wait->places, &wish, why)) {
        effect_error(effects, "%s", why);
        return;
    }
    struct cmd *cmd = effect_send(effects, CMD_WAIT_JOIN);
    cmd->u.waiter.show = arena_strdup(cmd->meta.arena, wait->show);
    cmd->u.waiter.waiter = wish.waiter;
    if (wish.class_name)
        cmd->u.waiter.class_name = arena_strdup(cmd->meta.arena, wish.class_name);
    wait->acting = cmd->id;
}

static void ask_remove(struct wait *wait, struct effects *effects)
{
    const struct waiter *waiter = &wait->at[wait->list.cursor];
    struct ask *ask = effect_ask(effects, ASK_YES, ASK_REMOVE);
    wait->removing = waiter->id;
    /* L10N: title of a dialog; at most 60 columns */
    text_copy(ask->title, sizeof ask->title, _("TAKE OFF THE LIST"));
    snprintf(ask->body, sizeof ask->body,
             waiter->status == WAIT_OFFERED
                 ? _("%s leaves the waiting list. The seats that were offered stay held until "
                     "their time is over or they are released.")
                 : _("%s leaves the waiting list and loses the place in it."),
             waiter->name);
}

static void leave(struct wait *wait, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_WAIT_LEAVE);
    cmd->u.waiter.id = wait->removing;
    wait->acting = cmd->id;
}

static void take(struct wait *wait, const struct view *view, struct effects *effects)
{
    const struct actor *me = &view->model->actor;
    struct cmd *cmd = effect_send(effects, CMD_TRANSFER);
    cmd->u.one_hold.hold = wait->at[wait->list.cursor].hold;
    cmd->u.one_hold.to = arena_strdup(cmd->meta.arena, me->name);
    cmd->u.one_hold.to_till = arena_strdup(cmd->meta.arena, me->till);
    wait->acting = cmd->id;
}

/* ---- keys --------------------------------------------------------------------------------- */

static bool can_take(const struct wait *wait, const struct view *view)
{
    const struct waiter *waiter = wait->count ? &wait->at[wait->list.cursor] : NULL;
    return waiter && waiter->status == WAIT_OFFERED && !offer_of(view, waiter);
}

static void act(struct wait *wait, const struct view *view, const struct input *input,
                struct effects *effects)
{
    if (list_move(&wait->list, input->action, input->count, 10, wait->count))
        return;
    if (input->action == ACTION_REFRESH)
        look(wait, effects);
    if (!wait->known || wait->acting)
        return;
    if (input->action == WAIT_ADD) {
        wait->joining = true;
        wait_form_start(&wait->form);
    } else if (input->action == ACTION_OPEN) {
        serve(wait, effects);
    } else if (input->action == WAIT_REMOVE && wait->count) {
        ask_remove(wait, effects);
    } else if (input->action == WAIT_TAKE && can_take(wait, view)) {
        take(wait, view, effects);
    }
}

static void wait_input(void *state, const struct view *view, const struct input *input,
                       struct effects *effects)
{
    struct wait *wait = state;
    if (input->kind == INPUT_ACTION)
        act(wait, view, input, effects);
    else if (input->kind == INPUT_TEXT && wait->joining)
        line_insert(&wait->form.fields[wait->form.focus].line, input->text);
    else if (input->kind == INPUT_KEY && !wait->acting &&
             form_key(&wait->form, input->code) == FORM_SUBMIT)
        join(wait, effects);
    else if (input->kind == INPUT_ANSWERED && input->action == ASK_REMOVE && !wait->acting)
        leave(wait, effects);
    else if (input->kind == INPUT_SHOWN)
        look(wait, effects);
    else
        (void)list_click(&wait->list, input, wait->count); /* only a key offers seats */
    list_clamp(&wait->list, wait->count);
}

static void wait_open(void *state, const struct view *view, const char *argument,
                      struct effects *effects)
{
    struct wait *wait = state;
    if (!*argument && view->model->open)
        argument = view->model->map.show.id;
    text_copy(wait->show, sizeof wait->show, argument);
    look(wait, effects);
}

static void wait_close(void *state)
{
    arena_free(&((struct wait *)state)->arena);
}

/* ---- answers ------------------------------------------------------------------------------ */

static void take_list(struct wait *wait, struct evt *evt)
{
    arena_free(&wait->arena);
    wait->arena = evt->arena;
    evt->arena = NULL;
    wait->at = evt->u.waiters.at;
    wait->count = evt->u.waiters.count;
    wait->title = evt->u.waiters.title;
    wait->starts_at = evt->u.waiters.starts_at;
    wait->places = (struct wait_places){evt->u.waiters.classes, evt->u.waiters.sections,
                                        evt->u.waiters.class_count, evt->u.waiters.section_count};
    wait->known = true;
    list_clamp(&wait->list, wait->count);
}

static void name_customer(const struct view *view, const struct hold *hold,
                          const struct waiter *waiter)
{
    struct customer *customer = &view->draft->customer;
    if (model_basket_seats(view->model) != hold->seat_count)
        return;
    *customer = (struct customer){.name = ""};
    memcpy(customer->name, waiter->name, sizeof customer->name);
    memcpy(customer->email, waiter->email, sizeof customer->email);
    memcpy(customer->phone, waiter->phone, sizeof customer->phone);
}

/* The seats are in the basket now, for whom they were offered to. */
static void tell_offer(const struct view *view, const struct outcome *outcome,
                       struct effects *effects)
{
    const struct hold *hold = outcome->hold;
    const struct waiter *waiter = outcome->waiter;
    struct seat_names seats = {.room = 120};
    if (!hold || !waiter) {
        effect_say(effects, "%s", _("No free seats suit anybody on the list."));
        return;
    }
    for (int i = 0; i < hold->seat_count; i++)
        seat_names_add(&seats, hold->seats[i].label);
    name_customer(view, hold, waiter);
    /* L10N: seats, then who they are held for: "Held C13 C14 for Ada. Tell them: 555 1234" */
    effect_say(effects, _("Held%s for %s. Tell them: %s"), seats.text, waiter->name,
               waiter->phone[0] ? waiter->phone : waiter->email);
}

static const struct waiter *find_waiter(const struct wait *wait, const struct hold *hold)
{
    for (int i = 0; hold && i < wait->count; i++)
        if (uuid_equal(&wait->at[i].hold, &hold->id))
            return &wait->at[i];
    return NULL;
}

static void tell_taken(const struct wait *wait, const struct view *view, const struct hold *hold,
                       struct effects *effects)
{
    const struct waiter *waiter = find_waiter(wait, hold);
    if (!waiter)
        return;
    name_customer(view, hold, waiter);
    effect_say(effects, _("The seats offered to %s are in your basket."), waiter->name);
}

static void take_act(struct wait *wait, const struct view *view, const struct evt *evt,
                     struct effects *effects)
{
    if (evt->cmd == CMD_WAIT_SERVE)
        tell_offer(view, &evt->outcome, effects);
    else if (evt->cmd == CMD_TRANSFER)
        tell_taken(wait, view, evt->outcome.hold, effects);
    else if (evt->cmd == CMD_WAIT_JOIN)
        effect_say(effects, "%s", _("They are on the list."));
    else
        effect_say(effects, "%s", _("They are off the list."));
    wait->joining = wait->joining && evt->cmd != CMD_WAIT_JOIN;
    look(wait, effects);
}

static void wait_answer(void *state, const struct view *view, struct evt *evt,
                        struct effects *effects)
{
    struct wait *wait = state;
    if (evt->id == wait->acting)
        wait->acting = 0;
    if (evt->outcome.verdict != VERDICT_OK)
        effect_refused(effects, &evt->outcome);
    else if (evt->cmd == CMD_WAITERS)
        take_list(wait, evt);
    else
        take_act(wait, view, evt, effects);
}

/* ---- the screen --------------------------------------------------------------------------- */

static bool wait_typing(const void *state)
{
    return ((const struct wait *)state)->joining;
}

static bool wait_back(void *state, const struct view *view, struct effects *effects)
{
    struct wait *wait = state;
    bool joining = wait->joining;
    wait->joining = false;
    return joining;
}

static bool wait_offers(const void *state, const struct view *view, const struct action *action)
{
    const struct wait *wait = state;
    if (action->id == WAIT_ADD)
        return wait->known && !wait->joining;
    if (wait->joining)
        return false;
    if (action->id == WAIT_TAKE)
        return can_take(wait, view);
    return (action->id != ACTION_OPEN && action->id != WAIT_REMOVE) || wait->count > 0;
}

static void wait_subject(const void *state, const struct view *view, char *out, size_t size)
{
    const struct wait *wait = state;
    char when[FORMAT_TEXT];
    if (wait->title)
        snprintf(out, size, "%s  %s", wait->title, format_day_clock(wait->starts_at, when));
    else
        text_copy(out, size, "");
}

static const char *wait_show(const void *state)
{
    return ((const struct wait *)state)->show;
}

const struct screen screen_wait = {
    .name = "waiting",
    .title = N_("WAITING"),
    .help = N_("Waiting list"),
    .go = 'l',
    .of_show = true,
    .right = RIGHT_SELL,
    .moves = MOVES_LIST,
    .actions = wait_actions,
    .action_count = COUNT_OF(wait_actions),
    .state_size = sizeof(struct wait),
    .open = wait_open,
    .close = wait_close,
    .subject = wait_subject,
    .draw = wait_draw,
    .input = wait_input,
    .answer = wait_answer,
    .typing = wait_typing,
    .back = wait_back,
    .offers = wait_offers,
    .show = wait_show,
};
