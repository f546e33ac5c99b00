/*
 * The bag check: how heavy it is, typed or as the scale says it once it rests, and the fee of one
 * that is too heavy. What the house has written down stays so when the dialog is left: a bag that
 * waits for its fee waits for it until it is paid, or somebody says that it is not.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/rights.h"
#include "ui/door.h"
#include "ui/format.h"

/* ---- asking ------------------------------------------------------------------------------- */

static struct cmd *send(struct door_bag *bag, enum cmd_kind kind, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, kind);
    cmd->u.bag.ticket = arena_strdup(cmd->meta.arena, bag->ticket);
    bag->asked = cmd->id;
    return cmd;
}

void door_bag_open(struct door *door, struct effects *effects)
{
    door->bag = (struct door_bag){.open = true};
    uuid_text(&door->scanned.ticket.id, door->bag.ticket);
    send(&door->bag, CMD_CHECKIN, effects);
}

static void not_paid(struct door_bag *bag, const char *reason, struct effects *effects)
{
    struct cmd *cmd = send(bag, CMD_BAG_STOP, effects);
    cmd->meta.reason = arena_strdup(cmd->meta.arena, reason);
    bag->again = true;
}

static void ask_fee(struct door_bag *bag)
{
    char title[96], body[WEIGHT_TEXT + 4], weight[WEIGHT_TEXT];
    /* L10N: title of the dialog that takes the fee of a bag: of which seat; at most 60 columns */
    snprintf(title, sizeof title, _("Fee for the bag of %s"), bag->checked.label);
    snprintf(body, sizeof body, "%s kg", weight_said(bag->checked.checkin.weight_g, weight));
    settle_open(&bag->settle, title, body, bag->checked.checkin.fee, bag->checked.currency);
}

static void pay(struct door_bag *bag, struct effects *effects)
{
    struct cmd *cmd = send(bag, CMD_BAG_PAY, effects);
    struct tender_line *lines = arena_array(cmd->meta.arena, TENDERS_MAX, sizeof *lines);
    cmd->u.bag.tender_count = settle_lines(&bag->settle, lines);
    cmd->u.bag.tenders = lines;
    settle_close(&bag->settle);
}

/* ---- the weight --------------------------------------------------------------------------- */

bool door_bag_weighs(const struct door_bag *bag)
{
    return bag->open && bag->known && bag->checked.checkin.status == CHECKIN_IN_PROGRESS;
}

/* An empty scale is no bag without weight: somebody has to say that there is none. */
static bool scale_weight(const struct weighed *weighed, int32_t *grams, struct effects *effects)
{
    const struct scale_reading *reading = &weighed->reading;
    bool still = weighed->has_scale && reading->state == SCALE_STILL;
    if (still && reading->grams > 0) {
        *grams = reading->grams;
        return true;
    }
    if (still)
        effect_error(effects, "%s", _("Nothing lies on the scale; type 0 if there is no bag."));
    else if (weighed->has_scale && reading->state == SCALE_MOVING)
        effect_error(effects, "%s", _("The scale is not at rest yet."));
    else
        effect_error(effects, "%s", _("Type the weight in kilograms, like 27.5."));
    return false;
}

static void weigh(struct door_bag *bag, const struct view *view, struct effects *effects)
{
    int32_t grams;
    if (bag->typed.length && !weight_parse(bag->typed.text, &grams)) {
        effect_error(effects, _("A weight is in kilograms, like 27.5, not \"%.40s\"."),
                     bag->typed.text);
        return;
    }
    if (bag->typed.length || scale_weight(&view->model->weighed, &grams, effects))
        send(bag, CMD_BAG_WEIGH, effects)->u.bag.weight_g = grams;
}

/* ---- keys --------------------------------------------------------------------------------- */

static bool may_take_fee(const struct view *view)
{
    return rights_may(view->model->actor.role, RIGHT_BAG_FEE);
}

/* Whoever may not take the fee looks whether somebody else has. */
static void waiting_key(struct door_bag *bag, const struct view *view, int32_t code,
                        struct effects *effects)
{
    if (code == 'n')
        not_paid(bag, "not_paid", effects);
    else if (code == KEYCODE_ENTER && may_take_fee(view))
        ask_fee(bag);
    else if (code == KEYCODE_ENTER)
        send(bag, CMD_CHECKIN, effects);
}

static void bag_key(struct door_bag *bag, const struct view *view, int32_t code,
                    struct effects *effects)
{
    if (bag->asked)
        return; /* the answer comes first */
    if (bag->settle.open && settle_key(&bag->settle, code, effects))
        pay(bag, effects);
    else if (bag->settle.open || !bag->known)
        return;
    else if (bag->checked.checkin.status == CHECKIN_WAITING)
        waiting_key(bag, view, code, effects);
    else if (bag->checked.checkin.status == CHECKIN_COMPLETED)
        bag->open = code != KEYCODE_ENTER;
    else if (code == KEYCODE_ENTER)
        weigh(bag, view, effects);
    else
        line_key(&bag->typed, code);
}

/* A scale that types as a keyboard does comes in like a scan; a hand still takes what it typed. */
static bool takes_weight(struct door_bag *bag, const char *text)
{
    int32_t grams;
    bool takes =
        door_bag_weighs(bag) && !bag->asked && weight_parse(text, &grams) && grams <= BAG_MOST_G;
    if (takes)
        line_set(&bag->typed, text);
    return takes;
}

/* The next one in the queue does not wait for a key, unless something is still to be done here. */
static bool keeps_scan(struct door_bag *bag, struct effects *effects)
{
    if (bag->known && !bag->asked && bag->checked.checkin.status == CHECKIN_COMPLETED) {
        bag->open = false;
        return false;
    }
    effect_bell(effects);
    effect_error(effects, "%s", _("Not read: the bag comes first. Esc leaves it as it is."));
    return true;
}

bool door_bag_input(struct door *door, const struct view *view, const struct input *input,
                    struct effects *effects)
{
    struct door_bag *bag = &door->bag;
    bool scan = input->kind == INPUT_SCAN || input->kind == INPUT_TEXT;
    if (!bag->open || input->kind == INPUT_SHOWN)
        return false;
    if (scan && bag->settle.open)
        settle_paste(&bag->settle, input->text);
    else if (scan)
        return takes_weight(bag, input->text) || keeps_scan(bag, effects);
    else if (input->kind == INPUT_KEY)
        bag_key(bag, view, input->code, effects);
    return true;
}

bool door_bag_back(struct door *door)
{
    struct door_bag *bag = &door->bag;
    bool open = bag->open;
    if (bag->settle.open)
        settle_close(&bag->settle);
    else
        *bag = (struct door_bag){.open = false};
    return open;
}

/* ---- answers ------------------------------------------------------------------------------ */

/* What was weighed before can be taken again with Enter. */
static void offer_again(struct door_bag *bag, int32_t weighed_g)
{
    char weight[WEIGHT_TEXT];
    if (bag->again && bag->checked.checkin.status == CHECKIN_IN_PROGRESS)
        line_set(&bag->typed, weight_said(weighed_g, weight));
    bag->again = false;
}

/* The house is not reached, or an answer was lost: nobody knows that it failed. */
static bool is_sure(const struct outcome *outcome)
{
    return outcome->verdict != VERDICT_UNAVAILABLE && outcome->verdict != VERDICT_NOT_ALLOWED;
}

static void refused(struct door_bag *bag, const struct evt *evt, struct effects *effects)
{
    effect_refused(effects, &evt->outcome);
    bag->again = false;
    if (!bag->known)
        bag->open = false;
    else if (evt->cmd == CMD_BAG_PAY && is_sure(&evt->outcome))
        not_paid(bag, "payment_failed", effects);
    else if (evt->cmd != CMD_CHECKIN && is_sure(&evt->outcome))
        send(bag, CMD_CHECKIN, effects); /* somebody else was there */
}

bool door_bag_answer(struct door *door, struct evt *evt, struct effects *effects)
{
    struct door_bag *bag = &door->bag;
    int32_t weighed_g = bag->checked.checkin.weight_g;
    if (evt->id != bag->asked || !bag->open)
        return evt->cmd == CMD_CHECKIN || evt->cmd == CMD_BAG_WEIGH || evt->cmd == CMD_BAG_PAY ||
               evt->cmd == CMD_BAG_STOP;
    bag->asked = 0;
    if (evt->outcome.verdict != VERDICT_OK || !evt->outcome.checked) {
        refused(bag, evt, effects);
        return true;
    }
    bag->known = true;
    bag->checked = *evt->outcome.checked;
    bag->change = evt->outcome.change;
    line_set(&bag->typed, "");
    offer_again(bag, weighed_g);
    return true;
}
