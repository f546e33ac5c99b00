#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/cmd/timezone.h"
#include "src/domain/curve_svg.h"
#include "src/domain/report.h"
#include "tests/lib/golden.h"

static int an_arena(void **state)
{
    *state = arena_new();
    return 0;
}

static int arena_away(void **state)
{
    struct arena *arena = *state;
    arena_free(&arena);
    return 0;
}

static int64_t at(const char *text)
{
    int64_t ms;
    assert_true(time_parse(text, &ms));
    return ms;
}

static uint64_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return *seed >> 33;
}

/* ---- points ------------------------------------------------------------------------------- */

static void hours_without_a_sale_are_there_and_empty(void **state)
{
    const struct curve_sample samples[] = {
        {at("2026-11-18T12:40Z"), 3}, {at("2026-11-18T09:00Z"), 1}, {at("2026-11-18T09:59Z"), 2}};
    struct curve curve = curve_make(samples, 3, CURVE_HOUR, *state);
    assert_int_equal(curve.start, at("2026-11-18T09:00Z"));
    assert_int_equal(curve.count, 4);
    assert_int_equal(curve.values[0], 3);
    assert_int_equal(curve.values[1] + curve.values[2], 0);
    assert_int_equal(curve.values[3], 3);
}

static void nothing_sold_is_an_empty_curve(void **state)
{
    int64_t columns[3];
    struct curve curve = curve_make(NULL, 0, CURVE_HOUR, *state);
    struct curve sums = curve_cumulate(&curve, *state);
    assert_int_equal(curve.count, 0);
    assert_int_equal(curve_most(&sums) + curve_sum(&sums), 0);
    curve_squeeze(&curve, SQUEEZE_LAST, columns, 3);
    assert_int_equal(columns[0] + columns[1] + columns[2], 0);
}

static void centuries_apart_still_fit(void **state)
{
    const struct curve_sample samples[] = {{0, 1}, {at("2400-01-01T00:00Z"), 1}};
    struct curve curve = curve_make(samples, 2, CURVE_HOUR, *state);
    assert_true(curve.count <= CURVE_POINTS_MAX);
    assert_int_equal(curve_sum(&curve), 2);
}

static void a_level_lasts_until_another_one_is_noted(void **state)
{
    const struct curve_sample samples[] = {
        {at("2026-11-18T09:00Z"), 5}, {at("2026-11-18T09:59Z"), 7}, {at("2026-11-18T12:00Z"), 3}};
    struct curve curve = curve_of_levels(samples, 3, CURVE_HOUR, *state);
    assert_int_equal(curve.count, 4);
    assert_int_equal(curve.values[0], 7);
    assert_int_equal(curve.values[1], 7);
    assert_int_equal(curve.values[2], 7);
    assert_int_equal(curve.values[3], 3);
    assert_int_equal(curve_of_levels(NULL, 0, CURVE_HOUR, *state).count, 0);
}

/* Nothing is lost on the way: steps, running sums and columns all come to what was sold. */
static void every_curve_adds_up(void **state)
{
    uint64_t seed = 5;
    for (int round = 0; round < 60; round++) {
        struct curve_sample samples[80];
        int64_t sum = 0, columns[50];
        int count = 1 + (int)(next(&seed) % 80), wide = 1 + (int)(next(&seed) % 50);
        for (int i = 0; i < count; i++) {
            samples[i] = (struct curve_sample){(int64_t)(next(&seed) % (90 * CURVE_DAY)),
                                               (int64_t)(next(&seed) % 1000)};
            sum += samples[i].value;
        }
        struct curve curve = curve_make(samples, count, CURVE_HOUR, *state);
        struct curve sums = curve_cumulate(&curve, *state);
        assert_int_equal(curve_sum(&curve), sum);
        assert_int_equal(sums.values[sums.count - 1], sum);
        curve_squeeze(&sums, SQUEEZE_LAST, columns, wide);
        assert_int_equal(columns[wide - 1], sum);
        for (int i = 1; i < wide; i++)
            assert_true(columns[i] >= columns[i - 1]);
        curve_squeeze(&curve, SQUEEZE_SUM, columns, wide);
        for (int i = 0; i < wide; i++)
            sum -= columns[i];
        assert_int_equal(sum, 0);
    }
}

static void reports_label_their_moments(void **state)
{
    int64_t moment = 0;
    assert_true(curve_moment("2026-11-20", &moment));
    assert_int_equal(moment, at("2026-11-20T00:00Z"));
    assert_true(curve_moment("2026-11-20 19:00", &moment));
    assert_int_equal(moment, at("2026-11-20T19:00Z"));
    assert_true(curve_moment("2026-10-25 02:00+01:00", &moment)); /* as its clock shows it */
    assert_int_equal(moment, at("2026-10-25T02:00Z"));
    assert_false(curve_moment("till-1", &moment));
    assert_false(curve_moment("2026-11-20 25:00", &moment));
    assert_false(curve_moment("", &moment));
    assert_non_null(state);
}

/* ---- scale -------------------------------------------------------------------------------- */

static void something_is_never_nothing_and_part_is_never_all(void **state)
{
    assert_int_equal(curve_scale(0, 1000000, 10), 0);
    assert_int_equal(curve_scale(1, 1000000, 10), 1);
    assert_int_equal(curve_scale(999999, 1000000, 10), 9);
    assert_int_equal(curve_scale(1000000, 1000000, 10), 10);
    assert_int_equal(curve_scale(5, 0, 10), 0);
    assert_int_equal(curve_scale(-5, 10, 10), 0);
    assert_int_equal(curve_scale(INT64_MAX / 2, INT64_MAX, 8000), 4000 - 1);
    assert_non_null(state);
}

static void value_ticks_are_round_and_reach_the_top(void **state)
{
    uint64_t seed = 9;
    static const int64_t mosts[] = {0, 1, 7, 10, 99, 304, 1000, 100000000000};
    for (int i = 0; i < 300; i++) {
        int64_t most = i < COUNT_OF(mosts) ? mosts[i] : (int64_t)(next(&seed) >> i % 28);
        struct ticks ticks = ticks_of(most, 5);
        int64_t step = ticks.step;
        while (step % 10 == 0)
            step /= 10;
        assert_true(step == 1 || step == 2 || step == 5);
        assert_int_equal(ticks.at[0], 0);
        assert_true(ticks.at[ticks.count - 1] >= most);
        assert_true(ticks.count <= 7);
    }
    assert_non_null(state);
}

static void time_ticks_stand_at_the_houses_hours_and_days(void **state)
{
    char text[TICK_TEXT];
    struct ticks ticks = ticks_of_time(at("2026-11-18T07:20Z"), at("2026-11-18T17:00Z"), 330, 6);
    assert_int_equal(ticks.step, 2 * CURVE_HOUR);
    assert_string_equal(tick_time_text(ticks.at[0], ticks.step, 330, NULL, text), "14:00");
    ticks = ticks_of_time(at("2026-11-01T07:20Z"), at("2026-11-30T17:00Z"), 60, 6);
    assert_int_equal(ticks.step, 7 * CURVE_DAY);
    assert_string_equal(tick_time_text(ticks.at[0], ticks.step, 60, NULL, text), "5 Nov");
    ticks = ticks_of_time(0, at("2400-01-01T00:00Z"), 0, 6);
    assert_true(ticks.count <= 6);
    assert_non_null(state);
}

/* ---- days and hours of a house ------------------------------------------------------------ */

static void run_in(const char *zone)
{
    setenv("TZ", zone, 1);
    tzset();
}

/* One ticket each quarter of an hour, from a moment on. */
static int sold_each_quarter(const char *from, int quarters, enum report_group group,
                             struct report_row *rows)
{
    for (int i = 0; i < quarters; i++)
        rows[i] = (struct report_row){.at = at(from) + (int64_t)i * 900000, .tickets = 1};
    return report_fold(rows, quarters, group, clock_offset_min);
}

static void a_day_in_berlin_has_23_or_25_hours_when_the_clock_changes(void **state)
{
    struct report_row rows[200];
    run_in("CET-1CEST,M3.5.0,M10.5.0/3");
    assert_int_equal(sold_each_quarter("2026-03-28T23:00Z", 100, REPORT_BY_DAY, rows), 2);
    assert_string_equal(rows[0].label, "2026-03-29");
    assert_int_equal(rows[0].at, at("2026-03-28T23:00Z"));
    assert_int_equal(rows[0].tickets, 23 * 4);
    assert_string_equal(rows[1].label, "2026-03-30");
    assert_int_equal(sold_each_quarter("2026-10-24T22:00Z", 104, REPORT_BY_DAY, rows), 2);
    assert_string_equal(rows[0].label, "2026-10-25");
    assert_int_equal(rows[0].at, at("2026-10-24T22:00Z"));
    assert_int_equal(rows[0].tickets, 25 * 4);
    assert_int_equal(rows[1].at, at("2026-10-25T23:00Z"));
    assert_non_null(state);
}

static void an_hour_that_the_clock_shows_twice_is_two_hours(void **state)
{
    struct report_row rows[200];
    run_in("CET-1CEST,M3.5.0,M10.5.0/3");
    assert_int_equal(sold_each_quarter("2026-10-24T23:00Z", 16, REPORT_BY_HOUR, rows), 4);
    assert_string_equal(rows[0].label, "2026-10-25 01:00");
    assert_string_equal(rows[1].label, "2026-10-25 02:00+02:00");
    assert_string_equal(rows[2].label, "2026-10-25 02:00+01:00");
    assert_string_equal(rows[3].label, "2026-10-25 03:00");
    assert_int_equal(rows[2].at, at("2026-10-25T01:00Z"));
    assert_int_equal(rows[2].tickets, 4);
    assert_int_equal(sold_each_quarter("2026-03-29T00:00Z", 8, REPORT_BY_HOUR, rows), 2);
    assert_string_equal(rows[0].label, "2026-03-29 01:00");
    assert_string_equal(rows[1].label, "2026-03-29 03:00");
    assert_non_null(state);
}

static void hours_begin_where_the_clock_of_the_house_says(void **state)
{
    struct report_row rows[200];
    run_in("IST-5:30");
    assert_int_equal(sold_each_quarter("2026-11-20T18:00Z", 4, REPORT_BY_HOUR, rows), 2);
    assert_string_equal(rows[0].label, "2026-11-20 23:00");
    assert_int_equal(rows[0].at, at("2026-11-20T17:30Z"));
    assert_string_equal(rows[1].label, "2026-11-21 00:00");
    assert_int_equal(sold_each_quarter("2026-11-20T18:00Z", 4, REPORT_BY_DAY, rows), 2);
    assert_int_equal(rows[1].at, at("2026-11-20T18:30Z"));
    assert_non_null(state);
}

static void days_in_the_south_change_the_other_way_round(void **state)
{
    struct report_row rows[200];
    run_in("NZST-12NZDT,M9.5.0,M4.1.0/3");
    assert_int_equal(sold_each_quarter("2026-04-04T11:00Z", 101, REPORT_BY_DAY, rows), 2);
    assert_string_equal(rows[0].label, "2026-04-05");
    assert_int_equal(rows[0].tickets, 25 * 4);
    assert_int_equal(sold_each_quarter("2026-09-26T12:00Z", 93, REPORT_BY_DAY, rows), 2);
    assert_string_equal(rows[0].label, "2026-09-27");
    assert_int_equal(rows[0].tickets, 23 * 4);
    run_in("LHST-10:30LHDT-11,M10.1.0,M4.1.0/2"); /* Lord Howe: by half an hour */
    assert_int_equal(sold_each_quarter("2026-04-04T14:00Z", 6, REPORT_BY_HOUR, rows), 2);
    assert_string_equal(rows[0].label, "2026-04-05 01:00+11:00");
    assert_non_null(state);
}

/* Its console opens the house on a second thread, while the first reads the environment. */
static void a_zone_that_has_room_does_not_move_the_environment(void **state)
{
    static char *whole[1000]; /* setenv may give the room of the present one away */
    char first[] = "A=1", *small[] = {first, NULL};
    for (int i = 0; i < COUNT_OF(whole) - 1 && environ[i]; i++)
        whole[i] = environ[i];
    environ = small; /* a new name does not fit */
    timezone_make_room();
    char **before = environ;
    timezone_use("UTC");
    assert_string_equal(getenv("TZ"), "UTC");
    assert_ptr_equal(environ, before);
    environ = whole;
    assert_non_null(state);
}

/* ---- pictures ----------------------------------------------------------------------------- */

/* Three days of sales that begin briskly. */
static struct curve three_days(struct arena *arena)
{
    struct curve_sample samples[60];
    for (int i = 0; i < 60; i++)
        samples[i] = (struct curve_sample){at("2026-11-18T08:00Z") + i * 73 * 60000,
                                           i % 7 == 3 ? 0 : 40 * 40 / (i + 8) % 53};
    return curve_make(samples, 60, CURVE_HOUR, arena);
}

static const char *draw(struct svg *svg, const struct curve *curve, struct arena *arena)
{
    const struct curve_svg_request request = {
        .curve = curve, .title = "Hamlet & <Ophelia>", .subtitle = "Tickets sold", .arena = arena};
    curve_svg_write(svg, &request);
    assert_well_formed(svg_document(svg, NULL));
    return svg_document(svg, NULL);
}

static void a_sales_curve_looks_as_it_did(void **state)
{
    struct svg *svg = svg_new();
    struct curve curve = three_days(*state);
    assert_golden("sales.svg", draw(svg, &curve, *state));
    svg_free(&svg);
}

static void a_show_nobody_bought_says_so(void **state)
{
    struct svg *svg = svg_new();
    struct curve curve = curve_make(NULL, 0, CURVE_HOUR, *state);
    assert_non_null(strstr(draw(svg, &curve, *state), "nothing was sold"));
    svg_free(&svg);
}

static void occupancy_looks_as_it_did(void **state)
{
    struct svg *svg = svg_new();
    const struct occupancy_row rows[] = {{"Hamlet <1>", {258, 33, 792, 17}},
                                         {"Nobody's hall", {0, 0, 0, 0}},
                                         {"Sold out", {0, 0, 62, 0}}};
    const struct occupancy_svg_request request = {
        .rows = rows, .count = 3, .title = "The Demo House", .subtitle = "Occupancy"};
    occupancy_svg_write(svg, &request);
    assert_well_formed(svg_document(svg, NULL));
    assert_golden("occupancy.svg", svg_document(svg, NULL));
    svg_free(&svg);
}

static const char *in_german(const char *one, const char *many, unsigned long count)
{
    bool free = strcmp(many, "%d free") == 0;
    return !free ? many : count == 1 ? "%d freier Platz" : "%d freie Plätze";
}

static void figures_of_occupancy_agree_with_their_number(void **state)
{
    struct svg *svg = svg_new();
    const struct occupancy_row rows[] = {{"Hamlet", {.free = 1}}, {"Lear", {.free = 2}}};
    const struct occupancy_svg_request request = {
        .rows = rows, .count = 2, .title = "A", .subtitle = "B", .language = in_german};
    occupancy_svg_write(svg, &request);
    assert_non_null(strstr(svg_document(svg, NULL), "1 freier Platz<"));
    assert_non_null(strstr(svg_document(svg, NULL), "2 freie Plätze<"));
    svg_free(&svg);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, an_arena, arena_away)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(hours_without_a_sale_are_there_and_empty),
        TEST(nothing_sold_is_an_empty_curve),
        TEST(centuries_apart_still_fit),
        TEST(a_level_lasts_until_another_one_is_noted),
        TEST(every_curve_adds_up),
        TEST(reports_label_their_moments),
        TEST(something_is_never_nothing_and_part_is_never_all),
        TEST(value_ticks_are_round_and_reach_the_top),
        TEST(time_ticks_stand_at_the_houses_hours_and_days),
        TEST(a_day_in_berlin_has_23_or_25_hours_when_the_clock_changes),
        TEST(an_hour_that_the_clock_shows_twice_is_two_hours),
        TEST(hours_begin_where_the_clock_of_the_house_says),
        TEST(days_in_the_south_change_the_other_way_round),
        TEST(a_zone_that_has_room_does_not_move_the_environment),
        TEST(a_sales_curve_looks_as_it_did),
        TEST(a_show_nobody_bought_says_so),
        TEST(occupancy_looks_as_it_did),
        TEST(figures_of_occupancy_agree_with_their_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
