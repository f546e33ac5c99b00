#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tests/lib/board.h"
#include "ui/dialog.h"

static int a_board(void **state)
{
    *state = board_new(3, 10);
    return 0;
}

static int draw(struct board *board, int row, int column, const char *text)
{
    return draw_text(board->canvas, canvas_area(board->canvas), row, column, STYLE_TEXT, text);
}

static void assert_picture(struct board *board, const char *picture)
{
    assert_string_equal(canvas_text(board->canvas, board->arena), picture);
}

static void text_ends_at_the_right_edge(void **state)
{
    struct board *board = *state;
    assert_int_equal(draw(board, 0, 6, "abcdef"), 10);
    assert_picture(board, "      abcd\n\n\n");
}

static void what_is_drawn_outside_is_dropped(void **state)
{
    struct board *board = *state;
    draw(board, -1, 0, "above");
    draw(board, 3, 0, "below");
    draw(board, 0, 10, "right");
    draw(board, 1, -2, "left");
    assert_picture(board, "\nft\n\n");
}

static void a_wide_character_is_never_halved(void **state)
{
    struct board *board = *state;
    assert_int_equal(draw(board, 0, 7, "日本"), 9);
    assert_picture(board, "       日\n\n\n");
    assert_int_equal(canvas_at(board->canvas, 0, 7)->width, 2);
    assert_int_equal(canvas_at(board->canvas, 0, 8)->width, 0);
}

static void drawing_over_half_a_wide_character_blanks_the_other_half(void **state)
{
    struct board *board = *state;
    draw(board, 0, 0, "日本");
    draw(board, 0, 1, "x");
    assert_picture(board, " x本\n\n\n");
    draw(board, 0, 2, "y");
    assert_picture(board, " xy\n\n\n");
    draw(board, 1, 0, "日本語");
    draw(board, 1, 1, "犬");
    assert_picture(board, " xy\n 犬 語\n\n");
}

static void marks_stay_with_their_letter_and_are_bounded(void **state)
{
    struct board *board = *state;
    assert_int_equal(draw(board, 0, 0, "e\u0301a\u0300\u0301\u0302\u0303\u0304\u0305z"), 3);
    assert_string_equal(canvas_at(board->canvas, 0, 0)->text, "e\u0301");
    assert_string_equal(canvas_at(board->canvas, 0, 1)->text, "a\u0300\u0301\u0302\u0303");
    assert_string_equal(canvas_at(board->canvas, 0, 2)->text, "z");
}

static void a_mark_without_a_letter_changes_nothing(void **state)
{
    struct board *board = *state;
    draw(board, 0, 0, "ab");
    assert_int_equal(draw(board, 0, 1, "\u0301c"), 2);
    assert_picture(board, "ac\n\n\n");
}

static void controls_and_broken_bytes_cannot_reach_the_screen(void **state)
{
    struct board *board = *state;
    draw(board, 0, 0, "a\x1b[2J\u202e\xff!");
    assert_picture(board, "a?[2J?\uFFFD!\n\n\n");
}

static void an_area_clips_like_a_small_canvas(void **state)
{
    struct board *board = *state;
    struct area part = area_part(canvas_area(board->canvas), 1, 2, 1, 4);
    draw_text(board->canvas, part, 0, 0, STYLE_TEXT, "abcdef");
    draw_text(board->canvas, part, 1, 0, STYLE_TEXT, "under");
    assert_picture(board, "\n  abcd\n\n");
}

static void a_part_never_grows_past_its_whole(void **state)
{
    struct area part = area_part((struct area){1, 1, 5, 5}, 3, 9, -1, 20);
    assert_int_equal(part.rows, 2);
    assert_int_equal(part.columns, 0);
}

static void right_and_centre_count_columns_not_bytes(void **state)
{
    struct board *board = *state;
    draw_right(board->canvas, canvas_area(board->canvas), 0, STYLE_TEXT, "é日");
    draw_centred(board->canvas, canvas_area(board->canvas), 1, STYLE_TEXT, "日本");
    assert_picture(board, "       é日\n   日本\n\n");
}

static void styles_are_a_second_plane(void **state)
{
    struct board *board = *state;
    struct area all = canvas_area(board->canvas);
    draw_text(board->canvas, all, 0, 0, STYLE_TEXT, "a b");
    draw_text(board->canvas, all, 0, 4, STYLE_SEAT_FREE, "日");
    draw_restyle(board->canvas, area_part(all, 2, 0, 1, 2), STYLE_FOCUS);
    assert_string_equal(canvas_styles(board->canvas, board->arena), ". . ff\n\nFF\n");
}

static void a_frame_gives_its_inside(void **state)
{
    struct board *board = *state;
    struct area inside =
        draw_frame(board->canvas, canvas_area(board->canvas), TIER_GRAPHIC, STYLE_DIALOG, "T");
    draw_text(board->canvas, inside, 0, 0, STYLE_TEXT, "inside!!");
    assert_picture(board, "┌─ T ────┐\n│ inside │\n└────────┘\n");
}

static void a_frame_too_small_for_anything_is_harmless(void **state)
{
    struct board *board = *state;
    struct area inside =
        draw_frame(board->canvas, (struct area){0, 0, 1, 1}, TIER_ASCII, STYLE_DIALOG, "title");
    assert_int_equal(inside.rows, 0);
    assert_int_equal(inside.columns, 0);
}

/* ---- dialogs ------------------------------------------------------------------------------ */

static void a_dialog_stands_at_the_foot_and_is_never_larger_than_the_body(void **state)
{
    struct area small = dialog_place((struct area){1, 0, 20, 80}, 6, 40);
    assert_int_equal(small.row, 15);
    assert_int_equal(small.column, 20);
    struct area whole = dialog_place((struct area){1, 0, 2, 9}, 6, 40);
    assert_int_equal(whole.row, 1);
    assert_int_equal(whole.rows, 2);
    assert_int_equal(whole.columns, 9);
}

static void a_dialog_leaves_no_halves_of_words_beside_it(void **state)
{
    struct board *board = *state;
    for (int row = 0; row < 3; row++)
        draw(board, row, 0, "abcdefghij");
    dialog_draw(board->canvas, (struct area){1, 3, 2, 4}, TIER_ASCII, "");
    assert_picture(board, "abcdefghij\n   +--+\n   +--+\n");
}

static void a_dialog_leaves_the_frame_of_a_panel_whole(void **state)
{
    struct board *board = *state;
    draw_frame(board->canvas, (struct area){0, 7, 3, 3}, TIER_GRAPHIC, STYLE_TEXT, "");
    draw(board, 1, 0, "abcdefg");
    dialog_draw(board->canvas, (struct area){1, 1, 2, 4}, TIER_GRAPHIC, "");
    assert_picture(board, "       ┌─┐\n ┌──┐  │ │\n └──┘  └─┘\n");
}

static void a_dialog_in_a_dialog_stays_within_its_frame(void **state)
{
    struct board *board = *state;
    struct area all = canvas_area(board->canvas);
    draw_text(board->canvas, dialog_draw(board->canvas, all, TIER_GRAPHIC, ""), 0, 0, STYLE_DIALOG,
              "abcdef");
    dialog_draw(board->canvas, (struct area){1, 3, 1, 4}, TIER_GRAPHIC, "");
    assert_picture(board, "┌────────┐\n│  └──┘  │\n└────────┘\n");
    assert_int_equal(canvas_at(board->canvas, 1, 2)->style, STYLE_DIALOG);
}

static void long_text_breaks_between_words(void **state)
{
    struct board *board = *state;
    int rows = draw_wrapped(board->canvas, canvas_area(board->canvas), STYLE_TEXT,
                            "one two three incomprehensible");
    assert_int_equal(rows, 3);
    assert_picture(board, "one two\nthree\nincompr...\n"); /* what is left over is cut openly */
}

static void a_sentence_is_cut_between_words(void **state)
{
    struct board *board = *state;
    const struct area all = canvas_area(board->canvas);
    draw_sentence(board->canvas, area_part(all, 0, 0, 1, -1), STYLE_TEXT, "one two three");
    draw_sentence(board->canvas, area_part(all, 1, 0, 1, -1), STYLE_TEXT, "one two th");
    draw_sentence(board->canvas, area_part(all, 2, 0, 1, -1), STYLE_TEXT, "incomprehensible");
    assert_picture(board, "one two...\none two th\nincompr...\n");
    canvas_clear(board->canvas);
    draw_wrapped(board->canvas, area_part(all, 0, 0, 1, -1), STYLE_TEXT, "eleven two");
    draw_wrapped(board->canvas, area_part(all, 1, 0, 1, -1), STYLE_TEXT, "now thirteen");
    assert_picture(board, "eleven two\nnow...\n\n");
}

static void a_long_word_is_rather_cut_than_left_out(void **state)
{
    struct board *board = *state;
    draw_sentence(board->canvas, area_part(canvas_area(board->canvas), 0, 0, 1, -1), STYLE_TEXT,
                  "at /tmp/incomprehensible");
    assert_picture(board, "at /tmp...\n\n\n");
}

static void a_path_loses_its_middle_rather_than_its_name(void **state)
{
    struct board *board = *state;
    const struct area all = canvas_area(board->canvas);
    draw_sentence(board->canvas, area_part(all, 0, 0, 1, -1), STYLE_TEXT, "as /a/b/c/d");
    draw_sentence(board->canvas, area_part(all, 1, 0, 1, -1), STYLE_TEXT, "/aa/bb/n.svg");
    draw_sentence(board->canvas, area_part(all, 2, 0, 1, -1), STYLE_TEXT, "to /a/b so");
    assert_picture(board, "as /a.../d\n/.../n.svg\nto /a/b so\n");
}

static void words_are_left_out_whole(void **state)
{
    struct board *board = *state;
    struct area all = canvas_area(board->canvas);
    draw_words(board->canvas, all, 0, 0, STYLE_TEXT, "free 5  sold 80");
    draw_words(board->canvas, all, 1, 3, STYLE_TEXT, "one two");
    draw_words(board->canvas, all, 2, 0, STYLE_TEXT, "incomprehensible");
    draw_words(board->canvas, all, 2, 12, STYLE_TEXT, "a b");
    assert_picture(board, "free 5\n   one two\n\n");
}

static void the_cursor_is_parked_inside(void **state)
{
    struct board *board = *state;
    draw_cursor(board->canvas, canvas_area(board->canvas), 99, -4);
    assert_int_equal(board->canvas->cursor_row, 2);
    assert_int_equal(board->canvas->cursor_column, 0);
}

static void canvases_differ_by_text_style_and_size(void **state)
{
    struct board *board = *state;
    struct canvas *other = canvas_new(3, 10), *small = canvas_new(3, 9);
    assert_true(canvas_equal(board->canvas, other));
    assert_false(canvas_equal(board->canvas, small));
    draw_restyle(other, (struct area){2, 9, 1, 1}, STYLE_FOCUS);
    assert_false(canvas_equal(board->canvas, other));
    canvas_copy(board->canvas, other);
    assert_true(canvas_equal(board->canvas, other));
    canvas_free(&other);
    canvas_free(&small);
}

static void a_size_out_of_reason_is_bounded(void **state)
{
    struct canvas *none = canvas_new(0, -3), *huge = canvas_new(70000, 2);
    assert_int_equal(none->rows, 1);
    assert_int_equal(none->columns, 1);
    assert_int_equal(huge->rows, CANVAS_MAX);
    canvas_free(&none);
    canvas_free(&huge);
}

#define ON_A_BOARD(test) cmocka_unit_test_setup_teardown(test, a_board, board_away)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_A_BOARD(text_ends_at_the_right_edge),
        ON_A_BOARD(what_is_drawn_outside_is_dropped),
        ON_A_BOARD(a_wide_character_is_never_halved),
        ON_A_BOARD(drawing_over_half_a_wide_character_blanks_the_other_half),
        ON_A_BOARD(marks_stay_with_their_letter_and_are_bounded),
        ON_A_BOARD(a_mark_without_a_letter_changes_nothing),
        ON_A_BOARD(controls_and_broken_bytes_cannot_reach_the_screen),
        ON_A_BOARD(an_area_clips_like_a_small_canvas),
        cmocka_unit_test(a_part_never_grows_past_its_whole),
        ON_A_BOARD(right_and_centre_count_columns_not_bytes),
        ON_A_BOARD(styles_are_a_second_plane),
        ON_A_BOARD(a_frame_gives_its_inside),
        ON_A_BOARD(a_frame_too_small_for_anything_is_harmless),
        cmocka_unit_test(a_dialog_stands_at_the_foot_and_is_never_larger_than_the_body),
        ON_A_BOARD(a_dialog_leaves_no_halves_of_words_beside_it),
        ON_A_BOARD(a_dialog_leaves_the_frame_of_a_panel_whole),
        ON_A_BOARD(a_dialog_in_a_dialog_stays_within_its_frame),
        ON_A_BOARD(long_text_breaks_between_words),
        ON_A_BOARD(a_sentence_is_cut_between_words),
        ON_A_BOARD(a_long_word_is_rather_cut_than_left_out),
        ON_A_BOARD(a_path_loses_its_middle_rather_than_its_name),
        ON_A_BOARD(words_are_left_out_whole),
        ON_A_BOARD(the_cursor_is_parked_inside),
        ON_A_BOARD(canvases_differ_by_text_style_and_size),
        cmocka_unit_test(a_size_out_of_reason_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
