/* Reports: bars with their figures, takings as a curve, and a file through the counter. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/till.h"

enum { HOURS = 30 };

/* Figures behind the counter, and what was asked last. */
struct ledger {
    struct till *till;
    struct report_filter filter;
    char show[SLUG_TEXT], line[160], name[64];
    int noted;            /* minutes of which it was noted how full the show was */
    int64_t history_from; /* that was asked for */
};

static struct section_count a_section(const char *name, int sold, int held, int left)
{
    struct section_count section = {.count = {.available = left, .held = held, .sold = sold}};
    snprintf(section.section, sizeof section.section, "%s", name);
    return section;
}

static void answer_sections(struct ledger *ledger, const struct cmd *cmd, struct evt *evt)
{
    const struct section_count sections[] = {a_section("Stalls", 150, 8, 142),
                                             a_section("バルコニー", 99, 0, 0),
                                             a_section("Boxes", 0, 0, 60)};
    snprintf(ledger->show, sizeof ledger->show, "%s", cmd->u.show);
    evt->u.sections.at = arena_alloc(evt->arena, sizeof sections);
    memcpy(evt->u.sections.at, sections, sizeof sections);
    evt->u.sections.count = COUNT_OF(sections);
}

/* Every hour from nine on the day before a little more. */
static void answer_hours(struct evt *evt)
{
    evt->u.report.at = arena_array(evt->arena, HOURS, sizeof *evt->u.report.at);
    evt->u.report.count = HOURS;
    for (int i = 0; i < HOURS; i++) {
        struct report_row *row = &evt->u.report.at[i];
        *row = (struct report_row){.tickets = i, .gross = (int64_t)i * 4200};
        snprintf(row->label, sizeof row->label, "2026-11-%02d %02d:00", 19 + (9 + i) / 24,
                 (9 + i) % 24);
        row->at = INT64_C(1795078800000) + (int64_t)i * 3600000; /* 19 November, 09:00 */
    }
}

static void answer_tills(struct evt *evt)
{
    const struct report_row rows[] = {
        {.label = "T1", .tickets = 1200, .gross = 5040000, .refunded = 8400},
        {.label = "T2", .tickets = 1, .gross = 4200}};
    evt->u.report.at = arena_alloc(evt->arena, sizeof rows);
    memcpy(evt->u.report.at, rows, sizeof rows);
    evt->u.report.count = COUNT_OF(rows);
}

static void answer_report(struct ledger *ledger, const struct cmd *cmd, struct evt *evt)
{
    ledger->filter = cmd->u.report;
    if (cmd->u.report.group == REPORT_BY_HOUR)
        answer_hours(evt);
    else if (cmd->u.report.group == REPORT_BY_TILL)
        answer_tills(evt);
}

/* From an hour before the opening on: nothing, then a seat every two minutes. */
static void answer_history(struct ledger *ledger, const struct cmd *cmd, struct evt *evt)
{
    int64_t first = ledger->till->clock.wall - (int64_t)ledger->noted * 60000;
    ledger->history_from = cmd->u.history.from;
    evt->u.history.at =
        arena_array(evt->arena, (size_t)ledger->noted + 1, sizeof *evt->u.history.at);
    evt->u.history.count = ledger->noted;
    for (int i = 0; i < ledger->noted; i++) {
        struct occupancy_point *point = &evt->u.history.at[i];
        point->at = first + (int64_t)i * 60000;
        point->seats[SEAT_SOLD] = i < 60 ? 0 : (i - 60) / 2;
        point->seats[SEAT_HELD] = 8;
        point->seats[SEAT_AVAILABLE] = 451 - point->seats[SEAT_SOLD];
    }
}

static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    struct ledger *ledger = ctx;
    if (cmd->kind == CMD_SECTIONS) {
        answer_sections(ledger, cmd, evt);
    } else if (cmd->kind == CMD_HISTORY) {
        answer_history(ledger, cmd, evt);
    } else if (cmd->kind == CMD_REPORT) {
        answer_report(ledger, cmd, evt);
    } else if (cmd->kind == CMD_EXPORT) {
        snprintf(ledger->line, sizeof ledger->line, "%s", cmd->u.export.line);
        snprintf(ledger->name, sizeof ledger->name, "%s", cmd->u.export.name);
        evt->u.text = "/house/exports/file.csv";
    } else {
        return false;
    }
    return true;
}

static struct ledger *a_ledger(int rows, int columns, enum tier tier, const char *who)
{
    struct ledger *ledger = x_alloc(sizeof *ledger);
    ledger->till = till_new(rows, columns, tier);
    fake_counter_serve(ledger->till->fake, serve, ledger);
    till_sign_in(ledger->till, who);
    return ledger;
}

static int report(void **state)
{
    struct ledger *ledger = a_ledger(24, 80, TIER_ASCII, "mark");
    till_keys(ledger->till, "g r");
    *state = ledger;
    return 0;
}

static int large(void **state)
{
    struct ledger *ledger = a_ledger(43, 132, TIER_GRAPHIC, "mark");
    till_keys(ledger->till, "g r");
    *state = ledger;
    return 0;
}

static int clerk(void **state)
{
    *state = a_ledger(24, 80, TIER_ASCII, "anna");
    return 0;
}

static int away(void **state)
{
    struct ledger *ledger = *state;
    till_free(&ledger->till);
    free(ledger);
    return 0;
}

static void the_sections_of_the_show_come_first(void **state)
{
    struct ledger *ledger = *state;
    assert_string_equal(ledger->show, "hamlet");
    assert_true(till_shows(ledger->till, "150     8     142"));
    assert_true(till_shows(ledger->till, "100%"));
    till_golden(ledger->till, "reports-sections-80x24-ascii");
}

static void how_full_a_show_became_is_a_curve_over_its_sections(void **state)
{
    struct ledger *ledger = *state;
    ledger->noted = 560;
    till_keys(ledger->till, "z");
    till_golden(ledger->till, "reports-history-80x24-ascii");
    till_keys(ledger->till, "d");
    assert_int_equal(ledger->history_from, INT64_C(1795132800000)); /* midnight */
    assert_true(till_shows(ledger->till, "Sold seats, today"));
    till_resize(ledger->till, 12, 40);
    till_golden(ledger->till, "reports-history-40x12-ascii");
}

static void a_show_that_was_left_has_no_curve(void **state)
{
    struct ledger *ledger = *state;
    ledger->noted = 560;
    fake_counter_slow(ledger->till->fake, true);
    till_keys(ledger->till, "z");
    fake_counter_let_go(ledger->till->fake); /* the shows; now the sections and the curve */
    till_hear(ledger->till);
    till_keys(ledger->till, "o");
    fake_counter_let_go(ledger->till->fake);
    till_hear(ledger->till);
    assert_true(till_shows(ledger->till, "Sold seats, show by show"));
    assert_false(till_shows(ledger->till, "*"));
}

static void takings_by_hour_are_a_curve_over_their_figures(void **state)
{
    struct ledger *ledger = *state;
    till_keys(ledger->till, "Tab");
    assert_int_equal(ledger->filter.group, REPORT_BY_HOUR);
    assert_int_equal(ledger->filter.show, 1);
    assert_true(till_shows(ledger->till, "Thu 19 Nov 09:00"));
    assert_true(till_shows(ledger->till, "In all 435 sold, EUR 18,270.00, after refunds of 0.00"));
    till_golden(ledger->till, "reports-hours-80x24-ascii");
    till_resize(ledger->till, 12, 40);
    till_golden(ledger->till, "reports-hours-40x12-ascii");
}

static void a_large_screen_shows_more_of_it(void **state)
{
    struct ledger *ledger = *state;
    till_keys(ledger->till, "Tab");
    till_golden(ledger->till, "reports-hours-132x43-graphic");
}

static void bars_that_do_not_fit_are_scrolled_to(void **state)
{
    struct ledger *ledger = *state;
    till_keys(ledger->till, "Tab");
    assert_false(till_shows(ledger->till, "Fri 20 Nov 14:00"));
    till_keys(ledger->till, ">");
    assert_true(till_shows(ledger->till, "Fri 20 Nov 14:00"));
    till_keys(ledger->till, "Down Down <");
    assert_true(till_shows(ledger->till, "Thu 19 Nov 09:00"));
}

static void every_page_asks_for_its_own_figures(void **state)
{
    static const enum report_group groups[] = {REPORT_BY_HOUR,   REPORT_BY_DAY,  REPORT_BY_TILL,
                                               REPORT_BY_SELLER, REPORT_BY_TYPE, REPORT_BY_CLASS,
                                               REPORT_BY_TENDER};
    struct ledger *ledger = *state;
    for (int i = 0; i < COUNT_OF(groups); i++) {
        till_keys(ledger->till, "Tab");
        assert_int_equal(ledger->filter.group, groups[i]);
    }
    till_keys(ledger->till, "Tab");
    assert_int_equal(fake_counter_count(ledger->till->fake, CMD_SECTIONS), 2);
}

static void an_answer_to_a_page_left_behind_is_not_drawn(void **state)
{
    struct ledger *ledger = *state;
    fake_counter_slow(ledger->till->fake, true);
    till_keys(ledger->till, "Tab Tab Tab"); /* hours, days, tills */
    fake_counter_let_go(ledger->till->fake);
    till_hear(ledger->till);
    assert_false(till_shows(ledger->till, "Thu 19 Nov"));
    assert_true(till_shows(ledger->till, "1,200     50,400.00"));
}

static void one_show_or_all_of_them_over_any_time(void **state)
{
    struct ledger *ledger = *state;
    till_keys(ledger->till, "Tab o");
    assert_int_equal(ledger->filter.show, 0);
    assert_int_equal(ledger->filter.from, 0);
    till_keys(ledger->till, "d");
    assert_int_equal(ledger->filter.from, INT64_C(1795132800000)); /* midnight */
    assert_true(till_shows(ledger->till, "All shows, today"));
    till_keys(ledger->till, "d");
    assert_int_equal(ledger->filter.from, INT64_C(1795132800000) - 6 * INT64_C(86400000));
}

static void the_counter_writes_the_file_and_it_is_said_where(void **state)
{
    struct ledger *ledger = *state;
    till_keys(ledger->till, "e");
    assert_string_equal(ledger->line, "report occupancy --csv --show hamlet");
    till_keys(ledger->till, "Tab o d e");
    assert_string_equal(ledger->line, "report sales --csv --by hour --from 2026-11-20T00:00:00Z");
    assert_string_equal(ledger->name, "sales-by-hour.csv");
    assert_string_equal(till_message(ledger->till), "Saved as /house/exports/file.csv");
}

static void a_clerk_sees_no_reports(void **state)
{
    struct ledger *ledger = *state;
    till_keys(ledger->till, "g r");
    assert_string_equal(console_screen(ledger->till->console), "shows");
    assert_string_equal(till_message(ledger->till), "Your role may not open this screen.");
}

int main(void)
{
#define AT(setup, name) cmocka_unit_test_setup_teardown(name, setup, away)
    const struct CMUnitTest tests[] = {
        AT(report, the_sections_of_the_show_come_first),
        AT(report, how_full_a_show_became_is_a_curve_over_its_sections),
        AT(report, a_show_that_was_left_has_no_curve),
        AT(report, takings_by_hour_are_a_curve_over_their_figures),
        AT(large, a_large_screen_shows_more_of_it),
        AT(report, bars_that_do_not_fit_are_scrolled_to),
        AT(report, every_page_asks_for_its_own_figures),
        AT(report, an_answer_to_a_page_left_behind_is_not_drawn),
        AT(report, one_show_or_all_of_them_over_any_time),
        AT(report, the_counter_writes_the_file_and_it_is_said_where),
        AT(clerk, a_clerk_sees_no_reports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
