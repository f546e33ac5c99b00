/* The live map for a clerk: look, pick, hold the best, trade for the next, let go. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/basket_pane.h"
#include "ui/format.h"
#include "ui/map.h"
#include "ui/screens.h"

enum {
    MAP_BEST = ACTION_OWN,
    MAP_PICK,
    MAP_RELEASE,
    MAP_EXTEND,
    MAP_INSPECT,
    MAP_VIEW,
    MAP_LIST,
    MAP_MARK,
    MAP_FIND,
    MAP_RELEASE_ALL,
    MAP_PAY,
    MAP_TYPE,
    MAP_TYPE_ALL,
    MAP_CUSTOMER,
    MAP_UNDO,
};

/* The offer of the finder that is held now, and what it may be traded for. */
struct offer_state {
    struct uuid hold;
    int count;         /* seats asked for; 0: no offer */
    int tried;         /* offers seen so far */
    struct uuid trade; /* the hold to let go once the next offer is held */
    bool trading;
};

struct map_screen {
    char show[SLUG_TEXT];
    struct map map;
    struct offer_state offer;
    struct arena *holds; /* of the last answer to CMD_HOLDS */
    bool opened;
};

static const struct action map_actions[] = {
    /* L10N: hints behind their key in the last row; at most 12 columns each. */
    {MAP_PAY, "pay", "p", N_("pay"), N_("Pay for the seats in the basket."), RIGHT_SELL, 1, 0},
    {MAP_BEST, "best", "b", N_("best"),
     N_("Hold the best seats; with a number before it so many: 2 b."), RIGHT_SELL, 2,
     ACTION_COUNTS},
    {ACTION_NEXT, "next", "n", N_("next"),
     N_("Trade the offer for the next best, or find the next match."), RIGHT_NONE, 3, 0},
    {ACTION_PREVIOUS, "previous", "N", "", N_("Go to the previous match of a search."), RIGHT_NONE,
     0, 0},
    {MAP_PICK, "pick", "Space", N_("pick"), N_("Hold this seat, or let it go again."), RIGHT_SELL,
     3, 0},
    {MAP_RELEASE, "release", "r", N_("release"), N_("Let go of seats you hold."), RIGHT_SELL, 5, 0},
    {MAP_TYPE, "type", "t", "", N_("Change the price type of this seat."), RIGHT_SELL, 0, 0},
    {MAP_TYPE_ALL, "type-all", "T", "", N_("Change the price type of the whole basket."),
     RIGHT_SELL, 0, 0},
    {MAP_CUSTOMER, "customer", "a", N_("customer"), N_("Find or add the customer."), RIGHT_SELL, 7,
     0},
    {MAP_UNDO, "undo", "u", N_("undo"),
     N_("Let go of what was held last, or open the refund of the last sale."), RIGHT_SELL, 6, 0},
    {MAP_EXTEND, "extend", "x", "", N_("Hold on to the basket for some minutes more."), RIGHT_SELL,
     0, 0},
    {MAP_INSPECT, "inspect", "i", "",
     N_("Say what is known of this seat; open the order it was sold in."), RIGHT_NONE, 0, 0},
    {MAP_VIEW, "view", "v", N_("view"), N_("Show state, price, holder or time left of the seats."),
     RIGHT_NONE, 6, 0},
    {MAP_LIST, "list", "L", N_("list"), N_("Show the map as a list, or as a map again."),
     RIGHT_NONE, 7, 0},
    {MAP_MARK, "mark", "m", "", N_("Mark this seat, or take the mark away."), RIGHT_NONE, 0, 0},
    {ACTION_FIND, "find", "/", N_("find"), N_("Find a seat (C13) or a section."), RIGHT_NONE, 4, 0},
    {ACTION_OPEN, "in", "Enter", N_("in"), N_("Go nearer: venue, section, single seats."),
     RIGHT_NONE, 4, 0},
    {ACTION_OUT, "out", "- Backspace", N_("out"), N_("Go farther away."), RIGHT_NONE, 6, 0},
    {ACTION_NEXT_PANE, "next-section", "Tab ]", "", N_("Go to the next section."), RIGHT_NONE, 0,
     0},
    {ACTION_PREVIOUS_PANE, "previous-section", "[ S-Tab", "", N_("Go to the previous section."),
     RIGHT_NONE, 0, 0},
    {ACTION_REFRESH, "refresh", "z", "", N_("Read the whole map again."), RIGHT_NONE, 0, 0},
};

/* ---- asking ------------------------------------------------------------------------------- */

static void ask_map(const struct map_screen *screen, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_OPEN_SHOW);
    cmd->u.show = arena_strdup(cmd->meta.arena, screen->show);
}

static void ask_holds(const struct map_screen *screen, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_HOLDS);
    cmd->u.show = arena_strdup(cmd->meta.arena, screen->show);
}

static void ask_best(const struct map_screen *screen, struct effects *effects, int count, int skip)
{
    struct cmd *cmd = effect_send(effects, CMD_HOLD_BEST);
    cmd->u.best.show = arena_strdup(cmd->meta.arena, screen->show);
    cmd->u.best.request = (struct best_request){
        .count = count, .class_no = -1, .section = -1, .channel = CHANNEL_COUNTER, .skip = skip};
}

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

/* label NULL: all of it. */
static void ask_release(struct effects *effects, const struct uuid *hold, const char *label)
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

/* ---- acting ------------------------------------------------------------------------------- */

static void best(struct map_screen *screen, int count, struct effects *effects)
{
    screen->offer = (struct offer_state){.count = count > 0 ? count : 1, .tried = 1};
    if (count > BEST_SEATS_MAX) {
        screen->offer.count = 0;
        effect_error(effects,
                     ngettext("At most %d seat can be looked for at once.",
                              "At most %d seats can be looked for at once.", BEST_SEATS_MAX),
                     BEST_SEATS_MAX);
        return;
    }
    ask_best(screen, effects, screen->offer.count, 0);
}

/* The next offer is held before the one in hand is let go. What is in hand is not free, so it is
 * not offered again; what was let go before it is, and is passed over. */
static void next_offer(struct map_screen *screen, struct effects *effects)
{
    screen->offer.trade = screen->offer.hold;
    screen->offer.trading = true;
    ask_best(screen, effects, screen->offer.count, screen->offer.tried - 1);
    screen->offer.tried++;
}

static bool has_offer(const struct map_screen *screen, const struct model *model)
{
    if (screen->offer.count == 0 || screen->offer.trading)
        return false;
    for (int i = 0; i < model->hold_count; i++)
        if (uuid_equal(&model->holds[i].id, &screen->offer.hold))
            return true;
    return false;
}

static void find(struct map_screen *screen, const struct model *model, int direction,
                 struct effects *effects)
{
    if (!map_find(&screen->map, model, direction))
        effect_error(effects, _("Nothing here is called \"%s\"."), screen->map.find);
}

static void next(struct map_screen *screen, const struct view *view, struct effects *effects)
{
    if (has_offer(screen, view->model))
        next_offer(screen, effects);
    else if (screen->map.find[0])
        find(screen, view->model, 1, effects);
    else
        effect_say(effects, "%s", _("There is no offer and no search to go on with."));
}

static void release_seat(struct map_screen *screen, const struct model *model,
                         struct effects *effects)
{
    const struct hold *hold = model_hold_of(model, screen->map.seat);
    char label[SEAT_TEXT];
    if (hold)
        ask_release(effects, &hold->id, plan_seat_label(model->map.plan, screen->map.seat, label));
}

static void pick(struct map_screen *screen, const struct model *model, struct effects *effects)
{
    if (screen->map.level == MAP_VENUE)
        map_zoom_in(&screen->map, model);
    else if (model_hold_of(model, screen->map.seat))
        release_seat(screen, model, effects);
    else
        ask_hold(screen, model, effects);
}

/* The seat under the cursor if it is mine, else the whole basket, after asking. */
static void release(struct map_screen *screen, const struct model *model, struct effects *effects)
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

static void release_all(const struct model *model, struct effects *effects)
{
    for (int i = 0; i < model->hold_count && i < EFFECTS_MAX; i++)
        ask_release(effects, &model->holds[i].id, NULL);
}

static void extend(const struct model *model, struct effects *effects)
{
    if (model->hold_count == 0)
        effect_say(effects, "%s", _("You hold no seats."));
    for (int i = 0; i < model->hold_count && i < EFFECTS_MAX; i++) {
        struct cmd *cmd = effect_send(effects, CMD_EXTEND);
        cmd->u.one_hold.hold = model->holds[i].id;
    }
}

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

/* Of the seat under the cursor if it is mine, else of the whole basket. */
static void change_type(struct map_screen *screen, const struct view *view, bool all,
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

/* Only the last act, and only while it can be taken back honestly. */
static void undo(const struct view *view, struct effects *effects)
{
    struct draft *draft = view->draft;
    bool held = false;
    for (int i = 0; i < view->model->hold_count; i++)
        held = held || uuid_equal(&view->model->holds[i].id, &draft->held);
    if (draft->last == DRAFT_SOLD && draft->sale)
        effect_open(effects, "sold", "undo");
    else if (draft->last == DRAFT_HELD && held)
        ask_release(effects, &draft->held, NULL);
    else
        effect_say(effects, "%s", _("There is nothing here that can be undone."));
}

static void change_view(struct map_screen *screen, struct effects *effects)
{
    screen->map.shows = (screen->map.shows + 1) % MAP_SHOWS;
    if (screen->map.shows == MAP_HOLDER)
        ask_holds(screen, effects);
}

/* A sold seat leads to its order. */
static void inspect(struct map_screen *screen, const struct view *view, struct effects *effects)
{
    char line[256], label[SEAT_TEXT];
    bool seat = screen->map.level != MAP_VENUE;
    if (seat && model_glyph(view->model, screen->map.seat) == GLYPH_SOLD) {
        plan_seat_label(view->model->map.plan, screen->map.seat, label);
        effect_open(effects, "orders", label);
        return;
    }
    map_describe(&screen->map, view, line, sizeof line);
    effect_say(effects, "%s", line);
}

static void ask_find(struct effects *effects)
{
    struct ask *ask = effect_ask(effects, ASK_TEXT, MAP_FIND);
    snprintf(ask->title, sizeof ask->title, "/");
}

/* ---- keys --------------------------------------------------------------------------------- */

static void act_on_seats(struct map_screen *screen, const struct view *view,
                         const struct input *input, struct effects *effects)
{
    switch (input->action) {
    case MAP_BEST:
        best(screen, input->count, effects);
        break;
    case MAP_PICK:
        pick(screen, view->model, effects);
        break;
    case MAP_RELEASE:
        release(screen, view->model, effects);
        break;
    case MAP_EXTEND:
        extend(view->model, effects);
        break;
    case MAP_PAY:
        effect_open(effects, "pay", "");
        break;
    case MAP_TYPE:
    case MAP_TYPE_ALL:
        change_type(screen, view, input->action == MAP_TYPE_ALL, effects);
        break;
    case MAP_CUSTOMER:
        effect_open(effects, "customers", "basket");
        break;
    case MAP_UNDO:
        undo(view, effects);
        break;
    case MAP_MARK:
        map_toggle_mark(&screen->map, screen->map.seat);
        break;
    default:
        break;
    }
}

static void act_on_view(struct map_screen *screen, const struct view *view,
                        const struct input *input, struct effects *effects)
{
    switch (input->action) {
    case ACTION_OPEN:
        map_zoom_in(&screen->map, view->model);
        break;
    case ACTION_OUT:
        map_zoom_out(&screen->map, view->model);
        break;
    case ACTION_FIND:
        ask_find(effects);
        break;
    case ACTION_NEXT:
        next(screen, view, effects);
        break;
    case ACTION_PREVIOUS:
        find(screen, view->model, -1, effects);
        break;
    case ACTION_REFRESH:
        ask_map(screen, effects);
        break;
    case MAP_INSPECT:
        inspect(screen, view, effects);
        break;
    case MAP_VIEW:
        change_view(screen, effects);
        break;
    case MAP_LIST:
        screen->map.list = !screen->map.list;
        break;
    default:
        act_on_seats(screen, view, input, effects);
    }
}

static void map_screen_input(void *state, const struct view *view, const struct input *input,
                             struct effects *effects)
{
    struct map_screen *screen = state;
    if (!view->model->open)
        return;
    if (input->kind == INPUT_ACTION) {
        if (!map_move(&screen->map, view, input->action, input->count))
            act_on_view(screen, view, input, effects);
    } else if (input->kind == INPUT_SCAN) {
        effect_open(effects, "orders", input->text);
    } else if (input->kind == INPUT_ANSWERED && input->action == MAP_FIND) {
        text_copy(screen->map.find, sizeof screen->map.find, input->text);
        screen->offer.count = 0; /* n goes on with the search now */
        find(screen, view->model, 1, effects);
    } else if (input->kind == INPUT_ANSWERED && input->action == MAP_RELEASE_ALL) {
        release_all(view->model, effects);
    }
}

/* ---- answers ------------------------------------------------------------------------------ */

static void tell_held(const struct hold *hold, struct effects *effects)
{
    char seats[160] = "";
    for (int i = 0; i < hold->seat_count && strlen(seats) < 100; i++) {
        size_t used = strlen(seats);
        snprintf(seats + used, sizeof seats - used, " %.40s", hold->seats[i].label);
    }
    /* L10N: the seats that were just held, each after a blank */
    effect_say(effects, _("Held%s.   n = next offer"), seats);
}

static void focus_hold(struct map_screen *screen, const struct model *model,
                       const struct hold *hold)
{
    int seat = hold->seat_count ? plan_find_seat(model->map.plan, hold->seats[0].label) : -1;
    if (seat >= 0)
        map_focus(&screen->map, model, seat);
    if (screen->map.level == MAP_VENUE && seat >= 0)
        screen->map.level = MAP_SECTION;
}

static void held_best(struct map_screen *screen, const struct view *view, struct evt *evt,
                      struct effects *effects)
{
    struct offer_state *offer = &screen->offer;
    bool trading = offer->trading;
    offer->trading = false;
    if (!evt->outcome.hold)
        return;
    offer->hold = evt->outcome.hold->id;
    if (trading && !uuid_equal(&offer->trade, &offer->hold))
        ask_release(effects, &offer->trade, NULL);
    focus_hold(screen, view->model, evt->outcome.hold);
    tell_held(evt->outcome.hold, effects);
}

static void keep_holds(struct map_screen *screen, struct evt *evt)
{
    arena_free(&screen->holds);
    screen->holds = evt->arena;
    evt->arena = NULL;
    screen->map.holds = evt->u.holds.at;
    screen->map.hold_count = evt->u.holds.count;
}

static void refused(struct map_screen *screen, struct evt *evt, struct effects *effects)
{
    const char *message = evt->outcome.message;
    bool offer = evt->cmd == CMD_HOLD_BEST;
    if (offer && screen->offer.trading)
        screen->offer.tried = 1; /* round again: the first offer is free for others */
    screen->offer.trading = false;
    effect_error(effects, "%s", *message ? message : verdict_sentence(evt->outcome.verdict));
}

static void answered(struct map_screen *screen, const struct view *view, struct evt *evt,
                     struct effects *effects)
{
    if (evt->outcome.hold && (evt->cmd == CMD_HOLD || evt->cmd == CMD_HOLD_BEST)) {
        view->draft->last = DRAFT_HELD;
        view->draft->held = evt->outcome.hold->id;
    }
    if (evt->cmd == CMD_OPEN_SHOW) {
        /* Read anew, the cursor stays, unless the hall has changed under it. */
        if (!screen->opened || screen->map.seat >= view->model->map.plan->seat_count ||
            screen->map.section >= view->model->map.plan->section_count)
            map_open(&screen->map, view->model);
        screen->opened = true;
    } else if (evt->cmd == CMD_HOLD_BEST) {
        held_best(screen, view, evt, effects);
    } else if (evt->cmd == CMD_HOLDS) {
        keep_holds(screen, evt);
    } else if (evt->cmd == CMD_EXTEND && evt->outcome.hold) {
        char clock[FORMAT_TEXT];
        effect_say(effects, _("Held until %s."),
                   format_clock(evt->outcome.hold->expires_at, clock));
    }
}

static void map_screen_answer(void *state, const struct view *view, struct evt *evt,
                              struct effects *effects)
{
    struct map_screen *screen = state;
    if (evt->outcome.verdict != VERDICT_OK)
        refused(screen, evt, effects);
    else
        answered(screen, view, evt, effects);
}

/* ---- the screen --------------------------------------------------------------------------- */

static void map_screen_open(void *state, const struct view *view, const char *argument,
                            struct effects *effects)
{
    struct map_screen *screen = state;
    const char *show = *argument ? argument : view->model->open ? view->model->map.show.id : "";
    text_copy(screen->show, sizeof screen->show, show);
    if (!*show) {
        effect_say(effects, "%s", _("Choose a show first."));
        effect_open(effects, "shows", "");
        return;
    }
    ask_map(screen, effects);
}

static void map_screen_close(void *state)
{
    arena_free(&((struct map_screen *)state)->holds);
}

static void map_screen_subject(const void *state, const struct view *view, char *out, size_t size)
{
    const struct map_screen *screen = state;
    const struct model *model = view->model;
    char when[FORMAT_TEXT];
    if (!model->open || !screen->opened)
        return;
    const char *section = model->map.plan->sections[screen->map.section].name;
    bool venue = screen->map.level == MAP_VENUE;
    snprintf(out, size, "%s  %s%s%s", model->map.show.title,
             format_day_clock(model->map.show.starts_at, when), venue || !*section ? "" : " / ",
             venue ? "" : section);
}

static void map_screen_draw(const void *state, const struct view *view, struct canvas *canvas,
                            struct area body)
{
    const struct map_screen *screen = state;
    if (screen->opened)
        map_draw(&screen->map, view, canvas,
                 screen->map.level == MAP_VENUE ? body : basket_pane_draw(view, canvas, body));
    else
        draw_text(canvas, body, 0, 0, STYLE_DIM, _("The map is on its way."));
}

static bool map_screen_offers(const void *state, const struct view *view,
                              const struct action *action)
{
    const struct map_screen *screen = state;
    switch (action->id) {
    case ACTION_NEXT:
        return has_offer(screen, view->model) || screen->map.find[0];
    case MAP_RELEASE:
    case MAP_PAY:
        return view->model->hold_count > 0;
    case MAP_UNDO:
        return view->draft->last == DRAFT_SOLD ||
               (view->draft->last == DRAFT_HELD && view->model->hold_count > 0);
    case MAP_PICK:
        return screen->map.level != MAP_VENUE;
    case ACTION_OPEN:
        return screen->map.level != MAP_SEATS;
    case ACTION_OUT:
        return screen->map.level != MAP_VENUE;
    default:
        return true;
    }
}

const struct screen screen_map = {
    .name = "map",
    .title = N_("SELL"),
    .help = N_("Map of the open show"),
    .go = 'm',
    .right = RIGHT_NONE,
    .moves = MOVES_MAP,
    .actions = map_actions,
    .action_count = COUNT_OF(map_actions),
    .state_size = sizeof(struct map_screen),
    .open = map_screen_open,
    .close = map_screen_close,
    .subject = map_screen_subject,
    .draw = map_screen_draw,
    .input = map_screen_input,
    .answer = map_screen_answer,
    .offers = map_screen_offers,
};
