/* Reports as bars with their figures, and takings over time as a curve above them. */
#include "config.h"

#include "ui/report.h"

#include <stdio.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/text.h"
#include "src/domain/tender.h"
#include "ui/format.h"

enum { HEAD_ROWS = 3, FOOT_ROWS = 1, CURVE_BODY_ROWS = 14, POINTS_MAX = 2048, FIGURE_TEXT = 160 };
enum { UP_TICKS = 4, ALONG_TICKS = 6 };

static const char *const pane_names[PANE_COUNT] = {
    /* L10N: pages of the report, side by side in one row of 80 columns, two blanks between. */
    [PANE_OCCUPANCY] = N_("Seats"), [PANE_HOURS] = N_("Hours"),     [PANE_DAYS] = N_("Days"),
    [PANE_TILLS] = N_("Tills"),     [PANE_SELLERS] = N_("Sellers"), [PANE_TYPES] = N_("Types"),
    [PANE_CLASSES] = N_("Classes"), [PANE_TENDERS] = N_("Payment"),
};

static const char *currency_of(const struct report_state *report)
{
    const struct show *show = report_show(report);
    if (show)
        return show->currency;
    return report->show_count ? report->shows[0].currency : "EUR";
}

/* ---- figures ------------------------------------------------------------------------------ */

static void occupancy_figure(const struct show_count *count, bool narrow, char *out, size_t size)
{
    char sold[FORMAT_TEXT], left[FORMAT_TEXT];
    int64_t sellable = (int64_t)count->available + count->held + count->sold;
    int percent = format_percent(count->sold, sellable);
    format_number(count->sold, sold);
    format_number(count->available, left);
    if (narrow)
        snprintf(out, size, "%7s %3d%%", left, percent);
    else
        snprintf(out, size, "%7s %5d %7s %5d %3d%%", sold, count->held, left, count->blocked,
                 percent);
}

static void sales_figure(const struct report_state *report, const struct report_row *row,
                         bool narrow, char *out, size_t size)
{
    char tickets[FORMAT_TEXT], gross[FORMAT_TEXT], refunded[FORMAT_TEXT];
    format_number(row->tickets, tickets);
    format_money(row->gross, currency_of(report), gross);
    format_money(row->refunded, currency_of(report), refunded);
    if (narrow)
        snprintf(out, size, "%5s %10s", tickets, gross);
    else
        snprintf(out, size, "%7s %13s %11s", tickets, gross, refunded);
}

/* Heads over the figures, as wide as those. */
static void head_figure(const struct report_state *report, bool narrow, char *out, size_t size)
{
    char sold[FORMAT_TEXT], second[FORMAT_TEXT], third[FORMAT_TEXT], off[FORMAT_TEXT];
    bool places = report->pane == PANE_OCCUPANCY;
    format_right(C_("column", "sold"), narrow ? 5 : 7, sold);
    if (places && narrow)
        snprintf(out, size, "%s %4s", format_right(C_("column", "free"), 7, third), "%");
    else if (places)
        snprintf(out, size, "%s %s %s %s %4s", sold, format_right(C_("column", "held"), 5, second),
                 format_right(C_("column", "free"), 7, third),
                 /* L10N: head of a column: seats taken out of sale; at most 5 columns */
                 format_right(C_("column", "off"), 5, off), "%");
    else
        /* L10N: head of a column: money taken; at most 10 columns */
        snprintf(out, size, "%s %s", sold,
                 format_right(C_("column", "taken"), narrow ? 10 : 13, second));
    if (!places && !narrow)
        /* L10N: head of a column: money given back; at most 11 columns */
        snprintf(out + strlen(out), size - strlen(out), " %s",
                 format_right(C_("column", "refunded"), 11, third));
}

/* ---- labels ------------------------------------------------------------------------------- */

/* An hour that the clock shows twice has its offset from UTC behind it, as its label does. */
static const char *time_label(const struct report_state *report, const struct report_row *row,
                              struct arena *arena)
{
    enum { HOUR = sizeof "2026-10-25 02:00" - 1 };
    char text[FORMAT_TEXT];
    if (report->pane == PANE_DAYS)
        return arena_strdup(arena, format_day(row->at, text));
    return arena_printf(arena, "%s%s%s", format_day_clock(row->at, text),
                        strlen(row->label) > HOUR ? " " : "",
                        strlen(row->label) > HOUR ? row->label + HOUR : "");
}

static const char *tender_word(const char *label)
{
    enum tender tender;
    return tender_parse(label, &tender) ? _(tender_words[tender].total) : label;
}

static const char *row_label(const struct report_state *report, int row, struct arena *arena)
{
    enum price_type type;
    if (report->pane == PANE_OCCUPANCY && report_show(report))
        return report->sections[row].section[0] ? report->sections[row].section
                                                : _("The whole hall");
    if (report->pane == PANE_OCCUPANCY) {
        char day[FORMAT_TEXT];
        return arena_printf(arena, "%s %s", format_day(report->shows[row].starts_at, day),
                            report->shows[row].title);
    }
    const char *label = report->rows[row].label;
    if (report->pane == PANE_HOURS || report->pane == PANE_DAYS)
        return time_label(report, &report->rows[row], arena);
    if (report->pane == PANE_TYPES && price_type_parse(label, &type))
        return price_type_word(type);
    return report->pane == PANE_TENDERS ? tender_word(label) : label;
}

/* ---- bars --------------------------------------------------------------------------------- */

static const struct show_count *count_of(const struct report_state *report, int row)
{
    return report_show(report) ? &report->sections[row].count : &report->show_counts[row];
}

static int64_t most_taken(const struct report_state *report)
{
    int64_t most = 1;
    for (int i = 0; i < report->count; i++)
        if (report->rows[i].gross > most)
            most = report->rows[i].gross;
    return most;
}

static struct chart_bar bar_of(const struct report_state *report, int row, bool narrow,
                               struct arena *arena)
{
    char *figure = arena_alloc(arena, FIGURE_TEXT);
    struct chart_bar bar = {.label = row_label(report, row, arena), .figure = figure};
    if (report->pane == PANE_OCCUPANCY) {
        const struct show_count *count = count_of(report, row);
        occupancy_figure(count, narrow, figure, FIGURE_TEXT);
        bar.value = count->sold;
        bar.of = (int64_t)count->sold + count->held + count->available;
    } else {
        sales_figure(report, &report->rows[row], narrow, figure, FIGURE_TEXT);
        bar.value = report->rows[row].gross;
        bar.of = most_taken(report);
    }
    return bar;
}

static void draw_bars(const struct report_state *report, const struct view *view,
                      struct canvas *canvas, struct area area)
{
    struct arena *arena = arena_new();
    int top = report->list.cursor, count = report_rows(report) - top;
    bool narrow = area.columns < 70;
    if (count > area.rows)
        count = area.rows;
    struct chart_bar *bars = arena_array(arena, (size_t)(count > 0 ? count : 1), sizeof *bars);
    for (int i = 0; i < count; i++)
        bars[i] = bar_of(report, top + i, narrow, arena);
    if (count > 0)
        chart_bars(canvas, area, view->ink, bars, count);
    arena_free(&arena);
}

/* ---- the curve ---------------------------------------------------------------------------- */

static bool draws_seats(const struct report_state *report)
{
    return report->pane == PANE_OCCUPANCY;
}

static const struct curve *curve_shown(const struct report_state *report)
{
    return draws_seats(report) ? &report->sold : &report->takings;
}

static bool has_curve(const struct report_state *report)
{
    return curve_shown(report)->count > 1;
}

static int ticks_up(const struct report_state *report, int64_t most, struct arena *arena,
                    struct chart_tick *out, int64_t *top)
{
    struct ticks ticks = ticks_of(most, UP_TICKS);
    for (int i = 0; i < ticks.count; i++) {
        char text[FORMAT_TEXT];
        out[i].at = ticks.at[i];
        out[i].label = arena_strdup(
            arena, draws_seats(report) ? format_number(ticks.at[i], text)
                                       : format_money(ticks.at[i], currency_of(report), text));
        *top = ticks.at[i] > *top ? ticks.at[i] : *top;
    }
    return ticks.count;
}

static const char *translate(const char *text)
{
    return _(text);
}

/* Takings have the house's clock for an axis (curve_moment), seats the time that passed. */
static int ticks_along(const struct report_state *report, const struct curve *curve,
                       struct arena *arena, struct chart_tick *out)
{
    int64_t from = curve->start, until = curve->start + curve->step * curve->count;
    int offset = draws_seats(report) ? clock_offset_min(from) : 0;
    struct ticks ticks = ticks_of_time(from, until, offset, ALONG_TICKS);
    for (int i = 0; i < ticks.count; i++) {
        char text[TICK_TEXT];
        out[i].at = (ticks.at[i] - from) * 1000 / (until - from);
        out[i].label =
            arena_strdup(arena, tick_time_text(ticks.at[i], ticks.step, offset, translate, text));
    }
    return ticks.count;
}

/* Money comes together; of seats it is known how many were sold, and of how many. */
static struct curve curve_drawn(const struct report_state *report, int64_t *most,
                                struct arena *arena)
{
    if (draws_seats(report)) {
        *most = report->sellable;
        return report->sold;
    }
    struct curve total = curve_cumulate(&report->takings, arena);
    *most = curve_most(&total);
    return total;
}

static void draw_curve(const struct report_state *report, const struct view *view,
                       struct canvas *canvas, struct area area)
{
    struct arena *arena = arena_new();
    struct chart_tick up[TICKS_MAX], along[TICKS_MAX];
    struct chart_plot plot = {.up = up, .along = along};
    struct curve total = curve_drawn(report, &plot.most, arena);
    plot.up_count = ticks_up(report, plot.most, arena, up, &plot.most);
    plot.along_count = ticks_along(report, &total, arena, along);
    int points = chart_plot_points(area, view->ink, &plot);
    if (points > 0 && points <= POINTS_MAX) {
        int64_t *values = arena_array(arena, (size_t)points, sizeof *values);
        curve_squeeze(&total, SQUEEZE_LAST, values, points);
        plot.values = values;
        chart_curve(canvas, area, view->ink, &plot);
    }
    arena_free(&arena);
}

/* One row is room for what came in by itself, not for its sum. */
static void draw_spark(const struct report_state *report, const struct view *view,
                       struct canvas *canvas, struct area row)
{
    int64_t values[CANVAS_MAX], most = 0;
    const struct curve *curve = curve_shown(report);
    int columns = row.columns < curve->count ? row.columns : curve->count;
    if (columns <= 0 || columns > CANVAS_MAX)
        return;
    curve_squeeze(curve, draws_seats(report) ? SQUEEZE_LAST : SQUEEZE_SUM, values, columns);
    for (int i = 0; i < columns; i++)
        most = values[i] > most ? values[i] : most;
    chart_spark(canvas, row, 0, view->ink, values, columns, most);
}

/* ---- around ------------------------------------------------------------------------------- */

static void draw_panes(const struct report_state *report, struct canvas *canvas, struct area row)
{
    int column = 0, wanted = 0;
    for (int i = 0; i < PANE_COUNT; i++)
        wanted += text_columns(_(pane_names[i])) + 2;
    if (wanted > row.columns + 2) {
        draw_printf(canvas, row, 0, 0, STYLE_FOCUS, "%s  %d/%d", _(pane_names[report->pane]),
                    report->pane + 1, PANE_COUNT);
        return;
    }
    for (int i = 0; i < PANE_COUNT; i++) {
        bool here = i == (int)report->pane;
        column =
            draw_text(canvas, row, 0, column, here ? STYLE_FOCUS : STYLE_TEXT, here ? ">" : " ");
        column =
            draw_text(canvas, row, 0, column, here ? STYLE_FOCUS : STYLE_TEXT, _(pane_names[i]));
        column += 1;
    }
    draw_cursor(canvas, row, 0, 0);
}

static const char *period_text(enum report_period period)
{
    /* L10N: when it was sold; at most 30 columns each. */
    static const char *const words[PERIOD_COUNT] = {
        [PERIOD_ALL] = N_("from the beginning"),
        [PERIOD_TODAY] = N_("today"),
        [PERIOD_WEEK] = N_("in the last 7 days"),
        [PERIOD_MONTH] = N_("in the last 30 days"),
    };
    return _(words[period]);
}

/* What the bars, and the curve above them, stand for. */
static void draw_scope_words(const struct report_state *report, struct canvas *canvas,
                             struct area row)
{
    const struct show *show = report_show(report);
    bool seats = report->pane == PANE_OCCUPANCY;
    if (seats && (report->period == PERIOD_ALL || !has_curve(report)))
        /* L10N: over the bars: what they stand for; at most 40 columns */
        draw_words(canvas, row, 0, 0, STYLE_DIM,
                   show ? _("Sold seats, section by section") : _("Sold seats, show by show"));
    else
        draw_printf(canvas, row, 0, 0, STYLE_DIM, "%s, %s",
                    /* L10N: before a time, "today"; at most 20 columns */
                    seats  ? _("Sold seats")
                    : show ? _("This show")
                           : _("All shows"),
                    period_text(report->period));
}

static void draw_scope(const struct report_state *report, struct canvas *canvas, struct area row)
{
    char figure[FIGURE_TEXT];
    head_figure(report, row.columns < 70, figure, sizeof figure);
    int right = row.columns - text_columns(figure) - 1;
    draw_scope_words(report, canvas, area_part(row, 0, 0, 1, right > 0 ? right : 0));
    draw_right(canvas, row, 0, STYLE_STRONG, figure);
}

static void draw_sum(const struct report_state *report, struct canvas *canvas, struct area row)
{
    char tickets[FORMAT_TEXT], gross[FORMAT_TEXT], refunded[FORMAT_TEXT], text[FIGURE_TEXT];
    if (report->pane == PANE_OCCUPANCY || !report->count)
        return;
    format_number(report->sum.tickets, tickets);
    format_money(report->sum.gross, currency_of(report), gross);
    format_money(report->sum.refunded, currency_of(report), refunded);
    /* L10N: the last row of a report: tickets, currency, money, money; at most 78 columns */
    snprintf(text, sizeof text, _("In all %s sold, %s %s, after refunds of %s"), tickets,
             currency_of(report), gross, refunded);
    draw_cut(canvas, row, 0, 0, STYLE_STRONG, text);
}

static int curve_rows(const struct report_state *report, int rows)
{
    if (!has_curve(report))
        return 0;
    return rows >= CURVE_BODY_ROWS ? rows / 2 : 1;
}

int report_bar_rows(const struct report_state *report, int rows)
{
    int left = rows - HEAD_ROWS - FOOT_ROWS - curve_rows(report, rows);
    return left > 0 ? left : 1;
}

void report_draw(const void *state, const struct view *view, struct canvas *canvas,
                 struct area body)
{
    const struct report_state *report = state;
    int picture = curve_rows(report, body.rows);
    struct area above = area_part(body, 2, 0, picture, -1);
    struct area bars =
        area_part(body, HEAD_ROWS + picture, 0, report_bar_rows(report, body.rows), -1);
    draw_panes(report, canvas, area_part(body, 0, 0, 1, -1));
    if (!report->known)
        return;
    if (picture > 1)
        draw_curve(report, view, canvas, above);
    else if (picture)
        draw_spark(report, view, canvas, above);
    draw_scope(report, canvas, area_part(body, HEAD_ROWS + picture - 1, 0, 1, -1));
    if (report_rows(report))
        draw_bars(report, view, canvas, bars);
    else
        draw_text(canvas, bars, 0, 0, STYLE_DIM, _("Nothing was sold."));
    draw_sum(report, canvas, area_part(body, body.rows - 1, 0, 1, -1));
}
