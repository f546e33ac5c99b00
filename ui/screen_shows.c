/* The shows, by date, with how full they are. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"
#include "ui/line.h"
#include "ui/list.h"
#include "ui/screens.h"

enum { SHOWS_NARROW = ACTION_OWN, HEAD_ROWS = 2, BAR_COLUMNS = 10, ROW_TEXT_SIZE = 512 };
enum { TITLE_COLUMNS = 24, DAY_COLUMNS = 17 };

struct shows {
    struct arena *arena; /* of the last answer */
    struct show *at;
    struct show_count *counts;
    int count;
    bool known; /* an answer has come */
    struct list list;
    char filter[LINE_BYTES];
    char ahead[SLUG_TEXT]; /* the show the counter was told may be opened next */
};

static const struct action shows_actions[] = {
    {ACTION_OPEN, "open", "Enter", N_("open"), N_("Open the map of this show."), RIGHT_NONE, 2, 0},
    {ACTION_FIND, "find", "/", N_("narrow"), N_("Narrow the list to a title, hall or day."),
     RIGHT_NONE, 3, 0},
    {ACTION_REFRESH, "refresh", "z", N_("refresh"), N_("Read the list again."), RIGHT_NONE, 6, 0},
};

/* ---- which ones --------------------------------------------------------------------------- */

static bool matches(const struct shows *shows, const struct show *show)
{
    char day[FORMAT_TEXT];
    return strcasestr(show->title, shows->filter) || strcasestr(show->hall, shows->filter) ||
           strcasestr(show->id, shows->filter) ||
           strcasestr(format_day(show->starts_at, day), shows->filter);
}

static int total(const struct shows *shows)
{
    int count = 0;
    for (int i = 0; i < shows->count; i++)
        count += matches(shows, &shows->at[i]);
    return count;
}

/* Index in `at` of the nth that matches, -1 when there is none. */
static int nth(const struct shows *shows, int n)
{
    for (int i = 0; i < shows->count; i++)
        if (matches(shows, &shows->at[i]) && n-- == 0)
            return i;
    return -1;
}

/* ---- drawing ------------------------------------------------------------------------------ */

static void bar(enum tier tier, int percent, char *out, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < BAR_COLUMNS; i++)
        used += (size_t)snprintf(
            out + used, size - used, "%s",
            glyph_text(tier, i * 100 < percent * BAR_COLUMNS ? GLYPH_BAR : GLYPH_BAR_REST));
}

static const char *status_word(const struct show *show, const struct show_count *count)
{
    /* L10N: instead of the bar; at most 15 columns. g l are keys: the waiting list. */
    if (show->status == SHOW_CLOSED)
        return _("closed");
    if (show->status == SHOW_DRAFT)
        return _("not open yet");
    if (count->available == 0)
        return _("SOLD OUT, g l");
    return "";
}

/* How full it is as a bar and a number, or why it cannot be sold. */
static void fullness(const struct view *view, const struct show *show,
                     const struct show_count *count, char *out, size_t size)
{
    char blocks[BAR_COLUMNS * 3 + 1];
    const char *word = status_word(show, count);
    int64_t sellable = (int64_t)count->available + count->held + count->sold;
    int percent = format_percent(count->sold + count->held, sellable);
    bar(view->tier, percent, blocks, sizeof blocks);
    if (*word)
        snprintf(out, size, "%s", word);
    else
        snprintf(out, size, "%s %3d%%", blocks, percent);
}

static void row_text(const struct view *view, const struct show *show,
                     const struct show_count *count, char *out, size_t size)
{
    char title[TITLE_COLUMNS * 4 + 1], when[FORMAT_TEXT], day[DAY_COLUMNS * 4 + 1];
    char left[FORMAT_TEXT], held[FORMAT_TEXT], sold[FORMAT_TEXT], full[96];
    text_fit(title, sizeof title, show->title, TITLE_COLUMNS, true);
    text_fit(day, sizeof day, format_day_clock(show->starts_at, when), DAY_COLUMNS, true);
    fullness(view, show, count, full, sizeof full);
    format_number(count->available, left);
    if (view->compact)
        snprintf(out, size, "%s %7s %s", day, left, show->title);
    else
        snprintf(out, size, "%s %s %7s %5s %6s %s", day, title, left,
                 format_number(count->held, held), format_number(count->sold, sold), full);
}

static void draw_head(const struct shows *shows, const struct view *view, struct canvas *canvas,
                      struct area body)
{
    char title[TITLE_COLUMNS * 4 + 1], when[DAY_COLUMNS * 4 + 1];
    char left[FORMAT_TEXT], held[FORMAT_TEXT], sold[FORMAT_TEXT];
    text_fit(when, sizeof when, _("When"), DAY_COLUMNS, true);
    text_fit(title, sizeof title, _("Show"), TITLE_COLUMNS, true);
    if (view->compact)
        draw_printf(canvas, body, 0, 1, STYLE_STRONG, "%s %s", when,
                    format_right(C_("column", "free"), 7, left));
    else
        draw_printf(canvas, body, 0, 1, STYLE_STRONG, "%s %s %s %s %s", when, title,
                    format_right(C_("column", "free"), 7, left),
                    format_right(C_("column", "held"), 5, held),
                    format_right(C_("column", "sold"), 6, sold));
    if (shows->filter[0])
        draw_printf(canvas, body, 1, 1, STYLE_MATCH, _("only: %s"), shows->filter);
}

static void shows_draw(const void *state, const struct view *view, struct canvas *canvas,
                       struct area body)
{
    const struct shows *shows = state;
    struct area rows = area_part(body, HEAD_ROWS, 0, -1, -1);
    int count = total(shows), top = list_top(&shows->list, rows.rows, count);
    draw_head(shows, view, canvas, body);
    for (int i = top; i < count && i < top + rows.rows; i++) {
        char text[ROW_TEXT_SIZE];
        int at = nth(shows, i);
        row_text(view, &shows->at[at], &shows->counts[at], text, sizeof text);
        list_draw_row(&shows->list, canvas, rows, i, top, text);
    }
    list_draw_position(&shows->list, canvas, area_part(body, 0, 0, 1, -1), rows.rows, count);
    if (shows->known && count == 0)
        draw_text(canvas, rows, 0, 1, STYLE_DIM,
                  shows->filter[0] ? _("No show matches.") : _("There are no shows yet."));
}

/* ---- keys --------------------------------------------------------------------------------- */

static void ask_again(struct effects *effects)
{
    effect_send(effects, CMD_SHOWS);
}

/* Tells the counter where the cursor stands, so that Enter need not wait. */
static void read_ahead(struct shows *shows, struct effects *effects)
{
    int chosen = nth(shows, shows->list.cursor);
    if (chosen < 0 || strcmp(shows->ahead, shows->at[chosen].id) == 0)
        return;
    text_copy(shows->ahead, sizeof shows->ahead, shows->at[chosen].id);
    struct cmd *cmd = effect_look(effects, CMD_READ_AHEAD);
    cmd->u.show = arena_strdup(cmd->meta.arena, shows->ahead);
}

static void shows_open(void *state, const struct view *view, const char *argument,
                       struct effects *effects)
{
    ask_again(effects);
}

static void shows_close(void *state)
{
    arena_free(&((struct shows *)state)->arena);
}

static void narrow(struct shows *shows, struct effects *effects)
{
    struct ask *ask = effect_ask(effects, ASK_TEXT, SHOWS_NARROW);
    text_copy(ask->title, sizeof ask->title, "/");
    text_copy(ask->body, sizeof ask->body, shows->filter);
    ask->live = true;
}

static void open_chosen(const struct shows *shows, struct effects *effects)
{
    int chosen = nth(shows, shows->list.cursor);
    if (chosen >= 0)
        effect_open(effects, "map", shows->at[chosen].id);
}

static void act(struct shows *shows, const struct input *input, struct effects *effects)
{
    if (list_move(&shows->list, input->action, input->count, 10, total(shows)))
        return;
    if (input->action == ACTION_OPEN)
        open_chosen(shows, effects);
    else if (input->action == ACTION_FIND)
        narrow(shows, effects);
    else if (input->action == ACTION_REFRESH)
        ask_again(effects);
}

static void filter_by(struct shows *shows, const char *text)
{
    text_copy(shows->filter, sizeof shows->filter, text);
    list_clamp(&shows->list, total(shows));
}

/* What was read ahead was taken by the map one comes back from. */
static void show_again(struct shows *shows, struct effects *effects)
{
    shows->ahead[0] = '\0';
    ask_again(effects);
}

static void shows_input(void *state, const struct view *view, const struct input *input,
                        struct effects *effects)
{
    struct shows *shows = state;
    if (input->kind == INPUT_ACTION)
        act(shows, input, effects);
    else if (input->kind == INPUT_TYPED || input->kind == INPUT_ANSWERED)
        filter_by(shows, input->text);
    else if (input->kind == INPUT_DECLINED)
        filter_by(shows, "");
    else if (input->kind == INPUT_SHOWN)
        show_again(shows, effects);
    else if (list_click(&shows->list, input, total(shows)))
        open_chosen(shows, effects);
    list_clamp(&shows->list, total(shows));
    read_ahead(shows, effects);
}

/* A list that is narrowed is whole again before it is left. */
static bool shows_back(void *state, const struct view *view, struct effects *effects)
{
    struct shows *shows = state;
    bool narrowed = shows->filter[0];
    filter_by(shows, "");
    return narrowed;
}

/* Signing in comes back to the show one had open, while it is still there. */
static void go_to_last(struct shows *shows, const char *last)
{
    for (int i = 0; last && i < shows->count; i++)
        if (strcmp(shows->at[i].id, last) == 0)
            shows->list.cursor = i;
}

static void shows_answer(void *state, const struct view *view, struct evt *evt,
                         struct effects *effects)
{
    struct shows *shows = state;
    if (evt->cmd != CMD_SHOWS)
        return;
    if (evt->outcome.verdict != VERDICT_OK) {
        effect_refused(effects, &evt->outcome);
        return;
    }
    arena_free(&shows->arena);
    shows->arena = evt->arena;
    evt->arena = NULL;
    shows->at = evt->u.shows.at;
    shows->counts = evt->u.shows.counts;
    shows->count = evt->u.shows.count;
    if (!shows->known && !shows->filter[0])
        go_to_last(shows, evt->u.shows.last);
    shows->known = true;
    list_clamp(&shows->list, total(shows));
    read_ahead(shows, effects);
}

static const char *shows_show(const void *state)
{
    const struct shows *shows = state;
    int chosen = nth(shows, shows->list.cursor);
    return chosen < 0 ? "" : shows->at[chosen].id;
}

const struct screen screen_shows = {
    .name = "shows",
    .title = N_("SHOWS"),
    .help = N_("Shows"),
    .go = 's',
    .right = RIGHT_NONE,
    .moves = MOVES_LIST,
    .actions = shows_actions,
    .action_count = COUNT_OF(shows_actions),
    .state_size = sizeof(struct shows),
    .open = shows_open,
    .close = shows_close,
    .draw = shows_draw,
    .input = shows_input,
    .answer = shows_answer,
    .back = shows_back,
    .show = shows_show,
};
