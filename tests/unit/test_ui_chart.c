#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tests/lib/board.h"
#include "tests/lib/golden.h"
#include "ui/chart.h"

static int a_board(void **state)
{
    *state = board_new(10, 40);
    return 0;
}

static const char *first_row(struct board *board)
{
    char *text = canvas_text(board->canvas, board->arena);
    *strchr(text, '\n') = '\0';
    return text;
}

static const char *bar(struct board *board, enum chart_ink ink, int64_t value, int64_t of)
{
    const struct chart_bar one = {.label = "Box", .figure = "62%", .value = value, .of = of};
    canvas_clear(board->canvas);
    chart_bars(board->canvas, area_part(canvas_area(board->canvas), 0, 0, 1, 18), ink, &one, 1);
    return first_row(board);
}

/* ---- which ink ---------------------------------------------------------------------------- */

static void each_terminal_gets_what_it_can_draw(void **state)
{
    assert_int_equal(chart_ink_choose(TIER_ASCII, "xterm"), CHART_ASCII);
    assert_int_equal(chart_ink_choose(TIER_GRAPHIC, "linux"), CHART_HALVES);
    assert_int_equal(chart_ink_choose(TIER_GRAPHIC, "linux-16color"), CHART_HALVES);
    assert_int_equal(chart_ink_choose(TIER_GRAPHIC, "xterm-256color"), CHART_FINE);
    assert_int_equal(chart_ink_choose(TIER_GRAPHIC, NULL), CHART_HALVES);
    assert_non_null(state);
}

/* ---- bars --------------------------------------------------------------------------------- */

static void a_bar_is_as_long_as_its_share(void **state)
{
    assert_string_equal(bar(*state, CHART_ASCII, 5, 10), "Box #####..... 62%");
    assert_string_equal(bar(*state, CHART_HALVES, 55, 100), "Box █████▌░░░░ 62%");
    assert_string_equal(bar(*state, CHART_FINE, 52, 100), "Box █████▏░░░░ 62%");
    assert_string_equal(bar(*state, CHART_FINE, 10, 10), "Box ██████████ 62%");
}

static void a_little_is_seen_and_nearly_all_is_not_all(void **state)
{
    assert_string_equal(bar(*state, CHART_ASCII, 1, 1000), "Box #......... 62%");
    assert_string_equal(bar(*state, CHART_FINE, 1, 1000), "Box ▏░░░░░░░░░ 62%");
    assert_string_equal(bar(*state, CHART_ASCII, 999, 1000), "Box #########. 62%");
    assert_string_equal(bar(*state, CHART_FINE, 999, 1000), "Box █████████▉ 62%");
    assert_string_equal(bar(*state, CHART_ASCII, 0, 0), "Box .......... 62%");
}

static void bars_stand_in_line_whatever_they_are_called(void **state)
{
    struct board *board = *state;
    static const struct chart_bar bars[] = {{"A very long section name", "100  50%", 5, 10},
                                            {"山田", "9  90%", 9, 10}};
    assert_int_equal(chart_bars(board->canvas, area_part(canvas_area(board->canvas), 0, 0, -1, 30),
                                CHART_ASCII, bars, 2),
                     2);
    assert_string_equal(canvas_text(board->canvas, board->arena), "A very lon #####..... 100  50%\n"
                                                                  "山田       #########.   9  90%\n"
                                                                  "\n\n\n\n\n\n\n\n");
}

static void what_has_no_room_is_left_out(void **state)
{
    struct board *board = *state;
    static const struct chart_bar bars[] = {{"A", "1", 1, 1}, {"B", "2", 1, 1}, {"C", "3", 1, 1}};
    struct area all = canvas_area(board->canvas);
    assert_int_equal(chart_bars(board->canvas, area_part(all, 0, 0, 2, -1), CHART_FINE, bars, 3),
                     2);
    assert_int_equal(chart_bars(board->canvas, area_part(all, 0, 0, 0, 0), CHART_FINE, bars, 3), 0);
    assert_int_equal(chart_bars(board->canvas, area_part(all, 0, 0, 1, 2), CHART_FINE, bars, 3), 1);
}

/* ---- sparklines --------------------------------------------------------------------------- */

static void a_sparkline_rises_with_its_values(void **state)
{
    static const int64_t values[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    struct board *board = *state;
    struct area all = canvas_area(board->canvas);
    chart_spark(board->canvas, all, 0, CHART_FINE, values, 9, 8);
    assert_string_equal(first_row(board), " ▁▂▃▄▅▆▇█");
    chart_spark(board->canvas, all, 0, CHART_HALVES, values, 9, 8);
    assert_string_equal(first_row(board), " ▄▄▄▄▄███");
    chart_spark(board->canvas, all, 0, CHART_ASCII, values, 9, 8);
    assert_string_equal(first_row(board), " ..::||##");
}

/* ---- curves ------------------------------------------------------------------------------- */

static const struct chart_tick up[] = {{0, "0"}, {50, "50"}, {100, "100"}};
static const struct chart_tick along[] = {{0, "09:00"}, {500, "12:00"}, {1000, "15:00"}};

static struct chart_plot a_plot(int64_t *values, int points)
{
    for (int i = 0; i < points; i++)
        values[i] = (int64_t)i * i * 100 / ((points - 1) * (points - 1));
    return (struct chart_plot){
        .values = values, .most = 100, .up = up, .along = along, .up_count = 3, .along_count = 3};
}

static void draw(struct board *board, struct area area, enum chart_ink ink)
{
    int64_t values[256];
    struct chart_plot plot = a_plot(values, 2);
    int points = chart_plot_points(area, ink, &plot);
    plot = a_plot(values, points > 1 ? points : 2);
    chart_curve(board->canvas, area, ink, &plot);
}

static void curves_look_as_they_did(void **state)
{
    static const char *const names[] = {
        [CHART_ASCII] = "curve-ascii.txt",
        [CHART_HALVES] = "curve-halves.txt",
        [CHART_FINE] = "curve-fine.txt",
    };
    struct board *board = *state;
    for (int ink = CHART_ASCII; ink <= CHART_FINE; ink++) {
        canvas_clear(board->canvas);
        draw(board, canvas_area(board->canvas), (enum chart_ink)ink);
        assert_golden(names[ink], canvas_text(board->canvas, board->arena));
    }
}

static void nothing_but_ascii_in_the_ascii_tier(void **state)
{
    struct board *board = *state;
    static const struct chart_bar bars[] = {{"A", "1", 3, 8}};
    static const int64_t values[] = {1, 2, 3};
    draw(board, canvas_area(board->canvas), CHART_ASCII);
    chart_bars(board->canvas, canvas_area(board->canvas), CHART_ASCII, bars, 1);
    chart_spark(board->canvas, canvas_area(board->canvas), 1, CHART_ASCII, values, 3, 3);
    for (const char *at = canvas_text(board->canvas, board->arena); *at; at++)
        assert_true((unsigned char)*at < 0x80);
}

/* Any size of window, down to nothing. */
static void no_room_is_no_picture_and_no_harm(void **state)
{
    struct board *board = *state;
    for (int rows = 0; rows <= 10; rows++)
        for (int columns = 0; columns <= 40; columns++)
            for (int ink = CHART_ASCII; ink <= CHART_FINE; ink++) {
                struct area area = area_part(canvas_area(board->canvas), 0, 0, rows, columns);
                canvas_clear(board->canvas);
                draw(board, area, (enum chart_ink)ink);
                if (columns < 40)
                    assert_string_equal(canvas_at(board->canvas, 9, columns)->text, " ");
            }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, a_board, board_away)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_terminal_gets_what_it_can_draw),
        TEST(a_bar_is_as_long_as_its_share),
        TEST(a_little_is_seen_and_nearly_all_is_not_all),
        TEST(bars_stand_in_line_whatever_they_are_called),
        TEST(what_has_no_room_is_left_out),
        TEST(a_sparkline_rises_with_its_values),
        TEST(curves_look_as_they_did),
        TEST(nothing_but_ascii_in_the_ascii_tier),
        TEST(no_room_is_no_picture_and_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
