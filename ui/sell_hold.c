/* Seats one by one: pick, let go, hold on to them, take the last act back. */
#include "config.h"

#include "ui/sell.h"

#include <stdio.h>
#include <string.h>

#include "ui/format.h"
#include "ui/order.h"

/* ---- asking ------------------------------------------------------------------------------- */

static void ask_hold(const struct map_screen *screen, const struct model *model,
                     struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_HOLD);
    const char **labels = arena_array(cmd->meta.arena, 1, sizeof *labels);
    char label[SEAT_TEXT];
    labels[0] =
        arena_strdup(cmd->meta.arena, plan_seat_label(model->map.plan, screen->map.seat, label));
    cmd->u.hold = (struct desk_hold){.show = arena_strdup(cmd->meta.arena, screen->show),
                                     .labels = labels,
                                     .count = 1,
                                     .source = SOURCE_COUNTER,
                                     .channel = CHANNEL_COUNTER};
}

void sell_ask_release(struct effects *effects, const struct uuid *hold, const char *label)
{
    struct cmd *cmd = effect_send(effects, CMD_RELEASE);
    cmd->u.one_hold.hold = *hold;
    if (label) {
        const char **labels = arena_array(cmd->meta.arena, 1, sizeof *labels);
        labels[0] = arena_strdup(cmd->meta.arena, label);
        cmd->u.one_hold.labels = labels;
        cmd->u.one_hold.count = 1;
    }
}

/* ---- seats -------------------------------------------------------------------------------- */

static void release_seat(struct map_screen *screen, const struct model *model,
                         struct effects *effects)
{
    const struct hold *hold = model_hold_of(model, screen->map.seat);
    char label[SEAT_TEXT];
    if (hold)
        sell_ask_release(effects, &hold->id,
                         plan_seat_label(model->map.plan, screen->map.seat, label));
}

void sell_pick(struct map_screen *screen, const struct model *model, struct effects *effects)
{
    if (screen->map.level == MAP_VENUE)
        map_zoom_in(&screen->map, model);
    else if (model_hold_of(model, screen->map.seat))
        release_seat(screen, model, effects);
    else
        ask_hold(screen, model, effects);
}

void sell_release(struct map_screen *screen, const struct model *model, struct effects *effects)
{
    int seats = model_basket_seats(model);
    if (seats == 0) {
        effect_say(effects, "%s", _("You hold no seats."));
    } else if (screen->map.level != MAP_VENUE && model_hold_of(model, screen->map.seat)) {
        release_seat(screen, model, effects);
    } else {
        struct ask *ask = effect_ask(effects, ASK_YES, MAP_RELEASE_ALL);
        snprintf(ask->title, sizeof ask->title, "%s", _("RELEASE"));
        snprintf(ask->body, sizeof ask->body,
                 ngettext("Let go of the %d seat in the basket?",
                          "Let go of all %d seats in the basket?", (unsigned long)seats),
                 seats);
    }
}

void sell_extend(const struct model *model, struct effects *effects)
{
    if (model->hold_count == 0)
        effect_say(effects, "%s", _("You hold no seats."));
    else
        effect_every_hold(effects, CMD_EXTEND);
}

/* ---- time was up -------------------------------------------------------------------------- */

void sell_tell_ended(const struct view *view, struct effects *effects)
{
    int seats = draft_ended(view->draft, view->model);
    if (seats == 0)
        effect_error(effects, "%s", _("The hold has ended and its seats are free again."));
    else
        effect_error(effects,
                     /* L10N: Enter and b are keys; how many seats it was */
                     ngettext("Hold ended, its seat is free again. Basket kept: Enter = try the "
                              "same, b = best.",
                              "Hold ended, seats are free again. Basket kept: Enter = try the "
                              "same, b = best %d.",
                              (unsigned long)seats),
                     seats);
}

bool sell_try_again(struct map_screen *screen, const struct view *view, struct effects *effects)
{
    if (!draft_ended(view->draft, view->model))
        return false;
    screen->again = draft_ask_again(view->draft, view->model, effects);
    return true;
}

void sell_held_again(struct map_screen *screen, const struct view *view, const struct hold *hold,
                     struct effects *effects)
{
    screen->again = 0;
    if (!hold)
        return;
    draft_held_again(view->draft, hold);
    effect_say(effects, "%s", _("The same seats are held again."));
}

/* ---- price types -------------------------------------------------------------------------- */

static int focused_line(const struct basket *basket, const struct hold *hold, int32_t seat)
{
    for (int i = 0; hold && i < basket->count; i++)
        if (basket->lines[i].seat == seat && uuid_equal(&basket->lines[i].hold, &hold->id))
            return i;
    return -1;
}

static void tell_type(const struct view *view, int line, struct effects *effects)
{
    struct arena *arena = arena_new();
    const struct basket *basket = basket_look(view->model, view->draft, arena);
    const struct price_line *price = &basket->quote.lines[line];
    char money[FORMAT_TEXT];
    effect_say(effects, "%s  %s  %s", basket->lines[line].label, price_type_word(price->type),
               format_money(price->total, view->model->map.show.currency, money));
    arena_free(&arena);
}

void sell_change_type(struct map_screen *screen, const struct view *view, bool all,
                      struct effects *effects)
{
    const struct model *model = view->model;
    struct arena *arena = arena_new();
    struct basket *basket = basket_look(model, view->draft, arena);
    int seat = screen->map.seat;
    int line =
        all ? -1
            : focused_line(basket, model_hold_of(model, seat), model->map.plan->seats[seat].no);
    if (basket->count == 0)
        effect_say(effects, "%s", _("You hold no seats."));
    else if (line < 0)
        basket_cycle_all(basket, model, view->draft);
    else
        basket_cycle(basket, line, model, view->draft);
    if (basket->count > 0)
        tell_type(view, line < 0 ? 0 : line, effects);
    arena_free(&arena);
}

/* ---- undo --------------------------------------------------------------------------------- */

void sell_undo(const struct view *view, struct effects *effects)
{
    struct draft *draft = view->draft;
    bool held = false;
    for (int i = 0; i < view->model->hold_count; i++)
        held = held || uuid_equal(&view->model->holds[i].id, &draft->held);
    if (draft->last == DRAFT_SOLD && draft->sale)
        sold_undo(draft, effects);
    else if (draft->last == DRAFT_HELD && held)
        sell_ask_release(effects, &draft->held, NULL);
    else
        effect_say(effects, "%s", _("There is nothing here that can be undone."));
}
