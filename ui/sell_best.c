/*
 * The best seats: held at once, traded for the next offer, or told why not and what instead.
 *
 * A party is looked for side by side first. Only when there is no such place is it said how it
 * could be split, and nothing is held until Enter takes that.
 */
#include "config.h"

#include "ui/sell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"

enum { GROUPS_TEXT = 64, ROWS_TEXT = 96, NAMED_BYTES = 24, GROUPS_SHOWN = 4 };

/* ---- asking ------------------------------------------------------------------------------- */

static void put_wish(const struct map_screen *screen, struct cmd *cmd, int skip)
{
    cmd->u.best.show = arena_strdup(cmd->meta.arena, screen->show);
    cmd->u.best.request = screen->finder.wish;
    cmd->u.best.request.channel = CHANNEL_COUNTER;
    cmd->u.best.request.skip = skip;
}

static void ask_best(const struct map_screen *screen, struct effects *effects, int skip)
{
    put_wish(screen, effect_send(effects, CMD_HOLD_BEST), skip);
}

static void look(struct map_screen *screen, enum looking what, const struct best_request *request,
                 struct effects *effects)
{
    struct cmd *cmd = effect_look(effects, CMD_BEST);
    put_wish(screen, cmd, 0);
    cmd->u.best.request = *request;
    cmd->u.best.request.channel = CHANNEL_COUNTER;
    screen->offer.looking = what;
}

void sell_best_wish(struct map_screen *screen, struct effects *effects)
{
    screen->offer = (struct offer_state){.any = true, .tried = 1};
    ask_best(screen, effects, 0);
}

void sell_best(struct map_screen *screen, const struct view *view, int count,
               struct effects *effects)
{
    int wanted = count > 0 ? count : view->draft->instead;
    view->draft->instead = 0;
    if (wanted == 0) {
        finder_open(&screen->finder);
    } else if (wanted > BEST_SEATS_MAX) {
        screen->offer.any = false;
        effect_error(effects,
                     ngettext("At most %d seat can be looked for at once.",
                              "At most %d seats can be looked for at once.", BEST_SEATS_MAX),
                     BEST_SEATS_MAX);
    } else {
        screen->finder.wish =
            (struct best_request){.count = wanted, .class_no = -1, .section = -1, .together = true};
        sell_best_wish(screen, effects);
    }
}

/* The next offer is held before the one in hand is let go. What is in hand is not free, so it is
 * not offered again; what was let go before it is, and is passed over. */
void sell_next_offer(struct map_screen *screen, struct effects *effects)
{
    screen->offer.trade = screen->offer.hold;
    screen->offer.trading = true;
    ask_best(screen, effects, screen->offer.tried - 1);
    screen->offer.tried++;
}

bool sell_has_offer(const struct map_screen *screen, const struct model *model)
{
    if (!screen->offer.any || screen->offer.trading)
        return false;
    for (int i = 0; i < model->hold_count; i++)
        if (uuid_equal(&model->holds[i].id, &screen->offer.hold))
            return true;
    return false;
}

bool sell_take_apart(struct map_screen *screen, struct effects *effects)
{
    if (!screen->offer.apart)
        return false;
    screen->finder.wish.together = false;
    sell_best_wish(screen, effects);
    return true;
}

/* ---- how seats stand to one another ------------------------------------------------------- */

/* "3+2"; returns how many groups there are. Seats are ascending indexes. */
static int word_groups(const struct plan *plan, const int *seats, int count, char out[GROUPS_TEXT])
{
    int groups = 0, size = 0;
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < count; i++) {
        size++;
        if (i + 1 < count && plan_neighbours(plan, seats[i], seats[i + 1]))
            continue;
        if (used < GROUPS_TEXT)
            used +=
                (size_t)snprintf(out + used, GROUPS_TEXT - used, "%s%d", groups ? "+" : "", size);
        groups++;
        size = 0;
    }
    return groups;
}

/* "F, G" */
static void word_rows(const struct plan *plan, const int *seats, int count, char out[ROWS_TEXT])
{
    int last = -1;
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < count && used < ROWS_TEXT; i++) {
        int row = plan->seats[seats[i]].row;
        if (row != last)
            used += (size_t)snprintf(out + used, ROWS_TEXT - used, "%s%s", used ? ", " : "",
                                     plan->rows[row].label);
        last = row;
    }
}

static int by_index(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int seats_of_hold(const struct model *model, const struct hold *hold,
                         int seats[BEST_SEATS_MAX])
{
    int count = 0;
    for (int i = 0; i < hold->seat_count && count < BEST_SEATS_MAX; i++) {
        int seat = model_seat_by_no(model, hold->seats[i].seat);
        if (seat >= 0)
            seats[count++] = seat;
    }
    qsort(seats, (size_t)count, sizeof *seats, by_index);
    return count;
}

/* ---- held --------------------------------------------------------------------------------- */

static void tell_held(const struct model *model, const struct hold *hold, struct effects *effects)
{
    int seats[BEST_SEATS_MAX] = {0};
    struct seat_names names = {.room = NAMED_BYTES};
    char groups[GROUPS_TEXT];
    int count = seats_of_hold(model, hold, seats);
    for (int i = 0; i < hold->seat_count; i++)
        seat_names_add(&names, hold->seats[i].label);
    if (word_groups(model->map.plan, seats, count, groups) > 1)
        /* L10N: the seats that were just held, each after a blank; then how they stand: "3+2" */
        effect_say(effects, _("Held%s, not together: %s.   n = next offer"), names.text, groups);
    else if (count > 1)
        /* L10N: the seats that were just held, each after a blank: they are side by side */
        effect_say(effects, _("Held%s, together.   n = next offer"), names.text);
    else
        /* L10N: the seats that were just held, each after a blank */
        effect_say(effects, _("Held%s.   n = next offer"), names.text);
}

static void focus_hold(struct map_screen *screen, const struct model *model,
                       const struct hold *hold)
{
    int seat = hold->seat_count ? model_seat_by_no(model, hold->seats[0].seat) : -1;
    if (seat >= 0)
        map_focus(&screen->map, model, seat);
    if (screen->map.level == MAP_VENUE && seat >= 0)
        screen->map.level = MAP_SECTION;
}

void sell_best_held(struct map_screen *screen, const struct view *view, const struct hold *hold,
                    struct effects *effects)
{
    struct offer_state *offer = &screen->offer;
    bool trading = offer->trading;
    offer->trading = false;
    if (!hold)
        return;
    offer->hold = hold->id;
    if (trading && !uuid_equal(&offer->trade, &offer->hold))
        sell_ask_release(effects, &offer->trade, NULL);
    focus_hold(screen, view->model, hold);
    tell_held(view->model, hold, effects);
}

/* ---- refused ------------------------------------------------------------------------------ */

/* Is there a way for them to sit apart? */
static void look_apart(struct map_screen *screen, struct effects *effects)
{
    struct best_request request = screen->finder.wish;
    request.together = false;
    look(screen, LOOK_APART, &request, effects);
}

/* Somebody was faster: the best single seat there is now. */
static void look_instead(struct map_screen *screen, const struct view *view,
                         struct effects *effects)
{
    const struct best_request one = {.count = 1,
                                     .class_no =
                                         view->model->map.plan->seats[screen->map.seat].class_no,
                                     .section = -1};
    look(screen, LOOK_INSTEAD, &one, effects);
}

static bool may_sit_apart(const struct map_screen *screen, const struct evt *evt, bool trading)
{
    const struct best_request *wish = &screen->finder.wish;
    return evt->cmd == CMD_HOLD_BEST && evt->outcome.verdict == VERDICT_NOT_ENOUGH_SEATS &&
           wish->together && wish->count > 1 && !trading;
}

void sell_best_refused(struct map_screen *screen, const struct view *view, const struct evt *evt,
                       struct effects *effects)
{
    struct offer_state *offer = &screen->offer;
    bool trading = evt->cmd == CMD_HOLD_BEST && offer->trading;
    if (trading)
        offer->tried = 1; /* round again: the first offer is free for others */
    if (evt->cmd == CMD_HOLD_BEST)
        offer->trading = false;
    text_copy(offer->refusal, sizeof offer->refusal, outcome_sentence(&evt->outcome));
    if (may_sit_apart(screen, evt, trading))
        look_apart(screen, effects);
    else if (evt->cmd == CMD_HOLD && evt->outcome.verdict == VERDICT_SEAT_TAKEN)
        look_instead(screen, view, effects);
    effect_error(effects, "%s", offer->refusal);
}

/* ---- what instead ------------------------------------------------------------------------- */

static void offer_apart(struct map_screen *screen, const struct view *view,
                        const struct best_result *result, struct effects *effects)
{
    const struct plan *plan = view->model->map.plan;
    char groups[GROUPS_TEXT], rows[ROWS_TEXT];
    int count = screen->finder.wish.count;
    int parts = word_groups(plan, result->seats, result->count, groups);
    word_rows(plan, result->seats, result->count, rows);
    screen->offer.apart = true;
    if (parts > GROUPS_SHOWN)
        effect_error(effects,
                     /* L10N: a party that finds no seats side by side: how many; in how many
                      * groups. Enter and g l are keys. */
                     ngettext("No %d together: %d group (Enter) or waiting list (g l).",
                              "No %d together: %d groups (Enter) or waiting list (g l).",
                              (unsigned long)parts),
                     count, parts);
    else
        effect_error(effects,
                     /* L10N: a party that finds no seats side by side: how many; "3+2"; rows
                      * "F, G". Enter and g l are keys. */
                     _("No %d together: %s in rows %s (Enter) or waiting list (g l)."), count,
                     groups, rows);
}

static void offer_nothing(const struct map_screen *screen, struct effects *effects)
{
    effect_error(effects,
                 /* L10N: g l are keys */
                 ngettext("There is no %d seat like that: waiting list (g l).",
                          "There are no %d seats like that: waiting list (g l).",
                          (unsigned long)screen->finder.wish.count),
                 screen->finder.wish.count);
}

static void offer_instead(const struct map_screen *screen, const struct view *view,
                          const char *label, struct effects *effects)
{
    view->draft->instead = 1;
    effect_error(effects, _("%s Next best: %s (b holds it)."), screen->offer.refusal, label);
}

void sell_best_looked(struct map_screen *screen, const struct view *view, const struct evt *evt,
                      struct effects *effects)
{
    enum looking looking = screen->offer.looking;
    bool found = evt->outcome.verdict == VERDICT_OK && evt->u.best.result.count > 0;
    screen->offer.looking = LOOK_NOTHING;
    if (looking == LOOK_APART && found)
        offer_apart(screen, view, &evt->u.best.result, effects);
    else if (looking == LOOK_APART)
        offer_nothing(screen, effects);
    else if (looking == LOOK_INSTEAD && found)
        offer_instead(screen, view, evt->u.best.labels[0], effects);
}
