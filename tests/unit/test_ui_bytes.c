/*
 * What a line carries for what changes on the map: budgets that a serial line at 9600 baud and a
 * phone abroad can bear. The console draws for a counter in memory; only bytes are counted.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <stdio.h>
#include <curses.h>

#include "tests/lib/till.h"
#include "ui/term_paint.h"

enum {
    COLOUR_SEAT = 30,
    MONO_SEAT = 12,
    COUNTDOWN = 16,
    STEP = 48, /* htop writes 322 bytes for a step of its cursor: 0.15 of them */
    SWAPS = 20,
    SECONDS = 120, /* the clock in the first row moves twice meanwhile */
    STEPS = 12,
    A_ROW = 28, /* seats between one row of the stalls and the next but one */
};

struct line {
    FILE *nowhere;
    SCREEN *screen;
    struct painter painter;
    struct till *till;
};

static struct line line;

static size_t sent(void)
{
    size_t size;
    (void)painter_show(&line.painter, line.till->canvas, &size);
    return size;
}

/* anna has the seats of the first section before her, and all of it is on the terminal. */
static void open_line(const char *type, enum colour_depth depth, enum tier tier)
{
    line.nowhere = fopen("/dev/null", "r+");
    line.screen = newterm(type, line.nowhere, line.nowhere);
    assert_non_null(line.screen);
    painter_init(&line.painter, depth, false);
    line.painter.tier = tier;
    line.till = till_new(24, 80, tier);
    till_sign_in(line.till, "anna");
    till_keys(line.till, "Enter Enter");
    till_hear(line.till);
    (void)sent();
}

static int close_line(void **state)
{
    till_free(&line.till);
    painter_done(&line.painter);
    endwin();
    delscreen(line.screen);
    fclose(line.nowhere);
    return 0;
}

/* ---- one seat ----------------------------------------------------------------------------- */

static void sell_elsewhere(int seat, bool sold)
{
    fake_counter_seat(line.till->fake, seat, sold ? SEAT_SOLD : SEAT_AVAILABLE);
}

/* Two seats change places, so that no sum changes and the two are all there is to draw. */
static size_t bytes_of_a_seat(void)
{
    size_t bytes = 0;
    for (int i = 0; i < SWAPS; i++) {
        int here = i * 7 % A_ROW, there = here + A_ROW;
        sell_elsewhere(here, false);
        sell_elsewhere(there, true);
        till_hear(line.till);
        (void)sent();
        sell_elsewhere(here, true);
        sell_elsewhere(there, false);
        till_hear(line.till);
        bytes += sent();
    }
    return bytes / (SWAPS * 2);
}

static void a_seat_in_colour(void **state)
{
    open_line("xterm-256color", DEPTH_256, TIER_GRAPHIC);
    assert_in_range(bytes_of_a_seat(), 1, COLOUR_SEAT);
}

static void a_seat_without_colour(void **state)
{
    open_line("xterm-256color", DEPTH_MONO, TIER_GRAPHIC);
    assert_in_range(bytes_of_a_seat(), 1, MONO_SEAT);
}

static void a_seat_on_a_vt100(void **state)
{
    open_line("vt100", DEPTH_MONO, TIER_ASCII);
    assert_in_range(bytes_of_a_seat(), 1, MONO_SEAT);
}

/* ---- time and the cursor ------------------------------------------------------------------ */

static size_t bytes_of_seconds(int seconds)
{
    size_t bytes = 0;
    for (int i = 0; i < seconds; i++) {
        till_pass(line.till, 1000);
        till_hear(line.till);
        bytes += sent();
    }
    return bytes;
}

static void a_second_of_the_countdown(void **state)
{
    open_line("xterm-256color", DEPTH_256, TIER_GRAPHIC);
    till_keys(line.till, "2 b");
    till_pass(line.till, 10000); /* what was said of the hold has faded */
    till_hear(line.till);
    (void)sent();
    assert_in_range(bytes_of_seconds(SECONDS) / SECONDS, 1, COUNTDOWN);
}

static void a_step_of_the_cursor(void **state)
{
    size_t bytes = 0;
    open_line("xterm-256color", DEPTH_256, TIER_GRAPHIC);
    for (int i = 0; i < STEPS; i++) {
        till_keys(line.till, "Right");
        till_hear(line.till);
        bytes += sent();
    }
    assert_in_range(bytes / STEPS, 1, STEP);
}

/* ---- the control: the same measures find a console that draws more than has changed --------- */

static void a_painter_that_forgets_is_found_out(void **state)
{
    open_line("xterm-256color", DEPTH_MONO, TIER_GRAPHIC);
    sell_elsewhere(0, true);
    till_hear(line.till);
    painter_forget(&line.painter);
    assert_true(sent() > COLOUR_SEAT + STEP + COUNTDOWN);
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
#define LINE(test) cmocka_unit_test_teardown(test, close_line)
    const struct CMUnitTest tests[] = {
        LINE(a_seat_in_colour),     LINE(a_seat_without_colour),
        LINE(a_seat_on_a_vt100),    LINE(a_second_of_the_countdown),
        LINE(a_step_of_the_cursor), LINE(a_painter_that_forgets_is_found_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
