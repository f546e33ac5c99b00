/* The live map for a clerk: look, pick, hold the best, trade for the next, let go. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"
#include "ui/order.h"
#include "ui/screens.h"
#include "ui/sell.h"

static const struct action map_actions[] = {
    /* L10N: hints behind their key in the last row; at most 12 columns each. */
    {MAP_PAY, "pay", "p", N_("pay"), N_("Pay for the seats in the basket."), RIGHT_SELL, 1, 0},
    {MAP_BEST, "best", "b", N_("best"),
     N_("Hold the best seats: 2 b takes two, b alone asks what kind."), RIGHT_HOLD, 2,
     ACTION_COUNTS},
    {ACTION_NEXT, "next", "n", N_("next"),
     N_("Trade the offer for the next best, or find the next match."), RIGHT_NONE, 3, 0},
    {ACTION_PREVIOUS, "previous", "N", "", N_("Go to the previous match of a search."), RIGHT_NONE,
     0, 0},
    {MAP_PICK, "pick", "Space", N_("pick"), N_("Hold this seat, or let it go again."), RIGHT_HOLD,
     3, 0},
    {MAP_RELEASE, "release", "r", N_("release"), N_("Let go of seats you hold."), RIGHT_HOLD, 5, 0},
    {MAP_TYPE, "type", "t", "", N_("Change the price type of this seat."), RIGHT_SELL, 0, 0},
    {MAP_TYPE_ALL, "type-all", "T", "", N_("Change the price type of the whole basket."),
     RIGHT_SELL, 0, 0},
    {MAP_CUSTOMER, "customer", "a", N_("customer"), N_("Find or add the customer."), RIGHT_SELL, 7,
     0},
    {MAP_UNDO, "undo", "u", N_("undo"),
     N_("Let go of what was held last, or open the refund of the last sale."), RIGHT_SELL, 6, 0},
    {MAP_EXTEND, "extend", "x", "", N_("Hold on to the basket for some minutes more."), RIGHT_HOLD,
     0, 0},
    {MAP_INSPECT, "inspect", "i", "",
     N_("Show all that is known of this seat; open the order it was sold in."), RIGHT_NONE, 0, 0},
    {MAP_VIEW, "view", "v", N_("view"), N_("Show state, price, holder or age of the seats."),
     RIGHT_NONE, 6, 0},
    {MAP_LIST, "list", "L", N_("list"), N_("Show the map as a list, or as a map again."),
     RIGHT_NONE, 7, 0},
    {MAP_HALL, "hall", "H", N_("hall"), N_("Show the whole hall seat by seat, or tiles again."),
     RIGHT_NONE, 8, 0},
    {MAP_SORT, "sort", "s", N_("sort"), N_("Sort the list of sections: as built, name, free."),
     RIGHT_NONE, 5, 0},
    {MAP_EXPORT, "export", "e", "", N_("Save a picture of the hall in this view, as SVG."),
     RIGHT_NONE, 0, 0},
    {MAP_COPY, "copy", "y", "", N_("Copy the names of the marked seats, or of this one."),
     RIGHT_NONE, 0, 0},
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

static void ask_map(struct map_screen *screen, struct effects *effects)
{
    screen->unread = false;
    struct cmd *cmd = effect_send(effects, CMD_OPEN_SHOW);
    cmd->u.show = arena_strdup(cmd->meta.arena, screen->show);
}

/* ---- keys --------------------------------------------------------------------------------- */

static void act_on_seats(struct map_screen *screen, const struct view *view,
                         const struct input *input, struct effects *effects)
{
    switch (input->action) {
    case MAP_BEST:
        sell_best(screen, view, input->count, effects);
        break;
    case MAP_PICK:
        sell_pick(screen, view->model, effects);
        break;
    case MAP_RELEASE:
        sell_release(screen, view->model, effects);
        break;
    case MAP_EXTEND:
        sell_extend(view->model, effects);
        break;
    case MAP_PAY:
        if (!exchange_come_back(view, effects))
            effect_open(effects, "pay", "");
        break;
    case MAP_TYPE:
    case MAP_TYPE_ALL:
        sell_change_type(screen, view, input->action == MAP_TYPE_ALL, effects);
        break;
    case MAP_CUSTOMER:
        effect_open(effects, "customers", "basket");
        break;
    case MAP_UNDO:
        sell_undo(view, effects);
        break;
    case MAP_MARK:
        map_toggle_mark(&screen->map, screen->map.seat);
        break;
    default:
        break;
    }
}

/* What looks round, and changes nothing. */
static void act_on_sight(struct map_screen *screen, const struct view *view,
                         const struct input *input, struct effects *effects)
{
    switch (input->action) {
    case ACTION_FIND:
        sell_ask_find(effects);
        break;
    case ACTION_NEXT:
        sell_next(screen, view, effects);
        break;
    case ACTION_PREVIOUS:
        sell_find(screen, view->model, -1, effects);
        break;
    case ACTION_REFRESH:
        ask_map(screen, effects);
        break;
    case MAP_INSPECT:
        sell_inspect(screen, view, effects);
        break;
    case MAP_EXPORT:
        sell_export(screen, view, effects);
        break;
    case MAP_COPY:
        sell_copy(screen, view->model, effects);
        break;
    default:
        act_on_seats(screen, view, input, effects);
    }
}

/* How near, and what is drawn of each seat. */
static void act_on_view(struct map_screen *screen, const struct view *view,
                        const struct input *input, struct effects *effects)
{
    struct map *map = &screen->map;
    switch (input->action) {
    case ACTION_OPEN:
        if (!sell_take_apart(screen, effects) && !sell_try_again(screen, view, effects))
            map_zoom_in(map, view->model);
        break;
    case ACTION_OUT:
        map_zoom_out(map, view->model);
        break;
    case MAP_VIEW:
        map->shows = (map->shows + 1) % MAP_SHOWS;
        break;
    case MAP_LIST:
        map->list = !map->list;
        break;
    case MAP_HALL:
        map_toggle_hall(map, view->model);
        break;
    case MAP_SORT:
        map->sort = (map->sort + 1) % MAP_SORTS;
        break;
    default:
        act_on_sight(screen, view, input, effects);
    }
}

/* What is clicked again is opened, or picked: as Enter and Space would. */
static void click(struct map_screen *screen, const struct view *view, const struct input *input,
                  struct effects *effects)
{
    struct view inner = sell_map_view(view);
    enum map_click hit = map_click(&screen->map, &inner, input);
    bool may = screen->map.level == MAP_VENUE || rights_may(view->model->actor.role, RIGHT_HOLD);
    if (hit == CLICK_AGAIN && may)
        sell_pick(screen, view->model, effects);
}

/* What Enter would do instead of going nearer is offered for the next key only. */
static void keep_only_for_enter(struct map_screen *screen, struct draft *draft,
                                const struct input *input)
{
    if (input->kind == INPUT_SHOWN || input->action == ACTION_OPEN)
        return;
    screen->offer.apart = false;
    draft_forget_ended(draft);
}

static void map_screen_ended(void *state, const struct view *view, struct effects *effects)
{
    (void)state;
    sell_tell_ended(view, effects);
}

static void hear_input(struct map_screen *screen, const struct view *view,
                       const struct input *input, struct effects *effects)
{
    if (input->kind == INPUT_SHOWN && draft_ended(view->draft, view->model)) {
        map_screen_ended(screen, view, effects);
    } else if (input->kind == INPUT_KEY) {
        if (finder_key(&screen->finder, view->model->map.plan, input->code))
            sell_best_wish(screen, effects);
    } else if (input->kind == INPUT_ACTION) {
        struct view inner = sell_map_view(view);
        if (!map_move(&screen->map, &inner, input->action, input->count))
            act_on_view(screen, view, input, effects);
    } else if (input->kind == INPUT_CLICK && !screen->finder.open) {
        click(screen, view, input, effects);
    } else if (input->kind == INPUT_SCAN) {
        effect_open(effects, "orders", input->text);
    } else if (input->kind == INPUT_ANSWERED && input->action == MAP_FIND) {
        text_copy(screen->map.find, sizeof screen->map.find, input->text);
        screen->offer.any = false; /* n goes on with the search now */
        sell_find(screen, view->model, 1, effects);
    } else if (input->kind == INPUT_ANSWERED && input->action == MAP_RELEASE_ALL) {
        effect_every_hold(effects, CMD_RELEASE);
    }
}

static void map_screen_input(void *state, const struct view *view, const struct input *input,
                             struct effects *effects)
{
    struct map_screen *screen = state;
    bool knew = sell_shows_holders(screen);
    if (!view->model->open) {
        if (screen->unread && input->kind == INPUT_ACTION && input->action == ACTION_REFRESH)
            ask_map(screen, effects);
        return;
    }
    keep_only_for_enter(screen, view->draft, input);
    hear_input(screen, view, input, effects);
    if (!knew && sell_shows_holders(screen))
        map_holds_ask(&screen->holds, screen->show, effects);
}

/* ---- answers ------------------------------------------------------------------------------ */

static void answered(struct map_screen *screen, const struct view *view, struct evt *evt,
                     struct effects *effects)
{
    if (evt->outcome.hold && (evt->cmd == CMD_HOLD || evt->cmd == CMD_HOLD_BEST)) {
        view->draft->last = DRAFT_HELD;
        view->draft->held = evt->outcome.hold->id;
        view->draft->instead = 0;
        if (evt->outcome.given_up_count)
            effect_say(effects, _("Held. The customer's older hold, made at %s, is freed."),
                       evt->outcome.given_up[0].till);
    }
    if (evt->cmd == CMD_OPEN_SHOW) {
        /* Read anew, the cursor stays, unless the hall has changed under it. */
        if (!screen->opened || screen->map.seat >= view->model->map.plan->seat_count ||
            screen->map.section >= view->model->map.plan->section_count)
            map_open(&screen->map, view->model);
        screen->opened = true;
        if (sell_shows_holders(screen))
            map_holds_ask(&screen->holds, screen->show, effects);
    } else if (evt->cmd == CMD_HOLD_BEST) {
        sell_best_held(screen, view, evt->outcome.hold, effects);
    } else if (evt->cmd == CMD_BEST) {
        sell_best_looked(screen, view, evt, effects);
    } else if (evt->id == screen->again) {
        sell_held_again(screen, view, evt->outcome.hold, effects);
    } else if (evt->cmd == CMD_HOLDS) {
        map_holds_take(&screen->holds, &screen->map, screen->show, evt, effects);
    } else if (evt->cmd == CMD_EXPORT) {
        effect_saved(effects, evt->u.text);
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
    bool asked_quietly = evt->cmd == CMD_BEST || evt->cmd == CMD_HOLDS;
    screen->unread =
        evt->cmd == CMD_OPEN_SHOW ? evt->outcome.verdict != VERDICT_OK : screen->unread;
    if (evt->outcome.verdict != VERDICT_OK && !asked_quietly)
        sell_best_refused(screen, view, evt, effects);
    else
        answered(screen, view, evt, effects);
}

static void map_screen_news(void *state, const struct view *view, const struct evt *evt,
                            struct effects *effects)
{
    struct map_screen *screen = state;
    news_feed_hear(&screen->feed, view);
    if (sell_shows_holders(screen) && map_holds_in(evt))
        map_holds_ask(&screen->holds, screen->show, effects);
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
    map_holds_done(&((struct map_screen *)state)->holds);
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
        map_draw(&screen->map, view, canvas, sell_side_draw(screen, view, canvas, body));
    else
        draw_text(canvas, body, 0, 0, STYLE_DIM,
                  screen->unread ? _("The map was not read; z asks for it again.")
                                 : _("The map is on its way."));
    if (screen->opened && screen->card && screen->map.level != MAP_VENUE)
        map_card_draw(&screen->map, view, canvas, body);
    if (screen->finder.open)
        finder_draw(&screen->finder, view, canvas, body);
}

static bool map_screen_typing(const void *state)
{
    return ((const struct map_screen *)state)->finder.open;
}

static bool map_screen_back(void *state, const struct view *view, struct effects *effects)
{
    struct map_screen *screen = state;
    bool was_open = screen->finder.open || screen->card;
    (void)view, (void)effects;
    if (screen->finder.open)
        screen->finder.open = false;
    else
        screen->card = false;
    return was_open;
}

static bool map_screen_offers(const void *state, const struct view *view,
                              const struct action *action)
{
    const struct map_screen *screen = state;
    if (screen->finder.open)
        return false;
    switch (action->id) {
    case ACTION_NEXT:
        return sell_has_offer(screen, view->model) || screen->map.find[0];
    case MAP_RELEASE:
        return view->model->hold_count > 0;
    case MAP_PAY:
        return view->model->hold_count > 0 || view->draft->exchange[0];
    case MAP_UNDO:
        return view->draft->last == DRAFT_SOLD ||
               (view->draft->last == DRAFT_HELD && view->model->hold_count > 0);
    case MAP_SORT:
        return screen->map.level == MAP_VENUE && (screen->map.list || view->compact);
    case MAP_HALL:
        return !view->compact;
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
    .news = map_screen_news,
    .ended = map_screen_ended,
    .typing = map_screen_typing,
    .back = map_screen_back,
    .offers = map_screen_offers,
};
