#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/glyph.h"
#include "ui/theme.h"

/* ---- colours ------------------------------------------------------------------------------ */

static void depth_follows_terminal_and_no_color(void **state)
{
    assert_int_equal(theme_depth(256, NULL), DEPTH_256);
    assert_int_equal(theme_depth(256, ""), DEPTH_256);
    assert_int_equal(theme_depth(256, "1"), DEPTH_MONO);
    assert_int_equal(theme_depth(8, NULL), DEPTH_8);
    assert_int_equal(theme_depth(-1, NULL), DEPTH_MONO);
    assert_int_equal(theme_depth(1 << 24, NULL), DEPTH_8); /* palette numbers mean nothing there */
}

static void mono_has_no_colour_at_all(void **state)
{
    struct theme theme;
    theme_init(&theme, DEPTH_MONO, false);
    for (int i = 0; i < STYLE_COUNT; i++) {
        assert_int_equal(theme.looks[i].fg, COLOUR_DEFAULT);
        assert_int_equal(theme.looks[i].bg, COLOUR_DEFAULT);
    }
    assert_int_equal(theme.looks[STYLE_SEAT_MINE].attrs, LOOK_BOLD | LOOK_REVERSE);
    assert_int_equal(theme.looks[STYLE_SEAT_WHEELCHAIR].attrs, LOOK_UNDERLINE);
}

static void eight_colours_avoid_red_and_blue_on_black(void **state)
{
    struct theme theme;
    theme_init(&theme, DEPTH_8, false);
    for (int i = 0; i < STYLE_COUNT; i++) {
        assert_true(theme.looks[i].fg <= 7);
        assert_int_not_equal(theme.looks[i].fg, 1);
        assert_int_not_equal(theme.looks[i].fg, 4);
    }
}

/* Relative luminance of an xterm palette entry from 16 on, as WCAG has it. */
static double luminance(int index)
{
    static const int steps[] = {0, 95, 135, 175, 215, 255};
    int grey = 8 + 10 * (index - 232), cube = index - 16;
    int rgb[3] = {grey, grey, grey};
    static const double weights[] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    if (index < 232) {
        rgb[0] = steps[cube / 36];
        rgb[1] = steps[cube / 6 % 6];
        rgb[2] = steps[cube % 6];
    }
    for (int i = 0; i < 3; i++) {
        double part = rgb[i] / 255.0;
        sum += weights[i] * (part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static void every_colour_can_be_read_on_its_background(void **state)
{
    for (int light = 0; light < 2; light++) {
        struct theme theme;
        theme_init(&theme, DEPTH_256, light);
        for (int i = 0; i < STYLE_COUNT; i++) {
            if (theme.looks[i].fg == COLOUR_DEFAULT)
                continue;
            assert_true(theme.looks[i].fg >= 16); /* the first 16 are anybody's guess */
            double front = luminance(theme.looks[i].fg);
            double contrast = light ? 1.05 / (front + 0.05) : (front + 0.05) / 0.05;
            if (contrast < 4.5)
                fail_msg("%s: %.1f:1", style_name((enum style)i), contrast);
        }
    }
}

static void on_a_slow_line_only_what_is_rare_has_a_colour(void **state)
{
    struct theme theme;
    theme_init(&theme, DEPTH_8, false);
    theme_spare(&theme);
    assert_int_equal(theme.looks[STYLE_SEAT_FREE].fg, COLOUR_DEFAULT);
    assert_int_equal(theme.looks[STYLE_SEAT_SOLD].fg, COLOUR_DEFAULT);
    assert_int_equal(theme.looks[STYLE_SEAT_HELD].fg, 3);
    assert_int_equal(theme.looks[STYLE_SEAT_MINE].attrs, LOOK_REVERSE);
}

static void a_style_is_rebound_by_name(void **state)
{
    struct theme theme;
    theme_init(&theme, DEPTH_256, false);
    assert_true(theme_set(&theme, "seat.free", "33 on 0 bold underline"));
    assert_int_equal(theme.looks[STYLE_SEAT_FREE].fg, 33);
    assert_int_equal(theme.looks[STYLE_SEAT_FREE].bg, 0);
    assert_int_equal(theme.looks[STYLE_SEAT_FREE].attrs, LOOK_BOLD | LOOK_UNDERLINE);
    assert_true(theme_set(&theme, "seat.free", "default"));
    assert_int_equal(theme.looks[STYLE_SEAT_FREE].fg, COLOUR_DEFAULT);
}

static void a_wrong_setting_leaves_the_theme_alone(void **state)
{
    struct theme theme, before;
    theme_init(&theme, DEPTH_256, false);
    before = theme;
    assert_false(theme_set(&theme, "seat.fre", "33"));
    assert_false(theme_set(&theme, "seat.free", "256"));
    assert_false(theme_set(&theme, "seat.free", "bold loud"));
    assert_false(theme_set(&theme, "seat.free", "  "));
    assert_memory_equal(&theme, &before, sizeof theme);
}

static void rebound_colours_do_not_break_no_color(void **state)
{
    struct theme theme;
    theme_init(&theme, DEPTH_MONO, false);
    assert_true(theme_set(&theme, "seat.free", "33 on 4 bold"));
    assert_int_equal(theme.looks[STYLE_SEAT_FREE].fg, COLOUR_DEFAULT);
    assert_int_equal(theme.looks[STYLE_SEAT_FREE].bg, COLOUR_DEFAULT);
    assert_int_equal(theme.looks[STYLE_SEAT_FREE].attrs, LOOK_BOLD);
}

static void every_style_has_its_own_letter_and_name(void **state)
{
    for (int i = 0; i < STYLE_COUNT; i++)
        for (int j = 0; j < i; j++) {
            assert_int_not_equal(style_letter((enum style)i), style_letter((enum style)j));
            assert_string_not_equal(style_name((enum style)i), style_name((enum style)j));
        }
}

/* ---- glyphs ------------------------------------------------------------------------------- */

static void seats_are_told_apart_by_shape_alone(void **state)
{
    for (int tier = TIER_ASCII; tier <= TIER_GRAPHIC; tier++)
        for (int i = 0; i < GLYPH_SEATS; i++)
            for (int j = 0; j < i; j++)
                assert_string_not_equal(glyph_text((enum tier)tier, (enum glyph)i),
                                        glyph_text((enum tier)tier, (enum glyph)j));
}

static void every_glyph_takes_one_column(void **state)
{
    for (int i = 0; i < GLYPH_COUNT; i++) {
        assert_int_equal(text_columns(glyph_text(TIER_GRAPHIC, (enum glyph)i)), 1);
        assert_int_equal(strlen(glyph_text(TIER_ASCII, (enum glyph)i)), 1);
        assert_true(glyph_text(TIER_ASCII, (enum glyph)i)[0] < 0x7f);
    }
}

static void graphics_need_both_locale_and_terminal(void **state)
{
    assert_int_equal(tier_choose("UTF-8", "xterm-256color"), TIER_GRAPHIC);
    assert_int_equal(tier_choose("UTF-8", "linux"), TIER_GRAPHIC);
    assert_int_equal(tier_choose("UTF-8", "screen.xterm-256color"), TIER_GRAPHIC);
    assert_int_equal(tier_choose("UTF-8", "vt100"), TIER_ASCII);
    assert_int_equal(tier_choose("UTF-8", "ansi"), TIER_ASCII);
    assert_int_equal(tier_choose("UTF-8", "xterminator"), TIER_ASCII);
    assert_int_equal(tier_choose("UTF-8", NULL), TIER_ASCII);
    assert_int_equal(tier_choose("ANSI_X3.4-1968", "xterm"), TIER_ASCII);
    assert_int_equal(tier_choose("ISO-8859-1", "xterm"), TIER_ASCII);
}

static void folding_keeps_a_name_readable(void **state)
{
    assert_string_equal(glyph_fold("é"), "e");
    assert_string_equal(glyph_fold("e\u0301"), "e");
    assert_string_equal(glyph_fold("Ł"), "L");
    assert_string_equal(glyph_fold("ž"), "z");
    assert_string_equal(glyph_fold("ß"), "s");
    assert_string_equal(glyph_fold("ÿ"), "y");
    assert_string_equal(glyph_fold("○"), "o");
    assert_string_equal(glyph_fold("–"), "-");
    assert_string_equal(glyph_fold("日"), "?");
    assert_string_equal(glyph_fold("Q"), "Q");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_follows_terminal_and_no_color),
        cmocka_unit_test(mono_has_no_colour_at_all),
        cmocka_unit_test(eight_colours_avoid_red_and_blue_on_black),
        cmocka_unit_test(every_colour_can_be_read_on_its_background),
        cmocka_unit_test(on_a_slow_line_only_what_is_rare_has_a_colour),
        cmocka_unit_test(a_style_is_rebound_by_name),
        cmocka_unit_test(a_wrong_setting_leaves_the_theme_alone),
        cmocka_unit_test(rebound_colours_do_not_break_no_color),
        cmocka_unit_test(every_style_has_its_own_letter_and_name),
        cmocka_unit_test(seats_are_told_apart_by_shape_alone),
        cmocka_unit_test(every_glyph_takes_one_column),
        cmocka_unit_test(graphics_need_both_locale_and_terminal),
        cmocka_unit_test(folding_keeps_a_name_readable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
