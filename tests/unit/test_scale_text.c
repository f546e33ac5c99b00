/* What scales say, and when it is believed. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/base/attr.h"
#include "src/domain/scale_text.h"

/* ---- lines ---------------------------------------------------------------------------------- */

static void assert_line(const char *line, enum scale_word word, int32_t grams)
{
    struct scale_said said = scale_line_read(line);
    if (said.word != word || said.grams != grams)
        fail_msg("\"%s\" was read as %d, %d g", line, (int)said.word, (int)said.grams);
}

static void a_mettler_says_whether_it_rests(void **state)
{
    assert_line("S S     12.34 kg", SCALE_RESTS, 12340);
    assert_line("S D     12.30 kg", SCALE_MOVES, 12300);
    assert_line("S S      -0.00 kg", SCALE_RESTS, 0);
    assert_line("S S      -0.02 kg", SCALE_BELOW, 0);
    assert_line("S +", SCALE_BEYOND, 0);
    assert_line("S -", SCALE_BELOW, 0);
    assert_line("S I", SCALE_BUSY, 0);
}

static void an_and_or_a_cas_does_so_in_other_words(void **state)
{
    assert_line("ST,GS,+  12.34kg", SCALE_RESTS, 12340);
    assert_line("ST,NT,+  12.34kg", SCALE_RESTS, 12340);
    assert_line("US,GS,+  12.30kg", SCALE_MOVES, 12300);
    assert_line("ST,+00012.34  kg", SCALE_RESTS, 12340);
    assert_line("ST,GS,+  12,34kg", SCALE_RESTS, 12340);
    assert_line("ST,GS,-   0.02kg", SCALE_BELOW, 0);
    assert_line("OL,GS,+9999999kg", SCALE_BEYOND, 0);
    assert_line("OL,+9999999E+19", SCALE_BEYOND, 0);
}

static void a_number_with_its_unit_is_plain(void **state)
{
    assert_line("12.34 kg", SCALE_PLAIN, 12340);
    assert_line("  +  12340 g  ", SCALE_PLAIN, 12340);
    assert_line("27.20 lb", SCALE_PLAIN, 12338);
    assert_line("0.0005KG", SCALE_PLAIN, 1);
}

static void whatever_else_is_not_understood(void **state)
{
    static const char *const lines[] = {"",
                                        "12.34",
                                        "12.34 oz",
                                        "12.34 kgs",
                                        "kg",
                                        "S",
                                        "S X 12.34 kg",
                                        "S S 12.34",
                                        "S S",
                                        "S  S 12.34 kg",
                                        "ES",
                                        "ST,TR,+ 2.00kg",
                                        "ST,GS,12.34",
                                        "ST,GS,+ 12.34kg,",
                                        "1.2.3 kg",
                                        "--1 kg",
                                        "12. kg",
                                        ".5 kg",
                                        "9999999999999 kg",
                                        "1001 kg",
                                        "I4 A \"01\"",
                                        "12.34 kg 5",
                                        "S S 1e3 kg",
                                        "0.1234567 kg",
                                        "\xb1\xb2.\xb3 kg"};
    for (int i = 0; i < COUNT_OF(lines); i++)
        assert_line(lines[i], SCALE_NO_WORD, 0);
}

/* ---- an ear --------------------------------------------------------------------------------- */

/* An ear that was opened at 0 and heard these bytes long after, at once. */
static struct scale_ear after(int64_t now, const char *bytes)
{
    struct scale_ear ear;
    scale_ear_open(&ear, 0);
    scale_ear_hear(&ear, bytes, strlen(bytes), now);
    return ear;
}

static void assert_tells(const struct scale_ear *ear, int64_t now, enum scale_state state,
                         int32_t grams)
{
    int32_t told;
    assert_int_equal(scale_ear_tell(ear, now, &told), state);
    assert_int_equal(told, grams);
}

static void a_weight_is_still_once_the_scale_has_said_so_twice(void **state)
{
    struct scale_ear ear = after(500, "S S     12.34 kg\r\n");
    assert_tells(&ear, 500, SCALE_MOVING, 12340);
    scale_ear_hear(&ear, "S S     12.34 kg\r\n", 18, 800);
    assert_tells(&ear, 800, SCALE_STILL, 12340);
    scale_ear_hear(&ear, "S D     12.34 kg\r\n", 18, 900);
    assert_tells(&ear, 900, SCALE_MOVING, 12340);
}

static void one_spoiled_byte_is_nobodys_fee(void **state)
{
    struct scale_ear ear = after(500, "S S     12.34 kg\r\nS S     92.34 kg\r\n");
    assert_tells(&ear, 500, SCALE_MOVING, 92340);
}

static void said_once_it_counts_after_a_second_in_which_nothing_else_was_said(void **state)
{
    struct scale_ear ear = after(500, "ST,GS,+  12.34kg\r\n");
    assert_tells(&ear, 1499, SCALE_MOVING, 12340);
    assert_tells(&ear, 1500, SCALE_STILL, 12340);
}

static void what_moves_is_never_still(void **state)
{
    struct scale_ear ear = after(500, "US,GS,+  12.34kg\r\n");
    scale_ear_hear(&ear, "US,GS,+  12.34kg\r\n", 18, 3000);
    assert_tells(&ear, 3000, SCALE_MOVING, 12340);
}

static void a_plain_number_is_still_when_it_stays_the_same_for_a_second(void **state)
{
    struct scale_ear ear = after(500, "12.34 kg\n12.34 kg\n12.34 kg\n");
    assert_tells(&ear, 600, SCALE_MOVING, 12340);
    scale_ear_hear(&ear, "12.36 kg\n", 9, 1400);
    assert_tells(&ear, 1600, SCALE_MOVING, 12360);
    assert_tells(&ear, 2400, SCALE_STILL, 12360);
}

/* "12.34 kg" of which the beginning was sent before anybody listened. */
static void the_rest_of_a_line_is_no_weight(void **state)
{
    struct scale_ear ear = after(20, "2.34 kg\r\n");
    assert_tells(&ear, 2000, SCALE_WAITING, 0);
    scale_ear_hear(&ear, "12.34 kg\r\n", 10, 2000);
    assert_tells(&ear, 2000, SCALE_MOVING, 12340);
}

static void a_weight_that_nobody_repeats_is_forgotten(void **state)
{
    struct scale_ear ear = after(500, "S S 12.34 kg\r\nS S 12.34 kg\r\n");
    assert_tells(&ear, 3499, SCALE_STILL, 12340);
    assert_tells(&ear, 3500, SCALE_SILENT, 0);
}

static void silence_and_noise_are_told_apart(void **state)
{
    struct scale_ear silent = after(0, "");
    assert_tells(&silent, 2999, SCALE_WAITING, 0);
    assert_tells(&silent, 3000, SCALE_SILENT, 0);
    struct scale_ear noisy = after(100, "\x81\xfe~~~\r\n");
    assert_tells(&noisy, 3000, SCALE_GARBLED, 0);
    struct scale_ear half = after(100, "S S    12.3");
    assert_tells(&half, 3000, SCALE_GARBLED, 0);
}

static void a_line_without_end_is_left_out_and_the_next_one_heard(void **state)
{
    struct scale_ear ear = after(500, "");
    for (int i = 0; i < 100000; i++)
        scale_ear_hear(&ear, "S S 12.34 kg ", 13, 500);
    scale_ear_hear(&ear, "\n", 1, 500);
    assert_tells(&ear, 500, SCALE_WAITING, 0);
    scale_ear_hear(&ear, "\x02S S 1.00 kg\x03\r\n", 15, 600);
    assert_tells(&ear, 600, SCALE_MOVING, 1000);
}

static void out_of_range_is_said_in_a_sentence(void **state)
{
    struct scale_ear ear = after(500, "S +\r\n");
    assert_tells(&ear, 500, SCALE_TOO_HEAVY, 0);
    scale_ear_hear(&ear, "S -\r\n", 5, 600);
    assert_tells(&ear, 600, SCALE_TOO_LIGHT, 0);
    for (int i = SCALE_WAITING; i <= SCALE_FAULT; i++)
        assert_int_equal(scale_state_sentence((enum scale_state)i) == NULL,
                         i == SCALE_MOVING || i == SCALE_STILL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mettler_says_whether_it_rests),
        cmocka_unit_test(an_and_or_a_cas_does_so_in_other_words),
        cmocka_unit_test(a_number_with_its_unit_is_plain),
        cmocka_unit_test(whatever_else_is_not_understood),
        cmocka_unit_test(a_weight_is_still_once_the_scale_has_said_so_twice),
        cmocka_unit_test(one_spoiled_byte_is_nobodys_fee),
        cmocka_unit_test(said_once_it_counts_after_a_second_in_which_nothing_else_was_said),
        cmocka_unit_test(what_moves_is_never_still),
        cmocka_unit_test(a_plain_number_is_still_when_it_stays_the_same_for_a_second),
        cmocka_unit_test(the_rest_of_a_line_is_no_weight),
        cmocka_unit_test(a_weight_that_nobody_repeats_is_forgotten),
        cmocka_unit_test(silence_and_noise_are_told_apart),
        cmocka_unit_test(a_line_without_end_is_left_out_and_the_next_one_heard),
        cmocka_unit_test(out_of_range_is_said_in_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
