/*
 * The live map for a supervisor: who holds what and for how long, and a hand on every seat.
 *
 * Seats are marked one by one, in ranges, by rule or by hold; the capitals open a dialog that says
 * what will happen seat by seat (admin_dialog.h), and nothing happens without it.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/admin_done.h"
#include "ui/admin_feed.h"
#include "ui/admin_holds.h"
#include "ui/admin_rule.h"
#include "ui/format.h"
#include "ui/screens.h"

enum {
    ADMIN_KEY_RELEASE = ACTION_OWN,
    ADMIN_KEY_BLOCK,
    ADMIN_KEY_UNBLOCK,
    ADMIN_KEY_RULE,
    ADMIN_KEY_MARK,
    ADMIN_KEY_RANGE,
    ADMIN_KEY_UNDO,
    ADMIN_KEY_INSPECT,
    ADMIN_KEY_VIEW,
    ADMIN_KEY_HOLDS,
    ADMIN_KEY_FEED,
    ADMIN_ASK_FIND,
    ADMIN_ASK_UNDO,
};

enum { FEED_SHORT = 1, FEED_LONG = 6, HOLD_PAGE = 10 };

struct admin {
    char show[SLUG_TEXT];
    bool opened;
    struct map map;
    int range_from; /* -1: no range is begun */
    bool listing;   /* holds instead of the map */
    bool card;      /* everything about the focused seat is shown */
    bool long_feed;
    struct admin_holds holds;
    struct admin_feed feed;
    struct admin_dialog dialog;
    struct admin_rule rule;
    struct admin_done done;
};

static const struct action admin_actions[] = {
    /* L10N: hints behind their key in the last row; at most 12 columns each. */
    {ADMIN_KEY_MARK, "mark", "Space", N_("mark"), N_("Mark this seat or hold, or unmark it."),
     RIGHT_NONE, 3, 0},
    {ADMIN_KEY_RANGE, "range", "m", N_("range"),
     N_("Begin a range here; again, mark from there to here. 4 m marks 4 seats."), RIGHT_NONE, 4,
     ACTION_COUNTS},
    {ADMIN_KEY_RULE, "rule", "M", N_("by rule"),
     N_("Mark seats by how long they are held, by till, person or section."), RIGHT_NONE, 4, 0},
    {ADMIN_KEY_RELEASE, "release", "R", N_("release"),
     N_("Release the marked seats, or this one, whoever holds them."), RIGHT_RELEASE_OTHERS, 2, 0},
    {ADMIN_KEY_BLOCK, "block", "B", N_("block"), N_("Keep the marked seats, or this one, back."),
     RIGHT_BLOCK, 2, 0},
    {ADMIN_KEY_UNBLOCK, "unblock", "U", N_("unblock"),
     N_("Open the marked seats, or this one, for sale again."), RIGHT_BLOCK, 2, 0},
    {ADMIN_KEY_UNDO, "undo", "u", N_("undo"), N_("Take the last block or unblock back."),
     RIGHT_BLOCK, 3, 0},
    {ADMIN_KEY_INSPECT, "inspect", "i", "", N_("Say everything that is known of this seat."),
     RIGHT_NONE, 0, 0},
    {ADMIN_KEY_VIEW, "view", "v", "", N_("Show state, price, holder or age of the seats."),
     RIGHT_NONE, 0, 0},
    {ADMIN_KEY_HOLDS, "holds", "L", N_("holds"), N_("List the holds, or show the map again."),
     RIGHT_NONE, 5, 0},
    {ADMIN_KEY_FEED, "feed", "f", N_("feed"), N_("Show more or less of what others do."),
     RIGHT_NONE, 7, 0},
    {ACTION_FIND, "find", "/", N_("find"), N_("Find a seat (C13) or a section."), RIGHT_NONE, 5, 0},
    {ACTION_NEXT, "next", "n", "", N_("Go to the next match of a search."), RIGHT_NONE, 0, 0},
    {ACTION_PREVIOUS, "previous", "N", "", N_("Go to the previous match of a search."), RIGHT_NONE,
     0, 0},
    {ACTION_OPEN, "in", "Enter", "", N_("Go nearer: venue, section, single seats."), RIGHT_NONE, 0,
     0},
    {ACTION_OUT, "out", "- Backspace", "", N_("Go farther away."), RIGHT_NONE, 0, 0},
    {ACTION_NEXT_PANE, "next-section", "Tab ]", "", N_("Go to the next section."), RIGHT_NONE, 0,
     0},
    {ACTION_PREVIOUS_PANE, "previous-section", "[ S-Tab", "", N_("Go to the previous section."),
     RIGHT_NONE, 0, 0},
    {ACTION_REFRESH, "refresh", "z", "", N_("Read the whole map again."), RIGHT_NONE, 0, 0},
};

/* ---- asking ------------------------------------------------------------------------------- */

static void ask_news(struct admin *admin, const struct view *view, struct effects *effects)
{
    map_holds_ask(&admin->holds.known, admin->show, effects);
    admin_feed_ask(&admin->feed, view->model->map.show.no, effects);
}

static void ask_map(const struct admin *admin, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_OPEN_SHOW);
    cmd->u.show = arena_strdup(cmd->meta.arena, admin->show);
}

/* ---- marking ------------------------------------------------------------------------------ */

static void say_marks(const struct admin *admin, struct effects *effects)
{
    effect_say(effects,
               ngettext("%d seat is marked.", "%d seats are marked.",
                        (unsigned long)admin->map.mark_count),
               admin->map.mark_count);
}

static void mark_hold(struct admin *admin, const struct view *view)
{
    const struct hold *hold = admin_holds_focus(&admin->holds);
    int missing = 0;
    for (int pass = 0; hold && pass < 2; pass++)
        for (int i = 0; i < hold->seat_count; i++) {
            int seat = plan_find_seat(view->model->map.plan, hold->seats[i].label);
            if (!hold->seats[i].live || seat < 0)
                continue;
            if (pass == 0)
                missing += !map_is_marked(&admin->map, seat);
            else if (missing)
                map_mark(&admin->map, seat);
            else
                map_unmark(&admin->map, seat);
        }
}

static void mark_one(struct admin *admin, const struct view *view, struct effects *effects)
{
    if (admin->listing)
        mark_hold(admin, view);
    else if (admin->map.level == MAP_VENUE)
        map_zoom_in(&admin->map, view->model);
    else
        map_toggle_mark(&admin->map, admin->map.seat);
    if (admin->map.mark_count)
        say_marks(admin, effects);
}

/* 4 m: four seats from here to the right, as far as the row goes. */
static void mark_some(struct admin *admin, const struct view *view, int count)
{
    const struct plan *plan = view->model->map.plan;
    const struct plan_row *row = &plan->rows[plan->seats[admin->map.seat].row];
    for (int i = admin->map.seat; i < admin->map.seat + count && i < row->first + row->count; i++)
        map_mark(&admin->map, i);
}

static void mark_range(struct admin *admin, const struct view *view, int count,
                       struct effects *effects)
{
    if (admin->listing || admin->map.level == MAP_VENUE) {
        mark_one(admin, view, effects);
    } else if (count > 0) {
        mark_some(admin, view, count);
        say_marks(admin, effects);
    } else if (admin->range_from < 0) {
        admin->range_from = admin->map.seat;
        map_mark(&admin->map, admin->map.seat);
        effect_say(effects, "%s", _("A range begins here: go to its other end and press m."));
    } else {
        map_mark_range(&admin->map, view->model->map.plan, admin->range_from, admin->map.seat);
        admin->range_from = -1;
        say_marks(admin, effects);
    }
}

/* ---- keys --------------------------------------------------------------------------------- */

static void find(struct admin *admin, const struct model *model, int direction,
                 struct effects *effects)
{
    admin->listing = false;
    if (!map_find(&admin->map, model, direction))
        effect_error(effects, _("Nothing here is called \"%s\"."), admin->map.find);
}

/* From afar a section is under the cursor: one line says all of it. */
static void inspect(struct admin *admin, const struct view *view, struct effects *effects)
{
    char line[256];
    if (!admin->listing && admin->map.level != MAP_VENUE) {
        admin->card = !admin->card;
        return;
    }
    map_describe(&admin->map, view, line, sizeof line);
    effect_say(effects, "%s", line);
}

static void open_item(struct admin *admin, const struct view *view)
{
    const struct hold *hold = admin->listing ? admin_holds_focus(&admin->holds) : NULL;
    int seat = -1;
    for (int i = 0; hold && i < hold->seat_count && seat < 0; i++)
        if (hold->seats[i].live)
            seat = plan_find_seat(view->model->map.plan, hold->seats[i].label);
    if (!admin->listing) {
        map_zoom_in(&admin->map, view->model);
    } else if (seat >= 0) {
        map_focus(&admin->map, view->model, seat);
        admin->map.level = admin->map.level == MAP_SEATS ? MAP_SEATS : MAP_SECTION;
        admin->listing = false;
    }
}

static void act_on_view(struct admin *admin, const struct view *view, const struct input *input,
                        struct effects *effects)
{
    switch (input->action) {
    case ACTION_OPEN:
        open_item(admin, view);
        break;
    case ACTION_OUT:
        map_zoom_out(&admin->map, view->model);
        break;
    case ACTION_FIND:
        effect_ask_text(effects, ADMIN_ASK_FIND, "/");
        break;
    case ACTION_NEXT:
        find(admin, view->model, 1, effects);
        break;
    case ACTION_PREVIOUS:
        find(admin, view->model, -1, effects);
        break;
    case ACTION_REFRESH:
        ask_map(admin, effects);
        ask_news(admin, view, effects);
        break;
    case ADMIN_KEY_VIEW:
        admin->map.shows = (admin->map.shows + 1) % MAP_SHOWS;
        break;
    case ADMIN_KEY_HOLDS:
        admin->listing = !admin->listing;
        break;
    case ADMIN_KEY_FEED:
        admin->long_feed = !admin->long_feed;
        break;
    case ADMIN_KEY_INSPECT:
        inspect(admin, view, effects);
        break;
    default:
        break;
    }
}

/* In the list the focus is a hold, and an act is on its seats. From afar no seat is under the
 * cursor, so nothing is done to one: the section comes nearer, as for marking. */
static void open_dialog(struct admin *admin, enum admin_act act, const struct view *view,
                        struct effects *effects)
{
    admin->range_from = -1;
    if (admin->listing && !admin->map.mark_count)
        mark_hold(admin, view);
    if (admin->listing && !admin->map.mark_count)
        effect_say(effects, "%s", _("Nobody holds a seat of this show."));
    else if (!admin->listing && !admin->map.mark_count && admin->map.level == MAP_VENUE)
        map_zoom_in(&admin->map, view->model);
    else
        admin_dialog_open(&admin->dialog, act, &admin->map, view, effects);
}

static void act_on_seats(struct admin *admin, const struct view *view, const struct input *input,
                         struct effects *effects)
{
    switch (input->action) {
    case ADMIN_KEY_RELEASE:
        open_dialog(admin, ADMIN_RELEASE, view, effects);
        break;
    case ADMIN_KEY_BLOCK:
        open_dialog(admin, ADMIN_BLOCK, view, effects);
        break;
    case ADMIN_KEY_UNBLOCK:
        open_dialog(admin, ADMIN_UNBLOCK, view, effects);
        break;
    case ADMIN_KEY_RULE:
        admin_rule_open(&admin->rule);
        break;
    case ADMIN_KEY_MARK:
        mark_one(admin, view, effects);
        break;
    case ADMIN_KEY_RANGE:
        mark_range(admin, view, input->count, effects);
        break;
    case ADMIN_KEY_UNDO:
        admin_done_ask_undo(&admin->done, ADMIN_ASK_UNDO, effects);
        break;
    default:
        act_on_view(admin, view, input, effects);
    }
}

/* The map has fewer rows than the body: the feed stands under it. */
static struct view map_view(const struct admin *admin, const struct view *view)
{
    struct view inner = *view;
    inner.rows -= admin->long_feed ? FEED_LONG : FEED_SHORT;
    return inner;
}

static bool move(struct admin *admin, const struct view *view, const struct input *input)
{
    struct view inner = map_view(admin, view);
    if (admin->listing)
        return list_move(&admin->holds.list, input->action, input->count, HOLD_PAGE,
                         admin->holds.known.count);
    return map_move(&admin->map, &inner, input->action, input->count);
}

static void press(struct admin *admin, const struct view *view, int32_t code,
                  struct effects *effects)
{
    if (admin->dialog.open && admin_dialog_key(&admin->dialog, code, effects))
        admin_done_start(&admin->done, &admin->dialog, view, effects);
    else if (admin->rule.open)
        admin_rule_key(&admin->rule, code, &admin->map, view, effects);
}

static void hear_ask(struct admin *admin, const struct view *view, const struct input *input,
                     struct effects *effects)
{
    if (input->action == ADMIN_ASK_UNDO) {
        admin_done_undo(&admin->done, view, effects);
        return;
    }
    text_copy(admin->map.find, sizeof admin->map.find, input->text);
    find(admin, view->model, 1, effects);
}

/* What is clicked again is opened, or marked. */
static void click(struct admin *admin, const struct view *view, const struct input *input)
{
    struct view inner = map_view(admin, view);
    if (admin->dialog.open || admin->rule.open)
        return;
    if (admin->listing && list_click(&admin->holds.list, input, admin->holds.known.count))
        open_item(admin, view);
    else if (admin->listing || map_click(&admin->map, &inner, input) != CLICK_AGAIN)
        return;
    if (admin->map.level == MAP_VENUE)
        map_zoom_in(&admin->map, view->model);
    else
        map_toggle_mark(&admin->map, admin->map.seat);
}

static void admin_input(void *state, const struct view *view, const struct input *input,
                        struct effects *effects)
{
    struct admin *admin = state;
    if (!admin->opened || !view->model->open)
        return;
    if (input->kind == INPUT_ACTION && !move(admin, view, input))
        act_on_seats(admin, view, input, effects);
    else if (input->kind == INPUT_CLICK)
        click(admin, view, input);
    else if (input->kind == INPUT_KEY)
        press(admin, view, input->code, effects);
    else if (input->kind == INPUT_TEXT && admin->dialog.open)
        confirm_paste(&admin->dialog.confirm, input->text);
    else if (input->kind == INPUT_TEXT && admin->rule.open)
        line_insert(&admin->rule.form.fields[admin->rule.form.focus].line, input->text);
    else if (input->kind == INPUT_ANSWERED)
        hear_ask(admin, view, input, effects);
}

static bool admin_typing(const void *state)
{
    const struct admin *admin = state;
    return admin->dialog.open || admin->rule.open;
}

/* Esc: out of the dialog, of the card, of the range, of the marks, and then of the screen. */
static bool admin_back(void *state, const struct view *view, struct effects *effects)
{
    struct admin *admin = state;
    bool marked = admin->map.mark_count > 0;
    if (admin_typing(admin)) {
        admin_dialog_close(&admin->dialog);
        admin->rule.open = false;
        effect_say(effects, "%s", _("Nothing was changed."));
        return true;
    }
    if (admin->card) {
        admin->card = false;
        return true;
    }
    admin->range_from = -1;
    admin->map.mark_count = 0;
    if (marked)
        effect_say(effects, "%s", _("No seat is marked any more."));
    return marked;
}

/* ---- answers ------------------------------------------------------------------------------ */

static void opened(struct admin *admin, const struct view *view)
{
    const struct plan *plan = view->model->map.plan;
    if (!admin->opened || admin->map.seat >= plan->seat_count)
        map_open(&admin->map, view->model);
    admin->opened = true;
    admin->map.mark_count = 0;
    admin->range_from = -1;
}

static void admin_answer(void *state, const struct view *view, struct evt *evt,
                         struct effects *effects)
{
    struct admin *admin = state;
    if (evt->cmd == CMD_HOLDS) {
        map_holds_take(&admin->holds.known, &admin->map, admin->show, evt, effects);
        admin_holds_sort(&admin->holds);
    } else if (evt->cmd == CMD_EVENTS) {
        admin_feed_answer(&admin->feed, evt, view, effects);
    } else if (evt->cmd != CMD_OPEN_SHOW) {
        admin_done_answer(&admin->done, &admin->map, view, &evt->outcome, effects);
    } else if (evt->outcome.verdict == VERDICT_OK) {
        opened(admin, view);
        ask_news(admin, view, effects);
    } else {
        effect_refused(effects, &evt->outcome);
    }
}

static void admin_news(void *state, const struct view *view, const struct evt *evt,
                       struct effects *effects)
{
    struct admin *admin = state;
    (void)evt;
    if (admin->opened)
        ask_news(admin, view, effects);
}

/* ---- the screen --------------------------------------------------------------------------- */

static void admin_open(void *state, const struct view *view, const char *argument,
                       struct effects *effects)
{
    struct admin *admin = state;
    const struct model *model = view->model;
    const char *show = *argument ? argument : model->open ? model->map.show.id : "";
    text_copy(admin->show, sizeof admin->show, show);
    admin->range_from = -1;
    admin->map.shows = MAP_HOLDER;
    if (!*show) {
        effect_say(effects, "%s", _("Choose a show first."));
        effect_open(effects, "shows", "");
    } else if (model->open && strcmp(model->map.show.id, show) == 0) {
        opened(admin, view);
        ask_news(admin, view, effects);
    } else {
        ask_map(admin, effects);
    }
}

static void admin_close(void *state)
{
    struct admin *admin = state;
    admin_dialog_close(&admin->dialog);
    map_holds_done(&admin->holds.known);
    admin_done_free(&admin->done);
}

static void admin_subject(const void *state, const struct view *view, char *out, size_t size)
{
    const struct admin *admin = state;
    const struct model *model = view->model;
    char when[FORMAT_TEXT];
    if (!model->open || !admin->opened)
        return;
    const char *section = model->map.plan->sections[admin->map.section].name;
    bool whole = admin->listing || admin->map.level == MAP_VENUE || !*section;
    snprintf(out, size, "%s  %s%s%s", model->map.show.title,
             format_day_clock(model->map.show.starts_at, when), whole ? "" : " / ",
             whole ? "" : section);
}

/* "marked 6: held 4 blocked 2", over the map's head. */
static void draw_marks(const struct admin *admin, const struct view *view, struct canvas *canvas,
                       struct area row)
{
    int held = 0, blocked = 0, sold = 0;
    for (int i = 0; i < admin->map.mark_count; i++) {
        const struct seat_state at = model_state(view->model, admin->map.marks[i]);
        held += at.status == SEAT_HELD && !seat_hold_over(&at, view->now);
        blocked += at.status == SEAT_BLOCKED;
        sold += at.status == SEAT_SOLD;
    }
    draw_blank(canvas, row, STYLE_TEXT);
    draw_printf(canvas, row, 0, 0, STYLE_MARK,
                /* L10N: how many seats are marked, and of which kinds; at most 60 columns */
                _("marked %d: held %d, blocked %d, sold %d, free %d"), admin->map.mark_count, held,
                blocked, sold, admin->map.mark_count - held - blocked - sold);
    draw_right(canvas, row, 0, STYLE_DIM, map_shows_word(admin->map.shows));
}

static void admin_draw(const void *state, const struct view *view, struct canvas *canvas,
                       struct area body)
{
    const struct admin *admin = state;
    struct view inner = map_view(admin, view);
    int feed_rows = view->rows - inner.rows;
    struct area main = area_part(body, 0, 0, body.rows - feed_rows, -1);
    if (!admin->opened || !view->model->open) {
        draw_text(canvas, body, 0, 0, STYLE_DIM, _("The map is on its way."));
        return;
    }
    if (admin->listing)
        admin_holds_draw(&admin->holds, &admin->map, view, canvas, main);
    else
        map_draw(&admin->map, &inner, canvas, main);
    if (admin->map.mark_count && !admin->listing)
        draw_marks(admin, view, canvas, area_part(body, 0, 0, 1, -1));
    admin_feed_draw(&admin->feed, canvas, area_part(body, main.rows, 0, feed_rows, -1));
    if (admin->card && !admin->listing && admin->map.level != MAP_VENUE)
        map_card_draw(&admin->map, view, canvas, main);
    if (admin->dialog.open)
        admin_dialog_draw(&admin->dialog, &admin->map, view, canvas, body);
    else if (admin->rule.open)
        admin_rule_draw(&admin->rule, view, canvas, body);
}

static bool admin_offers(const void *state, const struct view *view, const struct action *action)
{
    const struct admin *admin = state;
    (void)view;
    return action->id != ADMIN_KEY_UNDO || admin_done_undoable(&admin->done) > 0;
}

const struct screen screen_admin = {
    .name = "admin",
    .title = N_("ADMIN"),
    .help = N_("Supervisor's map: holds, release, block"),
    .go = 'a',
    .right = RIGHT_BLOCK,
    .moves = MOVES_MAP,
    .actions = admin_actions,
    .action_count = COUNT_OF(admin_actions),
    .state_size = sizeof(struct admin),
    .open = admin_open,
    .close = admin_close,
    .subject = admin_subject,
    .draw = admin_draw,
    .input = admin_input,
    .answer = admin_answer,
    .news = admin_news,
    .typing = admin_typing,
    .back = admin_back,
    .offers = admin_offers,
};
