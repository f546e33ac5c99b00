/* The pen and the painter: what goes down the line for what is seen. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <curses.h>

#include "ui/term_paint.h"

struct paper {
    FILE *nowhere;
    SCREEN *screen;
    struct painter painter;
    struct canvas *canvas;
    char sent[4096];
};

static struct paper paper;

static void park(int row, int column)
{
    paper.canvas->cursor_row = row;
    paper.canvas->cursor_column = column;
}

static void on(const char *type, enum colour_depth depth)
{
    paper.nowhere = fopen("/dev/null", "r+");
    paper.screen = newterm(type, paper.nowhere, paper.nowhere);
    assert_non_null(paper.screen);
    paper.canvas = canvas_new(10, 40);
    park(5, 0);
    painter_init(&paper.painter, depth, false);
    paper.painter.tier = TIER_GRAPHIC;
}

static int put_away(void **state)
{
    painter_done(&paper.painter);
    canvas_free(&paper.canvas);
    endwin();
    delscreen(paper.screen);
    fclose(paper.nowhere);
    return 0;
}

static void text_at(int row, int column, enum style style, const char *text)
{
    draw_text(paper.canvas, canvas_area(paper.canvas), row, column, style, text);
}

/* The picture with the cursor parked at row 6, column 1, unless a test moves it. */
static const char *shown(void)
{
    size_t size;
    const char *bytes = painter_show(&paper.painter, paper.canvas, &size);
    assert_true(size < sizeof paper.sent);
    memcpy(paper.sent, bytes, size);
    paper.sent[size] = '\0';
    return paper.sent;
}

static void the_first_picture_clears_the_screen(void **state)
{
    on("xterm-256color", DEPTH_256);
    text_at(0, 0, STYLE_TEXT, "MAP");
    assert_string_equal(shown(), "\033[m\033[H\033[2JMAP\033[6d\r");
}

static void the_same_picture_costs_nothing(void **state)
{
    on("xterm-256color", DEPTH_256);
    text_at(0, 0, STYLE_TEXT, "MAP");
    (void)shown();
    assert_string_equal(shown(), "");
}

static void a_change_elsewhere_brings_the_cursor_back(void **state)
{
    on("xterm-256color", DEPTH_256);
    (void)shown();
    text_at(2, 10, STYLE_SEAT_FREE, "o");
    assert_string_equal(shown(), "\0337\033[3;11H\033[38;5;48mo\0338");
}

static void a_place_the_terminal_remembers_is_not_saved_again(void **state)
{
    on("xterm-256color", DEPTH_256);
    (void)shown();
    text_at(2, 10, STYLE_TEXT, "x");
    assert_string_equal(shown(), "\0337\033[3;11Hx\0338");
    assert_string_equal(shown(), "");
    text_at(2, 10, STYLE_TEXT, "y");
    assert_string_equal(shown(), "\033[3;11Hy\0338");
}

static void a_new_place_is_saved_anew(void **state)
{
    on("xterm-256color", DEPTH_256);
    (void)shown();
    text_at(2, 10, STYLE_TEXT, "x");
    (void)shown();
    park(5, 2);
    (void)shown();
    text_at(2, 10, STYLE_TEXT, "y");
    assert_string_equal(shown(), "\0337\033[3;11Hy\0338");
    painter_forget(&paper.painter); /* another program may have saved its own */
    (void)shown();
    text_at(2, 10, STYLE_TEXT, "z");
    assert_string_equal(shown(), "\0337\033[3;11Hz\0338");
}

static void a_place_that_was_never_sent_does_not_count(void **state)
{
    on("xterm-256color", DEPTH_256);
    (void)shown();
    (void)shown(); /* nothing to draw, so nothing was saved */
    text_at(2, 10, STYLE_TEXT, "x");
    assert_string_equal(shown(), "\0337\033[3;11Hx\0338");
}

static void moving_the_cursor_alone_is_a_move(void **state)
{
    on("xterm-256color", DEPTH_256);
    park(5, 8);
    (void)shown();
    park(5, 10);
    assert_string_equal(shown(), "\033[2C");
    park(5, 9);
    assert_string_equal(shown(), "\b");
    park(4, 9);
    assert_string_equal(shown(), "\033[A");
}

static void a_few_cells_between_are_written_over(void **state)
{
    on("xterm-256color", DEPTH_256);
    text_at(1, 0, STYLE_TEXT, "free 1  sold 1");
    (void)shown();
    text_at(1, 0, STYLE_TEXT, "free 2 2sold 1");
    assert_string_equal(shown(), "\0337\033[2;6H2 2\0338");
}

static void what_ends_in_blanks_is_cleared_to_the_end(void **state)
{
    on("xterm-256color", DEPTH_256);
    text_at(1, 0, STYLE_TEXT, "The map is on its way.");
    (void)shown();
    text_at(1, 3, STYLE_TEXT, "                   ");
    assert_string_equal(shown(), "\0337\033[2;5H\033[K\0338");
}

static void no_colours_are_sent_where_there_are_none(void **state)
{
    on("xterm-256color", DEPTH_MONO);
    text_at(0, 0, STYLE_SEAT_FREE, "o");
    assert_null(strstr(shown(), "38;5"));
}

static void the_delays_of_old_terminals_are_left_out(void **state)
{
    on("vt100", DEPTH_MONO);
    text_at(3, 3, STYLE_STRONG, "x");
    assert_null(strchr(shown(), '$'));
    assert_non_null(strstr(paper.sent, "\033[4;4H\033[1mx"));
}

static void the_corner_that_would_scroll_stays_empty(void **state)
{
    on("ansi", DEPTH_MONO); /* margins, and no xenl */
    text_at(9, 38, STYLE_TEXT, "xy");
    assert_non_null(strstr(shown(), "x"));
    assert_null(strchr(paper.sent, 'y'));
}

static void behind_the_last_column_nobody_knows_the_place(void **state)
{
    on("xterm-256color", DEPTH_256);
    (void)shown();
    text_at(2, 39, STYLE_TEXT, "x");
    text_at(3, 0, STYLE_TEXT, "y");
    assert_string_equal(shown(), "\0337\033[3;40Hx\033[4;1Hy\0338");
}

static void a_wide_character_and_what_it_covers_go_together(void **state)
{
    on("xterm-256color", DEPTH_256);
    text_at(0, 0, STYLE_TEXT, "\343\203\236!");
    (void)shown();
    text_at(0, 0, STYLE_TEXT, "ab!");
    assert_string_equal(shown(), "\0337\033[1dab\0338");
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
#define PEN(test) cmocka_unit_test_teardown(test, put_away)
    const struct CMUnitTest tests[] = {
        PEN(the_first_picture_clears_the_screen),
        PEN(the_same_picture_costs_nothing),
        PEN(a_change_elsewhere_brings_the_cursor_back),
        PEN(a_place_the_terminal_remembers_is_not_saved_again),
        PEN(a_new_place_is_saved_anew),
        PEN(a_place_that_was_never_sent_does_not_count),
        PEN(moving_the_cursor_alone_is_a_move),
        PEN(a_few_cells_between_are_written_over),
        PEN(what_ends_in_blanks_is_cleared_to_the_end),
        PEN(no_colours_are_sent_where_there_are_none),
        PEN(the_delays_of_old_terminals_are_left_out),
        PEN(the_corner_that_would_scroll_stays_empty),
        PEN(behind_the_last_column_nobody_knows_the_place),
        PEN(a_wide_character_and_what_it_covers_go_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
