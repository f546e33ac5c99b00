/*
 * Reports: how full the sections are, and what was sold by hour, day, till, person, type, class and
 * payment. Looking only; the file is written by the counter.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "src/base/clock.h"
#include "src/base/text.h"
#include "ui/format.h"
#include "ui/report.h"

enum { REPORT_SCOPE = ACTION_OWN, REPORT_PERIOD, REPORT_EXPORT };

static const struct action report_actions[] = {
    /* L10N: hints behind their key in the last row; at most 12 columns each. */
    {ACTION_NEXT_PANE, "next-page", "Tab ] Right", N_("next page"),
     N_("Show the next page of the report."), RIGHT_NONE, 1, 0},
    {ACTION_PREVIOUS_PANE, "previous-page", "[ Left", "", N_("Show the page before."), RIGHT_NONE,
     0, 0},
    {REPORT_SCOPE, "scope", "o", N_("one or all"),
     N_("Change between this show and all shows together."), RIGHT_NONE, 3, 0},
    {REPORT_PERIOD, "period", "d", N_("days"),
     N_("Change the time: from the beginning, today, 7 days, 30 days."), RIGHT_NONE, 4, 0},
    {REPORT_EXPORT, "export", "e", N_("to a file"), N_("Save this page as comma-separated values."),
     RIGHT_REPORT, 2, 0},
    {ACTION_REFRESH, "refresh", "z", N_("refresh"), N_("Read the figures again."), RIGHT_NONE, 6,
     0},
};

static const struct {
    const char *name; /* as the command line calls it */
    enum report_group group;
} groups[PANE_COUNT] = {
    [PANE_HOURS] = {"hour", REPORT_BY_HOUR},       [PANE_DAYS] = {"day", REPORT_BY_DAY},
    [PANE_TILLS] = {"till", REPORT_BY_TILL},       [PANE_SELLERS] = {"seller", REPORT_BY_SELLER},
    [PANE_TYPES] = {"type", REPORT_BY_TYPE},       [PANE_CLASSES] = {"class", REPORT_BY_CLASS},
    [PANE_TENDERS] = {"tender", REPORT_BY_TENDER},
};

const struct show *report_show(const struct report_state *report)
{
    for (int i = 0; i < report->show_count && !report->all; i++)
        if (strcmp(report->shows[i].id, report->show) == 0)
            return &report->shows[i];
    return NULL;
}

int report_rows(const struct report_state *report)
{
    if (report->pane == PANE_OCCUPANCY && !report_show(report))
        return report->show_count;
    return report->count;
}

/* ---- asking ------------------------------------------------------------------------------- */

static void forget_history(struct report_state *report)
{
    arena_free(&report->history_arena);
    report->sold = (struct curve){.count = 0};
    report->asked_history = 0;
}

static void forget(struct report_state *report)
{
    arena_free(&report->arena);
    report->sections = NULL;
    report->rows = NULL;
    report->count = 0;
    report->sum = (struct report_row){.tickets = 0};
    report->takings = (struct curve){.count = 0};
    report->list.cursor = 0;
    report->known = false;
}

/* Midnight here, so many days before. */
static int64_t period_start(enum report_period period, int64_t now)
{
    static const int days[PERIOD_COUNT] = {0, 0, 6, 29};
    if (period == PERIOD_ALL)
        return 0;
    time_t seconds = (time_t)(now / 1000);
    struct tm here;
    if (!localtime_r(&seconds, &here))
        return 0;
    here.tm_mday -= days[period]; /* not by hours: a day has 23 or 25 when the clock changes */
    here.tm_hour = here.tm_min = here.tm_sec = 0;
    here.tm_isdst = -1;
    return (int64_t)mktime(&here) * 1000;
}

static void ask_sales(struct report_state *report, const struct view *view, struct effects *effects)
{
    const struct show *show = report_show(report);
    struct cmd *cmd = effect_send(effects, CMD_REPORT);
    cmd->u.report = (struct report_filter){.group = groups[report->pane].group,
                                           .show = show ? show->no : 0,
                                           .from = period_start(report->period, view->now)};
    report->asked = cmd->id;
}

static void ask_sections(struct report_state *report, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_SECTIONS);
    cmd->u.show = arena_strdup(cmd->meta.arena, report_show(report)->id);
    report->asked = cmd->id;
}

/* Nobody waits for the curve: the bars are read without it. */
static void ask_history(struct report_state *report, const struct view *view,
                        struct effects *effects)
{
    struct cmd *cmd = effect_look(effects, CMD_HISTORY);
    cmd->u.history.show = arena_strdup(cmd->meta.arena, report_show(report)->id);
    cmd->u.history.from = period_start(report->period, view->now);
    report->asked_history = cmd->id;
}

/* How full the shows are is known from the list of them already. */
static void ask_pane(struct report_state *report, const struct view *view, struct effects *effects)
{
    forget(report);
    forget_history(report);
    report->asked = 0;
    if (report->pane != PANE_OCCUPANCY) {
        ask_sales(report, view, effects);
    } else if (report_show(report)) {
        ask_sections(report, effects);
        ask_history(report, view, effects);
    } else {
        report->known = true;
    }
}

static void ask_shows(struct effects *effects)
{
    effect_send(effects, CMD_SHOWS);
}

static void export(const struct report_state *report, const struct view *view,
                   struct effects *effects)
{
    const struct show *show = report_show(report);
    struct cmd *cmd = effect_send(effects, CMD_EXPORT);
    struct arena *arena = cmd->meta.arena;
    const char *of = show ? arena_printf(arena, " --show %s", show->id) : "";
    int64_t from = period_start(report->period, view->now);
    char when[TIME_TEXT];
    if (report->pane == PANE_OCCUPANCY) {
        cmd->u.export.line = arena_printf(arena, "report occupancy --csv%s", of);
        cmd->u.export.name = "occupancy.csv";
        return;
    }
    const char *by = groups[report->pane].name;
    cmd->u.export.line = arena_printf(arena, "report sales --csv --by %s%s%s%s", by, of,
                                      from ? " --from " : "", from ? time_text(from, when) : "");
    cmd->u.export.name = arena_printf(arena, "sales-by-%s.csv", by);
}

/* ---- answers ------------------------------------------------------------------------------ */

static void sum_up(struct report_state *report)
{
    for (int i = 0; i < report->count; i++) {
        report->sum.tickets += report->rows[i].tickets;
        report->sum.gross += report->rows[i].gross;
        report->sum.refunded += report->rows[i].refunded;
        report->sum.kept += report->rows[i].kept;
    }
}

static void make_curve(struct report_state *report)
{
    struct curve_sample *samples =
        arena_array(report->arena, (size_t)report->count + 1, sizeof *samples);
    int count = 0;
    for (int i = 0; i < report->count; i++)
        if (curve_moment(report->rows[i].label, &samples[count].at))
            samples[count++].value = report->rows[i].gross;
    report->takings = curve_make(
        samples, count, report->pane == PANE_HOURS ? CURVE_HOUR : CURVE_DAY, report->arena);
}

static void take_history(struct report_state *report, struct evt *evt)
{
    const struct occupancy_point *at = evt->u.history.at;
    int count = evt->u.history.count;
    struct curve_sample *samples = arena_array(evt->arena, (size_t)count + 1, sizeof *samples);
    for (int i = 0; i < count; i++)
        samples[i] = (struct curve_sample){at[i].at, at[i].seats[SEAT_SOLD]};
    report->history_arena = evt->arena;
    evt->arena = NULL;
    report->sold = curve_of_levels(samples, count, CURVE_MINUTE, report->history_arena);
    if (count)
        report->sellable = at[count - 1].seats[SEAT_SOLD] + at[count - 1].seats[SEAT_HELD] +
                           at[count - 1].seats[SEAT_AVAILABLE];
}

static void take_shows(struct report_state *report, struct evt *evt)
{
    arena_free(&report->shows_arena);
    report->shows_arena = evt->arena;
    evt->arena = NULL;
    report->shows = evt->u.shows.at;
    report->show_counts = evt->u.shows.counts;
    report->show_count = evt->u.shows.count;
}

static void take_pane(struct report_state *report, struct evt *evt)
{
    forget(report);
    report->arena = evt->arena;
    evt->arena = NULL;
    report->known = true;
    if (evt->cmd == CMD_SECTIONS) {
        report->sections = evt->u.sections.at;
        report->count = evt->u.sections.count;
        return;
    }
    report->rows = evt->u.report.at;
    report->count = evt->u.report.count;
    sum_up(report);
    if (report->pane == PANE_HOURS || report->pane == PANE_DAYS)
        make_curve(report);
}

static void report_answer(void *state, const struct view *view, struct evt *evt,
                          struct effects *effects)
{
    struct report_state *report = state;
    if (evt->outcome.verdict != VERDICT_OK) {
        effect_refused(effects, &evt->outcome);
    } else if (evt->cmd == CMD_SHOWS) {
        take_shows(report, evt);
        ask_pane(report, view, effects);
    } else if (evt->cmd == CMD_EXPORT) {
        effect_saved(effects, evt->u.text);
    } else if (evt->cmd == CMD_HISTORY) {
        if (evt->id == report->asked_history)
            take_history(report, evt);
    } else if (evt->id == report->asked) {
        take_pane(report, evt);
    }
}

/* ---- keys --------------------------------------------------------------------------------- */

static void change_scope(struct report_state *report, const struct view *view,
                         struct effects *effects)
{
    if (!report->show[0]) {
        effect_say(effects, "%s",
                   _("No show is chosen: press g r on one in the list to see it alone."));
        return;
    }
    report->all = !report->all;
    ask_pane(report, view, effects);
}

static void turn_page(struct report_state *report, const struct view *view, int step,
                      struct effects *effects)
{
    int pane = ((int)report->pane + step + PANE_COUNT) % PANE_COUNT;
    report->pane = (enum report_pane)pane;
    ask_pane(report, view, effects);
}

static void act(struct report_state *report, const struct view *view, const struct input *input,
                struct effects *effects)
{
    int hidden = report_rows(report) - report_bar_rows(report, view->rows);
    if (list_move(&report->list, input->action, input->count, 10, hidden > 0 ? hidden + 1 : 1))
        return;
    if (input->action == ACTION_NEXT_PANE || input->action == ACTION_PREVIOUS_PANE) {
        turn_page(report, view, input->action == ACTION_NEXT_PANE ? 1 : -1, effects);
    } else if (input->action == REPORT_SCOPE) {
        change_scope(report, view, effects);
    } else if (input->action == REPORT_PERIOD) {
        report->period = (report->period + 1) % PERIOD_COUNT;
        ask_pane(report, view, effects);
    } else if (input->action == REPORT_EXPORT) {
        export(report, view, effects);
    } else if (input->action == ACTION_REFRESH) {
        ask_shows(effects);
    }
}

static void report_input(void *state, const struct view *view, const struct input *input,
                         struct effects *effects)
{
    if (input->kind == INPUT_ACTION)
        act(state, view, input, effects);
    else if (input->kind == INPUT_SHOWN)
        ask_shows(effects);
}

static void report_open(void *state, const struct view *view, const char *argument,
                        struct effects *effects)
{
    struct report_state *report = state;
    if (!*argument && view->model->open)
        argument = view->model->map.show.id;
    text_copy(report->show, sizeof report->show, argument);
    report->all = !report->show[0];
    ask_shows(effects);
}

static void report_close(void *state)
{
    struct report_state *report = state;
    arena_free(&report->arena);
    arena_free(&report->history_arena);
    arena_free(&report->shows_arena);
}

static bool report_offers(const void *state, const struct view *view, const struct action *action)
{
    const struct report_state *report = state;
    if (action->id == REPORT_PERIOD)
        return report->pane != PANE_OCCUPANCY || report->sold.count || report->period != PERIOD_ALL;
    return action->id != REPORT_SCOPE || report->show[0];
}

static void report_subject(const void *state, const struct view *view, char *out, size_t size)
{
    const struct show *show = report_show(state);
    char when[FORMAT_TEXT];
    if (show)
        snprintf(out, size, "%s  %s", show->title, format_day_clock(show->starts_at, when));
    else
        text_copy(out, size, _("All shows"));
}

static const char *report_of_show(const void *state)
{
    return ((const struct report_state *)state)->show;
}

const struct screen screen_report = {
    .name = "reports",
    .title = N_("REPORTS"),
    .help = N_("Reports"),
    .go = 'r',
    .of_show = true,
    .right = RIGHT_REPORT,
    .moves = MOVES_LIST,
    .actions = report_actions,
    .action_count = COUNT_OF(report_actions),
    .state_size = sizeof(struct report_state),
    .open = report_open,
    .close = report_close,
    .subject = report_subject,
    .draw = report_draw,
    .input = report_input,
    .answer = report_answer,
    .offers = report_offers,
    .show = report_of_show,
};
