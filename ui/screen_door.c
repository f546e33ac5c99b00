/*
 * The door: one huge word for whoever stands there, and how many came. The next scan needs no key:
 * a code from the scanner is taken as it comes, whatever was answered before. Keys are for what is
 * rare: scanning people out, a code typed by hand, letting in who was refused, keeping seats for
 * whoever has no ticket.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/rights.h"
#include "ui/door.h"
#include "ui/format.h"
#include "ui/screens.h"

enum {
    DOOR_LEAVING = ACTION_OWN,
    DOOR_TYPE,
    DOOR_LET_IN,
    DOOR_HOLD,
    DOOR_LET_GO,
    DOOR_BAG,
    DOOR_ASK_CODE,
    DOOR_ASK_REASON,
    DOOR_ASK_SEATS,
};
enum { SAME_MS = 2000, HAND_MS = 300 };

static const struct action door_actions[] = {
    /* L10N: hints behind their key in the last row; at most 12 columns each. */
    {DOOR_LET_IN, "let-in", "o", N_("let in"),
     N_("Let in who was refused, for a reason; a supervisor signs for it."), RIGHT_DOOR, 1, 0},
    {DOOR_BAG, "bag", "w", N_("weigh bag"),
     N_("Weigh the bag of whoever was scanned last, and take its fee."), RIGHT_BAG, 3, 0},
    {DOOR_TYPE, "type", "/", N_("type code"),
     N_("Type the code of a ticket that cannot be scanned."), RIGHT_DOOR, 2, 0},
    {DOOR_LEAVING, "out", "x", N_("in / out"), N_("Scan people out, or in again."), RIGHT_DOOR, 3,
     0},
    {DOOR_HOLD, "hold", "b", N_("keep seats"),
     N_("Keep seats for somebody: the best of so many, or named ones."), RIGHT_HOLD, 4, 0},
    {DOOR_LET_GO, "release", "r", "", N_("Let go of seats you hold."), RIGHT_HOLD, 0, 0},
    {ACTION_REFRESH, "refresh", "z", N_("refresh"), N_("Read the figures again."), RIGHT_DOOR, 6,
     0},
};

/* ---- asking ------------------------------------------------------------------------------- */

static void read_figures(const struct door *door, struct effects *effects)
{
    struct cmd *cmd = effect_look(effects, CMD_DOOR);
    cmd->u.show = arena_strdup(cmd->meta.arena, door->show);
}

static struct cmd *send_scan(struct door *door, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_SCAN);
    cmd->u.scan = (struct desk_scan){.show = arena_strdup(cmd->meta.arena, door->show),
                                     .text = arena_strdup(cmd->meta.arena, door->text),
                                     .leaving = door->leaving};
    door->asked = cmd->id;
    door->answered = false; /* what is said of another ticket may not be taken for it */
    return cmd;
}

/* A scanner that is waved twice says the same thing twice. */
static bool said_just_now(const struct door *door, const struct view *view, const char *text)
{
    return door->answered && strcmp(door->text, text) == 0 && view->now >= door->scanned_at &&
           view->now - door->scanned_at < SAME_MS;
}

static void refuse_to_read(struct effects *effects, const char *why)
{
    effect_bell(effects);
    effect_error(effects, "%s", why);
}

static void scan(struct door *door, const struct view *view, const char *text,
                 struct effects *effects)
{
    if (!text[0] || said_just_now(door, view, text))
        return;
    if (!door->known) {
        refuse_to_read(
            effects,
            _("Not read: this door does not know its show yet; refresh it, then scan again."));
    } else if (door->asked) {
        if (strcmp(door->text, text) != 0)
            refuse_to_read(effects, _("Not read: the ticket before it is still being checked. "
                                      "Scan this one again."));
    } else {
        text_copy(door->text, sizeof door->text, text);
        door->scanned_at = view->now;
        send_scan(door, effects);
    }
}

/* ---- letting in --------------------------------------------------------------------------- */

static bool can_let_in(const struct door *door)
{
    return door->answered && !door->asked && door_may_override(door->scanned.code);
}

static void let_in(struct door *door, const struct actor *approver, struct effects *effects)
{
    struct cmd *cmd = send_scan(door, effects);
    cmd->u.scan.override = true;
    cmd->meta.reason = arena_strdup(cmd->meta.arena, door->reason);
    if (approver)
        cmd->meta.approver = *approver;
}

static void let_in_for(struct door *door, const struct view *view, const char *reason,
                       struct effects *effects)
{
    int64_t took = view->now - door->reason_at;
    text_copy(door->reason, sizeof door->reason, reason);
    if (reason[0] && took >= 0 && took < HAND_MS) /* keys that were hidden in a ticket's code */
        refuse_to_read(effects, _("No hand types that fast, so nobody was let in; begin again."));
    else if (!reason[0])
        effect_error(effects, "%s", _("Letting somebody in needs a reason; nothing was changed."));
    else if (door->scanned.unsigned_too || rights_may(view->model->actor.role, RIGHT_DOOR_OVERRIDE))
        let_in(door, NULL, effects);
    else
        sign_open(&door->sign, RIGHT_DOOR_OVERRIDE,
                  _("Letting in who was refused needs a supervisor's signature."));
}

/* ---- keys --------------------------------------------------------------------------------- */

/* Tickets of other programs have no check-in here. Whoever is in already may have been away to pay.
 */
static bool can_weigh(const struct door *door)
{
    enum door_code code = door->scanned.code;
    bool in = door_light(code) == DOOR_GREEN || code == DOOR_ALREADY_IN;
    return door->answered && !door->asked && door->scanned.sold && in;
}

static void act(struct door *door, const struct view *view, int action, struct effects *effects)
{
    if (action == DOOR_LEAVING) {
        door->leaving = !door->leaving;
        door->answered = false;
    } else if (action == DOOR_TYPE) {
        /* L10N: before the line for a ticket's code; at most 20 columns */
        effect_ask_text(effects, DOOR_ASK_CODE, _("Ticket code: "));
    } else if (action == DOOR_HOLD) {
        /* L10N: before the line for a number or for seats' names; at most 40 columns */
        effect_ask_text(effects, DOOR_ASK_SEATS, _("How many, or which seats: "));
    } else if (action == DOOR_LET_GO) {
        door_let_go(view, effects);
    } else if (action == DOOR_BAG && can_weigh(door)) {
        door_bag_open(door, effects);
    } else if (action == DOOR_BAG) {
        effect_say(effects, "%s", _("Scan the ticket of whoever has the bag first."));
    } else if (action == ACTION_REFRESH) {
        read_figures(door, effects);
    } else if (can_let_in(door)) {
        /* L10N: before the line for the reason; at most 30 columns */
        door->reason_at = view->now;
        effect_ask_text(effects, DOOR_ASK_REASON, _("Let in, because: "));
    } else {
        effect_say(effects, "%s", _("Nobody was refused who could be let in."));
    }
}

static void door_input(void *state, const struct view *view, const struct input *input,
                       struct effects *effects)
{
    struct door *door = state;
    if (sign_input(&door->sign, input, effects) || door_bag_input(door, view, input, effects))
        return;
    if (input->kind == INPUT_SCAN || input->kind == INPUT_TEXT)
        scan(door, view, input->text, effects);
    else if (input->kind == INPUT_ACTION)
        act(door, view, input->action, effects);
    else if (input->kind == INPUT_ANSWERED && input->action == DOOR_ASK_CODE)
        scan(door, view, input->text, effects);
    else if (input->kind == INPUT_ANSWERED && input->action == DOOR_ASK_SEATS)
        door_hold(door, input->text, effects);
    else if (input->kind == INPUT_ANSWERED)
        let_in_for(door, view, input->text, effects);
    else if (input->kind == INPUT_SHOWN)
        read_figures(door, effects);
}

/* ---- answers ------------------------------------------------------------------------------ */

static void take_figures(struct door *door, struct evt *evt)
{
    if (!evt->u.door.show)
        return;
    arena_free(&door->arena);
    door->arena = evt->arena;
    evt->arena = NULL;
    door->last = evt->u.door.last;
    door->last_count = evt->u.door.last_count;
    door->count = evt->u.door.count;
    door->starts_at = evt->u.door.starts_at;
    text_copy(door->show, sizeof door->show, evt->u.door.show);
    text_copy(door->title, sizeof door->title, evt->u.door.title);
    door->known = true;
}

static void take_scan(struct door *door, struct evt *evt, struct effects *effects)
{
    door->asked = 0;
    if (evt->outcome.scanned) {
        door->scanned = *evt->outcome.scanned;
        door->answered = true;
    }
    if (door->answered && door_light(door->scanned.code) != DOOR_GREEN)
        effect_bell(effects);
}

static void door_answer(void *state, const struct view *view, struct evt *evt,
                        struct effects *effects)
{
    struct door *door = state;
    struct actor approver;
    if (evt->cmd == CMD_SIGN_ACT) {
        if (sign_answer(&door->sign, evt, &approver, effects))
            let_in(door, &approver, effects);
        return;
    }
    if (door_bag_answer(door, evt, effects))
        return;
    if (evt->outcome.verdict != VERDICT_OK) {
        if (evt->id == door->asked)
            effect_bell(effects);
        door->asked = evt->id == door->asked ? 0 : door->asked;
        effect_refused(effects, &evt->outcome);
        return;
    }
    if (door_hold_answer(evt, effects))
        return;
    if (evt->cmd == CMD_SCAN && evt->id == door->asked)
        take_scan(door, evt, effects);
    take_figures(door, evt);
}

/* ---- the screen --------------------------------------------------------------------------- */

static void door_open(void *state, const struct view *view, const char *argument,
                      struct effects *effects)
{
    struct door *door = state;
    text_copy(door->show, sizeof door->show, argument);
    read_figures(door, effects);
}

static void door_close(void *state)
{
    struct door *door = state;
    sign_close(&door->sign);
    arena_free(&door->arena);
}

static void door_show_drawn(const void *state, const struct view *view, struct canvas *canvas,
                            struct area body)
{
    door_draw(state, view, canvas, body);
}

static bool door_typing(const void *state)
{
    const struct door *door = state;
    return door->sign.open || door->bag.open;
}

static bool door_weighs(const void *state)
{
    return door_bag_weighs(&((const struct door *)state)->bag);
}

static bool door_back(void *state, const struct view *view, struct effects *effects)
{
    struct door *door = state;
    bool open = door->sign.open;
    if (open)
        sign_close(&door->sign);
    return open || door_bag_back(door);
}

static void door_subject(const void *state, const struct view *view, char *out, size_t size)
{
    const struct door *door = state;
    char when[FORMAT_TEXT];
    if (door->known)
        snprintf(out, size, "%s  %s%s%s", door->title, format_day_clock(door->starts_at, when),
                 door->leaving ? "  " : "", door->leaving ? C_("door", "OUT") : "");
    else
        text_copy(out, size, "");
}

static const char *door_show(const void *state)
{
    return ((const struct door *)state)->show;
}

static bool door_offers(const void *state, const struct view *view, const struct action *action)
{
    const struct door *door = state;
    if (door->sign.open || door->bag.open)
        return false;
    return (action->id != DOOR_LET_IN || can_let_in(door)) &&
           (action->id != DOOR_BAG || can_weigh(door));
}

const struct screen screen_door = {
    .name = "door",
    .title = N_("DOOR"),
    .help = N_("Door: scan tickets"),
    .go = 'd',
    .of_show = true,
    .right = RIGHT_DOOR,
    .actions = door_actions,
    .action_count = COUNT_OF(door_actions),
    .state_size = sizeof(struct door),
    .open = door_open,
    .close = door_close,
    .subject = door_subject,
    .draw = door_show_drawn,
    .input = door_input,
    .answer = door_answer,
    .typing = door_typing,
    .weighs = door_weighs,
    .back = door_back,
    .show = door_show,
    .offers = door_offers,
};
