#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/base/text.h"

static void code_points_are_decoded_one_by_one(void **state)
{
    const char *text = "aé€😀", *at = text, *end = text + strlen(text);
    assert_int_equal(text_next(&at, end), 'a');
    assert_int_equal(text_next(&at, end), 0xe9);
    assert_int_equal(text_next(&at, end), 0x20ac);
    assert_int_equal(text_next(&at, end), 0x1f600);
    assert_ptr_equal(at, end);
}

static void a_malformed_byte_costs_one_byte(void **state)
{
    const char *text = "\xe2\x82x", *at = text;
    assert_int_equal(text_next(&at, text + 3), 0xfffd);
    assert_ptr_equal(at, text + 1);
    assert_int_equal(text_next(&at, text + 3), 0xfffd);
    assert_int_equal(text_next(&at, text + 3), 'x');
}

static void validity_is_strict(void **state)
{
    static const char *const wrong[] = {
        "\x80",             /* continuation alone */
        "\xc3",             /* cut short */
        "\xc0\xaf",         /* overlong */
        "\xe0\x80\xaf",     /* overlong */
        "\xf0\x80\x80\xaf", /* overlong */
        "\xed\xa0\x80",     /* surrogate */
        "\xf4\x90\x80\x80", /* past 10FFFF */
        "\xf8\x88\x80\x80\x80",
        "\xff",
        "ok\xe2\x28\xa1",
    };
    for (int i = 0; i < COUNT_OF(wrong); i++)
        assert_false(text_valid(wrong[i], strlen(wrong[i])));
    assert_true(text_valid("aé€😀\xf4\x8f\xbf\xbf", 14));
    assert_true(text_valid("", 0));
}

static void columns_follow_what_a_terminal_draws(void **state)
{
    assert_int_equal(text_columns("Loge"), 4);
    assert_int_equal(text_columns("日本語"), 6);
    assert_int_equal(text_columns("ｱ"), 1); /* half width */
    assert_int_equal(text_columns("한글"), 4);
    assert_int_equal(text_columns("\u1112\u1161\u11ab"), 2); /* the same syllable in parts */
    assert_int_equal(text_columns("محمد"), 4);
    assert_int_equal(text_columns("مُحَمَّد"), 4); /* vowel marks */
    assert_int_equal(text_columns("e\u0301"), 1);
    assert_int_equal(text_columns("नमस्ते"), 4);
    assert_int_equal(text_columns("😀"), 2);
    assert_int_equal(text_columns("♿"), 2);
    assert_int_equal(text_columns("a\u200db"), 2);
    assert_int_equal(text_columns("\xff"), 1);
    assert_int_equal(text_columns("a\tb"), 3);
}

static void controls_and_direction_marks_have_no_width(void **state)
{
    static const uint32_t controls[] = {0,      '\n',   0x1b,   0x7f,   0x80,   0x9b,   0x61c,
                                        0x200e, 0x202a, 0x202e, 0x2066, 0x2069, 0x2028, 0x2029};
    for (int i = 0; i < COUNT_OF(controls); i++)
        assert_int_equal(text_char_columns(controls[i]), -1);
    assert_int_equal(text_char_columns(0xa0), 1);
    assert_int_equal(text_char_columns(0x10ffff), 1);
}

static void widths_are_found_at_the_edges_of_every_range(void **state)
{
    assert_int_equal(text_char_columns(0x2ff), 1);
    assert_int_equal(text_char_columns(0x300), 0);
    assert_int_equal(text_char_columns(0x36f), 0);
    assert_int_equal(text_char_columns(0x370), 1);
    assert_int_equal(text_char_columns(0x4e00), 2);
    assert_int_equal(text_char_columns(0x9fff), 2);
    assert_int_equal(text_char_columns(0xac00), 2);
    assert_int_equal(text_char_columns(0xd7a3), 2);
    assert_int_equal(text_char_columns(0x3fffd), 2);
    assert_int_equal(text_char_columns(0xe01ef), 0);
}

static void fitting_never_draws_half_a_wide_character(void **state)
{
    char out[64];
    assert_int_equal(text_fit(out, sizeof out, "日本語", 5, false), 4);
    assert_string_equal(out, "日本");
    assert_int_equal(text_fit(out, sizeof out, "日本語", 5, true), 5);
    assert_string_equal(out, "日本 ");
}

static void fitting_keeps_marks_with_their_letter(void **state)
{
    char out[64];
    assert_int_equal(text_fit(out, sizeof out, "e\u0301e\u0301e\u0301", 2, false), 2);
    assert_string_equal(out, "e\u0301e\u0301");
    assert_int_equal(text_fit(out, sizeof out, "\u0301abc", 3, false), 3);
    assert_string_equal(out, "abc");
}

static void fitting_draws_controls_as_question_marks(void **state)
{
    char out[64];
    assert_int_equal(text_fit(out, sizeof out, "a\x1b[31m\u202e", 20, false), 7);
    assert_string_equal(out, "a?[31m?");
    assert_int_equal(text_fit(out, sizeof out, "a\xff", 20, false), 2);
    assert_string_equal(out, "a\ufffd");
}

static void fitting_stays_inside_its_buffer(void **state)
{
    char out[8] = "1234567";
    assert_int_equal(text_fit(out, 4, "日本語", 10, true), 2);
    assert_string_equal(out, "日");
    assert_int_equal(out[5], '6');
    assert_int_equal(text_fit(out, 4, "abc", 10, true), 3);
    assert_string_equal(out, "abc");
    assert_int_equal(text_fit(out, 1, "abc", 10, true), 0);
    assert_string_equal(out, "");
    assert_int_equal(text_fit(out, sizeof out, "abc", 0, true), 0);
    assert_string_equal(out, "");
}

static void names_of_all_scripts_are_clean(void **state)
{
    static const char *const names[] = {"Anna Müller",   "山田太郎",         "مُحَمَّد", "नमस्ते",
                                        "👩\u200d🎤 Ruth", "O'Brien \\ Söhne", ""};
    char out[64];
    for (int i = 0; i < COUNT_OF(names); i++) {
        assert_null(text_clean(names[i], out, sizeof out));
        assert_string_equal(out, names[i]);
    }
}

static void white_space_around_a_name_is_dropped(void **state)
{
    char out[64];
    assert_null(text_clean("  Anna  Müller\u00a0\u3000 ", out, sizeof out));
    assert_string_equal(out, "Anna  Müller");
    assert_null(text_clean("\u3000é ", out, sizeof out));
    assert_string_equal(out, "é");
    char in_place[] = "  é";
    assert_null(text_clean(in_place, in_place, sizeof in_place));
    assert_string_equal(in_place, "é");
}

static void an_unclean_name_says_why(void **state)
{
    char out[16] = "before";
    assert_string_equal(text_clean("a\xff", out, sizeof out), "is not valid UTF-8");
    assert_string_equal(text_clean("a\x1b[2J", out, sizeof out), "holds a control character");
    assert_string_equal(text_clean("a\nb", out, sizeof out), "holds a control character");
    assert_string_equal(text_clean("a\xc2\x9b", out, sizeof out), "holds a control character");
    assert_string_equal(text_clean("anna\u202egpj", out, sizeof out),
                        "holds a character that turns the writing direction");
    assert_string_equal(text_clean("anna\u2067x", out, sizeof out),
                        "holds a character that turns the writing direction");
    assert_string_equal(text_clean("a\u2028b", out, sizeof out),
                        "holds a line or paragraph separator");
    assert_string_equal(text_clean(" \u3000 ", out, sizeof out), "is only white space");
    assert_string_equal(text_clean("\u200b", out, sizeof out), "is only white space");
    assert_string_equal(text_clean("0123456789abcdef", out, sizeof out), "is too long");
    assert_string_equal(out, "before");
    assert_null(text_clean("0123456789abcde", out, sizeof out));
}

static void a_cut_copy_keeps_whole_characters(void **state)
{
    char out[6];
    assert_true(text_copy(out, sizeof out, "abcde"));
    assert_string_equal(out, "abcde");
    assert_false(text_copy(out, sizeof out, "abcdé"));
    assert_string_equal(out, "abcd");
    assert_false(text_copy(out, 3, "日"));
    assert_string_equal(out, "");
}

static void log_text_shows_bytes_that_could_forge_a_line(void **state)
{
    char out[64];
    assert_string_equal(text_escape(out, sizeof out, "a\nb\\c"), "a\\x0ab\\x5cc");
    assert_string_equal(text_escape(out, sizeof out, "\x1b[31m"), "\\x1b[31m");
    assert_string_equal(text_escape(out, sizeof out, "\xc2\x9b"), "\\xc2\\x9b");
    assert_string_equal(text_escape(out, sizeof out, "\u202e"), "\\xe2\\x80\\xae");
    assert_string_equal(text_escape(out, sizeof out, "é\xff"), "é\\xff");
}

static void an_escape_is_never_cut_in_half(void **state)
{
    char out[8];
    assert_string_equal(text_escape(out, 8, "abcd\n"), "abcd");
    assert_string_equal(text_escape(out, 8, "abc\nx"), "abc\\x0a");
    assert_string_equal(text_escape(out, 3, "a日"), "a");
}

static void whole_numbers_in_range_are_read(void **state)
{
    int64_t out = 0;
    assert_true(text_to_int("0", 0, 10, &out));
    assert_int_equal(out, 0);
    assert_true(text_to_int("-10", -10, 10, &out));
    assert_int_equal(out, -10);
    assert_true(text_to_int("9223372036854775807", INT64_MIN, INT64_MAX, &out));
    assert_int_equal(out, INT64_MAX);
    assert_true(text_to_int("-9223372036854775808", INT64_MIN, INT64_MAX, &out));
    assert_int_equal(out, INT64_MIN);
}

static void other_numbers_are_refused(void **state)
{
    static const char *const wrong[] = {
        "",
        "-",
        " 1",
        "1 ",
        "+1",
        "1.0",
        "1e2",
        "0x1",
        "--1",
        "11",
        "-11",
        "1a",
        "١",
        "9223372036854775808",
        "-9223372036854775809",
        "99999999999999999999999",
    };
    int64_t out = 7;
    for (int i = 0; i < COUNT_OF(wrong); i++)
        assert_false(text_to_int(wrong[i], -10, 10, &out));
    assert_false(text_to_int("9223372036854775808", INT64_MIN, INT64_MAX, &out));
    assert_int_equal(out, 7);
}

static void large_and_small_letters_are_alike(void **state)
{
    (void)state;
    assert_true(text_alike("", ""));
    assert_true(text_alike("MÜLLER", "Müller"));
    assert_true(text_alike("ŁĘTOWSKA", "łętowska"));
    assert_true(text_alike("ΣΟΦΙΑ", "σοφια"));
    assert_false(text_alike("Muller", "Müller"));
    assert_false(text_alike("Müller", "Mülle"));
    assert_false(text_alike("Mülle", "Müller"));
}

static void bytes_are_written_as_hex_digits(void **state)
{
    static const uint8_t bytes[] = {0x00, 0x09, 0xaf, 0xff};
    char out[2 * sizeof bytes + 1];
    assert_string_equal(text_hex(out, bytes, sizeof bytes), "0009afff");
    assert_string_equal(text_hex(out, bytes, 0), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_points_are_decoded_one_by_one),
        cmocka_unit_test(a_malformed_byte_costs_one_byte),
        cmocka_unit_test(validity_is_strict),
        cmocka_unit_test(columns_follow_what_a_terminal_draws),
        cmocka_unit_test(controls_and_direction_marks_have_no_width),
        cmocka_unit_test(widths_are_found_at_the_edges_of_every_range),
        cmocka_unit_test(fitting_never_draws_half_a_wide_character),
        cmocka_unit_test(fitting_keeps_marks_with_their_letter),
        cmocka_unit_test(fitting_draws_controls_as_question_marks),
        cmocka_unit_test(fitting_stays_inside_its_buffer),
        cmocka_unit_test(names_of_all_scripts_are_clean),
        cmocka_unit_test(white_space_around_a_name_is_dropped),
        cmocka_unit_test(an_unclean_name_says_why),
        cmocka_unit_test(large_and_small_letters_are_alike),
        cmocka_unit_test(a_cut_copy_keeps_whole_characters),
        cmocka_unit_test(log_text_shows_bytes_that_could_forge_a_line),
        cmocka_unit_test(an_escape_is_never_cut_in_half),
        cmocka_unit_test(whole_numbers_in_range_are_read),
        cmocka_unit_test(other_numbers_are_refused),
        cmocka_unit_test(bytes_are_written_as_hex_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
